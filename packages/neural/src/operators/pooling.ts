// Pooling of pictures (rows × channels × height × width): the largest or the mean value of each window.
//
//   max       z = x[argmax of the window], the first in case of a tie; ẋ sums ż over the windows whose
//             largest value is at the pixel
//   average   z = mean of the window; windows do not overlap, so ẋ = ż of the pixel's window / pixels of it

import { FairfrontError } from '@fairfront/core';
import type { Graph } from '../graph/graph.js';
import { describeTensor, knownShape, type Tensor } from '../graph/tensor.js';
import { windowAttributes, windowCounts } from './convolution.js';
import { matMul } from './matrix.js';
import { reduceMean } from './normalisation.js';
import { concat, filled, reshape } from './shape.js';

export interface PoolOptions {
  /** Height and width of a window, in pixels. */
  readonly size: number;
  /** Pixels from one window to the next. */
  readonly stride: number;
  /** Rows and columns at each side that are there but never the largest, < size. Default 0. */
  readonly padding?: number;
}

/** The largest value of each window. */
export function maxPool(graph: Graph, x: Tensor, { size, stride, padding = 0 }: PoolOptions): Tensor {
  const counts = windowCounts(x, [size, size], stride, padding);
  const shape = [...x.shape.slice(0, 2), ...counts];
  const [z, places] = graph.node(
    'MaxPool',
    [x],
    [
      { type: x.type, shape },
      { type: 'int64', shape }, // in the flat list of all values of x
    ],
    {
      attributes: windowAttributes([size, size], stride, padding),
      backward: (dz) => [
        () => {
          const flat = (tensor: Tensor): Tensor => reshape(graph, tensor, [count(tensor)]);
          const zeros = filled(graph, x.type, [count(x)], 0);
          const [dx] = graph.node('ScatterElements', [zeros, flat(places!), flat(dz)], [zeros], {
            attributes: { axis: 0, reduction: 'add' },
          });
          return reshape(graph, dx!, x.shape);
        },
      ],
    },
  );
  return z!;
}

/** The mean of each window. Windows may not overlap: the stride is the size. */
export function averagePool(graph: Graph, x: Tensor, { size, stride }: Omit<PoolOptions, 'padding'>): Tensor {
  if (size !== stride) {
    throw new FairfrontError(
      'bad-graph',
      `${describeTensor(x)}: the windows of an average may not overlap; got size ${size}, stride ${stride}`,
    );
  }
  const counts = windowCounts(x, [size, size], stride, 0);
  const [z] = graph.node('AveragePool', [x], [{ type: x.type, shape: [...x.shape.slice(0, 2), ...counts] }], {
    attributes: windowAttributes([size, size], stride, 0),
    backward: (dz) => [() => spread(graph, dz, x, size)],
  });
  return z!;
}

/** The mean of all pixels: rows × channels. */
export function globalAveragePool(graph: Graph, x: Tensor): Tensor {
  return reduceMean(graph, x, { axes: [2, 3] });
}

/**
 * The mean's share of each pixel: the value of its window / pixels of it, 0 at pixels that are in none. Along
 * a row that is a product with a matrix of columns × pixels, along a column it is repetition.
 */
function spread(graph: Graph, z: Tensor, like: Tensor, size: number): Tensor {
  const [rows, channels, h, w] = knownShape(z) as [number, number, number, number];
  const [height, width] = knownShape(like).slice(2) as [number, number];
  const shares = Float64Array.from({ length: w * width }, (_, at) =>
    Math.floor((at % width) / size) === Math.floor(at / width) ? 1 / size ** 2 : 0,
  );
  const lines = reshape(graph, z, [rows * channels * h, w]);
  const wide = matMul(graph, lines, graph.constant(z.type, [w, width], shares));
  const windows = concat(graph, new Array<Tensor>(size).fill(wide), 1);
  const pixels = reshape(graph, windows, [rows, channels, h * size, width]);
  const left = height - h * size;
  if (left === 0) return pixels;
  return concat(graph, [pixels, filled(graph, z.type, [rows, channels, left, width], 0)], 2);
}

function count(tensor: Tensor): number {
  return knownShape(tensor).reduce((product, size) => product * size, 1);
}
