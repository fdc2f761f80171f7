import { createHash } from 'node:crypto';
import { type CategoricalColumn, fitEncoder, type Table } from '@fairfront/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { adult } from '../../src/datasets/adult.js';
import { loadPublishedSplit, loadRecipe } from '../../src/datasets/load-dataset.js';
import type { Dataset } from '../../src/datasets/recipe.js';
import { expectRejected, groupCounts, insideFolder, madeFolder, presetGroups, texts } from './data.js';

const allRows = ({ rowCount }: Table): Uint32Array => Uint32Array.from({ length: rowCount }, (_, row) => row);

describe('Adult', () => {
  let dataset: Dataset;
  beforeAll(async () => {
    dataset = await loadRecipe(adult, [insideFolder]);
  });

  it('has the complete rows of adult.data and says how many it left out', () => {
    const { table, notes } = dataset;
    expect(table.rowCount).toBe(30_162);
    expect(adult.rowCount).toBe(30_162);
    expect(notes).toEqual(['2,399 rows with missing values left out']);
  });

  it('has the four groups of the paper', () => {
    expect(groupCounts(dataset, 'gender')).toEqual({ Female: 9_782, Male: 20_380 });
    expect(groupCounts(dataset, 'gender-ethnicity')).toEqual({
      'Female · White': 7_895,
      'Female · Other': 1_887,
      'Male · White': 18_038,
      'Male · Other': 2_342,
    });
  });

  // The shares that the paper prints with its tables are not those of the whole table (6.3, 7.8, 26.2, 59.8
  // %).
  it("has the paper's shares, 6.0, 7.7, 26.1 and 60.3 %, as the mean over the five test parts", async () => {
    const { names, groups } = presetGroups(dataset, 'gender-ethnicity');
    const rows = new Uint32Array(names.length);
    for (let k = 0; k < 5; k++)
      for (const row of (await loadPublishedSplit(dataset, k)).test) rows[groups[row]!]!++;
    const shares = names.map((name, group) => [name, (rows[group]! / (5 * 60.33)).toFixed(1)]);
    expect(Object.fromEntries(shares)).toEqual({
      'Female · Other': '6.0',
      'Male · Other': '7.7',
      'Female · White': '26.1',
      'Male · White': '60.3',
    });
  });

  it('has 96 features, 5 of them numbers, and neither race nor sex nor fnlwgt', () => {
    const { table } = dataset;
    const { features, dropped } = fitEncoder(table, adult.features, allRows(table), adult.encoderOptions);
    expect(features).toHaveLength(96);
    expect(features.filter(({ kind }) => kind === 'value').map(({ column }) => column)).toEqual([
      'age',
      'education-num',
      'capital-gain',
      'capital-loss',
      'hours-per-week',
    ]);
    expect(dropped).toEqual([]);
    for (const name of ['race', 'sex', 'fnlwgt', 'income']) expect(adult.features).not.toContain(name);
  });

  it('has as many features when the encoder is fitted on the training part only', async () => {
    const { train } = await loadPublishedSplit(dataset, 0);
    expect(fitEncoder(dataset.table, adult.features, train, adult.encoderOptions).features).toHaveLength(96);
  });

  it('keeps no level that only left-out rows have', () => {
    const { table } = dataset;
    for (const column of table.columns) {
      if (column.kind === 'numeric') continue;
      expect(new Set((column as CategoricalColumn).codes).size, column.name).toBe(column.levels.length);
    }
    expect(texts(table, 'workclass')).not.toContain('Never-worked');
  });

  it.each([0, 1, 2, 3, 4])(
    "has the authors' split %i: 18,096, 6,033 and 6,033 rows, disjoint and complete",
    async (k) => {
      const { train, validation, test } = await loadPublishedSplit(dataset, k);
      expect([train.length, validation.length, test.length]).toEqual([18_096, 6_033, 6_033]);
      expect(new Set([...train, ...validation, ...test]).size).toBe(30_162);
    },
  );

  it('has five different splits, the first of which begins as the file does', async () => {
    const splits = await Promise.all([0, 1, 2, 3, 4].map((k) => loadPublishedSplit(dataset, k)));
    const marks = splits.map(({ test }) => createHash('sha256').update(test).digest('hex'));
    expect(new Set(marks).size).toBe(5);
    expect([splits[0]!.train[0], splits[0]!.validation[0], splits[0]!.train[1]]).toEqual([0, 1, 2]);
  });
});

const person = (sex: string, workclass = 'Private', income = '<=50K'): string =>
  `39, ${workclass}, 77516, Bachelors, 13, Never-married, Adm-clerical, Not-in-family, White, ${sex}, 2174, 0, 40, United-States, ${income}`;
const people = [
  person('Male'),
  person('Female', '?'),
  person('Female'),
  person('Male', 'Private', '>50K'),
  '',
].join('\n');
const splitLines = (...rows: string[]): string => ['complete_row,split_0,split_1', ...rows, ''].join('\n');

describe('splits of Adult', () => {
  const loadMade = (splits?: string): Promise<Dataset> =>
    loadRecipe(
      adult,
      [
        madeFolder({
          'adult/adult.data': people,
          ...(splits === undefined ? {} : { 'adult/paper-splits.csv': splits }),
        }),
      ],
      { verify: false },
    );

  it('counts complete rows only', async () => {
    const dataset = await loadMade(splitLines('0,train,train', '1,validation,test', '2,test,train'));
    expect(texts(dataset.table, 'sex')).toEqual(['Male', 'Female', 'Male']);
    const { train, validation, test } = await loadPublishedSplit(dataset, 0);
    expect([[...train], [...validation], [...test]]).toEqual([[0], [1], [2]]);
  });

  it.each([
    ['a line lost', splitLines('0,train,train', '1,test,test'), '2 lines, the dataset 3 complete rows'],
    ['a row twice', splitLines('0,train,a', '0,validation,a', '2,test,a'), 'row 2 must have 1; it has 0'],
    ['an unknown part', splitLines('0,train,a', '1,trial,a', '2,test,a'), 'trial'],
    ['an empty part', splitLines('0,train,a', '1,test,a', '2,test,a'), 'validation'],
  ])('%s in the file is an error that says so', async (_, splits, message) => {
    await expectRejected(loadPublishedSplit(await loadMade(splits), 0), 'bad-split', message);
  });

  it('a column lost in the file is an error that names it', async () => {
    const dataset = await loadMade(splitLines('0,train,train', '1,validation,test', '2,test,train'));
    await expectRejected(loadPublishedSplit(dataset, 3), 'bad-file', 'split_3');
  });

  it.each([-1, 5, 0.5])('there is no split %d', async (k) => {
    await expectRejected(
      loadPublishedSplit(await loadMade(splitLines()), k),
      'usage',
      '`datasetSplit`',
      '0 to 4',
      String(k),
    );
  });

  it('without the file says where it should be', async () => {
    await expectRejected(
      loadPublishedSplit(await loadMade(), 0),
      'usage',
      'adult/paper-splits.csv',
      'Get it: ',
    );
  });
});
