// Columns whose cells are not in memory. They are columns like others: who looks at `values` or `codes` gets all of them,
// read when they are asked for. Who goes through a table row by row takes a range of it at a time.
//
// Columns that were looked at last are kept for a while, since a loop may ask for the same one in every row.

import type { Column, LevelCodes, Table } from './column.js';

/** What a stored column is, without its cells. */
export type ColumnShape =
  | { readonly kind: 'numeric'; readonly name: string }
  | { readonly kind: 'categorical'; readonly name: string; readonly levels: readonly string[] };

/** The cells of a column: numbers, or codes of levels. */
export type Cells = Float64Array | LevelCodes;

/** Reads the cells of rows [from, to). */
export type ReadCells = (from: number, to: number) => Cells;

/** Where the cells of a column are had from. */
export interface StoredCells {
  readonly rowCount: number;
  readonly read: ReadCells;
}

/** How the cells of stored columns are read. A copy of a column with other cells is not among them. */
const stored = new WeakMap<Column, StoredCells>();

/** Whole columns that were read, the one looked at last at the end. */
const recent = new Map<Column, Cells>();
let latest: { readonly column: Column; readonly cells: Cells } | undefined;
let recentBytes = 0;
let mostRecentBytes = 0;

/** Makes a column whose cells are read when they are asked for. */
export function storedColumn(shape: ColumnShape, rowCount: number, read: ReadCells): Column {
  const { name } = shape;
  const column: Column =
    shape.kind === 'numeric'
      ? {
          kind: 'numeric',
          name,
          get values() {
            return wholeColumn(column) as Float64Array;
          },
        }
      : {
          kind: 'categorical',
          name,
          levels: shape.levels,
          get codes() {
            return wholeColumn(column) as LevelCodes;
          },
        };
  stored.set(column, { rowCount, read });
  return column;
}

/** Where the cells of a column are had from; undefined where they are in memory. */
export function storedCells(column: Column): StoredCells | undefined {
  return stored.get(column);
}

/** Whether the cells of a column, or of any column of a table, are not in memory. */
export function isStored(item: Column | Table): boolean {
  return 'columns' in item ? item.columns.some((column) => stored.has(column)) : stored.has(item);
}

/** The column by another name; what is stored stays so. */
export function renamedColumn(column: Column, name: string): Column {
  const cells = stored.get(column);
  return cells === undefined
    ? { ...column, name }
    : storedColumn({ ...shapeOf(column), name }, cells.rowCount, cells.read);
}

/** What a column is, without its cells. */
export function shapeOf(column: Column): ColumnShape {
  return column.kind === 'numeric'
    ? { kind: 'numeric', name: column.name }
    : { kind: 'categorical', name: column.name, levels: column.levels };
}

/** The rows [from, to) of a table, in memory. */
export function tableRange({ columns }: Table, from: number, to: number): Table {
  return { rowCount: to - from, columns: columns.map((column) => columnRange(column, from, to)) };
}

/** The rows [from, to) of a column, in memory. */
export function columnRange(column: Column, from: number, to: number): Column {
  const cells = cellsOf(column, from, to);
  return column.kind === 'numeric'
    ? { kind: 'numeric', name: column.name, values: cells as Float64Array }
    : { kind: 'categorical', name: column.name, levels: column.levels, codes: cells as LevelCodes };
}

/** The cells of rows [from, to) of a column. */
export function cellsOf(column: Column, from: number, to: number): Cells {
  const there = stored.get(column);
  if (there === undefined)
    return (column.kind === 'numeric' ? column.values : column.codes).subarray(from, to);
  return recent.get(column)?.subarray(from, to) ?? there.read(from, to);
}

/** Keeps whole columns that were read up to so many bytes in all; the last one is kept whatever it takes. Default 0. */
export function keepRecentColumns(bytes: number): void {
  mostRecentBytes = bytes;
}

/** Forgets all whole columns that were read; they are read again when they are asked for. */
export function forgetRecentColumns(): void {
  recent.clear();
  latest = undefined;
  recentBytes = 0;
}

function wholeColumn(column: Column): Cells {
  if (column === latest?.column) return latest.cells; // a loop over rows
  const known = recent.get(column);
  if (known !== undefined) {
    recent.delete(column);
    recent.set(column, known);
    latest = { column, cells: known };
    return known;
  }
  const { rowCount, read } = stored.get(column)!;
  latest = undefined;
  forgetOldest(rowCount * Float64Array.BYTES_PER_ELEMENT);
  const cells = read(0, rowCount);
  recent.set(column, cells);
  latest = { column, cells };
  recentBytes += cells.byteLength;
  forgetOldest();
  return cells;
}

/** @param coming bytes that room is made for */
function forgetOldest(coming = 0): void {
  for (const [column, { byteLength }] of recent) {
    if (recentBytes + coming <= mostRecentBytes || (coming === 0 && recent.size === 1)) return;
    recent.delete(column);
    recentBytes -= byteLength;
  }
}
