// Values are numbered as a Map would number them.

import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/index.js';
import { firstUses } from '../../src/numeric/first-uses.js';

/** What a Map says. */
function numbered(values: readonly number[]): number[] {
  const known = new Map<number, number>();
  return values.map((value) => {
    if (!known.has(value)) known.set(value, known.size);
    return known.get(value)!;
  });
}

const random = createRandom(5);
const VALUES: Readonly<Record<string, readonly number[]>> = {
  'whole numbers in any order': Array.from({ length: 5000 }, () => Math.floor(random.uniform() * 900)),
  'long numbers with gaps': Array.from({ length: 5000 }, (_, i) => 4e12 + 1024 * (i % 1700)),
  'fractions and negative numbers': Array.from(
    { length: 5000 },
    () => Math.round(random.uniform() * 600 - 300) / 7,
  ),
  'zeros of both signs': [0, -0, 1, -0, -1, 0],
  'powers of two, whose lower bits are all 0': Array.from(
    { length: 2000 },
    (_, i) => 2 ** ((i % 1900) - 950),
  ),
};

describe('firstUses', () => {
  it.each(Object.entries(VALUES))('%s', (_, values) => {
    const isWhole = values.every((value) => Number.isInteger(value) && value >= 0);
    for (const most of [1, values.length]) {
      const uses = firstUses(isWhole ? Math.max(...values) : Infinity, most); // a table, and a list where it can be
      expect(values.map((value) => uses.numberOf(value))).toEqual(numbered(values));
      expect(uses.count).toBe(new Set(values).size);
    }
  });
});
