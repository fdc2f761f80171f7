import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createRandom, type LinearSolve, linearSolver, predictLinear } from '../../src/index.js';
import { dot, outputCount } from '../../src/internal.js';
import { LinearObjective } from '../../src/linear/linear-objective.js';
import { muOf, randomSource } from '../helpers/arbitraries.js';
import { centralDifferences, dataOf, makeData, normals, plainRisks } from './linear-problems.js';
import '../helpers/close.js';

const methods = ['newton', 'lbfgs'] as const;

/** Newton's estimate is all but exact; L-BFGS stops when it expects 1e-14 of F, and what it expects is rough. */
const tight = { tolerance: 1e-14 };

/**
 * Rows of which the best model is known: at x = (i, j) the odds of the classes are 1 : 2^i 3^j, or 1 : 2^i : 3^j for three of them, in whole
 * numbers of rows. Each of two groups has all rows, one of them twice.
 */
function knownOdds(classCount: 2 | 3) {
  const steps = [-1, 0, 1];
  const rows: number[][] = [];
  const labels: number[] = [];
  let groups = '';
  for (const i of steps) {
    for (const j of steps) {
      const odds = classCount === 2 ? [1, 2 ** i * 3 ** j] : [1, 2 ** i, 3 ** j];
      odds.forEach((share, label) => {
        const copies = Math.round(6 * share);
        for (const group of ['a', 'b', 'b']) {
          for (let copy = 0; copy < copies; copy++) {
            rows.push([i, j]);
            labels.push(label);
            groups += group;
          }
        }
      });
    }
  }
  return dataOf(rows, labels, groups);
}

describe('linearSolver: known minima', () => {
  it.each(methods)('without features gives the shares of the classes, weighted by mu: %s', (method) => {
    // Class 1 has 1/4 of group a and 2/3 of group b.
    const rows = new Array<number[]>(7).fill([]);
    const data = dataOf(rows, [0, 0, 0, 1, 0, 1, 1], 'aaaabbb');
    for (const mu of [
      [0.5, 0.5],
      [0.9, 0.1],
      [0, 1],
    ]) {
      const p = mu[0]! / 4 + (mu[1]! * 2) / 3;
      const { model, risks, penalty, objective } = linearSolver(data, {
        classCount: 2,
        method,
        ...tight,
      }).solve(mu);
      expect(predictLinear(model, data.features)[1]!).toBeCloseTo(p, 7);
      const risk = (share: number): number => -share * Math.log(p) - (1 - share) * Math.log(1 - p);
      expect(risks).toBeAllClose([risk(1 / 4), risk(2 / 3)], { absolute: 1e-7 });
      expect(penalty).toBe(0);
      expect(objective).toBeCloseTo(risk(p), 13);
    }
  });

  it('does so for four classes', () => {
    const rows = new Array<number[]>(8).fill([]);
    const data = dataOf(rows, [0, 1, 2, 3, 3, 3, 0, 1], 'aaaabbbb');
    const { model, objective } = linearSolver(data, { classCount: 4 }).solve([0.25, 0.75]);
    const shares = [0.25 / 4 + 0.75 / 4, 0.25 / 4 + 0.75 / 4, 0.25 / 4, 0.25 / 4 + 0.75 / 2];
    expect(predictLinear(model, data.features).subarray(0, 4)).toBeAllClose(shares, { absolute: 1e-7 });
    expect(objective).toBeCloseTo(
      shares.reduce((sum, p) => sum - p * Math.log(p), 0),
      13,
    );
  });

  it.each(methods)('has the log-odds of both sides of a binary feature: %s', (method) => {
    // By x: class 1 has 2 of 6 and 5 of 6 rows in a, 1 of 3 and 1 of 3 in b.
    const side = (x: number, ones: number, count: number) =>
      Array.from({ length: count }, (_, i) => ({ x, label: i < ones ? 1 : 0 }));
    const rows = [...side(0, 2, 6), ...side(1, 5, 6), ...side(0, 1, 3), ...side(1, 1, 3)];
    const data = dataOf(
      rows.map(({ x }) => [x]),
      rows.map(({ label }) => label),
      'aaaaaaaaaaaabbbbbb',
    );
    const [mu, l2] = [[0.4, 0.6], 1e-13];
    const left = 0.4 * (2 / 6) + 0.6 * (1 / 3); // both groups have half of their rows on either side
    const right = 0.4 * (5 / 6) + 0.6 * (1 / 3);
    const logit = (p: number): number => Math.log(p / (1 - p));
    const { model } = linearSolver(data, { classCount: 2, l2, method, ...tight }).solve(mu);
    expect(model.parameters).toBeAllClose([logit(right) - logit(left), logit(left)], { absolute: 1e-6 });
  });

  it.each(methods)('finds the weights that the odds were made of: %s', (method) => {
    const options = { l2: 1e-13, method, ...tight };
    const [ln2, ln3] = [Math.LN2, Math.log(3)];
    const two = linearSolver(knownOdds(2), { classCount: 2, ...options }).solve([0.3, 0.7]);
    expect(two.model.parameters).toBeAllClose([ln2, ln3, 0], { absolute: 1e-6 });
    // For three classes the smallest weights with the same differences: their mean is 0.
    const three = linearSolver(knownOdds(3), { classCount: 3, ...options }).solve([0.3, 0.7]);
    const weights = [-ln2 / 3, -ln3 / 3, 0, (2 * ln2) / 3, -ln3 / 3, 0, -ln2 / 3, (2 * ln3) / 3, 0];
    expect(three.model.parameters).toBeAllClose(weights, { absolute: 1e-6 });
  });
});

describe('linearSolver: any problem', () => {
  const problems = fc.record({
    random: randomSource,
    classCount: fc.constantFrom(2, 3, 4),
    mu: muOf(3),
    l2: fc.constantFrom(1e-1, 1e-3, 1e-6),
  });
  const makeProblem = (random: Parameters<typeof makeData>[0], classCount: number) =>
    makeData(random, { classCount, columnCount: 3, groupRows: [25, 14, 6], noise: [0.3, 0.5, 0.4] });

  it('ends the same by Newton and by L-BFGS, where the gradient is 0, and says how sure it is', () => {
    fc.assert(
      fc.property(problems, ({ random, classCount, mu, l2 }) => {
        const data = makeProblem(random, classCount);
        const [newton, lbfgs] = methods.map((method) =>
          linearSolver(data, { classCount, l2, method, ...tight }).solve(mu),
        ) as [LinearSolve, LinearSolve];
        expect([lbfgs.objective]).toBeAllClose([newton.objective], { relative: 1e-11 });
        for (const { model, risks, penalty, objective, suboptimality } of [newton, lbfgs]) {
          const { parameters, training } = model;
          expect(training.status).toBe('converged');
          expect(risks).toBeAllClose(plainRisks(data, classCount, 'cross-entropy', parameters), {
            relative: 1e-12,
          });
          const squares = parameters.reduce((sum, w, i) => sum + (i % 4 < 3 ? w ** 2 : 0), 0);
          expect([penalty]).toBeAllClose([(l2 / 2) * squares], { relative: 1e-12 });
          expect([objective]).toBeAllClose([dot(mu, risks) + penalty], { relative: 1e-14 });
          const slopes = centralDifferences(
            (at) =>
              dot(mu, plainRisks(data, classCount, 'cross-entropy', at)) +
              (l2 / 2) * at.reduce((sum, w, i) => sum + (i % 4 < 3 ? w ** 2 : 0), 0),
            parameters,
          );
          expect(slopes).toBeAllClose(new Float64Array(parameters.length), { absolute: 1e-6 });
          expect(training.gradientNorm).toBeLessThan(1e-6);
          // What is proved holds against the other method's value.
          expect(objective - suboptimality).toBeLessThanOrEqual(newton.objective * (1 + 1e-13));
        }
        expect(newton.suboptimality).toBeLessThan(2e-7 * newton.objective);
        expect(lbfgs.suboptimality).toBeLessThan(2e-7 * lbfgs.objective);
      }),
      { numRuns: 60, seed: 21 },
    );
  });

  it('ends the same wherever it starts, and leaves start and mu as they were', () => {
    fc.assert(
      fc.property(problems, ({ random, classCount, mu: point, l2 }) => {
        const data = makeProblem(random, classCount);
        const mu = Object.freeze(point.map((weight) => (weight + 1) / 4)); // what has no weight can end anywhere
        for (const method of methods) {
          const { solve } = linearSolver(data, { classCount, l2, method, ...tight });
          const fromZero = solve(mu);
          const parameters = normals(random, outputCount(classCount) * 4);
          const copy = parameters.slice();
          const fromThere = solve(mu, { classCount, columnCount: 3, parameters });
          expect(parameters).toEqual(copy);
          expect([fromThere.objective]).toBeAllClose([fromZero.objective], { relative: 1e-10 });
          expect(fromThere.risks).toBeAllClose(fromZero.risks, { absolute: 1e-4 });
        }
      }),
      { numRuns: 40, seed: 22 },
    );
  });

  it('has nothing left to do when it starts from its own answer', () => {
    const data = makeProblem(createRandom(5), 3);
    for (const method of methods) {
      const { solve } = linearSolver(data, { classCount: 3, method });
      const first = solve([0.2, 0.3, 0.5]);
      const again = solve([0.2, 0.3, 0.5], first.model);
      // L-BFGS has to learn the curvature anew before it may stop.
      expect(again.model.training.iterations).toBeLessThanOrEqual(method === 'newton' ? 1 : 5);
      expect([again.objective]).toBeAllClose([first.objective], { relative: 1e-10 });
    }
  });

  it('takes off what all outputs of its start have in common', () => {
    const data = makeProblem(createRandom(5), 3);
    for (const method of methods) {
      const { solve } = linearSolver(data, { classCount: 3, method, l2: 1e-8 });
      const { model, objective } = solve([0.2, 0.3, 0.5]);
      const start = { ...model, parameters: model.parameters.map((value) => value + 50) };
      const again = solve([0.2, 0.3, 0.5], start);
      expect([again.objective]).toBeAllClose([objective], { relative: 1e-9 });
      const sum = again.model.parameters.reduce((all, value) => all + value, 0);
      expect(Math.abs(sum)).toBeLessThan(1e-6);
    }
  });

  it('gives the same answer whatever it solved before', () => {
    const data = makeProblem(createRandom(6), 3);
    for (const method of methods) {
      const solver = linearSolver(data, { classCount: 3, method });
      const first = solver.solve([0.2, 0.3, 0.5]);
      const copy = first.model.parameters.slice();
      solver.solve([1, 0, 0]);
      expect(solver.solve([0.2, 0.3, 0.5])).toEqual(first);
      expect(first.model.parameters).toEqual(copy);
    }
  });

  it('needs few Newton steps, and half as many Hessians', () => {
    const hessian = vi.spyOn(LinearObjective.prototype, 'hessian');
    onTestFinished(() => hessian.mockRestore());
    let steps = 0;
    for (let seed = 0; seed < 20; seed++) {
      const classCount = 2 + (seed % 3);
      const { solve } = linearSolver(makeProblem(createRandom(seed), classCount), { classCount });
      const { iterations } = solve([0.2, 0.3, 0.5]).model.training;
      expect(iterations).toBeLessThanOrEqual(20);
      steps += iterations;
    }
    // About one for two steps, the bound's included; a bound that needs one of its own would show.
    expect(hessian.mock.calls.length / steps).toBeLessThan(0.55);
  });
});
