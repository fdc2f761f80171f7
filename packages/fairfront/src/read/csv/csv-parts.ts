// Reads large CSV files on all cores: they are cut at line ends into as many parts as there are cores, each
// read as if it were a file of its own, the first here and the others by workers. That is right only where no
// value is in quotes, which could hold a line end, and where all parts agree on what each column holds.
// Wherever it is not, or anything at all goes wrong, nothing is returned, and the files are read in one piece.

import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { CategoricalColumn, Column, NumericColumn } from '@fairfront/core';
import { compareLevels, concatColumns } from '@fairfront/core/internal';
import type { KeptColumn } from '../../store/kept-cells.js';
import type { TableStore } from '../../store/table-store.js';
import { isCompiled, runTasks } from '../../threads/run-tasks.js';
import {
  type Grown,
  isKept,
  isRejected,
  LEVEL_LIMIT,
  manyLevels,
  type OnProgress,
} from '../columns/finished.js';
import { type CsvPart, type CsvPartProgress, type CsvPartRows, csvPartJob, readCsvPart } from './csv-part.js';
import type { CsvRows, CsvRowsTask } from './csv-rows.js';

/** Smaller files are read before a worker has started and warmed up. */
const SMALLEST = 64 << 20;
/** A line must end within so many bytes. */
const LINE_WITHIN = 1 << 20;

/** By how much the first part is larger, as a share of the others: it is begun while the workers start. */
const HEAD_START = 0.15;

/** A CSV file, and how its rows are read. */
export interface CsvFile {
  readonly path: string;
  readonly task: CsvRowsTask;
}

/**
 * Reads files in parts, or returns nothing where that is not safe.
 * @param files with the same columns; their text is UTF-8, not packed
 * @param store where cells go that are not to stay in memory
 * @param smallest what is smaller in all is left to the reader in one piece. Default 64 MB
 */
export async function readCsvInParts(
  files: readonly CsvFile[],
  onProgress: OnProgress | undefined,
  store?: TableStore,
  smallest = SMALLEST,
): Promise<CsvRows | undefined> {
  const size = files.reduce((sum, { task }) => sum + task.size, 0);
  const count = Math.min(availableParallelism(), Math.floor((2 * size) / smallest));
  if (size < smallest || count < 2 || !isCompiled(csvPartJob)) return undefined;
  const parts: CsvPart[] = [];
  for (const { path, task } of files) {
    const share = Math.max(1, Math.round((count * task.size) / size));
    const bounds = partBounds(path, task.size, share, task.lineEnd);
    if (bounds === undefined) return undefined;
    for (const [i, end] of bounds.slice(1).entries()) {
      const start = bounds[i]!;
      // The first part's columns have room for the others', which are then joined to them.
      const own =
        parts.length === 0
          ? { ...task, size }
          : { ...task, skip: i === 0 ? task.skip : 0, size: end - start };
      parts.push({ path, start, end, task: own, cells: store?.nextFile() });
    }
  }
  const rows = await readParts(parts, size, count, onProgress);
  const whole = rows && joined(rows, files[0]!.task);
  for (const { file } of rows ?? []) {
    if (file === undefined) continue;
    if (whole === undefined) rmSync(file.path, { force: true });
    else store!.add(file);
  }
  return whole;
}

/** The rows of all parts; nothing where one cannot be read on its own. */
async function readParts(
  parts: readonly CsvPart[],
  size: number,
  threads: number,
  onProgress: OnProgress | undefined,
): Promise<CsvPartRows[] | undefined> {
  const done: CsvPartProgress[] = parts.map(() => ({ rowCount: 0, bytes: 0 }));
  const tell = (part: number, progress: CsvPartProgress): void => {
    done[part] = progress;
    const sum = (name: keyof CsvPartProgress): number => done.reduce((total, each) => total + each[name], 0);
    onProgress?.(sum('rowCount'), sum('bytes') / size);
  };
  const here = parts.length > threads ? 0 : 1; // as many as threads: this one does not only wait
  const others = runTasks(parts.slice(here), {
    job: csvPartJob,
    shared: undefined,
    threads: threads - here,
    onReport: (i, progress) => tell(i + here, progress),
  });
  const read = await Promise.all([
    ...parts.slice(0, here).map((part) => readCsvPart(part, (progress) => tell(0, progress))),
    others.catch(() => []),
  ]);
  const rows = read.flat().filter((part) => part !== undefined);
  if (rows.length === parts.length) return rows;
  for (const { cells } of parts) if (cells !== undefined) rmSync(cells.path, { force: true });
  return undefined;
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
  const finished = first!.finished.map((column, i): Grown => {
    if (isRejected(column)) return column;
    const all = parts.map((part) => part.finished[i]!);
    const whole = all.every(isKept) ? joinKept(all) : join(all as Column[]);
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

/** Cells that are kept elsewhere stay there; levels are those of all. */
function joinKept(columns: readonly KeptColumn[]): KeptColumn {
  const [first] = columns;
  if (first!.kind === 'numeric') {
    return { ...first!, kept: columns.flatMap((column) => (column.kind === 'numeric' ? column.kept : [])) };
  }
  const categorical = columns.filter((column) => column.kind === 'categorical');
  const levels = [...new Set(categorical.flatMap((column) => column.levels))].sort(compareLevels);
  const position = new Map(levels.map((level, code) => [level, code]));
  const kept = categorical.flatMap((column) =>
    column.kept.map((cells) => ({
      ...cells,
      codes: cells.codes.map((code) => position.get(column.levels[code]!) ?? levels.length),
    })),
  );
  return { ...first!, levels, kept };
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

function kindOf(column: Grown): string {
  return isRejected(column) ? column.rejected : column.kind;
}

/** Whether all parts together have too many levels, though no part has. */
function hasTooMany(column: Column | KeptColumn, { declared }: CsvRowsTask): boolean {
  return (
    column.kind === 'categorical' &&
    !declared.categorical.has(column.name) &&
    column.levels.length > LEVEL_LIMIT
  );
}
