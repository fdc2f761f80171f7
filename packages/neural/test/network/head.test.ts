// A linear model in the place of a network's last layer.

import { createRandom, type LinearModel, predictLinear } from '@fairfront/core';
import { expect, it } from 'vitest';
import { withHead } from '../../src/network/head.js';
import { featureWidth, type Network, parameterCount } from '../../src/network/network.js';
import { Evaluator } from '../../src/training/evaluator.js';
import { nodeRuntime } from '../helpers/node-runtime.js';
import { densenet11, madePictures } from './made-pictures.js';
import '../../../core/test/helpers/close.js';

const dense = { inputs: 6, classes: 4 } as const;
it.each<[string, Network, number]>([
  ['linear', { ...dense, kind: 'linear', hidden: [], activation: 'none' }, 6],
  ['mlp', { ...dense, kind: 'mlp', hidden: [9, 5], activation: 'elu' }, 5],
  ['mlp without a gate', { ...dense, kind: 'mlp', hidden: [9, 5], activation: 'none' }, 5],
  ['resnet', { ...dense, kind: 'resnet', hidden: [7, 7], activation: 'relu' }, 7],
  ['densenet', densenet11(12, 9, 4), 16],
])('%s: predicts as the linear model does on its features', async (_, network, width) => {
  expect(featureWidth(network)).toBe(width);
  const random = createRandom(5);
  const numbers = (length: number): number[] => Array.from({ length }, () => random.uniform() - 0.4);
  const rows =
    'picture' in network
      ? madePictures(10, network)
      : { rowCount: 10, columnCount: 6, values: Float32Array.from(numbers(60)) };
  const parameters = Float32Array.from(numbers(parameterCount(network)), Math.abs); // a variance is not below 0
  const before = await Evaluator.open(nodeRuntime, network, { threads: 1 });
  const values = Float64Array.from(await before.features(parameters, rows));
  await before.close();
  const linear: LinearModel = {
    classCount: 3,
    columnCount: width,
    parameters: Float64Array.from(numbers(3 * (width + 1)), (value) => value / 4),
  };
  const headed = withHead(network, parameters, linear);
  expect(headed.network).toEqual({ ...network, classes: 3 });
  const after = await Evaluator.open(nodeRuntime, headed.network, { threads: 1 });
  const found = await after.probabilities(headed.parameters, rows);
  await after.close();
  expect(found).toBeAllClose(predictLinear(linear, { rowCount: 10, columnCount: width, values }), {
    absolute: 1e-5,
  });
});
