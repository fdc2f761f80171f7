// Sums along axes, and their mirror: stretching.

import { FairfrontError } from '@fairfront/core';
import type { Graph } from '../graph/graph.js';
import {
  broadcastShape,
  type Dimension,
  describeTensor,
  frontAxis,
  knownShape,
  sameShape,
  type Tensor,
} from '../graph/tensor.js';
import { reshape } from './shape.js';

export interface ReduceOptions {
  /** Axes to sum along; −1 is the last. Default: all. */
  readonly axes?: readonly number[];
  /** Whether reduced axes stay, with size 1. Default false. */
  readonly keep?: boolean;
}

/** The sum along axes. */
export function reduceSum(graph: Graph, x: Tensor, options: ReduceOptions = {}): Tensor {
  const { axes, kept, shape } = reduced(x, options);
  const { keep = false } = options;
  return graph.node(
    'ReduceSum',
    [x, graph.constant('int64', [axes.length], axes)],
    [{ type: x.type, shape }],
    {
      attributes: { keepdims: keep ? 1 : 0 },
      backward: (dz) => [() => expand(graph, reshape(graph, dz, kept), x)],
    },
  )[0]!;
}

/** Stretches sizes of 1 to the shape of another tensor. */
export function expand(graph: Graph, x: Tensor, like: Tensor): Tensor {
  if (sameShape(x.shape, like.shape)) return x;
  const sizes = knownShape(like);
  if (!sameShape(broadcastShape(x, like), sizes)) {
    throw new FairfrontError(
      'bad-graph',
      `${describeTensor(x)} cannot be stretched to ${describeTensor(like)}`,
    );
  }
  return graph.node(
    'Expand',
    [x, graph.constant('int64', [sizes.length], sizes)],
    [{ type: x.type, shape: sizes }],
    { backward: (dz) => [() => sumTo(graph, dz, x)] },
  )[0]!;
}

/** Sums the axes along which a tensor was stretched: the gradient of broadcasting. */
export function sumTo(graph: Graph, x: Tensor, like: Tensor): Tensor {
  if (sameShape(x.shape, like.shape)) return x;
  const lead = x.shape.length - like.shape.length;
  const axes = x.shape.flatMap((size, axis) =>
    axis < lead || (like.shape[axis - lead] === 1 && size !== 1) ? [axis] : [],
  );
  return reshape(graph, reduceSum(graph, x, { axes, keep: true }), like.shape);
}

/** The axes from the front, the shape with them at size 1, and the shape asked for. */
export function reduced(x: Tensor, { axes, keep = false }: ReduceOptions) {
  const along = (axes ?? x.shape.map((_, axis) => axis)).map((axis) => frontAxis(x, axis));
  if (new Set(along).size !== along.length || axes?.length === 0) {
    // To ONNX no axes are all axes.
    throw new FairfrontError(
      'bad-graph',
      `${describeTensor(x)}: [${axes?.join(', ')}] must name at least one axis, and each axis once`,
    );
  }
  const kept: Dimension[] = x.shape.map((size, axis) => (along.includes(axis) ? 1 : size));
  return { axes: along, kept, shape: keep ? kept : x.shape.filter((_, axis) => !along.includes(axis)) };
}
