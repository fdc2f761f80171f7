import type { EstimationRow, EstimationWay } from '@fairfront/charts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareWays, winner } from '../../src/paper/studies/compare-ways.js';
import { estimationRow } from './made-estimation.js';

const row = (way: EstimationWay, errors: Readonly<Record<number, number>>, samples = 100): EstimationRow =>
  estimationRow(way, samples, errors);

describe('compareWays', () => {
  it('is joint less plug-in by seed, with its standard error', () => {
    const rows = [row('joint', { 1: 0.1, 2: 0.2, 3: 0.3 }), row('plug-in', { 1: 0.2, 2: 0.4, 3: 0.3 })];
    const { riskError, accuracy, samples } = compareWays([rows], 100)!;
    // −0.1, −0.2, 0: their standard deviation is 0.1.
    expect(samples).toBe(100);
    expect(riskError.mean).toBeCloseTo(-0.1, 12);
    expect(riskError.standardError).toBeCloseTo(0.1 / Math.sqrt(3), 12);
    expect(riskError.seeds).toBe(3);
    expect(accuracy.mean).toBeCloseTo(0.1, 12); // made as 1 − error
  });

  it('pairs by seed, not by place, and leaves out what has no partner', () => {
    const rows = [row('joint', { 3: 0.3, 1: 0.1 }), row('plug-in', { 1: 0.4, 2: 9, 3: 0.7 })];
    const { riskError } = compareWays([rows], 100)!;
    expect(riskError.seeds).toBe(2);
    expect(riskError.mean).toBeCloseTo((-0.3 - 0.4) / 2, 12);
    expect(compareWays([[row('joint', { 1: 0.1 })], [row('plug-in', { 1: 0.1 })]], 100)).toBeUndefined();
    expect(compareWays([rows], 200)).toBeUndefined();
  });

  it('takes a seed as one whatever the number of problems: a mean over problems, an error over seeds', () => {
    const first = [row('joint', { 1: 0.1, 2: 0.1 }), row('plug-in', { 1: 0.2, 2: 0.4 })];
    const second = [row('joint', { 1: 0.1, 2: 0.1 }), row('plug-in', { 1: 0.4, 2: 0.6 })];
    const { riskError } = compareWays([first, second], 100)!;
    expect(riskError.mean).toBeCloseTo(-0.3, 12);
    // −0.2 and −0.4.
    expect(riskError.standardError).toBeCloseTo(0.1, 12);
    expect(compareWays([first, first], 100)!.riskError.standardError).toBeCloseTo(
      compareWays([first], 100)!.riskError.standardError!,
      12,
    );
  });

  it('cannot say how sure it is of one seed', () => {
    const rows = [row('joint', { 1: 0.1 }), row('plug-in', { 1: 0.2 })];
    expect(compareWays([rows], 100)!.riskError).toMatchObject({ standardError: null, seeds: 1 });
  });

  it('changes sign when the ways change places', () => {
    const errors = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(errors, errors, (left, right) => {
        const bySeed = (values: readonly number[]) => Object.fromEntries(values.entries());
        const [one, other] = [bySeed(left), bySeed(right)];
        const there = compareWays([[row('joint', one), row('plug-in', other)]], 100)!.riskError;
        const back = compareWays([[row('joint', other), row('plug-in', one)]], 100)!.riskError;
        expect(there.mean).toBeCloseTo(-back.mean, 12);
        expect(there.standardError).toBeCloseTo(back.standardError!, 12);
      }),
    );
  });
});

describe('winner', () => {
  const difference = (mean: number, standardError: number | null) => ({ mean, standardError, seeds: 5 });

  it('is who is ahead by more than two standard errors', () => {
    expect(winner(difference(-0.021, 0.01), 'lower')).toBe('joint');
    expect(winner(difference(0.021, 0.01), 'lower')).toBe('plug-in');
    expect(winner(difference(-0.019, 0.01), 'lower')).toBeUndefined();
    expect(winner(difference(0.021, 0.01), 'higher')).toBe('joint');
    expect(winner(difference(-0.021, 0.01), 'higher')).toBe('plug-in');
  });

  it('is nobody where nothing differs, or from one run', () => {
    expect(winner(difference(0, 0), 'lower')).toBeUndefined();
    expect(winner(difference(-0.5, null), 'lower')).toBeUndefined();
  });
});
