// How the exact minimax solve ends: cut short, cancelled, on data that breaks solvers, and with options it cannot work with.

import { describe, expect, it } from 'vitest';
import { createRandom, type MinimaxStep, solveLinearMinimax, worstRisk } from '../../src/index.js';
import { canSolveExactly } from '../../src/internal.js';
import { expectError } from '../helpers/errors.js';
import { dataOf, featureRows, makeData, withRows } from './linear-problems.js';
import '../helpers/close.js';

const data = makeData(createRandom(1), {
  classCount: 2,
  columnCount: 3,
  groupRows: [40, 30, 20],
  noise: [0.2, 0.4, 0.5],
});
const options = { classCount: 2, l2: 1e-3 };
const exact = solveLinearMinimax(data, options);

describe('solveLinearMinimax: its end', () => {
  it('tells every step: weights, worst risk so far, and an estimate that comes true', () => {
    const steps: MinimaxStep[] = [];
    const found = solveLinearMinimax(data, { ...options, onStep: (step) => steps.push(step) });
    expect(steps.map(({ iteration }) => iteration)).toEqual(steps.map((_, i) => i + 1));
    expect(steps).toHaveLength(found.iterations);
    expect(steps[0]!.worstRisk).toBeCloseTo(Math.LN2, 14); // all parameters are 0
    steps.slice(1).forEach((step, i) => {
      expect(step.worstRisk).toBeLessThanOrEqual(steps[i]!.worstRisk);
    });
    for (const { mu, estimate, worstRisk } of steps) {
      expect(mu.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
      expect(estimate).toBeLessThanOrEqual(worstRisk);
    }
    expect([steps.at(-1)!.estimate]).toBeAllClose([found.certificate.upper], { relative: 1e-5 });
  });

  it('says when it was not given enough iterations, with bounds that hold', () => {
    const { status, iterations, certificate, risks, penalty } = solveLinearMinimax(data, {
      ...options,
      maxIterations: 1,
    });
    expect([status, iterations]).toEqual(['max-iterations', 1]);
    expect(certificate.certified).toBe(true);
    expect(certificate.lower).toBeGreaterThan(0);
    expect(certificate.lower).toBeLessThanOrEqual(exact.certificate.upper);
    expect(certificate.upper).toBeGreaterThanOrEqual(exact.certificate.lower);
    expect(certificate.upper).toBe(worstRisk(risks) + penalty);
    expect(certificate.relativeGap).toBeGreaterThan(1e-6);
  });

  it('hands back no worse a model than it had told of', () => {
    for (let seed = 0; seed < 20; seed++) {
      const noise = [0.2, 0.4, 0.5];
      const one = makeData(createRandom(seed), {
        classCount: 2,
        columnCount: 3,
        groupRows: [40, 30, 20],
        noise,
      });
      for (const maxIterations of [1, 2, 3]) {
        let told = Number.NaN;
        const onStep = (step: MinimaxStep): void => {
          told = step.worstRisk;
        };
        const { certificate } = solveLinearMinimax(one, { ...options, maxIterations, onStep });
        expect(certificate.upper).toBeLessThanOrEqual(told);
      }
    }
  });

  it('stops when it is told to, with what it has', () => {
    const signal = { aborted: false };
    const found = solveLinearMinimax(data, {
      ...options,
      signal,
      onStep: ({ iteration }) => {
        signal.aborted = iteration === 2;
      },
    });
    expect([found.status, found.iterations]).toEqual(['cancelled', 2]);
    expect(found.certificate.lower).toBeGreaterThan(0);
    expect(found.certificate.lower).toBeLessThanOrEqual(exact.certificate.upper);
    expect(found.certificate.upper).toBeGreaterThanOrEqual(exact.certificate.lower);
  });

  it('ends on a gap that rounding does not allow', () => {
    const found = solveLinearMinimax(data, { ...options, gap: 1e-300 });
    expect(found.status).not.toBe('cancelled');
    expect(found.certificate.relativeGap).toBeLessThan(1e-9);
    expect([found.certificate.upper]).toBeAllClose([exact.certificate.upper], { relative: 1e-6 });
  });

  it.each([1e9, 1e-9])('does not mind a column in other units: × %d', (factor) => {
    const plain = solveLinearMinimax(data, { classCount: 2, l2: 1e-30, gap: 1e-4 });
    const rows = featureRows(data).map(([x, ...rest]) => [factor * x!, ...rest]);
    const scaled = solveLinearMinimax(withRows(data, rows), { classCount: 2, l2: 1e-30, gap: 1e-4 });
    expect([scaled.certificate.upper]).toBeAllClose([plain.certificate.upper], { relative: 2e-4 });
    expect(scaled.model.parameters.every(Number.isFinite)).toBe(true);
  });

  it('keeps separable data, columns without meaning and groups of one class or one row finite', () => {
    const cases = [
      dataOf([[-2], [-1], [1], [3]], [0, 0, 1, 1], 'abab'),
      dataOf(
        [
          [0, 1],
          [0, 1],
          [0, 1],
          [0, 1],
          [0, 1],
        ],
        [0, 1, 1, 0, 1],
        'aabbb',
      ),
      dataOf([[1], [2], [0], [1], [3], [2]], [1, 1, 0, 1, 0, 1], 'aabbbb'),
      makeData(createRandom(2), { classCount: 2, columnCount: 2, groupRows: [12, 1] }),
      makeData(createRandom(3), { classCount: 2, columnCount: 12, groupRows: [5, 4] }),
    ];
    for (const one of cases) {
      const { model, risks, certificate } = solveLinearMinimax(one, { classCount: 2, l2: 1e-4 });
      expect([...model.parameters, ...risks].every(Number.isFinite)).toBe(true);
      expect(certificate.relativeGap).toBeLessThanOrEqual(1e-6);
    }
  });

  it.each([
    ['two classes', { classCount: 2, columnCount: 999 }, true],
    ['one parameter too many', { classCount: 2, columnCount: 1000 }, false],
    ['three classes', { classCount: 3, columnCount: 332 }, true],
    ['three classes, too many', { classCount: 3, columnCount: 333 }, false],
    ['Brier', { classCount: 2, columnCount: 3, loss: 'brier' }, false],
    ['no penalty', { classCount: 2, columnCount: 3, l2: 0 }, false],
  ] as const)('is foretold to be had or not: %s', (_, problem, can) => {
    const { classCount, columnCount } = problem;
    const full = { loss: 'cross-entropy', l2: 1e-4, ...problem } as const;
    expect(canSolveExactly(full)).toBe(can);
    const rows = makeData(createRandom(1), { classCount, columnCount, groupRows: [4, 4] });
    const solve = () => solveLinearMinimax(rows, { ...full, maxIterations: 1 });
    if (can) expect(solve().risks).toHaveLength(2);
    else expectError(solve, 'bad-option', 'the exact minimax model needs');
  });

  it('says how many parameters are too many, and what can be had', () => {
    const wide = makeData(createRandom(1), { classCount: 2, columnCount: 1200, groupRows: [4, 4] });
    expectError(
      () => solveLinearMinimax(wide, { classCount: 2 }),
      'bad-option',
      'needs the Hessian, which is too large for 1201 parameters (above 1000); search for it with cuttingPlane',
    );
  });

  it('needs l2, a convex loss, the Hessian and a gap', () => {
    expectError(
      () => solveLinearMinimax(data, { classCount: 2, loss: 'brier' }),
      'bad-option',
      'the exact minimax model needs a convex loss, and the Brier score of a linear model is not convex; search for it (apStar, cuttingPlane), or use cross-entropy',
    );
    expectError(
      () => solveLinearMinimax(data, { classCount: 2, method: 'lbfgs' }),
      'bad-option',
      'the exact minimax model needs the Hessian',
      'pass method: "newton"',
    );
    expectError(
      () => solveLinearMinimax(data, { classCount: 2, l2: 0 }),
      'bad-option',
      'the exact minimax model needs l2 > 0, so that it is bounded; got 0',
    );
    for (const gap of [0, -1, Number.NaN]) {
      expectError(
        () => solveLinearMinimax(data, { ...options, gap }),
        'bad-option',
        `gap must be a number > 0; got ${gap}`,
      );
    }
    expectError(() => solveLinearMinimax(data, { classCount: 1 }), 'bad-option', 'classCount must be');
    expectError(
      () => solveLinearMinimax(data, { ...options, maxIterations: 0 }),
      'bad-option',
      'maxIterations',
    );
  });

  it('refuses to start from a model of another shape', () => {
    const start = { classCount: 2, columnCount: 2, parameters: new Float64Array(3) };
    expectError(
      () => solveLinearMinimax(data, { ...options, start }),
      'bad-problem',
      'a model to start from must have 2 classes and 3 features; got 2 and 2',
    );
  });
});
