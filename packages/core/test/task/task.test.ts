import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PART_NAMES } from '../../src/split/split-parts.js';
import { createTable, takeRows } from '../../src/table/table.js';
import { parseGroups } from '../../src/task/group-expression.js';
import { labelTable } from '../../src/task/label-table.js';
import { prepareTask, type Task, type TaskOptions, taskPart } from '../../src/task/task.js';
import { expectError } from '../helpers/errors.js';
import { countsByCell, floorsAndCeilings, totals } from '../split/split-checks.js';
import { type Cell, columnOf, tableOf } from '../table/table-cells.js';
import { expectWholeSplits, people, repeatedRows } from './task-tables.js';

const prepare = (options: Partial<TaskOptions> = {}, table = people): Task =>
  prepareTask(table, { target: 'income', groups: 'sex', minGroup: 1, ...options });

describe('prepareTask', () => {
  it('says what is predicted, for which groups, from which columns, on which rows', () => {
    const task = prepareTask(people, { target: 'income', groups: 'sex', minGroup: 10 });
    expect(task.table).toBe(people);
    expect(task.target.classes).toEqual(['high', 'low']);
    expect(task.groups.names).toEqual(['F', 'M']);
    expect(task.groups.merged).toEqual([]);
    expect(task.features).toEqual(['race', 'age']);
    expect(task.splits.map(totals)).toEqual([[99, 33, 33]]);
    expect(task.partCounts).toEqual({ train: [54, 45], validation: [18, 15], test: [18, 15] });
    expect(task.notes).toEqual([]);
    expectWholeSplits(task);
  });

  it('has everybody in one group where none are named', () => {
    const task = prepare({ groups: [] });
    expect(task.groups.names).toEqual(['everybody']);
    expect(new Set(task.groups.groups)).toEqual(new Set([0]));
    expect(task.features).toEqual(['sex', 'race', 'age']);
    expectError(
      () => prepare({ groups: [] }, takeRows(people, new Uint32Array(0))),
      'bad-groups',
      'the table has none',
    );
  });

  it('takes groups as text or parsed', () => {
    const groups = 'sex,race=White|Other:*';
    expect(prepare({ groups: parseGroups(groups) })).toEqual(prepare({ groups }));
  });

  it('refuses what is no text, and a list of texts where every row is in one group', () => {
    const groups = ['sex', 'race'] as unknown as string;
    const way = "groups must be one text; got a list of 2. Write it as groups: 'sex,race'";
    expectError(() => labelTable(people, { target: 'income', groups }), 'bad-groups', way);
    const nothing = undefined as unknown as string;
    expectError(() => prepare({ groups: nothing }), 'bad-groups', 'groups must be a text', 'got undefined');
  });

  it('takes the target as the group: class imbalance as fairness', () => {
    const task = prepare({ groups: 'income' });
    expect(task.groups.names).toEqual(['high', 'low']);
    expect(task.groups.groups).toEqual(task.target.labels);
    expect(task.features).toEqual(['sex', 'race', 'age']);
    expect(prepare({ groups: 'sex,income' }).groups.names).toEqual([
      'F · high',
      'F · low',
      'M · high',
      'M · low',
    ]);
    expectWholeSplits(task);
  });

  it('takes a comparison as the target, and never shows the model its column', () => {
    const task = prepare({ target: 'age>45', groups: 'sex' });
    expect(task.target).toMatchObject({ name: 'age>45', column: 'age', classes: ['age≤45', 'age>45'] });
    expect(task.features).toEqual(['race', 'income']);
    expect(
      prepare({ target: 'age>45', groups: 'age>45,sex', groupsAsFeatures: true }).features,
    ).not.toContain('age');
    expectError(
      () => prepare({ target: 'age>45', features: ['age'] }),
      'bad-column',
      '"age" cannot be a feature: it is the target',
    );
  });

  it('shows the model the columns that make the groups only when asked to', () => {
    expect(prepare({ groups: 'sex,age<45' }).features).toEqual(['race']);
    expect(prepare({ groups: 'sex,age<45', groupsAsFeatures: true }).features).toEqual([
      'sex',
      'race',
      'age',
    ]);
    expect(prepare({ ignore: ['race'] }).features).toEqual(['age']);
    expect(prepare({ features: ['race'] }).features).toEqual(['race']);
  });

  it('leaves out rows without group or target when told to, and says how many', () => {
    const table = repeatedRows(
      ['sex', 'income', 'x'],
      ['F', 'low', 1, 20],
      ['M', 'high', 2, 20],
      [undefined, 'low', 3, 1200],
      [undefined, undefined, 3, 3],
      ['M', undefined, 4, 1],
      ['X', undefined, 4, 4],
    );
    const task = prepare({ missingGroup: 'drop', missingTarget: 'drop' }, table);
    expect(task.groups.names).toEqual(['F', 'M']);
    expect(task.splits.map(totals)).toEqual([[24, 8, 8]]);
    expectWholeSplits(task);
    expect(task.notes).toEqual([
      '1,203 rows left out: no group is known',
      '5 rows left out: "income" is missing',
      '1 group left without rows by that: "X"',
    ]);
    const own = prepare({ missingGroup: 'own', missingTarget: 'drop' }, table);
    expect(own.groups.names).toEqual(['F', 'M', 'sex missing']);
    expect(own.notes[0]).toBe('8 rows left out: "income" is missing');
  });

  it('leaves out rows that lack a group or a class, and puts the others in exactly one part, stratified', () => {
    const row = fc.tuple(
      fc.constantFrom<Cell>('F', 'M', 'X', undefined),
      fc.constantFrom<Cell>(0, 1, undefined),
    );
    fc.assert(
      fc.property(fc.array(row, { maxLength: 80 }), fc.nat(), (drawn, seed) => {
        const rows = [
          ...drawn,
          ...[0, 1].flatMap((y) => ['F', 'M'].flatMap((s) => Array.from({ length: 5 }, () => [s, y]))),
        ];
        const table = createTable([
          columnOf(
            'sex',
            rows.map(([sex]) => sex),
          ),
          columnOf(
            'y',
            rows.map(([, y]) => y),
          ),
          columnOf(
            'x',
            rows.map(() => 1),
          ),
        ]);
        const options = { target: 'y', groups: 'sex=F|Other:*', minGroup: 1 } as const;
        const splitting = { kind: 'drawn', seed } as const;
        const task = prepareTask(table, {
          ...options,
          splitting,
          missingGroup: 'drop',
          missingTarget: 'drop',
        });
        expectWholeSplits(task);
        rows.forEach(([sex, y], i) => {
          const isUsed = sex !== undefined && y !== undefined;
          expect(task.groups.groups[i]! >= 0).toBe(isUsed);
        });
        const cells = task.groups.groups.map((group, i) => 2 * group + task.target.labels[i]!);
        for (const [cell, counts] of countsByCell(task.splits[0]!, cells)) {
          const size = cells.filter((each) => each === cell).length;
          floorsAndCeilings([3, 1, 1], size).forEach((ends, part) => {
            expect(ends).toContain(counts[part]);
          });
        }
      }),
    );
  });

  it('is the same again, and leaves table and options alone', () => {
    const options = Object.freeze({ target: 'income', groups: 'sex,race', minGroup: 8, mergeSmall: true });
    const before = structuredClone(people);
    expect(prepareTask(people, options)).toEqual(prepareTask(people, options));
    expect(people).toEqual(before);
  });
});

describe('prepareTask refuses', () => {
  it('a single group, and names its column and rows', () => {
    const women = takeRows(people, Uint32Array.of(0, 1, 2, 95, 96, 97));
    expectError(
      () => prepare({}, women),
      'bad-groups',
      'there is one group only by "sex", "F" in 6 rows',
      'Name a column with two values or more',
    );
    expectError(() => prepare({ groups: 'age<100' }), 'bad-groups', 'by "age", "age<100" in 165 rows');
    // The only man has no income.
    const table = tableOf({ sex: ['F', 'F', 'M'], income: ['low', 'high', undefined], x: [1, 2, 3] });
    expectError(
      () => prepare({ missingTarget: 'drop' }, table),
      'bad-groups',
      'one group only by "sex", "F" in 2 rows',
    );
  });

  it('a single class among the rows that are used', () => {
    const table = tableOf({ sex: ['F', 'M', undefined], income: ['low', 'low', 'high'], x: [1, 2, 3] });
    expectError(
      () => prepare({ missingGroup: 'drop' }, table),
      'bad-target',
      'one class only, "low" in 2 rows',
    );
  });

  it('tables without rows, or without a row whose group is known', () => {
    expectError(
      () => prepare({}, takeRows(people, new Uint32Array(0))),
      'bad-groups',
      'no rows',
      'the table has none',
    );
    const table = tableOf({ sex: [undefined, 'F'], age: [3, undefined], income: ['low', 'high'], x: [1, 2] });
    expectError(
      () => prepare({ groups: 'sex,age<5', missingGroup: 'drop' }, table),
      'bad-groups',
      'every row lacks a value of "sex", "age"',
    );
  });

  it('what the columns’ roles forbid', () => {
    expectError(
      () => prepare({ features: ['income'] }),
      'bad-column',
      '"income" cannot be a feature',
      'target',
    );
    expectError(() => prepare({ features: ['sex'] }), 'bad-column', '"sex"', '`groupsAsFeatures: true`');
    expectError(() => prepare({ target: 'incme' }), 'bad-column', 'target: ', 'did you mean "income"?');
    expectError(() => prepare({ groups: 'gender' }), 'bad-column', 'groups: there is no column "gender"');
    expectError(() => prepare({ ignore: ['sxe'] }), 'bad-column', 'ignore: ', '"sex"');
  });

  it('missing values, unless told what becomes of them', () => {
    const table = tableOf({ sex: ['F', undefined, 'M'], income: ['low', 'high', undefined], x: [1, 2, 3] });
    expectError(() => prepare({}, table), 'bad-groups', '"sex" is missing in 1 row', "`missingGroup: 'own'`");
    expectError(
      () => prepare({ missingGroup: 'own' }, table),
      'bad-target',
      '"income" is missing in 1 row (row 3)',
    );
  });

  it('limits that are none', () => {
    for (const minGroup of [0, -1, 2.5, Number.NaN]) {
      expectError(() => prepare({ minGroup }), 'bad-option', 'minGroup', `got ${minGroup}`);
    }
  });
});

describe('taskPart', () => {
  it('has the rows of one part of one split, with their classes and groups', () => {
    const task = prepare({ groups: 'sex,race', splitting: { kind: 'drawn', repeats: 2 } });
    for (const [split, parts] of task.splits.entries()) {
      for (const part of PART_NAMES) {
        const { rows, labels, groups } = taskPart(task, split, part);
        expect(rows).toBe(parts[part]);
        expect([...labels]).toEqual([...rows].map((row) => task.target.labels[row]));
        expect([...groups.groups]).toEqual([...rows].map((row) => task.groups.groups[row]));
        expect(groups.names).toBe(task.groups.names);
        expect(groups.counts).toEqual(
          groups.names.map((_, group) => [...groups.groups].filter((each) => each === group).length),
        );
      }
    }
  });
});
