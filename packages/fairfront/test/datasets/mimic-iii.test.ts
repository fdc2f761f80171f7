import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { loadRecipe } from '../../src/datasets/load-dataset.js';
import { mimicIii } from '../../src/datasets/mimic-iii.js';
import type { Dataset } from '../../src/datasets/recipe.js';
import {
  columnNames,
  describeReal,
  expectRejected,
  groupCounts,
  madeFolder,
  realFolder,
  texts,
} from './data.js';

describeReal('the MIMIC-III demo', 'mimic-iii-demo', () => {
  const load = (): Promise<Dataset> => loadRecipe(mimicIii, [realFolder]);

  it('has 52 patients of 100 in the cohort, with the groups of the paper', async () => {
    const dataset = await load();
    const { table, notes } = dataset;
    expect(table.rowCount).toBe(52);
    expect(notes.join()).toContain('of 100 patients 52 are in the cohort');
    const age = table.columns.find(({ name }) => name === 'age')!;
    if (age.kind !== 'numeric') throw new Error('age is a number');
    expect(Math.max(...age.values)).toBe(90);
    // Counted apart from this program, from the files.
    expect(groupCounts(dataset, 'age-ethnicity-outcome')).toEqual({
      'age≥55 · white · alive': 23,
      'age≥55 · nonwhite · alive': 7,
      'age≥55 · white · deceased': 7,
      'age≥55 · nonwhite · deceased': 5,
      'age<55 · white · alive': 4,
      'age<55 · nonwhite · alive': 1,
      'age<55 · white · deceased': 2,
      'age<55 · nonwhite · deceased': 3,
    });
  });

  it('has its features in the table, and none that tells the outcome', async () => {
    const { table } = await load();
    expect(columnNames(table)).toEqual(expect.arrayContaining([...mimicIii.features]));
    expect(columnNames(table).filter((name) => /death|dod|disch|los|expire/.test(name))).toEqual([]);
  });

  it('says that the notes are not there', async () => {
    expect((await load()).notes.join()).toMatch(
      /mimic-iii-demo\/NOTEEVENTS.csv holds no notes: .*credentialed/,
    );
  });
});

const tables = {
  PATIENTS: ['subject_id,gender,dob', '7,F,2100-06-01 00:00:00', '8,M,2090-01-01 00:00:00'],
  ADMISSIONS: [
    'hadm_id,subject_id,admittime,deathtime,admission_type,admission_location,ethnicity,hospital_expire_flag',
    '70,7,2150-06-01 10:00:00,,EMERGENCY,CLINIC,WHITE,0',
    '80,8,2150-01-01 10:00:00,2150-01-09 10:00:00,ELECTIVE,CLINIC,ASIAN,1',
  ],
  ICUSTAYS: [
    'subject_id,hadm_id,icustay_id,first_careunit,intime,outtime',
    '7,70,700,MICU,2150-06-01 12:00:00,2150-06-04 12:00:00',
    '8,80,800,CCU,2150-01-01 12:00:00,2150-01-09 12:00:00',
  ],
  NOTEEVENTS: [
    'row_id,subject_id,hadm_id,chartdate,charttime,storetime,category,description,cgid,iserror,text',
    '1,7,70,2150-06-01,,,Nursing,Report,,,"resting\ncomfortably"',
    '2,8,80,2150-01-01,2150-01-01 13:00:00,,Physician ,Note,,,"short of ""breath"""',
  ],
};
type Tables = typeof tables;
const upper = ([header, ...rows]: readonly string[]): string[] => [
  header!
    .toUpperCase()
    .split(',')
    .map((name) => `"${name}"`)
    .join(','),
  ...rows,
];
const csv = (lines: readonly string[]): string => `${lines.join('\n')}\n`;

describe('MIMIC-III made up', () => {
  const load = (files: Record<string, string | Uint8Array>, verify = true): Promise<Dataset> =>
    loadRecipe(mimicIii, [madeFolder(files)], { verify });
  const plain = (changes: Partial<Tables> = {}): Record<string, string> =>
    Object.fromEntries(
      Object.entries({ ...tables, ...changes }).map(([name, lines]) => [`mimic-iii/${name}.csv`, csv(lines)]),
    );

  it('reads the full release as it comes: capitals, quotes, gzipped', async () => {
    const gzipped = Object.fromEntries(
      Object.entries(tables).map(([name, lines]) => [
        `mimic-iii/${name}.csv.gz`,
        gzipSync(csv(upper(lines))),
      ]),
    );
    const { table, notes } = await load(gzipped);
    const { table: same } = await load(plain());
    expect(table).toEqual(same);
    expect(texts(table, 'subject_id')).toEqual(['7', '8']);
    expect(texts(table, 'outcome')).toEqual(['alive', 'deceased']);
    expect(notes.join()).not.toContain('NOTEEVENTS');
  });

  it('prefers the full release to the demo', async () => {
    const demo = {
      'mimic-iii-demo/PATIENTS.csv': '',
      'mimic-iii-demo/ADMISSIONS.csv': '',
      'mimic-iii-demo/ICUSTAYS.csv': '',
    };
    expect((await load({ ...demo, ...plain() })).table.rowCount).toBe(2);
  });

  it('takes the demo where the full release is not whole', async () => {
    const demo = Object.fromEntries(
      Object.entries(plain()).map(([name, text]) => [name.replace('iii/', 'iii-demo/'), text]),
    );
    const { table, notes } = await load({ ...demo, 'mimic-iii/PATIENTS.csv': '' }, false);
    expect(table.rowCount).toBe(2);
    expect(notes.join()).not.toContain('NOTEEVENTS');
  });

  describe('notes', () => {
    const header = tables.NOTEEVENTS[0]!;
    const note = (hadm: number, date: string, time: string, category: string, error: string, text: string) =>
      `1,7,${hadm},${date},${time},,${category},Report,,${error},${text}`;
    const loadNotes = async (notes: readonly string[]) => {
      const { table, notes: said } = await load(plain({ NOTEEVENTS: [header, ...notes] }));
      return { ids: texts(table, 'subject_id'), notes: texts(table, 'notes'), said: said.join('; ') };
    };

    // Patient 7 is in intensive care from 2150-06-01 12:00 on: the 48 hours end at 2150-06-03 12:00.
    it.each([
      ['at the beginning', note(70, '2150-06-01', '2150-06-01 12:00:00', 'Nursing', '', 'x'), true],
      ['before it', note(70, '2150-06-01', '2150-06-01 11:59:59', 'Nursing', '', 'x'), false],
      ['in the last second', note(70, '2150-06-03', '2150-06-03 11:59:59', 'Nursing', '', 'x'), true],
      ['at the end', note(70, '2150-06-03', '2150-06-03 12:00:00', 'Nursing', '', 'x'), false],
      ['of a day that is over', note(70, '2150-06-02', '', 'ECG', '', 'x'), true],
      ['of a day that may end later', note(70, '2150-06-03', '', 'ECG', '', 'x'), false],
      ['of the day before', note(70, '2150-05-31', '', 'ECG', '', 'x'), false],
      ['at discharge', note(70, '2150-06-02', '', 'Discharge summary', '', 'x'), false],
      ['marked as an error', note(70, '2150-06-02', '', 'ECG', '1', 'x'), false],
      ['of another stay', note(71, '2150-06-02', '', 'ECG', '', 'x'), false],
      ['without a date', note(70, '', '', 'ECG', '', 'x'), false],
    ])('a note %s', async (_, line, counts) => {
      const { ids, notes } = await loadNotes([line, note(80, '2150-01-02', '', 'ECG', '', 'y')]);
      expect(ids).toEqual(counts ? ['7', '8'] : ['8']);
      expect(notes).toEqual(counts ? ['x', 'y'] : ['y']);
    });

    it('are joined for each patient, and those without any are left out', async () => {
      const { notes, said } = await loadNotes([
        note(80, '2150-01-02', '', 'ECG', '', '"two\nlines, ""quoted"""'),
        note(80, '2150-01-01', '2150-01-01 13:00:00', 'Nursing', '', 'later'),
      ]);
      expect(notes).toEqual(['two\nlines, "quoted"\nlater']);
      expect(said).toContain('2 notes of the first 48 hours; 1 patient without such a note left out');
    });

    it('are the features where they are there', async () => {
      const { features, encoderOptions } = await load(plain());
      expect(features).toEqual(['notes']);
      expect(encoderOptions).toEqual({ text: ['notes'] });
    });
  });

  it('does without NOTEEVENTS, and says so', async () => {
    const { 'mimic-iii/NOTEEVENTS.csv': _, ...files } = plain();
    expect((await load(files)).notes.join()).toContain('mimic-iii/NOTEEVENTS.csv holds no notes');
  });

  it.each(['PATIENTS', 'ADMISSIONS', 'ICUSTAYS', 'NOTEEVENTS'] as const)(
    'names the columns that %s lacks',
    async (name) => {
      const [header, ...rows] = tables[name];
      const column = name === 'NOTEEVENTS' ? 'hadm_id' : 'subject_id';
      const changed = { [name]: [header!.replace(column, 'patient'), ...rows] };
      await expectRejected(load(plain(changed)), 'bad-file', `${name}.csv lacks "${column}"`, '"patient"');
    },
  );

  it('refuses a damaged gzip', async () => {
    const broken = gzipSync(csv(tables.PATIENTS)).subarray(0, 20);
    const { 'mimic-iii/PATIENTS.csv': _, ...files } = plain();
    await expectRejected(
      load({ ...files, 'mimic-iii/PATIENTS.csv.gz': broken }),
      'bad-file',
      'PATIENTS.csv.gz',
    );
  });
});
