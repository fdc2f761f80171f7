// Sparse rows: training and prediction give the bits that the same rows give when they are dense.

import { createRandom, groupIndex, type LabelledRows, type SparseRows } from '@fairfront/core';
import { expect, it } from 'vitest';
import type { FullyConnectedNetwork } from '../../src/network/network.js';
import { Evaluator } from '../../src/training/evaluator.js';
import { networkOracle } from '../../src/training/network-oracle.js';
import { Trainer } from '../../src/training/trainer.js';
import { sameBits } from '../helpers/arrays.js';
import { nodeRuntime } from '../helpers/node-runtime.js';

const COLUMNS = 7000; // so many that 1,024 rows are not made dense at once
const network: FullyConnectedNetwork = {
  kind: 'mlp',
  inputs: COLUMNS,
  classes: 2,
  hidden: [4],
  activation: 'elu',
};

/** Rows of few words; one has none, and column 0, where padding goes, has values too. */
function texts(rowCount: number, seed: number): { sparse: LabelledRows; dense: LabelledRows } {
  const { uniform } = createRandom(seed);
  const columns: number[] = [];
  const values: number[] = [];
  const offsets = [0];
  const all = new Float32Array(rowCount * COLUMNS);
  for (let row = 0; row < rowCount; row++) {
    const own = new Set(Array.from({ length: row % 7 }, () => Math.floor(uniform() ** 6 * COLUMNS)));
    for (const column of [...own].sort((a, b) => a - b)) {
      const value = Math.fround(0.1 + uniform());
      columns.push(column);
      values.push(value);
      all[row * COLUMNS + column] = value;
    }
    offsets.push(columns.length);
  }
  const sparse: SparseRows = {
    rowCount,
    columnCount: COLUMNS,
    offsets: Uint32Array.from(offsets),
    columns: Uint16Array.from(columns),
    values: Float64Array.from(values),
  };
  const rest = {
    labels: Int32Array.from({ length: rowCount }, (_, row) => (all[row * COLUMNS]! > 0 ? 1 : 0)),
    groups: groupIndex(Array.from({ length: rowCount }, (_, row) => (row % 3 === 0 ? 'b' : 'a'))),
  };
  expect(rest.labels.some((label) => label === 1)).toBe(true);
  return {
    sparse: { ...rest, features: sparse },
    dense: { ...rest, features: { rowCount, columnCount: COLUMNS, values: all } },
  };
}

it('training: the same network, bit for bit', async () => {
  const { sparse, dense } = texts(60, 1);
  const options = { batchSize: 8, maxEpochs: 3, learningRate: 0.01, threads: 1 };
  const solve = async (rows: LabelledRows) => {
    const oracle = await networkOracle(nodeRuntime, network, rows, options);
    const solved = await oracle.solve([0.5, 0.5], {});
    await oracle.close();
    return solved;
  };
  const [found, expected] = [await solve(sparse), await solve(dense)];
  expect(found.risks).toEqual(expected.risks);
  expect(sameBits(found.model.parameters, expected.model.parameters)).toBe(true);
});

it('prediction: in more than one piece', async () => {
  const { sparse, dense } = texts(1300, 2);
  const evaluator = await Evaluator.open(nodeRuntime, network, { threads: 1 });
  const random = createRandom(3);
  const parameters = Float32Array.from({ length: 4 * (COLUMNS + 1) + 10 }, () => random.uniform() - 0.5);
  const of = (rows: LabelledRows) => evaluator.probabilities(parameters, rows.features);
  const [found, expected] = [await of(sparse), await of(dense)];
  const features = await evaluator.features(parameters, sparse.features);
  await evaluator.close();
  expect(found).toEqual(expected);
  expect(features.length).toBe(4 * 1300);
});

it('a trainer says what it hands over in each step', async () => {
  const { sparse, dense } = texts(30, 1);
  const options = {
    loss: 'brier',
    groupCount: 2,
    batchSize: 8,
    optimiser: 'sgd',
    weightDecay: 0,
    dropout: 0,
  } as const;
  const bytes: number[] = [];
  for (const rows of [sparse, dense]) {
    const trainer = await Trainer.open(nodeRuntime, network, rows, options, { threads: 1 });
    bytes.push(trainer.bytesPerStep);
    await trainer.close();
  }
  expect(bytes).toEqual([8 * 6 * 8, 0]); // the widest row has six words
});
