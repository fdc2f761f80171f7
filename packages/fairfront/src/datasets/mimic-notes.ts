// The notes of the first 48 hours in intensive care, for every patient of the cohort [MMPF, MIMIC-III, after
// Chen et al. 2018]. NOTEEVENTS has 4 GB: its rows are visited, and only the texts that count are kept.
//
// Discharge summaries are left out, since they tell the outcome, and notes marked as errors. A note with a
// time counts if it was written in the 48 hours; one with a date alone if the whole day lies before their
// end, so that nothing is learned from later notes.

import { columnOfTexts, type Table, takeRows } from '@fairfront/core';
import { count } from '@fairfront/core/internal';
import { visitCsv } from '../read/csv/visit-csv.js';
import { type Cohort, FIRST_MS, parseTime } from './mimic-cohort.js';
import type { DatasetContent } from './recipe.js';

const DAY_MS = 24 * 3600 * 1000;
/** The columns of NOTEEVENTS that are read. */
export const NOTE_COLUMNS = ['hadm_id', 'category', 'iserror', 'charttime', 'chartdate', 'text'] as const;
const [HADM, CATEGORY, ERROR, TIME, DATE, TEXT] = [0, 1, 2, 3, 4, 5] as const;

/** The column with all notes of a patient, one after the other. */
export const NOTES = 'notes';

/** Adds to the cohort the notes of each patient; patients without any are left out. */
export async function withNotes(path: string, { table, stays, notes }: Cohort): Promise<DatasetContent> {
  const rowOf = new Map(stays.map(({ hadmId }, row) => [hadmId, row]));
  const texts = stays.map((): string[] => []);
  let noteCount = 0;
  await visitCsv(path, NOTE_COLUMNS, (value) => {
    const row = rowOf.get(value(HADM));
    if (row === undefined || value(ERROR) === '1' || isDischarge(value(CATEGORY))) return;
    if (!isEarly(value(TIME), value(DATE), stays[row]!.enteredMs)) return;
    texts[row]!.push(value(TEXT));
    noteCount++;
  });
  const rows = Uint32Array.from(texts.keys()).filter((row) => texts[row]!.length > 0);
  const without = table.rowCount - rows.length;
  return {
    table: withTexts(
      takeRows(table, rows),
      Array.from(rows, (row) => texts[row]!.join('\n')),
    ),
    notes: [
      ...notes,
      `${count(noteCount, 'note')} of the first 48 hours`,
      ...(without > 0 ? [`${count(without, 'patient')} without such a note left out`] : []),
    ],
    features: [NOTES],
    encoderOptions: { text: [NOTES] },
  };
}

function isDischarge(category: string): boolean {
  return /^discharge/i.test(category);
}

function isEarly(time: string, date: string, enteredMs: number): boolean {
  const endMs = enteredMs + FIRST_MS;
  const timeMs = parseTime(time);
  if (!Number.isNaN(timeMs)) return timeMs >= enteredMs && timeMs < endMs;
  const dayMs = parseTime(date);
  return dayMs >= enteredMs - (enteredMs % DAY_MS) && dayMs + DAY_MS <= endMs; // false for a date that is none
}

function withTexts(table: Table, texts: readonly string[]): Table {
  return { ...table, columns: [...table.columns, columnOfTexts(NOTES, texts)] };
}
