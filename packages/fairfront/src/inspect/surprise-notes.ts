// What validation and test rows hold that training did not prepare for, in words: it is encoded, but says less than it could.

import { type Encoder, findSurprises, type PartName, type Surprise, type Task } from '@fairfront/core';
import { count, listed, quoted } from '@fairfront/core/internal';

/** Columns told of a part, levels of a column. */
const COLUMNS_SHOWN = 3;
const LEVELS_SHOWN = 3;

const JUDGED: readonly PartName[] = ['validation', 'test'];

/** Of the first split. */
export function surpriseNotes(encoder: Encoder, { table, splits }: Task): string[] {
  return JUDGED.flatMap((part) => {
    const where = splits.length > 1 ? `${part} of split 1` : part;
    const surprises = findSurprises(encoder, table, splits[0]![part]);
    const notes = surprises
      .slice(0, COLUMNS_SHOWN)
      .flatMap((surprise) => told(surprise, encoder).map((what) => `${where}: "${surprise.column}" ${what}`));
    const more = surprises.length - COLUMNS_SHOWN;
    return more > 0
      ? [...notes, `${where}: and ${count(more, 'more column')} with values that training has not`]
      : notes;
  });
}

function told({ column, levels, missingRows }: Surprise, { columns, features }: Encoder): string[] {
  const notes: string[] = [];
  if (levels.length > 0) {
    const hasOther = features.some((feature) => feature.column === column && feature.kind === 'other');
    const frequentFirst = [...levels].sort((left, right) => right.rows - left.rows);
    const shown = frequentFirst.map(({ level, rows }) => `${quoted([level])} (${count(rows, 'row')})`);
    notes.push(
      `has levels that training has not: ${listed(shown, LEVELS_SHOWN)}; encoded as ${hasOther ? 'other' : 'no level'}`,
    );
  }
  if (missingRows > 0) {
    const isNumeric = columns.some(({ name, kind }) => name === column && kind === 'numeric');
    notes.push(
      `is missing in ${count(missingRows, 'row')}, in training in none; encoded as ${isNumeric ? 'the mean' : 'no level'}`,
    );
  }
  return notes;
}
