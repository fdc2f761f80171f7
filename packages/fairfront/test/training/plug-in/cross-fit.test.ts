import {
  createRandom,
  groupShares,
  type LabelledRows,
  type LinearModel,
  linearSolver,
  meanRisks,
  predictLinear,
} from '@fairfront/core';
import {
  assembleComponents,
  fitLinearComponent,
  ownLosses,
  type PlugInComponents,
  type PlugInRows,
  planComponents,
} from '@fairfront/core/plug-in';
import { describe, expect, it } from 'vitest';
import { dataOf, makeData, takeDataRows } from '../../../../core/test/linear/linear-problems.js';
import { ComponentPredictor } from '../../../src/training/plug-in/component-predictor.js';
import { drawFolds, type Folds, heldOut, planFolds } from '../../../src/training/plug-in/cross-fit.js';
import '../../../../core/test/helpers/close.js';

const shape = { classCount: 2, columnCount: 3, groupRows: [40, 60] };
const data = {
  train: makeData(createRandom(1), shape),
  validation: makeData(createRandom(2), { ...shape, groupRows: [20, 30] }),
};
const options = { loss: 'cross-entropy', l2: 1e-3 } as const;

type Data = typeof data;

/** Rows where this holds of their fold. */
const rowsWhere = (folds: Uint8Array, isIn: (fold: number) => boolean): number[] =>
  [...folds.keys()].filter((row) => isIn(folds[row]!));

/** The whole way, with linear parts. */
async function crossFit(own: Data, folds: Folds, l2: number = options.l2): Promise<PlugInRows> {
  const parts = planFolds(own, 2, folds, undefined).map((plan) =>
    assembleComponents<LinearModel>(
      plan,
      plan.tasks.map((task) => fitLinearComponent(own.train, task, { ...options, l2 })),
    ),
  );
  return heldOut(own, folds, parts, groupShares(own.train.groups), new ComponentPredictor());
}

describe('drawFolds', () => {
  it('gives every row of both parts a fold, and spreads classes and groups of each', () => {
    const { count, train, validation } = drawFolds(data, 5, createRandom(3));
    expect(count).toBe(5);
    for (const [rows, folds] of [
      [data.train, train],
      [data.validation, validation],
    ] as const) {
      expect(folds).toHaveLength(rows.labels.length);
      for (let group = 0; group < 2; group++) {
        const sizes = [0, 1, 2, 3, 4].map(
          (fold) =>
            rowsWhere(folds, (own) => own === fold).filter((row) => rows.groups.groups[row] === group).length,
        );
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(2); // one for each class
      }
    }
  });

  it('keeps rows of an entity together in each part', () => {
    const entities = {
      train: Array.from(data.train.labels, (_, row) => row % 13),
      validation: Array.from(data.validation.labels, (_, row) => 100 + (row % 7)),
    };
    const folds = drawFolds(data, 3, createRandom(3), entities);
    for (const part of ['train', 'validation'] as const) {
      const pairs = new Set(entities[part].map((entity, row) => `${entity} ${folds[part][row]}`));
      expect(pairs.size).toBe(new Set(entities[part]).size);
    }
  });

  it('gives the same folds for the same seed, and others for another', () => {
    const draw = (seed: number): Folds => drawFolds(data, 4, createRandom(seed));
    expect(draw(7)).toEqual(draw(7));
    expect(draw(8)).not.toEqual(draw(7));
  });
});

describe('planFolds', () => {
  const folds = drawFolds(data, 3, createRandom(1));
  const plans = planFolds(data, 2, folds, undefined);

  it('plans all parts for each fold', () => {
    expect(plans).toHaveLength(3);
    for (const { tasks } of plans) expect(tasks.map(({ group }) => group)).toEqual([0, 1, null]);
  });

  it('trains and chooses them by the rows of the other folds alone, and by all of these', () => {
    plans.forEach(({ tasks, priors }, fold) => {
      const [trainRows, validationRows] = [folds.train, folds.validation].map((own) =>
        rowsWhere(own, (each) => each !== fold),
      );
      const membership = tasks.at(-1)!;
      expect([...membership.train]).toEqual(trainRows);
      expect([...membership.validation]).toEqual(validationRows);
      const { groups } = data.train.groups;
      expect([...tasks[1]!.train]).toEqual(trainRows!.filter((row) => groups[row] === 1));
      expect(priors[1]).toBe(tasks[1]!.train.length / trainRows!.length);
    });
  });

  it('of groups made of the target plans p(A | X) alone', () => {
    for (const { tasks, constants } of planFolds(data, 2, folds, [1, 0])) {
      expect(tasks.map(({ group }) => group)).toEqual([null]);
      expect(constants).toEqual([{ constant: [0, 1] }, { constant: [1, 0] }]);
    }
  });
});

describe('heldOut', () => {
  it('puts what each fold’s parts say at their rows: training rows, then validation rows', async () => {
    const own = {
      train: dataOf([[1], [2], [3]], [0, 1, 0], 'aab'),
      validation: dataOf([[4], [5]], [1, 1], 'ab'),
    };
    const folds = { count: 2, train: Uint8Array.of(1, 0, 1), validation: Uint8Array.of(0, 1) };
    // Log-odds are feature + bias, and the bias tells fold and part.
    const linear = (bias: number): LinearModel => ({
      classCount: 2,
      columnCount: 1,
      parameters: Float64Array.of(1, bias),
    });
    const parts = [0, 1].map(
      (fold): PlugInComponents<LinearModel> => ({
        classCount: 2,
        outcomes: [linear(-3 - fold), { constant: [0.25 + fold / 2, 0.75 - fold / 2] }],
        membership: linear(-5 - fold),
        priors: [0.5, 0.5],
      }),
    );
    const { conditionals, labels, groups } = await heldOut(
      own,
      folds,
      parts,
      [0.2, 0.8],
      new ComponentPredictor(),
    );
    const odds = (values: Float64Array): number[] =>
      Array.from({ length: 5 }, (_, row) => Math.log(values[2 * row + 1]! / values[2 * row]!));
    const foldOf = [1, 0, 1, 0, 1];
    expect(conditionals).toMatchObject({ rowCount: 5, classCount: 2 });
    expect(odds(conditionals.outcomes[0]!)).toBeAllClose(
      foldOf.map((fold, row) => row + 1 - 3 - fold),
      { absolute: 1e-12 },
    );
    // p(a|x) of each fold is brought from its own mean, at the training rows it has seen, to the shares given.
    const means = [[1, 3], [2]].map((seen, fold) => {
      const said = seen.map((feature) => 1 / (1 + Math.exp(5 + fold - feature)));
      return said.reduce((sum, own) => sum + own, 0) / said.length;
    });
    expect(odds(conditionals.memberships)).toBeAllClose(
      foldOf.map(
        (fold, row) => row + 1 - 5 - fold + Math.log(0.8 / means[fold]!) - Math.log(0.2 / (1 - means[fold]!)),
      ),
      { absolute: 1e-12 },
    );
    expect([...conditionals.outcomes[1]!]).toEqual(
      foldOf.flatMap((fold) => [0.25 + fold / 2, 0.75 - fold / 2]),
    );
    expect([...labels]).toEqual([0, 1, 0, 1, 1]);
    expect(groups).toEqual({ names: ['a', 'b'], groups: Int32Array.of(0, 0, 1, 0, 1), counts: [3, 2] });
  });

  it('is what a model of the other folds says: one fold by hand', async () => {
    const folds = drawFolds(data, 4, createRandom(1));
    const { conditionals } = await crossFit(data, folds);
    const inFold = rowsWhere(folds.validation, (fold) => fold === 2);
    const others = rowsWhere(folds.train, (fold) => fold !== 2).filter(
      (row) => data.train.groups.groups[row] === 1,
    );
    const alone = takeDataRows(data.train, others);
    const oneGroup: LabelledRows = {
      ...alone,
      groups: { names: ['b'], groups: new Int32Array(others.length), counts: [others.length] },
    };
    const { model } = linearSolver(oneGroup, { ...options, classCount: 2 }).solve([1]);
    const expected = predictLinear(model, takeDataRows(data.validation, inFold).features);
    inFold.forEach((row, i) => {
      const at = 2 * (data.train.labels.length + row);
      expect(conditionals.outcomes[1]!.subarray(at, at + 2)).toBeAllClose(
        expected.subarray(2 * i, 2 * i + 2),
        { absolute: 1e-12 },
      );
    });
  });

  it('does not depend on the labels of the fold it speaks of, but on those of all others', async () => {
    const folds = drawFolds(data, 4, createRandom(1));
    const before = (await crossFit(data, folds)).conditionals;
    const labels = data.train.labels.map((label, row) => (folds.train[row] === 2 ? 1 - label : label));
    const after = (await crossFit({ ...data, train: { ...data.train, labels } }, folds)).conditionals;
    folds.train.forEach((fold, row) => {
      const isSame = [0, 1].map(
        (group) => before.outcomes[group]![2 * row] === after.outcomes[group]![2 * row],
      );
      expect(isSame).toEqual(fold === 2 ? [true, true] : [false, false]);
    });
    expect(after.memberships).toEqual(before.memberships); // p(A | X) is not about labels
  });

  it('is not flattered by models that know their rows by heart', async () => {
    const noise = { classCount: 2, columnCount: 60, groupRows: [50, 50], noise: [1, 1] };
    const train = makeData(createRandom(3), noise);
    const own = { train, validation: makeData(createRandom(4), noise) };
    const { tasks } = planComponents(train, own.validation, 2);
    const seen = fitLinearComponent(train, tasks[0]!, { ...options, l2: 1e-6 });
    const hits = [...tasks[0]!.train].filter(
      (row) => predictLinear(seen, train.features)[2 * row + train.labels[row]!]! > 0.99,
    );
    expect(hits).toHaveLength(50); // by heart
    const rows = await crossFit(own, drawFolds(own, 5, createRandom(1)), 1e-6);
    // Labels are coin flips: no honest estimate is below ln 2.
    for (const risk of meanRisks(ownLosses(rows, 'cross-entropy'), rows.groups)) {
      expect(risk).toBeGreaterThan(Math.log(2));
    }
  });

  it('of a fold without rows says nothing', async () => {
    const alternating = ({ labels }: LabelledRows): Uint8Array =>
      Uint8Array.from(labels, (_, row) => row % 2);
    const folds = { count: 3, train: alternating(data.train), validation: alternating(data.validation) };
    const { conditionals } = await crossFit(data, folds); // the third is empty
    expect(conditionals.memberships.every((probability) => probability > 0)).toBe(true);
  });
});
