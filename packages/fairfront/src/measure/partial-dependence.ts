// Partial dependence (Friedman 2001), group by group: what the model says on average of the group's rows if all
// of them had the same value in one column, for one value after another. Nothing is centred.

import { type Column, type LabelledRows, meanRisks, type NumericColumn, takeRows } from '@fairfront/core';
import { columnNamed, columnRange, createCodes } from '@fairfront/core/internal';
import type { PreparedFit } from '../task/prepare-fit.js';
import type { FittedModels } from '../training/fitted-models.js';
import type { AlteredRows } from './altered-rows.js';

/** What the chosen model says of each group if all of its rows had the same value in a column. */
export interface PartialDependence {
  readonly column: string;
  /** Quantiles of the training rows, rising; or the most frequent levels, the most frequent first. */
  readonly values: readonly number[] | readonly string[];
  /** One for each class; of two classes, for the second alone. */
  readonly curves: readonly {
    readonly class: string;
    /** Group → value → mean probability of the class among the group's rows. */
    readonly byGroup: readonly (readonly number[])[];
  }[];
}

const MOST_NUMBERS = 20;
const MOST_LEVELS = 12;
/** Values a column has at most. */
export const MOST_VALUES = Math.max(MOST_NUMBERS, MOST_LEVELS);
/** The lowest and the highest quantile: outliers would take most of an axis. */
const LOWEST = 0.01;

/** What a model says on average of each group with one value of a column after another; undefined where it has one. */
export async function partialDependence<Model>(
  fit: PreparedFit,
  models: FittedModels<Model>,
  name: string,
  rows: AlteredRows,
  { groups }: Pick<LabelledRows, 'groups'>,
): Promise<PartialDependence | undefined> {
  const { table, splits, target } = fit.task;
  const column = columnNamed(table, name)!;
  const values = valuesOf(column, splits[0]!.train, table.rowCount);
  if (values.length < 2) return undefined;
  const versions = values.map((value) => filled(column, value, rows.rowCount));
  const said = await rows.predict(models, [models.minimax.model], versions);
  const { classes } = target;
  const curve = (label: number) => ({
    class: classes[label]!,
    byGroup: transposed(
      said.map(([probabilities]) =>
        meanRisks(
          Float64Array.from(
            { length: rows.rowCount },
            (_, row) => probabilities![row * classes.length + label]!,
          ),
          groups,
        ),
      ),
    ),
  });
  return {
    column: name,
    values: column.kind === 'numeric' ? values : values.map((code) => column.levels[code]!),
    curves: classes.length === 2 ? [curve(1)] : classes.map((_, label) => curve(label)),
  };
}

/** Numbers, or codes of levels. */
function valuesOf(column: Column, rows: Uint32Array, rowCount: number): number[] {
  if (column.kind === 'numeric') {
    const [taken] = takeRows({ rowCount, columns: [column] }, rows).columns as [NumericColumn];
    const sorted = (columnRange(taken, 0, rows.length) as NumericColumn).values.sort(); // NaN, missing, comes last
    let known = sorted.length;
    while (known > 0 && Number.isNaN(sorted[known - 1])) known--;
    const found = [...new Set(quantiles(sorted.subarray(0, known)))];
    const different = withoutRepeats(sorted.subarray(0, known));
    if (different.length <= MOST_NUMBERS) return [...different];
    return found.length < 2 ? quantiles(different) : found;
  }
  const counts = new Uint32Array(column.levels.length + 1);
  for (const row of rows) counts[column.codes[row]!]!++;
  return column.levels
    .map((_, code) => code)
    .filter((code) => counts[code]! > 0)
    .sort((one, other) => counts[other]! - counts[one]!)
    .slice(0, MOST_LEVELS);
}

/** The different numbers among sorted ones, moved to the front: there may be more than a set holds. */
function withoutRepeats(sorted: Float64Array): Float64Array {
  let count = 0;
  for (let i = 0; i < sorted.length; i++) {
    if (count === 0 || sorted[i] !== sorted[count - 1]) sorted[count++] = sorted[i]!;
  }
  return sorted.subarray(0, count);
}

/** Evenly spaced, each a value that is there. */
function quantiles(sorted: ArrayLike<number>): number[] {
  return Array.from({ length: MOST_NUMBERS }, (_, i) => {
    const share = LOWEST + (1 - 2 * LOWEST) * (i / (MOST_NUMBERS - 1));
    return sorted[Math.round(share * (sorted.length - 1))]!;
  });
}

function filled(column: Column, value: number, rowCount: number): Column {
  return column.kind === 'numeric'
    ? { kind: 'numeric', name: column.name, values: new Float64Array(rowCount).fill(value) }
    : {
        kind: 'categorical',
        name: column.name,
        levels: column.levels,
        codes: createCodes(column.levels.length, rowCount).fill(value),
      };
}

function transposed(rows: readonly (readonly number[])[]): number[][] {
  return rows[0]!.map((_, i) => rows.map((row) => row[i]!));
}
