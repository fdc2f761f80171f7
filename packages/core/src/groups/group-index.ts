// Which group each row belongs to, and what follows from it: mean risk per group, weight of each row.

import { FairfrontError } from '../error.js';
import { checkMu } from '../numeric/simplex.js';
import { CompensatedSum } from '../numeric/sum.js';
import { count, rowList } from '../words.js';

/** Which group each row belongs to. */
export interface GroupIndex {
  readonly names: readonly string[];
  /** Row → group. */
  readonly groups: Int32Array;
  /** Rows in each group, n_a. */
  readonly counts: readonly number[];
}

/**
 * Makes a group index of labels.
 * @param labels a group's name for every row
 * @param names the groups in their order; by default the labels that occur, sorted. Handing them over keeps
 * the order the same across the
 *   parts of a split; a group may then have no rows.
 */
export function groupIndex(labels: readonly string[], names?: readonly string[]): GroupIndex {
  const known = names ?? [...new Set(labels)].sort();
  const positions = new Map(known.map((name, group) => [name, group]));
  if (positions.size < known.length) {
    throw new FairfrontError('bad-groups', `names of groups must differ; got ${known.join(', ')}`);
  }
  const groups = new Int32Array(labels.length);
  const counts = new Array<number>(known.length).fill(0);
  labels.forEach((label, row) => {
    const group = positions.get(label);
    if (group === undefined) {
      throw new FairfrontError(
        'bad-groups',
        `row ${row} is labelled "${label}", which is not among the groups: ${known.join(', ')}`,
      );
    }
    groups[row] = group;
    counts[group]!++;
  });
  return { names: known, groups, counts };
}

/**
 * Throws unless every row has one of the groups and `counts` are the rows of each.
 * @param before what to put before the message: "train: "
 */
export function checkGroupIndex({ names, groups, counts }: GroupIndex, before = ''): void {
  if (counts.length !== names.length) {
    throw new FairfrontError(
      'bad-groups',
      `${before}counts must be one for each of ${names.length} groups; got ${counts.length}`,
    );
  }
  const rows = new Uint32Array(names.length);
  const stray: number[] = [];
  for (let row = 0; row < groups.length; row++) {
    const group = groups[row]!;
    if (group >= 0 && group < rows.length) rows[group]!++;
    else stray.push(row);
  }
  if (stray.length > 0) {
    throw new FairfrontError(
      'bad-groups',
      `${before}the group of a row must be a whole number from 0 to ${names.length - 1}; broken in ${rowList(stray)}: row ${stray[0]! + 1} has ${groups[stray[0]!]}. Leave rows without a group out`,
    );
  }
  const wrong = counts.findIndex((own, group) => own !== rows[group]);
  if (wrong >= 0) {
    throw new FairfrontError(
      'bad-groups',
      `${before}counts must be the rows of each group; got ${counts[wrong]} for "${names[wrong]}", which has ${count(rows[wrong]!, 'row')}. Count the groups of these rows alone`,
    );
  }
}

/** p(a): the share of the rows that each group has. As μ it gives the Naive classifier. */
export function groupShares(index: GroupIndex): number[] {
  checkGroupIndex(index);
  const { counts, groups } = index;
  if (groups.length === 0)
    throw new FairfrontError('bad-groups', 'shares of groups are undefined: there are no rows');
  return counts.map((rows) => rows / groups.length);
}

/** r_a: the mean loss over the rows of each group, summed with compensation. */
export function meanRisks(losses: ArrayLike<number>, index: GroupIndex): number[] {
  if (losses.length !== index.groups.length) {
    throw new FairfrontError(
      'bad-groups',
      `there are ${losses.length} losses but ${index.groups.length} rows with a group`,
    );
  }
  checkGroupIndex(index);
  checkNoEmptyGroup(index);
  const sums = index.counts.map(() => new CompensatedSum());
  for (let row = 0; row < losses.length; row++) sums[index.groups[row]!]!.add(losses[row]!);
  return index.counts.map((rows, group) => sums[group]!.value / rows);
}

/** μ_a / n_a for every row: the weights that turn a sum over rows into Σ μ_a r_a. */
export function rowWeights(mu: readonly number[], index: GroupIndex): Float64Array {
  checkGroupIndex(index);
  checkMu(mu, index.counts.length);
  checkNoEmptyGroup(index);
  const byGroup = index.counts.map((rows, group) => mu[group]! / rows);
  return Float64Array.from(index.groups, (group) => byGroup[group]!);
}

function checkNoEmptyGroup({ names, counts }: GroupIndex): void {
  const empty = names.filter((_, group) => counts[group] === 0);
  if (empty.length > 0) {
    throw new FairfrontError(
      'bad-groups',
      `no rows in group ${empty.map((name) => `"${name}"`).join(', ')}: its mean risk is undefined. Merge it with another group, or leave it out`,
    );
  }
}
