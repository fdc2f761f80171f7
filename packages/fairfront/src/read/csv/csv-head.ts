// Finds in the first lines of a CSV file its delimiter and its columns' names. Nothing is skipped or renamed
// in silence; what is odd about a header is said.

import { count, listed, quoted, shortened } from '@fairfront/core/internal';
import { utf8Bytes } from '#bytes';
import { optionText } from '../../option-text.js';
import { type NumberSpelling, respell } from '../columns/number-spelling.js';
import { type Encoding, HEAD_BYTES, readHeadText } from '../source/encoding.js';
import type { Source } from '../source/formats.js';
import { ReadError } from '../source/read-error.js';

export { ENCODINGS, type Encoding } from '../source/encoding.js';

export interface CsvHead {
  readonly delimiter: string;
  readonly names: readonly string[];
  /** The header as it is written, without its line end; '' where the caller names the columns. */
  readonly header: string;
  /** How the first line ends: \\n, \\r\\n or \\r; '' if there is but one. */
  readonly lineEnd: string;
  /** Lines before the first row: those skipped, and the header's. */
  readonly linesBefore: number;
  /** The same in bytes of UTF-8, without a byte order mark. */
  readonly bytesBefore: number;
  /** Bytes of a row, about: the mean of the first ones. */
  readonly rowBytes: number;
  /** Whether a quote is among the first lines. */
  readonly hasQuotes: boolean;
  readonly notes: readonly string[];
}

export interface CsvHeadOptions {
  /** The columns' names, for a CSV file without a header line. Default: the header's. */
  readonly columns?: readonly string[];
  /** The character of ASCII that separates values. Default: found in the first lines. */
  readonly delimiter?: string;
  /** Lines to skip before the header. Default 0. */
  readonly skipLines?: number;
  /** How the bytes of a CSV file are letters. Default utf-8. */
  readonly encoding?: Encoding;
  /** The mark that begins the decimals of a CSV file's numbers. Default a point. */
  readonly decimal?: NumberSpelling['decimal'];
  /** The mark that may stand between thousands in a CSV file's numbers: , . ' _ or a space. Default none. */
  readonly thousands?: NumberSpelling['thousands'];
  /** What becomes of a CSV file's columns of one name: refused, or the later ones renamed. Default error. */
  readonly duplicateHeaders?: 'error' | 'suffix';
}

/** How a file's numbers are spelled; refuses one mark for two things. */
export function spellingOf({ decimal = '.', thousands }: CsvHeadOptions): NumberSpelling {
  if (thousands === decimal) {
    const other = optionText('decimal', decimal === '.' ? ',' : '.');
    throw new ReadError(
      `\`thousands\` and \`decimal\` are both ${quoted([decimal])}; a mark means one thing. Where decimals have the other mark, add ${other}`,
    );
  }
  return { decimal, thousands };
}

const DELIMITERS = [',', ';', '\t', '|'];
const LOOKED_AT = 50;
/** How messages show that columns are to be named. */
const NAMES = optionText('columns', ['a', 'b', 'c']);
/** How many complaints a message shows. */
const SHOWN = 5;

/** Reads what the first lines say about the whole file. */
export async function readCsvHead(source: Source, options: CsvHeadOptions): Promise<CsvHead> {
  const { columns, skipLines = 0 } = options;
  const { label } = source;
  const { text, whole, notes } = await readHeadText(source, options.encoding ?? 'utf-8');
  const start = skipLine(text, skipLines);
  if (text.slice(start).trim() === '') {
    throw new ReadError(
      `${label} has no lines${skipLines > 0 ? ` after the ${skipLines} skipped` : ''}; a table needs a line of names and rows`,
    );
  }
  checkText(text.slice(start, start + 200), label, skipLines);
  const delimiter = options.delimiter ?? findDelimiter(text, start, whole, source, options.decimal);
  const first = parseRecord(text, start, delimiter);
  if (first.end === text.length && !whole) {
    throw new ReadError(
      `${label}: the first line is longer than ${HEAD_BYTES >> 20} MB; is this CSV, or is a quote left open?`,
    );
  }
  if (first.broken) {
    throw new ReadError(
      `${label}, line ${skipLines + 1}: a quoted value does not end where it should; double the quotes inside it ("") and close it`,
    );
  }
  const hasHeader = columns === undefined;
  const rowsFrom = hasHeader ? first.end : start;
  const header = hasHeader
    ? namesFrom(first.fields, label, options)
    : { names: checkGiven(columns, first.fields, label), notes: [] };
  return {
    delimiter,
    names: header.names,
    header: hasHeader ? text.slice(start, first.end - first.lineEnd.length) : '',
    lineEnd: first.lineEnd,
    linesBefore: lineCount(text.slice(0, rowsFrom)),
    bytesBefore: utf8Bytes(text.slice(0, rowsFrom)).length,
    rowBytes: Math.max(1, (text.length - rowsFrom) / Math.max(1, lineCount(text.slice(rowsFrom)))),
    hasQuotes: text.includes('"'),
    notes: [...notes, ...header.notes],
  };
}

/** Refuses text that people take for CSV. */
function checkText(text: string, label: string, skipLines: number): void {
  const separator = /^sep=(.)[\r\n]/.exec(text)?.[1];
  if (separator !== undefined) {
    throw new ReadError(
      `${label} begins with a line for Excel, sep=${separator}; add ${optionText('skipLines', skipLines + 1)} and ${optionText('delimiter', separator)}`,
    );
  }
  if (/^\s*[[{]\s*["{]/.test(text)) {
    throw new ReadError(`${label} looks like JSON; if each line is an object, add \`format: 'jsonl'\``);
  }
  if (/^\s*<(!doctype|html|\?xml)/i.test(text)) {
    throw new ReadError(`${label} is a web page or XML; was it downloaded in the right way?`);
  }
}

function skipLine(text: string, lines: number): number {
  let start = 0;
  for (let i = 0; i < lines; i++) {
    const end = /\r\n|[\r\n]/g;
    end.lastIndex = start;
    if (!end.test(text)) return text.length;
    start = end.lastIndex;
  }
  return start;
}

function lineCount(text: string): number {
  return text.match(/\r\n|[\r\n]/g)?.length ?? 0;
}

/** Finds the delimiter that cuts all lines looked at, or most, alike; a comma for one column. */
function findDelimiter(
  text: string,
  start: number,
  whole: boolean,
  { label, path }: Source,
  decimal: CsvHeadOptions['decimal'],
): string {
  if (/\.tsv(\.gz)?$/i.test(path)) return '\t';
  const all = DELIMITERS.map((delimiter) => ({
    delimiter,
    ...widths(text, start, whole, delimiter),
  })).filter(({ header }) => header > 1);
  // A comma that begins decimals separates values only where nothing else can: the numbers are in quotes.
  const others = all.filter(({ delimiter }) => delimiter !== decimal);
  const found = others.length > 0 ? others : all;
  const regular = found.filter(({ agree }) => agree === 1);
  if (regular.length === 1) return regular[0]!.delimiter;
  if (regular.length > 1) {
    throw new ReadError(
      `${label}: lines can be cut at ${regular.map(({ delimiter, header }) => `"${delimiter}" (${header} columns)`).join(' and at ')}; say which: ${optionText('delimiter', regular[0]!.delimiter)}${regular[0]!.delimiter === ',' ? ", or `decimal: ','` if commas begin decimals" : ''}`,
    );
  }
  const [best] = found.sort((left, right) => right.agree - left.agree || right.header - left.header);
  return best?.delimiter ?? (decimal === ',' ? ';' : ',');
}

function widths(
  text: string,
  start: number,
  whole: boolean,
  delimiter: string,
): { header: number; agree: number } {
  const lengths: number[] = [];
  for (let position = start; position < text.length && lengths.length < LOOKED_AT; ) {
    const { fields, end } = parseRecord(text, position, delimiter);
    const isWhole = end < text.length || whole || lengths.length === 0;
    if (!isBlank(fields) && isWhole) lengths.push(fields.length);
    position = end;
  }
  const header = lengths[0] ?? 0;
  return { header, agree: lengths.filter((length) => length === header).length / lengths.length };
}

const isBlank = (fields: readonly string[]): boolean => fields.length === 1 && fields[0] === '';

export interface CsvRecord {
  /** Trimmed. */
  readonly fields: string[];
  /** Where the next record begins. */
  readonly end: number;
  /** How the record's last line ends; '' at the end of the text. */
  readonly lineEnd: string;
  /** A quoted value is not closed, or goes on after it was. */
  readonly broken: boolean;
}

/** Parses one record of RFC 4180 from `start` on; spaces around quotes do not count. */
export function parseRecord(text: string, start: number, delimiter: string): CsvRecord {
  const fields: string[] = [];
  let position = start;
  let broken = false;
  for (;;) {
    let field = '';
    let isQuoted = false;
    while (text[position] === ' ' && delimiter !== ' ') position++;
    if (text[position] === '"') {
      isQuoted = true;
      const from = ++position;
      let close = text.indexOf('"', from);
      while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
      broken ||= close < 0;
      const end = close < 0 ? text.length : close;
      field = text.slice(from, end).replaceAll('""', '"');
      position = end + 1;
    }
    const from = position;
    while (position < text.length && text[position] !== delimiter && !isLineEnd(text[position]!)) position++;
    const rest = text.slice(from, position);
    broken ||= isQuoted && /[^ ]/.test(rest);
    fields.push((field + rest).trim());
    if (text[position] !== delimiter) break;
    position++;
  }
  const isPair = text[position] === '\r' && text[position + 1] === '\n';
  const end = Math.min(position + (isPair ? 2 : 1), text.length);
  return { fields, end, lineEnd: text.slice(position, end), broken };
}

const isLineEnd = (character: string): boolean => character === '\n' || character === '\r';

function namesFrom(
  fields: readonly string[],
  label: string,
  options: CsvHeadOptions,
): { names: readonly string[]; notes: string[] } {
  const { skipLines = 0, duplicateHeaders } = options;
  if (fields.every((field) => field === '')) {
    throw new ReadError(
      `${label}, line ${skipLines + 1}: the line that should name the columns is blank; leave it out with ${optionText('skipLines', skipLines + 1)}, or name the columns with ${NAMES}`,
    );
  }
  const plain = respell(spellingOf(options));
  const numbers = fields.filter((field) => plain(field) !== undefined);
  if (numbers.length > 0) {
    const shortNumbers = numbers.map((number) => shortened(number));
    throw new ReadError(
      `${label}: the first line looks like data (${listed(shortNumbers, 3)} ${numbers.length === 1 ? 'is no name of a column' : 'are no names of columns'}); name the columns with ${NAMES}, and if it is a header all the same, add ${optionText('skipLines', skipLines + 1)}`,
    );
  }
  const notes: string[] = [];
  const given = fields.map((field, i) => {
    if (field !== '') return field;
    notes.push(`column ${i + 1} has no name in the header; it is called "column_${i + 1}"`);
    return `column_${i + 1}`;
  });
  const names = duplicateHeaders === 'suffix' ? withSuffixes(given, notes) : given;
  checkDistinct(names, label, "; rename all but one, or add `duplicateHeaders: 'suffix'`");
  if (names.length === 1) {
    notes.push('there is one column only; if there should be more, say what separates them: `delimiter`');
  }
  return { names, notes };
}

function checkGiven(columns: readonly string[], fields: readonly string[], label: string): readonly string[] {
  checkDistinct(columns, '`columns`', '; rename all but one');
  if (columns.length !== fields.length) {
    throw new ReadError(
      `${label} has ${count(fields.length, 'column')}, but \`columns\` gives ${count(columns.length, 'name')}; give one for each`,
    );
  }
  if (columns.every((name, i) => name.toLowerCase() === fields[i]!.toLowerCase())) {
    throw new ReadError(`${label} has a header line with these names; leave out \`columns\``);
  }
  return columns;
}

/** Gives later columns of a name a number that no other column has, and notes it. */
function withSuffixes(given: readonly string[], notes: string[]): readonly string[] {
  const taken = new Set(given);
  const nextNumbers = new Map<string, number>();
  return given.map((name, i) => {
    let number = nextNumbers.get(name);
    if (number === undefined) {
      nextNumbers.set(name, 2);
      return name;
    }
    while (taken.has(`${name}_${number}`)) number++;
    const own = `${name}_${number}`;
    nextNumbers.set(name, number + 1);
    taken.add(own);
    notes.push(
      `column ${i + 1} has the name of an earlier one, ${quoted([name])}; it is called ${quoted([own])}`,
    );
    return own;
  });
}

function checkDistinct(names: readonly string[], label: string, wayOut: string): void {
  const places = new Map<string, number[]>(names.map((name) => [name, []]));
  for (const [i, name] of names.entries()) places.get(name)!.push(i + 1);
  const twice = [...places].filter(([, at]) => at.length > 1);
  if (twice.length > 0) {
    const complaints = twice.map(
      ([name, at]) => `columns ${listed(at.map(String), SHOWN, ' and ')} are all named ${quoted([name])}`,
    );
    throw new ReadError(`${label}: ${listed(complaints, SHOWN, '; ')}${wayOut}`);
  }
}
