// Tables written as their cells, and read back as them.

import { columnOfTexts } from '../../src/table/levels.js';
import { type Column, createTable, isMissing, type Table } from '../../src/table/table.js';

/** undefined is missing. */
export type Cell = string | number | undefined;

export const texts = (name: string, ...values: readonly (string | undefined)[]): Column =>
  columnOfTexts(name, values);

/** NaN is missing. */
export const numbers = (name: string, ...values: readonly number[]): Column => ({
  kind: 'numeric',
  name,
  values: Float64Array.from(values),
});

/** A column with a number and no text is numeric. */
export function columnOf(name: string, cells: readonly Cell[]): Column {
  const isNumeric = cells.some((cell) => typeof cell === 'number');
  return isNumeric
    ? numbers(name, ...cells.map((cell) => (cell === undefined ? Number.NaN : Number(cell))))
    : texts(name, ...cells.map((cell) => (cell === undefined ? undefined : String(cell))));
}

export function tableOf(columns: Readonly<Record<string, readonly Cell[]>>): Table {
  return createTable(Object.entries(columns).map(([name, cells]) => columnOf(name, cells)));
}

export function cellOf(column: Column, row: number): Cell {
  if (isMissing(column, row)) return undefined;
  return column.kind === 'numeric' ? column.values[row]! : column.levels[column.codes[row]!]!;
}

export function cellsOf({ columns, rowCount }: Table): Record<string, Cell[]> {
  return Object.fromEntries(
    columns.map((column) => [column.name, Array.from({ length: rowCount }, (_, row) => cellOf(column, row))]),
  );
}
