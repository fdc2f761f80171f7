import { describe, expect, it } from 'vitest';
import { type VerdictEvidence, verdictOf } from '../../src/measure/verdict.js';

const around = (value: number, half: number) => ({ value, low: value - half, high: value + half });

/** Naive serves A worst; its risk falls by a tenth, surely. */
const evidence: VerdictEvidence = {
  groups: ['A', 'B'],
  worstGroup: 0,
  changes: [around(-0.1, 0.03), around(0.05, 0.02)],
  risks: [around(0.45, 0.02), around(0.4, 0.02)],
  naiveWorst: 0.5,
  isNaive: false,
  testRows: [1000, 5000],
  rarestClassRows: 300,
  atMost: 0.2,
  smallestGain: 0.01,
};
const UNTIL = 'until then, keep the ordinary model';
const verdict = (changed: Partial<VerdictEvidence> = {}) => verdictOf({ ...evidence, ...changed });

describe('the verdict', () => {
  it('is to use the model where the gain of the worst group is above 0', () => {
    expect(verdict()).toMatchObject({
      decision: 'use-minimax',
      worstGroup: 'A',
      atMost: 0.2,
      rowsToTell: null,
    });
    const { gain } = verdict();
    expect(gain!.estimate).toBeCloseTo(0.1);
    expect(gain!.interval.low).toBeCloseTo(0.07);
    expect(gain!.interval.high).toBeCloseTo(0.13);
  });

  it('may be of the worst share of people, in whose place no gain of a model that knows nothing counts', () => {
    const whom = { groups: ['the worst 10% of people'], share: 0.1 };
    expect(verdict({ ...whom, isNaive: true }).reasons[0]).toContain('served the worst 10% of people better');
    expect(verdict({ ...whom, futile: 'it knows nothing' })).toMatchObject({
      decision: 'keep-naive',
      reasons: ['it knows nothing'],
    });
    const open = { changes: [around(-0.1, 0.2)], testRows: [100] };
    expect(verdict({ ...whom, ...open }).rowsToTell).toBe(10 * verdict(open).rowsToTell!);
    expect(verdict({ ...whom, ...open }).reasons[1]).toMatch(/about [\d,]+ more test rows would tell$/);
  });

  it('is to keep naive where naive was chosen, whatever test rows say', () => {
    expect(verdict({ isNaive: true }).decision).toBe('keep-naive');
    expect(verdict({ isNaive: true, atMost: 0.003 }).reasons[0]).toContain('by more than 0.3%');
    expect(verdict({ isNaive: true, atMost: 0.3 }).reasons[0]).not.toContain('30%');
  });

  it('is to keep naive where the gain is surely too small, however sure it is', () => {
    const changes = [around(-0.004, 0.002), around(0.05, 0.02)];
    expect(verdict({ changes })).toMatchObject({
      decision: 'keep-naive',
      reasons: ['whatever A gains is surely below 1% of its risk'],
    });
    expect(verdict({ changes, smallestGain: 0.001 }).decision).toBe('use-minimax');
  });

  it('is to keep naive where the worst group surely loses', () => {
    expect(verdict({ changes: [around(0.1, 0.03), around(0, 0.02)] })).toMatchObject({
      decision: 'keep-naive',
      reasons: ['A would be served worse'],
    });
  });

  it.each([0.01, 0])(
    'is to keep naive where both models are the same, of a smallest gain of %d',
    (smallestGain) => {
      const told = verdict({ changes: [around(0, 0), around(0, 0)], smallestGain });
      expect(told.decision).toBe('keep-naive');
      expect(told.reasons[0]).not.toContain('worse');
    },
  );

  it('is to keep naive where another group surely ends up below the worst of naive', () => {
    expect(verdict({ risks: [around(0.45, 0.02), around(0.6, 0.05)] })).toMatchObject({
      decision: 'keep-naive',
      reasons: ['B would surely be served worse than anybody is by ordinary training'],
    });
    expect(verdict({ risks: [around(0.45, 0.02), around(0.52, 0.05)] }).decision).toBe('use-minimax');
  });

  it('cannot tell where the interval holds 0 and what would matter, and says how many rows would', () => {
    // The interval is 1.4 times too wide to end above 0: it takes twice the rows.
    const told = verdict({ changes: [around(-0.05, 0.05 * Math.SQRT2 - 1e-9), around(0, 0.02)] });
    expect(told).toMatchObject({ decision: 'cannot-tell', rowsToTell: 1000 });
    expect(told.reasons).toEqual([
      'the test rows leave open whether A gains or loses',
      'if it stays as it is, about 1,000 more test rows of A would tell',
      'until then, keep the ordinary model',
    ]);
    // Nothing seems to be gained: the rows that would show it to be less than 1%.
    expect(verdict({ changes: [around(0, 0.02), around(0, 0.02)] })).toMatchObject({
      decision: 'cannot-tell',
      rowsToTell: 3000,
    });
  });

  it.each([
    [{ testRows: [29, 5000] }, 'A has 29 test rows to judge by, too few to tell chance from a gain'],
    [{ rarestClassRows: 9 }, 'A has 9 test rows of a class to judge by, too few to tell chance from a gain'],
  ])('cannot tell by few rows, however narrow their interval: %j', (few, reason) => {
    expect(verdict(few)).toMatchObject({
      decision: 'cannot-tell',
      reasons: [reason, UNTIL],
      rowsToTell: null,
    });
    expect(verdict({ ...few, isNaive: true }).decision).toBe('keep-naive');
    expect(verdict({ testRows: [30, 5000], rarestClassRows: 10 }).decision).toBe('use-minimax');
  });

  it('cannot tell where naive was stopped while still learning', () => {
    const told = verdict({ isUnfinished: true });
    expect(told).toMatchObject({ decision: 'cannot-tell', rowsToTell: null });
    expect(told.reasons[0]).toContain('`maxEpochs`');
    expect(verdict({ isUnfinished: true, isNaive: true }).decision).toBe('keep-naive');
  });

  it('names no number of rows where none would tell', () => {
    expect(verdict({ changes: [around(-0.0099999999, 0.02), around(0, 0.02)] })).toMatchObject({
      decision: 'cannot-tell',
      rowsToTell: null,
    });
  });

  it('is to keep naive where the worst group has no risk to speak of', () => {
    expect(verdict({ changes: [null, null] })).toMatchObject({ decision: 'keep-naive', gain: null });
  });
});
