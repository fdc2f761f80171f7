// The same graphs under onnxruntime-web, the runtime of browsers: training with all that an epoch can hold
// ends where it ends in Node. The two keep their back ends in one list, where the first to come has the name
// "cpu"; so Node's is imported first, and the other is asked for as "wasm".

import { createRandom, groupIndex, type LabelledRows } from '@fairfront/core';
import { expect, it } from 'vitest';
import { type Network, networkOracle, runtimeOf } from '../../src/index.js';
import { nodeRuntime } from '../helpers/node-runtime.js';

const ROWS = 200;
const COLUMNS = 5;
const random = createRandom(3);
const values = Float32Array.from({ length: ROWS * COLUMNS }, () => 2 * random.uniform() - 1);
const train: LabelledRows = {
  features: { rowCount: ROWS, columnCount: COLUMNS, values },
  labels: Int32Array.from({ length: ROWS }, (_, row) =>
    values[row * COLUMNS]! + values[row * COLUMNS + 1]! > 0 ? 1 : 0,
  ),
  groups: groupIndex(Array.from({ length: ROWS }, (_, row) => (row % 3 === 0 ? 'a' : 'b'))),
};
const network: Network = { kind: 'resnet', inputs: COLUMNS, classes: 2, hidden: [16, 16], activation: 'elu' };

it('trains in a browser’s runtime as in Node', async () => {
  const web = await import('onnxruntime-web');
  web.env.wasm.numThreads = 1;
  const solves = [];
  for (const [runtime, device] of [
    [nodeRuntime, 'cpu'],
    [runtimeOf(web), 'wasm'],
  ] as const) {
    const oracle = await networkOracle(runtime, network, train, {
      device,
      maxEpochs: 5,
      dropout: 0.1,
      weightDecay: 0.01,
      learningRate: 0.01,
    });
    solves.push(await oracle.solve([0.3, 0.7], {}));
    await oracle.close();
  }
  const [inNode, inBrowser] = solves;
  expect(inNode!.risks[0]).toBeLessThan(0.3); // it did learn: a guess has 0.69
  inNode!.risks.forEach((risk, group) => {
    expect(Math.abs(inBrowser!.risks[group]! / risk - 1)).toBeLessThan(1e-5);
  });
});
