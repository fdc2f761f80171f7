import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupIndex } from '../../src/groups/group-index.js';
import { entityCountsByGroup, rowDraws } from '../../src/metrics/row-draws.js';
import { createRandom } from '../../src/numeric/random.js';
import { checkEntityRows, drawBits, numberEntities } from '../../src/numeric/resampling.js';
import { randomSource } from '../helpers/arbitraries.js';
import { expectError } from '../helpers/errors.js';

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);

describe('rowDraws', () => {
  it('draws as many rows as there are', () => {
    fc.assert(
      fc.property(randomSource, fc.integer({ min: 1, max: 50 }), (random, rowCount) => {
        const counts = new Uint32Array(rowCount).fill(7);
        rowDraws(
          drawBits(random),
          Uint32Array.from({ length: rowCount }, (_, row) => row),
        )(counts);
        expect(sum(counts)).toBe(rowCount);
      }),
    );
  });

  it('draws every row equally often, as independent draws do', () => {
    const [rowCount, draws] = [20, 20_000];
    const draw = rowDraws(drawBits(createRandom(1)), new Uint32Array(rowCount));
    const counts = new Uint32Array(rowCount);
    const totals = new Float64Array(rowCount);
    let squares = 0; // of the first row's counts about 1
    for (let i = 0; i < draws; i++) {
      draw(counts);
      totals.forEach((total, row) => {
        totals[row] = total + counts[row]!;
      });
      squares += (counts[0]! - 1) ** 2;
    }
    const variance = 1 - 1 / rowCount; // of a binomial count: rowCount draws of chance 1 / rowCount
    for (const total of totals) expect(Math.abs(total - draws)).toBeLessThan(4 * Math.sqrt(draws * variance));
    expect(Math.abs(squares / draws - variance)).toBeLessThan(0.04);
  });

  it('draws entities with all of their rows', () => {
    const rows = Uint32Array.of(5, 1, 4, 0, 2);
    const entities = [9, 3, 3, 8, 9, 3]; // of rows 5, 1, 4, 0, 2: 3, 3, 9, 9, 3
    const draw = rowDraws(drawBits(createRandom(2)), rows, entities);
    const seen = new Set<string>();
    for (let i = 0; i < 50; i++) {
      const counts = new Uint32Array(rows.length);
      draw(counts);
      const [three, , nine] = counts;
      expect([...counts]).toEqual([three, three, nine, nine, three]);
      expect(three! + nine!).toBe(2);
      seen.add(String(three));
    }
    expect([...seen].sort()).toEqual(['0', '1', '2']);
  });

  it('has the same draws from the same seed, and others from another', () => {
    const of = (seed: number): number[] => {
      const counts = new Uint32Array(40);
      rowDraws(drawBits(createRandom(seed)), new Uint32Array(40))(counts);
      return [...counts];
    };
    expect(of(3)).toEqual(of(3));
    expect(of(4)).not.toEqual(of(3));
  });
});

describe('entities', () => {
  it('are counted in every group that they have rows in', () => {
    const index = groupIndex(['a', 'a', 'a', 'b', 'b']);
    expect(entityCountsByGroup(index, [7, 7, 2, 7, 9])).toEqual([2, 2]);
  });

  it('are whole numbers, one for each row', () => {
    expect(numberEntities([0, 0, 4_000_000_000], [0, 1, 2]).count).toBe(2);
    expectError(() => checkEntityRows([0, 1], 3), 'bad-split', 'entities', '3 rows', 'got 2');
    expectError(() => numberEntities([0, -1], [0, 1]), 'bad-split', 'row 2 has -1', 'whole number');
    expectError(() => numberEntities([0.5, 1], [0, 1]), 'bad-split', 'row 1 has 0.5');
  });
});
