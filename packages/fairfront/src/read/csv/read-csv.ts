// A CSV file, read from its first byte to its last.
//
// Not through DuckDB's parser, which reads CSV in silence in ways that nobody meant: it drops a value too many at a line's end if it looks like
// a marker of missing values, takes the lines of a value with line breaks for rows where its threads begin in the middle of it, and
// 1_000, +-5 and -nan for numbers. To look for all that before it reads takes longer than to read.

import type { Declared, Missing, OnProgress, ReadColumns } from '../columns/finished.js';
import { readChunks, type Source } from '../source/source.js';
import { type CsvHeadOptions, readCsvHead } from './csv-head.js';
import { readCsvInParts } from './csv-parts.js';
import { type CsvRowsTask, readCsvRows } from './csv-rows.js';

/** @param choose the columns that are read, by their names */
export async function readCsv(
  source: Source,
  options: CsvHeadOptions,
  choose: (names: readonly string[]) => ReadonlySet<string>,
  declared: Declared,
  missing: Missing,
  onProgress: OnProgress | undefined,
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
    markers: missing.markers,
    size: source.gzipped ? 0 : source.size,
  };
  const isPlain = !source.gzipped && task.encoding === 'utf-8' && !head.hasQuotes;
  const rows =
    (isPlain ? await readCsvInParts(source.path, task, onProgress) : undefined) ??
    (await readCsvRows(readChunks(source), task, (rowCount, bytes) =>
      onProgress?.(rowCount, source.gzipped ? undefined : bytes / source.size),
    ));
  const { rowCount, finished, notes } = rows;
  return { names: head.names, rowCount, finished, notes: [...head.notes, ...notes] };
}
