// Small networks of pictures as files, made here: a convolution, means over pixels, a last layer.

import { Graph } from '../../src/graph/graph.js';
import type { Shape, Tensor } from '../../src/graph/tensor.js';
import { encodeModel } from '../../src/onnx/encode-model.js';
import { relu, softmax } from '../../src/operators/activations.js';
import { conv } from '../../src/operators/convolution.js';
import { gemm } from '../../src/operators/matrix.js';
import { globalAveragePool } from '../../src/operators/pooling.js';
import { transpose } from '../../src/operators/shape.js';

export const CHANNELS = 5;

/** Numbers between −1 and 1 that look like any others. */
export const wobble = (length: number, phase: number): Float32Array =>
  Float32Array.from({ length }, (_, i) => Math.sin(12.9898 * (i + 1) + phase));

/** The convolution of pictures that are channels first, with its maps as they are. */
export function maps(graph: Graph, x: Tensor): Tensor {
  const weights = graph.constant('float32', [CHANNELS, 3, 3, 3], wobble(CHANNELS * 27, 1));
  return relu(graph, conv(graph, x, weights, { stride: 1, padding: 1 }));
}

export type Ending = 'probabilities' | 'pooled' | 'maps';

/** A backbone's file. @param shape of its input */
export function tinyBackbone(
  shape: Shape = ['n', 3, 8, 8],
  ending: Ending = 'probabilities',
  type: 'float32' | 'uint8' = 'float32',
): Uint8Array {
  const graph = new Graph();
  const input = graph.input('x', type, shape);
  const x =
    type === 'uint8'
      ? graph.node('Cast', [input], [{ type: 'float32', shape }], { attributes: { to: 1 } })[0]!
      : input;
  const found = maps(graph, shape[1] === 3 ? x : transpose(graph, x, [0, 3, 1, 2]));
  graph.output(
    'out',
    ending === 'maps' ? found : ending === 'pooled' ? globalAveragePool(graph, found) : last(graph, found),
  );
  return encodeModel(graph);
}

function last(graph: Graph, found: Tensor): Tensor {
  const weights = graph.constant('float32', [CHANNELS, 4], wobble(CHANNELS * 4, 2));
  return softmax(graph, gemm(graph, globalAveragePool(graph, found), weights));
}
