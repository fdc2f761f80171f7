import { createRandom } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import { initialParameters, orthogonal } from '../../src/network/initialise.js';
import { type Network, parameterShapes } from '../../src/network/network.js';
import { fill, flip, product, sizeOf, type Values } from '../helpers/arrays.js';
import { NETWORKS, titleOf } from './network-cases.js';
import '../../../core/test/helpers/close.js';

/** Rows or columns, whichever are fewer, are orthonormal. */
function expectOrthonormal(matrix: Values, absolute: number): void {
  const [rows, columns] = matrix.shape as [number, number];
  const gram = rows <= columns ? product(matrix, flip(matrix)) : product(flip(matrix), matrix);
  const unit = fill(gram.shape, ([i, j]) => (i === j ? 1 : 0));
  expect(gram.data).toBeAllClose(unit.data, { absolute });
}

describe('orthogonal', () => {
  it.each([
    [12, 5],
    [5, 12],
    [9, 9],
    [1, 6],
    [6, 1],
    [1, 1],
    [60, 60],
  ])('%d × %d', (rows, columns) => {
    const data = orthogonal(rows, columns, createRandom(20));
    expectOrthonormal({ shape: [rows, columns], data }, 1e-14);
  });

  // What is left of each is a millionth of it: the first pass of Gram–Schmidt is orthogonal to ten digits
  // only.
  it('is made also of vectors that are almost parallel', () => {
    const { seed, uniform } = createRandom(24);
    const alike = { seed, uniform: () => 0, exponential: () => 0.5 + 1e-6 * uniform() };
    const data = orthogonal(12, 5, alike);
    expectOrthonormal({ shape: [12, 5], data }, 1e-14);
  });

  it('is decided by the seed', () => {
    expect(orthogonal(4, 3, createRandom(1))).toEqual(orthogonal(4, 3, createRandom(1)));
    expect(orthogonal(4, 3, createRandom(1))).not.toEqual(orthogonal(4, 3, createRandom(2)));
  });

  // Of a uniformly random orthogonal matrix of size n, an entry has mean 0 and variance 1/n, two entries are
  // uncorrelated, and the determinant is as often 1 as −1. Means over 4000 matrices: four standard errors are
  // 4 √(1/n / 4000) = 0.037 at n = 3, smaller for the other two.
  it('has no favourite direction', () => {
    const random = createRandom(21);
    const count = 4000;
    const size = 3;
    const [sums, squares] = [new Float64Array(9), new Float64Array(9)];
    const signs = new Float64Array(9);
    let determinants = 0;
    for (let trial = 0; trial < count; trial++) {
      const q = orthogonal(size, size, random);
      q.forEach((value, i) => {
        sums[i]! += value / count;
        squares[i]! += value ** 2 / count;
        signs[i]! += Math.sign(value) / count;
      });
      const [a, b, c, d, e, f, g, h, i] = [...q] as [number, ...number[]] & number[];
      determinants += (a * (e! * i! - f! * h!) - b! * (d! * i! - f! * g!) + c! * (d! * h! - e! * g!)) / count;
    }
    expect(sums).toBeAllClose(new Float64Array(9), { absolute: 0.037 });
    expect(squares).toBeAllClose(new Float64Array(9).fill(1 / size), { absolute: 0.037 });
    expect(signs).toBeAllClose(new Float64Array(9), { absolute: 4 / Math.sqrt(count) });
    expect(Math.abs(determinants)).toBeLessThan(4 / Math.sqrt(count));
  });
});

describe('initialParameters', () => {
  const cases = NETWORKS.map((network) => [titleOf(network), network] as const);

  it.each(cases)('%s: weights orthonormal to rounding in f32, biases 0', (_, network: Network) => {
    const parameters = initialParameters(network, createRandom(22));
    expect(parameters).toBeInstanceOf(Float32Array);
    let from = 0;
    for (const { shape } of parameterShapes(network)) {
      const data = Float64Array.from(parameters.subarray(from, from + sizeOf(shape)));
      from += sizeOf(shape);
      if (shape.length === 2) expectOrthonormal({ shape, data }, 1e-6);
      else expect(data).toEqual(new Float64Array(data.length));
    }
    expect(parameters).toHaveLength(from);
  });

  it.each(cases)('%s: decided by the seed', (_, network) => {
    const from = (seed: number) => initialParameters(network, createRandom(seed));
    expect(from(1)).toEqual(from(1));
    expect(from(1)).not.toEqual(from(2));
  });

  it('differ from layer to layer', () => {
    const network: Network = { kind: 'resnet', inputs: 4, classes: 4, hidden: [4], activation: 'elu' };
    const parameters = initialParameters(network, createRandom(23));
    const weights = [0, 1, 2, 3].map((layer) => parameters.slice(20 * layer, 20 * layer + 16).join());
    expect(new Set(weights).size).toBe(4);
  });
});
