// How a table is read: what a caller may say of it, and what becomes of its columns once all rows are there. The same for
// files in Node and for text in a page.

import type { Readable } from 'node:stream';
import { type Column, createTable, type Table } from '@fairfront/core';
import { count, describeNearest, quoted } from '@fairfront/core/internal';
import {
  bytes,
  flag,
  type OptionKind,
  type OptionKinds,
  object,
  oneOf,
  path,
  text,
  texts,
  wholeNumber,
} from '../option-kinds.js';
import { optionText } from '../option-text.js';
import { checkColumns, textsOf } from './columns/check-columns.js';
import {
  type Declared,
  isRejected,
  LEVEL_LIMIT,
  type OnProgress,
  type ReadColumns,
  type Wanted,
} from './columns/finished.js';
import { type NumberSpelling, THOUSANDS } from './columns/number-spelling.js';
import { spellingNotes } from './columns/other-spelling.js';
import { isNumberText, MISSING_MARKERS } from './columns/text-values.js';
import { type CsvHeadOptions, ENCODINGS, parseRecord, spellingOf } from './csv/csv-head.js';
import type { DatabaseOptions } from './source/database.js';
import { FORMATS, type Format, type Source } from './source/formats.js';
import { ReadError } from './source/read-error.js';

export interface ReadOptions extends CsvHeadOptions, DatabaseOptions {
  /** What the file is. Default: told by its first bytes, then by its name. */
  readonly format?: Format;
  /** Texts that mean missing, beside the empty text, NA, NaN, nan, null, NULL and ?. Default: none. */
  readonly missing?: readonly string[];
  /** Columns that are categories, whatever they look like. Default: guessed from their texts. */
  readonly categorical?: readonly string[];
  /** Columns that are numbers: any other text in them is an error. Default: guessed from their texts. */
  readonly numeric?: readonly string[];
  /** Columns of texts, of any number of different ones, read as levels. Default: none. */
  readonly text?: readonly string[];
  /** Columns that are not read. Default: none. */
  readonly ignore?: readonly string[];
  /** Columns that name a thing, such as a person: categories of any number of levels, if they are there. */
  readonly naming?: readonly string[];
  /**
   * The column with pictures: their paths, or in a database their bytes, which are read as data URIs.
   * Default: none.
   */
  readonly image?: string;
  /**
   * Bytes that a table may take with what is made of it. A larger one is kept in files, and its columns are read when they
   * are asked for. Default: half of what the machine has.
   */
  readonly memory?: number;
  /** The folder where rows are kept that do not fit into memory. Default: a temporary one. */
  readonly cache?: string;
  /** Whether these rows stay in `cache`, where the same files read in the same way find them. Default false. */
  readonly keepCache?: boolean;
  /** What "-" reads. Default: standard input. */
  readonly stdin?: Readable;
  /** Told now and then how many rows are read and, where known, which share of the file that is. */
  readonly onProgress?: OnProgress;
}

export interface Reading {
  readonly table: Table;
  /** Every column of the file, in its order. */
  readonly columns: readonly ColumnReport[];
  /** What a person should know about how the file was read. */
  readonly notes: readonly string[];
  /** Where the rows are kept, if they do not fit into memory. */
  readonly cache?: RowCache;
}

/** A folder with the rows of a table, of which it is part: without it the table cannot be read. */
export interface RowCache {
  readonly folder: string;
  /** Bytes of memory that there are. Default: as many as are needed. */
  readonly memory?: number;
  /** Removes the folder. It is also done when the program ends. */
  remove(): void;
}

export interface ColumnReport {
  readonly name: string;
  /** 'text': so many different texts that they make no category; not in the table. */
  readonly kind: Column['kind'] | 'text' | 'ignored';
  /** Present where the caller said that they are numbers. */
  readonly declared?: true;
}

/** A list of names, on a command line a,b or "a,b",c. */
export const columnList = texts((given) => parseRecord(given, 0, ',').fields);
const called: OptionKind = {
  rule: 'a function',
  accepts: (value) => typeof value === 'function',
  parse: () => undefined,
};

/** What each option may be. */
export const READ_KINDS: OptionKinds<ReadOptions> = {
  categorical: columnList,
  numeric: columnList,
  text: columnList,
  ignore: columnList,
  missing: columnList,
  naming: columnList,
  columns: columnList,
  skipLines: wholeNumber(0, 2 ** 31),
  delimiter: {
    rule: 'one character of ASCII, neither a quote nor a line end',
    accepts: (value) => typeof value === 'string' && /^[^"\r\n\0\u0080-\uffff]$/.test(value),
    parse: (given) => (given === '\\t' || given === 'tab' ? '\t' : given),
  },
  encoding: oneOf(ENCODINGS),
  decimal: oneOf(['.', ',']),
  thousands: {
    rule: `one of ${THOUSANDS.filter((mark) => mark !== ' ').join('  ')}  or a space`,
    accepts: (value) => (THOUSANDS as readonly unknown[]).includes(value),
    parse: (given) => (given === 'space' ? ' ' : given),
  },
  duplicateHeaders: oneOf(['error', 'suffix']),
  format: oneOf(FORMATS),
  table: text,
  sql: text,
  image: text,
  memory: bytes,
  cache: path,
  keepCache: flag,
  stdin: object,
  onProgress: called,
};

/**
 * Reads a source as a table.
 * @param readColumns reads the columns that are wanted
 * @param storing how much memory there is, and where rows are kept that do not fit into it
 */
export async function readSource(
  source: Source,
  options: ReadOptions,
  readColumns: (wanted: Wanted) => Promise<ReadColumns>,
  storing: Pick<Wanted, 'memory' | 'store'> = {},
): Promise<Reading> {
  checkForFormat(source, options);
  const spelling = spellingOf(options);
  const pictures = options.image === undefined ? [] : [options.image];
  const wanted: Wanted = {
    choose: (names) => chosenColumns(names, source.label, options),
    declared: {
      categorical: new Set([
        ...(options.categorical ?? []),
        ...(options.text ?? []),
        ...(options.naming ?? []),
        ...pictures,
      ]),
      numeric: new Set(options.numeric),
      pictures: new Set(pictures),
    },
    missing: new Set([...MISSING_MARKERS, ...(options.missing ?? [])]),
    onProgress: options.onProgress,
    ...storing,
  };
  const read = await readColumns(wanted);
  checkTexts(read.finished, options.text ?? [], source.label);
  return reading(read, wanted.declared, source, spelling);
}

const CSV_OPTIONS: readonly (keyof CsvHeadOptions)[] = [
  'columns',
  'delimiter',
  'skipLines',
  'encoding',
  'decimal',
  'thousands',
  'duplicateHeaders',
];

/** Options that would have no effect are an error. */
export function checkForFormat({ format, label }: Source, options: ReadOptions): void {
  const checkWithout = (what: string, names: readonly (keyof ReadOptions)[]): void => {
    const given = names.filter((name) => options[name] !== undefined).map((name) => `\`${name}\``);
    if (given.length > 0) throw new ReadError(`${given.join(', ')}: for ${what} only; ${label} is ${format}`);
  };
  if (format !== 'csv') {
    checkWithout('CSV', CSV_OPTIONS);
  } else if (options.columns !== undefined && options.duplicateHeaders !== undefined) {
    throw new ReadError('`columns` names the columns; leave out `duplicateHeaders`');
  }
  if (format !== 'duckdb' && format !== 'sqlite') checkWithout('databases', ['table', 'sql']);
  else if (options.table !== undefined && options.sql !== undefined) {
    throw new ReadError('`table` and `sql` exclude each other; leave out one of them');
  }
}

function chosenColumns(names: readonly string[], label: string, options: ReadOptions): ReadonlySet<string> {
  const known = new Set(names);
  for (const option of ['categorical', 'numeric', 'text', 'ignore', 'image'] as const) {
    const name = [options[option] ?? []].flat().find((wanted) => !known.has(wanted));
    if (name === undefined) continue;
    const hint = describeNearest(name, names);
    throw new ReadError(`\`${option}\`: ${label} has no column ${quoted([name])}; ${hint}`);
  }
  const kinds = ['categorical', 'numeric', 'text'] as const;
  for (const [i, kind] of kinds.entries()) {
    for (const other of kinds.slice(i + 1)) {
      const both = options[kind]?.filter((name) => options[other]?.includes(name)) ?? [];
      if (both.length === 0) continue;
      throw new ReadError(
        `${quoted(both)}: declared both \`${kind}\` and \`${other}\`; leave out one of them`,
      );
    }
  }
  const ignored = new Set(options.ignore);
  const { image } = options;
  const other = (['ignore', 'numeric', 'text'] as const).find((option) => options[option]?.includes(image!));
  if (image !== undefined && other !== undefined) {
    throw new ReadError(`${quoted([image])}: named by \`image\` and by \`${other}\`; leave out one of them`);
  }
  const chosen = names.filter((name) => !ignored.has(name));
  if (chosen.length === 0) {
    throw new ReadError(`${label}: every column is ignored; leave one of them out of \`ignore\``);
  }
  return new Set(chosen);
}

/** Texts looked at to see whether all are numbers. */
const TEXTS_TRIED = 1000;

/** Refuses columns of numbers that were declared texts: their words would be the numbers. */
function checkTexts(finished: ReadColumns['finished'], text: readonly string[], label: string): void {
  for (const column of finished) {
    if (!text.includes(column.name)) continue;
    const levels = textsOf(column).slice(0, TEXTS_TRIED);
    if (levels.length === 0 || !levels.every((level) => isNumberText(level))) continue;
    throw new ReadError(
      `\`text\`: column ${quoted([column.name])} of ${label} holds numbers, such as ${quoted(levels.slice(0, 2))}, and no words; take it out of \`text\``,
    );
  }
}

function reading(
  { names, rowCount, finished, notes, files }: ReadColumns,
  { categorical, numeric }: Declared,
  { label, format }: Source,
  spelling: NumberSpelling,
): Reading {
  if (rowCount === 0) throw new ReadError(`${label} has columns, but no rows; is it the right file?`);
  const isCsv = format === 'csv';
  checkColumns(finished, categorical, label, isCsv ? spelling : undefined, files);
  const columns = finished.filter((column): column is Column => !isRejected(column));
  const limit = count(LEVEL_LIMIT, 'different text');
  if (columns.length === 0) {
    throw new ReadError(
      `${label}: every column has more than ${limit}; say which are texts to learn from with \`text\`, or categories with \`categorical\``,
    );
  }
  const kinds = new Map(
    finished.map((column) => [column.name, isRejected(column) ? ('text' as const) : column.kind]),
  );
  const manyLevels = finished.flatMap((column) =>
    isRejected(column) && column.rejected === 'many-levels'
      ? [
          `${quoted([column.name])} has more than ${limit}, such as ${quoted(column.examples.slice(0, 2))}: not used; learn from their words with ${optionText('text', [column.name])}, or declare them \`categorical\``,
        ]
      : [],
  );
  const asTexts = finished
    .filter(({ name }) => !categorical.has(name))
    .map((column) => ({ name: column.name, texts: textsOf(column) }));
  return {
    table: createTable(columns),
    columns: names.map((name) => ({
      name,
      kind: kinds.get(name) ?? 'ignored',
      ...(numeric.has(name) && { declared: true }),
    })),
    notes: [...notes, ...manyLevels, ...spellingNotes(asTexts, spelling, isCsv)],
  };
}
