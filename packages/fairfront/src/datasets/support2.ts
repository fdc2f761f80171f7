// SUPPORT2: 9,105 critically ill patients of five hospitals, 1989 to 1994; who died in hospital is predicted
// from what was known on day 3. An open stand-in for the study of intensive care [MMPF, MIMIC-III]: age under
// 55 or not, white or not, outcome.

import { count, isMissing } from '@fairfront/core/internal';
import { readTable } from '../read/read-table.js';
import { categorical, mapKnownLevels, withColumns } from './derive.js';
import type { DatasetRecipe } from './recipe.js';

const DATA = 'support2/support2.csv';

/** Columns that are no features, and why. */
export const support2Excluded: Readonly<Record<string, string>> = {
  hospdead: 'the target',
  death: 'the outcome, in hospital or after',
  'd.time': 'follow-up ends with death',
  slos: 'the stay ends with death',
  sfdm2: 'state two months later; one of its values says that the patient died',
  charges: 'known after the stay, and grows with it',
  totcst: 'known after the stay, and grows with it',
  totmcst: 'known after the stay, and grows with it',
  avtisst: 'treatment averaged over days 3 to 25',
  surv2m: "a model's prognosis",
  surv6m: "a model's prognosis",
  prg2m: "a physician's prognosis",
  prg6m: "a physician's prognosis",
  sps: 'score of a prognosis model on the measurements that are features themselves',
  aps: 'score of a prognosis model on the measurements that are features themselves',
  dnr: 'most orders not to resuscitate are written when death is expected, after day 3',
  dnrday: 'the day of that order',
  age: 'sensitive',
  race: 'sensitive',
  // Five answers of interviews. Who could not be interviewed was dying: of patients without adlp 38 % died,
  // of the others 6 %.
  adlp: 'whether the patient could be interviewed tells the outcome',
  adls: 'whether there was an interview tells the outcome',
  adlsc: 'adls, with what is missing made up from other columns',
  edu: 'whether there was an interview tells the outcome',
  income: 'whether there was an interview tells the outcome',
  dzclass: 'dzgroup says the same in more detail',
};

const categoricalFeatures = ['sex', 'dzgroup', 'ca'];

const features = [
  ...categoricalFeatures,
  'num.co',
  'scoma',
  'hday',
  'diabetes',
  'dementia',
  'meanbp',
  'wblc',
  'hrt',
  'resp',
  'temp',
  'pafi',
  'alb',
  'bili',
  'crea',
  'sod',
  'ph',
  'glucose',
  'bun',
  'urine',
];

export const support2: DatasetRecipe = {
  name: 'support2',
  title: 'death in hospital of critically ill patients',
  rowCount: 9_105,
  licence: 'open research data',
  howToGet:
    'support2.csv from https://archive.ics.uci.edu/dataset/880/support2 or https://hbiostat.org/data. Copies differ in ' +
    'the form of numbers and an id column; one with another checksum can be used with `verify: false`',
  releases: [[{ path: DATA, sha256: '7cb6dd6006dd0439dcf0f5ee5f1336432334243d1db532f5008244c323c50252' }]],
  target: 'hospdead',
  positive: 'died',
  features,
  encoderOptions: {},
  presets: [
    {
      name: 'age-race-outcome',
      groups: 'age<55,race=white|nonwhite:*,hospdead',
      title: 'under 55 or not, white or not, died or survived',
      missingGroup: 'drop',
    },
  ],

  async load(files) {
    const { table, notes } = await readTable(await files.checked(DATA), {
      format: 'csv',
      categorical: [...categoricalFeatures, 'race', 'hospdead'],
      numeric: ['age', ...features.filter((name) => !categoricalFeatures.includes(name))],
    });
    const outcome = mapKnownLevels(categorical(table, 'hospdead'), 'hospdead', { 0: 'survived', 1: 'died' });
    const race = categorical(table, 'race');
    let unknown = 0;
    for (let row = 0; row < table.rowCount; row++) if (isMissing(race, row)) unknown++;
    // They are neither white nor nonwhite for want of a word in a file: left missing, and out of the preset's
    // groups.
    const note = `race is not known in ${count(unknown, 'row')}; age-race-outcome leaves them out`;
    return { table: withColumns(table, [outcome]), notes: unknown > 0 ? [...notes, note] : notes };
  },
};
