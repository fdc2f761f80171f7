// Losses of rows, group by group: their moments, their bootstrap, and the check of them.

import { FairfrontError } from '../error.js';
import { count } from '../numbers.js';
import { type BootstrapMeans, type BootstrapOptions, bootstrapMeans } from '../numeric/bootstrap.js';
import { quoted, rowList } from '../words.js';
import { checkGroupIndex, type GroupIndex, meanRisks, rowsThatCount } from './group-index.js';

/** The mean of a group's values, and their variance around it. */
export interface Moments {
  readonly mean: number;
  readonly variance: number;
}

/** The moments of the values of every group; each has rows. */
export function groupMoments(values: Float64Array, index: GroupIndex): Moments[] {
  const means = meanRisks(values, index);
  const squares = values.map((value, row) => (value - means[index.groups[row]!]!) ** 2);
  const variances = meanRisks(squares, index);
  return means.map((mean, group) => ({ mean, variance: variances[group]! }));
}

/**
 * Resamples the means of several columns within each group. Rows are drawn with the same chance, and each brings its
 * weight; those without any are left out.
 */
export function bootstrapByGroup(
  columns: readonly Float64Array[],
  index: GroupIndex,
  options: BootstrapOptions,
  entities?: ArrayLike<number>,
): BootstrapMeans[] {
  const { weights } = index;
  return rowsThatCount(index).map((own) => bootstrapMeans(columns, options, own, entities, weights));
}

/**
 * Throws unless every row has finite losses and every group has rows.
 * @param losses by name: each has a finite loss for every row
 */
export function checkLosses(losses: Readonly<Record<string, Float64Array>>, index: GroupIndex): void {
  const { names, groups, counts } = index;
  for (const [name, values] of Object.entries(losses)) {
    if (values.length !== groups.length) {
      throw new FairfrontError(
        'bad-risks',
        `${name}: there must be a loss for each of ${count(groups.length, 'row')}; got ${values.length}`,
      );
    }
    checkFinite(name, values);
  }
  checkGroupIndex(index);
  const empty = names.filter((_, group) => counts[group] === 0);
  if (empty.length > 0) {
    throw new FairfrontError(
      'bad-groups',
      `no rows in group ${quoted(empty)}: its risk is undefined. Merge it with another group, or leave it out`,
    );
  }
}

/** Throws unless every loss is finite. @param start the row that the first of them is of */
export function checkFinite(name: string, losses: Float64Array, start = 0): void {
  if (losses.every(Number.isFinite)) return;
  const odd = [...losses.keys()].filter((row) => !Number.isFinite(losses[row]!));
  throw new FairfrontError(
    'bad-risks',
    `${name}: every loss must be a finite number; in ${rowList(odd.map((row) => start + row))} it is ${losses[odd[0]!]}. Bound the probabilities away from 0`,
  );
}
