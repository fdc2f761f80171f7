// Exported models under onnxruntime-web, the runtime of browsers. It and Node's keep their back ends in one
// list, where the first to come has the name "cpu"; so Node's is imported first, and the other is asked for
// as "wasm".

import { treeColumns } from '@fairfront/trees';
import { beforeAll, expect, it } from 'vitest';
import '../../../core/test/helpers/close.js';
import { madeTrees } from '../../../trees/test/helpers/made-trees.js';
import { exportBoosted, exportLinear, exportNetwork } from '../../src/export/export-model.js';
import { exportPlugIn } from '../../src/export/export-plug-in.js';
import { type Runtime, runtimeOf } from '../../src/session/runtime.js';
import { expectRejection } from '../helpers/errors.js';
import { nodeRuntime } from '../helpers/node-runtime.js';
import { feedsOf, predict } from './exported.js';
import { encoder, linearModel, networkModel, type Parts, partsOf, table, targetOf } from './plug-in-parts.js';

const { network, parameters } = networkModel('mlp', 2, 5);
const parts: Parts = {
  ...partsOf(2, linearModel),
  outcomes: [networkModel('resnet', 2, 1), linearModel(2, 2), { constant: [0.3, 0.7] }],
};
const models: [string, Uint8Array][] = [
  ['linear', exportLinear(linearModel(2, 4), encoder, targetOf(2))],
  ['network', exportNetwork(network, parameters, encoder, targetOf(2))],
  ['boosted', exportBoosted(madeTrees(treeColumns(encoder)), encoder, targetOf(2))],
  ['plug-in', exportPlugIn(parts, [0.2, 0.3, 0.5], encoder, targetOf(2))],
];

let browser: Runtime;
beforeAll(async () => {
  await expectRejection(nodeRuntime.open(models[0]![1], { device: 'wasm' }), 'bad-device', 'wasm');
  const web = await import('onnxruntime-web');
  web.env.wasm.numThreads = 1;
  browser = runtimeOf(web);
});

it.each(models)('a model predicts there as in Node: %s', async (_, bytes) => {
  const feeds = feedsOf(encoder, table);
  const inNode = await predict(bytes, feeds);
  const session = await browser.open(bytes, { device: 'wasm' });
  const { probabilities, label } = await session.run(feeds);
  await session.close();
  expect(probabilities!.data as Float32Array).toBeAllClose(inNode.probabilities, { absolute: 1e-6 });
  expect(label!.data).toEqual(inNode.labels);
});
