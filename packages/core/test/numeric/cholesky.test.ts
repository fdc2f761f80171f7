import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { choleskyFactor, choleskySolve } from '../../src/numeric/cholesky.js';
import type { RandomSource } from '../../src/numeric/random.js';
import { randomSource } from '../helpers/arbitraries.js';
import { expectError } from '../helpers/errors.js';
import '../helpers/close.js';

/** A = R Rᵀ with R of `rank` columns, row-major. */
function gramMatrix(random: RandomSource, size: number, rank = size): Float64Array {
  const root = Array.from({ length: size * rank }, () => 2 * random.uniform() - 1);
  return Float64Array.from({ length: size * size }, (_, entry) => {
    const [i, j] = [Math.floor(entry / size), entry % size];
    let sum = 0;
    for (let k = 0; k < rank; k++) sum += root[i * rank + k]! * root[j * rank + k]!;
    return sum;
  });
}

function multiply(matrix: Float64Array, vector: Float64Array): Float64Array {
  const n = vector.length;
  return Float64Array.from(vector, (_, i) =>
    vector.reduce((sum, value, j) => sum + matrix[i * n + j]! * value, 0),
  );
}

describe('choleskyFactor', () => {
  it('finds the exact factor of a small matrix, without jitter, and does not change its argument', () => {
    const matrix = Float64Array.of(4, 2, 2, 10);
    const { lower, jitter, size } = choleskyFactor(matrix, 2);
    expect([lower[0], lower[2], lower[3]]).toEqual([2, 1, 3]);
    expect([jitter, size]).toEqual([0, 2]);
    expect(matrix).toEqual(Float64Array.of(4, 2, 2, 10));
  });

  it('reads the lower triangle alone', () => {
    const { lower } = choleskyFactor(Float64Array.of(4, Number.NaN, 2, 10), 2);
    expect([lower[0], lower[2], lower[3]]).toEqual([2, 1, 3]);
  });

  it('needs jitter for a singular matrix, little of it, and solves what it factored', () => {
    const { jitter } = choleskyFactor(Float64Array.of(1, 1, 1, 1), 2);
    expect(jitter).toBeGreaterThan(0);
    expect(jitter).toBeLessThanOrEqual(1e-12);
    fc.assert(
      fc.property(randomSource, fc.integer({ min: 2, max: 8 }), (random, size) => {
        const matrix = gramMatrix(random, size, size - 1);
        const largest = Math.max(...matrix);
        const factor = choleskyFactor(matrix, size);
        expect(factor.jitter).toBeLessThanOrEqual(1e-10 * largest);
        // L Lᵀ = A + jitter I
        for (let i = 0; i < size; i++) {
          for (let j = 0; j <= i; j++) {
            let product = 0;
            for (let k = 0; k <= j; k++) product += factor.lower[i * size + k]! * factor.lower[j * size + k]!;
            const wanted = matrix[i * size + j]! + (i === j ? factor.jitter : 0);
            expect(Math.abs(product - wanted)).toBeLessThanOrEqual(1e-14 * largest);
          }
        }
      }),
    );
  });

  it('scales its jitter with the matrix', () => {
    const { jitter } = choleskyFactor(Float64Array.of(1e9, 1e9, 1e9, 1e9), 2);
    expect(jitter).toBeGreaterThan(1e-6);
    expect(jitter).toBeLessThanOrEqual(1e-3);
  });

  it.each([
    ['indefinite', [1, 2, 2, 1]],
    ['negative', [-1, 0, 0, -1]],
    ['zero', [0, 0, 0, 0]],
    ['not a number', [1, Number.NaN, Number.NaN, 1]],
    ['infinite', [Number.POSITIVE_INFINITY, 0, 0, 1]],
  ])('throws where the matrix is %s', (_, entries) => {
    expectError(
      () => choleskyFactor(Float64Array.from(entries), 2),
      'bad-problem',
      '2 × 2',
      'positive definite',
    );
  });
});

describe('choleskySolve', () => {
  it('solves a small system exactly, in place', () => {
    const right = Float64Array.of(8, 14); // A (1.5, 1)
    const x = choleskySolve(choleskyFactor(Float64Array.of(4, 2, 2, 11), 2), right);
    expect(x).toBe(right);
    expect(x).toBeAllClose([1.5, 1], { absolute: 1e-15 });
  });

  it('leaves a residual ‖Ax − b‖ of the size of rounding', () => {
    fc.assert(
      fc.property(randomSource, fc.integer({ min: 1, max: 12 }), (random, size) => {
        const matrix = gramMatrix(random, size);
        for (let i = 0; i < size; i++) matrix[i * size + i]! += 1e-3;
        const right = Float64Array.from({ length: size }, () => random.uniform() - 0.5);
        const factor = choleskyFactor(matrix, size);
        const x = choleskySolve(factor, right.slice());
        const largest = Math.max(...matrix, ...x.map(Math.abs));
        expect(factor.jitter).toBe(0);
        expect(multiply(matrix, x)).toBeAllClose(right, { absolute: 1e-14 * size * largest });
      }),
    );
  });
});
