// What one group's gain costs another, against the front of a small problem, found by solving for weights nearby.

import { createRandom, linearSolver } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import { exchangeRate, exchangeWords } from '../../src/report/exchange-words.js';
import { madeResult } from './made-result.js';

/** Two groups whose outcomes follow one feature in opposite ways, with noise. */
function twoGroups() {
  const random = createRandom(3);
  const rowCount = 400;
  const groups = Int32Array.from({ length: rowCount }, (_, row) => (row < 150 ? 0 : 1));
  const values = Float64Array.from({ length: rowCount }, () => 2 * random.uniform() - 1);
  const labels = Int32Array.from(values, (value, row) => {
    const slope = groups[row] === 0 ? 2.5 : -1;
    return random.uniform() < 1 / (1 + Math.exp(-slope * value)) ? 1 : 0;
  });
  return {
    features: { kind: 'dense' as const, rowCount, columnCount: 1, values },
    labels,
    groups: { names: ['A', 'B'], groups, counts: [150, 250] },
  };
}

describe('the exchange rate', () => {
  const solver = linearSolver(twoGroups(), { classCount: 2, l2: 1e-3 });
  const risksAt = (share: number): number[] => {
    const { risks, penalty } = solver.solve([share, 1 - share]);
    return risks.map((risk) => risk + penalty);
  };

  it('is the slope of the front at the point, in percent of the risks', () => {
    const [share, step] = [0.6, 1e-4];
    const [at, before, after] = [risksAt(share), risksAt(share - step), risksAt(share + step)];
    const slopes = at.map((risk, group) => (after[group]! - before[group]!) / risk);
    const { gains, pays, rate } = exchangeRate([share, 1 - share], at)!;
    expect(slopes[gains]! * slopes[pays]!).toBeLessThan(0);
    expect(rate).toBeCloseTo(-slopes[pays]! / slopes[gains]!, 4);
  });

  it('is the least that anybody pays: every other model of the front costs more', () => {
    const share = 0.6;
    const at = risksAt(share);
    const { gains, pays, rate } = exchangeRate([share, 1 - share], at)!;
    for (const other of [0.3, 0.5, 0.7, 0.9].map(risksAt)) {
      const fall = 1 - other[gains]! / at[gains]!;
      const rise = other[pays]! / at[pays]! - 1;
      expect(rise).toBeGreaterThan(rate * fall);
    }
  });

  it('is that of the two groups with most weight, to the gain of the one served worse', () => {
    expect(exchangeRate([0.1, 0.3, 0.6], [0.9, 0.5, 0.4])).toEqual({
      gains: 1,
      pays: 2,
      rate: expect.closeTo((0.5 * 0.3) / (0.4 * 0.6), 12),
    });
    expect(exchangeRate([1, 0], [0.5, 0.4])).toBeUndefined();
    expect(exchangeRate([1], [0.5])).toBeUndefined();
  });

  it('is told of certified linear models alone', () => {
    const risks = { naive: [0.5, 0.4], minimax: [0.45, 0.45] };
    const words = exchangeWords(madeResult({ risks }));
    expect(words).toMatch(
      /^The exchange rate at the chosen point: 1% less risk for [AB] would cost [AB] at least [\d.]+% /,
    );
    const certificate = { certified: false, reason: 'a network is not convex' } as const;
    expect(exchangeWords(madeResult({ risks, certificate }))).toBeUndefined();
    const network = { model: 'resnet', hidden: [8, 8], activation: 'elu' } as const;
    expect(exchangeWords(madeResult({ risks, network }))).toBeUndefined();
  });
});
