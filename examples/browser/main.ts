// Trains in the browser: a linear model with @fairfront/core alone, then a network on onnxruntime-web.
// In the large group the label follows the first feature, in the small one the product of both, which no linear model can
// tell: so the linear models trade one group for the other, and a network need not.

import {
  createRandom,
  groupIndex,
  groupShares,
  type LabelledRows,
  type LinearModel,
  linearOracle,
  searchMinimax,
} from '@fairfront/core';
import { type Network, networkOracle, runtimeOf } from '@fairfront/neural';
import * as onnxruntime from 'onnxruntime-web/wasm';

onnxruntime.env.wasm.numThreads = 1; // more of them need a page that is cross-origin isolated

const train = makeRows(1, 2000);
const validation = makeRows(2, 1000);

async function trainLinear(): Promise<void> {
  const oracle = linearOracle(train, { classCount: 2 }, validation);
  const naive = oracle.solve(groupShares(train.groups), {});
  show('linear, naive', oracle.risks(naive.model as LinearModel));
  const { best } = await searchMinimax(oracle);
  show('linear, minimax', best.risks);
}

async function trainNetwork(): Promise<void> {
  const network: Network = { kind: 'mlp', inputs: 2, classes: 2, hidden: [16], activation: 'relu' };
  const options = { device: 'wasm', learningRate: 0.02, maxEpochs: 30 };
  const oracle = await networkOracle(runtimeOf(onnxruntime), network, train, options, validation);
  const { best } = await searchMinimax(oracle, { maxSolves: 4 });
  show('network, minimax', best.risks);
  await oracle.close();
}

/** Two features in [−1, 1]; one row in five is of the small group. */
function makeRows(seed: number, rowCount: number): LabelledRows {
  const random = createRandom(seed);
  const names = Array.from({ length: rowCount }, (_, row) => (row % 5 === 0 ? 'small' : 'large'));
  const values = Float32Array.from({ length: 2 * rowCount }, () => 2 * random.uniform() - 1);
  const labels = Int32Array.from(names, (name, row) => {
    const [x, y] = [values[2 * row]!, values[2 * row + 1]!];
    const signal = name === 'large' ? x : x * y;
    return signal + 0.2 * (random.uniform() - 0.5) > 0 ? 1 : 0;
  });
  return { features: { rowCount, columnCount: 2, values }, labels, groups: groupIndex(names) };
}

function show(model: string, risks: readonly number[]): void {
  const order = ['large', 'small'].map((name) => train.groups.names.indexOf(name));
  const cells = [model, ...order.map((group) => risks[group]!.toFixed(3))];
  const row = document.createElement('tr');
  row.append(...cells.map((text) => Object.assign(document.createElement('td'), { textContent: text })));
  document.querySelector('#risks')!.append(row);
}

const status = document.querySelector('#status')!;
try {
  await trainLinear();
  await trainNetwork();
  status.textContent = 'done';
} catch (error) {
  status.textContent = `failed: ${(error as Error).message}`;
}
