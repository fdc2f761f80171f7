import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundMultipliers } from '../../src/baselines/zafar-multipliers.js';
import type { RandomSource } from '../../src/numeric/random.js';
import { randomSource } from '../helpers/arbitraries.js';
import { normals } from '../linear/linear-problems.js';
import '../helpers/close.js';

interface Problem {
  readonly matrix: Float64Array;
  readonly free: Float64Array;
}

/** M = R Rᵀ and free = R v; with `balanced` the rows of R sum to 0, as the directions of all groups do. */
function makeProblem(random: RandomSource, count: number, rank: number, balanced: boolean): Problem {
  const root = normals(random, count * rank);
  if (balanced) {
    for (let j = 0; j < rank; j++) {
      let sum = 0;
      for (let a = 0; a < count; a++) sum += root[a * rank + j]!;
      for (let a = 0; a < count; a++) root[a * rank + j]! -= sum / count;
    }
  }
  const row = (a: number): Float64Array => root.subarray(a * rank, (a + 1) * rank);
  const inner = (x: Float64Array, y: Float64Array): number =>
    x.reduce((sum, value, j) => sum + value * y[j]!, 0);
  const target = normals(random, rank);
  return {
    matrix: Float64Array.from({ length: count * count }, (_, i) =>
      inner(row(Math.floor(i / count)), row(i % count)),
    ),
    free: Float64Array.from({ length: count }, (_, a) => inner(row(a), target)),
  };
}

/** free − M ν is within the bound, and at it where ν pulls, on ν's side. */
function expectMinimum({ matrix, free }: Problem, bound: number, multipliers: Float64Array): void {
  const count = free.length;
  const slack = 1e-9 * Math.max(...free.map(Math.abs));
  free.forEach((value, a) => {
    let covariance = value;
    for (let b = 0; b < count; b++) covariance -= matrix[a * count + b]! * multipliers[b]!;
    expect(Math.abs(covariance)).toBeLessThanOrEqual(bound + slack);
    if (multipliers[a] !== 0 && bound > 0) {
      expect(Math.abs(covariance - Math.sign(multipliers[a]!) * bound)).toBeLessThanOrEqual(slack);
    }
  });
}

describe('boundMultipliers', () => {
  it('has nothing to do within the bound', () => {
    const matrix = Float64Array.of(2, 0, 0, 3);
    const start = Float64Array.of(1, 1);
    expect(boundMultipliers(matrix, Float64Array.of(0.5, -1), 1, start)).toEqual(new Float64Array(2));
    expect(boundMultipliers(matrix, Float64Array.of(5, -7), Number.POSITIVE_INFINITY, start)).toEqual(
      new Float64Array(2),
    );
    expect(start).toEqual(Float64Array.of(1, 1));
  });

  it('pulls one covariance back to its bound', () => {
    const zero = new Float64Array(1);
    expect(boundMultipliers(Float64Array.of(2), Float64Array.of(5), 1, zero)[0]).toBe(2);
    expect(boundMultipliers(Float64Array.of(2), Float64Array.of(-5), 1, zero)[0]).toBe(-2);
    expect(boundMultipliers(Float64Array.of(2), Float64Array.of(5), 0, zero)[0]).toBe(2.5);
  });

  it('leaves alone a bound that the pull of another keeps', () => {
    // The pull on the first covariance, 3, takes twice as much off the second.
    const found = boundMultipliers(
      Float64Array.of(1, 2, 2, 5),
      Float64Array.of(1.4, 4),
      1,
      new Float64Array(2),
    );
    expect(found).toBeAllClose([0, 0.6], { absolute: 1e-14 });
  });

  it('ends at the minimum, whatever it starts from', () => {
    const problems = fc.record({
      random: randomSource,
      count: fc.integer({ min: 1, max: 8 }),
      rank: fc.integer({ min: 1, max: 8 }),
      balanced: fc.boolean(),
      bound: fc.constantFrom(0, 1e-3, 0.1, 1),
    });
    fc.assert(
      fc.property(problems, ({ random, count, rank, balanced, bound }) => {
        const problem = makeProblem(random, count, rank, balanced);
        for (const start of [new Float64Array(count), normals(random, count, 3)]) {
          const multipliers = boundMultipliers(problem.matrix, problem.free, bound, start);
          expectMinimum(problem, bound, multipliers);
        }
      }),
      { numRuns: 150, seed: 31 },
    );
  });

  it('does so where all four bounds are tight at once, though one follows from the others', () => {
    // Rows (1, 0, 1), (1, 0, −1), (−1, 1, 0), (−1, −1, 0) of R: they sum to 0.
    const matrix = Float64Array.of(2, 0, -1, -1, 0, 2, -1, -1, -1, -1, 2, 0, -1, -1, 0, 2);
    const problem = { matrix, free: Float64Array.of(3, 2.9, -2.8, -3.1) };
    const multipliers = boundMultipliers(matrix, problem.free, 0.5, new Float64Array(4));
    expectMinimum(problem, 0.5, multipliers);
    problem.free.forEach((value, a) => {
      const moved = multipliers.reduce((sum, multiplier, b) => sum + matrix[4 * a + b]! * multiplier, 0);
      expect(value - moved).toBeCloseTo(a < 2 ? 0.5 : -0.5, 9);
    });
  });
});
