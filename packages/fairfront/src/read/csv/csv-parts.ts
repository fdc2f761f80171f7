// A large CSV file on all cores: cut at line ends into as many parts as there are cores, each read as if it were a file of its own, the
// first here and the others by workers. That is right only where no value is in quotes, which could hold a line end, and where all parts agree on what each column holds.
// Whenever it is not, or anything at all goes wrong, nothing is returned, and the file is read in one piece: there is one truth.

import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { CategoricalColumn, Column, NumericColumn } from '@fairfront/core';
import { concatColumns } from '@fairfront/core/internal';
import { type Finished, isRejected, LEVEL_LIMIT, manyLevels, type OnProgress } from '../columns/finished.js';
import { type CsvPart, readCsvPart } from './csv-part.js';
import type { CsvRows, CsvRowsTask } from './csv-rows.js';

export type CsvPartMessage =
  | { readonly kind: 'progress'; readonly rowCount: number; readonly bytes: number }
  /** undefined where the part cannot be read on its own. */
  | { readonly kind: 'rows'; readonly rows: CsvRows | undefined };

/** Smaller files are read before a worker has started and warmed up. */
const SMALLEST = 64 << 20;
/** Bytes in which a line must end. */
const LINE_WITHIN = 1 << 20;

/** What the first part is larger by, as a share of the others: it is begun while the workers start. */
const HEAD_START = 0.15;

/** Compiled, it lies beside this file; from the sources, as in tests, there is none. */
const WORKER = new URL('./csv-worker.js', import.meta.url);

/**
 * @param task of the whole file; its text is UTF-8, not packed
 * @param smallest smaller files are left to whoever reads in one piece. Default 64 MB
 */
export async function readCsvInParts(
  path: string,
  task: CsvRowsTask,
  onProgress: OnProgress | undefined,
  smallest = SMALLEST,
): Promise<CsvRows | undefined> {
  const { size } = task;
  const count = Math.min(availableParallelism(), Math.floor((2 * size) / smallest));
  if (size < smallest || count < 2 || !existsSync(fileURLToPath(WORKER))) return undefined;
  const bounds = partBounds(path, size, count, task.lineEnd);
  if (bounds === undefined) return undefined;
  const done = bounds.slice(1).map(() => ({ rowCount: 0, bytes: 0 }));
  const read = bounds.slice(1).map((end, i) => {
    const start = bounds[i]!;
    // The first part's columns have room for the others', which are then joined to them.
    const ownTask = i === 0 ? task : { ...task, skip: 0, size: end - start };
    return (i === 0 ? readCsvPart : readByWorker)({ path, start, end, task: ownTask }, (rowCount, bytes) => {
      done[i] = { rowCount, bytes };
      const sum = (value: (each: (typeof done)[number]) => number): number =>
        done.reduce((total, each) => total + value(each), 0);
      onProgress?.(
        sum((each) => each.rowCount),
        sum((each) => each.bytes) / size,
      );
    });
  });
  const parts = (await Promise.all(read)).filter((part) => part !== undefined);
  return parts.length === read.length ? joined(parts, task) : undefined;
}

/** 0, after a line's end near each further share, and the size. */
function partBounds(path: string, size: number, count: number, lineEnd: string): number[] | undefined {
  const file = openSync(path, 'r');
  const bytes = Buffer.alloc(LINE_WITHIN);
  try {
    const bounds = [0];
    for (let part = 1; part < count; part++) {
      const from = Math.floor((size * (part + HEAD_START)) / (count + HEAD_START));
      const end = bytes.subarray(0, readSync(file, bytes, 0, LINE_WITHIN, from)).indexOf(lineEnd);
      if (end < 0) return undefined;
      bounds.push(from + end + 1);
    }
    return [...bounds, size];
  } finally {
    closeSync(file);
  }
}

function readByWorker(
  part: CsvPart,
  onProgress: (rowCount: number, bytes: number) => void,
): Promise<CsvRows | undefined> {
  return new Promise((resolve) => {
    const worker = new Worker(WORKER, { workerData: part });
    worker.on('message', (message: CsvPartMessage) => {
      if (message.kind === 'progress') onProgress(message.rowCount, message.bytes);
      else resolve(message.rows);
    });
    worker.on('error', () => resolve(undefined));
    worker.on('exit', () => resolve(undefined));
  });
}

function joined(parts: readonly CsvRows[], task: CsvRowsTask): CsvRows | undefined {
  const [first] = parts;
  const agree = parts.every(({ finished }) =>
    finished.every((column, i) => kindOf(column) === kindOf(first!.finished[i]!)),
  );
  const isClear = first!.finished.every((column) => !isRejected(column) || column.rejected === 'many-levels');
  if (!agree || !isClear || first!.isUnsettled) return undefined;
  const finished = first!.finished.map((column, i): Finished => {
    if (isRejected(column)) return column;
    const whole = join(parts.map((part) => part.finished[i] as Column));
    return hasTooMany(whole, task) ? manyLevels(whole.name, (column as CategoricalColumn).levels) : whole;
  });
  return {
    rowCount: parts.reduce((sum, { rowCount }) => sum + rowCount, 0),
    finished,
    notes: first!.notes,
    isUnsettled: false,
  };
}

function join(columns: readonly Column[]): Column {
  const [first] = columns;
  if (first!.kind === 'categorical')
    return concatColumns(
      columns,
      columns.map(() => ''),
    );
  const numbers = columns.map((column) => (column as NumericColumn).values);
  const values = withRoom(
    numbers[0]!,
    numbers.reduce((sum, { length }) => sum + length, 0),
  );
  let start = numbers[0]!.length;
  for (const more of numbers.slice(1)) {
    values.set(more, start);
    start += more.length;
  }
  return { kind: 'numeric', name: first!.name, values };
}

/** The same values with room for more, where they lie if there is room behind them. */
function withRoom(values: Float64Array, length: number): Float64Array {
  const { buffer, byteOffset } = values;
  if (byteOffset + length * values.BYTES_PER_ELEMENT <= buffer.byteLength) {
    return new Float64Array(buffer, byteOffset, length);
  }
  const larger = new Float64Array(length);
  larger.set(values);
  return larger;
}

function kindOf(column: Finished): string {
  return isRejected(column) ? column.rejected : column.kind;
}

/** Too many levels together, though no part has. */
function hasTooMany(column: Column, { declared }: CsvRowsTask): boolean {
  return (
    column.kind === 'categorical' &&
    !declared.categorical.has(column.name) &&
    column.levels.length > LEVEL_LIMIT
  );
}
