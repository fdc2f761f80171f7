// CSV read by the rules as they are documented, character by character and without regard for speed: what the
// reader must agree with. RFC 4180, with these rules where it says nothing: - The text is UTF-8, with or
// without a byte order mark, and has no zero bytes. - Lines end with \n or \r\n, or all with \r. Quotes are
// quotes where a value begins, else they are text. Spaces around quotes do not count. - The delimiter is the
// one of , ; tab | that gives every line the columns of the first, if only one does, and more than one
// column. - Values and names are trimmed. Lines without a value are passed over; in a table of one column
// they are missing values. - A column of numbers is numeric; a column that has other texts, or numbers with
// leading zeros, is categorical. Many numbers among other
//   texts, infinite numbers and numbers with commas are errors.

export interface ReferenceColumn {
  readonly name: string;
  readonly kind: 'numeric' | 'categorical';
  /** null is missing. */
  readonly cells: readonly (number | string | null)[];
}

/** The columns, or why there are none. */
export type ReferenceReading = readonly ReferenceColumn[] | string;

const DELIMITERS = [',', ';', '\t', '|'];
const MISSING = ['', 'NA', 'NaN', 'nan', 'null', 'NULL', '?'];
/** Numbers among other texts are names of levels up to so many. */
const LEVEL_NUMBERS = 20;

/** @param areCategories whether all columns are declared to be categories */
export function readByReference(
  bytes: Uint8Array,
  delimiter?: string,
  areCategories = false,
): ReferenceReading {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return 'not UTF-8';
  }
  if (text.includes('\0')) return 'a zero byte';
  if (delimiter !== undefined) return columnsOf(parse(text, delimiter), areCategories);
  const records = DELIMITERS.map((each) => parse(text, each));
  const fitting = records.filter(
    (each) => typeof each !== 'string' && each[0]!.length > 1 && isRegular(each),
  );
  return fitting.length > 1 ? 'two delimiters fit' : columnsOf(fitting[0] ?? records[0]!, areCategories);
}

type Records = readonly (readonly string[])[];

function parse(text: string, delimiter: string): Records | string {
  const records: string[][] = [];
  let record: string[] = [];
  let lineEnd: string | undefined;
  let at = 0;
  const endAt = (): string =>
    text.startsWith('\r\n', at) ? '\r\n' : /[\r\n]/.test(text[at] ?? '') ? text[at]! : '';
  for (;;) {
    let quote = at;
    while (text[quote] === ' ') quote++;
    let value = '';
    if (text[quote] === '"') {
      at = quote + 1;
      while (text[at] !== '"' || text[at + 1] === '"') {
        if (at >= text.length) return 'a quote is left open';
        value += text[at];
        at += text[at] === '"' ? 2 : 1;
      }
      at++;
      while (text[at] === ' ') at++;
      if (at < text.length && text[at] !== delimiter && endAt() === '') return 'text after a quoted value';
    } else {
      while (at < text.length && text[at] !== delimiter && endAt() === '') value += text[at++];
    }
    record.push(value.trim());
    if (text[at] === delimiter) {
      at++;
      continue;
    }
    records.push(record);
    record = [];
    if (at >= text.length) return records;
    lineEnd ??= endAt();
    // Cut between \r and \n, a file has lost nothing.
    if (lineEnd !== '\r' && text.slice(at) === '\r') return records;
    if ((endAt() === '\r') !== (lineEnd === '\r')) return 'line ends of two kinds';
    at += endAt().length;
    if (at >= text.length) return records;
  }
}

const isBlank = (record: readonly string[], width: number): boolean =>
  width > 1 && record.length === 1 && record[0] === '';

function isRegular([header, ...rows]: Records): boolean {
  const width = header!.length;
  return rows.every((row) => row.length === width || isBlank(row, width));
}

function columnsOf(records: Records | string, areCategories: boolean): ReferenceReading {
  if (typeof records === 'string') return records;
  const header = records[0]!;
  if (header.every((name) => name === '')) return 'no names';
  if (header.some(isNumber)) return 'a header of numbers';
  const names = header.map((name, i) => (name === '' ? `column_${i + 1}` : name));
  if (new Set(names).size < names.length) return 'a name twice';
  if (!isRegular(records)) return 'a line with another number of values';
  const rows = records.slice(1).filter((record) => !isBlank(record, names.length));
  if (rows.length === 0) return 'no rows';
  const columns: ReferenceColumn[] = [];
  for (const [i, name] of names.entries()) {
    const column = columnOf(
      name,
      rows.map((row) => row[i]!),
      areCategories,
    );
    if (typeof column === 'string') return column;
    columns.push(column);
  }
  return columns;
}

function columnOf(name: string, texts: readonly string[], isCategory: boolean): ReferenceColumn | string {
  const cells = texts.map((text) => (MISSING.includes(text) ? null : text));
  if (isCategory) return { name, kind: 'categorical', cells };
  const different = [...new Set(cells)].filter((cell) => cell !== null);
  const numbers = different.filter((text) => isNumber(text) || isInfinite(text)).length;
  const hasLeadingZeros = different.some((text) => text.length > 1 && /^0[0-9]*$/.test(text));
  const areMany = numbers > LEVEL_NUMBERS && 2 * numbers >= different.length;
  if (!hasLeadingZeros && (numbers === different.length || areMany)) {
    if (numbers < different.length) return 'numbers and other texts';
    if (different.some(isInfinite)) return 'infinite';
    return { name, kind: 'numeric', cells: cells.map((cell) => (cell === null ? null : Number(cell))) };
  }
  const commas = different.filter(hasComma).length;
  if (commas > 0 && 2 * commas >= different.length) return 'numbers with commas';
  return { name, kind: 'categorical', cells };
}

/** Digits with at most one point, a sign before them and a power of ten after them. */
function isNumber(text: string): boolean {
  const [, mantissa = '', power] = /^[+-]?([^eE]*)(?:[eE](.*))?$/.exec(text) ?? [];
  const digits = mantissa.replace('.', '');
  return /^[0-9]+$/.test(digits) && (power === undefined || /^[+-]?[0-9]+$/.test(power));
}

function isInfinite(text: string): boolean {
  const unsigned = text.replace(/^[+-]/, '').toLowerCase();
  return ['inf', 'infinity'].includes(unsigned) || (isNumber(text) && Math.abs(Number(text)) === Infinity);
}

function hasComma(text: string): boolean {
  return /^[+-]?[0-9.,]*[0-9]$/.test(text) && text.includes(',');
}
