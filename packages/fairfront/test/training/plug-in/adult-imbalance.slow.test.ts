// Class imbalance: the groups are the target's own classes, as with the skin lesions of the paper. Adult with income as group: plug-in and joint
// estimation come to the same worst validation risk.

import { apStar, linearOracle, searchMinimaxSync } from '@fairfront/core';
import { plugInOracle } from '@fairfront/core/plug-in';
import { describe, expect, it } from 'vitest';
import { loadData } from '../../../src/task/load-data.js';
import { prepareFit } from '../../../src/task/prepare-fit.js';
import { trainComponents } from '../../../src/training/plug-in/train-components.js';
import { insideFolder } from '../../datasets/data.js';

const TIMEOUT_MS = 180_000;

describe('plug-in estimation with income as group', () => {
  it.each([0, 1])(
    'agrees with joint estimation on split %i',
    async (datasetSplit) => {
      const data = await loadData('adult', { datasetSplit, dataDir: insideFolder.path });
      const fit = prepareFit(data, { groups: 'income' });
      const { train, validation } = fit.parts;
      const worst = (risks: readonly number[]): number => Math.max(...risks);

      const joint = searchMinimaxSync(linearOracle(train, { classCount: 2 }, validation), {
        strategy: apStar(),
        maxSolves: 100,
      });
      const trained = await trainComponents(fit, {
        seed: 1,
        folds: 5,
        loss: 'cross-entropy',
        model: 'linear',
        estimation: 'plug-in',
        l2: 1e-6,
      });
      const { components, predictor } = trained!;
      expect(components.outcomes).toEqual([{ constant: [1, 0] }, { constant: [0, 1] }]); // one model, p(A|X)
      const plugIn = searchMinimaxSync(
        plugInOracle({
          priors: components.priors,
          validation: {
            conditionals: await predictor.conditionals(components, validation.features),
            ...validation,
          },
          train: await predictor.conditionals(components, train.features),
        }),
        { strategy: apStar(), maxSolves: 500 },
      );
      expect(plugIn.certificate.certified).toBe(true);
      expect(Math.abs(worst(plugIn.best.risks) / worst(joint.best.risks) - 1)).toBeLessThan(0.005);
      // Both are far from naive training, which neglects the rare class.
      expect(worst(joint.best.risks)).toBeLessThan(0.45);
    },
    TIMEOUT_MS,
  );
});
