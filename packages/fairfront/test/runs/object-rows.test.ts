// Rows as plain objects: what each value means, and what is refused, by key and row. The same for every kind of model.

import { createTable, FairfrontError } from '@fairfront/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Fitted, fit } from '../../src/index.js';
import { categories, KINDS, loansTable, numbers, withColumn } from './made-table.js';

const table = withColumn(
  loansTable(600),
  categories(
    'flag',
    Array.from({ length: 600 }, (_, row) => ['true', 'false', '3'][row % 3]!),
  ),
);
const columns = ['age', 'income', 'region', 'purpose', 'flag'];

describe.each(['linear', 'boosted', 'network', 'plug-in of linear models'])('%s', (kind) => {
  let model: Fitted['model'];
  beforeAll(async () => {
    ({ model } = await fit(table, { ...KINDS[kind], features: columns.filter((name) => has(name)) }));
  });
  const has = (name: string): boolean => table.columns.some((column) => column.name === name);
  const names = (): string[] => model.columns.map(({ name }) => name);
  /** A row with a value for every column. */
  const whole = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
    ...Object.fromEntries(
      model.columns.map((column) => [column.name, column.kind === 'numeric' ? 40 : 'true']),
    ),
    ...changes,
  });

  it('says of objects what it says of a table', async () => {
    const rows = [
      whole(),
      whole({ age: null, flag: undefined }),
      whole({ age: -1.5, flag: 3 }),
      whole({ flag: false }),
    ];
    const flags = ['true', undefined, '3', 'false'];
    const ages = [40, undefined, -1.5, 40];
    const same = createTable(
      model.columns.map(({ name, kind }) => {
        if (name === 'age') return numbers(name, ages);
        if (name === 'flag') return categories(name, flags);
        return kind === 'numeric'
          ? numbers(name, [40, 40, 40, 40])
          : categories(name, ['true', 'true', 'true', 'true']);
      }),
    );
    expect(names()).toEqual(expect.arrayContaining(['age', 'flag']));
    expect(await model.predict(rows)).toEqual(await model.predict(same));
  });

  it('takes null, undefined, NaN and an empty text as missing, true for "true", keys that it does not know, and no rows', async () => {
    const missing = await model.predict([whole({ flag: null, age: null })]);
    expect(await model.predict([whole({ flag: '', age: Number.NaN, other: { a: 1 } })])).toEqual(missing);
    expect(await model.predict([whole({ flag: true })])).toEqual(
      await model.predict([whole({ flag: 'true' })]),
    );
    expect(await model.predict([])).toEqual(new Float64Array(0));
  });

  it.each<[string, (row: Record<string, unknown>) => unknown, string]>([
    [
      'a key that is not there',
      ({ age: _, ...row }) => ({ ...row, Age: 3 }),
      'row 2: there is no key "age", which the model takes (say null where it is not known); did you mean "Age"?',
    ],
    [
      'a text for a number',
      (row) => ({ ...row, age: '38' }),
      'row 2: "age" must be a finite number, or null; got "38"',
    ],
    [
      'a boolean for a number',
      (row) => ({ ...row, age: true }),
      'row 2: "age" must be a finite number, or null; got true',
    ],
    ['an infinite number', (row) => ({ ...row, age: Infinity }), 'got Infinity'],
    [
      'a list for a text',
      (row) => ({ ...row, flag: ['a'] }),
      'row 2: "flag" must be a text, a number, a boolean, or null; got a list',
    ],
    [
      'what is no object',
      () => 'car',
      'row 2: it must be an object, such as { age: 38, purpose: \'car\' }; got "car"',
    ],
    ['an object without keys', () => ({}), 'it has none'],
  ])('refuses %s', async (_, change, message) => {
    const asked = model.predict([whole(), change(whole()) as never]);
    await expect(asked).rejects.toThrow(message);
    await expect(asked).rejects.toThrow(FairfrontError);
  });

  it('decides for the most probable class, of equal ones the first', () => {
    expect([...model.decide(Float64Array.of(0.4, 0.6, 0.5, 0.5, 0.9, 0.1))]).toEqual([1, 0, 0]);
  });
});
