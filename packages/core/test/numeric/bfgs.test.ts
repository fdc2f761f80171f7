import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bfgsUpdate } from '../../src/numeric/bfgs.js';
import { choleskyFactor } from '../../src/numeric/cholesky.js';
import { randomSource } from '../helpers/arbitraries.js';
import '../helpers/close.js';

const identity = (n: number): Float64Array =>
  Float64Array.from({ length: n * n }, (_, entry) => (entry % (n + 1) === 0 ? 1 : 0));

const product = (matrix: Float64Array, vector: readonly number[]): number[] =>
  vector.map((_, i) => vector.reduce((sum, value, j) => sum + matrix[i * vector.length + j]! * value, 0));

describe('bfgsUpdate', () => {
  it('learns the curvature of one variable at once', () => {
    const B = Float64Array.of(1);
    expect(bfgsUpdate(B, [2], [14])).toBe(true);
    expect(B[0]).toBe(7);
  });

  it('gives the matrix of the textbook formula', () => {
    // B = I, s = (1, 0), y = (2, 1): I − e₁e₁ᵀ + y yᵀ / 2
    const B = identity(2);
    bfgsUpdate(B, [1, 0], [2, 1]);
    expect(B).toBeAllClose([2, 1, 1, 1.5], { absolute: 1e-15 });
  });

  it('satisfies the secant equation B s = y and stays symmetric and positive definite', () => {
    fc.assert(
      fc.property(randomSource, fc.integer({ min: 2, max: 6 }), (random, n) => {
        const B = identity(n);
        const vector = (): number[] => Array.from({ length: n }, () => 2 * random.uniform() - 1);
        for (let update = 0; update < 10; update++) {
          const [step, change] = [vector(), vector()];
          const inner = step.reduce((sum, value, i) => sum + value * change[i]!, 0);
          if (inner < 0.1) continue;
          expect(bfgsUpdate(B, step, change)).toBe(true);
          expect(product(B, step)).toBeAllClose(change, { absolute: 1e-11 * Math.max(...B) });
          expect(choleskyFactor(B, n).jitter).toBe(0);
          for (let i = 0; i < n; i++) {
            for (let j = 0; j < i; j++) {
              expect([B[i * n + j]!]).toBeAllClose([B[j * n + i]!], { absolute: 1e-12 * Math.max(...B) });
            }
          }
        }
      }),
    );
  });

  it('recovers a quadratic exactly from steps along conjugate directions', () => {
    const B = identity(2);
    // Of the quadratic with Hessian diag(3, 5) the axes are conjugate.
    bfgsUpdate(B, [1, 0], [3, 0]);
    bfgsUpdate(B, [0, 2], [0, 10]);
    expect(B).toBeAllClose([3, 0, 0, 5], { absolute: 1e-15 });
  });

  it.each([
    ['negative curvature', [1, 0], [-1, 0]],
    ['no curvature', [1, 0], [0, 1]],
    ['curvature that is mostly rounding', [1, 0], [1e-12, 1]],
    ['a step of 0', [0, 0], [0, 0]],
    ['NaN', [Number.NaN, 0], [1, 0]],
  ])('refuses a pair with %s and leaves the matrix as it was', (_, step, change) => {
    const B = Float64Array.of(2, 0.5, 0.5, 1);
    expect(bfgsUpdate(B, step, change)).toBe(false);
    expect(B).toEqual(Float64Array.of(2, 0.5, 0.5, 1));
  });
});
