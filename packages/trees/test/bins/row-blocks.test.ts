// Rows that are read block by block give the bins, words, models and predictions of the same rows in memory.

import { createRandom, type DenseRows } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import { expectError } from '../../../core/test/helpers/errors.js';
import { createArena } from '../../src/bins/arena.js';
import { binnedBytes, binRows } from '../../src/bins/binned-rows.js';
import { checkColumns } from '../../src/bins/columns.js';
import { fitBins } from '../../src/bins/fit-bins.js';
import { inMemory, joinTreeRows } from '../../src/bins/row-blocks.js';
import { boostedOracle } from '../../src/boost/boosted-oracle.js';
import { predictBoosted } from '../../src/model/boosted-model.js';
import { inBlocks, labelledInBlocks } from '../helpers/in-blocks.js';
import { COLUMNS, labelledRows } from '../helpers/labelled.js';
import { randomTable } from '../helpers/random-tables.js';

const SIZES = [1, 7, 64, 1000];

describe('rows in blocks', () => {
  it('have the bins and the words of rows in memory', () => {
    const random = createRandom(3);
    for (let table = 0; table < 60; table++) {
      const { features, columns } = randomTable(random);
      const { rowCount } = features;
      const rows = Uint32Array.from({ length: rowCount }, (_, row) => row).filter(
        () => random.uniform() < 0.8,
      );
      const bins = fitBins(features, columns, rows, 5);
      const wordsOf = (matrices: Parameters<typeof binRows>[1]): readonly Uint32Array[] =>
        binRows(createArena(binnedBytes(2 * rowCount, columns.length), false), matrices, bins).words;
      for (const size of SIZES) {
        const blocks = inBlocks(features, size);
        expect(fitBins(blocks, columns, rows, 5)).toEqual(bins);
        expect(wordsOf([blocks, features])).toEqual(wordsOf([features, blocks]));
        expect(wordsOf([blocks, blocks])).toEqual(wordsOf([features, features]));
      }
    }
  });

  it('have the same sample where there are more rows than one takes', () => {
    const rowCount = 250_000;
    const { uniform } = createRandom(4);
    const values = Float32Array.from({ length: 2 * rowCount }, () => Math.round(1e6 * uniform()));
    const features = { rowCount, columnCount: 2, values };
    const columns = [{ kind: 'numeric' }, { kind: 'numeric' }] as const;
    const rows = Uint32Array.from({ length: rowCount }, (_, row) => row);
    expect(fitBins(inBlocks(features, 65_536), columns, rows)).toEqual(fitBins(features, columns, rows));
  });

  it.each(SIZES)('train the models of rows in memory, and are predicted alike: blocks of %i', (size) => {
    const [train, validation] = [labelledRows(1), labelledRows(2, { rowCount: 120 })];
    const options = { columns: COLUMNS, classCount: 2, trees: 12, maxDepth: 3, subsample: 0.7 };
    const expected = boostedOracle(train, options, validation).boostMinimax();
    const oracle = boostedOracle(
      labelledInBlocks(train, size),
      options,
      labelledInBlocks(validation, size + 1),
    );
    const solved = oracle.boostMinimax();
    expect(solved).toEqual(expected);
    const features = validation.features as DenseRows;
    const predicted = predictBoosted(solved.model, inBlocks(features, size));
    expect(predicted).toEqual(predictBoosted(expected.model, features));
  });

  it('can be joined and put into memory', () => {
    const features = { rowCount: 5, columnCount: 2, values: Float32Array.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9) };
    const both = inMemory(joinTreeRows(inBlocks(features, 2), features));
    const twice = [...features.values, ...features.values];
    expect(both).toEqual({ rowCount: 10, columnCount: 2, values: Float32Array.from(twice) });
    expect(inMemory(features)).toBe(features);
  });

  it('are counted from the first block on where one is wrong', () => {
    const features = { rowCount: 5, columnCount: 1, values: Float64Array.of(0, 1, 0, 2, 1) };
    const columns = [{ kind: 'categorical', levels: 2 }] as const;
    expectError(() => checkColumns(inBlocks(features, 2), columns, 'train'), 'bad-problem', 'row 4 is 2');
  });
});
