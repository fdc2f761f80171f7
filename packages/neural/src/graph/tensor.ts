// A value in a graph: its name, its type and its shape. The numbers come when the graph is run.

import { FairfrontError } from '@fairfront/core';

/** The type of a tensor's values. */
export type DataType = 'float32' | 'float64' | 'int32' | 'int64' | 'uint8' | 'bool' | 'string';

/** A size, or the name of one that is known when the graph is run. Equal names are equal sizes. */
export type Dimension = number | string;
export type Shape = readonly Dimension[];

export interface Tensor {
  readonly name: string;
  readonly type: DataType;
  readonly shape: Shape;
}

/** A tensor as messages show it: name, type and shape. */
export function describeTensor({ name, type, shape }: Tensor): string {
  return `${name}: ${type}[${shape.join(', ')}]`;
}

/** The sizes of a tensor; refuses one whose sizes are not all known. */
export function knownShape(tensor: Tensor): number[] {
  return tensor.shape.map((size) => {
    if (typeof size === 'number') return size;
    throw new FairfrontError(
      'bad-graph',
      `${describeTensor(tensor)}: the size "${size}" must be known when the graph is built`,
    );
  });
}

/** Whether two shapes have the same sizes. */
export function sameShape(left: Shape, right: Shape): boolean {
  return left.length === right.length && left.every((size, axis) => size === right[axis]);
}

/** The shape that two tensors have together: aligned at the last axis, sizes must be equal or 1. */
export function broadcastShape(left: Tensor, right: Tensor): Dimension[] {
  const rank = Math.max(left.shape.length, right.shape.length);
  return Array.from({ length: rank }, (_, axis) => {
    const a = left.shape[axis - rank + left.shape.length] ?? 1;
    const b = right.shape[axis - rank + right.shape.length] ?? 1;
    if (a === b || b === 1) return a;
    if (a === 1) return b;
    throw new FairfrontError(
      'bad-graph',
      `shapes do not fit: ${describeTensor(left)} and ${describeTensor(right)}; sizes must be equal, or 1`,
    );
  });
}

/** An axis counted from the front; −1 is the last. */
export function frontAxis(tensor: Tensor, axis: number): number {
  const rank = tensor.shape.length;
  const front = axis < 0 ? axis + rank : axis;
  if (Number.isInteger(front) && front >= 0 && front < rank) return front;
  throw new FairfrontError('bad-graph', `${describeTensor(tensor)} has no axis ${axis}`);
}
