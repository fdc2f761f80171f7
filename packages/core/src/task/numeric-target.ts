// The target where a number is predicted: its value in each row, and strata of them for splits and folds.

import { FairfrontError } from '../error.js';
import { count } from '../numbers.js';
import { findColumn, type Table } from '../table/table.js';
import { quoted } from '../words.js';
import { type MissingTarget, refuseMissing, type Target, targetExpression } from './target.js';

/** Bins of as many values each, by which splits and folds are stratified. */
export const STRATA = 10;

/**
 * Reads the numbers to predict. Its one class is the target itself, so that models have one output; its labels are
 * strata.
 * @param name a column of numbers
 * @param used rows that count
 */
export function readNumericTarget(
  table: Table,
  name: string,
  used: (row: number) => boolean,
  missing: MissingTarget = 'error',
): Target & { readonly values: Float64Array } {
  const names = table.columns.map((column) => column.name);
  const expression = targetExpression(name, names);
  if (expression.kind !== 'levels') {
    throw new FairfrontError(
      'bad-target',
      `target ${quoted([name])} makes classes, and with \`loss: 'squared'\` a number is predicted; name the column alone, ${quoted([expression.column])}, or leave \`loss\` out`,
    );
  }
  const column = findColumn(table, expression.column, 'target');
  if (column.kind !== 'numeric') {
    throw new FairfrontError(
      'bad-target',
      `target ${quoted([name])} is a category (${quoted(column.levels, 4)}), and with \`loss: 'squared'\` a number is predicted; choose a column of numbers, declare this one with \`numeric\`, or leave \`loss\` out to predict its classes`,
    );
  }
  if (missing === 'error') refuseMissing(table, column, name, used);
  const { values } = column;
  const isKnown = (row: number): boolean => used(row) && !Number.isNaN(values[row]!);
  const rows = [...values.keys()].filter(isKnown);
  const edges = strataEdges(rows.map((row) => values[row]!));
  if (edges.length === 0) {
    const found =
      rows.length === 0
        ? 'is missing in every row'
        : `is ${values[rows[0]!]} in ${count(rows.length, 'row')}, all that there are`;
    throw new FairfrontError(
      'bad-target',
      `target ${quoted([name])} ${found}; there is nothing to predict. Choose a target that differs between rows`,
    );
  }
  const labels = new Int32Array(table.rowCount).fill(-1);
  for (const row of rows) {
    const above = edges.findIndex((edge) => edge > values[row]!);
    labels[row] = above < 0 ? edges.length : above;
  }
  return { name, column: column.name, classes: [name], labels, values: Float64Array.from(values) };
}

/** The least value of every stratum but the first; fewer than `STRATA` − 1 where values repeat. */
function strataEdges(values: readonly number[]): number[] {
  const sorted = Float64Array.from(values).sort();
  const edges = Array.from(
    { length: STRATA - 1 },
    (_, i) => sorted[Math.floor(((i + 1) * sorted.length) / STRATA)]!,
  );
  const least = sorted[0]!;
  const above = [...new Set(edges)].filter((edge) => edge > least);
  // Where nearly all values are the least one, those above it are a stratum of their own.
  const next = sorted.find((value) => value > least);
  return above.length === 0 && next !== undefined ? [next] : above;
}
