// A training that really diverges, because of the rows of one group: the error names that group, whichever
// comes first.

import { groupIndex, type LabelledRows } from '@fairfront/core';
import { expect, it } from 'vitest';
import { DivergedError, type Network, networkOracle } from '../../src/index.js';
import { nodeRuntime } from '../helpers/node-runtime.js';

const ROWS = 64;
const network: Network = { kind: 'mlp', inputs: 2, classes: 2, hidden: [4], activation: 'relu' };

it.each(['a', 'b'])('extreme values in the rows of group %s', async (extreme) => {
  const names = Array.from({ length: ROWS }, (_, row) => 'ab'[row % 2]!);
  const values = new Float32Array(2 * ROWS);
  names.forEach((name, row) => {
    const size = name === extreme ? 1e15 : 1;
    values.set([size * Math.sin(row + 1), size * Math.cos(3 * row)], 2 * row);
  });
  const train: LabelledRows = {
    features: { rowCount: ROWS, columnCount: 2, values },
    labels: Int32Array.from({ length: ROWS }, (_, row) => (row % 3 === 0 ? 1 : 0)),
    groups: groupIndex(names),
  };
  const oracle = await networkOracle(nodeRuntime, network, train, {
    optimiser: 'sgd',
    learningRate: 10,
    batchSize: 8,
  });
  const error: unknown = await Promise.resolve(oracle.solve([0.5, 0.5], {})).catch(
    (thrown: unknown) => thrown,
  );
  await oracle.close();
  expect(error).toBeInstanceOf(DivergedError);
  expect(error).toMatchObject({ group: extreme, epoch: 1 });
});
