import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/numeric/random.js';
import { randomProblem } from '../../src/theory/random-problem.js';

describe('randomProblem', () => {
  it('draws what it says: means, jumps and levels in their ranges, one to three jumps', () => {
    const random = createRandom(8);
    const jumpCounts = new Set<number>();
    const levels: number[] = [];
    const means: number[] = [];
    for (let i = 0; i < 200; i++) {
      const { groups, loss } = randomProblem(random, 3, 'brier');
      expect(loss).toBe('brier');
      expect(new Set(groups.map(({ name }) => name)).size).toBe(3);
      for (const { mean, curve } of groups) {
        const jumps = curve.breakpoints(-1e9, 1e9);
        jumpCounts.add(jumps.length);
        expect(jumps.every((jump) => Math.abs(jump) <= 2)).toBe(true);
        expect(jumps).toEqual([...jumps].sort((left, right) => left - right));
        levels.push(curve.at(-3), ...jumps.map((jump) => curve.at(jump + 1e-9)));
        means.push(mean);
      }
    }
    expect([...jumpCounts].sort()).toEqual([1, 2, 3]);
    // All of each range is used, and nothing beyond it.
    expect(Math.min(...levels)).toBeGreaterThanOrEqual(0.03);
    expect(Math.min(...levels)).toBeLessThan(0.04);
    expect(Math.max(...levels)).toBeLessThanOrEqual(0.97);
    expect(Math.max(...levels)).toBeGreaterThan(0.96);
    expect(Math.min(...means)).toBeGreaterThanOrEqual(-1.5);
    expect(Math.min(...means)).toBeLessThan(-1.4);
    expect(Math.max(...means)).toBeLessThanOrEqual(1.5);
    expect(Math.max(...means)).toBeGreaterThan(1.4);
  });

  it('is the same problem from the same seed', () => {
    const describeProblem = (seed: number) =>
      randomProblem(createRandom(seed), 4, 'cross-entropy').groups.map(({ mean, curve }) => {
        const jumps = curve.breakpoints(-9, 9);
        return { mean, jumps, levels: [-9, ...jumps].map((x) => curve.at(x + 1e-9)) };
      });
    expect(describeProblem(3)).toEqual(describeProblem(3));
    expect(describeProblem(3)).not.toEqual(describeProblem(4));
  });
});
