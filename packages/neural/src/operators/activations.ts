// Activations, the softmax and dropout. Gradients are written in terms of the output z, which is there
// already.

import type { Graph } from '../graph/graph.js';
import type { Tensor } from '../graph/tensor.js';
import { exp, mul, scale, shift, sub, unary } from './arithmetic.js';
import { reduceSum } from './reduce.js';
import { cast } from './shape.js';

/** x if x > 0, else eˣ − 1. Its slope is 1 + min(z, 0). */
export function elu(graph: Graph, x: Tensor): Tensor {
  const z = unary(graph, 'Elu', x, (dz) => {
    const [below] = graph.node('Min', [z, graph.scalar(z.type, 0)], [z]);
    return mul(graph, dz, shift(graph, below!, 1));
  });
  return z;
}

/** max(x, 0). Its slope is the truth of z ≠ 0: 1 or 0. The runtime is slower at the sign of z. */
export function relu(graph: Graph, x: Tensor): Tensor {
  const z = unary(graph, 'Relu', x, (dz) => mul(graph, dz, cast(graph, cast(graph, z, 'bool'), z.type)));
  return z;
}

/** tanh x. Its slope is 1 − z². */
export function tanh(graph: Graph, x: Tensor): Tensor {
  const z = unary(graph, 'Tanh', x, (dz) => mul(graph, dz, oneMinus(graph, mul(graph, z, z))));
  return z;
}

/** 1 / (1 + e⁻ˣ) */
export function sigmoid(graph: Graph, x: Tensor): Tensor {
  const z = unary(graph, 'Sigmoid', x, (dz) => mul(graph, dz, mul(graph, z, oneMinus(graph, z))));
  return z;
}

/** Along the last axis. ẋ = z ∘ (ż − Σ ż ∘ z) */
export function softmax(graph: Graph, x: Tensor): Tensor {
  const z = unary(
    graph,
    'Softmax',
    x,
    (dz) => {
      const flow = mul(graph, dz, z);
      return sub(graph, flow, mul(graph, z, reduceSum(graph, flow, { axes: [-1], keep: true })));
    },
    { axis: -1 },
  );
  return z;
}

/** Along the last axis. ẋ = ż − e^z Σ ż */
export function logSoftmax(graph: Graph, x: Tensor): Tensor {
  const z = unary(
    graph,
    'LogSoftmax',
    x,
    (dz) => sub(graph, dz, mul(graph, exp(graph, z), reduceSum(graph, dz, { axes: [-1], keep: true }))),
    { axis: -1 },
  );
  return z;
}

/**
 * Dropout: x ∘ mask / (1 − rate). What is kept is scaled up, so that the mean stays.
 * @param mask of the shape of x: 1 is kept, 0 is dropped. It comes from outside, so that a seed decides it
 */
export function dropout(graph: Graph, x: Tensor, mask: Tensor, rate: number): Tensor {
  return mul(graph, x, scale(graph, cast(graph, mask, x.type), 1 / (1 - rate)));
}

function oneMinus(graph: Graph, x: Tensor): Tensor {
  return sub(graph, graph.scalar(x.type, 1), x);
}
