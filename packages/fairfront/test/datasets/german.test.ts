import { type CategoricalColumn, fitEncoder } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import { german } from '../../src/datasets/german.js';
import { loadPublishedSplit, loadRecipe } from '../../src/datasets/load-dataset.js';
import { columnNames, counts, expectRejected, groupCounts, insideFolder, madeFolder, texts } from './data.js';

describe('German credit', () => {
  it('has 1,000 rows, 690 of men and 310 of women, 700 good and 300 bad', async () => {
    const dataset = await loadRecipe(german, [insideFolder]);
    const { table } = dataset;
    expect(table.rowCount).toBe(1_000);
    expect(groupCounts(dataset, 'gender')).toEqual({ male: 690, female: 310 });
    expect(counts(texts(table, 'credit'))).toEqual({ good: 700, bad: 300 });
  });

  it('calls adult who is 25 or older', async () => {
    const dataset = await loadRecipe(german, [insideFolder]);
    const { table } = dataset;
    const age = table.columns.find(({ name }) => name === 'age')!;
    if (age.kind !== 'numeric') throw new Error('age is a number');
    const groups = texts(table, 'age-group');
    expect(groupCounts(dataset, 'age')).toEqual({ adult: 851, youth: 149 });
    expect(groups).toEqual(Array.from(age.values, (years) => (years < 25 ? 'youth' : 'adult')));
  });

  it('has 12 categories and 6 numbers as features, in words, and neither sex nor age', async () => {
    const { table } = await loadRecipe(german, [insideFolder]);
    const kinds = german.features.map((name) => table.columns.find((column) => column.name === name)!.kind);
    expect(counts(kinds)).toEqual({ categorical: 12, numeric: 6 });
    for (const name of ['sex', 'age', 'age-group', 'credit']) expect(german.features).not.toContain(name);
    const rows = Uint32Array.from({ length: table.rowCount }, (_, row) => row);
    const { features } = fitEncoder(table, german.features, rows, german.encoderOptions);
    // 4 + 5 + 10 + 5 + 5 + 3 + 4 + 3 + 3 + 4 + 2 + 2 levels that occur (german.doc), and 6 numbers
    expect(features).toHaveLength(56);
    expect(features.map(({ name }) => name)).toContain('credit-history = critical account');
    expect(texts(table, 'status')[0]).toBe('below 0 DM');
  });

  it('keeps personal status, which tells the sex, out of the table', async () => {
    const { table } = await loadRecipe(german, [insideFolder]);
    const levels = table.columns.flatMap((column) => (column as CategoricalColumn).levels ?? []);
    expect(levels.filter((level) => /^A9|divorced|single|married/.test(level))).toEqual([]);
    expect(columnNames(table)).toHaveLength(22);
  });
});

describe('German credit made up', () => {
  const line = (sex: string): string =>
    `A11 6 A34 A43 1169 A65 A75 4 ${sex} A101 4 A121 67 A143 A152 2 A173 1 A192 A201 1`;

  it('refuses a code that german.doc does not have', async () => {
    const folder = madeFolder({ 'german/german.data': `${line('A91')}\n${line('A96')}\n` });
    await expectRejected(
      loadRecipe(german, [folder], { verify: false }),
      'bad-column',
      '"sex"',
      '"A96"',
      'A95',
    );
  });

  it('has no published splits', async () => {
    const folder = madeFolder({ 'german/german.data': `${line('A91')}\n${line('A92')}\n` });
    const dataset = await loadRecipe(german, [folder], { verify: false });
    await expectRejected(loadPublishedSplit(dataset, 0), 'usage', 'german has no published splits');
  });
});
