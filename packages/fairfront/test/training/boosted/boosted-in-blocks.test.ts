// Boosted trees of rows that are read block by block: the bits of a fit in memory.

import type { DenseRows, PartName } from '@fairfront/core';
import type { BoostedModel } from '@fairfront/trees';
import { beforeAll, describe, expect, it } from 'vitest';
import { labelledInBlocks } from '../../../../trees/test/helpers/in-blocks.js';
import { fitBoosted } from '../../../src/training/fit-boosted.js';
import type { FittedModels } from '../../../src/training/fitted-models.js';
import { type FitOptions, knownModel, resolveFitOptions } from '../../../src/training/options/fit-options.js';
import { GROUPS } from '../select/made-groups.js';
import { interactions, SMALL, type SmallFit, trained } from './small-trees.js';

const table = interactions(400);
const PARTS = ['train', 'validation', 'test'] as const satisfies readonly PartName[];

describe.each<[string, FitOptions]>([
  ['chosen by folds', { ignore: ['grade'] }],
  [
    'three classes, chosen by the validation part',
    { target: 'grade', ignore: ['label'], select: 'validation' },
  ],
  ['searched by solves', { ignore: ['grade'], select: 'validation', search: 'apstar', maxSolves: 3 }],
])('trees of rows in blocks, %s', (_, options) => {
  let inMemory: SmallFit;
  beforeAll(async () => {
    inMemory = await trained(table, options);
  });

  it.each([1, 50, 65_536])('are those of rows in memory: blocks of %i', async (size) => {
    const { fit, models } = inMemory;
    const { train, validation, test } = fit.parts;
    const ownTrain = labelledInBlocks(train, size);
    const parts = {
      train: ownTrain,
      validation: validation === train ? ownTrain : labelledInBlocks(validation, size),
      test: labelledInBlocks(test, size),
    };
    const resolved = knownModel(resolveFitOptions({ ...GROUPS, ...SMALL, ...options }));
    const found = (await fitBoosted({ ...fit, parts }, resolved))!;
    expect(plainly(found)).toEqual(plainly(models));
    for (const part of PARTS) {
      expect(found.predict(found.naive, part)).toEqual(models.predict(models.naive, part));
    }
    const features = test.features as DenseRows;
    expect(found.predictRows(found.naive, parts.test.features)).toEqual(
      models.predictRows(models.naive, features),
    );
  });
});

/** Models and how they were chosen. */
function plainly({ naive, balanced, minimax, selection }: FittedModels<BoostedModel>) {
  const { model, mu, risks, trainRisks } = minimax;
  return { naive, balanced, minimax: { model, mu, risks, trainRisks }, selection };
}
