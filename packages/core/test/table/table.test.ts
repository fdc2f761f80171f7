import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CategoricalColumn,
  createCodes,
  createTable,
  findColumn,
  hasColumn,
  isMissing,
  takeRows,
} from '../../src/table/table.js';
import { expectError } from '../helpers/errors.js';
import { cellsOf, numbers, tableOf, texts } from './table-cells.js';

const coded = (levels: string[], codes: CategoricalColumn['codes']): CategoricalColumn => ({
  kind: 'categorical',
  name: 'sex',
  levels,
  codes,
});

describe('createTable', () => {
  it('takes columns of one length, also without rows', () => {
    const columns = [numbers('age', 30, Number.NaN), texts('sex', 'F', undefined)];
    expect(createTable(columns)).toEqual({ rowCount: 2, columns });
    expect(createTable([texts('sex')]).rowCount).toBe(0);
  });

  it('refuses a table without columns', () => {
    expectError(() => createTable([]), 'bad-table', 'at least one column');
  });

  it('refuses two columns of one name, whatever they hold', () => {
    expectError(
      () => createTable([numbers('age', 1), texts('sex', 'F'), texts('age', 'old')]),
      'bad-table',
      'two columns are named "age"; rename',
    );
    expect(createTable([numbers('age', 1), numbers('Age', 1)]).columns.length).toBe(2);
    expectError(
      () => createTable([numbers('x'.repeat(1e6)), numbers('x'.repeat(1e6))]),
      'bad-table',
      `"${'x'.repeat(59)}…"`,
    );
  });

  it('names the column whose length differs', () => {
    expectError(
      () => createTable([numbers('age', 1, 2), texts('sex', 'F')]),
      'bad-table',
      'column "sex" has 1 row, "age" has 2',
    );
  });

  it('names column and rows of infinite numbers, and says what to do', () => {
    expectError(
      () => createTable([numbers('age', 1, 2, 3), numbers('gain', 1, -Infinity, Infinity)]),
      'bad-table',
      'column "gain" is infinite in 2 rows (rows 2, 3)',
      'correct the numbers, declare them missing, or leave the column out',
    );
    expect(createTable([numbers('gain', Number.MAX_VALUE, -Number.MAX_VALUE)]).rowCount).toBe(2);
  });

  it('refuses codes that stand for no level, and a level named twice', () => {
    expectError(
      () => createTable([coded(['F', 'M'], Uint8Array.of(0, 1, 2, 3))]),
      'bad-table',
      '"sex" has code 3 in row 4, but 2 levels',
    );
    expectError(
      () => createTable([coded(['F', 'M', 'M'], Uint8Array.of(0))]),
      'bad-table',
      '"sex" names level "M" twice',
    );
  });
});

describe('findColumn', () => {
  const table = tableOf({ age: [30], 'marital-status': ['Married'] });

  it('finds by the exact name', () => {
    expect(findColumn(table, 'age', 'target')).toBe(table.columns[0]);
    expect(hasColumn(table, 'age')).toBe(true);
    expect(hasColumn(table, 'Age')).toBe(false);
    expect(hasColumn(table, 'constructor')).toBe(false);
  });

  it('offers the nearest name, or all of them', () => {
    expectError(
      () => findColumn(table, 'martial-status', 'groups'),
      'bad-column',
      'groups: there is no column "martial-status"; did you mean "marital-status"?',
    );
    expectError(
      () => findColumn(table, 'income', 'target'),
      'bad-column',
      'target: there is no column "income"; there are "age", "marital-status"',
    );
  });
});

describe('isMissing', () => {
  it('is true of NaN and of the code after the last level', () => {
    const [age, sex] = [numbers('age', 0, Number.NaN), texts('sex', undefined, 'F')];
    expect([0, 1].map((row) => isMissing(age, row))).toEqual([false, true]);
    expect([0, 1].map((row) => isMissing(sex, row))).toEqual([true, false]);
  });
});

describe('takeRows', () => {
  it('takes the rows in their order, some twice, and keeps the levels', () => {
    const table = tableOf({ age: [30, undefined, 50], sex: ['F', 'M', undefined] });
    const taken = takeRows(table, Uint32Array.of(2, 0, 2));
    expect(taken.rowCount).toBe(3);
    expect(cellsOf(taken)).toEqual({ age: [50, 30, 50], sex: [undefined, 'F', undefined] });
    expect(taken.columns[1]).toMatchObject({ levels: ['F', 'M'] });
    expect(takeRows(table, new Uint32Array(0)).rowCount).toBe(0);
  });

  it('is the same as picking cells', () => {
    const row = fc.record({
      x: fc.option(fc.integer(), { nil: undefined }),
      y: fc.option(fc.string(), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1 }), fc.array(fc.nat()), (rows, picks) => {
        const table = createTable([
          numbers('x', ...rows.map(({ x }) => x ?? Number.NaN)),
          texts('y', ...rows.map(({ y }) => y)),
        ]);
        const picked = picks.map((pick) => pick % rows.length);
        expect(cellsOf(takeRows(table, Uint32Array.from(picked)))).toEqual({
          x: picked.map((i) => rows[i]!.x),
          y: picked.map((i) => rows[i]!.y),
        });
      }),
    );
  });

  it('has room for as many levels as before, whichever rows are taken', () => {
    const zip = texts('zip', ...Array.from({ length: 300 }, (_, i) => `${i}`));
    expect(cellsOf(takeRows(createTable([zip]), Uint32Array.of(299, 0)))).toEqual({ zip: ['299', '0'] });
  });

  it('refuses a row that is not there', () => {
    expectError(
      () => takeRows(tableOf({ age: [1, 2] }), Uint32Array.of(1, 2)),
      'bad-table',
      'row 3',
      'has 2 rows',
    );
  });
});

describe('createCodes', () => {
  it('has room for the levels and missing', () => {
    for (const levelCount of [0, 1, 255, 256, 65_535, 65_536]) {
      const codes = createCodes(levelCount, 1);
      codes[0] = levelCount;
      expect(codes[0]).toBe(levelCount);
    }
    expect(createCodes(3, 7).length).toBe(7);
  });
});

describe('a table of very many columns', () => {
  const names = Array.from({ length: 300_000 }, (_, i) => `c${i}`);
  const table = createTable(names.map((name, i) => numbers(name, i)));

  it('is searched without going through all of them each time', () => {
    expect(names.filter((name) => !hasColumn(table, name) || hasColumn(table, `${name}x`))).toEqual([]);
    expect(names.every((name, i) => findColumn(table, name, 'x') === table.columns[i])).toBe(true);
  });

  it('is searched as it is, not as it was', () => {
    const columns = [...table.columns.slice(0, 2)];
    const growing = { rowCount: 1, columns };
    expect(hasColumn(growing, 'more')).toBe(false);
    columns.push(numbers('more', 1));
    expect(hasColumn(growing, 'more')).toBe(true);
  });

  it('names a level twice in vain', () => {
    const levels = [...names, 'c299999'];
    const column: CategoricalColumn = {
      kind: 'categorical',
      name: 'x',
      levels,
      codes: createCodes(levels.length, 1),
    };
    expectError(() => createTable([column]), 'bad-table', 'column "x" names level "c299999" twice');
  });
});

it('shows no long name whole', () => {
  const long = 'x'.repeat(1_000_000);
  for (const action of [
    () => findColumn(tableOf({ a: [1] }), long, 'target'),
    () => createTable([numbers('a', 1), numbers(long, 1, 2)]),
    () => createTable([numbers(long, Infinity)]),
    () => createTable([coded(['a', 'a'], Uint8Array.of(0))].map((column) => ({ ...column, name: long }))),
    () => createTable([coded(['a'], Uint8Array.of(9))].map((column) => ({ ...column, name: long }))),
  ]) {
    expect(action).toThrow(/^.{1,300}$/s);
  }
});
