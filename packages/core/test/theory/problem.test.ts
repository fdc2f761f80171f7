import { describe, expect, it } from 'vitest';
import { checkProblem, problemShares, type TheoryGroup } from '../../src/theory/problem.js';
import { stepCurve } from '../../src/theory/response-curve.js';
import { expectError } from '../helpers/errors.js';

const group = (name: string, changes: Partial<TheoryGroup> = {}): TheoryGroup => ({
  name,
  mean: 0,
  curve: stepCurve([], [0.5]),
  ...changes,
});

describe('checkProblem', () => {
  it('accepts one group and shares of any sum', () => {
    expect(() => checkProblem({ loss: 'brier', groups: [group('a')] })).not.toThrow();
    expect(() =>
      checkProblem({ loss: 'brier', groups: [group('a', { share: 7 }), group('b')] }),
    ).not.toThrow();
  });

  it('refuses no groups, and names the group whose mean or share is wrong', () => {
    expectError(() => checkProblem({ loss: 'brier', groups: [] }), 'bad-problem', 'at least one group');
    for (const mean of [Number.NaN, Number.POSITIVE_INFINITY]) {
      expectError(
        () => checkProblem({ loss: 'brier', groups: [group('a'), group('b', { mean })] }),
        'bad-problem',
        'mean of group "b"',
        String(mean),
      );
    }
    for (const share of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expectError(
        () => checkProblem({ loss: 'brier', groups: [group('a', { share })] }),
        'bad-problem',
        'share of group "a"',
        String(share),
      );
    }
  });
});

describe('problemShares', () => {
  it('sum to 1 and are alike by default', () => {
    expect(problemShares({ loss: 'brier', groups: [group('a'), group('b')] })).toEqual([0.5, 0.5]);
    expect(problemShares({ loss: 'brier', groups: [group('a', { share: 3 }), group('b')] })).toEqual([
      0.75, 0.25,
    ]);
  });
});
