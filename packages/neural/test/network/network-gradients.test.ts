// Gradients of the objective of a batch through whole networks, against backpropagation written by hand in
// f64. Measured for each parameter as a whole: ‖g − ĝ‖ / ‖ĝ‖, Euclidean norms, g from the graph and ĝ from
// the reference. That is a fair measure where the rows of the batch do not cancel: ‖ĝ‖ must not be small
// beside the rows' slopes, which are of size 1.

import { createRandom, type Loss } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import { Graph } from '../../src/graph/graph.js';
import type { DataType } from '../../src/graph/tensor.js';
import {
  type FullyConnectedNetwork,
  logits,
  parameterCount,
  parameterShapes,
} from '../../src/network/network.js';
import { gradients } from '../../src/training/gradients.js';
import { batchObjective } from '../../src/training/objective.js';
import { inner, sizeOf, type Values } from '../helpers/arrays.js';
import { centralDifferences } from '../helpers/central-differences.js';
import { uniforms } from '../helpers/random-values.js';
import { type Batch, referenceObjective } from '../helpers/reference-network.js';
import { feed, numbers, runGraph } from '../helpers/run-graph.js';
import { flatFeatures, NETWORKS, someBatch, someParameters, titleOf } from './network-cases.js';
import '../../../core/test/helpers/close.js';

// Numbers of f32. Group 1 has most of the weight.
const MU = [0.125, 0.625, 0.25];

const LOSSES: readonly Loss[] = ['cross-entropy', 'brier'];
const CASES = NETWORKS.flatMap((network) =>
  LOSSES.map((loss) => [`${titleOf(network)}, ${loss}`, network, loss] as const),
);

async function runObjective(
  network: FullyConnectedNetwork,
  loss: Loss,
  type: DataType,
  parameters: Float32Array,
  batch: Batch,
  mu: readonly number[],
) {
  const rows = batch.features.length;
  const graph = new Graph();
  const x = graph.input('x', type, [rows, network.inputs]);
  const labels = graph.input('labels', 'int32', [rows]);
  const groups = graph.input('groups', 'int32', [rows]);
  const weights = graph.input('mu', type, [mu.length]);
  const shapes = parameterShapes(network);
  const tensors = shapes.map(({ name, shape }) => graph.input(name, type, shape));
  const scores = logits(graph, network, tensors, x);
  const { value, risks, present } = batchObjective(graph, loss, scores, labels, groups, weights);
  gradients(graph, value, tensors).forEach((gradient, i) => {
    graph.output(`slope.${shapes[i]!.name}`, gradient);
  });
  graph.output('value', value);
  graph.output('risks', risks);
  graph.output('present', present);

  const list = (data: ArrayLike<number>): Values => ({ shape: [data.length], data: Float64Array.from(data) });
  const cut = parameterValues(network, Float64Array.from(parameters));
  const feeds = {
    x: feed(type, flatFeatures(batch)),
    labels: feed('int32', list(batch.labels)),
    groups: feed('int32', list(batch.groups)),
    mu: feed(type, list(mu)),
    ...Object.fromEntries(shapes.map(({ name }, i) => [name, feed(type, cut[i]!)])),
  };
  const outputs = await runGraph(graph, feeds);
  return {
    value: numbers(outputs['value']!).data[0]!,
    risks: numbers(outputs['risks']!).data,
    present: numbers(outputs['present']!).data,
    slopes: shapes.map(({ name }) => numbers(outputs[`slope.${name}`]!)),
  };
}

function parameterValues(network: FullyConnectedNetwork, flat: Float64Array): Values[] {
  let from = 0;
  return parameterShapes(network).map(({ shape }) => {
    from += sizeOf(shape);
    return { shape, data: flat.slice(from - sizeOf(shape), from) };
  });
}

/** The largest of ‖g − ĝ‖ / ‖ĝ‖ over the parameters. */
function relativeError(slopes: readonly Values[], expected: readonly Values[]): number {
  const errors = slopes.map(({ shape, data }, i) => {
    const right = expected[i]!;
    expect(shape).toEqual(right.shape);
    expect(inner(right, right)).toBeGreaterThan(0.01 ** 2);
    const difference = { shape, data: data.map((value, k) => value - right.data[k]!) };
    return Math.sqrt(inner(difference, difference) / inner(right, right));
  });
  return Math.max(...errors);
}

describe('the reference', () => {
  it.each(CASES)('%s: its gradient is that of central differences', async (_, network, loss) => {
    const random = createRandom(12);
    const flat = Float64Array.from(someParameters(network, random));
    const batch = someBatch(network, 5, [0, 2], 13);
    const { gradient } = referenceObjective(network, loss, flat, batch, MU);
    // Along a few random directions: that costs two evaluations each, not two for each parameter.
    for (let trial = 0; trial < 4; trial++) {
      const direction = uniforms(random, [parameterCount(network)], [-1, 1]).data;
      const [slope] = await centralDifferences(
        ([step]) => {
          const moved = flat.map((value, i) => value + step!.data[0]! * direction[i]!);
          return referenceObjective(network, loss, moved, batch, MU).value;
        },
        [{ shape: [], data: Float64Array.of(0) }],
      );
      const expected = gradient.reduce((sum, value, i) => sum + value * direction[i]!, 0);
      expect(slope!.data[0]).toBeCloseTo(expected, 7);
    }
  });
});

describe.each([
  ['all groups in the batch', [0, 1, 2]],
  ['a group absent from the batch', [0, 2]],
] as const)('%s', (_, present) => {
  const expectClose = async (network: FullyConnectedNetwork, loss: Loss, type: DataType, limit: number) => {
    const parameters = someParameters(network, createRandom(14));
    const batch = someBatch(network, 23, present, 26);
    expect(new Set(batch.groups as Int32Array)).toEqual(new Set(present));
    const actual = await runObjective(network, loss, type, parameters, batch, MU);
    const expected = referenceObjective(network, loss, parameters, batch, MU);
    expect(actual.value).toBeCloseTo(expected.value, type === 'float64' ? 13 : 5);
    expect(actual.risks).toBeAllClose(expected.risks, { relative: limit });
    expect(actual.present).toEqual(Float64Array.of(1, present.length - 2, 1));
    expect(relativeError(actual.slopes, parameterValues(network, expected.gradient))).toBeLessThan(limit);
  };

  it.each(CASES)('%s: f32', async (_, network, loss) => {
    await expectClose(network, loss, 'float32', 5e-6);
  });

  // Without rounding to speak of, a wrong term has nowhere to hide. The runtime has no ELU in f64.
  it.each(CASES.filter(([, { activation }]) => activation !== 'elu'))('%s: f64', async (_, network, loss) => {
    await expectClose(network, loss, 'float64', 1e-13);
  });
});

it.each([
  ['mlp', 32],
  ['resnet', 8],
] as const)('a %s of 96-512-512-2, batch of %d: to 1e-5', async (kind, rows) => {
  const network: FullyConnectedNetwork = {
    kind,
    inputs: 96,
    classes: 2,
    hidden: [512, 512],
    activation: 'elu',
  };
  const parameters = someParameters(network, createRandom(16));
  const batch = someBatch(network, rows, [0, 1, 2], 17);
  const { slopes } = await runObjective(network, 'cross-entropy', 'float32', parameters, batch, MU);
  const { gradient } = referenceObjective(network, 'cross-entropy', parameters, batch, MU);
  expect(relativeError(slopes, parameterValues(network, gradient))).toBeLessThan(1e-5);
});

it('an absent group has neither risk nor slope, whatever its weight', async () => {
  const network = NETWORKS.find(({ kind }) => kind === 'mlp')!;
  const parameters = someParameters(network, createRandom(18));
  const batch = someBatch(network, 8, [0, 2], 19);
  const at = (mu: number[]) => runObjective(network, 'cross-entropy', 'float32', parameters, batch, mu);
  const [light, heavy] = await Promise.all([at([0.25, 0, 0.5]), at([0.25, 1000, 0.5])]);
  expect(heavy).toEqual(light);
  expect(light!.risks[1]).toBe(0);
});
