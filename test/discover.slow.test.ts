// A small version of `npm run study -- discover`.

import { describe, expect, it } from 'vitest';
import { DESIGNS, falseFinds, plantedFinds } from '../studies/discover.js';

describe('discover, in 20,000 rows', () => {
  it('finds planted sub-populations of 3% with 1.5 times the risk', { timeout: 600_000 }, () => {
    const found = DESIGNS.reduce((sum, design) => sum + plantedFinds(design, 5, 77).found, 0);
    expect(found).toBeGreaterThanOrEqual(16); // of 20
  });

  it('finds nothing where there is nothing, but for one search in twenty', { timeout: 600_000 }, () => {
    expect(falseFinds(60, 5001, 5000)).toBeLessThanOrEqual(8); // of 60, with a level of 5%: more once in 300 times
  });
});
