// Statlog German Credit, prepared as in Friedler et al. 2019 [MMPF, German]: personal status is replaced by
// the sex in it, age makes adults (25 or older) and youths, and neither sex nor age is a feature. Codes
// become words.

import { columnOfTexts } from '@fairfront/core';
import { categorical, mapKnownLevels, numeric, withColumns } from './derive.js';
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

/** What the codes mean, from german.doc, in few words. */
const meanings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  status: {
    A11: 'below 0 DM',
    A12: '0 to 200 DM',
    A13: '200 DM or more',
    A14: 'no checking account',
  },
  'credit-history': {
    A30: 'no credits or all paid back',
    A31: 'all at this bank paid back',
    A32: 'existing credits paid back till now',
    A33: 'delay in the past',
    A34: 'critical account',
  },
  purpose: {
    A40: 'new car',
    A41: 'used car',
    A42: 'furniture',
    A43: 'radio or television',
    A44: 'domestic appliances',
    A45: 'repairs',
    A46: 'education',
    A47: 'vacation',
    A48: 'retraining',
    A49: 'business',
    A410: 'other',
  },
  savings: {
    A61: 'below 100 DM',
    A62: '100 to 500 DM',
    A63: '500 to 1000 DM',
    A64: '1000 DM or more',
    A65: 'unknown or none',
  },
  employment: {
    A71: 'unemployed',
    A72: 'less than 1 year',
    A73: '1 to 4 years',
    A74: '4 to 7 years',
    A75: '7 years or more',
  },
  sex: { A91: 'male', A92: 'female', A93: 'male', A94: 'male', A95: 'female' },
  'other-debtors': { A101: 'none', A102: 'co-applicant', A103: 'guarantor' },
  property: {
    A121: 'real estate',
    A122: 'building society savings or life insurance',
    A123: 'car or other',
    A124: 'unknown or none',
  },
  'other-plans': { A141: 'bank', A142: 'stores', A143: 'none' },
  housing: { A151: 'rent', A152: 'own', A153: 'for free' },
  job: {
    A171: 'unemployed or unskilled, non-resident',
    A172: 'unskilled, resident',
    A173: 'skilled',
    A174: 'management or highly qualified',
  },
  telephone: { A191: 'none', A192: 'yes' },
  'foreign-worker': { A201: 'yes', A202: 'no' },
  credit: { 1: 'good', 2: 'bad' },
};

const noFeature = ['sex', 'age', 'credit'];
const coded = Object.keys(meanings);

export const german: DatasetRecipe = {
  name: 'german',
  title: 'credit risk, good or bad',
  rowCount: 1_000,
  licence: 'CC BY 4.0',
  howToGet: 'german.data from https://archive.ics.uci.edu/dataset/144/statlog+german+credit+data',
  releases: [
    [
      {
        path: DATA,
        sha256: 'b21f3d81db8071257d5ff1deaeba1fd4303b62712e6fcc9715c7a86202cb5871',
        orGzipped: true,
      },
    ],
  ],
  target: 'credit',
  positive: 'good',
  features: columns.filter((name) => !noFeature.includes(name)),
  encoderOptions: { levels: 'table' },
  presets: [
    { name: 'gender', groups: 'sex', title: 'women and men' },
    { name: 'age', groups: 'age-group', title: 'adults (25 or older) and youths' },
  ],

  async load(files) {
    const { table, notes } = await files.read(DATA, {
      format: 'csv',
      delimiter: ' ',
      columns,
      numeric: columns.filter((name) => !coded.includes(name)),
      categorical: coded,
    });
    const inWords = coded.map((name) => mapKnownLevels(categorical(table, name), name, meanings[name]!));
    const ages = Array.from(numeric(table, 'age').values, (age) => (age >= ADULT_AGE ? 'adult' : 'youth'));
    return { table: withColumns(table, [...inWords, columnOfTexts('age-group', ages)]), notes };
  },
};
