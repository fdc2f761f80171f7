// UCI Adult, prepared as in Friedler et al. 2019, which the paper follows [MMPF, Adult]: adult.data only,
// complete rows only, no fnlwgt, and neither race nor sex is a feature. Race keeps its five levels; the
// preset makes White and Other of them. The paper authors' five splits come with it.

import { FairfrontError, type Split, splitFromColumn } from '@fairfront/core';
import { count } from '@fairfront/core/internal';
import { categorical, completeRows, numeric } from './derive.js';
import type { DatasetFiles, DatasetRecipe } from './recipe.js';

const DATA = 'adult/adult.data';
const SPLITS = 'adult/paper-splits.csv';

const numericColumns = ['age', 'fnlwgt', 'education-num', 'capital-gain', 'capital-loss', 'hours-per-week'];

// In the order of adult.names.
const columns = [
  'age',
  'workclass',
  'fnlwgt',
  'education',
  'education-num',
  'marital-status',
  'occupation',
  'relationship',
  'race',
  'sex',
  'capital-gain',
  'capital-loss',
  'hours-per-week',
  'native-country',
  'income',
];

const noFeature = ['fnlwgt', 'race', 'sex', 'income'];

export const adult: DatasetRecipe = {
  name: 'adult',
  title: 'income above 50,000 dollars, 1994 census',
  rowCount: 30_162,
  licence: 'CC BY 4.0',
  howToGet:
    'adult.data from https://archive.ics.uci.edu/dataset/2/adult. Optional: paper-splits.csv, the five splits published ' +
    "with the paper's code as columns complete_row (from 0, rows with a ? not counted), split_0 … split_4 (train, " +
    'validation or test)',
  releases: [
    [
      {
        path: DATA,
        sha256: '5b00264637dbfec36bdeaab5676b0b309ff9eb788d63554ca0a249491c86603d',
        orGzipped: true,
      },
      {
        path: SPLITS,
        sha256: 'c6771c8e56ca62d621fae4e10954501c1fd46758e79f275a642f6dbdc63d0625',
        orGzipped: true,
        optional: true,
      },
    ],
  ],
  target: 'income',
  positive: '>50K',
  features: columns.filter((name) => !noFeature.includes(name)),
  encoderOptions: { levels: 'table' },
  presets: [
    { name: 'gender', groups: 'sex', title: 'women and men' },
    {
      name: 'gender-ethnicity',
      groups: 'sex,race=White|Other:*',
      title: 'women and men, white and other',
    },
  ],
  publishedSplits: {
    count: 5,
    title: "the authors' splits, 60/20/20",
    load: loadSplit,
  },

  async load(files) {
    const { table, notes } = await files.read(DATA, {
      format: 'csv',
      delimiter: ',',
      columns,
      numeric: numericColumns.filter((name) => name !== 'fnlwgt'),
      categorical: columns.filter((name) => !numericColumns.includes(name)),
      ignore: ['fnlwgt'],
    });
    const complete = completeRows(table);
    const left = table.rowCount - complete.rowCount;
    return { table: complete, notes: [...notes, `${count(left, 'row')} with missing values left out`] };
  },
};

/** Splits are published as one line for each complete row, with one column for each split. */
async function loadSplit(files: DatasetFiles, rowCount: number, index: number): Promise<Split> {
  const location = await files.checked(SPLITS);
  const name = `split_${index}`;
  const { table } = await files.read(SPLITS, {
    format: 'csv',
    numeric: ['complete_row'],
    categorical: [name],
  });
  const rows = numeric(table, 'complete_row').values;
  if (table.rowCount !== rowCount) {
    throw new FairfrontError(
      'bad-split',
      `${location} has ${table.rowCount} lines, the dataset ${rowCount} complete rows; get the file anew`,
    );
  }
  const wrong = rows.findIndex((row, i) => row !== i);
  if (wrong >= 0) {
    throw new FairfrontError(
      'bad-split',
      `${location}: complete_row counts the rows from 0, so row ${wrong + 1} must have ${wrong}; it has ${rows[wrong]}`,
    );
  }
  return splitFromColumn(categorical(table, name));
}
