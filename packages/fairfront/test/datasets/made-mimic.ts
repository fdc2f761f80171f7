// Files of MIMIC-III made up, in the exact schema of its full release: patients of all eight groups of the
// paper's study, and notes whose words hint at the outcome. No figure from them is a result of anything.

import { once } from 'node:events';
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom } from '@fairfront/core';

const HEADERS = {
  PATIENTS: 'ROW_ID,SUBJECT_ID,GENDER,DOB,DOD,DOD_HOSP,DOD_SSN,EXPIRE_FLAG',
  ADMISSIONS:
    'ROW_ID,SUBJECT_ID,HADM_ID,ADMITTIME,DISCHTIME,DEATHTIME,ADMISSION_TYPE,ADMISSION_LOCATION,DISCHARGE_LOCATION,INSURANCE,LANGUAGE,RELIGION,MARITAL_STATUS,ETHNICITY,EDREGTIME,EDOUTTIME,DIAGNOSIS,HOSPITAL_EXPIRE_FLAG,HAS_CHARTEVENTS_DATA',
  ICUSTAYS:
    'ROW_ID,SUBJECT_ID,HADM_ID,ICUSTAY_ID,DBSOURCE,FIRST_CAREUNIT,LAST_CAREUNIT,FIRST_WARDID,LAST_WARDID,INTIME,OUTTIME,LOS',
  NOTEEVENTS:
    'ROW_ID,SUBJECT_ID,HADM_ID,CHARTDATE,CHARTTIME,STORETIME,CATEGORY,DESCRIPTION,CGID,ISERROR,TEXT',
} as const;

export interface MadeMimic {
  readonly patients: number;
  /** Of the first 48 hours. */
  readonly notesPerPatient: number;
  /** Others: one at discharge, the rest too late. Default 2. */
  readonly otherNotes?: number;
  /** Words of a note. */
  readonly words: number;
  /** Different words, each a made-up one of six letters. */
  readonly vocabulary: number;
}

/** Writes the four tables into `folder`/mimic-iii. @returns bytes of the notes */
export async function makeMimic(
  folder: string,
  { patients, notesPerPatient, otherNotes = 2, words, vocabulary }: MadeMimic,
): Promise<number> {
  const random = createRandom(7);
  const below = (limit: number): number => Math.floor(random.uniform() * limit);
  const path = join(folder, 'mimic-iii');
  mkdirSync(path, { recursive: true });
  const quoted = (header: string): string => header.replace(/\w+/g, '"$&"');
  const rows = { PATIENTS: [''], ADMISSIONS: [''], ICUSTAYS: [''] };
  const notes = createWriteStream(join(path, 'NOTEEVENTS.csv'));
  notes.write(`${quoted(HEADERS.NOTEEVENTS)}\n`);
  const word = (index: number): string => {
    let text = '';
    for (let rest = index + 1, k = 0; k < 6; k++, rest = (rest * 131 + 7) % 1_000_003) {
      text += String.fromCharCode(97 + (rest % 26));
    }
    return text;
  };
  const known = Array.from({ length: vocabulary }, (_, index) => word(index));
  for (let id = 0; id < patients; id++) {
    const isYoung = id % 2 === 0;
    const isWhite = id % 4 < 2;
    const hasDied = id % 8 < 4;
    const born = isYoung ? '2110-01-01 00:00:00' : '2080-01-01 00:00:00';
    rows.PATIENTS.push(`${id},${id},${id % 3 === 0 ? '"M"' : '"F"'},${born},,,,${hasDied ? 1 : 0}`);
    rows.ADMISSIONS.push(
      `${id},${id},${id + 100000},2150-03-01 08:00:00,2150-03-12 08:00:00,,"EMERGENCY","CLINIC","HOME","Medicare",,,,"${isWhite ? 'WHITE' : 'ASIAN'}",,,"SEPSIS, ACUTE",${hasDied ? 1 : 0},1`,
    );
    rows.ICUSTAYS.push(
      `${id},${id},${id + 100000},${id + 200000},"carevue","MICU","MICU",1,1,2150-03-01 09:30:00,2150-03-05 12:00:00,4.1`,
    );
    for (let note = 0; note < notesPerPatient + otherNotes; note++) {
      const isSummary = note === notesPerPatient;
      const isLate = note > notesPerPatient;
      const time = isLate ? '2150-03-04 10:00:00' : `2150-03-0${1 + (note % 2)} 21:${10 + (note % 50)}:00`;
      const text: string[] = [];
      for (let i = 0; i < words; i++) {
        // One word in eight is from the half of the words that the outcome prefers.
        const half = Math.floor(vocabulary / 2);
        const index = i % 8 === 0 ? below(half) + (hasDied ? half : 0) : below(vocabulary);
        text.push(known[index]!);
      }
      if (isSummary) text.push(hasDied ? 'expired' : 'discharged');
      const category = isSummary ? 'Discharge summary' : 'Nursing/other';
      const line = `${id},${id},${id + 100000},${time.slice(0, 10)},${isSummary ? '' : time},,"${category}","Report",,,"Pt said ""ok"".\n${text.join(' ')}."\n`;
      if (!notes.write(line)) await once(notes, 'drain');
    }
  }
  for (const [name, lines] of Object.entries(rows)) {
    lines[0] = quoted(HEADERS[name as keyof typeof rows]);
    writeFileSync(join(path, `${name}.csv`), `${lines.join('\n')}\n`);
  }
  notes.end();
  await once(notes, 'finish');
  return notes.bytesWritten;
}
