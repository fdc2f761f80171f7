// Random arrays. Every number is one of f32, so that a graph in f32 and a reference in f64 start from the
// same.

import type { RandomSource } from '@fairfront/core';
import { sizeOf, type Values } from './arrays.js';

/** Uniform on [from, to). */
export function uniforms(
  random: RandomSource,
  shape: readonly number[],
  [from, to]: readonly [number, number] = [-2, 2],
): Values {
  const data = Float64Array.from({ length: sizeOf(shape) }, () =>
    Math.fround(from + (to - from) * random.uniform()),
  );
  return { shape, data };
}

export function wholeNumbers(random: RandomSource, count: number, below: number): Int32Array {
  return Int32Array.from({ length: count }, () => Math.floor(random.uniform() * below));
}
