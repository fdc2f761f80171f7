// At λ = 1 no feature tells the groups apart: two-sample tests on rows that it was fitted on and on rows that it was not. Thresholds are those a
// true hypothesis passes with probability 1 − 1e-6 each; before the repair every column fails its own by far.

import { describe, expect, test } from 'vitest';
import { fitRepair, repairTable } from '../../src/baselines/feldman-repair.js';
import { createRandom, type RandomSource } from '../../src/numeric/random.js';
import {
  type CategoricalColumn,
  type Column,
  createTable,
  isMissing,
  type Table,
} from '../../src/table/table.js';
import { numbers, texts } from '../table/table-cells.js';

const ALPHA = 1e-6;
const Z = 4.7534; // the normal quantile of 1 − ALPHA

/** sup_x |F_a(x) − F_b(x)| over the threshold of the Kolmogorov-Smirnov test, which ties only make stricter. */
function kolmogorovSmirnov(left: readonly number[], right: readonly number[]): number {
  const sorted = [left, right].map((sample) => [...sample].sort((one, other) => one - other));
  const upTo = (sample: readonly number[], x: number): number => {
    let [low, high] = [0, sample.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sample[middle]! <= x) low = middle + 1;
      else high = middle;
    }
    return low / sample.length;
  };
  const gap = Math.max(
    ...[...left, ...right].map((x) => Math.abs(upTo(sorted[0]!, x) - upTo(sorted[1]!, x))),
  );
  return gap / Math.sqrt((-Math.log(ALPHA / 2) / 2) * (1 / left.length + 1 / right.length));
}

/** The statistic of the chi-square test of independence over its threshold (Wilson & Hilferty 1931). @param counts groups × levels */
function chiSquare(counts: readonly (readonly number[])[]): number {
  const used = counts[0]!.map((_, k) => k).filter((k) => counts.some((row) => row[k]! > 0));
  const rows = counts.map((row) => used.map((k) => row[k]!));
  const sums = rows.map((row) => row.reduce((sum, n) => sum + n, 0));
  const total = sums.reduce((sum, n) => sum + n, 0);
  let statistic = 0;
  rows.forEach((row, group) => {
    row.forEach((n, k) => {
      const expected = (sums[group]! * rows.reduce((sum, other) => sum + other[k]!, 0)) / total;
      statistic += (n - expected) ** 2 / expected;
    });
  });
  const freedom = (rows.length - 1) * (used.length - 1);
  if (freedom === 0) return 0;
  const spread = 2 / (9 * freedom);
  return statistic / (freedom * (1 - spread + Z * Math.sqrt(spread)) ** 3);
}

const gaussian = (random: RandomSource): number =>
  Math.sqrt(2 * random.exponential()) * Math.cos(2 * Math.PI * random.uniform());

/** Groups of unequal size whose every column differs: shift and scale, 90% zeros, heavy tails, few whole numbers, gaps, levels. */
function drawTable(seed: number, groupCount: number, rowCount: number) {
  const random = createRandom(seed);
  const groups = Int32Array.from({ length: rowCount }, () =>
    Math.floor(groupCount * random.uniform() ** 1.5),
  );
  const draw = <Value>(from: (group: number) => Value): Value[] => Array.from(groups, from);
  const pick = (texts: readonly string[], weights: readonly number[]): string => {
    const urn = texts.flatMap((text, k) => new Array<string>(weights[k]!).fill(text));
    return urn[Math.floor(urn.length * random.uniform())]!;
  };
  const table = createTable([
    numbers('normal', ...draw((a) => 3 * a + (1 + a) * gaussian(random))),
    numbers(
      'zeros',
      ...draw((a) => (random.uniform() < 0.95 - 0.25 * a ? 0 : (1 + a) * random.exponential())),
    ),
    numbers('heavy', ...draw((a) => 10 ** a / random.uniform() ** 2)),
    numbers('whole', ...draw((a) => Math.round(10 + 2 * a + gaussian(random)))),
    numbers('gaps', ...draw((a) => (random.uniform() < 0.1 + 0.25 * a ? Number.NaN : a + gaussian(random)))),
    texts(
      'city',
      ...draw((a) =>
        random.uniform() < 0.05 * a ? undefined : pick(['a', 'b', 'c', 'd'], [4, 1 + 3 * a, 2, a]),
      ),
    ),
  ]);
  return { table, groups };
}

/** The worst test of a column over all pairs of groups, and of missing or not. Above 1: the groups can be told apart. */
function evidence(column: Column, rows: Uint32Array, groups: Int32Array, groupCount: number): number {
  const rowsOf = Array.from({ length: groupCount }, (_, a) => [...rows].filter((row) => groups[row] === a));
  if (column.kind === 'categorical') {
    const { codes, levels } = column as CategoricalColumn;
    return chiSquare(
      rowsOf.map((own) => [...levels, undefined].map((_, k) => own.filter((row) => codes[row] === k).length)),
    );
  }
  const present = rowsOf.map((own) =>
    own.filter((row) => !isMissing(column, row)).map((row) => column.values[row]!),
  );
  const tests = [chiSquare(rowsOf.map((own, a) => [present[a]!.length, own.length - present[a]!.length]))];
  for (let a = 0; a < groupCount; a++) {
    for (let b = 0; b < a; b++) tests.push(kolmogorovSmirnov(present[a]!, present[b]!));
  }
  return Math.max(...tests);
}

describe.each([2, 3])('%d groups', (groupCount) => {
  const rowCount = 4000;
  const { table, groups } = drawTable(groupCount, groupCount, rowCount);
  const rows = Uint32Array.from({ length: rowCount }, (_, row) => row);
  const [train, later] = [rows.filter((row) => row % 4 > 0), rows.filter((row) => row % 4 === 0)];
  const names = table.columns.map(({ name }) => name);
  const repair = fitRepair(table, names, train, groups, groupCount);
  const evidenceOf = (of: Table, part: Uint32Array): number[] =>
    of.columns.map((column) => evidence(column, part, groups, groupCount));

  test('every column tells the groups apart before, none after, on training rows and on later ones', () => {
    expect(Math.min(...evidenceOf(table, train))).toBeGreaterThan(1.5);
    for (const seed of [1, 2, 3]) {
      const repaired = repairTable(repair, table, rows, groups, 1, createRandom(seed));
      expect(Math.max(...evidenceOf(repaired, train))).toBeLessThan(1);
      expect(Math.max(...evidenceOf(repaired, later))).toBeLessThan(1);
    }
  });

  test('half a repair leaves less of it, not nothing', () => {
    const before = evidenceOf(table, train);
    const half = evidenceOf(repairTable(repair, table, rows, groups, 0.5, createRandom(1)), train);
    for (const [k, left] of half.entries()) expect(left).toBeLessThan(before[k]!);
    expect(Math.max(...half)).toBeGreaterThan(1);
  });

  test('on training rows a continuous column is the same in every group, quantile by quantile', () => {
    const repaired = repairTable(repair, table, train, groups, 1, createRandom(9));
    const normal = repaired.columns[0] as Column & { kind: 'numeric' };
    const means = Array.from({ length: groupCount }, (_, a) => {
      const own = [...train].filter((row) => groups[row] === a);
      return own.reduce((sum, row) => sum + normal.values[row]!, 0) / own.length;
    });
    // Every quantile u is met up to 1/n_a: far closer than two samples of one distribution would be.
    for (const mean of means) expect(Math.abs(mean - means[0]!)).toBeLessThan(0.02);
  });
});
