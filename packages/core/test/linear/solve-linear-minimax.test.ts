import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createRandom,
  cuttingPlane,
  type LabelledRows,
  type LinearMinimax,
  type LinearMinimaxOptions,
  linearOracle,
  linearSolver,
  type RandomSource,
  searchMinimaxSync,
  solveLinearMinimax,
  uniformMu,
  worstRisk,
} from '../../src/index.js';
import { permute, randomSource } from '../helpers/arbitraries.js';
import { makeData, normals, plainRisks, sparse, takeDataRows, withGroupOrder } from './linear-problems.js';
import '../helpers/close.js';

/** Groups whose labels are noisy to different degrees, and that want different models to different degrees: some have weight, some none. */
function makeProblem(random: RandomSource, groupCount: number, classCount: number): LabelledRows {
  return makeData(random, {
    classCount,
    columnCount: 3,
    groupRows: Array.from({ length: groupCount }, (_, a) => 40 - 5 * a),
    noise: Array.from({ length: groupCount }, () => 0.7 * random.uniform()),
    tilt: random.uniform(),
  });
}

const problems = fc.record({
  random: randomSource,
  groupCount: fc.integer({ min: 2, max: 6 }),
  classCount: fc.constantFrom(2, 3),
  l2: fc.constantFrom(1e-2, 1e-5, 1e-8),
});

/** What holds of every answer, whatever its status. */
function expectHonest(found: LinearMinimax, data: LabelledRows): void {
  const { model, risks, penalty, mu, certificate, options } = found;
  expect(risks).toBeAllClose(plainRisks(data, options.classCount, 'cross-entropy', model.parameters), {
    relative: 1e-12,
  });
  const width = model.columnCount + 1;
  const squares = model.parameters.reduce((sum, w, i) => sum + (i % width < width - 1 ? w ** 2 : 0), 0);
  expect([penalty]).toBeAllClose([(options.l2 / 2) * squares], { relative: 1e-12 });
  const { certified, lower, upper, relativeGap } = certificate;
  expect(certified).toBe(true);
  expect([upper]).toBeAllClose([worstRisk(risks) + penalty], { relative: 1e-14 });
  expect(lower).toBeLessThanOrEqual(upper);
  expect(relativeGap).toBe((upper - lower) / upper);
  expect(mu.every((weight) => weight >= 0)).toBe(true);
  expect(mu.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
  // The multipliers are what proves the lower bound, and a group with weight is among the worst as far as the gap tells.
  const proof = linearSolver(data, { classCount: options.classCount, l2: options.l2 }).solve(mu);
  expect(lower).toBeLessThanOrEqual(proof.objective * (1 + 1e-13));
  risks.forEach((risk, a) => {
    expect(mu[a]! * (upper - risk - penalty)).toBeLessThanOrEqual(upper - lower + 1e-13);
  });
}

describe('solveLinearMinimax', () => {
  it('proves the gap asked for, and agrees with the search by cutting planes', () => {
    const seen = { interior: 0, without: 0 };
    fc.assert(
      fc.property(problems, ({ random, groupCount, classCount, l2 }) => {
        const data = makeProblem(random, groupCount, classCount);
        const found = solveLinearMinimax(data, { classCount, l2 });
        expect(found.status).toBe('gap');
        expect(found.certificate.relativeGap).toBeLessThanOrEqual(1e-6);
        expect(found.options).toMatchObject({ gap: 1e-6, l2, method: 'newton', maxIterations: 100 });
        expect(found.iterations).toBeLessThanOrEqual(12);
        expectHonest(found, data);
        const search = searchMinimaxSync(linearOracle(data, { classCount, l2 }), {
          strategy: cuttingPlane(),
          gap: 1e-6,
          maxSolves: 200,
        });
        expect(search.certificate.certified).toBe(true);
        expect(found.certificate.lower).toBeLessThanOrEqual(search.certificate.upper!);
        expect(search.certificate.lower).toBeLessThanOrEqual(found.certificate.upper);
        if (found.mu.every((weight) => weight > 1e-3)) seen.interior++;
        if (found.mu.some((weight) => weight === 0)) seen.without++;
      }),
      { numRuns: 60, seed: 51 },
    );
    expect(seen.interior).toBeGreaterThan(5);
    expect(seen.without).toBeGreaterThan(5);
  });

  it('is no better than any other model, and better than those of even and of natural weights', () => {
    const data = makeProblem(createRandom(3), 4, 3);
    const options = { classCount: 3, l2: 1e-3 };
    const { certificate } = solveLinearMinimax(data, options);
    const { solve } = linearSolver(data, options);
    for (const mu of [uniformMu(4), [0.4, 0.3, 0.2, 0.1]]) {
      const { risks, penalty } = solve(mu);
      expect(worstRisk(risks) + penalty).toBeGreaterThan(certificate.upper * 1.001);
    }
    const random = createRandom(4);
    const size = solve(uniformMu(4)).model.parameters.length;
    for (let i = 0; i < 100; i++) {
      const parameters = normals(random, size);
      expect(worstRisk(plainRisks(data, 3, 'cross-entropy', parameters))).toBeGreaterThan(certificate.lower);
    }
  });

  it('is stationary at its multipliers, and says how nearly', () => {
    const data = makeProblem(createRandom(3), 4, 3);
    const rough = solveLinearMinimax(data, { classCount: 3, l2: 1e-3, gap: 0.05 });
    const close = solveLinearMinimax(data, { classCount: 3, l2: 1e-3, gap: 1e-10 });
    expect(close.model.training).toMatchObject({ status: 'converged', method: 'newton' });
    expect(close.model.training.gradientNorm).toBeLessThan(1e-6);
    expect(rough.model.training.gradientNorm).toBeGreaterThan(close.model.training.gradientNorm);
  });

  it('makes the risks equal where every group has weight', () => {
    // One group's labels are the other's turned around: neither can be served without harming the other.
    const one = makeData(createRandom(5), { classCount: 2, columnCount: 2, groupRows: [30], tilt: 0 });
    const rows = Array.from(one.labels, (_, row) => row);
    const both = takeDataRows(one, [...rows, ...rows]);
    const data: LabelledRows = {
      ...both,
      labels: both.labels.map((label, row) => (row < 30 ? label : 1 - label)),
      groups: {
        names: ['a', 'b'],
        groups: both.groups.groups.map((_, row) => (row < 30 ? 0 : 1)),
        counts: [30, 30],
      },
    };
    const { risks, mu, certificate } = solveLinearMinimax(data, { classCount: 2 });
    expect(risks).toBeAllClose([Math.LN2, Math.LN2], { absolute: 1e-6 });
    expect(mu).toBeAllClose([0.5, 0.5], { absolute: 1e-3 });
    expect(certificate.lower).toBeGreaterThan(Math.LN2 - 1e-6);
  });

  it('is the ordinary model of the one group that is worst whatever is done', () => {
    const data = makeData(createRandom(6), {
      classCount: 2,
      columnCount: 3,
      groupRows: [60, 300],
      noise: [0, 0.5],
      tilt: 0,
    });
    const found = solveLinearMinimax(data, { classCount: 2, l2: 1e-3 });
    expect(found.mu).toEqual([0, 1]);
    const alone = linearSolver(data, { classCount: 2, l2: 1e-3 }).solve([0, 1]);
    expect(found.risks[1]).toBeCloseTo(alone.risks[1]!, 6);
    expect(found.risks[0]).toBeLessThan(found.risks[1]!);
  });

  it('is the ordinary model where there is one group only', () => {
    const data = makeData(createRandom(7), { classCount: 3, columnCount: 2, groupRows: [50], noise: [0.4] });
    const { mu, status, certificate } = solveLinearMinimax(data, { classCount: 3 });
    expect([mu, status]).toEqual([[1], 'gap']);
    expect(certificate.upper).toBeCloseTo(linearSolver(data, { classCount: 3 }).solve([1]).objective, 6);
  });

  it('permutes its answer with the groups, and does not mind how rows are stored', () => {
    fc.assert(
      fc.property(problems, ({ random, groupCount, classCount }) => {
        const data = makeProblem(random, groupCount, classCount);
        const order = Array.from({ length: groupCount }, (_, a) => (a + 1) % groupCount).reverse();
        const solve = (one: LabelledRows): LinearMinimax =>
          solveLinearMinimax(one, { classCount, l2: 1e-3, gap: 1e-10 });
        const here = solve(data);
        for (const there of [
          solve(withGroupOrder(data, order)),
          solve(sparse(withGroupOrder(data, order))),
        ]) {
          expect(there.mu).toBeAllClose(permute(here.mu, order), { absolute: 1e-3 });
          expect([there.certificate.upper]).toBeAllClose([here.certificate.upper], { relative: 1e-9 });
          expect(there.risks).toBeAllClose(permute(here.risks, order), { absolute: 1e-4 });
        }
      }),
      { numRuns: 20, seed: 52 },
    );
  });

  it('ends the same wherever it starts, sooner from near by, and leaves the start as it was', () => {
    for (const classCount of [2, 3]) {
      const data = makeProblem(createRandom(8), 3, classCount);
      const options: LinearMinimaxOptions = { classCount, l2: 1e-3 };
      const cold = solveLinearMinimax(data, options);
      const warm = solveLinearMinimax(data, { ...options, start: cold.model });
      expect(warm.iterations).toBeLessThan(cold.iterations);
      const parameters = normals(createRandom(9), cold.model.parameters.length, 2);
      const copy = parameters.slice();
      const far = solveLinearMinimax(data, { ...options, start: { ...cold.model, parameters } });
      expect(parameters).toEqual(copy);
      for (const found of [warm, far]) {
        expect(found.status).toBe('gap');
        expectHonest(found, data);
        expect([found.certificate.upper]).toBeAllClose([cold.certificate.upper], { relative: 2e-6 });
      }
    }
  });

  it('proves a tighter gap when asked to', () => {
    const data = makeProblem(createRandom(10), 4, 2);
    const { certificate, status } = solveLinearMinimax(data, { classCount: 2, l2: 1e-3, gap: 1e-10 });
    expect(status).toBe('gap');
    expect(certificate.relativeGap).toBeLessThanOrEqual(1e-10);
  });
});
