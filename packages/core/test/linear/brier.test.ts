// Linear models by the Brier score: not convex, so what can be asked is a stationary point that no other start does much better than.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom, type LinearSolve, linearSolver } from '../../src/index.js';
import { dot, outputCount } from '../../src/internal.js';
import { muOf, randomSource } from '../helpers/arbitraries.js';
import { centralDifferences, dataOf, makeData, normals, plainRisks } from './linear-problems.js';
import '../helpers/close.js';

const options = { loss: 'brier', l2: 1e-3, tolerance: 1e-12 } as const;

describe('linearSolver: Brier score', () => {
  it('without features gives the shares of the classes', () => {
    const data = dataOf(new Array<number[]>(7).fill([]), [0, 0, 0, 1, 0, 1, 1], 'aaaabbb');
    const { risks, objective, suboptimality } = linearSolver(data, { ...options, classCount: 2 }).solve([
      0.6, 0.4,
    ]);
    const p = 0.6 / 4 + (0.4 * 2) / 3;
    const risk = (share: number): number => 2 * (share * (1 - p) ** 2 + (1 - share) * p ** 2);
    expect(risks).toBeAllClose([risk(1 / 4), risk(2 / 3)], { absolute: 1e-5 });
    expect(objective).toBeCloseTo(2 * p * (1 - p), 11);
    expect(suboptimality).toBe(objective); // the bound for cross-entropy, which holds here with equality, is not for this
  });

  it('ends where the gradient is 0, with the risks of the definition, and proves nothing', () => {
    fc.assert(
      fc.property(randomSource, fc.constantFrom(2, 3), muOf(3), (random, classCount, mu) => {
        const data = makeData(random, {
          classCount,
          columnCount: 3,
          groupRows: [20, 12, 8],
          noise: [0.3, 0.3, 0.3],
        });
        const { model, risks, penalty, objective, suboptimality } = linearSolver(data, {
          ...options,
          classCount,
        }).solve(mu);
        expect(model.training).toMatchObject({ status: 'converged', method: 'lbfgs' });
        expect(risks).toBeAllClose(plainRisks(data, classCount, 'brier', model.parameters), {
          relative: 1e-11,
        });
        const F = (at: Float64Array): number =>
          dot(mu, plainRisks(data, classCount, 'brier', at)) +
          (options.l2 / 2) * at.reduce((sum, w, i) => sum + (i % 4 < 3 ? w ** 2 : 0), 0);
        expect([objective]).toBeAllClose([F(model.parameters)], { relative: 1e-12 });
        expect(objective).toBe(dot(mu, risks) + penalty);
        const slopes = centralDifferences(F, model.parameters);
        expect(slopes).toBeAllClose(new Float64Array(slopes.length), { absolute: 1e-4 });
        expect(model.training.gradientNorm).toBeLessThan(1e-4);
        expect(suboptimality).toBe(objective);
      }),
      { numRuns: 40, seed: 41 },
    );
  });

  it('is as good from no start as the best of many, or nearly', () => {
    for (let seed = 0; seed < 6; seed++) {
      const classCount = 2 + (seed % 2);
      const random = createRandom(seed);
      const data = makeData(random, { classCount, columnCount: 3, groupRows: [30, 20] });
      const { solve } = linearSolver(data, { ...options, classCount });
      const { objective } = solve([0.4, 0.6]);
      const others = Array.from({ length: 8 }, (): LinearSolve => {
        const parameters = normals(random, outputCount(classCount) * 4);
        return solve([0.4, 0.6], { classCount, columnCount: 3, parameters });
      });
      expect(objective).toBeLessThan(1.02 * Math.min(...others.map((other) => other.objective)));
    }
  });

  it('is the better model by the Brier score, and the worse by cross-entropy', () => {
    const data = makeData(createRandom(9), {
      classCount: 2,
      columnCount: 3,
      groupRows: [60, 40],
      noise: [0.3, 0.4],
    });
    const [brier, crossEntropy] = (['brier', 'cross-entropy'] as const).map((loss) =>
      linearSolver(data, { classCount: 2, loss, l2: 1e-6 }).solve([0.5, 0.5]),
    ) as [LinearSolve, LinearSolve];
    const mean = (loss: 'brier' | 'cross-entropy', { model }: LinearSolve): number =>
      dot([0.5, 0.5], plainRisks(data, 2, loss, model.parameters));
    expect(mean('brier', brier)).toBeLessThan(mean('brier', crossEntropy));
    expect(mean('cross-entropy', brier)).toBeGreaterThan(mean('cross-entropy', crossEntropy));
  });

  it('stays finite on separable data, without l2', () => {
    const data = dataOf([[-2], [-1], [1], [3]], [0, 0, 1, 1], 'abab');
    const { model, risks } = linearSolver(data, { classCount: 2, loss: 'brier', l2: 0 }).solve([0.5, 0.5]);
    expect(model.parameters.every(Number.isFinite)).toBe(true);
    expect(Math.max(...risks)).toBeLessThan(1e-6);
  });

  it('says when it was not given enough iterations', () => {
    const data = makeData(createRandom(9), { classCount: 2, columnCount: 3, groupRows: [60, 40] });
    const { training } = linearSolver(data, { ...options, classCount: 2, maxIterations: 1 }).solve([
      0.5, 0.5,
    ]).model;
    expect(training).toMatchObject({ status: 'max-iterations', iterations: 1 });
  });
});
