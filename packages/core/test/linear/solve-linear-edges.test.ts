// Data that breaks solvers: finite, right and reported all the same.

import { describe, expect, it } from 'vitest';
import { createRandom, type LabelledRows, type LinearSolve, linearSolver } from '../../src/index.js';
import { dot } from '../../src/internal.js';
import { dataOf, featureRows, makeData, normals, plainRisks, withRows } from './linear-problems.js';
import '../helpers/close.js';

const methods = ['newton', 'lbfgs'] as const;
const tight = { tolerance: 1e-14 };
const half = [0.5, 0.5];
const base = makeData(createRandom(1), { classCount: 2, columnCount: 3, groupRows: [40, 30] });
const three = makeData(createRandom(2), {
  classCount: 3,
  columnCount: 3,
  groupRows: [40, 30],
  noise: [0.3, 0.5],
});

function expectFinite({ model, risks, objective, suboptimality }: LinearSolve): void {
  const { gradientNorm } = model.training;
  expect([...model.parameters, ...risks, objective, suboptimality, gradientNorm].every(Number.isFinite)).toBe(
    true,
  );
}

/** The data with a column put before the others. */
const withColumn = (data: LabelledRows, column: (row: readonly number[]) => number): LabelledRows =>
  withRows(
    data,
    featureRows(data).map((row) => [column(row), ...row]),
  );

describe.each(methods)('linearSolver by %s', (method) => {
  it('keeps separable data finite, with l2 and without', () => {
    const data = dataOf([[-2], [-1], [1], [3]], [0, 0, 1, 1], 'abab');
    const { solve, options } = linearSolver(data, { classCount: 2, method, ...tight });
    const solved = solve(half);
    expectFinite(solved);
    // At the minimum, ∂F/∂w = 0 by hand: l2 w = mean of x (y − p).
    const [w, b] = solved.model.parameters as unknown as [number, number];
    const pull = [-2, -1, 1, 3].reduce((sum, x, row) => {
      const p = 1 / (1 + Math.exp(-(w * x + b)));
      return sum + (x * (data.labels[row]! - p)) / 4;
    }, 0);
    expect(pull).toBeCloseTo(options.l2 * w, 10);
    expect(solved.model.training.status).toBe('converged');

    const without = linearSolver(data, { classCount: 2, method, l2: 0 }).solve(half);
    expectFinite(without);
    expect(Math.max(...without.risks)).toBeLessThan(1e-12);
    expect(without.model.training.status).not.toBe('max-iterations');
    expect(without.suboptimality).toBe(without.objective); // nothing is proved
  });

  it('gives a column of zeros no weight, and one of ones none that matters', () => {
    const l2 = 1e-9;
    for (const [data, classCount] of [
      [base, 2],
      [three, 3],
    ] as const) {
      const solve = (one: LabelledRows): LinearSolve =>
        linearSolver(one, { classCount, method, l2, ...tight }).solve(half);
      const plain = solve(data);
      const withZeros = solve(withColumn(data, () => 0));
      expect(withZeros.risks).toBeAllClose(plain.risks, { absolute: 1e-6 });
      for (let k = 0; k < withZeros.model.parameters.length; k += 5) {
        expect(withZeros.model.parameters[k]).toBe(0);
      }
      const withOnes = solve(withColumn(data, () => 1));
      expectFinite(withOnes);
      expect(withOnes.risks).toBeAllClose(plain.risks, { absolute: 1e-6 });
    }
  });

  it('lets a group have one class only: its risk goes to 0 where nobody else counts', () => {
    const data = dataOf([[1], [2], [0], [1], [3], [2]], [1, 1, 0, 1, 0, 1], 'aabbbb');
    const { solve } = linearSolver(data, { classCount: 2, method });
    const alone = solve([1, 0]);
    expectFinite(alone);
    expect(alone.risks[0]).toBeLessThan(1e-6);
    expect(alone.model.training.status).not.toBe('max-iterations');
    const both = solve(half);
    expectFinite(both);
    expect(both.risks).toBeAllClose(plainRisks(data, 2, 'cross-entropy', both.model.parameters), {
      relative: 1e-12,
    });
    expect(both.suboptimality).toBeLessThan(1e-6);
  });

  it.each([1e9, 1e-9])('does not mind a column in other units: × %d', (factor) => {
    const l2 = 1e-40; // so little that it is negligible for both
    for (const [data, classCount] of [
      [base, 2],
      [three, 3],
    ] as const) {
      const scaled = withRows(
        data,
        featureRows(data).map(([x, ...rest]) => [factor * x!, ...rest]),
      );
      const solve = (one: LabelledRows): LinearSolve =>
        linearSolver(one, { classCount, method, l2, ...tight }).solve([0.3, 0.7]);
      const [here, there] = [solve(data), solve(scaled)];
      expectFinite(there);
      expect(there.risks).toBeAllClose(here.risks, { absolute: 1e-6 });
      expect(there.objective).toBeCloseTo(here.objective, 11);
      expect([there.model.parameters[0]! * factor]).toBeAllClose([here.model.parameters[0]!], {
        relative: 1e-4,
      });
      expect(there.model.training.status).toBe('converged');
    }
  });

  it('reads f32 values as the numbers they are', () => {
    const values = Float32Array.from(base.features.values);
    const [single, double] = [values, Float64Array.from(values)].map((rounded) =>
      linearSolver(
        { ...base, features: { ...base.features, values: rounded } },
        { classCount: 2, method },
      ).solve(half),
    ) as [LinearSolve, LinearSolve];
    expect(single).toEqual(double);
  });

  it('lets a group be a single row', () => {
    const data = makeData(createRandom(3), { classCount: 2, columnCount: 2, groupRows: [30, 1] });
    const solve = linearSolver(data, { classCount: 2, method, l2: 1e-3, ...tight }).solve;
    const [mostly, hardly] = [solve([0.05, 0.95]), solve([0.95, 0.05])];
    expectFinite(mostly);
    expect(mostly.risks[1]).toBeLessThan(hardly.risks[1]!);
    expect(mostly.risks[0]).toBeGreaterThan(hardly.risks[0]!);
  });

  it('has an answer for more features than rows', () => {
    const data = makeData(createRandom(4), { classCount: 3, columnCount: 30, groupRows: [8, 6] });
    const solve = (by: (typeof methods)[number]): LinearSolve =>
      linearSolver(data, { classCount: 3, method: by, l2: 1e-3, ...tight }).solve(half);
    expectFinite(solve(method));
    expect(solve(method).objective).toBeCloseTo(solve('newton').objective, 10);
    const free = linearSolver(data, { classCount: 3, method, l2: 0 }).solve(half);
    expectFinite(free);
    expect(Math.max(...free.risks)).toBeLessThan(1e-6);
  });

  it('ends for collinear columns without l2 where it ends without the column', () => {
    for (const [data, classCount] of [
      [base, 2],
      [three, 3],
    ] as const) {
      const solve = (one: LabelledRows): LinearSolve =>
        linearSolver(one, { classCount, method, l2: 0, ...tight }).solve(half);
      const collinear = solve(withColumn(data, ([x, y]) => x! - 2 * y!));
      expectFinite(collinear);
      expect(collinear.risks).toBeAllClose(solve(data).risks, { absolute: 1e-6 });
      expect(collinear.model.training.status).not.toBe('max-iterations');
      expect(collinear.suboptimality).toBe(collinear.objective);
    }
  });

  it('says when it was not given enough iterations, and how much may be missing', () => {
    for (const [data, classCount] of [
      [base, 2],
      [three, 3],
    ] as const) {
      const options = { classCount, method, l2: 1e-3 };
      const { objective, suboptimality, model } = linearSolver(data, { ...options, maxIterations: 1 }).solve(
        half,
      );
      expect(model.training).toMatchObject({ status: 'max-iterations', iterations: 1, method });
      expect(objective).toBeLessThan(Math.log(classCount));
      const best = linearSolver(data, options).solve(half);
      expect(best.model.training.status).toBe('converged');
      expect(objective).toBeGreaterThan(best.objective + 1e-6);
      expect(objective - suboptimality).toBeLessThanOrEqual(best.objective);
      expect(model.training.gradientNorm).toBeGreaterThan(best.model.training.gradientNorm);
    }
  });

  // What a search does: from the model that is right for one corner of the simplex to the other.
  it('is no worse for a start that could not be worse', () => {
    for (const classCount of [2, 3]) {
      const data = classCount === 2 ? base : three;
      const { solve } = linearSolver(data, { classCount, method });
      const best = solve(half);
      for (const size of [10, 1e3, 1e6]) {
        const parameters = normals(createRandom(5), best.model.parameters.length, size);
        const solved = solve(half, { classCount, columnCount: 3, parameters });
        expectFinite(solved);
        expect([solved.objective]).toBeAllClose([best.objective], { relative: 1e-8 });
      }
    }
  });
});

describe('Newton', () => {
  it('ends when rounding allows no more, however much is asked', () => {
    const solved = linearSolver(three, { classCount: 3, tolerance: 1e-300 }).solve(half);
    expectFinite(solved);
    expect(solved.model.training.status).not.toBe('max-iterations');
    expect(solved.suboptimality).toBeLessThan(2e-7);
  });
});

describe('linearSolver from one separable group to another', () => {
  const groupRows = [12, 9, 4];

  it.each([2, 3, 4])('finds what it finds from nothing: %d classes', (classCount) => {
    for (let seed = 0; seed < 10; seed++) {
      const data = makeData(createRandom(seed), { classCount, columnCount: 5, groupRows, tilt: 1.5 });
      const { solve } = linearSolver(data, { classCount });
      const { model } = solve([0, 0, 1]);
      const [warm, cold] = [solve([1, 0, 0], model), solve([1, 0, 0])];
      expectFinite(warm);
      expect([warm.objective]).toBeAllClose([cold.objective], { absolute: 1e-9 });
      for (const { training } of [model, warm.model, cold.model]) {
        expect(training.status).not.toBe('max-iterations');
      }
    }
  });

  it('does better for a group, the more weight it has', () => {
    const data = makeData(createRandom(6), { classCount: 3, columnCount: 2, groupRows, tilt: 2 });
    const { solve } = linearSolver(data, { classCount: 3 });
    let [model, last] = [solve([0.9, 0.05, 0.05]).model, Number.POSITIVE_INFINITY];
    for (const weight of [0.1, 0.3, 0.5, 0.7, 0.9]) {
      const mu = [1 - weight, weight / 2, weight / 2];
      const solved = solve(mu, model);
      const rest = dot([0, 0.5, 0.5], solved.risks) + solved.penalty;
      expect(rest).toBeLessThan(last);
      [model, last] = [solved.model, rest];
    }
  });
});
