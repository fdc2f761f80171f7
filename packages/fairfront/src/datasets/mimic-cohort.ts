// The paper's cohort from three tables of MIMIC-III [MMPF, MIMIC-III, after Chen et al. 2018]: adults (16 or
// older, as the MIMIC-III paper counts them), each patient's first stay in intensive care, if it lasted 48
// hours or more. Ethnicity is white, the majority, or not. Of patients above 89 MIMIC has shifted the birth
// 300 years into the past: their age is given as 90.

import {
  type CategoricalColumn,
  columnOfTexts,
  createTable,
  FairfrontError,
  type Table,
} from '@fairfront/core';
import { count } from '@fairfront/core/internal';
import { categorical, textAt } from './derive.js';
import type { DatasetContent } from './recipe.js';

/** A patient of the cohort: the hospital stay, and when intensive care began. */
export interface CohortStay {
  readonly hadmId: string;
  readonly enteredMs: number;
}

/** The cohort as a table, and the stay of each of its rows. */
export interface Cohort extends DatasetContent {
  readonly stays: readonly CohortStay[];
}

const ADULT_AGE = 16;
const OLDEST_AGE = 89;
/** The first 48 hours: the shortest stay, and the time of the notes. */
export const FIRST_MS = 48 * 3600 * 1000;

interface Row {
  readonly ids: Readonly<Record<'subject_id' | 'hadm_id' | 'icustay_id', string>>;
  readonly age: number;
  readonly patient: number;
  readonly admission: number;
  readonly stay: number;
}

/** Builds the cohort from tables whose columns are MIMIC-III's, all texts, with names in lower case. */
export function mimicCohort(patients: Table, admissions: Table, stays: Table): Cohort {
  const patientOf = rowsByKey(patients, 'PATIENTS', 'subject_id');
  const admissionOf = rowsByKey(admissions, 'ADMISSIONS', 'hadm_id');
  const subject = categorical(stays, 'subject_id');
  const hospitalStay = categorical(stays, 'hadm_id');
  const [admitted, born] = [categorical(admissions, 'admittime'), categorical(patients, 'dob')];
  const [entered, left] = [categorical(stays, 'intime'), categorical(stays, 'outtime')];
  const rows: Row[] = [];
  const leftOut = { young: 0, short: 0, open: 0 };
  for (const stay of firstStays(stays)) {
    const ids = {
      subject_id: textAt(subject, stay)!,
      hadm_id: textAt(hospitalStay, stay) ?? '',
      icustay_id: textAt(categorical(stays, 'icustay_id'), stay) ?? '',
    };
    const patient = patientOf.get(ids.subject_id);
    const admission = admissionOf.get(ids.hadm_id);
    if (patient === undefined || admission === undefined) {
      const [table, key] = patient === undefined ? ['PATIENTS', ids.subject_id] : ['ADMISSIONS', ids.hadm_id];
      throw new FairfrontError('bad-file', `ICUSTAYS, row ${stay + 1}: ${table} has no "${key}"`);
    }
    const years = ageAt(timeAt(admitted, admission, 'ADMISSIONS'), timeAt(born, patient, 'PATIENTS'));
    if (years < ADULT_AGE) leftOut.young++;
    else if (textAt(left, stay) === undefined) leftOut.open++;
    else if (timeAt(left, stay, 'ICUSTAYS') - timeAt(entered, stay, 'ICUSTAYS') < FIRST_MS) leftOut.short++;
    else rows.push({ ids, age: years > OLDEST_AGE ? OLDEST_AGE + 1 : years, patient, admission, stay });
  }
  if (rows.length === 0) {
    throw new FairfrontError('bad-file', 'no adult in ICUSTAYS has a first stay of 48 hours or more');
  }
  rows.sort((a, b) => Number(a.ids.subject_id) - Number(b.ids.subject_id));
  const ethnicity = categorical(admissions, 'ethnicity');
  const known = rows.map(({ admission }) => textAt(ethnicity, admission) ?? 'UNKNOWN/NOT SPECIFIED');
  const unknown = known.filter((text) => /^(UNKNOWN|UNABLE|PATIENT DECLINED)/i.test(text)).length;
  return {
    table: cohortTable(rows, known, patients, admissions, stays),
    stays: rows.map(({ ids, stay }) => ({
      hadmId: ids.hadm_id,
      enteredMs: timeAt(entered, stay, 'ICUSTAYS'),
    })),
    notes: [
      `of ${count(patientOf.size, 'patient')} ${rows.length} are in the cohort; left out: ${leftOut.young} under ${ADULT_AGE}, ` +
        `${leftOut.short} with a first stay under 48 hours, ${leftOut.open} with one of unknown length`,
      ...(unknown > 0 ? [`${count(unknown, 'patient')} of unknown ethnicity counted as nonwhite`] : []),
    ],
  };
}

function cohortTable(
  rows: readonly Row[],
  ethnicities: readonly string[],
  patients: Table,
  admissions: Table,
  stays: Table,
): Table {
  const copy = (from: Table, name: string, by: 'patient' | 'admission' | 'stay'): CategoricalColumn => {
    const column = categorical(from, name);
    return columnOfTexts(
      name,
      rows.map((row) => textAt(column, row[by])),
    );
  };
  const flag = categorical(admissions, 'hospital_expire_flag');
  return createTable([
    ...(['subject_id', 'hadm_id', 'icustay_id'] as const).map((name) =>
      columnOfTexts(
        name,
        rows.map(({ ids }) => ids[name]),
      ),
    ),
    { kind: 'numeric', name: 'age', values: Float64Array.from(rows, ({ age }) => age) },
    copy(patients, 'gender', 'patient'),
    columnOfTexts('ethnicity', ethnicities),
    columnOfTexts(
      'ethnicity_group',
      ethnicities.map((text) => (/^WHITE/i.test(text) ? 'white' : 'nonwhite')),
    ),
    copy(admissions, 'admission_type', 'admission'),
    copy(admissions, 'admission_location', 'admission'),
    copy(stays, 'first_careunit', 'stay'),
    columnOfTexts(
      'outcome',
      rows.map(({ admission }) => outcomeAt(flag, admission)),
    ),
  ]);
}

/** Rows of each patient's earliest stay. */
function firstStays(stays: Table): Iterable<number> {
  const subject = categorical(stays, 'subject_id');
  const entered = categorical(stays, 'intime');
  const first = new Map<string, { row: number; timeMs: number }>();
  for (let row = 0; row < stays.rowCount; row++) {
    const id = textAt(subject, row);
    if (id === undefined)
      throw new FairfrontError('bad-file', `ICUSTAYS: subject_id is missing in row ${row + 1}`);
    const timeMs = timeAt(entered, row, 'ICUSTAYS');
    const earliest = first.get(id);
    if (earliest === undefined || timeMs < earliest.timeMs) first.set(id, { row, timeMs });
  }
  return [...first.values()].map(({ row }) => row);
}

function rowsByKey(table: Table, tableName: string, key: string): Map<string, number> {
  const column = categorical(table, key);
  const rows = new Map<string, number>();
  for (let row = 0; row < table.rowCount; row++) {
    const id = textAt(column, row);
    if (id === undefined || rows.has(id)) {
      const what = id === undefined ? 'is missing' : `"${id}" is there twice, again`;
      throw new FairfrontError('bad-file', `${tableName}: ${key} ${what} in row ${row + 1}`);
    }
    rows.set(id, row);
  }
  return rows;
}

function outcomeAt(flag: CategoricalColumn, row: number): string {
  const text = textAt(flag, row);
  if (text === '0' || text === '1') return text === '1' ? 'deceased' : 'alive';
  throw new FairfrontError(
    'bad-file',
    `ADMISSIONS: hospital_expire_flag must be 0 or 1; row ${row + 1} has ${text ?? 'nothing'}`,
  );
}

/** Milliseconds; times have no zone, so none is applied. */
function timeAt(column: CategoricalColumn, row: number, tableName: string): number {
  const text = textAt(column, row) ?? '';
  const timeMs = parseTime(text);
  if (!Number.isNaN(timeMs)) return timeMs;
  throw new FairfrontError(
    'bad-file',
    `${tableName}: ${column.name} must be a time like 2101-10-20 19:08:00; row ${row + 1} has ${text || 'nothing'}`,
  );
}

/** The milliseconds of a time such as 2101-10-20 19:08:00, or of a day's beginning; NaN for other texts. */
export function parseTime(text: string): number {
  const parts = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d))?)?/.exec(text);
  if (parts === null) return Number.NaN;
  const [year, month, day, hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0));
  return Date.UTC(year!, month! - 1, day, hours, minutes, seconds);
}

/** Whole years, as birthdays count them. */
function ageAt(timeMs: number, bornMs: number): number {
  const [time, born] = [new Date(timeMs), new Date(bornMs)];
  const years = time.getUTCFullYear() - born.getUTCFullYear();
  const birthday = Date.UTC(time.getUTCFullYear(), born.getUTCMonth(), born.getUTCDate());
  return timeMs < birthday ? years - 1 : years;
}
