import { createRandom, createTable } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import { inspect } from '../../src/inspect/inspection.js';
import { categories, numbers } from '../runs/made-table.js';
import {
  isPositive,
  isWoman,
  noise,
  numbersBy,
  ROWS,
  TASK,
  tableWith,
  textsBy,
  warningsWith,
} from './made-rows.js';

/** Whether a row is one of this share of rows that are wrong. */
const isWrong = (row: number, share: number): boolean => (row * 0.618) % 1 < share;

it('a table in which there is nothing to notice has no warnings', () => {
  expect(warningsWith([])).toEqual([]);
});

describe('a target that is given away', () => {
  it('by a category', () => {
    const outcome = textsBy('outcome', (row) => (isPositive(row) !== isWrong(row, 0.02) ? 'paid' : 'late'));
    const [warning, ...others] = warningsWith([outcome]);
    expect(others).toEqual([]);
    expect(warning).toMatchObject({ kind: 'target-given-away', columns: ['outcome'] });
    expect(warning!.auc).toBeGreaterThan(0.96);
    expect(warning!.auc).toBeLessThan(0.995);
    expect(warning!.message).toMatch(
      /^"outcome" alone gives the target away, with an AUC of 0\.9\d; .* add `ignore: \['outcome'\]`$/,
    );
  });

  it('by a number, also one that is high and low for one class', () => {
    const rising = numbersBy('rising', (row) => (isPositive(row) ? 1 : 0) + noise(row));
    const apart = numbersBy(
      'apart',
      (row) => (isPositive(row) ? Math.sign(noise(row) - 0.5) : 0) + noise(row) / 4,
    );
    expect(warningsWith([rising, apart]).map(({ kind, columns }) => [kind, ...columns])).toEqual([
      ['target-given-away', 'rising'],
      ['target-given-away', 'apart'],
    ]);
  });

  it('by what is missing, and then by nothing else', () => {
    const closed = numbersBy('closed', (row) => (isPositive(row) ? noise(row) : undefined));
    const warnings = warningsWith([closed]);
    expect(warnings).toMatchObject([{ kind: 'target-given-away-by-missing', columns: ['closed'], auc: 1 }]);
    expect(warnings[0]!.message).toMatch(/^whether "closed" is missing alone gives the target away/);
  });

  it('not by a feature that is only strong', () => {
    const strong = textsBy('strong', (row) => (isPositive(row) !== isWrong(row, 0.1) ? 'a' : 'b'));
    expect(warningsWith([strong])).toEqual([]);
    const { task } = inspect(tableWith(strong), TASK);
    expect(task!.strongest[0]).toMatchObject({ column: 'strong' });
    expect(task!.strongest[0]!.auc).toBeGreaterThan(0.88);
    expect(task!.strongest[0]).not.toHaveProperty('class');
  });

  it('not by levels that each fit the rows they were seen in', () => {
    // 200 levels of two rows each, of one class: in the rows themselves they tell it without fault.
    const ordered = Array.from({ length: ROWS }, (_, row) => row).sort(
      (a, b) => Number(isPositive(a)) - Number(isPositive(b)),
    );
    const place = ordered.map((_, row) => ordered.indexOf(row));
    const town = textsBy('town', (row) => `town ${place[row]! >> 1}`);
    expect(warningsWith([town])).toEqual([]);
    const { strongest } = inspect(tableWith(town), TASK).task!;
    expect(strongest.every(({ auc }) => auc < 0.6)).toBe(true);
  });

  it('of several classes, where one of them is told from the others', () => {
    const labels = Array.from({ length: ROWS }, (_, row) => ['a', 'b', 'c'][row % 3]!);
    const y = categories('y', labels);
    const tell = textsBy('tell', (row) => (labels[row] === 'b' ? 'x' : noise(row) < 0.5 ? 'u' : 'v'));
    const [warning, ...others] = warningsWith([y, tell]);
    expect(others).toEqual([]);
    expect(warning).toMatchObject({ kind: 'target-given-away', label: 'b', auc: 1 });
    expect(warning!.message).toContain('"tell" alone gives class "b" of the target away');
    expect(inspect(tableWith(y, tell), TASK).task!.strongest[0]).toEqual({
      column: 'tell',
      auc: 1,
      class: 'b',
    });
  });

  it('is never looked for in test rows', () => {
    const part = textsBy('part', (row) => (row < 200 ? 'train' : row < 300 ? 'validation' : 'test'));
    const tell = (from: number, to: number) =>
      numbersBy('tell', (row) => (row >= from && row < to && isPositive(row) ? 2 : 0) + noise(row));
    const options = { ...TASK, splitColumn: 'part' };
    expect(warningsWith([part, tell(300, 400)], options)).toEqual([]);
    expect(inspect(tableWith(part, tell(300, 400)), options).task!.strongest).toEqual(
      inspect(tableWith(part, tell(400, 400)), options).task!.strongest,
    );
    expect(warningsWith([part, tell(0, 300)], options)).toMatchObject([{ kind: 'target-given-away' }]);
  });

  it('is looked for in folds that keep the rows of a person together', () => {
    // Every person has five rows of one class, and a number of their own: nothing is learned of other persons.
    const random = createRandom(3);
    const persons = Array.from({ length: 120 }, () => ({
      sick: random.uniform() < 0.5,
      own: random.uniform(),
    }));
    const byRow = <Value>(value: (person: number) => Value): Value[] =>
      Array.from({ length: 600 }, (_, row) => value(Math.floor(row / 5)));
    const table = createTable([
      categories(
        'y',
        byRow((person) => (persons[person]!.sick ? 'yes' : 'no')),
      ),
      categories(
        'sex',
        byRow((person) => (person % 2 === 0 ? 'F' : 'M')),
      ),
      categories(
        'patient',
        byRow((person) => `patient ${person}`),
      ),
      categories(
        'ward',
        byRow((person) => `ward ${Math.floor(person / 2)}-${persons[person]!.sick}`),
      ),
      numbers(
        'pressure',
        byRow((person) => persons[person]!.own),
      ),
    ]);
    const own = inspect(table, { ...TASK, minGroup: 5, splitBy: 'patient' });
    expect(own.task!.strongest.every(({ auc }) => auc < 0.8)).toBe(true);
  });
});

it('the strongest features are the five best, the best first', () => {
  const features = [0.45, 0.1, 0.2, 0.3, 0.15, 0.25].map((wrong, i) =>
    textsBy(`f${i}`, (row) => (isPositive(row) !== isWrong(row + 31 * i, wrong) ? 'a' : 'b')),
  );
  const { strongest } = inspect(tableWith(...features), TASK).task!;
  expect(strongest.map(({ column }) => column)).toEqual(['f1', 'f4', 'f2', 'f5', 'f3']);
});

describe('groups that are given away', () => {
  const proxy = textsBy('title', (row) => (isWoman(row) !== isWrong(row, 0.1) ? 'Ms' : 'Mr'));

  it('are told with the feature, and are no error', () => {
    const warnings = warningsWith([proxy], { ...TASK, strict: true });
    expect(warnings).toMatchObject([{ kind: 'group-given-away', columns: ['title', 'sex'] }]);
    expect(warnings[0]!.auc).toBeGreaterThan(0.88);
    expect(warnings[0]!.message).toMatch(/^"title" alone gives "sex" away, with an AUC of 0\.\d\d: /);
  });

  it('not by a feature that says little', () => {
    const weak = textsBy('title', (row) => (isWoman(row) !== isWrong(row, 0.25) ? 'Ms' : 'Mr'));
    expect(warningsWith([weak])).toEqual([]);
  });

  it('name the group that is told best from several', () => {
    const race = textsBy('race', (row) => ['A', 'B', 'C'][row % 3]!);
    const born = textsBy('born', (row) => (row % 3 === 2 ? 'abroad' : noise(row) < 0.5 ? 'here' : 'near'));
    expect(warningsWith([race, born], { ...TASK, groups: 'race', minGroup: 20 })).toMatchObject([
      { kind: 'group-given-away', columns: ['born', 'race'], label: 'C' },
    ]);
  });

  it('by one of several columns, the target not among them', () => {
    const nearly = textsBy('nearly', (row) => (isPositive(row) !== isWrong(row, 0.1) ? 'a' : 'b'));
    const told = warningsWith([proxy, nearly], { ...TASK, groups: 'sex,y', minGroup: 10 });
    expect(told).toMatchObject([{ kind: 'group-given-away', columns: ['title', 'sex'] }]);
    expect(told).toHaveLength(1);
  });

  it('not by the column itself, where a model is allowed to see it', () => {
    expect(warningsWith([], { ...TASK, groupsAsFeatures: true })).toEqual([]);
  });
});
