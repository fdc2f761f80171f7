import { describe, expect, it } from 'vitest';
import { PART_NAMES, type Split } from '../../src/split/split-parts.js';
import { createTable } from '../../src/table/table.js';
import { prepareTask, type Splitting, type Task, type TaskOptions } from '../../src/task/task.js';
import { expectError } from '../helpers/errors.js';
import { totals } from '../split/split-checks.js';
import { type Cell, columnOf } from '../table/table-cells.js';
import { expectWholeSplits } from './task-tables.js';

/** Rows of two groups and two classes, in turn; each third one has no group in `gappy`. */
const ROWS = 120;
const each = <Value>(value: (row: number) => Value): Value[] =>
  Array.from({ length: ROWS }, (_, row) => value(row));

const columns = {
  sex: each<Cell>((row) => (row % 2 === 0 ? 'F' : 'M')),
  gappy: each<Cell>((row) => (row % 3 === 0 ? undefined : row % 2 === 0 ? 'F' : 'M')),
  y: each<Cell>((row) => (row % 4 < 2 ? 'no' : 'yes')),
  x: each<Cell>((row) => row),
  fold: each<Cell>((row) => (row < 60 ? 'train' : row < 80 ? 'val' : 'Test')),
  person: each<Cell>((row) => `p${Math.floor(row / 5)}`),
  patient: each<Cell>((row) => 0.5 + Math.floor(row / 5)),
};

const tableWith = (more: Readonly<Record<string, readonly Cell[]>> = {}) =>
  createTable(Object.entries({ ...columns, ...more }).map(([name, cells]) => columnOf(name, cells)));

const table = tableWith();

const prepare = (splitting: Splitting, options: Partial<TaskOptions> = {}, of = table): Task =>
  prepareTask(of, { target: 'y', groups: 'sex', minGroup: 1, splitting, ...options });

const rangeOf = (from: number, to: number): Uint32Array =>
  Uint32Array.from({ length: to - from }, (_, i) => from + i);

describe('drawn splits', () => {
  const drawn = (options: Omit<Extract<Splitting, { kind: 'drawn' }>, 'kind'> = {}): readonly Split[] =>
    prepare({ kind: 'drawn', ...options }).splits;

  it('are one of 60, 20 and 20 per cent with seed 1, unless told otherwise', () => {
    expect(drawn()).toEqual(prepareTask(table, { target: 'y', groups: 'sex', minGroup: 1 }).splits);
    expect(drawn()).toEqual(drawn({ seed: 1, repeats: 1, fractions: [0.6, 0.2, 0.2] }));
    expect(drawn().map(totals)).toEqual([[72, 24, 24]]);
    expect(drawn({ fractions: [0.5, 0.3, 0.2] }).map(totals)).toEqual([[60, 36, 24]]);
    expect(drawn({ seed: 2 })).not.toEqual(drawn());
  });

  it('differ when repeated, and the first does not depend on how many follow', () => {
    const five = drawn({ repeats: 5 });
    expect(five.length).toBe(5);
    expect(new Set(five.map(({ test }) => String(test))).size).toBe(5);
    expect(drawn({ repeats: 1 })).toEqual(five.slice(0, 1));
    expect(drawn({ repeats: 3 })).toEqual(five.slice(0, 3));
    expectWholeSplits(prepare({ kind: 'drawn', repeats: 5 }));
  });

  it('refuse repeats, fractions and seeds that are none', () => {
    for (const repeats of [0, -1, 1.5]) {
      expectError(() => drawn({ repeats }), 'bad-option', 'the number of splits', `got ${repeats}`);
    }
    expectError(() => drawn({ fractions: [0.9, 0.2, 0.2] }), 'bad-option', '1.3');
    expectError(() => drawn({ seed: -1 }), 'bad-option', 'seed', 'got -1');
  });
});

describe('splits by entity', () => {
  it.each(['person', 'patient'])(
    'keep the rows of one %s together, and do not show it to the model',
    (by) => {
      const task = prepare({ kind: 'drawn', by, repeats: 3 });
      expectWholeSplits(task);
      expect(task.features).not.toContain(by);
      for (const split of task.splits) {
        const entities = PART_NAMES.map(
          (part) => new Set([...split[part]].map((row) => columns[by as 'person'][row])),
        );
        expect(entities.reduce((sum, { size }) => sum + size, 0)).toBe(ROWS / 5);
        expect(Math.min(...entities.map(({ size }) => size))).toBeGreaterThan(0);
      }
      expect(new Set(task.splits.map(({ test }) => String(test))).size).toBe(3);
    },
  );

  it('are the same whether the entities are numbers or texts', () => {
    const [byText, byNumber] = ['person', 'patient'].map((by) => prepare({ kind: 'drawn', by }).splits);
    expect(byText).toEqual(byNumber);
  });

  it('need an entity in every row that is used', () => {
    const holes = tableWith({
      person: columns.person.map((person, row) => (row % 3 === 0 ? undefined : person)),
      patient: columns.patient.map((patient, row) => (row === 6 || row === 9 ? undefined : patient)),
    });
    const options = { groups: 'gappy', missingGroup: 'drop' } as const;
    expectWholeSplits(prepare({ kind: 'drawn', by: 'person' }, options, holes));
    expectWholeSplits(prepare({ kind: 'drawn', by: 'patient' }, options, holes));
    expectError(
      () => prepare({ kind: 'drawn', by: 'patient' }, {}, holes),
      'bad-split',
      'split by "patient": it is missing in 2 rows (rows 7, 10)',
      'fill it, or do without it',
    );
    expectError(
      () => prepare({ kind: 'drawn', by: 'person' }, {}, holes),
      'bad-split',
      '40 rows (rows 1, 4, 7,',
    );
    expectError(
      () => prepare({ kind: 'drawn', by: 'persn' }),
      'bad-column',
      'split: ',
      'did you mean "person"?',
    );
  });
});

describe('a split column', () => {
  it('is taken as it is, and not shown to the model', () => {
    const task = prepare({ kind: 'column', column: 'fold' });
    expect(task.splits).toEqual([
      { train: rangeOf(0, 60), validation: rangeOf(60, 80), test: rangeOf(80, 120) },
    ]);
    expect(task.features).toEqual(['gappy', 'x', 'person', 'patient']);
    expect(task.notes).toEqual([]);
  });

  it('loses the rows that are left out', () => {
    const task = prepare({ kind: 'column', column: 'fold' }, { groups: 'gappy', missingGroup: 'drop' });
    expectWholeSplits(task);
    expect(task.splits[0]!.validation).toEqual(rangeOf(60, 80).filter((row) => row % 3 !== 0));
    expect(task.notes).toEqual(['40 rows left out: no group is known']);
  });

  it('must be there, and leave every group rows in every part', () => {
    expectError(
      () => prepare({ kind: 'column', column: 'flod' }),
      'bad-column',
      'split: ',
      'did you mean "fold"?',
    );
    expectError(() => prepare({ kind: 'column', column: 'sex' }), 'bad-split', 'column "sex"');
    const onlyWomen = tableWith({ sex: columns.sex.map((sex, row) => (row >= 60 && row < 80 ? 'F' : sex)) });
    expectError(
      () => prepare({ kind: 'column', column: 'fold' }, {}, onlyWomen),
      'bad-groups',
      'group "M" has 0 validation rows',
    );
  });
});

describe('given splits', () => {
  const given: Split = { train: rangeOf(0, 60), validation: rangeOf(60, 90), test: rangeOf(90, 120) };

  it('are taken as they are', () => {
    const other: Split = { train: given.test, validation: given.validation, test: given.train };
    const task = prepare({ kind: 'given', splits: [given, other] });
    expect(task.splits).toEqual([given, other]);
    expect(task.partCounts).toEqual({ train: [15, 15], validation: [15, 15], test: [15, 15] });
    expect(task.notes).toEqual([]);
  });

  it('lose the rows that are left out, and are not changed by it', () => {
    const before = structuredClone(given);
    const task = prepare({ kind: 'given', splits: [given] }, { groups: 'gappy', missingGroup: 'drop' });
    expectWholeSplits(task);
    expect(task.splits.map(totals)).toEqual([[40, 20, 20]]);
    expect(given).toEqual(before);
    expect(task.notes).toEqual(['40 rows left out: no group is known']);
  });

  it('may leave rows out, and it is said how many', () => {
    const short: Split = { ...given, test: rangeOf(90, 110) };
    expect(prepare({ kind: 'given', splits: [given, short] }).notes).toEqual([
      '10 rows left out: split 2 has them in no part',
    ]);
  });

  it('stay as they are while groups are merged', () => {
    const sex = columns.sex.map((each, row) => (row % 12 === 0 ? 'X' : row % 12 === 1 ? 'Y' : each));
    const options = { minGroup: 3, mergeSmall: true };
    const task = prepare({ kind: 'given', splits: [given] }, options, tableWith({ sex }));
    expect(task.groups.names).toEqual(['F', 'M', 'X + Y']);
    expect(task.splits).toEqual([given]);
    expect(task.partCounts.test.at(-1)).toBe(4);
  });

  it('must have each row once at most, and only rows that are there', () => {
    const refuse = (split: Partial<Split>, ...parts: string[]): void =>
      expectError(
        () => prepare({ kind: 'given', splits: [given, { ...given, ...split }] }),
        'bad-split',
        ...parts,
      );
    refuse({ test: rangeOf(88, 120) }, 'split 2 has 2 rows (rows 89, 90) more than once', 'one part');
    refuse({ train: Uint32Array.of(3, 5, 3) }, 'split 2 has 1 row (row 4) more than once');
    refuse(
      { test: rangeOf(90, 121) },
      'split 2: test has row 121, but the table has 120 rows',
      'another table',
    );
    expectError(() => prepare({ kind: 'given', splits: [] }), 'bad-split', 'no split is given');
  });
});
