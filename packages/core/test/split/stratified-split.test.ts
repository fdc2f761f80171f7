import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/numeric/random.js';
import { PART_NAMES } from '../../src/split/split-parts.js';
import { stratifiedSplit } from '../../src/split/stratified-split.js';
import { expectError } from '../helpers/errors.js';
import {
  countsByCell,
  expectPartition,
  floorsAndCeilings,
  fractionsOf,
  partRatios,
  targets,
  totals,
} from './split-checks.js';

const seed = fc.integer({ min: 0, max: 2 ** 32 - 1 });

/** Rows of up to six cells, some left out. */
const rowCells = fc
  .array(fc.integer({ min: -2, max: 5 }), { maxLength: 120 })
  .map((cells) => Int32Array.from(cells));

const sizesOf = (cells: Int32Array): Map<number, number> => {
  const sizes = new Map<number, number>();
  for (const cell of cells) if (cell >= 0) sizes.set(cell, (sizes.get(cell) ?? 0) + 1);
  return sizes;
};

describe('stratifiedSplit', () => {
  it('puts every row with a cell in one part, and no other', () => {
    fc.assert(
      fc.property(rowCells, partRatios, seed, (cells, ratios, at) => {
        const split = stratifiedSplit(cells, { fractions: fractionsOf(ratios), random: createRandom(at) });
        expectPartition(split, cells);
      }),
    );
  });

  it('is within one row of fraction × size in every cell, and the totals are those asked for or one row away', () => {
    fc.assert(
      fc.property(rowCells, partRatios, seed, (cells, ratios, at) => {
        const split = stratifiedSplit(cells, { fractions: fractionsOf(ratios), random: createRandom(at) });
        const sizes = sizesOf(cells);
        for (const [cell, counts] of countsByCell(split, cells)) {
          floorsAndCeilings(ratios, sizes.get(cell)!).forEach((ends, part) => {
            expect(ends).toContain(counts[part]);
          });
        }
        const rowCount = cells.filter((cell) => cell >= 0).length;
        targets(ratios, rowCount).forEach((target, part) => {
          expect(Math.abs(totals(split)[part]! - target)).toBeLessThanOrEqual(1);
        });
      }),
    );
  });

  it('takes 60, 20 and 20 per cent unless told otherwise', () => {
    const split = stratifiedSplit(new Int32Array(100), { random: createRandom(1) });
    expect(totals(split)).toEqual([60, 20, 20]);
  });

  it('is the same for the same seed, and another for another', () => {
    const cells = Int32Array.from({ length: 60 }, (_, row) => row % 3);
    const splits = Array.from({ length: 50 }, (_, at) =>
      stratifiedSplit(cells, { random: createRandom(at) }),
    );
    splits.forEach((split, at) => {
      expect(stratifiedSplit(cells, { random: createRandom(at) })).toEqual(split);
    });
    expect(new Set(splits.map((split) => String(split.test))).size).toBe(50);
  });

  it('depends on which rows share a cell, not on the numbers of the cells', () => {
    fc.assert(
      fc.property(
        rowCells,
        fc.shuffledSubarray([0, 1, 7, 2 ** 31 - 1, 900, 4], { minLength: 6 }),
        seed,
        (cells, names, at) => {
          const renamed = cells.map((cell) => (cell < 0 ? -9 : names[cell]!));
          expect(stratifiedSplit(renamed, { random: createRandom(at) })).toEqual(
            stratifiedSplit(cells, { random: createRandom(at) }),
          );
        },
      ),
    );
  });

  it('gives every row, and every pair of rows, the same chance of each part', () => {
    const trials = 5000;
    const cells = Int32Array.from({ length: 10 }, () => 3);
    const alone = PART_NAMES.map(() => new Array<number>(10).fill(0));
    let pairs = 0;
    for (let at = 0; at < trials; at++) {
      const split = stratifiedSplit(cells, { random: createRandom(at) });
      PART_NAMES.forEach((name, part) => {
        for (const row of split[name]) alone[part]![row]!++;
      });
      if (split.test.includes(0) && split.test.includes(9)) pairs++;
    }
    [0.6, 0.2, 0.2].forEach((fraction, part) => {
      const standardError = Math.sqrt(trials * fraction * (1 - fraction));
      for (const count of alone[part]!) {
        expect(Math.abs(count - trials * fraction)).toBeLessThan(4.5 * standardError);
      }
    });
    // Two of ten rows are in test: one of 45 pairs.
    expect(Math.abs(pairs - trials / 45)).toBeLessThan(4.5 * Math.sqrt(trials / 45));
  });

  it('knows tables without rows, and leaves what it is handed alone', () => {
    const nothing = stratifiedSplit(Int32Array.of(-1, -1), { random: createRandom(1) });
    expect(totals(nothing)).toEqual([0, 0, 0]);
    expect(totals(stratifiedSplit(new Int32Array(0), { random: createRandom(1) }))).toEqual([0, 0, 0]);
    const cells = Int32Array.of(4, -1, 4, 2);
    stratifiedSplit(cells, { random: createRandom(1) });
    expect(cells).toEqual(Int32Array.of(4, -1, 4, 2));
  });

  it('refuses fractions that are none', () => {
    const options = { fractions: [0.5, 0.5, 0.5] as const, random: createRandom(1) };
    expectError(() => stratifiedSplit(Int32Array.of(0), options), 'bad-option', '1.5');
  });
});
