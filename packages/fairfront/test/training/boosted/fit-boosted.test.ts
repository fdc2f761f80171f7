// Boosted trees that rows out of fold choose: every figure of the choice is worked out again here.

import {
  assignFolds,
  createRandom,
  type DenseRows,
  groupShares,
  type LabelledRows,
  type Loss,
} from '@fairfront/core';
import { takeLabelledRows } from '@fairfront/core/internal';
import { type BoostedModel, boostedOracle, predictBoosted, treeColumns } from '@fairfront/trees';
import { roundCount } from '@fairfront/trees/internal';
import { beforeAll, describe, expect, it } from 'vitest';
import '../../../../core/test/helpers/close.js';
import type { FitOptions } from '../../../src/training/options/fit-options.js';
import { ALIKE, madeGroups, UNLIKE } from '../select/made-groups.js';
import { interactions, risksOf, SMALL, type SmallFit, trained } from './small-trees.js';

const STEPS = [
  ['naive', 'naive', 0],
  ['balanced', 'balanced', 0],
  ['minimax', 'naive', 1],
  ['minimax', 'naive', 0.75],
  ['minimax', 'naive', 0.5],
  ['minimax', 'naive', 0.25],
  ['minimax', 'balanced', 0.9],
];
const both = interactions(500);

describe.each<[string, FitOptions]>([
  ['two classes', { ignore: ['grade'] }],
  ['three classes', { target: 'grade', ignore: ['label'] }],
  ['the Brier score', { ignore: ['grade'], loss: 'brier' }],
  ['three classes by the Brier score', { target: 'grade', ignore: ['label'], loss: 'brier' }],
])('trees chosen by folds: %s', (_, options) => {
  const { loss = 'cross-entropy' } = options;
  let fitted: SmallFit;
  beforeAll(async () => {
    fitted = await trained(both, options);
  });

  it('are held against each other in the order of steps, each with its number of trees', () => {
    const { selection } = fitted.models;
    expect(selection).toMatchObject({ by: 'cross-validation', folds: 5, untried: [] });
    expect(selection!.candidates.map(({ model, from, step }) => [model, from, step])).toEqual(STEPS);
    for (const { trees, l2 } of selection!.candidates) {
      expect(l2).toBeNull();
      expect(trees).toBeGreaterThanOrEqual(1);
      expect(trees).toBeLessThanOrEqual(SMALL.trees);
    }
    expect(selection!.naive).toEqual(selection!.candidates[0]);
    expect(selection!.candidates).toContainEqual(selection!.chosen);
  });

  it('have the risks that their predictions of rows out of fold come to', async () => {
    const { fit, models } = fitted;
    const { candidates, chosen } = models.selection!;
    for (const [model, candidate] of [
      [models.naive, candidates[0]!],
      [models.balanced, candidates[1]!],
      [models.minimax.model, chosen],
    ] as const) {
      const said = await models.predict(model, 'validation');
      expect(risksOf(said, fit.parts.validation, loss)).toBeAllClose(candidate.risks, { relative: 1e-12 });
    }
    expect(models.minimax.risks).toBeAllClose(chosen.risks, { relative: 1e-12 });
    const train = await models.predict(models.minimax.model, 'train');
    expect(models.minimax.trainRisks).toBeAllClose(risksOf(train, fit.parts.train, loss), {
      relative: 1e-12,
    });
  });

  it('judge rows out of fold by trees that have not seen them', async () => {
    const { fit, models } = fitted;
    const { train } = fit.parts;
    const folds = assignFolds(train, 5, createRandom(1));
    const rowsWhere = (isIn: (fold: number) => boolean): Uint32Array =>
      Uint32Array.from([...folds.keys()].filter((row) => isIn(folds[row]!)));
    const said = await models.predict(models.naive, 'validation');
    const classCount = fit.task.target.classes.length;
    for (let fold = 0; fold < 5; fold++) {
      const others = takeLabelledRows(
        train,
        rowsWhere((own) => own !== fold),
      );
      const rows = rowsWhere((own) => own === fold);
      const { trees } = models.selection!.naive;
      const model = boostedAlone(fitted, others, { trees: trees!, mu: groupShares(train.groups), loss });
      const own = predictBoosted(model, takeLabelledRows(train, rows).features as DenseRows);
      const told = [...rows].flatMap((row) => [...said.subarray(row * classCount, (row + 1) * classCount)]);
      expect(told).toBeAllClose(own, { absolute: 1e-6 });
    }
  });

  it('are then boosted on all rows but the test rows, with the same weights for as many rounds', async () => {
    const { fit, models } = fitted;
    const { candidates, chosen } = models.selection!;
    expect(models.boosted!.trees).toEqual({
      naive: candidates[0]!.trees,
      balanced: candidates[1]!.trees,
      minimax: chosen.trees,
    });
    expect(roundCount(models.minimax.model)).toBe(chosen.trees);
    const { train } = fit.parts;
    const [naive, balanced] = [groupShares(train.groups), [0.5, 0.5]].map((mu, i) =>
      boostedAlone(fitted, train, { trees: candidates[i]!.trees!, mu, loss }),
    );
    expect(models.naive).toEqual(naive);
    expect(models.balanced).toEqual(balanced);
    for (const part of ['train', 'test'] as const) {
      for (const model of [models.naive, models.minimax.model]) {
        const features = fit.parts[part].features as DenseRows;
        expect(await models.predict(model, part)).toEqual(predictBoosted(model, features));
        expect(await models.predictRows(model, features)).toEqual(predictBoosted(model, features));
      }
    }
  });

  it('say how their weights were found, and that nothing is proved', () => {
    const { minimax, selection, problem } = fitted.models;
    expect(problem).toBeNull();
    expect(minimax.relativeGap).toBeNull();
    expect(minimax.mu.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
    expect(minimax.search).toMatchObject({
      strategy: 'one-run',
      steeredBy: 'validation',
      solves: selection!.candidates[2]!.trees,
      maxSolves: null,
      trace: [],
      certificate: { certified: false, reason: expect.stringContaining('boosted trees') },
    });
  });
});

/** Trees boosted by themselves, for fixed weights. */
function boostedAlone(
  { fit, models }: SmallFit,
  rows: LabelledRows,
  { trees, mu, loss }: { readonly trees: number; readonly mu: readonly number[]; readonly loss: Loss },
): BoostedModel {
  const { mostTrees: _, trees: __, ...setting } = models.boosted!;
  const columns = treeColumns(fit.encoder);
  const classCount = fit.task.target.classes.length;
  return boostedOracle(rows, { ...setting, trees, columns, classCount, loss }).solve(mu, {}).model;
}

describe('what is chosen', () => {
  it('is naive where there is nothing to gain: the same model under both names', async () => {
    const { fit, models } = await trained(madeGroups(ALIKE));
    const { chosen, gain } = models.selection!;
    expect(chosen.model).toBe('naive');
    expect(gain.value).toBeLessThanOrEqual(gain.standardError);
    expect(models.minimax.model).toBe(models.naive);
    expect(models.minimax.mu).toEqual(groupShares(fit.parts.train.groups));
    expect(await models.predict(models.minimax.model, 'validation')).toBe(
      await models.predict(models.naive, 'validation'),
    );
  });

  it('goes to minimax where groups have laws of their own, and serves the worst of them better', async () => {
    const { fit, models } = await trained(madeGroups(UNLIKE));
    const { chosen, naive, gain } = models.selection!;
    expect(chosen.model).not.toBe('naive');
    expect(gain.value).toBeGreaterThan(gain.standardError);
    expect(Math.max(...naive.risks) - Math.max(...chosen.risks)).toBeCloseTo(gain.value, 12);
    const worst = async (model: BoostedModel): Promise<number> =>
      Math.max(...risksOf(await models.predict(model, 'test'), fit.parts.test));
    expect(await worst(models.minimax.model)).toBeLessThan(0.9 * (await worst(models.naive)));
    // The few are a quarter of the rows.
    expect(fit.parts.train.groups.names[0]).toBe('few');
    expect(models.minimax.mu[0]).toBeGreaterThan(0.4);
  });

  it('is the same with the same seed, and another with another', async () => {
    const drawn = { subsample: 0.7, columnSample: 0.6 };
    const [one, same, other] = [
      await trained(both, { ...drawn, ignore: ['grade'] }),
      await trained(both, { ...drawn, ignore: ['grade'] }),
      await trained(both, { ...drawn, ignore: ['grade'], seed: 2 }),
    ];
    expect(same.models.selection).toEqual(one.models.selection);
    expect(same.models.minimax.model).toEqual(one.models.minimax.model);
    expect(other.models.selection).not.toEqual(one.models.selection);
  });

  it('is what there was time for: naive, balanced and minimax in any case', async () => {
    const { models } = await trained(both, { ignore: ['grade'], selectSeconds: 1e-9 });
    expect(models.selection!.candidates.map(({ model, from, step }) => [model, from, step])).toEqual(
      STEPS.slice(0, 3),
    );
    expect(models.selection!.untried).toEqual([0.75, 0.5, 0.25, 0.9]);
    expect(models.notes!.join()).toMatch(
      /time to choose was up.*90% of the way from balanced.*`selectSeconds`/,
    );
    expect((await trained(both, { ignore: ['grade'] })).models.notes).toEqual([]);
  });
});
