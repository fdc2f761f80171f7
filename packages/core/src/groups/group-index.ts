// Which group each row belongs to, and what follows from it: mean risk per group, weight of each row.

import { FairfrontError } from '../error.js';
import { checkMu } from '../numeric/simplex.js';
import { CompensatedSum } from '../numeric/sum.js';

export interface GroupIndex {
  readonly names: readonly string[];
  /** Row → group. */
  readonly groups: Int32Array;
  /** Rows in each group, n_a. */
  readonly counts: readonly number[];
}

/**
 * @param labels a group's name for every row
 * @param names the groups in their order; by default the labels that occur, sorted. Handing them over keeps the order the same across the
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

/** p(a): the share of the rows that each group has. As μ it gives the Naive classifier. */
export function groupShares({ counts, groups }: GroupIndex): number[] {
  if (groups.length === 0)
    throw new FairfrontError('bad-groups', 'shares of groups are undefined: there are no rows');
  return counts.map((count) => count / groups.length);
}

/** r_a: the mean loss over the rows of each group, summed with compensation. */
export function meanRisks(losses: ArrayLike<number>, index: GroupIndex): number[] {
  checkRows(losses.length, index);
  checkNoEmptyGroup(index);
  const sums = index.counts.map(() => new CompensatedSum());
  for (let row = 0; row < losses.length; row++) sums[index.groups[row]!]!.add(losses[row]!);
  return index.counts.map((count, group) => sums[group]!.value / count);
}

/** μ_a / n_a for every row: the weights that turn a sum over rows into Σ μ_a r_a. */
export function rowWeights(mu: readonly number[], index: GroupIndex): Float64Array {
  checkMu(mu, index.counts.length);
  checkNoEmptyGroup(index);
  const byGroup = index.counts.map((count, group) => mu[group]! / count);
  return Float64Array.from(index.groups, (group) => byGroup[group]!);
}

function checkRows(count: number, { groups }: GroupIndex): void {
  if (count !== groups.length) {
    throw new FairfrontError(
      'bad-groups',
      `there are ${count} losses but ${groups.length} rows with a group`,
    );
  }
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
