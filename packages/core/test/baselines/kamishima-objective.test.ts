import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prejudiceObjective } from '../../src/baselines/kamishima-prejudice-remover.js';
import { curvatureScaling, diagonalScaling } from '../../src/baselines/kamishima-scaling.js';
import { groupShares } from '../../src/groups/group-index.js';
import { LinearObjective } from '../../src/linear/linear-objective.js';
import { createRandom, type RandomSource } from '../../src/numeric/random.js';
import { dot } from '../../src/numeric/sum.js';
import { randomSource } from '../helpers/arbitraries.js';
import { centralDifferences, normals, plainRisks } from '../linear/linear-problems.js';
import { makeShiftedData } from './zafar-problems.js';
import '../helpers/close.js';

const makeObjective = (random: RandomSource, classCount: number, groupCount: number, l2: number) =>
  new LinearObjective(
    makeShiftedData(random, { classCount, columnCount: 3, groupRows: [14, 10, 7].slice(0, groupCount) }),
    classCount,
    'cross-entropy',
    l2,
  );

describe('prejudiceObjective', () => {
  it('has the gradient that differences show', () => {
    const problems = fc.record({
      random: randomSource,
      classCount: fc.constantFrom(2, 3),
      groupCount: fc.constantFrom(2, 3),
      eta: fc.constantFrom(0, 1, 30),
      scale: fc.constantFrom(0.1, 1, 3),
    });
    fc.assert(
      fc.property(problems, ({ random, classCount, groupCount, eta, scale }) => {
        const objective = makeObjective(random, classCount, groupCount, 0.1);
        const evaluate = prejudiceObjective(objective);
        const parameters = normals(random, objective.size, scale);
        const copy = parameters.slice();
        const [gradient, spare] = [new Float64Array(objective.size), new Float64Array(objective.size)];
        const { value, risks, penalty, prejudiceIndex } = evaluate(eta, parameters, gradient);
        expect(parameters).toEqual(copy);
        const slopes = centralDifferences((at) => evaluate(eta, at, spare).value, parameters);
        expect(gradient).toBeAllClose(slopes, { absolute: 1e-8 * (1 + eta), relative: 1e-6 });
        expect(risks).toBeAllClose(plainRisks(objective.data, classCount, 'cross-entropy', parameters), {
          relative: 1e-12,
        });
        const sum = dot(groupShares(objective.data.groups), risks) + eta * prejudiceIndex + penalty;
        expect([value]).toBeAllClose([sum], { relative: 1e-14 });
      }),
      { numRuns: 100, seed: 61 },
    );
  });

  it('stays finite where scores are extreme', () => {
    for (const classCount of [2, 3]) {
      const random = createRandom(2);
      const objective = makeObjective(random, classCount, 3, 1e-6);
      const gradient = new Float64Array(objective.size);
      for (const scale of [100, 1e4]) {
        const { value } = prejudiceObjective(objective)(
          300,
          normals(random, objective.size, scale),
          gradient,
        );
        expect([value, ...gradient].every(Number.isFinite)).toBe(true);
      }
    }
  });
});

describe('scaling', () => {
  const mu = [0.5, 0.3, 0.2];
  const scalings = [
    ['curvature', (objective: LinearObjective, at: Float64Array) => curvatureScaling(objective, mu, at)],
    ['diagonal', (objective: LinearObjective) => diagonalScaling(objective, mu)],
  ] as const;

  it.each(scalings)('%s: goes there and back, and carries gradients along', (_, make) => {
    for (const classCount of [2, 3]) {
      const random = createRandom(classCount);
      const objective = makeObjective(random, classCount, 3, 1e-3);
      const scaling = make(objective, normals(random, objective.size));
      const [parameters, gradient] = [normals(random, objective.size), normals(random, objective.size)];
      const scaled = scaling.fromParameters(parameters.slice());
      expect(scaling.toParameters(scaled.slice())).toBeAllClose(parameters, { absolute: 1e-12 });
      // What a change of θ does along the gradient, the same change of φ does along the scaled one.
      const along = dot(scaling.toScaledGradient(gradient.slice()), scaled);
      expect(along).toBeCloseTo(dot(gradient, parameters), 11);
    }
  });

  it('curvature: makes logistic regression round where it was taken', () => {
    const random = createRandom(5);
    const objective = makeObjective(random, 2, 3, 1e-3);
    const at = normals(random, objective.size);
    const scaling = curvatureScaling(objective, mu, at);
    const hessian = new Float64Array(objective.size ** 2);
    objective.hessian(objective.evaluate(at), mu, hessian);
    const entry = (i: number, j: number): number =>
      hessian[Math.max(i, j) * objective.size + Math.min(i, j)]!;
    for (let i = 0; i < objective.size; i++) {
      const axis = scaling.toParameters(new Float64Array(objective.size).fill(1, i, i + 1));
      const curved = axis.map((_, r) => axis.reduce((sum, value, c) => sum + entry(r, c) * value, 0));
      expect(scaling.toScaledGradient(curved)).toBeAllClose(
        new Float64Array(objective.size).fill(1, i, i + 1),
        { absolute: 1e-10 },
      );
    }
  });
});
