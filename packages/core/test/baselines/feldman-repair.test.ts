// The repair of a table: what changes, what does not, what is refused. That it removes the group is in repair-independence.test.ts.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FELDMAN_LAMBDAS, fitRepair, type Repair, repairTable } from '../../src/baselines/feldman-repair.js';
import { createRandom } from '../../src/numeric/random.js';
import { type Column, createTable, type Table } from '../../src/table/table.js';
import { randomSource } from '../helpers/arbitraries.js';
import { expectError } from '../helpers/errors.js';
import { cellsOf, numbers, tableOf, texts } from '../table/table-cells.js';

const all = (rowCount: number): Uint32Array => Uint32Array.from({ length: rowCount }, (_, row) => row);
const frozen = (table: Table): string => JSON.stringify(cellsOf(table));

const people = tableOf({
  age: [20, 30, 40, 50, 25, 35, 45, 55],
  gain: [0, 0, 0, 9, 0, undefined, 5, undefined],
  city: ['Bonn', 'Bonn', 'Ulm', undefined, 'Ulm', 'Ulm', 'Ulm', 'Jena'],
  income: [1, 2, 3, 4, 5, 6, 7, 8],
});
const FEATURES = ['age', 'gain', 'city'];
const sexes = Int32Array.of(0, 0, 0, 0, 1, 1, 1, 1);
const repair = fitRepair(people, FEATURES, all(8), sexes, 2);

test('the grid has steps of 0.05 from 0 to 1', () => {
  expect(FELDMAN_LAMBDAS).toHaveLength(21);
  expect([FELDMAN_LAMBDAS[0], FELDMAN_LAMBDAS[1], FELDMAN_LAMBDAS[7], FELDMAN_LAMBDAS[20]]).toEqual([
    0, 0.05, 0.35, 1,
  ]);
});

describe('fitRepair', () => {
  test('is plain data, and says that it needs the group', () => {
    expect(JSON.parse(JSON.stringify(repair))).toEqual(repair);
    expect(repair.needsGroup).toBe(true);
    expect(repair.columns.map(({ name, kind }) => [name, kind])).toEqual([
      ['age', 'numeric'],
      ['gain', 'numeric'],
      ['city', 'categorical'],
    ]);
    const [age, gain, city] = repair.columns;
    expect(age).toMatchObject({ missing: null });
    expect(gain).toMatchObject({
      missing: {
        byGroup: [
          [1, 0],
          [0.5, 0.5],
        ],
        target: [0.75, 0.25],
      },
    });
    expect(city).toMatchObject({
      levels: ['Bonn', 'Jena', 'Ulm'],
      shares: {
        byGroup: [
          [0.5, 0, 0.25, 0.25],
          [0, 0.25, 0.75, 0],
        ],
      },
    });
  });

  test('looks at training rows alone', () => {
    const some = Uint32Array.of(0, 1, 4, 5);
    const other = createTable([
      ...people.columns.slice(0, 2),
      texts('city', 'Bonn', 'Bonn', 'Kiel', 'Kiel', 'Ulm', 'Ulm', 'Kiel', undefined),
      people.columns[3]!,
    ]);
    expect(fitRepair(other, FEATURES, some, sexes, 2)).toEqual(fitRepair(people, FEATURES, some, sexes, 2));
    const groups = Int32Array.of(0, 0, -1, -1, 1, 1, -1, -1);
    expect(fitRepair(people, FEATURES, some, groups, 2)).toEqual(fitRepair(people, FEATURES, some, sexes, 2));
  });

  test('refuses what it cannot fit', () => {
    expectError(() => fitRepair(people, ['agee'], all(8), sexes, 2), 'bad-column', 'did you mean "age"?');
    expectError(() => fitRepair(people, ['age', 'age'], all(8), sexes, 2), 'bad-column', '"age" twice');
    expectError(
      () => fitRepair(people, FEATURES, all(8), sexes, 3),
      'bad-groups',
      'group 3 of 3 has no training rows',
      'merge',
    );
    expectError(
      () => fitRepair(people, FEATURES, all(9), sexes, 2),
      'bad-table',
      '1 row (row 9)',
      'has 8 rows',
    );
    expectError(() => fitRepair(people, FEATURES, all(8), sexes.slice(1), 2), 'bad-groups', '8 rows, but 7');
    expectError(
      () => fitRepair(people, FEATURES, all(8), Int32Array.of(0, -1, 0, 0, 1, 1, 1, 2), 2),
      'bad-groups',
      'no group from 0 to 1 is given for 2 rows (rows 2, 8)',
    );
  });
});

describe('repairTable', () => {
  test('at lambda 0 every column is the one it was', () => {
    const repaired = repairTable(repair, people, all(8), sexes, 0, createRandom(1));
    for (const [i, column] of repaired.columns.entries()) expect(column).toBe(people.columns[i]);
  });

  test('leaves rows and columns not asked for, and what it was given', () => {
    const before = frozen(people);
    const rows = Uint32Array.of(1, 4, 6);
    const full = cellsOf(repairTable(repair, people, all(8), sexes, 1, createRandom(1)));
    const part = cellsOf(repairTable(repair, people, rows, sexes, 1, createRandom(1)));
    const original = cellsOf(people);
    for (const [name, cells] of Object.entries(part)) {
      // A row asked for is repaired as it is among all others: its draws are its own.
      const expected = original[name]!.map((cell, row) => (rows.includes(row) ? full[name]![row] : cell));
      expect(cells).toEqual(expected);
    }
    expect(full['income']).toEqual(original['income']);
    expect(full['age']).not.toEqual(original['age']);
    expect(frozen(people)).toBe(before);
  });

  test('is the same for the same seed, also after JSON, and differs for another', () => {
    const once = frozen(repairTable(repair, people, all(8), sexes, 0.8, createRandom(4)));
    const again = JSON.parse(JSON.stringify(repair)) as Repair;
    expect(frozen(repairTable(again, people, all(8), sexes, 0.8, createRandom(4)))).toBe(once);
    expect(frozen(repairTable(repair, people, all(8), sexes, 0.8, createRandom(5)))).not.toBe(once);
  });

  test('rows added behind change nothing for those before', () => {
    const longer = createTable(
      people.columns.map(
        (column): Column =>
          column.kind === 'numeric'
            ? numbers(column.name, ...column.values, 33)
            : { ...column, codes: Uint8Array.of(...column.codes, 0) },
      ),
    );
    const groups = Int32Array.of(...sexes, 1);
    const repaired = cellsOf(repairTable(repair, longer, all(9), groups, 1, createRandom(2)));
    const before = cellsOf(repairTable(repair, people, all(8), sexes, 1, createRandom(2)));
    for (const name of FEATURES) expect(repaired[name]!.slice(0, 8)).toEqual(before[name]);
  });

  // Ages 20 to 50 and 25 to 55 meet in the middle, 2.5 away from either, whatever is drawn: both groups have four values, no ties.
  test('by hand: the median of two groups of four', () => {
    const { age } = cellsOf(repairTable(repair, people, all(8), sexes, 1, createRandom(3)));
    expect(age).toEqual([22.5, 32.5, 42.5, 52.5, 22.5, 32.5, 42.5, 52.5]);
    const half = cellsOf(repairTable(repair, people, all(8), sexes, 0.5, createRandom(3)));
    expect(half['age']).toEqual([21.25, 31.25, 41.25, 51.25, 23.75, 33.75, 43.75, 53.75]);
  });

  test('relabelling the groups changes nothing', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            group: fc.nat(2),
            x: fc.option(fc.integer({ min: 0, max: 5 }), { nil: Number.NaN }),
            y: fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined }),
          }),
          { minLength: 6 },
        ),
        fc.integer({ min: 0, max: 2 ** 32 - 1 }),
        fc.constantFrom(0.3, 1),
        (rows, seed, lambda) => {
          const labelled = rows.map((row, i) => ({ ...row, group: i < 3 ? i : row.group })); // no empty group
          const table = createTable([
            numbers('x', ...labelled.map(({ x }) => x)),
            texts('y', ...labelled.map(({ y }) => y)),
          ]);
          const [repaired, relabelled] = [
            [0, 1, 2],
            [2, 0, 1],
          ].map((order) => {
            const groups = Int32Array.from(labelled, ({ group }) => order[group]!);
            const fitted = fitRepair(table, ['x', 'y'], all(rows.length), groups, 3);
            return cellsOf(repairTable(fitted, table, all(rows.length), groups, lambda, createRandom(seed)));
          });
          expect(relabelled).toEqual(repaired);
        },
      ),
      { seed: 7 },
    );
  });

  test('constant columns, and columns without any value, stay as they are', () => {
    const table = createTable([
      numbers('one', 1, 1, 1, 1),
      numbers('none', ...new Array<number>(4).fill(Number.NaN)),
      texts('same', 'a', 'a', 'a', 'a'),
      texts('gap', undefined, undefined, undefined, undefined),
    ]);
    const groups = Int32Array.of(0, 0, 1, 1);
    const names = table.columns.map(({ name }) => name);
    const fitted = fitRepair(table, names, all(4), groups, 2);
    fc.assert(
      fc.property(randomSource, (random) => {
        expect(cellsOf(repairTable(fitted, table, all(4), groups, 1, random))).toEqual(cellsOf(table));
      }),
      { numRuns: 20 },
    );
  });

  test('a group of one row gets a value of the common range', () => {
    const table = createTable([numbers('x', 1, 2, 3, 4, 100)]);
    const groups = Int32Array.of(0, 0, 0, 0, 1);
    const fitted = fitRepair(table, ['x'], all(5), groups, 2);
    const seen = new Set<number>();
    for (let seed = 0; seed < 40; seed++) {
      const { x } = cellsOf(repairTable(fitted, table, all(5), groups, 1, createRandom(seed)));
      expect(x!.slice(0, 4)).toEqual([50.5, 51, 51.5, 52]);
      seen.add(Number(x![4]));
    }
    expect([...seen].sort()).toEqual([50.5, 51, 51.5, 52]); // its one row stands for every quantile
  });

  test('levels not met in training stay; levels the table lacks are added where rows may move to them', () => {
    const later = createTable([numbers('age', 20, 30), numbers('gain', 0, 0), texts('city', 'Kiel', 'Bonn')]);
    const groups = Int32Array.of(0, 0);
    const seen = new Set<unknown>();
    for (let seed = 0; seed < 60; seed++) {
      const repaired = repairTable(repair, later, all(2), groups, 1, createRandom(seed));
      const [kiel, other] = cellsOf(repaired)['city']!;
      expect(kiel).toBe('Kiel');
      seen.add(other);
      expect(repaired.columns[2]).toMatchObject({ levels: ['Bonn', 'Jena', 'Kiel', 'Ulm'] });
    }
    expect([...seen].sort()).toEqual(['Bonn', 'Jena', 'Ulm']);
  });

  test('refuses another kind of column, a lambda out of range, rows without a group', () => {
    const texted = createTable([texts('age', 'old'), numbers('gain', 1), texts('city', 'Ulm')]);
    const one = Int32Array.of(0);
    expectError(
      () => repairTable(repair, texted, all(1), one, 1, createRandom(1)),
      'bad-column',
      '"age" is categorical, but was numeric when the repair was fitted',
    );
    for (const lambda of [-0.1, 1.1, Number.NaN]) {
      expectError(
        () => repairTable(repair, people, all(8), sexes, lambda, createRandom(1)),
        'bad-option',
        `lambda must be in [0, 1]; got ${lambda}`,
      );
    }
    expectError(
      () => repairTable(repair, people, all(8), new Int32Array(8).fill(2), 1, createRandom(1)),
      'bad-groups',
      'no group from 0 to 1',
    );
  });
});
