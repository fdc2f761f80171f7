// Columns whose cells are not in memory. They are columns like others: who looks at `values` or `codes` gets all of them,
// read when they are asked for. Who goes through a table row by row takes a range of it at a time.

import type { Column, LevelCodes, Table } from './table.js';

/** What a stored column is, without its cells. */
export type ColumnShape =
  | { readonly kind: 'numeric'; readonly name: string }
  | { readonly kind: 'categorical'; readonly name: string; readonly levels: readonly string[] };

/** Reads the cells of rows [from, to): numbers, or codes of levels. */
export type ReadCells = (from: number, to: number) => Float64Array | LevelCodes;

/** How the cells of stored columns are read. A copy of a column with other cells is not among them. */
const readers = new WeakMap<Column, ReadCells>();

/** Makes a column whose cells are read when they are asked for. */
export function storedColumn(shape: ColumnShape, rowCount: number, read: ReadCells): Column {
  const column: Column =
    shape.kind === 'numeric'
      ? {
          ...shape,
          get values() {
            return read(0, rowCount) as Float64Array;
          },
        }
      : {
          ...shape,
          get codes() {
            return read(0, rowCount) as LevelCodes;
          },
        };
  readers.set(column, read);
  return column;
}

/** Whether the cells of a column, or of any column of a table, are not in memory. */
export function isStored(item: Column | Table): boolean {
  return 'columns' in item ? item.columns.some((column) => readers.has(column)) : readers.has(item);
}

/** The rows [from, to) of a table, in memory. */
export function tableRange({ columns }: Table, from: number, to: number): Table {
  return { rowCount: to - from, columns: columns.map((column) => columnRange(column, from, to)) };
}

function columnRange(column: Column, from: number, to: number): Column {
  const read = readers.get(column);
  if (column.kind === 'numeric') {
    const values = read === undefined ? column.values.subarray(from, to) : (read(from, to) as Float64Array);
    return { kind: 'numeric', name: column.name, values };
  }
  const codes = read === undefined ? column.codes.subarray(from, to) : (read(from, to) as LevelCodes);
  return { kind: 'categorical', name: column.name, levels: column.levels, codes };
}
