// Means along axes, and layer and batch normalisation: the same formula along other axes,
//   z = scale ∘ (x − mean) / √(variance + ε) + bias
// built of operators that have gradients, so its own follows.

import type { Graph } from '../graph/graph.js';
import { knownShape, type Tensor } from '../graph/tensor.js';
import { add, div, mul, scale as scaled, shift, sqrt, sub } from './arithmetic.js';
import { expand, type ReduceOptions, reduced } from './reduce.js';
import { reshape } from './shape.js';

export interface Affine {
  readonly scale: Tensor;
  readonly bias: Tensor;
}

export interface Moments {
  readonly mean: Tensor;
  /** Divided by the count, not by one less. */
  readonly variance: Tensor;
}

const EPSILON = 1e-5;

/** Each row by its own mean and variance. */
export function layerNormalisation(graph: Graph, x: Tensor, affine: Affine, epsilon = EPSILON): Tensor {
  return normalise(graph, x, moments(graph, x, -1), affine, epsilon);
}

/**
 * Each column by mean and variance over the rows of the batch, which come along: whoever trains keeps a
 * running mean of them.
 */
export function batchNormalisation(
  graph: Graph,
  x: Tensor,
  affine: Affine,
  epsilon = EPSILON,
): { readonly output: Tensor; readonly batch: Moments } {
  const batch = moments(graph, x, 0);
  return { output: normalise(graph, x, batch, affine, epsilon), batch };
}

/** By moments that are known: how a batch-normalised network predicts. */
export function normalise(
  graph: Graph,
  x: Tensor,
  { mean, variance }: Moments,
  { scale, bias }: Affine,
  epsilon = EPSILON,
): Tensor {
  const unit = div(graph, sub(graph, x, mean), sqrt(graph, shift(graph, variance, epsilon)));
  return add(graph, mul(graph, unit, scale), bias);
}

function moments(graph: Graph, x: Tensor, axis: number): Moments {
  const along = { axes: [axis], keep: true };
  const mean = reduceMean(graph, x, along);
  const centred = sub(graph, x, mean);
  return { mean, variance: reduceMean(graph, mul(graph, centred, centred), along) };
}

/** The mean along axes. */
export function reduceMean(graph: Graph, x: Tensor, options: ReduceOptions = {}): Tensor {
  const { axes, kept, shape } = reduced(x, options);
  const { keep = false } = options;
  return graph.node('ReduceMean', [x], [{ type: x.type, shape }], {
    attributes: { axes: { ints: axes }, keepdims: keep ? 1 : 0 },
    backward: (dz) => [
      () => {
        const sizes = knownShape(x);
        const terms = axes.reduce((product, axis) => product * sizes[axis]!, 1);
        return expand(graph, reshape(graph, scaled(graph, dz, 1 / terms), kept), x);
      },
    ],
  })[0]!;
}
