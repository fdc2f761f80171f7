// The best split of a node by trying all: sums are made anew for every split, row by row, from the rows' bins. Slow, and
// written without a look at histograms.

import type { ColumnBins } from '../../src/bins/fit-bins.js';
import type { SplitRules } from '../../src/grow/find-split.js';

/** Rows with their bins, gradients and hessians. */
export interface PlainRows {
  readonly columns: readonly ColumnBins[];
  /** Row → column → bin. */
  readonly bins: readonly (readonly number[])[];
  readonly gradients: ArrayLike<number>;
  readonly hessians: ArrayLike<number>;
}

/** Sums over rows. */
export interface Sums {
  readonly gradient: number;
  readonly hessian: number;
}

/** A way to split a node, with the sums of what goes left. */
export interface Candidate {
  readonly column: number;
  readonly left: Sums;
  readonly gain: number;
}

/** Sums gradients and hessians of rows. */
export function sumOf({ gradients, hessians }: PlainRows, rows: readonly number[]): Sums {
  let gradient = 0;
  let hessian = 0;
  for (const row of rows) {
    gradient += gradients[row]!;
    hessian += hessians[row]!;
  }
  return { gradient, hessian };
}

/** The gain of sending some rows left and the others right. */
export function gainOf(
  plain: PlainRows,
  left: readonly number[],
  right: readonly number[],
  lambda: number,
): number {
  const score = (rows: readonly number[]): number => {
    const { gradient, hessian } = sumOf(plain, rows);
    return gradient ** 2 / (hessian + lambda);
  };
  return score(left) + score(right) - score([...left, ...right]);
}

/**
 * What is taken off the gain of two sets of a node's categories: as often as the rules say, what noise would gain by the
 * choice of them. All of them on one side, missing cells on the other, leave nothing to choose.
 */
export function chanceOf(
  plain: PlainRows,
  rows: readonly number[],
  column: number,
  { categories, setPenalty }: SplitRules,
  goesLeft: (row: number) => boolean,
): number {
  const { kind, count } = plain.columns[column]!;
  if (kind === 'numeric' || categories === 'one-hot') return 0;
  const known = rows.filter((row) => plain.bins[row]![column] !== count && plain.hessians[row]! > 0);
  if (new Set(known.map(goesLeft)).size < 2) return 0;
  const all = plain.bins.map((_, row) => row);
  const noise = all.reduce((sum, row) => sum + plain.gradients[row]! ** 2, 0) / sumOf(plain, all).hessian;
  const weights = Array.from({ length: count }, (_, bin) =>
    sumOf(
      plain,
      rows.filter((row) => plain.bins[row]![column] === bin),
    ),
  ).map(({ hessian }) => hessian);
  const counted =
    weights.reduce((sum, own) => sum + Math.sqrt(own), 0) ** 2 / weights.reduce((sum, own) => sum + own, 0);
  return counted > 2 ? setPenalty * noise * (counted - 2) : 0;
}

/**
 * Every split of a node that leaves hessian on both sides.
 * @param sets which sets of categories are tried where they may be any: those that come first in the order of G / H
 * (of equals the first bin), or every set there is
 */
export function allSplits(
  plain: PlainRows,
  rows: readonly number[],
  rules: SplitRules,
  sets: 'prefixes' | 'all' = 'prefixes',
): Candidate[] {
  const { lambda, minChildWeight, categories } = rules;
  return plain.columns.flatMap((column, c) => {
    const binOf = (row: number): number => plain.bins[row]![c]!;
    const isMissing = (row: number): boolean => binOf(row) === column.count;
    let leftSets: number[][];
    if (column.kind === 'numeric') leftSets = prefixes(Array.from({ length: column.count }, (_, bin) => bin));
    else {
      const sumsOf = (bin: number): Sums =>
        sumOf(
          plain,
          rows.filter((row) => binOf(row) === bin),
        );
      const present = [...new Set(rows.filter((row) => !isMissing(row)).map(binOf))]
        .filter((bin) => sumsOf(bin).hessian > 0)
        .sort((a, b) => a - b);
      const ratio = (bin: number): number => sumsOf(bin).gradient / sumsOf(bin).hessian;
      if (categories === 'one-hot') leftSets = present.map((bin) => [bin]);
      else if (sets === 'all') leftSets = subsets(present);
      else leftSets = prefixes(present.sort((a, b) => ratio(a) - ratio(b)));
    }
    return leftSets.flatMap((leftSet) =>
      [true, false].flatMap((missingLeft) => {
        const goesLeft = (row: number): boolean =>
          isMissing(row) ? missingLeft : leftSet.includes(binOf(row));
        const left = rows.filter(goesLeft);
        const right = rows.filter((row) => !goesLeft(row));
        const [inLeft, inRight] = [sumOf(plain, left), sumOf(plain, right)];
        const least = Math.min(inLeft.hessian, inRight.hessian);
        if (!(least > 0 && least >= minChildWeight)) return [];
        return [
          {
            column: c,
            left: inLeft,
            gain: gainOf(plain, left, right, lambda) - chanceOf(plain, rows, c, rules, goesLeft),
          },
        ];
      }),
    );
  });
}

function prefixes<Item>(items: readonly Item[]): Item[][] {
  return items.map((_, i) => items.slice(0, i + 1));
}

function subsets<Item>(items: readonly Item[]): Item[][] {
  const [first, ...others] = items;
  if (first === undefined) return [[]];
  return subsets(others).flatMap((set) => [set, [first, ...set]]);
}
