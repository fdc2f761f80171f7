// `then: 'last-layer'`: the validation rows hold the new last layer against the naive and the balanced network.

import { createTable, type Table } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import { lastLayerDetail } from '../../src/paper/tables/train-networks.js';
import { fitText } from '../../src/report/fit-text.js';
import { fit } from '../../src/runs/fit.js';
import { prepareFit } from '../../src/task/prepare-fit.js';
import type { TrainingEvent } from '../../src/training/fit-hooks.js';
import { fitNetwork } from '../../src/training/fit-network.js';
import { type FitOptions, knownModel, resolveFitOptions } from '../../src/training/options/fit-options.js';
import { PENALTIES } from '../../src/training/select/linear-candidates.js';
import { keepsNaive } from '../../src/training/select/selection.js';
import { categories } from '../runs/made-table.js';
import { ALIKE, GROUPS, madeGroups, UNLIKE } from './select/made-groups.js';
import '../../../core/test/helpers/close.js';

const LAST_LAYER: FitOptions = {
  ...{ ...GROUPS, model: 'mlp', hidden: [8], learningRate: 0.01, maxEpochs: 12 },
  // biome-ignore lint/suspicious/noThenProperty: a text, so that nothing takes the options for a promise
  then: 'last-layer',
};

async function fitted(
  table: Table,
  more: Partial<FitOptions> = {},
  onEvent?: (event: TrainingEvent) => void,
) {
  const options = knownModel(resolveFitOptions({ ...LAST_LAYER, ...more }));
  const hooks = onEvent === undefined ? {} : { onEvent };
  const models = (await fitNetwork(prepareFit(table, options, { layout: 'dense' }), options, hooks))!;
  await models.close!();
  return models;
}

describe('a last layer that is trained anew', () => {
  it.each([1, 2])('is chosen or not, and naive is said to be where it is (%i)', async (seed) => {
    for (const made of [ALIKE, UNLIKE]) {
      const { selection, minimax, naive, balanced, lastLayer, problem } = await fitted(
        madeGroups({ ...made, seed }),
      );
      expect(keepsNaive(selection)).toBe(minimax.model === naive);
      expect(selection).toMatchObject({ by: 'validation', folds: null });
      expect(selection!.candidates.map(({ model }) => model)).toEqual(['naive', 'balanced', 'minimax']);
      expect(lastLayer).toMatchObject({ by: 'cross-validation', folds: 5 });
      const isNew = minimax.model !== naive && minimax.model !== balanced;
      expect(selection!.chosen.model === 'minimax').toBe(isNew);
      expect(minimax.search.certificate.certified).toBe(isNew);
      expect(problem !== null).toBe(isNew);
      expect(minimax.relativeGap !== null).toBe(isNew);
    }
  });

  it('where it serves the worst group better is used, and certified for the validation rows', async () => {
    const { result } = await fit(madeGroups({ ...UNLIKE, rowCount: 3000 }), {
      ...LAST_LAYER,
      maxEpochs: 60,
      patience: 3,
    });
    const { selection, lastLayer, models, verdict, search } = result;
    expect(selection!.chosen.model).toBe('minimax');
    expect(selection!.naive.risks).toBeAllClose(models.naive.metrics.validation.crossEntropy.byGroup, {
      relative: 1e-6,
    });
    expect(selection!.chosen.risks).toBeAllClose(lastLayer!.chosen.risks, { relative: 1e-12 });
    expect(verdict).toMatchObject({ decision: 'use-minimax', worstGroup: 'few' });
    expect(search.relativeGap).toBeGreaterThanOrEqual(search.certificate.relativeGap!);
    const text = fitText(result);
    expect(text).toContain(
      '\n1,800 rows to train on, 600 to train the last layer on and to choose by, 600 to judge by.',
    );
    expect(text).toMatch(
      /^Chosen among 3 models by the worst group’s risk on validation rows: the balanced network with its last layer trained anew \(.* with penalty 0\.0*1, judged out of fold\), 0\.\d+; ordinary training has \d\.\d+\.$/m,
    );
    expect(text).toMatch(
      /^Proved for the validation rows, with the penalty on large weights \(l2 = 0\.0*1\) counted in: no last layer of the balanced network has a worst-group risk below 0\.\d+; this one has 0\.\d+, of which at most [\d.]+% could be saved\.$/m,
    );
    expect(text).toMatch(/^The minimax problem of the last layer was solved as one convex problem/m);
    expect(text).not.toMatch(/linear|training rows|NaN|undefined/);
  });

  it('where it was not chosen proves nothing of what was', async () => {
    const { result } = await fit(madeGroups({ ...ALIKE, seed: 3 }), LAST_LAYER);
    const { models, verdict, search } = result;
    expect(verdict.decision).toBe('keep-naive');
    expect(models.minimax).toEqual(models.naive);
    expect(search).toMatchObject({ relativeGap: null, problem: null, certificate: { certified: false } });
    expect(fitText(result)).toMatch(
      /^Not proved how good it can be: the risk of a network is not convex in its parameters/m,
    );
  });

  it('says nothing of ordinary training that is only so of a last layer', async () => {
    const kinds: string[] = [];
    await fitted(madeGroups(UNLIKE), {}, ({ kind }) => kinds.push(kind));
    expect(kinds.filter((kind) => kind === 'model')).toHaveLength(2);
    expect(kinds).toContain('fold');
    expect(kinds).not.toContain('at-most');
  });

  it('of texts tries the penalties of standardised features', async () => {
    const { columns } = madeGroups(UNLIKE);
    const [x] = columns;
    const said = x!.kind === 'numeric' ? Array.from(x!.values, words) : [];
    const table = createTable([...columns.slice(1), categories('x', said)]);
    const { lastLayer } = await fitted(table, { text: ['x'], maxEpochs: 3 });
    const tried = new Set(lastLayer!.candidates.map(({ l2 }) => l2));
    expect([...tried].sort()).toEqual([...PENALTIES].sort());
  });

  it('takes how close to prove it, and the time to choose', async () => {
    const { minimax } = await fitted(madeGroups(UNLIKE), { gap: 0.05, selectSeconds: 60, maxEpochs: 2 });
    expect(minimax.search.gap).toBe(0.05);
  });
});

it('a table tells how far the last layer that was taken is certified', async () => {
  const minimax = { relativeGap: 0.0123, search: { certificate: { relativeGap: 1e-6 } } };
  const chosen = { model: 'minimax', from: 'naive', step: 0.5, l2: 0.01, risks: [] } as const;
  const detail = (more: object) =>
    lastLayerDetail({ minimax: { ...minimax, ...more }, selection: { chosen } } as never);
  expect(detail({})).toBe('last layer 50% of the way from naive to minimax, certified to 1.2e-2');
  expect(detail({ relativeGap: null })).toBe(
    'last layer 50% of the way from naive to minimax, certified to nothing',
  );
});

/** Words that tell a number. */
function words(value: number): string {
  return `it was ${value > 0 ? 'warm' : 'cold'} and ${Math.abs(value) > 1 ? 'very' : 'hardly'} so today`;
}
