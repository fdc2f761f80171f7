// Data that breaks solvers, and options that are refused.

import { describe, expect, it } from 'vitest';
import { type CovarianceBoundSolve, covarianceBoundSolver } from '../../src/baselines/zafar.js';
import { groupShares } from '../../src/groups/group-index.js';
import { linearSolver } from '../../src/linear/solve-linear.js';
import { createRandom } from '../../src/numeric/random.js';
import { expectError } from '../helpers/errors.js';
import { dataOf, featureRows, makeData, normals, withRows } from '../linear/linear-problems.js';
import { makeShiftedData, plainCovariances } from './zafar-problems.js';
import '../helpers/close.js';

const BOUNDS = [0, 0.01, 0.1, Number.POSITIVE_INFINITY];
const shape = { classCount: 2, columnCount: 3, groupRows: [30, 20, 15] };
const base = makeShiftedData(createRandom(7), shape);

function expectSound({
  model,
  covariances,
  risks,
  objective,
  multipliers,
  bound,
}: CovarianceBoundSolve): void {
  expect(
    [...model.parameters, ...covariances, ...risks, objective, ...multipliers].every(Number.isFinite),
  ).toBe(true);
  const weights = Math.hypot(...model.parameters);
  expect(Math.max(...covariances.map(Math.abs))).toBeLessThanOrEqual(
    bound * (1 + 1e-9) + 1e-13 * (1 + weights),
  );
  expect(model.training.status).not.toBe('max-iterations');
}

describe('covarianceBoundSolver: edges', () => {
  it('bounds what separable data would make infinite', () => {
    // x tells the class apart, and the group too: the bound holds w down by itself.
    const data = dataOf([[-2], [-1], [1], [3]], [0, 0, 1, 1], 'aabb');
    for (const l2 of [1e-6, 0]) {
      for (const bound of BOUNDS) {
        const solved = covarianceBoundSolver(data, { classCount: 2, l2 }).solve(bound);
        expectSound(solved);
        // cov_b = share · (mean over b − mean of all) · w = ½ (2 − ¼) w
        if (bound < 1) expect(solved.model.parameters[0]).toBeCloseTo(bound / 0.875, 9);
        else expect(solved.objective).toBeLessThan(1e-4);
      }
    }
  });

  it('lets separable data go where groups are alike', () => {
    const data = dataOf([[-2], [-1], [1], [2], [-2], [-1], [1], [2]], [0, 0, 1, 1, 0, 0, 1, 1], 'aaaabbbb');
    for (const bound of BOUNDS) {
      const solved = covarianceBoundSolver(data, { classCount: 2 }).solve(bound);
      expectSound(solved);
      expect(solved.objective).toBeLessThan(1e-3);
      expect(solved.multipliers).toEqual([0, 0]);
    }
  });

  it('takes means that agree but for rounding as the same', () => {
    // Group b has the values of group a, summed in the other order: a bound of 0 must not forbid w.
    for (let seed = 0; seed < 20; seed++) {
      const random = createRandom(seed);
      const values = Array.from(normals(random, 30));
      const rows = [...values, ...values.slice().reverse()].map((value) => [value]);
      const noise = normals(random, 60);
      const labels = rows.map(([value], row) => (value! + noise[row]! > 0 ? 1 : 0));
      const data = dataOf(rows, labels, 'a'.repeat(30) + 'b'.repeat(30));
      const plain = linearSolver(data, { classCount: 2 }).solve([0.5, 0.5]);
      const { model, covariances } = covarianceBoundSolver(data, { classCount: 2 }).solve(0);
      expect(model.parameters).toBeAllClose(plain.model.parameters, { relative: 1e-6 });
      expect(covariances).toEqual([0, 0]);
    }
  });

  it('comes back from a start that is too sure, where a whole step would overshoot', () => {
    // x = ±1 has the class's sign in 19 of 20 rows; at w = 8 there is slope, but next to no curvature.
    const rows = Array.from({ length: 80 }, (_, row) => [row % 2 === 0 ? 1 : -1]);
    const labels = rows.map(([x], row) => ((row % 40 < 2 ? -x! : x!) > 0 ? 1 : 0));
    const data = dataOf(rows, labels, `${'aab'.repeat(26)}aa`);
    const start = { classCount: 2, columnCount: 1, parameters: Float64Array.of(8, 0) };
    for (const bound of [Number.POSITIVE_INFINITY, 1]) {
      const { solve } = covarianceBoundSolver(data, { classCount: 2 });
      const [fromZero, fromThere] = [solve(bound), solve(bound, start)];
      expect([fromThere.objective]).toBeAllClose([fromZero.objective], { relative: 1e-12 });
      expect(fromThere.model.training.status).toBe('converged');
      expect(fromThere.model.parameters[0]).toBeCloseTo(Math.log(19), 3);
    }
  });

  it('starts anew where the step from a start outside the bound leads astray', () => {
    // At w = 8 nearly all rows are certain: the bound takes w down, and the intercept, for want of curvature, would go to −150.
    const rows = Array.from({ length: 80 }, (_, row) => [row < 40 ? 1 : -1]);
    const labels = rows.map(([x], row) => (x! > 0 && row >= 4 ? 1 : 0));
    const data = dataOf(rows, labels, 'a'.repeat(30) + 'b'.repeat(40) + 'a'.repeat(10));
    const { solve } = covarianceBoundSolver(data, { classCount: 2 });
    const start = { classCount: 2, columnCount: 1, parameters: Float64Array.of(8, 0) };
    const [fromZero, fromThere] = [solve(0.01), solve(0.01, start)];
    expect([fromThere.objective]).toBeAllClose([fromZero.objective], { relative: 1e-12 });
    expect(fromThere.model.training.status).toBe('converged');
    // Certain of the wrong things, without a bound.
    const wrong = { ...start, parameters: Float64Array.of(-1e4, 0) };
    expect(solve(Number.POSITIVE_INFINITY, wrong)).toEqual(solve(Number.POSITIVE_INFINITY));
  });

  it('takes a group of one class', () => {
    const labels = base.labels.map((label, row) => (base.groups.groups[row] === 1 ? 1 : label));
    for (const bound of BOUNDS) {
      const solved = covarianceBoundSolver({ ...base, labels }, { classCount: 2 }).solve(bound);
      expectSound(solved);
      expect(solved.model.training.status).toBe('converged');
    }
  });

  it('has no bound to keep for one group, and no features to keep it with', () => {
    const single = makeData(createRandom(1), { ...shape, groupRows: [40], noise: [0.3] });
    const plain = linearSolver(single, { classCount: 2 }).solve([1]);
    const { objective, covariances } = covarianceBoundSolver(single, { classCount: 2 }).solve(0);
    expect([objective]).toBeAllClose([plain.objective], { relative: 1e-13 });
    expect(covariances).toEqual([0]);

    const bare = dataOf([[], [], [], []], [0, 1, 1, 1], 'aabb');
    const { model } = covarianceBoundSolver(bare, { classCount: 2 }).solve(0);
    expect(model.parameters[0]).toBeCloseTo(Math.log(3), 9);
  });

  it('takes more groups than features, and features that are the same twice or constant', () => {
    const wide = makeShiftedData(createRandom(2), {
      classCount: 2,
      columnCount: 2,
      groupRows: [12, 11, 10, 9, 8, 7],
      noise: [0.3, 0.3, 0.3, 0.3, 0.3, 0.3],
    });
    for (const bound of BOUNDS) {
      expectSound(covarianceBoundSolver(wide, { classCount: 2 }).solve(bound));
      const rows = featureRows(base).map((row) => [...row, row[0]!, 1, 0]);
      const solved = covarianceBoundSolver(withRows(base, rows), { classCount: 2 }).solve(bound);
      expectSound(solved);
      const [once] = [covarianceBoundSolver(base, { classCount: 2, l2: 1e-6 }).solve(bound)];
      expect([solved.objective]).toBeAllClose([once.objective], { absolute: 1e-4 });
    }
  });

  it('does not mind in which units features are', () => {
    for (const unit of [1e-6, 1e6]) {
      const rows = featureRows(base).map((row) => row.map((value, c) => (c === 1 ? value * unit : value)));
      const data = withRows(base, rows);
      // The penalty does mind: next to none.
      const [usual, other] = [base, data].map((one) =>
        covarianceBoundSolver(one, { classCount: 2, l2: 1e-20 }).solve(0.05),
      ) as [CovarianceBoundSolve, CovarianceBoundSolve];
      expect(other.covariances).toBeAllClose(usual.covariances, { absolute: 1e-7 });
      expect([other.objective]).toBeAllClose([usual.objective], { relative: 1e-7 });
      expect(Math.max(...plainCovariances(data, other.model.parameters).map(Math.abs))).toBeLessThan(
        0.05 * (1 + 1e-9),
      );
    }
  });
});

describe('covarianceBoundSolver: errors', () => {
  it('refuses what it cannot do', () => {
    const three = makeData(createRandom(1), { ...shape, classCount: 3 });
    expectError(
      () => covarianceBoundSolver(three, { classCount: 3 }),
      'bad-option',
      'classCount must be 2',
      'got 3',
      'prejudice remover',
    );
    expectError(() => covarianceBoundSolver(base, { classCount: 2, l2: -1 }), 'bad-option', 'l2 must be');
    expectError(
      () => covarianceBoundSolver(three, { classCount: 2 }),
      'bad-target',
      'must be from 0 to 1; got 2',
    );
    const { solve } = covarianceBoundSolver(base, { classCount: 2 });
    for (const bound of [-1e-9, Number.NaN]) {
      expectError(() => solve(bound), 'bad-option', 'bound must be a number ≥ 0', `got ${bound}`);
    }
    const start = { classCount: 2, columnCount: 2, parameters: new Float64Array(3) };
    expectError(
      () => solve(1, start),
      'bad-problem',
      'a model to start from must have 2 classes and 3 features',
    );
  });

  it('says when it was stopped short, within the bound all the same', () => {
    const { solve } = covarianceBoundSolver(base, { classCount: 2, maxIterations: 2 });
    const { model, violation } = solve(0.01);
    expect(model.training).toMatchObject({ status: 'max-iterations', iterations: 2 });
    expect(violation).toBeLessThan(1e-11);
    const shares = groupShares(base.groups);
    const plain = linearSolver(base, { classCount: 2 }).solve(shares);
    const stopped = solve(0.01, plain.model); // from outside
    expect(stopped.violation).toBeLessThan(1e-11);
  });
});
