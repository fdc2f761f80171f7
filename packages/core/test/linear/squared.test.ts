// The squared loss of linear models: its definition, derivatives and bounds, and that a target's units change nothing.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createRandom,
  cuttingPlane,
  groupIndex,
  groupShares,
  type LabelledRows,
  linearOracle,
  linearSolver,
  predictLinear,
  type RandomSource,
  searchMinimaxSync,
  solveLinearMinimax,
} from '../../src/index.js';
import { canSolveExactly, takeLabelledRows } from '../../src/internal.js';
import { linearDial } from '../../src/linear/linear-dial.js';
import { linearLexicographic } from '../../src/linear/linear-lexicographic.js';
import { combine, LinearObjective } from '../../src/linear/linear-objective.js';
import { solveLargeMinimax } from '../../src/linear/multiplier-minimax.js';
import { describeOracle } from '../conformance/oracle-conformance.js';
import { muOf, randomSource } from '../helpers/arbitraries.js';
import { centralDifferences, featureRows, makeData, normals, sparse } from './linear-problems.js';
import '../helpers/close.js';

const L2 = 0.3;
const SOLVED = { classCount: 1, loss: 'squared' } as const;

/** Rows whose numbers each group has by a law of its own. */
function makeNumbers(random: RandomSource, groupRows: readonly number[], columnCount = 3): LabelledRows {
  const data = makeData(random, { classCount: 2, columnCount, groupRows, zeros: 0.2 });
  const pull = groupRows.map(() => normals(random, columnCount));
  const values = Float64Array.from(featureRows(data), (row, r) => {
    const group = data.groups.groups[r]!;
    const signal = row.reduce((sum, x, c) => sum + x * (1 + pull[group]![c]!), 0);
    return 2 + signal + (0.3 + group) * normals(random, 1)[0]!;
  });
  return { ...data, labels: new Int32Array(values.length), values };
}

function weighted(data: LabelledRows, random: RandomSource): LabelledRows {
  return {
    ...data,
    groups: { ...data.groups, weights: Float64Array.from(data.labels, () => 0.2 + random.uniform()) },
  };
}

/** The definition: the mean of (y − ŷ)² over a group, by weight. */
function plainSquares(data: LabelledRows, parameters: ArrayLike<number>): number[] {
  const { groups, counts, weights } = data.groups;
  const [sums, totals] = [counts.map(() => 0), counts.map(() => 0)];
  featureRows(data).forEach((row, r) => {
    const score = [...row, 1].reduce((sum, x, c) => sum + x * parameters[c]!, 0);
    const weight = weights?.[r] ?? 1;
    sums[groups[r]!]! += weight * (data.values![r]! - score) ** 2;
    totals[groups[r]!]! += weight;
  });
  return sums.map((sum, a) => sum / totals[a]!);
}

const data = makeNumbers(createRandom(3), [60, 40, 25]);
const options = { ...SOLVED, l2: 0.01 };

describeOracle('linear, squared loss', () => linearOracle(data, options));
describeOracle('linear, squared loss, sparse, with weights and validation rows', () =>
  linearOracle(
    sparse(weighted(data, createRandom(4))),
    options,
    sparse(makeNumbers(createRandom(5), [9, 9, 9])),
  ),
);

describe('LinearObjective of the squared loss', () => {
  it('has risks, gradients and a Hessian of the definition, by rows and by moments, with weights and without', () => {
    fc.assert(
      fc.property(randomSource, muOf(3), fc.boolean(), (random, mu, hasWeights) => {
        const plain = makeNumbers(random, [19, 8, 1]);
        const rows = hasWeights ? weighted(plain, random) : plain;
        const parameters = normals(random, 4);
        const penalty = (at: Float64Array): number =>
          (L2 / 2) * at.subarray(0, 3).reduce((sum, w) => sum + w ** 2, 0);
        for (const one of [rows, sparse(rows)]) {
          const objective = new LinearObjective(one, 1, 'squared', L2);
          const { steering } = objective;
          expect(steering).not.toBe(objective);
          const gradients = new Float64Array(12).fill(Number.NaN);
          for (const way of [objective, steering]) {
            const at = way.evaluate(parameters, way.createEvaluation());
            expect(at.risks).toBeAllClose(plainSquares(rows, parameters), {
              relative: 1e-11,
              absolute: 1e-13,
            });
            expect(at.penalty).toBeCloseTo(penalty(parameters), 12);
            way.groupGradients(at, gradients);
            for (let a = 0; a < 3; a++) {
              const differences = centralDifferences(
                (x) => plainSquares(rows, x)[a]! + penalty(x),
                parameters,
                1e-3,
              );
              expect(gradients.subarray(4 * a, 4 * a + 4)).toBeAllClose(differences, { absolute: 1e-8 });
            }
          }
          const hessian = new Float64Array(16).fill(Number.NaN);
          objective.hessian(objective.createEvaluation(), mu, hessian);
          const gradientAt = (x: Float64Array): Float64Array => {
            objective.groupGradients(objective.evaluate(x), gradients);
            const sum = new Float64Array(4);
            combine(mu, gradients, sum);
            return sum;
          };
          for (let j = 0; j < 4; j++) {
            const column = centralDifferences((x) => gradientAt(x)[j]!, parameters, 1e-2);
            for (let i = j; i < 4; i++) {
              expect([hessian[4 * i + j]!]).toBeAllClose([column[i]!], { absolute: 1e-9 });
            }
          }
          const bounds = objective.curvatureBounds(mu);
          expect(bounds).toBeAllClose(
            [0, 5, 10, 15].map((i) => hessian[i]!),
            { relative: 1e-9 },
          );
        }
      }),
      { numRuns: 40 },
    );
  });

  it('makes its Hessian of rows alike where moments would take too much memory', () => {
    // 2,100 columns: 2,101² numbers are more than are kept.
    const random = createRandom(8);
    const columnCount = 2100;
    const values = Float64Array.from({ length: 4 * columnCount }, () => random.uniform() - 0.5);
    const wide: LabelledRows = {
      features: { rowCount: 4, columnCount, values },
      labels: new Int32Array(4),
      values: Float64Array.of(1, 2, 4, 3),
      groups: { ...groupIndex([...'aaaa']), weights: Float64Array.of(1, 2, 1, 3) },
    };
    const objective = new LinearObjective(wide, 1, 'squared', L2);
    expect(objective.moments).toBeUndefined();
    expect(objective.steering).toBe(objective);
    const { size } = objective;
    const hessian = new Float64Array(size * size);
    objective.hessian(objective.createEvaluation(), [1], hessian);
    const entry = (i: number, j: number): number =>
      [1, 2, 1, 3].reduce((sum, w, r) => {
        const x = (c: number): number => (c === columnCount ? 1 : values[r * columnCount + c]!);
        return sum + (2 * w * x(i) * x(j)) / 7;
      }, 0);
    for (const [i, j] of [
      [7, 3],
      [columnCount, 9],
      [columnCount, columnCount],
    ] as const)
      expect(hessian[i * size + j]).toBeCloseTo(entry(i, j), 12);
    expect(hessian[5 * size + 5]).toBeCloseTo(entry(5, 5) + L2, 12);
  });
});

describe('linearSolver of the squared loss', () => {
  it('is at the minimum after one step, from anywhere, and says how near', () => {
    const solver = linearSolver(data, options);
    const cold = solver.solve([0.2, 0.5, 0.3]);
    const { columnCount, classCount } = cold.model;
    const parameters = normals(createRandom(6), columnCount + 1, 10);
    const warm = solver.solve([0.2, 0.5, 0.3], { classCount, columnCount, parameters });
    for (const { model, suboptimality, objective } of [cold, warm]) {
      expect(model.training).toMatchObject({ status: 'converged', method: 'newton' });
      expect(model.training.iterations).toBeLessThanOrEqual(2);
      expect(suboptimality).toBeLessThan(1e-12 * objective);
    }
    expect(warm.model.parameters).toBeAllClose(cold.model.parameters, { relative: 1e-9, absolute: 1e-11 });
  });

  it('predicts numbers in the units of the target', () => {
    const { model, risks } = linearSolver(data, options).solve(groupShares(data.groups));
    const predicted = predictLinear(model, data.features);
    expect(predicted).toHaveLength(data.labels.length);
    const squares = predicted.map((value, row) => (value - data.values![row]!) ** 2);
    const mean = (group: number): number =>
      squares.reduce((sum, s, row) => sum + (data.groups.groups[row] === group ? s : 0), 0) /
      data.groups.counts[group]!;
    expect(risks).toBeAllClose([mean(0), mean(1), mean(2)], { relative: 1e-12 });
  });

  it('is the same by L-BFGS, whose bound never crosses the minimum', () => {
    const exact = linearSolver(data, options).solve([0.2, 0.5, 0.3]);
    const other = linearSolver(data, { ...options, method: 'lbfgs' }).solve([0.2, 0.5, 0.3]);
    expect(other.objective).toBeCloseTo(exact.objective, 8);
    expect(other.objective - other.suboptimality).toBeLessThanOrEqual(exact.objective);
    expect(other.suboptimality).toBeLessThan(1e-6 * other.objective);
  });

  it('bounds the minimum from below wherever a solve is stopped', () => {
    fc.assert(
      fc.property(randomSource, muOf(3), fc.constantFrom(1e-6, 1e-2, 10), (random, mu, l2) => {
        const rows = makeNumbers(random, [12, 9, 5]);
        const least = linearSolver(rows, { ...SOLVED, l2 }).solve(mu);
        const early = linearSolver(rows, { ...SOLVED, l2, method: 'lbfgs', maxIterations: 2 }).solve(mu);
        expect(early.objective - early.suboptimality).toBeLessThanOrEqual(least.objective * (1 + 1e-13));
        expect(early.objective).toBeGreaterThanOrEqual(least.objective * (1 - 1e-13));
      }),
      { numRuns: 50 },
    );
  });
});

describe('minimax by the squared loss', () => {
  it('is what cutting planes and the way of many parameters find', () => {
    const exact = solveLinearMinimax(data, { ...options, gap: 1e-9 });
    expect(exact.status).toBe('gap');
    const searched = searchMinimaxSync(linearOracle(data, options), { strategy: cuttingPlane(), gap: 1e-6 });
    expect(searched.certificate.upper! / exact.certificate.upper).toBeCloseTo(1, 5);
    const large = solveLargeMinimax(data, { ...options, gap: 1e-5 });
    expect(large.status).toBe('gap');
    expect(large.certificate.upper / exact.certificate.upper).toBeCloseTo(1, 4);
    expect(large.certificate.lower).toBeLessThanOrEqual(exact.certificate.upper);
  });

  it.each([
    ['millions far from 0', 1e6, 1e9],
    ['millionths', 1e-6, 0],
    ['another sign', -3, 100],
    ['as large as may be', 1e28, 0],
    ['as small', 1e-30, 0],
  ])('is the same in other units: %s', (_, scale, shift) => {
    const moved = { ...data, values: data.values!.map((y) => y * scale + shift) };
    const inUnits = (parameters: Float64Array): Float64Array =>
      parameters.map((p, i) => p * scale + (i === 3 ? shift : 0));
    const near = { relative: 1e-7, absolute: 1e-8 * Math.abs(scale) };
    const [own, other] = [data, moved].map((rows) => {
      const minimax = solveLinearMinimax(rows, { ...options, gap: 1e-9 });
      const unit = rows === data ? 1 : scale ** 2;
      const capped = { ...options, minimax, gap: 1e-9 };
      return {
        minimax,
        naive: linearSolver(rows, options).solve(groupShares(rows.groups)),
        dial: linearDial(rows, { ...capped, giveUps: [0.05 * unit] })[0]!.found,
        lexicographic: linearLexicographic(rows, { ...capped, tolerance: 0.01 }),
        large: solveLargeMinimax(rows, { ...options, gap: 1e-5 }),
        searched: searchMinimaxSync(linearOracle(rows, options), { strategy: cuttingPlane(), gap: 1e-6 }),
      };
    });
    expect(other!.searched.solves).toBe(own!.searched.solves);
    expect(other!.searched.certificate.upper! / scale ** 2).toBeCloseTo(own!.searched.certificate.upper!, 6);
    expect(other!.naive.model.parameters).toBeAllClose(inUnits(own!.naive.model.parameters), near);
    expect(other!.naive.model.training).toMatchObject({ status: 'converged', iterations: 1 });
    for (const found of ['minimax', 'dial', 'large'] as const) {
      const [mine, theirs] = [own![found], other![found]];
      expect(theirs.status).toBe(mine.status);
      expect(theirs.certificate.upper / scale ** 2 / mine.certificate.upper).toBeCloseTo(1, 4);
      if (found === 'large') continue;
      expect(theirs.iterations).toBe(mine.iterations);
      expect(theirs.mu).toBeAllClose(mine.mu, { absolute: 1e-5 });
      expect(theirs.model.parameters).toBeAllClose(inUnits(mine.model.parameters), {
        relative: 1e-5,
        absolute: 1e-5 * Math.abs(scale),
      });
    }
    expect(other!.lexicographic.stages.map(({ held }) => held)).toEqual(
      own!.lexicographic.stages.map(({ held }) => held),
    );
  });

  it('weighs a row of weight 2 as two rows', () => {
    const weights = Float64Array.from(data.labels, (_, row) => 1 + (row % 3));
    const often = [...weights].flatMap((weight, row) => new Array<number>(weight).fill(row));
    const [weighed, repeated] = [
      { ...data, groups: { ...data.groups, weights } },
      takeLabelledRows(data, often),
    ].map((rows) => solveLinearMinimax(rows, { ...options, gap: 1e-9 }));
    expect(weighed!.certificate.upper).toBeCloseTo(repeated!.certificate.upper, 9);
    expect(weighed!.mu).toBeAllClose(repeated!.mu, { absolute: 1e-6 });
  });

  it('can be found without a search where it has a penalty', () => {
    const problem = { classCount: 1, columnCount: 999, loss: 'squared', l2: 1e-6 } as const;
    expect(canSolveExactly(problem)).toBe(true);
    expect(canSolveExactly({ ...problem, l2: 0 })).toBe(false);
    expect(canSolveExactly({ ...problem, columnCount: 1000 })).toBe(false);
  });

  it.each([1e3, 1e5])('keeps its digits where features are far from 0: %d', (far) => {
    const moved = {
      ...data,
      features: { ...data.features, values: Float64Array.from(data.features.values, (x) => x + far) },
    };
    const near = solveLinearMinimax(data, options);
    const found = solveLinearMinimax(moved, options);
    expect(found.status).toBe('gap');
    expect(found.certificate.upper / near.certificate.upper).toBeCloseTo(1, 5);
  });

  it.each([...Array(12).keys()])('says that it reached its gap only where it did: seed %d', (seed) => {
    const far = 1e7;
    const rowCount = 600;
    const noise = normals(createRandom(seed + 1), 4 * rowCount);
    const features = { rowCount, columnCount: 3, values: noise.slice(0, 3 * rowCount) };
    const names = Array.from({ length: rowCount }, (_, row) => (row % 3 === 0 ? 'a' : 'b'));
    const values = new Float64Array(rowCount);
    for (let row = 0; row < rowCount; row++) {
      const [x, z] = [features.values[3 * row]!, features.values[3 * row + 1]!];
      values[row] = (row % 3 === 0 ? 2 : -1) * x + z + noise[3 * rowCount + row]!;
      features.values[3 * row]! += far;
    }
    const rows = { features, labels: new Int32Array(rowCount), values, groups: groupIndex(names) };
    const found = solveLinearMinimax(rows, { classCount: 1, loss: 'squared' });
    const isReached = found.certificate.relativeGap <= found.options.gap;
    expect([found.status === 'gap', found.model.training.status === 'converged']).toEqual([
      isReached,
      isReached,
    ]);
  });

  it('takes constant numbers, constant groups, columns that repeat, and a group of one row', () => {
    const flat = { ...data, values: new Float64Array(data.labels.length).fill(1e9 + 0.1) };
    expect(solveLinearMinimax(flat, options)).toMatchObject({
      status: 'gap',
      risks: [0, 0, 0],
      certificate: { relativeGap: 0 },
    });
    expect(solveLargeMinimax(flat, options)).toMatchObject({ status: 'gap', risks: [0, 0, 0] });
    const parameters = normals(createRandom(6), 4);
    const start = { classCount: 1, columnCount: 3, parameters };
    expect(linearSolver(flat, options).solve([0, 0.5, 0.5], start).objective).toBeLessThan(1e-6);
    const flatGroup = {
      ...data,
      values: data.values!.map((y, row) => (data.groups.groups[row] === 1 ? 7 : y)),
    };
    expect(solveLinearMinimax(flatGroup, options).status).toBe('gap');
    const twice = {
      ...data,
      features: {
        ...data.features,
        columnCount: 6,
        values: Float64Array.from(featureRows(data).flatMap((row) => [...row, ...row])),
      },
    };
    const doubled = solveLinearMinimax(twice, { ...options, l2: 0.02 });
    expect(doubled.status).toBe('gap');
    expect(doubled.certificate.upper / solveLinearMinimax(data, options).certificate.upper).toBeCloseTo(1, 5);
    const single = makeNumbers(createRandom(9), [30, 1, 12]);
    expect(solveLinearMinimax(single, options).status).toBe('gap');
    expect(linearSolver(twice, { ...SOLVED, l2: 0 }).solve([0.2, 0.3, 0.5]).objective).toBeCloseTo(
      linearSolver(data, { ...SOLVED, l2: 0 }).solve([0.2, 0.3, 0.5]).objective,
      8,
    );
  });

  it('finds an exact law', () => {
    const exact = {
      ...data,
      values: Float64Array.from(featureRows(data), ([x, y, z]) => 5 + x! - 2 * y! + 3 * z!),
    };
    const found = solveLinearMinimax(exact, { ...options, l2: 1e-9 });
    expect(found.status).toBe('gap');
    expect(found.model.parameters).toBeAllClose([1, -2, 3, 5], { absolute: 1e-6 });
  });
});
