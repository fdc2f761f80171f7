// Networks and mixtures: the validation part holds what the search found against naive and balanced.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { takeRows } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import '../../../core/test/helpers/close.js';
import { fit, loadModel } from '../../src/index.js';
import { prepareFit } from '../../src/task/prepare-fit.js';
import { chooseByValidation } from '../../src/training/choose-by-validation.js';
import type { FitOptions } from '../../src/training/options/fit-options.js';
import { filesOf, NETWORK_FILES, RUN_FILES, workFolder } from '../runs/run-fit.js';
import { ALIKE, GROUPS, madeGroups, UNLIKE } from './select/made-groups.js';

const folder = workFolder();
const NETWORK: FitOptions = { model: 'mlp', hidden: [8], learningRate: 0.01, maxEpochs: 12, maxSolves: 4 };
const kinds: [string, FitOptions, readonly string[]][] = [
  ['a network', NETWORK, NETWORK_FILES],
  ['a mixture', { estimation: 'plug-in', folds: 0 }, RUN_FILES],
];

describe.each(kinds)('%s', (kind, options, files) => {
  it('where naive is as good as any on validation rows is naive', async () => {
    const table = madeGroups({ ...ALIKE, seed: 3 });
    const { result, model, save } = await fit(table, { ...GROUPS, ...options });
    const { selection, models, verdict } = result;
    expect(selection).toMatchObject({ by: 'validation', folds: null, chosen: { model: 'naive' } });
    expect(selection!.candidates.map((own) => own.model)).toEqual(['naive', 'balanced', 'minimax']);
    expect(selection!.gain.value).toBeLessThanOrEqual(selection!.gain.standardError);
    expect(models.minimax).toEqual(models.naive);
    expect(verdict.decision).toBe('keep-naive');
    const out = join(folder, `${kind} alike`);
    await save(out);
    expect(readdirSync(out).sort()).toEqual(filesOf(out, files));
    expect(readdirSync(out)).not.toContain('naive.onnx');
    await expectTold(table, model, models.naive.metrics.test.crossEntropy.byGroup);
  });

  it('where minimax serves the worst group better is minimax', async () => {
    const table = madeGroups(UNLIKE);
    const { result, model, save } = await fit(table, { ...GROUPS, ...options });
    const { selection, models, verdict, search } = result;
    expect(selection!.chosen.model).toBe('minimax');
    expect(selection!.gain.value).toBeGreaterThan(selection!.gain.standardError);
    const worst = selection!.candidates.map(({ risks }) => Math.max(...risks));
    expect(worst[2]).toBe(Math.min(...worst));
    expect(models.minimax.metrics.validation.crossEntropy.byGroup).toBeAllClose(selection!.chosen.risks, {
      relative: 1e-6,
    });
    expect(verdict).toMatchObject({ decision: 'use-minimax', worstGroup: 'few' });
    expect(search.steeredBy).toBe('validation');
    const out = join(folder, `${kind} unlike`);
    await save(out);
    expect(readdirSync(out).sort()).toEqual([...files]);
    await expectTold(table, model, models.minimax.metrics.test.crossEntropy.byGroup);
    await expectTold(
      table,
      await loadModel(join(out, 'naive.onnx')),
      models.naive.metrics.test.crossEntropy.byGroup,
    );
  });
});

/** A model must have these risks on the test rows of a table. */
async function expectTold(
  table: ReturnType<typeof madeGroups>,
  model: Awaited<ReturnType<typeof loadModel>>,
  risks: readonly number[],
): Promise<void> {
  const { split, parts } = prepareFit(table, GROUPS);
  const said = await model.predict(takeRows(table, split.test));
  const { labels, groups } = parts.test;
  const sums = risks.map(() => 0);
  labels.forEach((label, row) => {
    sums[groups.groups[row]!]! -= Math.log(said[2 * row + label]!);
  });
  expect(sums.map((sum, group) => sum / groups.counts[group]!)).toBeAllClose(risks, { absolute: 1e-5 });
}

describe('the rule', () => {
  // Rows of two groups, 200 each, all of class 1: a model is its chance of that class by group.
  const labels = new Int32Array(400).fill(1);
  const groups = {
    names: ['A', 'B'],
    groups: Int32Array.from(labels, (_, row) => row % 2),
    counts: [200, 200],
  };
  type Chances = readonly [number, number];
  const choose = (naive: Chances, balanced: Chances, minimax: Chances, noise = 0) => {
    const weighted = (model: Chances, mu: readonly number[]) => ({
      model,
      mu,
      risks: [0, 0],
      trainRisks: [0.5, 0.4],
    });
    const search = { certificate: { certified: false, lower: null, upper: null, relativeGap: null } };
    const fit = { parts: { validation: { labels, groups } }, task: { target: { classes: ['0', '1'] } } };
    return chooseByValidation<Chances>(
      fit as never,
      {
        naive: weighted(naive, [0.7, 0.3]),
        balanced: weighted(balanced, [0.5, 0.5]),
        minimax: { ...weighted(minimax, [0.1, 0.9]), relativeGap: null, search } as never,
      },
      (model) =>
        Float64Array.from({ length: 800 }, (_, i) => {
          const row = i >> 1;
          const sway = model === naive ? 0 : noise * (row % 4 < 2 ? 1 : -1);
          const chance = model[row % 2]! + sway;
          return i % 2 === 1 ? chance : 1 - chance;
        }),
      { loss: 'cross-entropy', seed: 1 },
    );
  };

  it.each<[string, Chances, Chances, Chances, number, string]>([
    ['minimax, which is better', [0.9, 0.5], [0.8, 0.6], [0.7, 0.7], 0, 'minimax'],
    ['balanced, which is better than what was found', [0.9, 0.5], [0.8, 0.7], [0.7, 0.6], 0, 'balanced'],
    ['naive, where no other is better', [0.7, 0.7], [0.8, 0.6], [0.6, 0.8], 0, 'naive'],
    ['naive, where the gain is within chance', [0.9, 0.5], [0.69, 0.45], [0.69, 0.585], 0.3, 'naive'],
  ])('takes %s', async (_, naive, balanced, minimax, noise, expected) => {
    const { selection, minimax: taken } = await choose(naive, balanced, minimax, noise);
    expect(selection.chosen.model).toBe(expected);
    const models = { naive, balanced, minimax };
    expect(taken.model).toBe(models[expected as keyof typeof models]);
    expect(taken.mu).toEqual({ naive: [0.7, 0.3], balanced: [0.5, 0.5], minimax: [0.1, 0.9] }[expected]);
    expect(selection.gain.value > 0).toBe(expected !== 'naive' || noise > 0);
    if (noise > 0) return;
    expect(selection.candidates.map(({ risks }) => risks[1])).toBeAllClose(
      [naive, balanced, minimax].map(([, chance]) => -Math.log(chance)),
      { absolute: 1e-12 },
    );
  });
});
