import { describe, expect, test } from 'vitest';
import { createRandom, randomSearch } from '../../src/index.js';

/** The first `count` weights it tries; risks do not matter to it. */
function weightsTried(seed: number, initialMu: readonly number[], count: number): (readonly number[])[] {
  const sequence = randomSearch({ random: createRandom(seed) }).search({
    groupCount: initialMu.length,
    initialMu,
  });
  const observation = {
    mu: initialMu,
    risks: initialMu,
    trainRisks: initialMu,
    converged: true,
    suboptimality: 0,
  };
  return Array.from({ length: count }, () => sequence.next(observation).value as readonly number[]);
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

describe('randomSearch', () => {
  test('tries the initial weights first', () => {
    const [first, second] = weightsTried(1, [0.7, 0.1, 0.2], 2);
    expect(first).toEqual([0.7, 0.1, 0.2]);
    expect(second).not.toEqual(first);
  });

  test('gives the same sequence for the same seed, and another for another', () => {
    expect(weightsTried(5, [0.5, 0.5], 20)).toEqual(weightsTried(5, [0.5, 0.5], 20));
    expect(weightsTried(6, [0.5, 0.5], 20)).not.toEqual(weightsTried(5, [0.5, 0.5], 20));
  });

  // Uniform on the simplex of n weights is Dirichlet(1, …, 1): mean 1/n, variance (n − 1) / (n² (n + 1)), covariance −1 / (n² (n + 1)),
  // P(μ_a > t) = (1 − t)^{n−1}. With 10,000 draws the standard errors are below 0.005; the bounds are four of them.
  test.each([2, 3, 6])('draws uniformly from the simplex of %d weights', (groupCount) => {
    const draws = weightsTried(11, new Array<number>(groupCount).fill(1 / groupCount), 10_001).slice(1);
    const variance = (groupCount - 1) / (groupCount ** 2 * (groupCount + 1));
    for (let a = 0; a < groupCount; a++) {
      const weights = draws.map((mu) => mu[a]!);
      expect(Math.abs(mean(weights) - 1 / groupCount)).toBeLessThan(4 * Math.sqrt(variance / 10_000));
      const squares = mean(weights.map((weight) => (weight - 1 / groupCount) ** 2));
      expect(Math.abs(squares / variance - 1)).toBeLessThan(0.06);
      const above = mean(weights.map((weight) => (weight > 0.3 ? 1 : 0)));
      expect(Math.abs(above - 0.7 ** (groupCount - 1))).toBeLessThan(0.02);
    }
    const products = draws.map((mu) => (mu[0]! - 1 / groupCount) * (mu[1]! - 1 / groupCount));
    expect(Math.abs(mean(products) * groupCount ** 2 * (groupCount + 1) + 1)).toBeLessThan(0.15);
  });

  test('tells its seed', () => {
    const { name, options } = randomSearch({ random: createRandom(1) });
    expect([name, options]).toEqual(['random', { seed: 1 }]);
  });
});
