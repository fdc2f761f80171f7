import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/numeric/random.js';
import {
  checkMu,
  normalise,
  projectOntoSimplex,
  sampleSimplex,
  simplexGrid,
  uniformMu,
  vertexMu,
} from '../../src/numeric/simplex.js';
import { compensatedSum } from '../../src/numeric/sum.js';
import { permute, real } from '../helpers/arbitraries.js';
import { expectError } from '../helpers/errors.js';
import '../helpers/close.js';

const distance = (left: readonly number[], right: readonly number[]): number =>
  Math.hypot(...left.map((value, i) => value - right[i]!));

/** Each subset of coordinates that may be positive gives one candidate; the nearest that lies on the simplex is the projection. */
function bruteForceProjection(point: readonly number[]): number[] {
  let best: number[] = [];
  for (let subset = 1; subset < 2 ** point.length; subset++) {
    const positive = point.map((_, i) => (subset & (2 ** i)) !== 0);
    const chosen = point.filter((_, i) => positive[i]);
    const shift = (chosen.reduce((sum, value) => sum + value, 0) - 1) / chosen.length;
    const candidate = point.map((value, i) => (positive[i] ? value - shift : 0));
    if (candidate.some((value) => value < 0)) continue;
    if (best.length === 0 || distance(candidate, point) < distance(best, point)) best = candidate;
  }
  return best;
}

describe('uniformMu and vertexMu', () => {
  it('are the centre and a corner', () => {
    expect(uniformMu(1)).toEqual([1]);
    expect(uniformMu(4)).toEqual([0.25, 0.25, 0.25, 0.25]);
    expect(vertexMu(3, 1)).toEqual([0, 1, 0]);
  });
});

describe('normalise', () => {
  it('divides by the sum and leaves its argument alone', () => {
    const values = [1, 3, 0];
    expect(normalise(values)).toEqual([0.25, 0.75, 0]);
    expect(values).toEqual([1, 3, 0]);
  });
});

describe('projectOntoSimplex', () => {
  it.each([
    [[7], [1]],
    [[-7], [1]],
    [
      [0.5, 0.5],
      [0.5, 0.5],
    ],
    [
      [1, 1],
      [0.5, 0.5],
    ],
    [
      [2, 0],
      [1, 0],
    ],
    [
      [0, 0, 0, 0],
      [0.25, 0.25, 0.25, 0.25],
    ],
    [
      [1, 0.5, -3],
      [0.75, 0.25, 0],
    ],
    [
      [-1, -1.5, -9],
      [0.75, 0.25, 0],
    ],
  ])('takes %j to %j', (point, expected) => {
    expect(projectOntoSimplex(point)).toEqual(expected);
  });

  it.each([1e9, -1e9, 2 ** 52, 1e17, -1e17, 1e300, -1e300])('keeps its digits at a distance of %d', (far) => {
    expect(projectOntoSimplex([far, far])).toEqual([0.5, 0.5]);
    expect(projectOntoSimplex([far, 2 * far])).toEqual(far > 0 ? [0, 1] : [1, 0]);
    expect(projectOntoSimplex([0, far])).toEqual(far > 0 ? [0, 1] : [1, 0]);
  });

  it.each([1e9, -1e9])('sees differences of a half at a distance of %d', (far) => {
    expect(projectOntoSimplex([far, far + 0.5, far - 3])).toEqual([0.25, 0.75, 0]);
  });

  it('is the nearest point of the simplex: it agrees with trying every set of positive coordinates', () => {
    fc.assert(
      fc.property(fc.array(real(3), { minLength: 1, maxLength: 6 }), (point) => {
        expect(projectOntoSimplex(point)).toBeAllClose(bruteForceProjection(point), { absolute: 1e-14 });
      }),
      { numRuns: 500 },
    );
  });

  it('meets the optimality conditions: what is positive was lowered by τ, what is 0 was not above τ', () => {
    fc.assert(
      fc.property(fc.array(real(1e9), { minLength: 1, maxLength: 30 }), (point) => {
        const mu = projectOntoSimplex(point);
        checkMu(mu, point.length);
        expect(Math.abs(compensatedSum(mu) - 1)).toBeLessThan(1e-15);
        const lowered = point.map((value, i) => value - mu[i]!);
        const tau = Math.max(...lowered.filter((_, i) => mu[i]! > 0));
        const slack = 1e-15 * Math.max(1, ...point.map(Math.abs));
        lowered.forEach((value, i) => {
          if (mu[i]! > 0) expect(Math.abs(value - tau)).toBeLessThanOrEqual(2 * slack);
          else expect(value).toBeLessThanOrEqual(tau + 2 * slack);
        });
      }),
    );
  });

  it('leaves a point of the simplex where it is', () => {
    fc.assert(
      fc.property(fc.array(real(), { minLength: 1, maxLength: 10 }), (point) => {
        const mu = projectOntoSimplex(point);
        expect(projectOntoSimplex(mu)).toBeAllClose(mu, { absolute: 1e-14 });
      }),
    );
  });

  it('permutes with its argument', () => {
    const cases = fc
      .array(real(2), { minLength: 1, maxLength: 8 })
      .chain((point) =>
        fc.tuple(
          fc.constant(point),
          fc.shuffledSubarray([...point.keys()], { minLength: point.length, maxLength: point.length }),
        ),
      );
    fc.assert(
      fc.property(cases, ([point, order]) => {
        expect(projectOntoSimplex(permute(point, order))).toBeAllClose(
          permute(projectOntoSimplex(point), order),
          { absolute: 1e-14 },
        );
      }),
    );
  });

  it('does not change its argument, and refuses what has no nearest point', () => {
    const point = Object.freeze([3, 1]);
    expect(projectOntoSimplex(point)).toEqual([1, 0]);
    expectError(() => projectOntoSimplex([]), 'bad-mu', 'finite');
    expectError(() => projectOntoSimplex([0, Number.NaN]), 'bad-mu', 'NaN');
    expectError(() => projectOntoSimplex([Number.POSITIVE_INFINITY, 0]), 'bad-mu', 'Infinity');
  });
});

describe('sampleSimplex', () => {
  it('draws uniformly: means, variances and covariances are those of Dirichlet(1, …, 1)', () => {
    const random = createRandom(11);
    const count = 40_000;
    const draws = Array.from({ length: count }, () => sampleSimplex(random, 3));
    const moment = (of: (mu: readonly number[]) => number): number =>
      draws.reduce((sum, mu) => sum + of(mu), 0) / count;
    for (const group of [0, 1, 2]) {
      expect(Math.abs(moment((mu) => mu[group]!) - 1 / 3)).toBeLessThan(5 * Math.sqrt(1 / 18 / count));
      expect(Math.abs(moment((mu) => mu[group]! ** 2) - 1 / 6)).toBeLessThan(5 * Math.sqrt(0.04 / count));
    }
    expect(Math.abs(moment((mu) => mu[0]! * mu[1]!) - 1 / 12)).toBeLessThan(5 * Math.sqrt(0.005 / count));
    for (const mu of draws) checkMu(mu, 3);
  });
});

describe('simplexGrid', () => {
  it('lists the multiples of 1/steps in lexicographic order', () => {
    expect(simplexGrid(1, 4)).toEqual([[1]]);
    expect(simplexGrid(2, 2)).toEqual([
      [0, 1],
      [0.5, 0.5],
      [1, 0],
    ]);
    expect(simplexGrid(3, 1)).toEqual([
      [0, 0, 1],
      [0, 1, 0],
      [1, 0, 0],
    ]);
  });

  it('has C(steps + n − 1, n − 1) different points, all on the simplex', () => {
    const grid = simplexGrid(4, 7);
    expect(grid).toHaveLength(120); // C(10, 3)
    expect(new Set(grid.map(String)).size).toBe(120);
    for (const mu of grid) checkMu(mu, 4);
  });

  it.each([0, -1, 1.5, Number.NaN])('refuses %d steps', (steps) => {
    expectError(() => simplexGrid(2, steps), 'bad-option', 'steps', String(steps));
  });

  it('refuses a grid of no groups', () => {
    expectError(() => simplexGrid(0, 3), 'bad-groups', 'at least 1 group');
  });
});

describe('checkMu', () => {
  it('accepts weights on the simplex within rounding', () => {
    expect(() => checkMu([0.1, 0.2, 0.7], 3)).not.toThrow();
    expect(() => checkMu([0, 1], 2)).not.toThrow();
    expect(() => checkMu([0.5, 0.5 + 1e-10], 2)).not.toThrow();
  });

  it('names what is wrong: the count, the weight, the sum', () => {
    expectError(() => checkMu([1], 2), 'bad-mu', 'mu', '2 groups', '1 weights');
    expectError(() => checkMu([1.5, -0.5], 2), 'bad-mu', 'mu[1]', '-0.5');
    expectError(() => checkMu([Number.NaN, 1], 2), 'bad-mu', 'mu[0]', 'NaN');
    expectError(() => checkMu([Number.POSITIVE_INFINITY, 0], 2), 'bad-mu', 'mu[0]', 'Infinity');
    expectError(() => checkMu([0.5, 0.4], 2, 'initialMu'), 'bad-mu', 'initialMu', '0.9');
    expectError(() => checkMu([0.5, 0.5 + 1e-8], 2), 'bad-mu', 'sum to 1');
  });
});
