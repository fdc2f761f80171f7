// A table: named columns of one length, held as flat arrays, or stored elsewhere and read when they are asked for.

import { FairfrontError } from '../error.js';
import { count } from '../numbers.js';
import { rowsWhere } from '../numeric/row-numbers.js';
import { describeNearest, quoted, rowList } from '../words.js';
import type { CategoricalColumn, Column, LevelCodes, NumericColumn, Table } from './column.js';
import {
  type Cells,
  cellsOf,
  columnRange,
  isStored,
  shapeOf,
  storedCells,
  storedColumn,
} from './stored-column.js';

export type { CategoricalColumn, Column, LevelCodes, NumericColumn, Table } from './column.js';

/**
 * Checks that the columns make a table: distinct names, one length, finite numbers, codes that stand for a
 * level. Cells that are stored are not read again: whoever stored them has checked them.
 */
export function createTable(columns: readonly Column[]): Table {
  if (columns.length === 0) throw new FairfrontError('bad-table', 'a table needs at least one column');
  const rowCount = columnLength(columns[0]!);
  const names = new Set<string>();
  for (const column of columns) {
    if (names.has(column.name)) {
      throw new FairfrontError(
        'bad-table',
        `two columns are named ${quoted([column.name])}; rename one of them`,
      );
    }
    names.add(column.name);
    if (columnLength(column) !== rowCount) {
      throw new FairfrontError(
        'bad-table',
        `column ${quoted([column.name])} has ${count(columnLength(column), 'row')}, ${quoted([columns[0]!.name])} has ${rowCount}; every column needs a value or a missing one in every row`,
      );
    }
    if (isStored(column)) continue;
    if (column.kind === 'numeric') checkFinite(column);
    else checkCodes(column);
  }
  return { rowCount, columns };
}

/** The columns of tables by name, kept as long as the tables are: a loop over columns may ask for each. */
const byName = new WeakMap<readonly Column[], ReadonlyMap<string, Column>>();

/** The column of this name, if there is one. */
export function columnNamed({ columns }: Pick<Table, 'columns'>, name: string): Column | undefined {
  let known = byName.get(columns);
  if (known?.size !== columns.length) {
    known = new Map(columns.map((column) => [column.name, column]));
    byName.set(columns, known);
  }
  return known.get(name);
}

/** Whether a table has a column of this name. */
export function hasColumn(table: Table, name: string): boolean {
  return columnNamed(table, name) !== undefined;
}

/**
 * The column of this name; throws where there is none, and names the nearest.
 * @param wantedFor what asks for the column, for the error: "target", "groups"
 */
export function findColumn(table: Table, name: string, wantedFor: string): Column {
  const column = columnNamed(table, name);
  if (column !== undefined) return column;
  const names = table.columns.map((candidate) => candidate.name);
  throw new FairfrontError(
    'bad-column',
    `${wantedFor}: there is no column ${quoted([name])}; ${describeNearest(name, names)}`,
  );
}

/** Whether a cell is missing. */
export function isMissing(column: Column, row: number): boolean {
  return column.kind === 'numeric'
    ? Number.isNaN(column.values[row]!)
    : column.codes[row] === column.levels.length;
}

/** The rows given, in their order; a row may be taken more than once. Many of stored columns stay where they are. */
export function takeRows(table: Table, rows: Uint32Array): Table {
  const beyond = rows.find((row) => row >= table.rowCount);
  if (beyond !== undefined) {
    throw new FairfrontError(
      'bad-table',
      `row ${beyond + 1} cannot be taken: the table has ${count(table.rowCount, 'row')}`,
    );
  }
  return {
    rowCount: rows.length,
    columns: table.columns.map((column) => takeCells(column, rows, rows.length * table.columns.length)),
  };
}

/** Up to so many cells of stored columns are taken into memory. */
const FEW_CELLS = 1 << 22;

/** @param cells how many are taken in all */
function takeCells(column: Column, rows: Uint32Array, cells: number): Column {
  if (isStored(column)) {
    const taken = storedColumn(shapeOf(column), rows.length, (from, to) =>
      pick(column, rows.subarray(from, to)),
    );
    return cells <= FEW_CELLS ? columnRange(taken, 0, rows.length) : taken;
  }
  return column.kind === 'numeric'
    ? { ...column, values: take(column.values, rows, new Float64Array(rows.length)) }
    : { ...column, codes: take(column.codes, rows, createCodes(column.levels.length, rows.length)) };
}

/** Room for the codes of `rowCount` rows over `levelCount` levels and missing. */
export function createCodes(levelCount: number, rowCount: number): LevelCodes {
  if (levelCount < 2 ** 8) return new Uint8Array(rowCount);
  return levelCount < 2 ** 16 ? new Uint16Array(rowCount) : new Uint32Array(rowCount);
}

/** Rows of a stored column that are read at a time where some of them are picked. */
const WINDOW_ROWS = 1 << 16;

/** Some rows of a stored column, read window by window, so that few rows of a long column take little memory. */
function pick(column: Column, rows: Uint32Array): Cells {
  const picked =
    column.kind === 'numeric'
      ? new Float64Array(rows.length)
      : createCodes(column.levels.length, rows.length);
  const order = placesByRow(rows);
  const rowAt = (i: number): number => rows[order === undefined ? i : order[i]!]!;
  for (let start = 0, end = 0; start < rows.length; start = end) {
    const first = rowAt(start);
    while (end < rows.length && rowAt(end) - first < WINDOW_ROWS) end++;
    const cells = cellsOf(column, first, rowAt(end - 1) + 1);
    for (let i = start; i < end; i++) {
      const place = order === undefined ? i : order[i]!;
      picked[place] = cells[rows[place]! - first]!;
    }
  }
  return picked;
}

/** The places of rows in the order of the rows; undefined where they ascend. */
function placesByRow(rows: Uint32Array): Uint32Array | undefined {
  if (rows.every((row, i) => i === 0 || row >= rows[i - 1]!)) return undefined;
  return Uint32Array.from(rows, (_, place) => place).sort((one, other) => rows[one]! - rows[other]!);
}

function take<Values extends Float64Array | LevelCodes>(from: Values, rows: Uint32Array, to: Values): Values {
  for (let i = 0; i < rows.length; i++) to[i] = from[rows[i]!]!;
  return to;
}

/** The first text that is there for the second time, if one is. */
export function firstRepeated(texts: readonly string[]): string | undefined {
  const met = new Set<string>();
  return texts.find((text) => met.size === met.add(text).size);
}

/** How many rows a column has; what is stored is not read for that. */
export function columnLength(column: Column): number {
  const stored = storedCells(column);
  if (stored !== undefined) return stored.rowCount;
  return column.kind === 'numeric' ? column.values.length : column.codes.length;
}

function checkFinite({ name, values }: NumericColumn): void {
  const infinite = rowsWhere(values.length, (row) => values[row] === Infinity || values[row] === -Infinity);
  if (infinite.length > 0) {
    throw new FairfrontError(
      'bad-table',
      `column ${quoted([name])} is infinite in ${rowList(infinite)}; correct the numbers, declare them missing, or leave the column out`,
    );
  }
}

function checkCodes({ name, levels, codes }: CategoricalColumn): void {
  const twice = firstRepeated(levels);
  if (twice !== undefined) {
    throw new FairfrontError(
      'bad-table',
      `column ${quoted([name])} names level ${quoted([twice])} twice; give each level one code`,
    );
  }
  let row = 0;
  while (row < codes.length && codes[row]! <= levels.length) row++;
  if (row < codes.length) {
    throw new FairfrontError(
      'bad-table',
      `column ${quoted([name])} has code ${codes[row]} in row ${row + 1}, but ${levels.length} levels`,
    );
  }
}
