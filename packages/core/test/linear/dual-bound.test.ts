import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom, linearSolver, type RandomSource } from '../../src/index.js';
import { dualBound } from '../../src/linear/dual-bound.js';
import { combine, LinearObjective } from '../../src/linear/linear-objective.js';
import { createNewtonSystem } from '../../src/linear/newton.js';
import { muOf, randomSource } from '../helpers/arbitraries.js';
import { dataOf, makeData, normals } from './linear-problems.js';
import '../helpers/close.js';

/** Rounding of sums over so few rows. */
const ROUNDING = 1e-13;

function problem(random: RandomSource, classCount: number, mu: readonly number[], l2: number) {
  const data = makeData(random, {
    classCount,
    columnCount: 3,
    groupRows: [20, 12, 6],
    noise: [0.2, 0.4, 0.6],
  });
  const objective = new LinearObjective(data, classCount, 'cross-entropy', l2);
  const options = { classCount, l2, tolerance: 1e-15 };
  const newton = linearSolver(data, { ...options, method: 'newton' }).solve(mu);
  const lbfgs = linearSolver(data, { ...options, method: 'lbfgs' }).solve(mu);
  const gradients = new Float64Array(objective.groupCount * objective.size);
  return {
    objective,
    minimum: Math.min(newton.objective, lbfgs.objective),
    optimum: newton.model.parameters,
    newtonStep: (at: Float64Array): Float64Array => {
      const [gradient, step] = [new Float64Array(objective.size), new Float64Array(objective.size)];
      const here = objective.evaluate(at);
      objective.groupGradients(here, gradients);
      combine(mu, gradients, gradient);
      const system = createNewtonSystem(objective);
      system.factor(here, mu);
      system.solve(gradient, step);
      return step;
    },
    boundAt: (at: Float64Array, step: Float64Array): number =>
      dualBound(objective, objective.evaluate(at), mu, step),
  };
}

const classCounts = fc.constantFrom(2, 3, 4);
const penalties = fc.constantFrom(1, 1e-2, 1e-5, 1e-8);

describe('dualBound', () => {
  it('is the entropy of the probabilities less the square of what is out of balance', () => {
    // All probabilities are 1/2; x = ±1 with its sign as class, so v_b = 0 and v_w = mean of −1/2.
    const data = dataOf([[1], [-1], [1], [-1]], [1, 0, 1, 0], 'aabb');
    const objective = new LinearObjective(data, 2, 'cross-entropy', 1);
    const zero = new Float64Array(2);
    const bound = dualBound(objective, objective.evaluate(zero), [0.25, 0.75], zero);
    expect(bound).toBeCloseTo(Math.LN2 - 0.5 ** 2 / 2, 13);
    // A step of w = 1/2 predicts 1/2 ± 1/8: v_w = −3/8.
    const entropy = -(0.625 * Math.log(0.625) + 0.375 * Math.log(0.375));
    const predicted = dualBound(objective, objective.evaluate(zero), [0.25, 0.75], Float64Array.of(0.5, 0));
    expect(predicted).toBeCloseTo(entropy - 0.375 ** 2 / 2, 13);
  });

  it('takes what a step predicts below 0 for 0, and what is left for a distribution', () => {
    const entropy = -(0.75 * Math.log(0.75) + 0.25 * Math.log(0.25));
    // A step of w = 1 predicts 3/4 at x = 1 and 5/4, that is 1, at x = 3: what the classes of these rows are, so v = 0.
    const signs = [1, 1, 1, 1, -1, -1, -1, -1];
    const two = dataOf(
      [...signs, ...signs.map((sign) => 3 * sign)].map((x) => [x]),
      [1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0],
      'abababababababab',
    );
    const binary = new LinearObjective(two, 2, 'cross-entropy', 1e-3);
    const bound = dualBound(binary, binary.evaluate(new Float64Array(2)), [0.5, 0.5], Float64Array.of(1, 0));
    expect(bound).toBeCloseTo(entropy / 2, 13);

    // A step of w = (2, −2, 0) predicts (1, −1/3, 1/3) at x = 1, that is (3/4, 0, 1/4), and the first two in turn at x = −1.
    const three = dataOf(
      signs.map((x) => [x]),
      [0, 0, 0, 2, 1, 1, 1, 2],
      'aaaaaaaa',
    );
    const multi = new LinearObjective(three, 3, 'cross-entropy', 1e-3);
    const step = Float64Array.of(2, 0, -2, 0, 0, 0);
    expect(dualBound(multi, multi.evaluate(new Float64Array(6)), [1], step)).toBeCloseTo(entropy, 13);
  });

  it('balances the classes, since a part along the intercepts would leave no bound', () => {
    // Without features the minimum is the entropy of the classes, 0.56; the entropy of what is predicted, 0.69, is no bound.
    const data = dataOf([[0], [0], [0], [0]], [1, 1, 1, 0], 'aabb');
    const objective = new LinearObjective(data, 2, 'cross-entropy', 1);
    const zero = new Float64Array(2);
    const classEntropy = -(0.75 * Math.log(0.75) + 0.25 * Math.log(0.25));
    expect(dualBound(objective, objective.evaluate(zero), [0.5, 0.5], zero)).toBeCloseTo(classEntropy, 13);
    const other = new LinearObjective({ ...data, labels: Int32Array.of(0, 1, 0, 0) }, 2, 'cross-entropy', 1);
    expect(dualBound(other, other.evaluate(zero), [0.5, 0.5], zero)).toBeCloseTo(classEntropy, 13);
    const three = dataOf([[0], [0], [0], [0]], [0, 0, 1, 2], 'aaaa');
    const multi = new LinearObjective(three, 3, 'cross-entropy', 1);
    const bound = dualBound(multi, multi.evaluate(new Float64Array(6)), [1], new Float64Array(6));
    expect(bound).toBeCloseTo(0.5 * Math.LN2 + 0.5 * Math.log(4), 13);
  });

  it('is 0 without l2', () => {
    const data = dataOf([[1], [-1]], [1, 0], 'ab');
    const objective = new LinearObjective(data, 2, 'cross-entropy', 0);
    const at = objective.evaluate(new Float64Array(2));
    expect(dualBound(objective, at, [0.5, 0.5], new Float64Array(2))).toBe(0);
  });

  it('is never above the minimum, whatever the parameters and the step', () => {
    let informative = 0;
    fc.assert(
      fc.property(
        randomSource,
        classCounts,
        penalties,
        muOf(3),
        fc.double({ min: -8, max: 1, noNaN: true }),
        (random, classCount, l2, mu, exponent) => {
          const { objective, minimum, optimum, newtonStep, boundAt } = problem(random, classCount, mu, l2);
          const size = 10 ** exponent;
          const near = optimum.map((value) => value + size * (2 * random.uniform() - 1));
          const newton = newtonStep(near);
          const steps = [
            newton,
            newton.map((value) => value * (0.9 + 0.2 * random.uniform())),
            newton.map((value) => value + (size / 1e3) * (2 * random.uniform() - 1)),
            new Float64Array(objective.size),
            normals(random, objective.size, size),
          ];
          for (const step of steps) {
            const bound = boundAt(near, step);
            expect(bound).toBeLessThanOrEqual(minimum + ROUNDING);
            expect(bound).toBeGreaterThanOrEqual(0);
            if (bound > minimum / 2) informative++;
          }
        },
      ),
      { numRuns: 150, seed: 11 },
    );
    expect(informative).toBeGreaterThan(150); // of 750: not all of them were the 0 that always holds
  });

  it('reaches the minimum at the minimum, and by a Newton step near it', () => {
    fc.assert(
      fc.property(
        randomSource,
        classCounts,
        fc.constantFrom(1e-2, 1e-5),
        muOf(3),
        (random, classCount, l2, mu) => {
          const { minimum, optimum, newtonStep, boundAt } = problem(random, classCount, mu, l2);
          // From twice: a first step may start where the solver's tolerance left off.
          const best = optimum.map((value, i) => value + newtonStep(optimum)[i]!);
          expect(Math.abs(boundAt(best, newtonStep(best)) - minimum)).toBeLessThanOrEqual(1e-12);
          const near = best.map((value) => value + 1e-4 * (2 * random.uniform() - 1));
          expect(minimum - boundAt(near, newtonStep(near))).toBeLessThanOrEqual(1e-6);
        },
      ),
      { numRuns: 60, seed: 12 },
    );
  });

  it('leaves out groups without weight, however badly they fare', () => {
    const random = createRandom(3);
    const mu = [0.5, 0, 0.5];
    const { minimum, optimum, newtonStep, boundAt } = problem(random, 3, mu, 1e-3);
    expect(Math.abs(boundAt(optimum, newtonStep(optimum)) - minimum)).toBeLessThanOrEqual(1e-12);
  });
});
