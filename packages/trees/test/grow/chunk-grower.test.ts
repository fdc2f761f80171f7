// Trees of rows whose bins are read block by block: the bits of trees in memory, whatever the blocks.

import { createRandom, type DenseRows } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import type { BoostingOptions } from '../../src/boost/boosted-options.js';
import { type BoosterRows, createBooster, createChunkedBoosters } from '../helpers/create-booster.js';
import { COLUMNS, labelledRows } from '../helpers/labelled.js';
import { oneOf, randomTable, wholeNumber } from '../helpers/random-tables.js';

const MUS = [
  [0.5, 0.5],
  [0.2, 0.8],
  [0.2, 0.8],
  [0.7, 0.3],
];

function rowsOf(seed: number, rowCount: number, classCount: number, loss: BoosterRows['loss']): BoosterRows {
  const { features, labels, groups } = labelledRows(seed, { rowCount, classCount: Math.max(2, classCount) });
  const { uniform } = createRandom(seed);
  return {
    features: features as DenseRows,
    columns: COLUMNS,
    labels: classCount === 1 ? Array.from(labels, (label) => 1e3 * (label + uniform())) : labels,
    groups: groups.groups,
    classCount,
    ...(loss && { loss }),
  };
}

const CASES: readonly [
  classCount: number,
  loss: NonNullable<BoosterRows['loss']>,
  options: BoostingOptions,
][] = [
  [2, 'cross-entropy', { maxDepth: 5, minChildWeight: 0.1 }],
  [2, 'brier', { maxLeaves: 9, minChildWeight: 0.01, subsample: 0.7 }],
  [3, 'cross-entropy', { maxLeaves: 6, columnSample: 0.5, minChildWeight: 0.1 }],
  [3, 'brier', { maxDepth: 4, columnSample: 0.4, subsample: 0.6, minChildWeight: 0 }],
  [1, 'squared', { maxLeaves: 40 }],
  [1, 'squared', { maxDepth: 30, categories: 'one-hot' }],
];

describe.each(CASES)('rows in blocks, %i classes by %s, %o', (classCount, loss, options) => {
  const rows = rowsOf(5, 300, classCount, loss);
  const folds = [0, 1, 2].map((fold) => Array.from({ length: 100 }, (_, i) => 3 * i + fold));

  it.each([7, 64, 4096])('have the trees, scores and risks of rows in memory: blocks of %i', (size) => {
    // Bins are those of all rows but the first fold in every case.
    const { boosters } = createChunkedBoosters({ ...rows, heldOut: folds[0]! }, options, size, [folds[0]!]);
    const { booster } = createBooster({ ...rows, heldOut: folds[0]! }, options);
    for (const mu of MUS) {
      for (const one of [...boosters, booster]) one.addRound(mu);
      expect(boosters[0]!.heldOutScores()).toEqual(booster.heldOutScores());
    }
    expect(boosters[0]!.model()).toEqual(booster.model());
    expect(booster.model().treeStarts.at(-1)).toBeGreaterThan(12);
    expect(boosters[0]!.trainRisks()).toEqual(booster.trainRisks());
    expect(boosters[0]!.heldOutRisks()).toEqual(booster.heldOutRisks());
  });

  it('may have boosters that take turns in one room', () => {
    const { boosters } = createChunkedBoosters(rows, options, 64, folds);
    const alone = folds.map((fold) => createChunkedBoosters(rows, options, 64, [fold]).boosters[0]!);
    for (const mu of MUS) for (const one of [...boosters, ...alone]) one.addRound(mu);
    boosters.forEach((one, i) => {
      expect(one.model()).toEqual(alone[i]!.model());
    });
    expect(boosters[0]!.model()).not.toEqual(boosters[1]!.model());
  });

  it('go on from a model', () => {
    const create = () => createChunkedBoosters(rows, options, 64, [folds[0]!]).boosters[0]!;
    const [through, resumed] = [create(), create()];
    for (const mu of MUS) through.addRound(mu);
    resumed.resume(through.model(), 2);
    for (const mu of MUS.slice(2)) resumed.addRound(mu);
    expect(resumed.model()).toEqual(through.model());
    expect(resumed.heldOutScores()).toEqual(through.heldOutScores());
  });
});

it('grows the same trees on tables with everything that trees may meet', () => {
  for (let seed = 0; seed < 60; seed++) {
    const random = createRandom(seed);
    const { features, columns } = randomTable(random);
    const { rowCount } = features;
    const rows = {
      ...{ features, columns, classCount: 2 },
      labels: Array.from({ length: rowCount }, () => wholeNumber(random, 0, 1)),
      heldOut: Array.from({ length: rowCount - 1 }, (_, row) => row).filter(() => random.uniform() < 0.2),
    };
    const options = {
      minChildWeight: oneOf(random, [0, 0.2]),
      lambda: oneOf(random, [0, 1]),
      maxDepth: oneOf(random, [1, 3, 30]),
      ...(random.uniform() < 0.5 && { maxLeaves: wholeNumber(random, 2, 20) }),
    };
    const { booster } = createBooster(rows, options);
    const { boosters } = createChunkedBoosters(rows, options, wholeNumber(random, 1, 20), [rows.heldOut]);
    const mu = Array.from({ length: rowCount }, () => random.uniform());
    for (let round = 0; round < 2; round++) for (const one of [booster, ...boosters]) one.addRound(mu);
    expect(boosters[0]!.model(), `seed ${seed}`).toEqual(booster.model());
    expect(boosters[0]!.heldOutScores()).toEqual(booster.heldOutScores());
  }
});

it('splits likely leaves together where the one that gains most is split first', () => {
  const rows = rowsOf(6, 2000, 2, 'cross-entropy');
  const { boosters, reads } = createChunkedBoosters(rows, { maxLeaves: 32, minChildWeight: 0 }, 2000, [[]]);
  boosters[0]!.addRound([0.5, 0.5]);
  expect(boosters[0]!.model().treeStarts[1]).toBe(63);
  // Were each of the 31 splits to take its own passes: 2 words for the root, then 1 to send rows and 2 to sum them.
  expect(reads()).toBeLessThan(0.75 * (2 + 31 * 3));
});
