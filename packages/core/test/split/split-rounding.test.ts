import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/numeric/random.js';
import { checkFractions, roundCells } from '../../src/split/split-rounding.js';
import { randomSource } from '../helpers/arbitraries.js';
import { expectError } from '../helpers/errors.js';
import { floorsAndCeilings, fractionsOf, partRatios, targets } from './split-checks.js';

const USUAL = [0.6, 0.2, 0.2] as const;

const rowsOf = (counts: Int32Array): number[][] =>
  Array.from({ length: counts.length / 3 }, (_, cell) => [...counts.slice(3 * cell, 3 * cell + 3)]);

const sumOf = (rows: readonly (readonly number[])[]): number[] =>
  [0, 1, 2].map((part) => rows.reduce((sum, row) => sum + row[part]!, 0));

const distance = (left: readonly number[], right: readonly number[]): number =>
  left.reduce((sum, value, i) => sum + (value - right[i]!) ** 2, 0);

/** All ways to round each cell down or up with its rows neither more nor fewer. */
function everyRounding(sizes: readonly number[], ratios: readonly number[]): number[][][] {
  return sizes.reduce<number[][][]>(
    (before, size) => {
      const [trains, validations, tests] = floorsAndCeilings(ratios, size).map((ends) => [...new Set(ends)]);
      const own = trains!.flatMap((train) =>
        validations!.flatMap((validation) => tests!.map((test) => [train, validation, test])),
      );
      const possible = own.filter((row) => row[0]! + row[1]! + row[2]! === size);
      return before.flatMap((rows) => possible.map((row) => [...rows, row]));
    },
    [[]],
  );
}

describe('roundCells', () => {
  it.each([
    [[10], [[6, 2, 2]]],
    [
      [5, 0, 5],
      [
        [3, 1, 1],
        [0, 0, 0],
        [3, 1, 1],
      ],
    ],
    // 2.4, 0.8, 0.8
    [[4], [[2, 1, 1]]],
    [[], []],
  ])('shares out cells of %j rows as %j', (sizes, expected) => {
    expect(rowsOf(roundCells(sizes, USUAL, createRandom(1)))).toEqual(expected);
  });

  it('is not misled by binary rounding: 0.07 · 100 is 7', () => {
    expect(0.07 * 100).toBeGreaterThan(7);
    for (const fractions of [
      [0.86, 0.07, 0.07],
      [0.07, 0.86, 0.07],
    ] as const) {
      const [row] = rowsOf(roundCells([100], fractions, createRandom(1)));
      expect(row).toEqual(fractions.map((fraction) => Math.round(100 * fraction)));
    }
  });

  it('takes fractions with nine digits for what they mean', () => {
    expect(rowsOf(roundCells([3000], [0.333333333, 0.333333334, 0.333333333], createRandom(1)))).toEqual([
      [1000, 1000, 1000],
    ]);
  });

  it('gives Adult the totals of the literature, by sex and by race × sex', () => {
    const bySex = [8670, 1112, 13984, 6396];
    const byRaceAndSex = [1746, 141, 6924, 971, 1814, 528, 12170, 5868];
    for (const sizes of [bySex, byRaceAndSex]) {
      for (let seed = 0; seed < 20; seed++) {
        expect(sumOf(rowsOf(roundCells(sizes, USUAL, createRandom(seed))))).toEqual([18096, 6033, 6033]);
      }
    }
  });

  it('is the best there is: trying every rounding finds no better totals, and no nearer cells with the same totals', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 5 }),
        partRatios,
        randomSource,
        (sizes, ratios, random) => {
          const rowCount = sizes.reduce((sum, size) => sum + size, 0);
          const wanted = targets(ratios, rowCount);
          const rounded = rowsOf(roundCells(sizes, fractionsOf(ratios), random));
          const all = everyRounding(sizes, ratios);
          expect(all).toContainEqual(rounded);
          const miss = distance(sumOf(rounded), wanted);
          expect(miss).toBe(Math.min(...all.map((rows) => distance(sumOf(rows), wanted))));

          const exact = sizes.map((size) => fractionsOf(ratios).map((fraction) => fraction * size));
          const far = (rows: readonly (readonly number[])[]): number =>
            rows.reduce((sum, row, cell) => sum + distance(row, exact[cell]!), 0);
          const sameTotals = all.filter((rows) => distance(sumOf(rows), sumOf(rounded)) === 0);
          expect(far(rounded)).toBeLessThan(Math.min(...sameTotals.map(far)) + 1e-4);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('never rounds what is whole, though the totals could be had more cheaply so', () => {
    // 1, 1⅓, 1⅔ and ¾, 1, 1¼
    for (let seed = 0; seed < 20; seed++) {
      const [first, second] = rowsOf(roundCells([4, 3], fractionsOf([3, 4, 5]), createRandom(seed)));
      expect([first![0], second![1]]).toEqual([1, 1]);
    }
  });

  it('misses no total by more than one row, whatever the cells', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 60 }),
        partRatios,
        randomSource,
        (sizes, ratios, random) => {
          const rowCount = sizes.reduce((sum, size) => sum + size, 0);
          const rounded = sumOf(rowsOf(roundCells(sizes, fractionsOf(ratios), random)));
          targets(ratios, rowCount).forEach((target, part) => {
            expect(Math.abs(rounded[part]! - target)).toBeLessThanOrEqual(1);
          });
        },
      ),
      { numRuns: 300 },
    );
  });

  // With 60/20/20 only sizes modulo 5 matter. One cell of 5k + 1 or 5k + 2 rows cannot round both validation and test up; several cells can,
  // one of them for each.
  it.each([
    [1, 3],
    [2, 19],
    [3, 112],
    [4, 601],
  ])(
    'with %d cells it gets the totals right for %d of the 5^cells remainders of their sizes',
    (cellCount, expected) => {
      let right = 0;
      for (let code = 0; code < 5 ** cellCount; code++) {
        const sizes = Array.from({ length: cellCount }, (_, cell) => 5 + (Math.floor(code / 5 ** cell) % 5));
        const rowCount = sizes.reduce((sum, size) => sum + size, 0);
        const rounded = sumOf(rowsOf(roundCells(sizes, USUAL, createRandom(code))));
        if (distance(rounded, targets([3, 1, 1], rowCount)) === 0) right++;
      }
      expect(right).toBe(expected);
    },
  );

  it('starves no part: what is left over goes to each of two equals half of the time', () => {
    // 6.6, 2.2, 2.2 of 11 rows: one row is left over, and it is not train that lacks it.
    const extra = [0, 0];
    for (let seed = 0; seed < 1000; seed++) {
      const [row] = rowsOf(roundCells([11], USUAL, createRandom(seed)));
      expect(row![0]).toBe(6);
      extra[row![1] === 3 ? 0 : 1]!++;
    }
    expect(Math.abs(extra[0]! - 500)).toBeLessThan(64); // four standard errors
  });

  it('draws which of the cells of one size has its left-over where', () => {
    // 0.6, 0.2, 0.2 of one row each, 20 cells: 12, 4 and 4 of them.
    const inTest = new Array<number>(20).fill(0);
    for (let seed = 0; seed < 1000; seed++) {
      const rows = rowsOf(roundCells(new Array<number>(20).fill(1), USUAL, createRandom(seed)));
      expect(sumOf(rows)).toEqual([12, 4, 4]);
      rows.forEach((row, cell) => {
        inTest[cell]! += row[2]!;
      });
    }
    for (const count of inTest) expect(Math.abs(count - 200)).toBeLessThan(5 * Math.sqrt(160));
  });

  it('stays right where a thousand sizes are all different', () => {
    const sizes = Array.from({ length: 1000 }, (_, i) => i + 1);
    const fractions = [0.61, 0.17, 0.22] as const;
    const rows = rowsOf(roundCells(sizes, fractions, createRandom(1)));
    expect(sumOf(rows)).toEqual(targets([61, 17, 22], 500_500));
    rows.forEach((row, cell) => {
      floorsAndCeilings([61, 17, 22], sizes[cell]!).forEach((ends, part) => {
        expect(ends).toContain(row[part]);
      });
    });
  });
});

describe('checkFractions', () => {
  it('are 0.6, 0.2 and 0.2 unless others are given', () => {
    expect(checkFractions()).toEqual([0.6, 0.2, 0.2]);
    expect(checkFractions([0.8, 0.1, 0.1 + 5e-10])).toEqual([0.8, 0.1, 0.1 + 5e-10]);
  });

  it.each([
    [[0.6, 0.2, 0.3]],
    [[0.6, 0.2, 0.2 + 3e-9]],
    [[1, 0, 0]],
    [[1.2, -0.4, 0.2]],
    [[0.6, 0.4]],
    [[0.25, 0.25, 0.25, 0.25]],
    [[0.6, 0.2, Number.NaN]],
  ])('refuses %j', (fractions) => {
    const given = fractions as unknown as [number, number, number];
    expectError(
      () => checkFractions(given),
      'bad-option',
      '`split`: fractions',
      'sum to 1',
      fractions.join(', '),
    );
  });
});
