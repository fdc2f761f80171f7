// Weights of rows: how often each is drawn, and what it counts for in risks.

import { createRandom, groupIndex, type LabelledRows } from '@fairfront/core';
import { takeLabelledRows } from '@fairfront/core/internal';
import { describe, expect, it } from 'vitest';
import { groupRows, sampleBatches } from '../../src/training/batches.js';
import { networkOracle } from '../../src/training/network-oracle.js';
import { nodeRuntime } from '../helpers/node-runtime.js';
import { mlp, QUICK, train, validation } from './tiny-problems.js';
import '../../../core/test/helpers/close.js';

function weighed(rows: LabelledRows, weightOf: (row: number) => number): LabelledRows {
  return {
    ...rows,
    groups: { ...rows.groups, weights: Float64Array.from(rows.labels, (_, row) => weightOf(row)) },
  };
}

async function solve(rows: LabelledRows, chosenBy: LabelledRows) {
  const oracle = await networkOracle(nodeRuntime, mlp, rows, { ...QUICK, maxEpochs: 2 }, chosenBy);
  try {
    return await oracle.solve([0.4, 0.3, 0.3], {});
  } finally {
    await oracle.close();
  }
}

describe('sampleBatches', () => {
  const index = groupIndex([...'aabbbb']);

  it('draws the rows of a group as often as their weights say, and none of weight 0', () => {
    const weights = Float64Array.of(3, 1, 0, 5, 0, 15);
    const drawn = sampleBatches(groupRows({ ...index, weights }), 80_000, createRandom(4));
    const seen = new Array<number>(6).fill(0);
    for (const row of drawn) seen[row]!++;
    const expected = [30_000, 10_000, 0, 10_000, 0, 30_000];
    seen.forEach((times, row) => {
      expect(Math.abs(times - expected[row]!)).toBeLessThanOrEqual(6 * Math.sqrt(expected[row]!));
    });
  });

  it.each([1, 0.1, 1e-200, 1e200])('draws the same rows with equal weights of %d as with none', (weight) => {
    const weights = new Float64Array(6).fill(weight);
    expect(sampleBatches(groupRows({ ...index, weights }), 1000, createRandom(7))).toEqual(
      sampleBatches(groupRows(index), 1000, createRandom(7)),
    );
  });
});

describe('networks on rows with weights', () => {
  it('are the same to the bit with weights of 1', async () => {
    const ones = await solve(
      weighed(train, () => 1),
      weighed(validation, () => 1),
    );
    expect(ones).toEqual(await solve(train, validation));
  });

  it('have the risks of repeated rows, and learn from rows with weight alone', async () => {
    const heavy = weighed(train, (row) => (row % 3 === 1 ? 0 : 1));
    const chosenBy = weighed(validation, (row) => 1 + (row % 3));
    const often = [...chosenBy.groups.weights!].flatMap((weight, row) => new Array<number>(weight).fill(row));
    const kept = [...heavy.groups.weights!.keys()].filter((row) => heavy.groups.weights![row]! > 0);
    const found = await solve(heavy, chosenBy);
    const oracle = await networkOracle(
      nodeRuntime,
      mlp,
      train,
      { ...QUICK, maxEpochs: 1 },
      takeLabelledRows(validation, often),
    );
    await oracle.close();
    const said = await networkOracle(
      nodeRuntime,
      mlp,
      takeLabelledRows(train, kept),
      QUICK,
      takeLabelledRows(validation, often),
    );
    try {
      // Rounds without an epoch: the risks of the network that was found, on repeated rows.
      const again = await said.solve([0.4, 0.3, 0.3], {
        best: { model: found.model } as never,
        signal: { aborted: true },
      });
      expect(found.risks).toBeAllClose(again.risks, { relative: 1e-9 });
      expect(found.trainRisks!).toBeAllClose(again.trainRisks!, { relative: 1e-9 });
    } finally {
      await said.close();
    }
  });
});
