import { describe, expect, it } from 'vitest';
import { normalQuantile } from '../../src/numeric/normal.js';
import '../helpers/close.js';

describe('normalQuantile', () => {
  it('agrees with Python’s statistics.NormalDist().inv_cdf', () => {
    const shares = [0.5, 0.6, 0.975, 0.9936, 0.99999, 1 - 1e-9];
    expect(shares.map(normalQuantile)).toBeAllClose(
      [0, 0.2533471031357998, 1.9599639845400536, 2.4892858647872407, 4.26489079392384, 5.997807019601638],
      { absolute: 1e-7 },
    );
  });
});
