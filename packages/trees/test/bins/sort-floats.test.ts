import { createRandom } from '@fairfront/core';
import { expect, it } from 'vitest';
import { sortFloats } from '../../src/bins/sort-floats.js';

it.each([0, 1, 100, 5000, 20_000])(
  'sorts %i numbers as comparing does, zeros with a sign included',
  (count) => {
    const { uniform } = createRandom(count);
    const special = [0, -0, Infinity, -Infinity, 1e-45, -1e-45, 3.4e38, -3.4e38, 1, 1];
    const values = Float32Array.from({ length: count }, (_, i) =>
      i < special.length ? special[i]! : (uniform() - 0.5) * 10 ** Math.floor(60 * uniform() - 30),
    );
    const sorted = [...values.slice().sort()];
    const own = sortFloats(new Float32Array([9, ...values]).subarray(1));
    expect(own.every((value, i) => Object.is(value, sorted[i]))).toBe(true);
    expect(own).toHaveLength(count);
  },
);
