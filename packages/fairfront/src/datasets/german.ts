// Statlog German Credit, prepared as in Friedler et al. 2019 [MMPF, German]: personal status is replaced by the sex in it,
// age makes adults (25 or older) and youths, and neither sex nor age is a feature. Codes become words.

import { columnOfTexts } from '@fairfront/core';
import { readTable } from '../read/read-table.js';
import { categorical, mapKnownLevels, numeric, withColumns } from './derive.js';
import { germanLevels } from './german-levels.js';
import type { DatasetRecipe } from './recipe.js';

const DATA = 'german/german.data';
const ADULT_AGE = 25;

// In the order of german.doc; attribute 9 is read as sex.
const columns = [
  'status',
  'duration',
  'credit-history',
  'purpose',
  'amount',
  'savings',
  'employment',
  'installment-rate',
  'sex',
  'other-debtors',
  'residence-since',
  'property',
  'age',
  'other-plans',
  'housing',
  'credits',
  'job',
  'dependants',
  'telephone',
  'foreign-worker',
  'credit',
];

const noFeature = ['sex', 'age', 'credit'];
const coded = Object.keys(germanLevels);

export const german: DatasetRecipe = {
  name: 'german',
  title: 'credit risk, good or bad',
  rowCount: 1_000,
  licence: 'CC BY 4.0',
  howToGet: 'german.data from https://archive.ics.uci.edu/dataset/144/statlog+german+credit+data',
  releases: [[{ path: DATA, sha256: 'b21f3d81db8071257d5ff1deaeba1fd4303b62712e6fcc9715c7a86202cb5871' }]],
  target: 'credit',
  positive: 'good',
  features: columns.filter((name) => !noFeature.includes(name)),
  encoderOptions: { levels: 'table' },
  presets: [
    { name: 'gender', groups: 'sex', title: 'women and men' },
    { name: 'age', groups: 'age-group', title: 'adults (25 or older) and youths' },
  ],

  async load(files) {
    const { table, notes } = await readTable(await files.checked(DATA), {
      format: 'csv',
      delimiter: ' ',
      columns,
      numeric: columns.filter((name) => !coded.includes(name)),
      categorical: coded,
    });
    const inWords = coded.map((name) => mapKnownLevels(categorical(table, name), name, germanLevels[name]!));
    const ages = Array.from(numeric(table, 'age').values, (age) => (age >= ADULT_AGE ? 'adult' : 'youth'));
    return { table: withColumns(table, [...inWords, columnOfTexts('age-group', ages)]), notes };
  },
};
