// Operators on pictures, rows × channels × height × width: convolution, pooling, crops and flips.

import { createRandom } from '@fairfront/core';
import { conv } from '../../src/operators/convolution.js';
import { shiftAndFlip } from '../../src/operators/pictures.js';
import { averagePool, globalAveragePool, maxPool } from '../../src/operators/pooling.js';
import { flatten } from '../../src/operators/shape.js';
import { at, fill, meanOver, type Values, withShape } from '../helpers/arrays.js';
import { uniforms } from '../helpers/random-values.js';
import type { OperatorCase } from './operator-case.js';

const random = createRandom(12);

/** The pixels of the window at (i, j) of z: their places in its kernel and in the picture. */
function windowAt(
  [height, width]: readonly [number, number],
  [kernelHeight, kernelWidth]: readonly [number, number],
  stride: number,
  padding: number,
  [i, j]: readonly [number, number],
) {
  const pixels: { u: number; v: number; y: number; x: number }[] = [];
  for (let u = 0; u < kernelHeight; u++) {
    for (let v = 0; v < kernelWidth; v++) {
      const [y, x] = [stride * i + u - padding, stride * j + v - padding];
      if (y >= 0 && y < height && x >= 0 && x < width) pixels.push({ u, v, y, x });
    }
  }
  return pixels;
}

const places = (length: number, size: number, stride: number, padding: number): number =>
  Math.floor((length + 2 * padding - size) / stride) + 1;

const CONVOLUTIONS = [
  { title: '1 × 1', x: [2, 3, 3, 4], kernel: [2, 3, 1, 1], stride: 1, padding: 0 },
  { title: '1 × 1, stride 2', x: [2, 3, 4, 5], kernel: [2, 3, 1, 1], stride: 2, padding: 0 },
  { title: '1 × 1, padded', x: [1, 2, 2, 3], kernel: [2, 2, 1, 1], stride: 1, padding: 1 },
  { title: '3 × 3', x: [2, 2, 4, 5], kernel: [3, 2, 3, 3], stride: 1, padding: 0 },
  { title: '3 × 3, padded', x: [2, 2, 4, 3], kernel: [3, 2, 3, 3], stride: 1, padding: 1 },
  {
    title: '3 × 3, padded more than it reaches',
    x: [1, 1, 2, 2],
    kernel: [1, 1, 3, 3],
    stride: 1,
    padding: 3,
  },
  { title: '3 × 3, stride 2, even', x: [2, 2, 6, 4], kernel: [2, 2, 3, 3], stride: 2, padding: 1 },
  { title: '3 × 3, stride 2, odd', x: [1, 2, 5, 7], kernel: [2, 2, 3, 3], stride: 2, padding: 1 },
  {
    title: '3 × 3, stride 3, pixels left over',
    x: [1, 1, 8, 7],
    kernel: [1, 1, 3, 3],
    stride: 3,
    padding: 0,
  },
  { title: '7 × 7, stride 2', x: [1, 2, 8, 9], kernel: [2, 2, 7, 7], stride: 2, padding: 3 },
  { title: '2 × 3, one row', x: [1, 2, 3, 4], kernel: [2, 2, 2, 3], stride: 1, padding: 0 },
  {
    title: '3 × 3, stride 2, one row of pixels',
    x: [1, 2, 1, 3],
    kernel: [2, 2, 3, 3],
    stride: 2,
    padding: 1,
  },
  { title: '3 × 3, few channels in', x: [1, 1, 3, 4], kernel: [4, 1, 3, 3], stride: 1, padding: 1 },
  { title: '3 × 3 on one pixel', x: [2, 2, 1, 1], kernel: [2, 2, 3, 3], stride: 1, padding: 1 },
] as const;

const convCases = CONVOLUTIONS.map(
  ({ title, x, kernel, stride, padding }): OperatorCase => ({
    operator: 'conv',
    title,
    inputs: [uniforms(random, x, [-1, 1]), uniforms(random, kernel, [-1, 1])],
    build: (graph, [picture, weights]) => conv(graph, picture!, weights!, { stride, padding }),
    reference: ([picture, weights]) => {
      const [rows, channels, height, width] = x;
      const [outputs, , kernelHeight, kernelWidth] = kernel;
      const size = [
        places(height, kernelHeight, stride, padding),
        places(width, kernelWidth, stride, padding),
      ];
      return fill([rows, outputs, ...size], ([n, o, i, j]) => {
        let sum = 0;
        const pixels = windowAt([height, width], [kernelHeight, kernelWidth], stride, padding, [i!, j!]);
        for (const { u, v, y, x: column } of pixels) {
          for (let c = 0; c < channels; c++) {
            sum += at(weights!, [o!, c, u, v]) * at(picture!, [n!, c, y, column]);
          }
        }
        return sum;
      });
    },
  }),
);

/** z from the values of each window. */
function pooled(
  x: Values,
  size: number,
  stride: number,
  padding: number,
  of: (values: readonly number[]) => number,
): Values {
  const [rows, channels, height, width] = x.shape as [number, number, number, number];
  const counts = [height, width].map((length) => places(length, size, stride, padding));
  return fill([rows, channels, ...counts], ([n, c, i, j]) =>
    of(
      windowAt([height, width], [size, size], stride, padding, [i!, j!]).map(({ y, x: column }) =>
        at(x, [n!, c!, y, column]),
      ),
    ),
  );
}

const maxPoolCases = [
  { title: '2, apart', shape: [2, 2, 4, 6], size: 2, stride: 2, padding: 0 },
  { title: '3 with stride 2, padded', shape: [2, 2, 5, 6], size: 3, stride: 2, padding: 1 },
  { title: '3 with stride 1: windows overlap', shape: [1, 2, 5, 4], size: 3, stride: 1, padding: 0 },
  { title: '2 with stride 3: pixels in no window', shape: [1, 1, 6, 7], size: 2, stride: 3, padding: 0 },
].map(
  ({ title, shape, size, stride, padding }): OperatorCase => ({
    operator: 'maxPool',
    title,
    inputs: [uniforms(random, shape)],
    build: (graph, [x]) => maxPool(graph, x!, { size, stride, padding }),
    reference: ([x]) => pooled(x!, size, stride, padding, (values) => Math.max(...values)),
  }),
);

const averagePoolCases = [
  { title: '2', shape: [2, 2, 4, 6], size: 2 },
  { title: '2, pixels left over', shape: [1, 2, 5, 7], size: 2 },
  { title: '3, rows left over', shape: [1, 2, 4, 3], size: 3 },
  { title: '1', shape: [1, 2, 2, 3], size: 1 },
].map(
  ({ title, shape, size }): OperatorCase => ({
    operator: 'averagePool',
    title,
    inputs: [uniforms(random, shape)],
    build: (graph, [x]) => averagePool(graph, x!, { size, stride: size }),
    reference: ([x]) =>
      pooled(x!, size, size, 0, (values) => values.reduce((sum, value) => sum + value, 0) / values.length),
  }),
);

const globalAveragePoolCases = [
  [2, 3, 4, 5],
  [2, 3, 1, 1],
].map(
  (shape): OperatorCase => ({
    operator: 'globalAveragePool',
    title: `[${shape}]`,
    inputs: [uniforms(random, shape)],
    build: (graph, [x]) => globalAveragePool(graph, x!),
    reference: ([x]) => withShape(meanOver(x!, [2, 3]), shape.slice(0, 2)),
  }),
);

const flattenCases = [[2, 3], [2, 3, 2, 2], [3]].map(
  (shape): OperatorCase => ({
    operator: 'flatten',
    title: `[${shape}]`,
    inputs: [uniforms(random, shape)],
    build: (graph, [x]) => flatten(graph, x!),
    reference: ([x]) =>
      withShape(x!, [shape[0]!, shape.slice(1).reduce((product, size) => product * size, 1)]),
  }),
);

const shiftAndFlipCases = [
  { title: 'nothing', shape: [2, 2, 3, 4], down: [0, 0], right: [0, 0], flip: [0, 0] },
  { title: 'shifts', shape: [4, 1, 3, 4], down: [1, -1, 0, 2], right: [0, 2, -1, -3], flip: [0, 0, 0, 0] },
  { title: 'mirrors', shape: [2, 2, 3, 3], down: [0, 0], right: [0, 0], flip: [1, 0] },
  { title: 'both', shape: [3, 2, 4, 5], down: [1, 0, -2], right: [-1, 2, 0], flip: [1, 1, 0] },
  { title: 'out of the picture', shape: [2, 1, 2, 3], down: [2, 0], right: [0, -3], flip: [0, 1] },
].map(({ title, shape, down, right, flip }): OperatorCase => {
  const [, , height, width] = shape as [number, number, number, number];
  const list = (values: readonly number[]) =>
    ({ type: 'int32', values: { shape: [values.length], data: Float64Array.from(values) } }) as const;
  return {
    operator: 'shiftAndFlip',
    title,
    inputs: [uniforms(random, shape)],
    given: [list(down), list(right), list(flip)],
    build: (graph, [x], [downward, toTheRight, mirrored]) =>
      shiftAndFlip(graph, x!, { down: downward!, right: toTheRight!, flip: mirrored! }),
    reference: ([x]) =>
      fill(shape, ([n, c, i, j]) => {
        const from = [i! - down[n!]!, (flip[n!] === 1 ? width - 1 - j! : j!) - right[n!]!] as const;
        const inside = from[0] >= 0 && from[0] < height && from[1] >= 0 && from[1] < width;
        return inside ? at(x!, [n!, c!, ...from]) : 0;
      }),
  };
});

export const pictureCases: readonly OperatorCase[] = [
  ...convCases,
  ...maxPoolCases,
  ...averagePoolCases,
  ...globalAveragePoolCases,
  ...flattenCases,
  ...shiftAndFlipCases,
];
