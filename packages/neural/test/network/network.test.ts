import { createRandom } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import { expectError } from '../../../core/test/helpers/errors.js';
import { Graph } from '../../src/graph/graph.js';
import {
  checkNetwork,
  type FullyConnectedNetwork,
  hiddenWidths,
  logits,
  type PictureNetwork,
  parameterCount,
  parameterShapes,
} from '../../src/network/network.js';
import { scale } from '../../src/operators/arithmetic.js';
import { sizeOf } from '../helpers/arrays.js';
import { referenceLogits } from '../helpers/reference-network.js';
import { feed, runGraph, withGraph } from '../helpers/run-graph.js';
import { densenet11 } from './made-pictures.js';
import { flatFeatures, NETWORKS, someBatch, someParameters, titleOf } from './network-cases.js';
import '../../../core/test/helpers/close.js';

const linear: FullyConnectedNetwork = {
  kind: 'linear',
  inputs: 3,
  classes: 2,
  hidden: [],
  activation: 'none',
};
const mlp: FullyConnectedNetwork = { kind: 'mlp', inputs: 3, classes: 2, hidden: [5, 4], activation: 'relu' };
const resnet: FullyConnectedNetwork = {
  kind: 'resnet',
  inputs: 3,
  classes: 2,
  hidden: [4, 4],
  activation: 'elu',
};

describe('parameters', () => {
  it.each<[string, FullyConnectedNetwork, [string, number[]][], number, number[]]>([
    [
      'linear',
      linear,
      [
        ['head.weights', [3, 2]],
        ['head.bias', [2]],
      ],
      8,
      [],
    ],
    [
      'mlp',
      mlp,
      [
        ['layer1.weights', [3, 5]],
        ['layer1.bias', [5]],
        ['layer2.weights', [5, 4]],
        ['layer2.bias', [4]],
        ['head.weights', [4, 2]],
        ['head.bias', [2]],
      ],
      20 + 24 + 10,
      [5, 4],
    ],
    [
      'resnet',
      resnet,
      [
        ['stem.weights', [3, 4]],
        ['stem.bias', [4]],
        ['block1.first.weights', [4, 4]],
        ['block1.first.bias', [4]],
        ['block1.second.weights', [4, 4]],
        ['block1.second.bias', [4]],
        ['block2.first.weights', [4, 4]],
        ['block2.first.bias', [4]],
        ['block2.second.weights', [4, 4]],
        ['block2.second.bias', [4]],
        ['head.weights', [4, 2]],
        ['head.bias', [2]],
      ],
      16 + 4 * 20 + 10,
      [4, 4, 4, 4, 4],
    ],
  ])('of a network of kind %s', (_, network, shapes, count, widths) => {
    expect(parameterShapes(network)).toEqual(shapes.map(([name, shape]) => ({ name, shape })));
    expect(parameterCount(network)).toBe(count);
    expect(hiddenWidths(network)).toEqual(widths);
  });

  it("of the paper's networks are as many as their widths say", () => {
    const wide = { inputs: 96, classes: 2, hidden: [512, 512], activation: 'elu' } as const;
    expect(parameterCount({ ...wide, kind: 'mlp' })).toBe(97 * 512 + 513 * 512 + 513 * 2);
    expect(parameterCount({ ...wide, kind: 'resnet' })).toBe(97 * 512 + 4 * 513 * 512 + 513 * 2);
  });

  it.each(NETWORKS.map((network) => [titleOf(network), network] as const))(
    'are as many as the shapes say: %s',
    (_, network) => {
      const sizes = parameterShapes(network).map(({ shape }) => sizeOf(shape));
      expect(parameterCount(network)).toBe(sizes.reduce((sum, size) => sum + size, 0));
    },
  );
});

describe('checkNetwork', () => {
  it.each([linear, mlp, resnet])('takes $kind', (network) => {
    expect(() => checkNetwork(network)).not.toThrow();
  });

  it.each<[FullyConnectedNetwork, string[]]>([
    [{ ...mlp, inputs: 0 }, ['at least one input', '0']],
    [{ ...mlp, inputs: 1.5 }, ['at least one input', '1.5']],
    [{ ...mlp, classes: 0 }, ['classes', '≥ 2', '0']],
    [{ ...mlp, classes: Number.NaN }, ['classes', '≥ 2', 'NaN']],
    [{ ...mlp, hidden: [4, 0] }, ['hidden widths', '≥ 1', '0']],
    [{ ...mlp, hidden: [2.5, 4] }, ['hidden widths', '2.5']],
    [{ ...mlp, hidden: [] }, ['kind mlp', 'needs hidden layers', 'none']],
    [{ ...resnet, hidden: [] }, ['kind resnet', 'needs hidden layers', 'none']],
    [{ ...linear, hidden: [4, 5] }, ['linear', 'no hidden layers', '4, 5']],
    [{ ...resnet, hidden: [4, 5] }, ['resnet', 'one width', '4, 5']],
    // As from JavaScript, where nothing checks types.
    [
      { ...mlp, activation: undefined } as unknown as FullyConnectedNetwork,
      ['activation', '"elu", "relu", "none"', 'got undefined'],
    ],
    [
      { ...mlp, activation: 'gelu' } as unknown as FullyConnectedNetwork,
      ['activation', 'gelu', "`activation: 'elu'`"],
    ],
    [
      { ...mlp, kind: 'MLP' } as unknown as FullyConnectedNetwork,
      ['kind', '"linear", "mlp", "resnet"', 'MLP'],
    ],
    [
      { ...mlp, hidden: undefined } as unknown as FullyConnectedNetwork,
      ['hidden', 'widths', 'got undefined'],
    ],
  ])('refuses %o', (network, parts) => {
    expectError(() => checkNetwork(network), 'bad-option', ...parts);
  });
});

describe('checkNetwork of networks on pictures', () => {
  const convnet: PictureNetwork = { kind: 'convnet', picture: { height: 1, width: 28 }, classes: 7 };
  const densenet: PictureNetwork = { kind: 'densenet121', picture: { height: 29, width: 64 }, classes: 7 };

  it.each([convnet, densenet])('takes $kind', (network) => {
    expect(() => checkNetwork(network)).not.toThrow();
  });

  it.each<[PictureNetwork, string[]]>([
    [{ ...densenet, picture: { height: 28, width: 64 } }, ['height', 'densenet121', 'from 29', 'got 28']],
    [{ ...convnet, picture: { height: 28, width: 5000 } }, ['width', 'to 4096', 'got 5000']],
    [{ ...convnet, picture: { height: 28, width: 2.5 } }, ['width', '2.5']],
    [{ ...convnet, picture: undefined } as unknown as PictureNetwork, ['height', 'undefined']],
    [{ ...convnet, classes: 0 }, ['classes', '≥ 2', '0']],
    [densenet11(32, 32, 2), ['kind', '"convnet", "densenet121"', 'densenet11']],
  ])('refuses %o', (network, parts) => {
    expectError(() => checkNetwork(network), 'bad-option', ...parts);
  });
});

describe('logits', () => {
  // Sums of at most 32 products of size 1 in f32, through up to six layers: 6 · √32 · 6e-8 = 2e-6.
  it.each(NETWORKS.map((network) => [titleOf(network), network] as const))(
    '%s: as in f64, up to rounding, at any number of rows',
    async (_, network) => {
      const parameters = someParameters(network, createRandom(10));
      const graph = new Graph();
      const x = graph.input('x', 'float32', ['rows', network.inputs]);
      let from = 0;
      const tensors = parameterShapes(network).map(({ name, shape }) => {
        from += sizeOf(shape);
        return graph.constant('float32', shape, parameters.slice(from - sizeOf(shape), from), name);
      });
      graph.output('logits', logits(graph, network, tensors, x));
      await withGraph(graph, async (run) => {
        for (const rows of [1, 17]) {
          const batch = someBatch(network, rows, [0], 11);
          const outputs = await run({ x: feed('float32', flatFeatures(batch)) });
          expect(outputs['logits']!.dims).toEqual([rows, network.classes]);
          const expected = referenceLogits(network, parameters, batch.features);
          expect(outputs['logits']!.data).toBeAllClose(
            expected.flatMap((row) => [...row]),
            { absolute: 2e-6 },
          );
        }
      });
    },
  );

  it.each([linear, mlp, resnet])('drop acts on the output of every hidden layer: $kind', async (network) => {
    const graph = new Graph();
    const x = graph.input('x', 'float32', [1, 3]);
    const seen: [number, readonly unknown[]][] = [];
    const tensors = parameterShapes(network).map(({ name, shape }) =>
      graph.constant('float32', shape, new Float32Array(sizeOf(shape)).fill(0.5), name),
    );
    const scores = logits(graph, network, tensors, x, (h, layer) => {
      seen.push([layer, h.shape]);
      return scale(graph, h, 0);
    });
    expect(seen).toEqual(hiddenWidths(network).map((width, layer) => [layer, [1, width]]));
    graph.output('logits', scores);
    const { logits: dropped } = await runGraph(graph, {
      x: feed('float32', { shape: [1, 3], data: Float64Array.of(1, 2, 3) }),
    });
    // With nothing left of the hidden layers, the bias of the head remains.
    const expected = network.kind === 'linear' ? 3.5 : 0.5;
    expect(dropped!.data).toEqual(Float32Array.of(expected, expected));
  });
});
