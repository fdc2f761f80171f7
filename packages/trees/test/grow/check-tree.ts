// Holds a grown tree against all trees that could have been: at every node its split gains as much as the best of all,
// and what is a leaf had to be one. Splits that gain the same are as good as each other, so gains are compared.

import { expect } from 'vitest';
import { SMALLEST_GAIN } from '../../src/grow/find-split.js';
import type { GrowRules } from '../../src/grow/grow-buffers.js';
import type { GrownNode } from '../../src/grow/grow-tree.js';
import { allSplits, chanceOf, gainOf, type PlainRows, sumOf } from './brute-force.js';

export interface TreeCheck {
  /** Which sets of categories are tried. Default 'prefixes'. */
  readonly sets?: 'prefixes' | 'all';
  /** Relative difference that the order of sums can make. Default 1e-9. */
  readonly rounding?: number;
}

/** Expects that a tree was grown by the rules. @param rows the row at each place of the nodes */
export function checkTree(
  plain: PlainRows,
  nodes: readonly GrownNode[],
  rows: ArrayLike<number>,
  rules: GrowRules,
  { sets = 'prefixes', rounding = 1e-9 }: TreeCheck = {},
): void {
  const scale = Array.from(rows).reduce(
    (sum, row) => sum + plain.gradients[row]! ** 2 / (plain.hessians[row]! + rules.lambda || 1),
    1,
  );
  const slack = rounding * scale;
  const rowsOf = ({ start, end }: GrownNode): number[] => Array.from(rows).slice(start, end);
  /** The most that splitting a node could gain; 0 where it may not be split, or not for as little. */
  const most = nodes.map((node) => {
    if (node.depth >= rules.maxDepth) return 0;
    const gains = allSplits(plain, rowsOf(node), rules, sets).map(({ gain }) => gain);
    const best = Math.max(0, ...gains);
    return best > SMALLEST_GAIN + slack ? best : 0;
  });

  expect(Array.from(rows).sort((a, b) => a - b)).toEqual(Array.from(plain.bins.keys()));
  nodes.forEach((node, i) => {
    const own = rowsOf(node);
    const sums = sumOf(plain, own);
    expect(Math.abs(node.gradient - sums.gradient)).toBeLessThan(slack);
    expect(Math.abs(node.hessian - sums.hessian)).toBeLessThan(slack);
    const { split } = node;
    if (split === undefined) return;
    const [left, right] = [nodes[node.left!]!, nodes[node.left! + 1]!];
    const { count } = plain.columns[split.column]!;
    const goesLeft = (row: number): boolean => split.goesLeft[plain.bins[row]![split.column]!] === 1;
    expect(rowsOf(left)).toEqual(own.filter(goesLeft));
    expect(rowsOf(right)).toEqual(own.filter((row) => !goesLeft(row)));
    expect(left.depth).toBe(node.depth + 1);
    const gain =
      gainOf(plain, rowsOf(left), rowsOf(right), rules.lambda) -
      chanceOf(plain, own, split.column, rules, goesLeft);
    expect(Math.abs(split.gain - gain)).toBeLessThan(slack);
    expect(split.gain).toBeGreaterThan(SMALLEST_GAIN);
    expect(split.gain).toBeGreaterThan(most[i]! - slack);
    expect(split.gain).toBeLessThan(most[i]! + 2 * slack + SMALLEST_GAIN);
    for (const child of [left, right]) {
      expect(child.hessian).toBeGreaterThanOrEqual(rules.minChildWeight * (1 - rounding));
    }
    const isMissed = own.some((row) => plain.bins[row]![split.column] === count && plain.hessians[row]! > 0);
    if (!isMissed) expect(split.goesLeft[count]).toBe(2 * left.hessian >= node.hessian ? 1 : 0);
  });

  // A leaf is one because nothing gains, or because there are enough of them and others gained more.
  const inOrder = nodes.filter(({ split }) => split !== undefined).sort((a, b) => a.left! - b.left!);
  const open = new Set([0]);
  for (const node of inOrder) {
    const place = nodes.indexOf(node);
    expect(open.has(place)).toBe(true);
    if (rules.maxLeaves !== undefined) {
      for (const other of open) expect(node.split!.gain).toBeGreaterThan(most[other]! - slack);
    }
    open.delete(place);
    open.add(node.left!).add(node.left! + 1);
  }
  if (rules.maxLeaves === undefined || open.size < rules.maxLeaves) {
    for (const leaf of open) expect(most[leaf]).toBe(0);
  } else expect(open.size).toBe(rules.maxLeaves);
}
