import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/numeric/random.js';
import { entitySplit } from '../../src/split/entity-split.js';
import { PART_NAMES, type Split } from '../../src/split/split-parts.js';
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

/** Rows of up to five cells and eight entities, in any combination, some left out. */
const entityRows = fc
  .array(fc.tuple(fc.integer({ min: -1, max: 4 }), fc.integer({ min: 0, max: 7 })), { maxLength: 80 })
  .map((rows) => ({
    cells: Int32Array.from(rows, ([cell]) => cell),
    entities: rows.map(([, entity]) => entity),
  }));

/** Entities of the sizes given, each in one cell of its own choice, and how far the split is from 60/20/20. */
function lumps(sizes: readonly number[], cellCount: number, at: number) {
  const random = createRandom(at);
  const cells: number[] = [];
  const entities: number[] = [];
  sizes.forEach((size, entity) => {
    const cell = Math.floor(random.uniform() * cellCount);
    for (let i = 0; i < size; i++) {
      cells.push(cell);
      entities.push(entity);
    }
  });
  const rowCells = Int32Array.from(cells);
  const split = entitySplit(rowCells, entities, { random });
  const far = (counts: readonly number[]): number => {
    const size = counts.reduce((sum, count) => sum + count, 0);
    return Math.max(...[0.6, 0.2, 0.2].map((fraction, part) => Math.abs(counts[part]! - fraction * size)));
  };
  const farthestCell = Math.max(...[...countsByCell(split, rowCells).values()].map(far));
  return { split, entities, totalsOff: far(totals(split)), farthestCell };
}

const entitiesOf = (split: Split, entities: readonly number[]): Set<number>[] =>
  PART_NAMES.map((part) => new Set([...split[part]].map((row) => entities[row]!)));

describe('entitySplit', () => {
  it('puts every row with a cell in one part, and never tears an entity apart', () => {
    fc.assert(
      fc.property(entityRows, partRatios, seed, ({ cells, entities }, ratios, at) => {
        const options = { fractions: fractionsOf(ratios), random: createRandom(at) };
        const split = entitySplit(cells, entities, options);
        expectPartition(split, cells);
        const byPart = entitiesOf(split, entities);
        const everywhere = new Set(byPart.flatMap((own) => [...own]));
        expect(byPart.reduce((sum, own) => sum + own.size, 0)).toBe(everywhere.size);
      }),
    );
  });

  it('is as good as the stratified split where every row is an entity of its own', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -1, max: 4 }), { maxLength: 150 }).map((cells) => Int32Array.from(cells)),
        partRatios,
        seed,
        (cells, ratios, at) => {
          const options = { fractions: fractionsOf(ratios), random: createRandom(at) };
          const split = entitySplit(cells, [...cells.keys()], options);
          for (const [cell, counts] of countsByCell(split, cells)) {
            const size = cells.filter((other) => other === cell).length;
            floorsAndCeilings(ratios, size).forEach((ends, part) => {
              expect(ends).toContain(counts[part]);
            });
          }
          const rowCount = cells.filter((cell) => cell >= 0).length;
          targets(ratios, rowCount).forEach((target, part) => {
            expect(Math.abs(totals(split)[part]! - target)).toBeLessThanOrEqual(1);
          });
        },
      ),
    );
  });

  it('meets every count where small entities make up for the large', () => {
    for (let at = 0; at < 20; at++) {
      const sizes = [
        ...new Array<number>(600).fill(1),
        ...Array.from({ length: 300 }, (_, i) => 2 + (i % 5)),
      ];
      const { farthestCell, totalsOff } = lumps(sizes, 7, at);
      expect(farthestCell).toBeLessThan(1);
      expect(totalsOff).toBeLessThan(2);
    }
  });

  it('comes within an entity of every cell, and within one of the totals, where all are large', () => {
    for (const cellCount of [14, 100]) {
      for (let at = 0; at < 20; at++) {
        const { farthestCell, totalsOff } = lumps(new Array<number>(2000).fill(5), cellCount, at);
        expect(farthestCell).toBeLessThan(5);
        expect(totalsOff).toBeLessThanOrEqual(5);
      }
    }
  });

  it('keeps cells near their fractions where a few entities are far larger than most and touch several cells', () => {
    let squares = 0; // Σ (count − f n)² / (f n), the mean over seeds
    for (let at = 0; at < 30; at++) {
      const random = createRandom(at);
      const cells: number[] = [];
      const entities: number[] = [];
      for (let entity = 0; entity < 600; entity++) {
        const home = 7 * random.uniform() ** 2;
        const size = Math.ceil(1 / (random.uniform() + 0.005));
        for (let i = 0; i < size; i++) {
          cells.push(Math.floor(home + 3 * random.uniform()));
          entities.push(entity);
        }
      }
      const rowCells = Int32Array.from(cells);
      for (const counts of countsByCell(entitySplit(rowCells, entities, { random }), rowCells).values()) {
        const size = counts.reduce((sum, count) => sum + count, 0);
        [0.6, 0.2, 0.2].forEach((fraction, part) => {
          squares += (counts[part]! - fraction * size) ** 2 / (fraction * size) / 30;
        });
      }
    }
    expect(squares).toBeLessThan(0.25);
  });

  it('gives each part its share of the large entities', () => {
    const sizes = [...new Array<number>(100).fill(12), ...new Array<number>(1800).fill(1)];
    for (let at = 0; at < 20; at++) {
      const { split, entities } = lumps(sizes, 3, at);
      const large = entitiesOf(split, entities).map(
        (own) => [...own].filter((entity) => entity < 100).length,
      );
      [60, 20, 20].forEach((share, part) => {
        expect(Math.abs(large[part]! - share)).toBeLessThanOrEqual(3);
      });
    }
  });

  it('weighs all cells of an entity, the rare ones as much as the common', () => {
    // Households of nine common rows and one rare: both cells can be met at once.
    const households = 100;
    const cells = Int32Array.from({ length: 10 * households }, (_, row) => (row % 10 === 0 ? 1 : 0));
    const entities = Array.from(cells, (_, row) => Math.floor(row / 10));
    const counts = countsByCell(entitySplit(cells, entities, { random: createRandom(3) }), cells);
    expect(counts.get(0)).toEqual([540, 180, 180]);
    expect(counts.get(1)).toEqual([60, 20, 20]);
  });

  it('is the same for the same seed, and another for another', () => {
    const cells = Int32Array.from({ length: 120 }, (_, row) => row % 3);
    const entities = Array.from(cells, (_, row) => row >> 1);
    const splits = Array.from({ length: 50 }, (_, at) =>
      entitySplit(cells, entities, { random: createRandom(at) }),
    );
    splits.forEach((split, at) => {
      expect(entitySplit(cells, entities, { random: createRandom(at) })).toEqual(split);
    });
    expect(new Set(splits.map((split) => String(split.test))).size).toBe(50);
  });

  it('depends on which rows share a cell or an entity, not on the numbers of either', () => {
    fc.assert(
      fc.property(entityRows, seed, ({ cells, entities }, at) => {
        const renamed = entitySplit(
          cells.map((cell) => (cell < 0 ? cell : 1000 - cell)),
          entities.map((entity) => 2 ** 40 - 3 * entity),
          { random: createRandom(at) },
        );
        expect(renamed).toEqual(entitySplit(cells, entities, { random: createRandom(at) }));
      }),
    );
  });

  it('draws where equals go: entities of one size, and parts that lack the same', () => {
    // Five entities of four rows: three, one and one.
    const inTest = new Array<number>(5).fill(0);
    const even = Array.from({ length: 20 }, (_, row) => row >> 2);
    // Three of five rows: one in each part, or two in train and one in validation or test.
    let [validation, test] = [0, 0];
    const few = Array.from({ length: 15 }, (_, row) => Math.floor(row / 5));
    for (let at = 0; at < 1000; at++) {
      const random = createRandom(at);
      const split = entitySplit(new Int32Array(20), even, { random });
      expect(totals(split)).toEqual([12, 4, 4]);
      inTest[even[split.test[0]!]!]!++;
      const lacking = entitySplit(new Int32Array(15), few, { random });
      validation += lacking.validation.length / 5;
      test += lacking.test.length / 5;
    }
    for (const count of inTest) expect(Math.abs(count - 200)).toBeLessThan(5 * Math.sqrt(160));
    expect(Math.abs(validation - test)).toBeLessThan(5 * Math.sqrt(1000));
  });

  it('knows one entity, no rows, and entities only of rows that are left out', () => {
    const random = createRandom(1);
    expect(totals(entitySplit(new Int32Array(9), new Uint8Array(9), { random }))).toEqual([9, 0, 0]);
    expect(totals(entitySplit(new Int32Array(0), [], { random }))).toEqual([0, 0, 0]);
    expect(totals(entitySplit(Int32Array.of(-1, -1), [-1, Number.NaN], { random }))).toEqual([0, 0, 0]);
  });

  it('names rows without an entity, and lengths that differ', () => {
    const random = createRandom(1);
    const cells = Int32Array.of(0, 0, -1, 0);
    expectError(
      () => entitySplit(cells, [1, -1, -1, 0.5], { random }),
      'bad-split',
      '-1',
      '2 rows (rows 2, 4)',
    );
    expectError(() => entitySplit(cells, [1, 2], { random }), 'bad-split', '4 rows', '2 with an entity');
    const fractions = [0.5, 0.4, 0.2] as const;
    expectError(() => entitySplit(cells, [1, 1, 1, 1], { fractions, random }), 'bad-option', 'fractions');
  });
});
