// Means along axes, and batch normalisation of rows × channels or of pictures, rows × channels × height ×
// width, over all axes but that of the channels:
//
//   z = scale ∘ u + bias,   u = (x − mean) / root,   root = √(variance + ε)
//
// with lists of one number for each channel. Gradients, with Σ over a channel's m values:
//   bias → Σ ż       scale → Σ ż u = (Σ ż x − mean Σ ż) / root       x → scale / root · ż
//   mean → −scale / root · Σ ż         variance → −½ scale / root² · Σ ż u
// Where mean and variance are those of x itself, they are functions of x, and
//   x → scale / root · (ż − Σ ż / m) − (scale / root · Σ ż u / m) · u,
// the sum of two normalisations with known moments. The runtime has no faster pass over a picture.

import type { Backward, Graph } from '../graph/graph.js';
import { knownShape, type Tensor } from '../graph/tensor.js';
import { add, div, mul, neg, scale as scaled, shift, sqrt, sub } from './arithmetic.js';
import { expand, type ReduceOptions, reduced, reduceSum } from './reduce.js';
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

/**
 * Normalises each channel by its mean and variance in the batch, which come along: whoever trains keeps a
 * running mean of them. PyTorch's running variance is of `unbiasedVariance`, divided by the count less one.
 */
export function batchNormalisation(
  graph: Graph,
  x: Tensor,
  affine: Affine,
  epsilon = EPSILON,
): { readonly output: Tensor; readonly batch: Moments; readonly unbiasedVariance: Tensor } {
  const { scale } = affine;
  const count = knownShape(x).reduce((product, size, axis) => (axis === 1 ? product : product * size), 1);
  const batch = batchMoments(graph, x, count);
  const { mean, variance } = batch;
  const steady = shift(graph, variance, epsilon);
  const output = byMoments(graph, x, affine, mean, steady, (dz) => {
    const { root, biasSlope, scaleSlope } = affineSlopes(graph, dz, x, mean, steady);
    return [
      () => {
        const zeros = zerosLike(graph, mean);
        const dzMean = scaled(graph, biasSlope(), 1 / count);
        const along = scaled(graph, div(graph, mul(graph, scale, scaleSlope()), root()), -1 / count);
        return add(
          graph,
          byMoments(graph, dz, { scale, bias: zeros }, dzMean, steady),
          byMoments(graph, x, { scale: along, bias: zeros }, mean, steady),
        );
      },
      scaleSlope,
      biasSlope,
    ];
  });
  return { output, batch, unbiasedVariance: scaled(graph, variance, count / Math.max(count - 1, 1)) };
}

/** Normalises each channel by moments that are known: how a batch-normalised network predicts. */
export function normalise(
  graph: Graph,
  x: Tensor,
  { mean, variance }: Moments,
  affine: Affine,
  epsilon = EPSILON,
): Tensor {
  const { scale } = affine;
  const steady = shift(graph, variance, epsilon);
  return byMoments(graph, x, affine, mean, steady, (dz) => {
    const { root, biasSlope, scaleSlope } = affineSlopes(graph, dz, x, mean, steady);
    const zeros = zerosLike(graph, mean);
    return [
      () => byMoments(graph, dz, { scale, bias: zeros }, zeros, steady),
      scaleSlope,
      biasSlope,
      () => neg(graph, mul(graph, div(graph, scale, root()), biasSlope())),
      () => scaled(graph, mul(graph, div(graph, scale, steady), scaleSlope()), -0.5),
    ];
  });
}

/**
 * Mean and variance of each channel. The variance is of centred values: squares of large ones would cancel.
 */
function batchMoments(graph: Graph, x: Tensor, count: number): Moments {
  const mean = scaled(graph, channelSums(graph, x), 1 / count);
  const wide = reshape(graph, mean, [mean.shape[0]!, ...x.shape.slice(2).map(() => 1)]);
  const centred = sub(graph, x, wide);
  return { mean, variance: scaled(graph, channelSums(graph, mul(graph, centred, centred)), 1 / count) };
}

/** @param steady variance + ε */
function byMoments(
  graph: Graph,
  x: Tensor,
  { scale, bias }: Affine,
  mean: Tensor,
  steady: Tensor,
  backward?: Backward,
): Tensor {
  return graph.node('BatchNormalization', [x, scale, bias, mean, steady], [x], {
    attributes: { epsilon: { float: 0 } },
    ...(backward === undefined ? {} : { backward }),
  })[0]!;
}

/** Σ ż, Σ ż u and the root, each made when it is first called for. */
function affineSlopes(graph: Graph, dz: Tensor, x: Tensor, mean: Tensor, steady: Tensor) {
  const root = once(() => sqrt(graph, steady));
  const biasSlope = once(() => channelSums(graph, dz));
  const scaleSlope = once(() => {
    const products = channelSums(graph, mul(graph, dz, x));
    return div(graph, sub(graph, products, mul(graph, mean, biasSlope())), root());
  });
  return { root, biasSlope, scaleSlope };
}

/** Σ over all axes but that of the channels; first over the last axes, where the runtime is fastest. */
function channelSums(graph: Graph, x: Tensor): Tensor {
  const pixels = x.shape.slice(2).map((_, axis) => axis + 2);
  const perRow = pixels.length === 0 ? x : reduceSum(graph, x, { axes: pixels });
  return reduceSum(graph, perRow, { axes: [0] });
}

function zerosLike(graph: Graph, list: Tensor): Tensor {
  const [length] = knownShape(list) as [number];
  return graph.constant(list.type, [length], new Float64Array(length));
}

function once(make: () => Tensor): () => Tensor {
  let made: Tensor | undefined;
  return () => {
    made ??= make();
    return made;
  };
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
