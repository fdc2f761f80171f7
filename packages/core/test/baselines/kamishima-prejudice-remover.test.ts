import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  KAMISHIMA_ETAS,
  type PrejudiceRemoverSolve,
  prejudiceRemover,
} from '../../src/baselines/kamishima-prejudice-remover.js';
import { groupShares } from '../../src/groups/group-index.js';
import type { LabelledRows } from '../../src/groups/labelled-rows.js';
import { predictLinear } from '../../src/linear/linear-model.js';
import { LinearObjective } from '../../src/linear/linear-objective.js';
import { linearSolver } from '../../src/linear/solve-linear.js';
import { createRandom } from '../../src/numeric/random.js';
import { expectError } from '../helpers/errors.js';
import {
  dataOf,
  featureRows,
  makeData,
  normals,
  takeDataRows,
  withGroupOrder,
  withRows,
} from '../linear/linear-problems.js';
import { makeShiftedData } from './zafar-problems.js';
import '../helpers/close.js';

/** Two and three classes in two and three groups, by seed. */
function makeProblem(seed: number): { data: LabelledRows; classCount: number; columnCount: number } {
  const classCount = 2 + (seed % 2);
  const groupRows = [40, 30, 20].slice(0, 2 + (Math.floor(seed / 2) % 2));
  const columnCount = 3;
  const noise = [0.2, 0.3, 0.3];
  const data = makeShiftedData(createRandom(seed), { classCount, columnCount, groupRows, noise });
  return { data, classCount, columnCount };
}

const seeds = [0, 1, 2, 3, 4, 5, 6, 7];

describe('prejudiceRemover', () => {
  it.each(seeds)('is plain logistic regression for eta 0, wherever it starts: %i', (seed) => {
    const { data, classCount, columnCount } = makeProblem(seed);
    const plain = linearSolver(data, { classCount, l2: 1e-4 }).solve(groupShares(data.groups));
    const { solve } = prejudiceRemover(data, { classCount, l2: 1e-4, tolerance: 1e-16 });
    const outputs = classCount === 2 ? 1 : classCount;
    const parameters = normals(createRandom(seed), outputs * (columnCount + 1), 0.3);
    const copy = parameters.slice();
    for (const start of [undefined, { classCount, columnCount, parameters }]) {
      const { model, objective, risks } = solve(0, start);
      expect(predictLinear(model, data.features)).toBeAllClose(predictLinear(plain.model, data.features), {
        absolute: 1e-6,
      });
      expect([objective]).toBeAllClose([plain.objective], { relative: 1e-12 });
      expect(risks).toBeAllClose(plain.risks, { absolute: 1e-6 });
    }
    expect(parameters).toEqual(copy);
  });

  it.each(seeds)('tells less of the group, and costs more, as eta grows: %i', (seed) => {
    const { data, classCount } = makeProblem(seed);
    const { solve } = prejudiceRemover(data, { classCount });
    const shares = groupShares(data.groups);
    const costOf = ({ risks, penalty }: PrejudiceRemoverSolve): number =>
      risks.reduce((sum, risk, a) => sum + shares[a]! * risk, penalty);
    const first = solve(0);
    let [alone, path] = [first, first];
    for (const eta of KAMISHIMA_ETAS) {
      const next = { alone: solve(eta), path: solve(eta, path.model) };
      for (const [before, after] of [
        [alone, next.alone],
        [path, next.path],
      ] as const) {
        expect(after.prejudiceIndex).toBeLessThan(before.prejudiceIndex);
        expect(costOf(after)).toBeGreaterThan(costOf(before));
        expect(after.objective).toBeGreaterThan(before.objective);
        expect(after.model.training.status).toBe('converged');
      }
      expect([next.path.objective]).toBeAllClose([next.alone.objective], { relative: 1e-9 });
      ({ alone, path } = next);
    }
    // A small part of a nat, and next to nothing of what it was.
    expect(first.prejudiceIndex).toBeGreaterThan(1e-3);
    expect(alone.prejudiceIndex).toBeLessThan(0.02 * first.prejudiceIndex);
  });

  it('ends where no small change is better', () => {
    for (const seed of seeds) {
      const { data, classCount, columnCount } = makeProblem(seed);
      const { solve } = prejudiceRemover(data, { classCount, l2: 1e-4 });
      const { solve: look } = prejudiceRemover(data, {
        classCount,
        l2: 1e-4,
        maxIterations: 1,
        tolerance: 1e30,
      });
      const { model, objective } = solve(20);
      expect(model.training.gradientNorm).toBeLessThan(1e-4);
      const random = createRandom(seed);
      for (let trial = 0; trial < 20; trial++) {
        const parameters = normals(random, model.parameters.length, 1e-2).map(
          (d, i) => d + model.parameters[i]!,
        );
        expect(look(20, { classCount, columnCount, parameters }).objective).toBeGreaterThan(
          objective * (1 - 1e-10),
        );
      }
    }
  });

  it('is not stuck where the rows can be separated', () => {
    // Plain logistic regression is sure of everything; the way down from there can end where F is above that of all parameters 0.
    for (const seed of [12, 16]) {
      const alike = makeData(createRandom(seed), {
        classCount: 2,
        columnCount: 4,
        groupRows: [60, 40],
        noise: [0, 0],
        tilt: 0,
      });
      const rows = featureRows(alike).map(([x, ...rest], row) => [
        x! + 0.8 * alike.groups.groups[row]!,
        ...rest,
      ]);
      const { solve } = prejudiceRemover(withRows(alike, rows), { classCount: 2 });
      const plain = solve(0);
      const fair = solve(300);
      expect(300 * plain.prejudiceIndex).toBeGreaterThan(Math.LN2);
      expect(fair.objective).toBeLessThan(0.5);
      expect(solve(300, plain.model)).toEqual(fair);
    }
  });

  it('takes rows of which every one gives class and group away', () => {
    const data = dataOf([[-3], [-2], [-2.5], [2], [3], [2.5]], [0, 0, 0, 1, 1, 1], 'aaabbb');
    const { solve } = prejudiceRemover(data, { classCount: 2 });
    for (const eta of [1, 10, 300]) {
      const { objective, model } = solve(eta);
      expect(objective).toBeLessThanOrEqual(Math.LN2 * (1 + 1e-12));
      expect([...model.parameters].every(Number.isFinite)).toBe(true);
    }
  });

  it('takes a group of one class, one group and rows without features', () => {
    const { data } = makeProblem(2);
    const labels = data.labels.map((label, row) => (data.groups.groups[row] === 1 ? 1 : label));
    const one = prejudiceRemover({ ...data, labels }, { classCount: 2 }).solve(50);
    expect(one.model.training.status).toBe('converged');
    expect(one.prejudiceIndex).toBeLessThan(1e-3);

    const single = makeShiftedData(createRandom(1), {
      classCount: 3,
      columnCount: 2,
      groupRows: [40],
      noise: [0.3],
    });
    const alone = prejudiceRemover(single, { classCount: 3 }).solve(300);
    expect(alone.prejudiceIndex).toBe(0);
    expect([alone.objective]).toBeAllClose([linearSolver(single, { classCount: 3 }).solve([1]).objective], {
      relative: 1e-9,
    });

    const bare = dataOf([[], [], [], []], [0, 1, 1, 1], 'aabb');
    expect(prejudiceRemover(bare, { classCount: 2 }).solve(10).model.parameters[0]).toBeCloseTo(
      Math.log(3),
      5,
    );
  });

  it('does not depend on the order of groups, on how often all rows are there, nor on what was solved before', () => {
    const { data, classCount } = makeProblem(3);
    const solver = prejudiceRemover(data, { classCount, l2: 1e-3 });
    const usual = solver.solve(10);
    solver.solve(100);
    expect(solver.solve(10)).toEqual(usual);
    const rows = Array.from(data.labels, (_, row) => row);
    const order = [2, 0, 1];
    const permuted = prejudiceRemover(withGroupOrder(data, order), { classCount, l2: 1e-3 }).solve(10);
    const twice = prejudiceRemover(takeDataRows(data, [...rows, ...rows]), { classCount, l2: 1e-3 }).solve(
      10,
    );
    for (const other of [permuted, twice]) {
      expect([other.objective]).toBeAllClose([usual.objective], { relative: 1e-10 });
      expect([other.prejudiceIndex]).toBeAllClose([usual.prejudiceIndex], { relative: 1e-3 });
    }
    expect(permuted.risks).toBeAllClose(
      order.map((a) => usual.risks[a]!),
      { absolute: 1e-4 },
    );
  });

  it('goes without a Hessian where there are too many features for one', () => {
    const { data, classCount } = makeProblem(0);
    const random = createRandom(8);
    const rows = Array.from({ length: 24 }, () => Array.from(normals(random, 1000, 0.05)));
    const wide = dataOf(rows, Array.from(data.labels.subarray(0, 24)), 'aaabbbabababaabbaabbabab');
    const { solve } = prejudiceRemover(wide, { classCount, l2: 1e-2 });
    const hessian = vi.spyOn(LinearObjective.prototype, 'hessian');
    onTestFinished(() => hessian.mockRestore());
    const [plain, fair] = [solve(0), solve(20)];
    expect(hessian).not.toHaveBeenCalled();
    expect(fair.model.training.status).toBe('converged');
    expect(fair.prejudiceIndex).toBeLessThan(0.1 * plain.prejudiceIndex);
  });
});

describe('prejudiceRemover: errors', () => {
  const { data } = makeProblem(0);

  it('refuses what it cannot do', () => {
    const { solve } = prejudiceRemover(data, { classCount: 2 });
    for (const eta of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expectError(() => solve(eta), 'bad-option', `eta must be a finite number ≥ 0; got ${eta}`);
    }
    const start = { classCount: 3, columnCount: 3, parameters: new Float64Array(12) };
    expectError(() => solve(1, start), 'bad-problem', 'a model to start from must have 2 classes');
    expectError(() => prejudiceRemover(data, { classCount: 2, l2: -1 }), 'bad-option', 'l2 must be');
    expectError(
      () => prejudiceRemover(data, { classCount: 2, tolerance: 0 }),
      'bad-option',
      'tolerance must be',
    );
    expectError(() => prejudiceRemover(data, { classCount: 1 }), 'bad-option', 'classCount must be');
  });

  it('says when it was stopped short', () => {
    const { model } = prejudiceRemover(data, { classCount: 2, maxIterations: 1 }).solve(50);
    expect(model.training).toMatchObject({ status: 'max-iterations', method: 'lbfgs', iterations: 1 });
  });
});

describe('KAMISHIMA_ETAS', () => {
  it('rises within (0, 300]', () => {
    KAMISHIMA_ETAS.forEach((eta, i) => {
      expect(eta).toBeGreaterThan(KAMISHIMA_ETAS[i - 1] ?? 0);
    });
    expect(KAMISHIMA_ETAS.at(-1)).toBe(300);
  });
});
