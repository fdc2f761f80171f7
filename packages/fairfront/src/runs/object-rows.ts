// Rows as plain objects, as a service gets them: a key for each column that a model takes.

import { type Column, columnOfTexts, FairfrontError, type Table } from '@fairfront/core';
import { describeNearest, quoted, shortened } from '@fairfront/core/internal';

/** A column that a model takes. */
export interface ModelColumn {
  readonly name: string;
  readonly kind: 'numeric' | 'categorical' | 'text' | 'picture';
  /** The levels that training had, also pooled ones, where the model file says so. Others are taken as unknown. */
  readonly levels?: readonly string[];
}

/**
 * A row as an object. A number column takes a number; a category or text takes a text, or a number or boolean, which
 * stands for its text. `null`, `undefined` and NaN are missing, and so is the empty text. A key that is not there is an
 * error; keys that the model does not take are passed over.
 */
export type Row = Readonly<Record<string, unknown>>;

/** The table that a model takes, made of objects. */
export function tableOfRows(rows: readonly Row[], columns: readonly ModelColumn[]): Table {
  rows.forEach((row, i) => {
    if (typeof row === 'object' && row !== null) return;
    throw wrong(i, `it must be an object, such as { age: 38, purpose: 'car' }; got ${shown(row)}`);
  });
  return { rowCount: rows.length, columns: columns.map((column) => columnOf(rows, column)) };
}

function columnOf(rows: readonly Row[], { name, kind }: ModelColumn): Column {
  if (kind === 'numeric') {
    const values = Float64Array.from(rows, (row, i) => numberOf(cellOf(row, i, name), i, name));
    return { kind, name, values };
  }
  return columnOfTexts(
    name,
    rows.map((row, i) => textOf(cellOf(row, i, name), i, name)),
  );
}

/** What an object says of a column; undefined where that is missing. */
function cellOf(row: Row, index: number, name: string): unknown {
  if (!Object.hasOwn(row, name)) {
    const keys = Object.keys(row);
    const hint = keys.length === 0 ? 'it has none' : describeNearest(name, keys);
    throw wrong(
      index,
      `there is no key ${quoted([name])}, which the model takes (say null where it is not known); ${hint}`,
    );
  }
  const cell = row[name];
  return cell === null || Number.isNaN(cell) ? undefined : cell;
}

function numberOf(cell: unknown, index: number, name: string): number {
  if (cell === undefined) return Number.NaN;
  if (typeof cell === 'number' && Number.isFinite(cell)) return cell;
  throw wrong(index, `${quoted([name])} must be a finite number, or null; got ${shown(cell)}`);
}

function textOf(cell: unknown, index: number, name: string): string | undefined {
  if (cell === undefined || cell === '') return undefined;
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'boolean' || (typeof cell === 'number' && Number.isFinite(cell))) return String(cell);
  throw wrong(index, `${quoted([name])} must be a text, a number, a boolean, or null; got ${shown(cell)}`);
}

function wrong(index: number, what: string): FairfrontError {
  return new FairfrontError('bad-column', `row ${index + 1}: ${what}`);
}

/** A value in a message: texts in quotes, so that "38" is seen to be one. */
function shown(value: unknown): string {
  if (typeof value === 'string') return quoted([value]);
  return typeof value === 'object' && value !== null
    ? Array.isArray(value)
      ? 'a list'
      : 'an object'
    : shortened(String(value));
}
