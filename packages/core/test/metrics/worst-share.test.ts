import { describe, expect, it } from 'vitest';
import { bootstrapWorstShare, worstShareMean } from '../../src/metrics/worst-share.js';
import { createRandom } from '../../src/numeric/random.js';

const losses = Float64Array.of(1, 4, 2, 3);

describe('worstShareMean', () => {
  it('takes the largest losses, the last one in part', () => {
    expect(worstShareMean(losses, 0.5)).toBe(3.5);
    expect(worstShareMean(losses, 0.375)).toBeCloseTo((4 + 3 / 2) / 1.5, 15);
    expect(worstShareMean(losses, 1)).toBe(2.5);
    expect(worstShareMean(losses, 0.01)).toBe(4);
  });

  it('counts rows by weight', () => {
    const weights = Float64Array.of(1, 0, 2, 1);
    expect(worstShareMean(losses, 0.5, weights)).toBe(2.5);
    expect(worstShareMean(losses, 1, weights)).toBe(2);
    expect(worstShareMean(losses, 0.3, new Float64Array(4).fill(7))).toBeCloseTo(
      worstShareMean(losses, 0.3),
      14,
    );
  });

  it('is the largest mean of any weights within the caps', () => {
    const share = 0.6;
    const random = createRandom(1);
    const most = worstShareMean(losses, share);
    for (let trial = 0; trial < 200; trial++) {
      const draws = Array.from(losses, () => random.uniform());
      const sum = draws.reduce((all, draw) => all + draw, 0);
      const weights = draws.map((draw) => draw / sum);
      if (weights.some((weight) => weight > 1 / 4 / share)) continue;
      expect(weights.reduce((all, weight, i) => all + weight * losses[i]!, 0)).toBeLessThanOrEqual(most);
    }
  });

  it('refuses what is no share', () => {
    expect(() => worstShareMean(losses, 0)).toThrow('share must be a number above 0 and at most 1; got 0');
  });
});

describe('bootstrapWorstShare', () => {
  it('judges models by the same draws, each by its own worst rows', () => {
    const other = losses.map((loss) => 5 - loss);
    const { means, resampled } = bootstrapWorstShare([losses, losses, other], 0.5, {
      random: createRandom(1),
    });
    expect(means).toEqual([3.5, 3.5, 3.5]);
    expect(resampled[0]).toEqual(resampled[1]);
    expect(resampled[2]).not.toEqual(resampled[0]);
    expect(resampled[0]!.every((mean) => mean >= 1 && mean <= 4)).toBe(true);
  });

  it('spreads as the mean does at a share of 1', () => {
    const random = createRandom(3);
    const many = Float64Array.from({ length: 400 }, () => random.uniform());
    const { resampled } = bootstrapWorstShare([many], 1, { random: createRandom(1) });
    const mean = resampled[0]!.reduce((all, x) => all + x, 0) / 1000;
    const deviation = Math.sqrt(resampled[0]!.reduce((all, x) => all + (x - mean) ** 2, 0) / 999);
    expect(deviation).toBeGreaterThan(0.9 * Math.sqrt(1 / 12 / 400));
    expect(deviation).toBeLessThan(1.1 * Math.sqrt(1 / 12 / 400));
  });

  it('draws whole entities, and counts by weight', () => {
    const entities = Uint32Array.of(0, 0, 1, 1);
    const { resampled } = bootstrapWorstShare([losses], 1, { random: createRandom(1) }, { entities });
    expect(new Set(resampled[0])).toEqual(new Set([2.5]));
    const weights = Float64Array.of(1, 0, 1, 0);
    const light = bootstrapWorstShare([losses], 1, { random: createRandom(1) }, { entities, weights });
    expect(new Set(light.resampled[0])).toEqual(new Set([1, 1.5, 2]));
  });
});
