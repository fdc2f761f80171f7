// Reads a CSV file from its first byte to its last.
//
// DuckDB's parser is not used. In silence it reads CSV in ways that nobody meant: it drops a value too many
// at a line's end if it looks like a marker of missing values, takes the lines of a value with line breaks
// for rows where its threads begin in the middle of it, and 1_000, +-5 and -nan for numbers. To check for all
// that takes longer than to read.

import { readChunks } from '#bytes';
import type { OnProgress, ReadColumns, Wanted } from '../columns/finished.js';
import type { Source } from '../source/formats.js';
import { type CsvHeadOptions, readCsvHead, spellingOf } from './csv-head.js';
import { type CsvRows, type CsvRowsTask, readCsvRows } from './csv-rows.js';

/** Reads a file on all cores, or returns nothing where that is not safe. */
export type ReadInParts = (
  path: string,
  task: CsvRowsTask,
  onProgress: OnProgress | undefined,
) => Promise<CsvRows | undefined>;

/** Reads a CSV file. @param readInParts tried first, where no line end can be in a value */
export async function readCsv(
  source: Source,
  options: CsvHeadOptions,
  { choose, declared, missing, onProgress }: Wanted,
  readInParts?: ReadInParts,
): Promise<ReadColumns> {
  const head = await readCsvHead(source, options);
  const task: CsvRowsTask = {
    label: source.label,
    delimiter: head.delimiter,
    lineEnd: head.lineEnd === '\r' ? '\r' : '\n',
    line: head.linesBefore + 1,
    skip: head.bytesBefore,
    encoding: options.encoding ?? 'utf-8',
    names: head.names,
    wanted: choose(head.names),
    declared,
    missing,
    spelling: spellingOf(options),
    size: source.gzipped ? 0 : source.size,
  };
  const isPlain = !source.gzipped && task.encoding === 'utf-8' && !head.hasQuotes;
  const rows =
    (isPlain ? await readInParts?.(source.path, task, onProgress) : undefined) ??
    (await readCsvRows(readChunks(source), task, (rowCount, bytes) =>
      onProgress?.(rowCount, source.gzipped ? undefined : bytes / source.size),
    ));
  const { rowCount, finished, notes } = rows;
  return { names: head.names, rowCount, finished, notes: [...head.notes, ...notes] };
}
