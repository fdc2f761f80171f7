// Reads a large CSV file on all cores: it is cut at line ends into as many parts as there are cores, each
// read as if it were a file of its own, the first here and the others by workers. That is right only where no
// value is in quotes, which could hold a line end, and where all parts agree on what each column holds.
// Wherever it is not, or anything at all goes wrong, nothing is returned, and the file is read in one piece.

import { closeSync, openSync, readSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { CategoricalColumn, Column, NumericColumn } from '@fairfront/core';
import { concatColumns } from '@fairfront/core/internal';
import { isCompiled, runTasks } from '../../threads/run-tasks.js';
import { type Finished, isRejected, LEVEL_LIMIT, manyLevels, type OnProgress } from '../columns/finished.js';
import { type CsvPartProgress, csvPartJob, readCsvPart } from './csv-part.js';
import type { CsvRows, CsvRowsTask } from './csv-rows.js';

/** Smaller files are read before a worker has started and warmed up. */
const SMALLEST = 64 << 20;
/** A line must end within so many bytes. */
const LINE_WITHIN = 1 << 20;

/** By how much the first part is larger, as a share of the others: it is begun while the workers start. */
const HEAD_START = 0.15;

/**
 * Reads a file in parts, or returns nothing where that is not safe.
 * @param task of the whole file; its text is UTF-8, not packed
 * @param smallest smaller files are left to the reader in one piece. Default 64 MB
 */
export async function readCsvInParts(
  path: string,
  task: CsvRowsTask,
  onProgress: OnProgress | undefined,
  smallest = SMALLEST,
): Promise<CsvRows | undefined> {
  const { size } = task;
  const count = Math.min(availableParallelism(), Math.floor((2 * size) / smallest));
  if (size < smallest || count < 2 || !isCompiled(csvPartJob)) return undefined;
  const bounds = partBounds(path, size, count, task.lineEnd);
  if (bounds === undefined) return undefined;
  const parts = bounds.slice(1).map((end, i) => {
    const start = bounds[i]!;
    // The first part's columns have room for the others', which are then joined to them.
    return { path, start, end, task: i === 0 ? task : { ...task, skip: 0, size: end - start } };
  });
  const done: CsvPartProgress[] = parts.map(() => ({ rowCount: 0, bytes: 0 }));
  const tell = (part: number, progress: CsvPartProgress): void => {
    done[part] = progress;
    const sum = (name: keyof CsvPartProgress): number => done.reduce((total, each) => total + each[name], 0);
    onProgress?.(sum('rowCount'), sum('bytes') / size);
  };
  const others = runTasks(parts.slice(1), {
    job: csvPartJob,
    shared: undefined,
    threads: parts.length - 1,
    onReport: (i, progress) => tell(i + 1, progress),
  });
  const read = await Promise.all([
    readCsvPart(parts[0]!, (progress) => tell(0, progress)),
    others.catch(() => []),
  ]);
  const rows = read.flat().filter((part) => part !== undefined);
  return rows.length === parts.length ? joined(rows, task) : undefined;
}

/** Where the parts begin, each after a line's end near its share of the file, and the size. */
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

/** The same values with room for more: in their own memory where there is room behind them. */
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

/** Whether all parts together have too many levels, though no part has. */
function hasTooMany(column: Column, { declared }: CsvRowsTask): boolean {
  return (
    column.kind === 'categorical' &&
    !declared.categorical.has(column.name) &&
    column.levels.length > LEVEL_LIMIT
  );
}
