// Rows of a batch get the classes and groups of a fit, whatever the batch itself has.

import { describe, expect, it } from 'vitest';
import { columnOfTexts } from '../../src/table/levels.js';
import { createTable, type Table, takeRows } from '../../src/table/table.js';
import { labelAs } from '../../src/task/label-as.js';
import { labelTable } from '../../src/task/label-table.js';

const text = (name: string, values: readonly (string | undefined)[]) => columnOfTexts(name, values);
const codes = (names: readonly string[]): Map<string, number> => new Map(names.map((name, i) => [name, i]));

/** Labels the table as its own fit, then every row by itself. */
function rowByRow(table: Table, target: string, groups: string, missingGroup: 'own' | 'error' = 'error') {
  const fitted = labelTable(table, { target, groups, missingGroup });
  const known = {
    target,
    groups,
    classCodes: codes(fitted.target.classes),
    groupCodes: codes(fitted.groups.names),
  };
  const rows = Array.from({ length: table.rowCount }, (_, row) => {
    const own = takeRows(table, Uint32Array.of(row));
    // As a file with that row alone would be read: levels of other rows are not there.
    const alone = createTable(
      own.columns.map((column) =>
        column.kind === 'numeric' ? column : text(column.name, [column.levels[column.codes[0]!]]),
      ),
    );
    return labelAs(alone, known);
  });
  return { fitted, labels: rows.map((row) => row.labels[0]), groups: rows.map((row) => row.groups[0]) };
}

const table = createTable([
  text('sex', ['F', 'M', 'F', 'M', 'F', 'M']),
  text('smoker', ['yes', 'no', 'no', 'yes', 'yes', 'no']),
  text('drinker', ['no', 'no', 'yes', 'yes', 'no', 'yes']),
  text('race', ['White', 'Black', 'Asian', 'White', 'Other', 'Black']),
  text('mixed', ['1', 'A', 'A', '1', 'A', 'A']),
  text('dotted', ['a · b', 'c', 'a · b', 'c', 'c', 'c']),
  { kind: 'numeric', name: 'code', values: Float64Array.of(0, 1, 0, 1, 1, 0) },
  { kind: 'numeric', name: 'age', values: Float64Array.of(20, 60, 55, 54, 70, 30) },
  text('y', ['good', 'bad', 'bad', 'good', 'good', 'bad']),
]);

describe('every row by itself has the class and the group that it has in the whole table', () => {
  it.each([
    ['y', 'sex'],
    ['y', 'smoker,drinker'],
    ['y', 'sex,age<55'],
    ['y', 'age:25,45,65'],
    ['y', 'race=White|Other:*'],
    ['y', 'race=White+Asian|Black+Other'],
    ['y', 'sex,dotted'],
    ['y', 'code,smoker'],
    ['y', 'mixed'],
    ['code', 'sex'],
    ['age>=55', 'sex'],
    ['race=White|*', 'sex,smoker'],
  ])('%s by %s', (target, groups) => {
    const { fitted, ...alone } = rowByRow(table, target, groups);
    expect(alone.labels).toEqual([...fitted.target.labels]);
    expect(alone.groups).toEqual([...fitted.groups.groups]);
  });

  it('a missing value too, where that was a group', () => {
    const gaps = createTable([text('sex', ['F', undefined, 'M', 'F']), text('y', ['a', 'b', 'a', 'b'])]);
    const { fitted, groups } = rowByRow(gaps, 'y', 'sex', 'own');
    expect(fitted.groups.names).toEqual(['F', 'M', 'sex missing']);
    expect(groups).toEqual([0, 2, 1, 0]);
  });
});

it('a level is known with its column’s name and without', () => {
  // T and F alone say little, and carry their column's name; beside U they do not.
  const batch = createTable([text('flag', ['T', 'F']), text('y', ['a', 'b'])]);
  const known = { target: 'y', groups: 'flag', classCodes: codes(['a', 'b']) };
  expect([...labelAs(batch, { ...known, groupCodes: codes(['F', 'T', 'U']) }).groups]).toEqual([1, 0]);
  expect([...labelAs(batch, { ...known, groupCodes: codes(['flag=F', 'flag=T']) }).groups]).toEqual([1, 0]);
});

it('what the fit did not have is counted by name', () => {
  const batch = createTable([
    text('sex', ['F', 'X', 'M', 'F', undefined, 'X']),
    text('y', ['good', 'bad', 'odd', undefined, 'bad', 'bad']),
  ]);
  const known = {
    target: 'y',
    groups: 'sex',
    classCodes: codes(['bad', 'good']),
    groupCodes: codes(['F', 'M']),
  };
  expect(labelAs(batch, known)).toEqual({
    labels: Int32Array.of(1, 0, -1, -1, 0, 0),
    groups: Int32Array.of(0, -1, 1, 0, -1, -1),
    withoutOutcome: 1,
    strangeClasses: [{ name: 'odd', rows: 1 }],
    strangeGroups: [
      { name: 'X', rows: 2 },
      { name: 'sex missing', rows: 1 },
    ],
  });
});
