import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ConjugateGradientProblem,
  solveByConjugateGradient,
} from '../../src/numeric/conjugate-gradient.js';
import type { RandomSource } from '../../src/numeric/random.js';
import { randomSource } from '../helpers/arbitraries.js';
import '../helpers/close.js';

const ones = (n: number): Float64Array => new Float64Array(n).fill(1);
const norm = (vector: Float64Array): number => Math.hypot(...vector);

function timesMatrix(matrix: Float64Array): ConjugateGradientProblem['multiply'] {
  return (vector, product) => {
    const n = vector.length;
    for (let i = 0; i < n; i++) {
      product[i] = 0;
      for (let j = 0; j < n; j++) product[i]! += matrix[i * n + j]! * vector[j]!;
    }
  };
}

/** I + R Rᵀ, so eigenvalues from 1. */
function positiveDefinite(random: RandomSource, n: number): Float64Array {
  const root = Array.from({ length: n * n }, () => 2 * random.uniform() - 1);
  return Float64Array.from({ length: n * n }, (_, entry) => {
    const [i, j] = [Math.floor(entry / n), entry % n];
    let sum = i === j ? 1 : 0;
    for (let k = 0; k < n; k++) sum += root[i * n + k]! * root[j * n + k]!;
    return sum;
  });
}

const never = { done: () => false };
const sizes = fc.integer({ min: 1, max: 8 });

describe('solveByConjugateGradient', () => {
  it('solves a small system exactly', () => {
    // [4 1; 1 3] x = (1, 2) has x = (1/11, 7/11).
    const x = solveByConjugateGradient({
      multiply: timesMatrix(Float64Array.of(4, 1, 1, 3)),
      right: Float64Array.of(1, 2),
      diagonal: ones(2),
      ...never,
      maxIterations: 2,
    });
    expect(x).toBeAllClose([1 / 11, 7 / 11], { relative: 1e-14 });
  });

  it('solves any system within as many steps as it has unknowns, and leaves the right side as it was', () => {
    fc.assert(
      fc.property(randomSource, sizes, (random, n) => {
        const matrix = positiveDefinite(random, n);
        const right = Float64Array.from({ length: n }, () => 2 * random.uniform() - 1);
        const copy = right.slice();
        const multiply = timesMatrix(matrix);
        const diagonal = Float64Array.from({ length: n }, (_, i) => 1 / matrix[i * (n + 1)]!);
        const x = solveByConjugateGradient({ multiply, right, diagonal, ...never, maxIterations: n });
        const product = new Float64Array(n);
        multiply(x, product);
        expect(product).toBeAllClose(right, { absolute: 1e-10 });
        expect(right).toEqual(copy);
      }),
    );
  });

  it('needs one step per different eigenvalue, none of them told twice', () => {
    let products = 0;
    const scales = [1, 1, 5, 5, 5, 9];
    const x = solveByConjugateGradient({
      multiply: (vector, product) => {
        products++;
        for (let i = 0; i < 6; i++) product[i] = scales[i]! * vector[i]!;
      },
      right: Float64Array.of(3, -1, 2, 4, -5, 1),
      diagonal: ones(6),
      done: (residual) => norm(residual) < 1e-12,
      maxIterations: 100,
    });
    expect(products).toBe(3);
    expect(x).toBeAllClose([3, -1, 0.4, 0.8, -1, 1 / 9], { absolute: 1e-13 });
  });

  it('needs a single one where the diagonal is all there is', () => {
    const scales = [1e-9, 1, 1e9];
    const x = solveByConjugateGradient({
      multiply: (vector, product) =>
        scales.forEach((scale, i) => {
          product[i] = scale * vector[i]!;
        }),
      right: Float64Array.of(1, 1, 1),
      diagonal: Float64Array.from(scales, (scale) => 1 / scale),
      ...never,
      maxIterations: 1,
    });
    expect(x).toBeAllClose([1e9, 1, 1e-9], { relative: 1e-12 });
  });

  it('tells the true residual before each step, and comes nearer with each', () => {
    fc.assert(
      fc.property(randomSource, (random) => {
        const n = 6;
        const matrix = positiveDefinite(random, n);
        const multiply = timesMatrix(matrix);
        const right = Float64Array.from({ length: n }, () => 2 * random.uniform() - 1);
        const solution = solveByConjugateGradient({
          multiply,
          right,
          diagonal: ones(n),
          ...never,
          maxIterations: 30,
        });
        const product = new Float64Array(n);
        let last = Number.POSITIVE_INFINITY;
        for (let maxIterations = 0; maxIterations < n; maxIterations++) {
          const residuals: Float64Array[] = [];
          const x = solveByConjugateGradient({
            multiply,
            right,
            diagonal: ones(n),
            done: (residual) => {
              residuals.push(residual.slice());
              return false;
            },
            maxIterations: maxIterations + 1, // asked before the last step too
          });
          const before = solveByConjugateGradient({
            multiply,
            right,
            diagonal: ones(n),
            ...never,
            maxIterations,
          });
          multiply(before, product);
          expect(residuals).toHaveLength(maxIterations + 1);
          expect(residuals.at(-1)!).toBeAllClose(
            right.map((b, i) => b - product[i]!),
            { absolute: 1e-11 },
          );
          // The energy (x − x*)ᵀ A (x − x*) is what falls.
          const error = x.map((value, i) => value - solution[i]!);
          multiply(error, product);
          const energy = error.reduce((sum, value, i) => sum + value * product[i]!, 0);
          expect(energy).toBeLessThanOrEqual(last + 1e-14);
          last = energy;
        }
      }),
      { numRuns: 30 },
    );
  });

  it('stays at 0 where nothing is to be done', () => {
    const multiply = (): void => {
      throw new Error('asked for a product');
    };
    const right = Float64Array.of(1, 2);
    const common = { multiply, right, diagonal: ones(2) };
    const zero = new Float64Array(2);
    expect(solveByConjugateGradient({ ...common, done: () => true, maxIterations: 9 })).toEqual(zero);
    expect(solveByConjugateGradient({ ...common, ...never, maxIterations: 0 })).toEqual(zero);
  });

  it.each([
    ['right side 0', Float64Array.of(2, 0, 0, 2), [0, 0], [0, 0]],
    ['no curvature', Float64Array.of(0, 0, 0, 0), [1, 1], [0, 0]],
    ['negative curvature', Float64Array.of(-1, 0, 0, -1), [1, 1], [0, 0]],
    ['a singular matrix: the part it can', Float64Array.of(2, 0, 0, 0), [4, 0], [2, 0]],
  ])('keeps what it has, finite, for %s', (_, matrix, right, expected) => {
    const x = solveByConjugateGradient({
      multiply: timesMatrix(matrix),
      right: Float64Array.from(right),
      diagonal: ones(2),
      ...never,
      maxIterations: 10,
    });
    expect(x).toBeAllClose(expected, { absolute: 1e-15 });
  });
});
