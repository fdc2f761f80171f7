import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/numeric/random.js';
import { assignFolds } from '../../src/split/folds.js';
import { randomSource } from '../helpers/arbitraries.js';
import { expectError } from '../helpers/errors.js';
import { indexOf } from '../plug-in/plug-in-problems.js';

type Rows = Parameters<typeof assignFolds>[0];

/** A digit for the class of each row, a letter for its group. */
const rowsOf = (labels: string, groups: string): Rows => ({
  labels: Int32Array.from([...labels].map(Number)),
  groups: indexOf(Int32Array.from([...groups].map((letter) => letter.charCodeAt(0) - 97)), 3),
});

const anyRows = fc
  .array(fc.record({ label: fc.nat(2), group: fc.nat(2), entity: fc.nat(9) }), { maxLength: 60 })
  .map((rows) => ({
    rows: {
      labels: Int32Array.from(rows, ({ label }) => label),
      groups: indexOf(
        Int32Array.from(rows, ({ group }) => group),
        3,
      ),
    },
    entities: rows.map(({ entity }) => entity),
  }));
const anyCount = fc.integer({ min: 2, max: 7 });

/** How many of these fall into each fold. */
function sizes(folds: ArrayLike<number>, count: number, isIn: (row: number) => boolean = () => true) {
  const found = new Array<number>(count).fill(0);
  for (let row = 0; row < folds.length; row++) if (isIn(row)) found[folds[row]!]!++;
  return found;
}

const spread = (counts: readonly number[]): number => Math.max(...counts) - Math.min(...counts);

describe('assignFolds', () => {
  it('gives every row one fold, and each fold a like share of every class of every group', () => {
    fc.assert(
      fc.property(anyRows, anyCount, randomSource, ({ rows }, count, random) => {
        const folds = assignFolds(rows, count, random);
        expect(folds).toHaveLength(rows.labels.length);
        expect(folds.every((fold) => fold < count)).toBe(true);
        expect(spread(sizes(folds, count))).toBeLessThanOrEqual(1);
        for (let label = 0; label < 3; label++) {
          for (let group = 0; group < 3; group++) {
            const inCell = (row: number) => rows.labels[row] === label && rows.groups.groups[row] === group;
            expect(spread(sizes(folds, count, inCell))).toBeLessThanOrEqual(1);
          }
        }
      }),
    );
  });

  it('keeps the rows of an entity together, and spreads entities', () => {
    fc.assert(
      fc.property(anyRows, anyCount, randomSource, ({ rows, entities }, count, random) => {
        const folds = assignFolds(rows, count, random, entities);
        const foldOf = new Map(entities.map((entity, row) => [entity, folds[row]!]));
        expect([...folds]).toEqual(entities.map((entity) => foldOf.get(entity)));
        expect(spread(sizes([...foldOf.values()], count))).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('where every row is an entity of its own, does as without entities', () => {
    fc.assert(
      fc.property(anyRows, anyCount, fc.nat(), ({ rows }, count, seed) => {
        const own = [...rows.labels.keys()].map((row) => 1000 - row);
        expect(assignFolds(rows, count, createRandom(seed), own)).toEqual(
          assignFolds(rows, count, createRandom(seed)),
        );
      }),
    );
  });

  it('does not crowd the first fold with classes of one row', () => {
    const folds = assignFolds(rowsOf('012012', 'aaabbb'), 3, createRandom(1));
    expect(sizes(folds, 3)).toEqual([2, 2, 2]);
  });

  it('gives the same folds for the same seed, and others for another', () => {
    const rows = rowsOf('0101010101', 'aaaaabbbbb');
    const folds = (seed: number): Uint8Array => assignFolds(rows, 2, createRandom(seed));
    expect(folds(4)).toEqual(folds(4));
    expect(folds(5)).not.toEqual(folds(4));
  });

  it('leaves it to chance which row goes where', () => {
    const random = createRandom(1);
    const draws = 2000;
    const first = new Array<number>(4).fill(0);
    for (let i = 0; i < draws; i++) {
      assignFolds(rowsOf('0000', 'aaaa'), 2, random).forEach((fold, row) => {
        if (fold === 0) first[row]!++;
      });
    }
    // Half the time each, within five standard errors.
    for (const times of first) expect(Math.abs(times - draws / 2)).toBeLessThan(2.5 * Math.sqrt(draws));
  });

  it('takes up to 255 folds', () => {
    const labels = Int32Array.from({ length: 300 }, () => 0);
    const folds = assignFolds({ labels, groups: indexOf(new Int32Array(300), 1) }, 255, createRandom(1));
    expect(new Set(folds).size).toBe(255);
  });

  it('changes nothing in what it is handed', () => {
    const rows = rowsOf('0120', 'abca');
    const entities = [5, 5, 6, 7];
    assignFolds(rows, 2, createRandom(1), entities);
    expect(rows).toEqual(rowsOf('0120', 'abca'));
    expect(entities).toEqual([5, 5, 6, 7]);
  });

  it.each([1, 0, -2, 2.5, 256, Number.NaN])('refuses %d folds', (count) => {
    expectError(
      () => assignFolds(rowsOf('01', 'ab'), count, createRandom(1)),
      'bad-option',
      'folds must be a whole number from 2 to 255',
      `got ${count}`,
    );
  });
});
