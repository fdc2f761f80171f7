// How many rows it takes: figures of an independent program, and power that is what it says.

import { describe, expect, it } from 'vitest';
import { rowsToTellGroups, rowsToTellMean } from '../../src/metrics/rows-needed.js';
import { standardNormal } from '../../src/numeric/normal.js';
import { createRandom } from '../../src/numeric/random.js';

const USUAL = { level: 0.05, power: 0.8 };
const z = 1.959964;

describe('figures of Python', () => {
  // from statistics import NormalDist; q = NormalDist().inv_cdf; (q(0.975) + q(0.8)) ** 2 = 7.848879734
  it('two groups alike, sd 1, difference 0.5: 62.79 rows each', () => {
    const alike = { variance: 1, share: 0.5 };
    expect(rowsToTellGroups(alike, alike, 0.5, USUAL) / 2).toBeCloseTo((2 * 7.848879734) / 0.25, 5);
  });

  it('one mean, sd 2, distance 0.1, power 0.9, level 0.01: (2.575829 + 1.281552)^2 · 400', () => {
    expect(rowsToTellMean(4, 0.1, { level: 0.01, power: 0.9 })).toBeCloseTo(14.879387169 * 400, 2);
  });

  it('four intervals at once: level 0.05 / 4', () => {
    expect(rowsToTellMean(1, 1, USUAL, 4)).toBeCloseTo(rowsToTellMean(1, 1, { ...USUAL, level: 0.0125 }), 10);
  });
});

describe('the power is 80%, within what 4,000 trials leave open', () => {
  const TRIALS = 4000;
  const NOISE = 0.025; // four standard errors

  it('of two groups of 70% and 30% whose rates are 60% and 45%', () => {
    const random = createRandom(1);
    const [one, other] = [0.6, 0.45].map((rate, i) => ({
      variance: rate * (1 - rate),
      share: [0.7, 0.3][i]!,
    }));
    const total = Math.ceil(rowsToTellGroups(one!, other!, 0.15, USUAL));
    const rates = (rows: number, rate: number): number => {
      let hits = 0;
      for (let row = 0; row < rows; row++) if (random.uniform() < rate) hits++;
      return hits / rows;
    };
    let seen = 0;
    for (let trial = 0; trial < TRIALS; trial++) {
      const rows = [Math.round(0.7 * total), Math.round(0.3 * total)];
      const [p, q] = [rates(rows[0]!, 0.6), rates(rows[1]!, 0.45)];
      const error = Math.sqrt((p * (1 - p)) / rows[0]! + (q * (1 - q)) / rows[1]!);
      if (Math.abs(p - q) > z * error) seen++;
    }
    expect(Math.abs(seen / TRIALS - 0.8)).toBeLessThan(NOISE);
  });

  it('of paired differences, and of an upper end that is to be below a bound', () => {
    const random = createRandom(2);
    const [estimate, deviation, bound] = [0.4, 0.6, 0.5];
    const rows = Math.ceil(rowsToTellMean(deviation ** 2, bound - estimate, USUAL));
    let seen = 0;
    for (let trial = 0; trial < TRIALS; trial++) {
      let [sum, squares] = [0, 0];
      for (let row = 0; row < rows; row++) {
        const loss = estimate + deviation * standardNormal(random);
        sum += loss;
        squares += loss * loss;
      }
      const mean = sum / rows;
      if (mean + z * Math.sqrt((squares / rows - mean ** 2) / rows) < bound) seen++;
    }
    expect(Math.abs(seen / TRIALS - 0.8)).toBeLessThan(NOISE);
  });
});
