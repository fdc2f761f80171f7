import { describe, expect, it } from 'vitest';
import type { LabelledRows } from '../../src/groups/labelled-rows.js';
import { predictLinear } from '../../src/linear/linear-model.js';
import { linearSolver } from '../../src/linear/solve-linear.js';
import { createRandom } from '../../src/numeric/random.js';
import { type ComponentTask, planComponents } from '../../src/plug-in/components.js';
import { fitLinearComponent } from '../../src/plug-in/linear-component.js';
import { expectError } from '../helpers/errors.js';
import { makeData, sparse, takeDataRows } from '../linear/linear-problems.js';
import { indexOf } from './plug-in-problems.js';
import '../helpers/close.js';

const data = makeData(createRandom(6), {
  classCount: 3,
  columnCount: 4,
  groupRows: [60, 50],
  noise: [0.3, 0.5],
  zeros: 0.4,
});
const { tasks } = planComponents(data, data, 3);
const [ofFirst, ofSecond, ofGroups] = tasks as [ComponentTask, ComponentTask, ComponentTask];
const options = { l2: 1e-3 };

/** The rows of a task as one group, with the given classes. */
const asOne = (task: ComponentTask, labels: Int32Array): LabelledRows => {
  const rows = [...task.train];
  return {
    features: takeDataRows(data, rows).features,
    labels: Int32Array.from(rows, (row) => labels[row]!),
    groups: indexOf(new Int32Array(rows.length), 1),
  };
};

describe('fitLinearPart', () => {
  it.each([
    ['p(Y|X, first group)', ofFirst, data.labels, 3],
    ['p(Y|X, second group)', ofSecond, data.labels, 3],
    ['p(A|X)', ofGroups, data.groups.groups, 2],
  ])('is the ordinary linear model of its rows: %s', (_, task, labels, classCount) => {
    const model = fitLinearComponent(data, task, options);
    const expected = linearSolver(asOne(task, labels), { ...options, classCount }).solve([1]).model;
    expect(model).toEqual(expected);
    expect(model).toMatchObject({ classCount, columnCount: 4, training: { status: 'converged' } });
  });

  it.each([
    ['p(Y|X,a)', ofFirst, data.labels],
    ['p(A|X)', ofGroups, data.groups.groups],
  ])('predicts each class as often as it met it, since b has no penalty: %s', (_, task, labels) => {
    const { features, labels: met } = asOne(task, labels);
    const probabilities = predictLinear(fitLinearComponent(data, task, options), features);
    const shares = Array.from(
      { length: task.classCount },
      (_, c) => met.filter((label) => label === c).length,
    );
    const sums = shares.map((_, c) =>
      probabilities.reduce((sum, p, k) => (k % shares.length === c ? sum + p : sum), 0),
    );
    expect(sums).toBeAllClose(shares, { relative: 1e-7 });
  });

  it('is the same of sparse rows', () => {
    for (const task of tasks) {
      const { parameters } = fitLinearComponent(sparse(data), task, options);
      expect(parameters).toBeAllClose(fitLinearComponent(data, task, options).parameters, { absolute: 1e-9 });
    }
  });

  it('looks at no row but those of its task', () => {
    const others = new Set(ofFirst.train);
    const changed = {
      ...data,
      labels: data.labels.map((label, row) => (others.has(row) ? label : (label + 1) % 3)),
    };
    expect(fitLinearComponent(changed, ofFirst, options)).toEqual(fitLinearComponent(data, ofFirst, options));
    expect(fitLinearComponent(changed, ofSecond, options)).not.toEqual(
      fitLinearComponent(data, ofSecond, options),
    );
  });

  it('trains as it is told: penalty, loss, method', () => {
    const size = (l2: number): number =>
      fitLinearComponent(data, ofFirst, { l2 }).parameters.reduce((sum, value) => sum + value ** 2, 0);
    expect(size(1)).toBeLessThan(size(1e-3));
    const { training } = fitLinearComponent(data, ofFirst, { loss: 'brier', l2: 1e-3 });
    expect(training).toMatchObject({ method: 'lbfgs' });
    expectError(() => fitLinearComponent(data, ofFirst, { l2: -1 }), 'bad-option', 'l2');
  });

  it('holds a class that its group lacks next to impossible', () => {
    const lacking = { ...data, labels: data.labels.map((label) => (label === 2 ? 0 : label)) };
    const probabilities = predictLinear(fitLinearComponent(lacking, ofFirst, { l2: 1e-6 }), data.features);
    probabilities.forEach((p, k) => {
      if (k % 3 === 2) expect(p).toBeLessThan(1e-3);
      expect(Number.isFinite(p)).toBe(true);
    });
  });

  it('leaves what it is told alone', () => {
    const copy = structuredClone({ data, ofFirst });
    fitLinearComponent(copy.data, copy.ofFirst, Object.freeze({ ...options }));
    expect(copy).toEqual({ data, ofFirst });
  });
});
