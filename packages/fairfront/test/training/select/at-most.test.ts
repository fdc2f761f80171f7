import { createRandom, groupShares, linearSolver, solveLinearMinimax, worstRisk } from '@fairfront/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeData } from '../../../../core/test/linear/linear-problems.js';
import { atMostToGain } from '../../../src/training/select/at-most.js';

const problem = { classCount: 2, loss: 'cross-entropy', l2: 1e-3 } as const;
const naiveOf = (rows: Parameters<typeof atMostToGain>[0]) =>
  linearSolver(rows, problem).solve(groupShares(rows.groups)).model;

describe('at most to gain', () => {
  it('is never exceeded by a model, and reached but for the gap by the minimax one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), (seed) => {
        const rows = makeData(createRandom(seed), { classCount: 2, columnCount: 3, groupRows: [60, 30, 20] });
        const { share, worstRisk: before, lower, worstGroup } = atMostToGain(rows, problem, naiveOf(rows));
        const { risks, penalty } = linearSolver(rows, problem).solve(groupShares(rows.groups));
        expect(before).toBeCloseTo(worstRisk(risks) + penalty, 10);
        expect(risks[worstGroup]).toBe(worstRisk(risks));
        const exact = solveLinearMinimax(rows, { ...problem, gap: 1e-8 }).certificate.upper;
        expect(lower).toBeLessThanOrEqual(exact);
        expect(lower).toBeGreaterThan(exact * (1 - 2e-4));
        expect(share).toBeCloseTo(1 - lower / before, 12);
      }),
      { numRuns: 20 },
    );
  });

  it('is next to nothing where naive is minimax already', () => {
    const rows = makeData(createRandom(1), {
      classCount: 2,
      columnCount: 3,
      groupRows: [300, 20],
      noise: [0.9, 0],
      tilt: 0,
    });
    expect(atMostToGain(rows, problem, naiveOf(rows)).share).toBeLessThan(0.01);
  });
});
