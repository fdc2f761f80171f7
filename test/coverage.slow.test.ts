// A small version of `npm run study -- coverage`.

import { describe, expect, it } from 'vitest';
import { coverage, scenarios } from '../studies/coverage.js';

describe('the worst group’s interval', () => {
  // Of 120 samples 95% hold it by chance in at least 107 (one time in fifty fewer); the intervals lean to more.
  const few = { trials: 120, resamples: 200 };

  it.each(scenarios(4))('holds the true worst group: 4 groups, $name', (scenario) => {
    const { held } = coverage(scenario, few);
    for (const share of Object.values(held)) expect(share).toBeGreaterThanOrEqual(107 / 120);
  });

  it('does so where percentiles of the resampled worst do not: 8 groups alike', () => {
    const { held, heldByPercentiles } = coverage(scenarios(8)[0]!, few);
    expect(held.crossEntropy).toBeGreaterThanOrEqual(107 / 120);
    expect(heldByPercentiles).toBeLessThan(0.5);
  });
});
