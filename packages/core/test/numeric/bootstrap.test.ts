// Golden intervals are in golden/, with the scipy script that made them.

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bootstrapMeans, percentileInterval } from '../../src/numeric/bootstrap.js';
import { standardNormal } from '../../src/numeric/normal.js';
import { createRandom, type RandomSource } from '../../src/numeric/random.js';
import { randomSource, real } from '../helpers/arbitraries.js';
import '../helpers/close.js';
import { expectError } from '../helpers/errors.js';

interface GoldenInterval {
  readonly low: number;
  readonly high: number;
  readonly slopes: [number, number];
}

interface GoldenCase {
  readonly name: string;
  readonly level: number;
  readonly columns: number[][];
  readonly means: GoldenInterval[];
  readonly difference: GoldenInterval | null;
}

const golden = JSON.parse(readFileSync(new URL('golden/bootstrap.json', import.meta.url), 'utf8')) as {
  readonly resamples: number;
  readonly cases: GoldenCase[];
  readonly samples: number[];
  readonly quantiles: { readonly level: number; readonly ends: [number, number] }[];
  readonly entities: {
    readonly level: number;
    readonly entities: number[];
    readonly values: number[];
    readonly mean: GoldenInterval;
  };
};

const column = (length: number, value: (row: number) => number): Float64Array =>
  Float64Array.from({ length }, (_, row) => value(row));

describe('bootstrapMeans', () => {
  const RESAMPLES = 20_000;

  /** Both ends are quantiles of finitely many resamples, ours and scipy's; four standard errors of their difference. */
  function expectSameEnds(samples: Float64Array, level: number, expected: GoldenInterval): void {
    const { low, high } = percentileInterval(samples, level);
    const tail = (1 - level) / 2;
    const noise = Math.sqrt(tail * (1 - tail) * (1 / RESAMPLES + 1 / golden.resamples));
    expect(Math.abs(low - expected.low)).toBeLessThan(4 * noise * expected.slopes[0]);
    expect(Math.abs(high - expected.high)).toBeLessThan(4 * noise * expected.slopes[1]);
    // So small that the test can fail: a twentieth of the interval.
    expect(4 * noise * Math.max(...expected.slopes)).toBeLessThan((high - low) / 20);
  }

  it.each(golden.cases)('agrees with scipy: $name', ({ columns, level, means, difference }) => {
    const typed = columns.map((values) => Float64Array.from(values));
    const { resampled } = bootstrapMeans(typed, { random: createRandom(1), resamples: RESAMPLES });
    means.forEach((expected, c) => {
      expectSameEnds(resampled[c]!, level, expected);
    });
    if (difference === null) return;
    const [left, right] = resampled as [Float64Array, Float64Array];
    expectSameEnds(
      left.map((mean, i) => mean - right[i]!),
      level,
      difference,
    );
  });

  it('draws a row for all columns at once, and every row alike', () => {
    const rowCount = 7;
    const indicators = Array.from({ length: rowCount }, (_, c) =>
      column(rowCount, (row) => (row === c ? 1 : 0)),
    );
    const resamples = 10_000;
    const { resampled } = bootstrapMeans(indicators, { random: createRandom(2), resamples });
    for (let i = 0; i < resamples; i++) {
      // How often each row was drawn: whole numbers, as many as there are rows.
      const drawn = resampled.map((means) => means[i]! * rowCount);
      expect(Math.abs(drawn.reduce((sum, times) => sum + times, 0) - rowCount)).toBeLessThan(1e-12);
      expect(drawn.every((times) => Math.abs(times - Math.round(times)) < 1e-12)).toBe(true);
    }
    for (const means of resampled) {
      const times = means.map((mean) => mean * rowCount);
      const average = times.reduce((sum, value) => sum + value, 0) / resamples;
      const variance = times.reduce((sum, value) => sum + (value - average) ** 2, 0) / resamples;
      // Binomial of 7 draws with chance 1/7: mean 1, variance 6/7. Five standard errors.
      expect(Math.abs(average - 1)).toBeLessThan(5 * Math.sqrt(6 / 7 / resamples));
      expect(Math.abs(variance - 6 / 7)).toBeLessThan(0.07);
    }
  });

  it('holds the true mean in as many samples as the level says', () => {
    // The percentile interval of normal rows is about ±1.96 s √((n−1)/n) / √n, so it holds the mean with the chance
    // P(|t₉₉| < 1.96 √(99/100)) = 0.9460.
    const [trials, rowCount, chance] = [600, 100, 0.946];
    const random = createRandom(3);
    const held = (draw: (random: RandomSource) => Float64Array[], truth: number): number => {
      let hits = 0;
      for (let trial = 0; trial < trials; trial++) {
        const { resampled } = bootstrapMeans(draw(random), { random, resamples: 400 });
        const [first, second] = resampled as [Float64Array, Float64Array?];
        const { low, high } = percentileInterval(first.map((mean, i) => mean - (second?.[i] ?? 0)));
        if (low <= truth && truth <= high) hits++;
      }
      return hits / trials;
    };
    const noise = 4 * Math.sqrt((chance * (1 - chance)) / trials);
    const alone = held((source) => [column(rowCount, () => 3 + standardNormal(source))], 3);
    expect(Math.abs(alone - chance)).toBeLessThan(noise);
    // Both columns move far together; only their difference, of mean 0.1, is what the interval is of.
    const paired = held((source) => {
      const base = column(rowCount, () => 10 * standardNormal(source));
      return [base.map((value) => value + 0.1 + 0.2 * standardNormal(source)), base];
    }, 0.1);
    expect(Math.abs(paired - chance)).toBeLessThan(noise);
  });

  it('of some rows is the bootstrap of these rows alone', () => {
    const values = column(30, (row) => row ** 1.5);
    const rows = Uint32Array.of(3, 4, 8, 17, 29);
    const some = bootstrapMeans([values], { random: createRandom(4), resamples: 50 }, rows);
    const alone = bootstrapMeans([Float64Array.from(rows, (row) => values[row]!)], {
      random: createRandom(4),
      resamples: 50,
    });
    expect(some).toEqual(alone);
  });

  it('stays within the values, is the same from the same seed, and leaves its input alone', () => {
    const values = fc.array(real(), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(values, fc.integer({ min: 0, max: 1000 }), (rows, seed) => {
        const given = Float64Array.from(rows);
        const draw = () => bootstrapMeans([given], { random: createRandom(seed), resamples: 20 });
        const drawn = draw();
        const { means, resampled } = drawn;
        const [least, most] = [Math.min(...rows), Math.max(...rows)];
        for (const mean of [...means, ...resampled[0]!]) {
          expect(mean).toBeGreaterThanOrEqual(least - 1e-12);
          expect(mean).toBeLessThanOrEqual(most + 1e-12);
        }
        expect(draw()).toEqual(drawn);
        expect(given).toEqual(Float64Array.from(rows));
      }),
    );
  });

  it('of a single row, and of rows that are all alike, has nothing to spread', () => {
    for (const rowCount of [1, 1000]) {
      const { means, resampled } = bootstrapMeans([new Float64Array(rowCount).fill(0.1)], {
        random: createRandom(5),
        resamples: 10,
      });
      expect(resampled[0]!).toBeAllClose(new Float64Array(10).fill(0.1), { relative: 1e-15 });
      expect(means).toBeAllClose([0.1], { relative: 1e-15 });
    }
  });

  it('draws the numbers it has always drawn', () => {
    const { resampled, drawCount } = bootstrapMeans([column(40, Math.sqrt)], {
      random: createRandom(1),
      resamples: 4,
    });
    expect([...resampled[0]!]).toEqual([
      3.91218226618361, 4.305105577588506, 4.2951096056302305, 4.542390616713547,
    ]);
    expect(drawCount).toBe(40);
  });

  it('makes 1,000 resamples where nothing else is asked for', () => {
    expect(bootstrapMeans([column(3, Number)], { random: createRandom(6) }).resampled[0]).toHaveLength(1000);
  });

  it('refuses what has no mean', () => {
    const random = createRandom(7);
    const some = column(3, Number);
    expectError(() => bootstrapMeans([], { random }), 'bad-risks', 'at least one row', 'none');
    expectError(() => bootstrapMeans([some], { random }, []), 'bad-risks', 'at least one row', 'none');
    expectError(() => bootstrapMeans([some, column(4, Number)], { random }), 'bad-risks', '3, 4');
    const broken = Float64Array.of(1, 2, Number.POSITIVE_INFINITY);
    expectError(
      () => bootstrapMeans([some, broken], { random }),
      'bad-risks',
      'column 2',
      'row 3',
      'Infinity',
    );
    for (const resamples of [0, 1.5, Number.NaN]) {
      expectError(
        () => bootstrapMeans([some], { random, resamples }),
        'bad-option',
        'resamples',
        String(resamples),
      );
    }
  });
});

describe('bootstrapMeans of rows that belong together', () => {
  it('agrees with scipy, which draws entities with their sums and rows', () => {
    const { entities, values, level, mean } = golden.entities;
    const resamples = 20_000;
    const { resampled, means, drawCount } = bootstrapMeans(
      [Float64Array.from(values)],
      { random: createRandom(1), resamples },
      undefined,
      entities,
    );
    const { low, high } = percentileInterval(resampled[0]!, level);
    const tail = (1 - level) / 2;
    const noise = 4 * Math.sqrt(tail * (1 - tail) * (1 / resamples + 1 / golden.resamples));
    expect(Math.abs(low - mean.low)).toBeLessThan(noise * mean.slopes[0]);
    expect(Math.abs(high - mean.high)).toBeLessThan(noise * mean.slopes[1]);
    expect(noise * Math.max(...mean.slopes)).toBeLessThan((high - low) / 20);
    expect(means).toBeAllClose([values.reduce((sum, value) => sum + value, 0) / values.length], {
      relative: 1e-12,
    });
    expect(drawCount).toBe(50);
  });

  it('draws all of an entity’s rows or none, wherever they are', () => {
    const entities = [7, 0, 7, 3, 0, 7]; // of 3, 2 and 1 rows
    const counts = [7, 0, 3].map((entity) => column(6, (row) => (entities[row] === entity ? 1 : 0)));
    const { resampled } = bootstrapMeans(
      counts,
      { random: createRandom(2), resamples: 200 },
      undefined,
      entities,
    );
    const possible = new Set<string>();
    for (let i = 0; i <= 3; i++) {
      for (let j = 0; i + j <= 3; j++) {
        const rows = [3 * i, 2 * j, 3 - i - j];
        const all = rows[0]! + rows[1]! + rows[2]!;
        possible.add(rows.map((part) => (part / all).toFixed(9)).join());
      }
    }
    for (let i = 0; i < 200; i++) {
      expect(possible).toContain(resampled.map((means) => Math.abs(means[i]!).toFixed(9)).join());
    }
  });

  it('is the bootstrap of rows where each is an entity of its own, to the last digit', () => {
    const values = fc.array(real(), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(values, fc.integer({ min: 0, max: 1000 }), (rows, seed) => {
        const given = [Float64Array.from(rows), column(rows.length, Math.sqrt)];
        const draw = (entities?: ArrayLike<number>) =>
          bootstrapMeans(given, { random: createRandom(seed), resamples: 20 }, undefined, entities);
        expect(draw(rows.map((_, row) => 900 - 7 * row))).toEqual(draw());
      }),
    );
  });

  it('of some rows knows the entities of these alone', () => {
    const values = column(12, Math.sqrt);
    const entities = Array.from({ length: 12 }, (_, row) => row % 5);
    const some = Uint32Array.of(0, 5, 6, 10, 11);
    const options = () => ({ random: createRandom(3), resamples: 20 });
    const found = bootstrapMeans([values], options(), some, entities);
    expect(found.drawCount).toBe(2);
    expect(found).toEqual(
      bootstrapMeans(
        [Float64Array.from(some, (row) => values[row]!)],
        options(),
        undefined,
        Array.from(some, (row) => entities[row]!),
      ),
    );
  });

  it('refuses entities that are not of these rows, or no numbers of entities', () => {
    const draw = (entities: ArrayLike<number>) => () =>
      bootstrapMeans([column(3, Number)], { random: createRandom(4) }, undefined, entities);
    expectError(draw([1, 2]), 'bad-split', 'entities', '3 rows', 'got 2');
    for (const odd of [-1, 0.5, Number.NaN]) {
      expectError(draw([0, odd, 1]), 'bad-split', 'entities', 'row 2', String(odd));
    }
  });
});

describe('percentileInterval', () => {
  it.each(golden.quantiles)('agrees with numpy at level $level', ({ level, ends }) => {
    const { low, high } = percentileInterval(golden.samples, level);
    expect([low, high]).toBeAllClose(ends, { absolute: 1e-15 });
  });

  it('is of the samples in any order, grows with the level, and does not sort what it was given', () => {
    const samples = fc.array(real(), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(samples, randomSource, (values, random) => {
        const shuffled = [...values].sort(() => random.uniform() - 0.5);
        const given = Float64Array.from(shuffled);
        const narrow = percentileInterval(given, 0.5);
        const wide = percentileInterval(given, 0.9);
        expect(narrow).toEqual(percentileInterval(values, 0.5));
        expect(wide.low <= narrow.low && narrow.low <= narrow.high && narrow.high <= wide.high).toBe(true);
        expect(given).toEqual(Float64Array.from(shuffled));
      }),
    );
  });

  it('is the sample itself where there is one', () => {
    expect(percentileInterval([0.3])).toEqual({ low: 0.3, high: 0.3 });
  });

  it('refuses a level outside (0, 1), and no samples', () => {
    for (const level of [0, 1, -0.1, 95, Number.NaN]) {
      expectError(() => percentileInterval([1], level), 'bad-option', 'level', '(0, 1)', String(level));
    }
    expectError(() => percentileInterval([]), 'bad-option', 'samples', 'none');
  });
});
