// Reads CSV files from the first byte to the last.
//
// DuckDB's parser is not used. In silence it reads CSV in ways that nobody meant: it drops a value too many
// at a line's end if it looks like a marker of missing values, takes the lines of a value with line breaks
// for rows where its threads begin in the middle of it, and 1_000, +-5 and -nan for numbers. To check for all
// that takes longer than to read.

import { readChunks } from '#bytes';
import type { CellStore } from '../../store/kept-cells.js';
import type { TableStore } from '../../store/table-store.js';
import { isKept, type OnProgress, type ReadColumns, type Wanted } from '../columns/finished.js';
import { checkSameNames, type Source } from '../source/formats.js';
import { type CsvHead, type CsvHeadOptions, readCsvHead, spellingOf } from './csv-head.js';
import { type CsvRows, type CsvRowsTask, readCsvRows } from './csv-rows.js';

/** Reads files on all cores, or returns nothing where that is not safe. */
export type ReadInParts = (
  files: readonly { readonly path: string; readonly task: CsvRowsTask }[],
  onProgress: OnProgress | undefined,
  store: TableStore | undefined,
) => Promise<CsvRows | undefined>;

/** How much larger packed text is, about. */
const UNPACKED = 4;

/** Reads a CSV file, or several as one table. @param readInParts tried first, where no line end can be in a value */
export async function readCsv(
  source: Source,
  options: CsvHeadOptions,
  wanted: Wanted,
  readInParts?: ReadInParts,
): Promise<ReadColumns> {
  const { onProgress } = wanted;
  const sources = source.parts ?? [source];
  const heads: CsvHead[] = [];
  for (const part of sources) heads.push(await readCsvHead(part, options));
  const { names } = heads[0]!;
  checkSameNames(sources.map(({ label }, i) => ({ label, names: heads[i]!.names })));
  const chosen = wanted.choose(names);
  const files = sources.map((part, i) => ({
    source: part,
    path: part.path,
    task: taskOf(part, heads[i]!, options, wanted, chosen),
  }));
  const expected = sources.map(
    ({ size, gzipped }, i) => (size * (gzipped ? UNPACKED : 1)) / heads[i]!.rowBytes,
  );
  const store = wanted.store?.(sum(expected), chosen.size);
  const isPlain = files.every(
    ({ source: { gzipped }, task }, i) =>
      !gzipped &&
      task.encoding === 'utf-8' &&
      !heads[i]!.hasQuotes &&
      task.names.every((name, place) => name === names[place]),
  );
  const size = sum(sources.map((part) => part.size));
  const hasSize = sources.every(({ gzipped }) => !gzipped);
  const pieces = files.map((file) => ({ task: file.task, chunks: () => readChunks(file.source) }));
  const inOnePiece = (cells?: CellStore): ReturnType<typeof readCsvRows> =>
    readCsvRows(
      pieces,
      (rowCount, bytes) => onProgress?.(rowCount, hasSize ? bytes / size : undefined),
      cells,
    );
  const rows: CsvRows & { readonly starts?: readonly number[] } =
    (isPlain ? await readInParts?.(files, onProgress, store) : undefined) ??
    (await (store === undefined ? inOnePiece() : store.fill(inOnePiece)));
  const { rowCount, finished, notes, starts } = rows;
  return {
    names,
    rowCount,
    finished: finished.map((column) => (isKept(column) ? store!.column(column) : column)),
    notes: [...new Set([...heads.flatMap((head) => head.notes), ...notes])],
    ...(starts &&
      source.parts && { files: starts.map((firstRow, i) => ({ label: sources[i]!.label, firstRow })) }),
  };
}

function taskOf(
  source: Source,
  head: CsvHead,
  options: CsvHeadOptions,
  { declared, missing }: Wanted,
  wanted: ReadonlySet<string>,
): CsvRowsTask {
  return {
    label: source.label,
    delimiter: head.delimiter,
    lineEnd: head.lineEnd === '\r' ? '\r' : '\n',
    line: head.linesBefore + 1,
    skip: head.bytesBefore,
    encoding: options.encoding ?? 'utf-8',
    names: head.names,
    wanted,
    declared,
    missing,
    spelling: spellingOf(options),
    size: source.gzipped ? 0 : source.size,
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
