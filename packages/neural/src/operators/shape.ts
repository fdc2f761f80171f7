// The same numbers in another order or another shape.

import { FairfrontError } from '@fairfront/core';
import type { Graph } from '../graph/graph.js';
import {
  type DataType,
  type Dimension,
  describeTensor,
  frontAxis,
  knownShape,
  type Shape,
  sameShape,
  type Tensor,
} from '../graph/tensor.js';

/** Gives a tensor another shape. A size that is a name must stay at its axis. */
export function reshape(graph: Graph, x: Tensor, shape: Shape): Tensor {
  if (sameShape(x.shape, shape)) return x;
  const sizes = shape.map((size, axis) => {
    if (typeof size === 'number') return size;
    if (x.shape[axis] === size) return 0; // "as it was", to ONNX
    throw new FairfrontError('bad-graph', `${describeTensor(x)}: "${size}" must stay axis ${axis}`);
  });
  const known = (sizesOf: Shape): number =>
    sizesOf.reduce<number>((product, size) => (typeof size === 'number' ? product * size : product), 1);
  const open = (sizesOf: Shape): number => sizesOf.filter((size) => typeof size === 'string').length;
  if (known(x.shape) !== known(shape) || open(x.shape) !== open(shape)) {
    throw new FairfrontError(
      'bad-graph',
      `${describeTensor(x)} has no shape [${shape.join(', ')}]: sizes differ`,
    );
  }
  return graph.node(
    'Reshape',
    [x, graph.constant('int64', [sizes.length], sizes)],
    [{ type: x.type, shape }],
    { backward: (dz) => [() => reshape(graph, dz, x.shape)] },
  )[0]!;
}

/** All that belongs to a row, side by side: rows × values. */
export function flatten(graph: Graph, x: Tensor): Tensor {
  const sizes = knownShape({ ...x, shape: x.shape.slice(1) });
  return reshape(graph, x, [x.shape[0]!, sizes.reduce((product, size) => product * size, 1)]);
}

/** Reorders the axes. @param order which axis of x each axis of the output is; by default reversed */
export function transpose(graph: Graph, x: Tensor, order?: readonly number[]): Tensor {
  const rank = x.shape.length;
  const asked = order ?? x.shape.map((_, axis) => rank - 1 - axis);
  const axes = asked.map((axis) => frontAxis(x, axis));
  if (axes.length !== rank || new Set(axes).size !== rank) {
    throw new FairfrontError(
      'bad-graph',
      `${describeTensor(x)}: [${asked.join(', ')}] must name each axis once`,
    );
  }
  const shape = axes.map((axis) => x.shape[axis]!);
  const inverse = axes.map((_, axis) => axes.indexOf(axis));
  return graph.node('Transpose', [x], [{ type: x.type, shape }], {
    attributes: { perm: { ints: axes } },
    backward: (dz) => [() => transpose(graph, dz, inverse)],
  })[0]!;
}

/** Joins tensors along an axis. */
export function concat(graph: Graph, parts: readonly Tensor[], axis: number): Tensor {
  const [first] = parts;
  if (first === undefined) throw new FairfrontError('bad-graph', 'there is nothing to concatenate');
  const along = frontAxis(first, axis);
  if (parts.length === 1) return first;
  for (const part of parts) {
    const fits =
      part.type === first.type &&
      part.shape.length === first.shape.length &&
      part.shape.every((size, a) => a === along || size === first.shape[a]);
    if (!fits) {
      throw new FairfrontError(
        'bad-graph',
        `cannot be joined along axis ${axis}: ${describeTensor(first)} and ${describeTensor(part)}`,
      );
    }
  }
  const lengths = parts.map((part) => lengthAt(part, along));
  const shape = first.shape.map((size, a) =>
    a === along ? lengths.reduce((sum, length) => sum + length, 0) : size,
  );
  return graph.node('Concat', parts, [{ type: first.type, shape }], {
    attributes: { axis: along },
    backward: (dz) => {
      let from = 0;
      return lengths.map((length) => {
        const start = from;
        from += length;
        return () => slice(graph, dz, along, start, start + length);
      });
    },
  })[0]!;
}

/** The entries from `from` up to, not including, `to` along one axis. */
export function slice(graph: Graph, x: Tensor, axis: number, from: number, to: number): Tensor {
  const along = frontAxis(x, axis);
  const length = lengthAt(x, along);
  if (!(Number.isInteger(from) && Number.isInteger(to) && from >= 0 && from < to && to <= length)) {
    throw new FairfrontError(
      'bad-graph',
      `${describeTensor(x)}: axis ${axis} has no part from ${from} to ${to}`,
    );
  }
  const shape = x.shape.map((size, a) => (a === along ? to - from : size));
  const list = (value: number): Tensor => graph.constant('int64', [1], [value]);
  return graph.node('Slice', [x, list(from), list(to), list(along)], [{ type: x.type, shape }], {
    backward: (dz) => {
      const zeros = (size: number): Tensor[] => {
        if (size === 0) return [];
        const part = knownShape(dz).map((known, a) => (a === along ? size : known));
        return [filled(graph, x.type, part, 0)];
      };
      return [() => concat(graph, [...zeros(from), dz, ...zeros(length - to)], along)];
    },
  })[0]!;
}

/** Rows of x: `output[i, …] = x[indices[i], …]`. A row taken several times gets the sum of the gradients. */
export function gather(graph: Graph, x: Tensor, indices: Tensor): Tensor {
  if (x.shape.length === 0)
    throw new FairfrontError('bad-graph', `${describeTensor(x)} has no rows to gather`);
  const shape: Dimension[] = [...indices.shape, ...x.shape.slice(1)];
  return graph.node('Gather', [x, indices], [{ type: x.type, shape }], {
    backward: (dz) => [
      () => {
        const zeros = filled(graph, x.type, knownShape(x), 0);
        const places = reshape(graph, cast(graph, indices, 'int64'), [...indices.shape, 1]);
        return graph.node('ScatterND', [zeros, places, dz], [x], { attributes: { reduction: 'add' } })[0]!;
      },
    ],
  })[0]!;
}

/** A tensor of one number over and over, made when the graph is run. */
export function filled(graph: Graph, type: DataType, shape: readonly number[], value: number): Tensor {
  return graph.node(
    'Expand',
    [graph.scalar(type, value), graph.constant('int64', [shape.length], shape)],
    [{ type, shape }],
  )[0]!;
}

const TYPE_NUMBERS: Record<DataType, number> = {
  float32: 1,
  uint8: 2,
  int32: 6,
  int64: 7,
  string: 8,
  bool: 9,
  float64: 11,
};

/** Converts numbers to another type. No gradient flows back through it. */
export function cast(graph: Graph, x: Tensor, type: DataType): Tensor {
  if (x.type === type) return x;
  return graph.node('Cast', [x], [{ type, shape: x.shape }], { attributes: { to: TYPE_NUMBERS[type] } })[0]!;
}

/** 1 at the index, 0 elsewhere, along a new last axis. */
export function oneHot(graph: Graph, indices: Tensor, depth: number, type: DataType): Tensor {
  const shape = [...indices.shape, depth];
  const all = graph.constant(
    indices.type,
    [depth],
    Int32Array.from({ length: depth }, (_, index) => index),
  );
  const [equal] = graph.node(
    'Equal',
    [reshape(graph, indices, [...indices.shape, 1]), all],
    [{ type: 'bool', shape }],
  );
  return cast(graph, equal!, type);
}

function lengthAt(x: Tensor, axis: number): number {
  const length = x.shape[axis];
  if (typeof length === 'number') return length;
  throw new FairfrontError('bad-graph', `${describeTensor(x)}: the size of axis ${axis} must be known`);
}
