import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type CovarianceBoundSolve, covarianceBoundSolver, ZAFAR_BOUNDS } from '../../src/baselines/zafar.js';
import { groupShares } from '../../src/groups/group-index.js';
import type { LabelledRows } from '../../src/groups/labelled-rows.js';
import { LinearObjective } from '../../src/linear/linear-objective.js';
import { linearSolver } from '../../src/linear/solve-linear.js';
import { createRandom, type RandomSource } from '../../src/numeric/random.js';
import { dot } from '../../src/numeric/sum.js';
import { randomSource } from '../helpers/arbitraries.js';
import {
  centralDifferences,
  normals,
  plainRisks,
  takeDataRows,
  withGroupOrder,
} from '../linear/linear-problems.js';
import { makeShiftedData, plainCovariances } from './zafar-problems.js';
import '../helpers/close.js';

const GROUP_ROWS = [40, 25, 20, 15];
const makeProblem = (random: RandomSource, groupCount: number): LabelledRows =>
  makeShiftedData(random, {
    classCount: 2,
    columnCount: 4,
    groupRows: GROUP_ROWS.slice(0, groupCount),
    noise: [0.2, 0.3, 0.3, 0.4],
  });

const problems = fc.record({
  random: randomSource,
  groupCount: fc.integer({ min: 2, max: 4 }),
  bound: fc.constantFrom(0, 1e-3, 0.02, 0.1, 0.4),
  l2: fc.constantFrom(1e-1, 1e-3, 1e-6),
});

/** F from the definition. */
function plainObjective(data: LabelledRows, l2: number, parameters: Float64Array): number {
  const penalty = parameters.reduce((sum, w, i) => sum + (i < parameters.length - 1 ? w ** 2 : 0), 0);
  return dot(groupShares(data.groups), plainRisks(data, 2, 'cross-entropy', parameters)) + (l2 / 2) * penalty;
}

describe('covarianceBoundSolver', () => {
  it('ends where the gradient is balanced by bounds that are tight, on the right side of each', () => {
    fc.assert(
      fc.property(problems, ({ random, groupCount, bound, l2 }) => {
        const data = makeProblem(random, groupCount);
        const { model, covariances, multipliers, risks, penalty, objective, violation } =
          covarianceBoundSolver(data, { classCount: 2, l2 }).solve(bound);
        const { parameters, training } = model;
        expect(training.status).toBe('converged');
        expect(training.gradientNorm).toBeLessThan(1e-7);

        expect(covariances).toBeAllClose(plainCovariances(data, parameters), {
          absolute: 1e-13,
          relative: 1e-12,
        });
        const largest = Math.max(...covariances.map(Math.abs));
        expect(largest).toBeLessThanOrEqual(bound * (1 + 1e-9) + 1e-13);
        expect(violation).toBe(Math.max(0, largest - bound));
        if (groupCount === 2) expect(covariances[0]! + covariances[1]!).toBe(0);
        expect(risks).toBeAllClose(plainRisks(data, 2, 'cross-entropy', parameters), { relative: 1e-12 });
        expect([objective]).toBeAllClose([plainObjective(data, l2, parameters)], { relative: 1e-12 });
        expect([objective]).toBeAllClose([dot(groupShares(data.groups), risks) + penalty], {
          relative: 1e-14,
        });

        // ∂/∂θ of F + Σ ν_a cov_a
        const slopes = centralDifferences(
          (at) => plainObjective(data, l2, at) + dot(multipliers, plainCovariances(data, at)),
          parameters,
        );
        expect(slopes).toBeAllClose(new Float64Array(slopes.length), { absolute: 1e-7 });
        multipliers.forEach((multiplier, a) => {
          if (bound === 0 || multiplier === 0) return;
          expect(covariances[a]! * Math.sign(multiplier)).toBeCloseTo(bound, 9);
        });
      }),
      { numRuns: 50, seed: 41 },
    );
  });

  it('beats every other model within the bound', () => {
    fc.assert(
      fc.property(problems, ({ random, groupCount, bound, l2 }) => {
        const data = makeProblem(random, groupCount);
        const { model, objective } = covarianceBoundSolver(data, { classCount: 2, l2 }).solve(bound);
        let rivals = 0;
        for (let trial = 0; trial < 30; trial++) {
          const scale = 10 ** (-4 * random.uniform());
          const other = normals(random, 5, scale).map((change, i) => change + model.parameters[i]!);
          const largest = Math.max(...plainCovariances(data, other).map(Math.abs));
          // Smaller weights make smaller covariances: so any model has one within the bound behind it.
          if (largest > bound) for (let i = 0; i < 4; i++) other[i]! *= bound / largest;
          if (bound > 0) rivals++;
          expect(plainObjective(data, l2, other)).toBeGreaterThanOrEqual(objective * (1 - 1e-12));
        }
        expect(rivals).toBe(bound > 0 ? 30 : 0);
      }),
      { numRuns: 20, seed: 42 },
    );
  });

  it('is plain logistic regression without a bound, and with one that does not matter', () => {
    for (let seed = 0; seed < 10; seed++) {
      const data = makeProblem(createRandom(seed), 2 + (seed % 3));
      for (const l2 of [1e-2, 1e-6]) {
        const plain = linearSolver(data, { classCount: 2, l2 }).solve(groupShares(data.groups));
        const { solve } = covarianceBoundSolver(data, { classCount: 2, l2 });
        for (const bound of [Number.POSITIVE_INFINITY, 50]) {
          const { model, objective, risks, multipliers, violation } = solve(bound);
          expect(model.parameters).toBeAllClose(plain.model.parameters, { absolute: 1e-6, relative: 1e-6 });
          expect(risks).toBeAllClose(plain.risks, { absolute: 1e-8 });
          expect([objective]).toBeAllClose([plain.objective], { relative: 1e-13 });
          expect(multipliers.every((multiplier) => multiplier === 0)).toBe(true);
          expect(violation).toBe(0);
        }
      }
    }
  });

  it('costs less the wider the bound, at the rate of its multipliers', () => {
    for (let seed = 0; seed < 6; seed++) {
      const data = makeProblem(createRandom(seed), 2 + (seed % 3));
      const { solve } = covarianceBoundSolver(data, { classCount: 2, l2: 1e-3 });
      const tightest = solve(0);
      const fall = tightest.objective - solve(1e-5).objective;
      expect(fall / 1e-5).toBeCloseTo(
        tightest.multipliers.reduce((sum, multiplier) => sum + Math.abs(multiplier), 0),
        3,
      );
      let last = tightest.objective;
      for (const bound of ZAFAR_BOUNDS) {
        const { objective, multipliers } = solve(bound);
        expect(objective).toBeLessThanOrEqual(last * (1 + 1e-14));
        const rate = multipliers.reduce((sum, multiplier) => sum + Math.abs(multiplier), 0);
        if (rate > 0) expect(objective).toBeLessThan(last);
        last = objective;
      }
      const [below, at, above] = [0.0199, 0.02, 0.0201].map((bound) => solve(bound)) as [
        CovarianceBoundSolve,
        CovarianceBoundSolve,
        CovarianceBoundSolve,
      ];
      const rate = at.multipliers.reduce((sum, multiplier) => sum + Math.abs(multiplier), 0);
      expect(rate).toBeGreaterThan(1e-3);
      expect(below.objective - above.objective).toBeCloseTo(2e-4 * rate, 7);
    }
  });

  it('ends the same wherever it starts, within the bound or not, and leaves its start alone', () => {
    fc.assert(
      fc.property(problems, ({ random, groupCount, bound, l2 }) => {
        const { solve } = covarianceBoundSolver(makeProblem(random, groupCount), { classCount: 2, l2 });
        const fromZero = solve(bound);
        for (const scale of [0.1, 1, 30, 1e5]) {
          const parameters = normals(random, 5, scale);
          const copy = parameters.slice();
          const fromThere = solve(bound, { classCount: 2, columnCount: 4, parameters });
          expect(parameters).toEqual(copy);
          expect([fromThere.objective]).toBeAllClose([fromZero.objective], { relative: 1e-12 });
          expect(fromThere.violation).toBeLessThanOrEqual(1e-9 * bound + 1e-13);
          expect(fromThere.model.training.status).toBe('converged');
        }
      }),
      { numRuns: 40, seed: 43 },
    );
  });

  it('gains by a start from a bound nearby, wider or narrower, and has nothing to do from its own answer', () => {
    const steps = { cold: 0, wider: 0, narrower: 0 };
    for (let seed = 0; seed < 10; seed++) {
      const { solve } = covarianceBoundSolver(makeProblem(createRandom(seed), 2 + (seed % 3)), {
        classCount: 2,
      });
      const [own, ownOfZero] = [solve(0.1), solve(0)];
      steps.cold += own.model.training.iterations;
      steps.wider += solve(0.1, solve(0.12).model).model.training.iterations;
      steps.narrower += solve(0.1, solve(0.08).model).model.training.iterations;
      expect(solve(0.1, own.model).model.training.iterations).toBe(0);
      expect(solve(0, ownOfZero.model).model.training.iterations).toBe(0);
      expect(solve(0.1)).toEqual(own); // whatever was solved before
    }
    expect(steps.wider).toBeLessThan(0.7 * steps.cold);
    expect(steps.narrower).toBeLessThan(0.7 * steps.cold);
  });

  it('needs few Hessians', () => {
    const hessian = vi.spyOn(LinearObjective.prototype, 'hessian');
    onTestFinished(() => hessian.mockRestore());
    for (let seed = 0; seed < 10; seed++) {
      const { solve } = covarianceBoundSolver(makeProblem(createRandom(seed), 3), { classCount: 2 });
      hessian.mockClear();
      solve(0.05);
      expect(hessian.mock.calls.length).toBeLessThanOrEqual(12);
    }
  });

  it('does not depend on the order of groups, nor on how often all rows are there', () => {
    const data = makeProblem(createRandom(3), 4);
    const solve = (one: LabelledRows) => covarianceBoundSolver(one, { classCount: 2, l2: 1e-3 }).solve(0.05);
    const usual = solve(data);
    const order = [2, 0, 3, 1];
    const permuted = solve(withGroupOrder(data, order));
    expect(permuted.covariances).toBeAllClose(
      order.map((a) => usual.covariances[a]!),
      { absolute: 1e-9 },
    );
    expect(permuted.risks).toBeAllClose(
      order.map((a) => usual.risks[a]!),
      { absolute: 1e-8 },
    );
    const rows = Array.from(data.labels, (_, row) => row);
    const twice = solve(takeDataRows(data, [...rows, ...rows]));
    expect(twice.covariances).toBeAllClose(usual.covariances, { absolute: 1e-9 });
    expect([twice.objective]).toBeAllClose([usual.objective], { relative: 1e-12 });
  });
});

describe('ZAFAR_BOUNDS', () => {
  it('goes from 0.001 to 1 in ten equal ratios', () => {
    expect(ZAFAR_BOUNDS).toHaveLength(10);
    expect(ZAFAR_BOUNDS).toBeAllClose(
      Array.from({ length: 10 }, (_, i) => 0.001 * 1000 ** (i / 9)),
      { relative: 1e-14 },
    );
    expect([ZAFAR_BOUNDS[0], ZAFAR_BOUNDS[9]]).toEqual([0.001, 1]);
  });
});
