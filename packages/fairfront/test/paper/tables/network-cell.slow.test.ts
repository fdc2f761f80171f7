// Cells that train networks, on the smallest of the studies that have any.

import { groupMetrics } from '@fairfront/core';
import { expect, it } from 'vitest';
import { tableJob } from '../../../src/paper/tables/table-cell.js';
import { QUICK, SOLVES, studies } from '../../../src/paper/tables/table-recipes.js';
import { prepareDataset } from '../../../src/task/prepare-dataset.js';
import { fitNetwork } from '../../../src/training/fit-network.js';
import { resolveFitOptions } from '../../../src/training/options/fit-options.js';
import { describeReal, realFolder } from '../../datasets/data.js';

const dataDir = realFolder.path;
const quickCell = (trainer: 'network' | 'network P') =>
  tableJob.run({ trainer, split: 0 }, { study: 'support2', quick: true, seed: 1, dataDir }, () => {});

describeReal('a cell with networks', 'support2', () => {
  it('has the balanced network, the one that `fit` trains, and the one that the search found', async () => {
    const { groups, rows, detail } = await quickCell('network');
    expect(groups).toHaveLength(8);
    expect(rows.map(({ method }) => method)).toEqual(['Balanced', 'MMPF']);
    expect(detail).toBe(`${QUICK.solves} solves, ended by max-solves`);

    const { dataset } = studies.support2;
    const fit = await prepareDataset(dataset, { split: { seed: 1 }, layout: 'dense', dataDir });
    const models = (await fitNetwork(
      fit,
      resolveFitOptions({
        ...studies.support2.network,
        search: 'apstar',
        maxEpochs: QUICK.maxEpochs,
        maxSolves: QUICK.solves,
        threads: 1,
      }),
    ))!;
    expect(models.selection!.chosen.model).toBe('minimax'); // and so it is what the search found
    try {
      const { labels, groups: testGroups } = fit.parts.test;
      for (const [i, model] of [models.balanced, models.minimax.model].entries()) {
        const probabilities = await models.predict(model, 'test');
        expect(rows[i]!.metrics).toEqual(groupMetrics(probabilities, labels, testGroups, 2));
      }
    } finally {
      await models.close?.();
    }
  }, 60_000);

  it('of a plug-in classifier has its mixture, after as many solves as the paper has at most', async () => {
    const { rows, detail } = await quickCell('network P');
    expect(rows.map(({ method }) => method)).toEqual(['MMPF P']);
    expect(Number.parseInt(detail, 10)).toBeLessThanOrEqual(SOLVES.plugIn);
    expect(rows[0]!.metrics.crossEntropy.worst).toBeLessThan(1.5);
  }, 60_000);
});
