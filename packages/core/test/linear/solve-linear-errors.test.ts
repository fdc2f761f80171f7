import { describe, expect, it } from 'vitest';
import { createRandom, groupIndex, type LinearModel, linearSolver } from '../../src/index.js';
import { expectError } from '../helpers/errors.js';
import { dataOf, makeData } from './linear-problems.js';

const data = makeData(createRandom(1), { classCount: 2, columnCount: 2, groupRows: [6, 4] });

describe('linearSolver: options', () => {
  it('resolves them: Newton, and the penalty of C = 1e6', () => {
    expect(linearSolver(data, { classCount: 2 }).options).toEqual({
      classCount: 2,
      loss: 'cross-entropy',
      l2: 1e-6,
      method: 'newton',
      tolerance: 1e-17,
      maxIterations: 100,
    });
  });

  it('goes by L-BFGS for Brier scores and for many parameters', () => {
    expect(linearSolver(data, { classCount: 2, loss: 'brier' }).options).toMatchObject({
      method: 'lbfgs',
      tolerance: 1e-10,
      maxIterations: 5000,
    });
    const wide = (columnCount: number) => dataOf([new Array<number>(columnCount).fill(1)], [0], 'a');
    const methodFor = (columnCount: number, classCount: number): string =>
      linearSolver(wide(columnCount), { classCount }).options.method;
    expect([methodFor(999, 2), methodFor(1000, 2)]).toEqual(['newton', 'lbfgs']);
    expect([methodFor(249, 4), methodFor(250, 4)]).toEqual(['newton', 'lbfgs']);
    expect(linearSolver(wide(1000), { classCount: 2, method: 'newton' }).options.method).toBe('newton');
  });

  it.each([
    [{ classCount: 1 }, 'classCount must be a whole number ≥ 2; got 1'],
    [{ l2: -1e-9 }, 'l2 must be a finite number ≥ 0; got -1e-9'],
    [{ l2: Number.NaN }, 'l2 must be a finite number ≥ 0; got NaN'],
    [{ l2: Number.POSITIVE_INFINITY }, 'l2 must be a finite number ≥ 0; got Infinity'],
    [{ tolerance: 0 }, 'tolerance must be a number > 0; got 0'],
    [{ tolerance: Number.NaN }, 'tolerance must be a number > 0; got NaN'],
    [{ maxIterations: 0 }, 'maxIterations must be a whole number ≥ 1; got 0'],
    [{ maxIterations: 2.5 }, 'maxIterations must be a whole number ≥ 1; got 2.5'],
    [{ loss: 'hinge' as 'brier' }, 'loss must be "cross-entropy", "brier" or "squared"; got "hinge"'],
    [{ method: 'sgd' as 'lbfgs' }, 'method must be "auto", "newton" or "lbfgs"; got "sgd"'],
    [
      { loss: 'brier', method: 'newton' },
      'method "newton" needs a convex loss, and the Brier score of a linear model is not convex; use "lbfgs" or "auto"',
    ],
  ] as const)('refuses %j', (options, message) => {
    expectError(() => linearSolver(data, { classCount: 2, ...options }), 'bad-option', message);
  });

  it('refuses data that no model can be trained on', () => {
    const options = { classCount: 2 };
    const values = Float64Array.from(data.features.values).fill(Number.NaN, 3, 4);
    const cases = [
      [
        { ...data, features: { ...data.features, values } },
        'bad-problem',
        'train: a feature of row 2 is NaN',
      ],
      [{ ...data, labels: data.labels.subarray(1) }, 'bad-problem', 'got 10, 9 and 10 of them'],
      [
        { ...data, labels: data.labels.map(() => 2) },
        'bad-target',
        'the class of row 1 must be from 0 to 1; got 2',
      ],
      [
        { ...data, groups: groupIndex(new Array<string>(10).fill('a'), ['a', 'b']) },
        'bad-groups',
        'group "b" has no rows',
      ],
    ] as const;
    for (const [bad, code, message] of cases) expectError(() => linearSolver(bad, options), code, message);
  });
});

describe('linearSolver: solve', () => {
  const { solve } = linearSolver(data, { classCount: 2 });

  it('refuses weights that are not on the simplex', () => {
    expectError(() => solve([1]), 'bad-mu', 'mu must have one weight per group: 2 groups, but 1 weights');
    expectError(() => solve([0.5, 0.6]), 'bad-mu', 'mu must sum to 1');
    expectError(() => solve([1.5, -0.5]), 'bad-mu', 'mu[1] must be a finite number ≥ 0; got -0.5');
  });

  it.each([
    [{ classCount: 3, columnCount: 2, parameters: new Float64Array(9) }, 'got 3 and 2'],
    [{ classCount: 2, columnCount: 1, parameters: new Float64Array(2) }, 'got 2 and 1'],
  ])('refuses to start from a model of another shape: %j', (start: LinearModel, message) => {
    expectError(
      () => solve([0.5, 0.5], start),
      'bad-problem',
      `a model to start from must have 2 classes and 2 features; ${message}`,
    );
  });
});
