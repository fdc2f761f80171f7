import { columnOfTexts, createTable, type Table } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import { mimicCohort } from '../../src/datasets/mimic-cohort.js';
import { texts } from './data.js';

function tableOf(columns: readonly string[], ...rows: readonly (readonly string[])[]): Table {
  return createTable(
    columns.map((name, i) =>
      columnOfTexts(
        name,
        rows.map((row) => row[i] || undefined),
      ),
    ),
  );
}

const patients = (...rows: (readonly [id: string, dob: string])[]): Table =>
  tableOf(['subject_id', 'dob', 'gender'], ...rows.map((row) => [...row, 'F']));

const admissions = (
  ...rows: (readonly [id: string, time: string, ethnicity?: string, flag?: string])[]
): Table =>
  tableOf(
    ['hadm_id', 'admittime', 'ethnicity', 'hospital_expire_flag', 'admission_type', 'admission_location'],
    ...rows.map(([id, time, ethnicity = 'WHITE', flag = '0']) => [
      id,
      time,
      ethnicity,
      flag,
      'EMERGENCY',
      'CLINIC',
    ]),
  );

const stays = (...rows: (readonly [subject: string, admission: string, from: string, to: string])[]): Table =>
  tableOf(
    ['subject_id', 'hadm_id', 'intime', 'outtime', 'icustay_id', 'first_careunit'],
    ...rows.map((row, i) => [...row, String(500 + i), 'MICU']),
  );

const ages = ({ table }: { table: Table }): number[] => {
  const column = table.columns.find(({ name }) => name === 'age')!;
  return column.kind === 'numeric' ? [...column.values] : [];
};

describe('the cohort', () => {
  const one = (dob: string, admitted: string) =>
    mimicCohort(
      patients(['1', dob], ['2', '2000-01-01']),
      admissions(['10', admitted], ['20', '2050-01-01']),
      stays(
        ['1', '10', '2150-01-01 00:00:00', '2150-02-01 00:00:00'],
        ['2', '20', '2050-01-01', '2050-02-01'],
      ),
    );

  it.each([
    ['a day before the 55th birthday', '2095-05-02 00:00:00', '2150-05-01 23:59:00', 54],
    ['on the 55th birthday', '2095-05-01 00:00:00', '2150-05-01 00:00:00', 55],
    ['at 89', '2060-01-01', '2149-06-01', 89],
    ['above 89, birth shifted by 300 years', '1850-01-01', '2150-06-01', 90],
    ['born on 29 February, on 28 February', '2096-02-29', '2150-02-28', 53],
  ])('counts whole years: %s', (_, dob, admitted, age) => {
    expect(ages(one(dob, admitted))).toEqual([age, 50]);
  });

  it('has adults of 16 or more', () => {
    expect(ages(one('2134-05-01', '2150-05-01'))).toEqual([16, 50]);
    const { table, notes } = one('2134-05-02', '2150-05-01');
    expect(table.rowCount).toBe(1);
    expect(notes[0]).toContain('1 under 16');
  });

  it.each([
    ['48 hours', '2150-01-03 06:00:00', 2],
    ['a second less', '2150-01-03 05:59:59', 1],
  ])('keeps a stay of 48 hours or more: %s', (_, left, rows) => {
    const { table } = mimicCohort(
      patients(['1', '2100-01-01'], ['2', '2100-01-01']),
      admissions(['10', '2150-01-01'], ['20', '2150-01-01']),
      stays(['1', '10', '2150-01-01 06:00:00', left], ['2', '20', '2150-01-01', '2150-01-09']),
    );
    expect(table.rowCount).toBe(rows);
  });

  it("takes a patient's first stay, not the first that is long enough", () => {
    const { table, notes } = mimicCohort(
      patients(['1', '2100-01-01'], ['12', '2100-01-01'], ['9', '2100-01-01'], ['3', '2100-01-01']),
      admissions(
        ['10', '2150-01-01'],
        ['11', '2149-01-01'],
        ['20', '2150-01-01'],
        ['90', '2150-01-01'],
        ['30', '2150-01-01'],
      ),
      stays(
        ['1', '10', '2150-01-01', '2150-01-09'],
        ['1', '11', '2149-01-01', '2149-01-02'], // earlier, and short: the patient is out
        ['12', '20', '2150-03-01', '2150-03-09'],
        ['12', '20', '2150-02-01', '2150-02-09'],
        ['9', '90', '2150-02-01', '2150-02-09'],
        ['3', '30', '2150-02-01', ''],
      ),
    );
    expect(texts(table, 'subject_id')).toEqual(['9', '12']); // by number
    expect(texts(table, 'icustay_id')).toEqual(['504', '503']);
    expect(notes[0]).toBe(
      'of 4 patients 2 are in the cohort; left out: 0 under 16, 1 with a first stay under 48 hours, 1 with one of unknown length',
    );
  });

  it('calls white what begins so, and all else nonwhite, the unknown counted', () => {
    const ethnicities = [
      'WHITE',
      'WHITE - RUSSIAN',
      'ASIAN',
      'UNKNOWN/NOT SPECIFIED',
      'UNABLE TO OBTAIN',
      '',
    ];
    const { table, notes } = mimicCohort(
      patients(...ethnicities.map((_, i) => [String(i), '2100-01-01'] as const)),
      admissions(...ethnicities.map((text, i) => [`1${i}`, '2150-01-01', text, String(i % 2)] as const)),
      stays(...ethnicities.map((_, i) => [String(i), `1${i}`, '2150-01-01', '2150-01-09'] as const)),
    );
    expect(texts(table, 'ethnicity_group')).toEqual([
      'white',
      'white',
      'nonwhite',
      'nonwhite',
      'nonwhite',
      'nonwhite',
    ]);
    expect(texts(table, 'outcome')).toEqual(['alive', 'deceased', 'alive', 'deceased', 'alive', 'deceased']);
    expect(notes[1]).toContain('3 patients of unknown ethnicity');
  });
});

describe('damaged tables', () => {
  const people = patients(['1', '2100-01-01']);
  const admitted = admissions(['10', '2150-01-01']);
  const stay = stays(['1', '10', '2150-01-01', '2150-01-09']);

  it.each([
    [
      'a patient twice',
      patients(['1', '2100-01-01'], ['1', '2100-01-01']),
      admitted,
      stay,
      /PATIENTS: subject_id "1" is there twice, again in row 2/,
    ],
    [
      'an unknown patient',
      patients(['2', '2100-01-01']),
      admitted,
      stay,
      /ICUSTAYS, row 1: PATIENTS has no "1"/,
    ],
    [
      'an unknown admission',
      people,
      admissions(['11', '2150-01-01']),
      stay,
      /ICUSTAYS, row 1: ADMISSIONS has no "10"/,
    ],
    [
      'a time that is none',
      people,
      admissions(['10', 'noon']),
      stay,
      /ADMISSIONS: admittime must be a time .*; row 1 has noon/,
    ],
    ['no birth', patients(['1', '']), admitted, stay, /PATIENTS: dob must be a time .*; row 1 has nothing/],
    [
      'an outcome that is none',
      people,
      admissions(['10', '2150-01-01', 'WHITE', '2']),
      stay,
      /hospital_expire_flag must be 0 or 1; row 1 has 2/,
    ],
    ['nobody left', people, admitted, stays(['1', '10', '2150-01-01', '2150-01-02']), /no adult .* 48 hours/],
  ])('%s', (_, first, second, third, message) => {
    expect(() => mimicCohort(first, second, third)).toThrow(message);
  });
});
