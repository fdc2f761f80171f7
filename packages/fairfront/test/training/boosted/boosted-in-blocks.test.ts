// Boosted trees of rows that are read block by block: the bits of a fit in memory.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PartName } from '@fairfront/core';
import type { BoostedModel } from '@fairfront/trees';
import { binnedBytes, binRows, createArena, fitBins } from '@fairfront/trees/internal';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../../../../core/test/helpers/errors.js';
import { inBlocks, labelledInBlocks } from '../../../../trees/test/helpers/in-blocks.js';
import { PartStore, type PreparedFit } from '../../../src/task/prepare-fit.js';
import { openBinned, removeBinned, writeBinned } from '../../../src/training/boosted/binned-file.js';
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

  it.each([1, 50])('are those of rows in memory: blocks of %i', async (size) => {
    const { fit, models } = inMemory;
    const parts = partsInBlocks(fit.parts, size);
    const resolved = knownModel(resolveFitOptions({ ...GROUPS, ...SMALL, ...options }));
    const found = (await fitBoosted({ ...fit, parts }, resolved))!;
    expect(plainly(found)).toEqual(plainly(models));
    for (const part of PARTS) {
      expect(found.predict(found.naive, part)).toEqual(models.predict(models.naive, part));
    }
    expect(found.predictRows(found.naive, parts.test.features)).toEqual(
      models.predictRows(models.naive, fit.parts.test.features),
    );
  });
});

describe.each<[string, FitOptions]>([
  ['chosen by folds, tuned', { ignore: ['grade'], tune: 1 }],
  [
    'leaf by leaf',
    { target: 'grade', ignore: ['label'], select: 'validation', maxLeaves: 5, subsample: 0.8 },
  ],
  ['searched by solves', { ignore: ['grade'], select: 'validation', search: 'apstar', maxSolves: 2 }],
])('trees whose bins do not fit into memory, %s', (_, options) => {
  it('are those of rows in memory, and leave no file behind', async () => {
    const { fit, models } = await trained(table, options);
    const folder = mkdtempSync(join(tmpdir(), 'fairfront-bins-'));
    try {
      const written: string[] = [];
      const store = new PartStore({ folder, memory: 1 });
      const resolved = knownModel(resolveFitOptions({ ...GROUPS, ...SMALL, ...options }));
      const parts = partsInBlocks(fit.parts, 50);
      const onEvent = () => void written.push(...readdirSync(folder));
      const found = (await fitBoosted({ ...fit, parts, store }, resolved, { onEvent }))!;
      expect(written.length).toBeGreaterThan(0);
      expect(new Set(written).size).toBe(1); // candidates, tuning and the last models read the same file
      expect(readdirSync(folder)).toEqual([]);
      expect(plainly(found)).toEqual(plainly(models));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('bins in a file', () => {
  const features = {
    rowCount: 10,
    columnCount: 5,
    values: Float64Array.from({ length: 50 }, (_, i) => i % 7),
  };
  const columns = Array.from({ length: 5 }, () => ({ kind: 'numeric' }) as const);
  const bins = fitBins(features, columns, Uint32Array.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));

  it('are read word by word, and damage is told', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fairfront-bins-'));
    try {
      const file = writeBinned(folder, inBlocks(features, 3), bins, 4);
      const chunks = openBinned(file);
      const { words } = binRows(createArena(binnedBytes(10, 5), false), [features], bins);
      for (const [block, rows] of [4, 4, 2].entries()) {
        for (const word of [1, 0]) {
          const into = new Uint32Array(rows);
          chunks.readWords(block, word, into);
          expect(into).toEqual(words[word]!.slice(4 * block, 4 * block + rows));
        }
      }
      const bytes = readFileSync(file.list.path);
      bytes[40]! ^= 1;
      writeFileSync(file.list.path, bytes);
      expectError(() => openBinned(file).readWords(1, 0, new Uint32Array(4)), 'bad-file', 'block 2');
      removeBinned(file);
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

function partsInBlocks(
  { train, validation, test }: PreparedFit['parts'],
  size: number,
): PreparedFit['parts'] {
  const own = labelledInBlocks(train, size);
  return {
    train: own,
    validation: validation === train ? own : labelledInBlocks(validation, size),
    test: labelledInBlocks(test, size),
  };
}

/** Models and how they were chosen. */
function plainly({ naive, balanced, minimax, selection }: FittedModels<BoostedModel>) {
  const { model, mu, risks, trainRisks } = minimax;
  return { naive, balanced, minimax: { model, mu, risks, trainRisks }, selection };
}
