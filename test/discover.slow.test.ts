// A small version of `npm run study -- discover`.

import { describe, expect, it } from 'vitest';
import { DESIGNS, falseFinds, plantedFinds } from '../studies/discover.js';

describe('discover, in 20,000 rows', () => {
  it('finds planted sub-populations of 3% with 1.5 times the risk', { timeout: 600_000 }, () => {
    const found = DESIGNS.reduce((sum, design) => sum + plantedFinds(design, 3, 77).found, 0);
    expect(found).toBeGreaterThanOrEqual(9); // of 12
  });

  it('finds nothing where there is nothing, but for one search in twenty', { timeout: 600_000 }, () => {
    // Of 30, with a level of 5%: more once in 16 times. Four or more are seen nine times in ten where the level is 20%.
    expect(falseFinds(30, 5001, 5000)).toBeLessThanOrEqual(3);
  });
});
