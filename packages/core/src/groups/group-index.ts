// Which group each row belongs to, and what follows from it: mean risk per group, weight of each row.
//
// Rows may have weights w_i ≥ 0, as those of a survey do. A group's risk is then Σ w_i ℓ_i / Σ w_i over its rows, its
// share that of the weight, and it tells as much as (Σ w_i)² / Σ w_i² rows of one weight (Kish 1965).

import { FairfrontError } from '../error.js';
import { count } from '../numbers.js';
import { rowsWhere } from '../numeric/row-numbers.js';
import { checkMu } from '../numeric/simplex.js';
import { CompensatedSum, compensatedSum } from '../numeric/sum.js';
import { rowList } from '../words.js';

/** Which group each row belongs to. */
export interface GroupIndex {
  readonly names: readonly string[];
  /** Row → group. */
  readonly groups: Int32Array;
  /** Rows in each group, n_a. */
  readonly counts: readonly number[];
  /** Row → what it counts for, finite and ≥ 0, not 0 in all rows of a group. Left out: every row counts 1. */
  readonly weights?: Float64Array | undefined;
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
export function checkGroupIndex(index: GroupIndex, before = ''): void {
  const { names, groups, counts } = index;
  if (counts.length !== names.length) {
    throw new FairfrontError(
      'bad-groups',
      `${before}counts must be one for each of ${names.length} groups; got ${counts.length}`,
    );
  }
  const rows = new Uint32Array(names.length);
  let inGroups = 0;
  for (let row = 0; row < groups.length; row++) {
    const group = groups[row]!;
    if (group < 0 || group >= rows.length) continue;
    rows[group]!++;
    inGroups++;
  }
  if (inGroups < groups.length) {
    const stray = rowsWhere(groups.length, (row) => groups[row]! < 0 || groups[row]! >= rows.length);
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
  if (index.weights !== undefined) checkWeights(index, index.weights, before);
}

/** Sums and products of weights and losses below it stay finite. */
const LARGEST_TOTAL = 1e300;

function checkWeights(index: GroupIndex, weights: Float64Array, before: string): void {
  const { names, groups, counts } = index;
  if (weights.length !== groups.length) {
    throw new FairfrontError(
      'bad-weight',
      `${before}weights: there must be one for each of ${count(groups.length, 'row')}; got ${weights.length}`,
    );
  }
  const odd = strayWeights(weights);
  if (odd.length > 0) {
    throw new FairfrontError(
      'bad-weight',
      `${before}weights must be finite numbers ≥ 0; broken in ${rowList(odd)}: row ${odd[0]! + 1} has ${weights[odd[0]!]}`,
    );
  }
  const totals = groupTotals(index);
  const lost = totals.findIndex(
    (total, group) => counts[group]! > 0 && !(total > 0 && total < LARGEST_TOTAL),
  );
  if (lost >= 0) {
    throw new FairfrontError(
      'bad-weight',
      totals[lost] === 0
        ? `${before}weights: every row of group "${names[lost]}" has weight 0, so its risk is undefined. Leave the group out`
        : `${before}weights of group "${names[lost]}" sum to ${totals[lost]}; divide all weights by a large number`,
    );
  }
}

/** Rows whose weight is no finite number ≥ 0. */
export function strayWeights(weights: Float64Array): Uint32Array {
  return rowsWhere(
    weights.length,
    (row) => !(weights[row]! >= 0 && weights[row]! < Number.POSITIVE_INFINITY),
  );
}

/** W_a: the weight of each group; without weights its rows. */
export function groupTotals({ groups, counts, weights }: GroupIndex): readonly number[] {
  if (weights === undefined) return counts;
  const sums = counts.map(() => new CompensatedSum());
  for (let row = 0; row < groups.length; row++) sums[groups[row]!]!.add(weights[row]!);
  return sums.map((sum) => sum.value);
}

/** How many rows of one weight would tell as much as each group's do (Kish 1965); without weights its rows. */
export function effectiveRows({ groups, counts, weights }: GroupIndex): readonly number[] {
  if (weights === undefined) return counts;
  return effectiveCounts(weights, groups, counts.length);
}

/**
 * (Σ w)² / Σ w² for each cell.
 * @param cells row → cell; −1: in none
 */
export function effectiveCounts(
  weights: Float64Array,
  cells: ArrayLike<number>,
  cellCount: number,
): number[] {
  const largest = new Float64Array(cellCount);
  for (let row = 0; row < weights.length; row++) {
    const cell = cells[row]!;
    if (cell >= 0 && weights[row]! > largest[cell]!) largest[cell] = weights[row]!;
  }
  // By shares of the largest weight: of equal weights their number, exactly.
  const sums = new Float64Array(cellCount);
  const squares = new Float64Array(cellCount);
  for (let row = 0; row < weights.length; row++) {
    const cell = cells[row]!;
    if (cell < 0) continue;
    const share = weights[row]! / largest[cell]!;
    sums[cell]! += share;
    squares[cell]! += share ** 2;
  }
  return Array.from(sums, (sum, cell) => (largest[cell] === 0 ? 0 : sum ** 2 / squares[cell]!));
}

/** All rows as one group, each with its weight. */
export function asOneGroup({ groups, weights }: GroupIndex, name = 'all rows'): GroupIndex {
  return {
    names: [name],
    groups: new Int32Array(groups.length),
    counts: [groups.length],
    ...(weights && { weights }),
  };
}

/** The groups of some rows, in the order in which they are named; every group keeps its place. */
export function takeGroups({ names, groups, weights }: GroupIndex, rows: ArrayLike<number>): GroupIndex {
  const own = new Int32Array(rows.length);
  const counts = new Array<number>(names.length).fill(0);
  for (let i = 0; i < rows.length; i++) {
    own[i] = groups[rows[i]!]!;
    counts[own[i]!]!++;
  }
  return { names, groups: own, counts, ...(weights && { weights: takeWeights(weights, rows) }) };
}

/** The weights of some rows. */
export function takeWeights(weights: Float64Array, rows: ArrayLike<number>): Float64Array {
  const own = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) own[i] = weights[rows[i]!]!;
  return own;
}

/** The groups of some rows, then those of others; both have the same groups. */
export function joinGroups(first: GroupIndex, second: GroupIndex): GroupIndex {
  const groups = new Int32Array(first.groups.length + second.groups.length);
  groups.set(first.groups);
  groups.set(second.groups, first.groups.length);
  const counts = first.counts.map((rows, group) => rows + second.counts[group]!);
  if (first.weights === undefined && second.weights === undefined)
    return { names: first.names, groups, counts };
  const weights = new Float64Array(groups.length).fill(1);
  if (first.weights !== undefined) weights.set(first.weights);
  if (second.weights !== undefined) weights.set(second.weights, first.groups.length);
  return { names: first.names, groups, counts, weights };
}

/** Throws where rows have weights that a method would not look at. @param method for the message: "Zafar’s method" */
export function refuseWeights({ weights }: Pick<GroupIndex, 'weights'>, method: string): void {
  if (weights === undefined) return;
  throw new FairfrontError(
    'bad-weight',
    `${method} does not take weights of rows; leave the weights out, or choose another method`,
  );
}

/** The rows of each group, in their order. */
export function rowsByGroup({ groups, counts }: GroupIndex): Uint32Array[] {
  const rows = counts.map((rowCount) => new Uint32Array(rowCount));
  const next = new Uint32Array(counts.length);
  groups.forEach((group, row) => {
    rows[group]![next[group]!++] = row;
  });
  return rows;
}

/** The same without rows of weight 0. */
export function rowsThatCount(index: GroupIndex): Uint32Array[] {
  const { weights } = index;
  const rows = rowsByGroup(index);
  return weights === undefined ? rows : rows.map((own) => own.filter((row) => weights[row]! > 0));
}

/** p(a): the share of the rows, or of their weight, that each group has. As μ it gives the Naive classifier. */
export function groupShares(index: GroupIndex): number[] {
  checkGroupIndex(index);
  if (index.groups.length === 0)
    throw new FairfrontError('bad-groups', 'shares of groups are undefined: there are no rows');
  const totals = groupTotals(index);
  const all = compensatedSum(totals);
  return totals.map((total) => total / all);
}

/** r_a: the mean loss over the rows of each group, by their weights, summed with compensation. */
export function meanRisks(losses: ArrayLike<number>, index: GroupIndex): number[] {
  if (losses.length !== index.groups.length) {
    throw new FairfrontError(
      'bad-groups',
      `there are ${losses.length} losses but ${index.groups.length} rows with a group`,
    );
  }
  checkGroupIndex(index);
  const sums = new RiskSums(index);
  sums.add(losses);
  return sums.risks();
}

/** Mean losses of groups, of rows that come block by block in their order: the same bits as of all at once. */
export class RiskSums {
  readonly #index: GroupIndex;
  readonly #sums: readonly CompensatedSum[];

  constructor(index: GroupIndex) {
    checkNoEmptyGroup(index);
    this.#index = index;
    this.#sums = index.counts.map(() => new CompensatedSum());
  }

  /** @param start the row that the first of the losses is of */
  add(losses: ArrayLike<number>, start = 0): void {
    const sums = this.#sums;
    const { groups, weights } = this.#index;
    if (weights === undefined) {
      for (let i = 0; i < losses.length; i++) sums[groups[start + i]!]!.add(losses[i]!);
    } else {
      for (let i = 0; i < losses.length; i++) {
        sums[groups[start + i]!]!.add(weights[start + i]! * losses[i]!);
      }
    }
  }

  /** r_a. */
  risks(): number[] {
    return groupTotals(this.#index).map((total, group) => this.#sums[group]!.value / total);
  }
}

/** μ_a w_i / W_a for every row, without weights μ_a / n_a: what turns a sum over rows into Σ μ_a r_a. */
export function rowWeights(mu: readonly number[], index: GroupIndex): Float64Array {
  checkGroupIndex(index);
  checkMu(mu, index.counts.length);
  checkNoEmptyGroup(index);
  const byGroup = groupTotals(index).map((total, group) => mu[group]! / total);
  const { weights } = index;
  return Float64Array.from(index.groups, (group, row) => byGroup[group]! * (weights?.[row] ?? 1));
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
