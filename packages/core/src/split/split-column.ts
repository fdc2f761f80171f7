// A split that the table brings along: a column that names the part of each row.

import { FairfrontError } from '../error.js';
import { count } from '../numbers.js';
import { type Column, isMissing } from '../table/table.js';
import { quoted, rowList, shortened } from '../words.js';
import { collectParts, NO_PART, PART_NAMES, type PartName, type Split } from './split-parts.js';

/** What people call the parts, in any case. */
const WORDS: Readonly<Record<PartName, readonly string[]>> = {
  train: ['train', 'training'],
  validation: ['validation', 'valid', 'val', 'dev'],
  test: ['test', 'testing', 'holdout'],
};

const ACCEPTED = PART_NAMES.map((part) => WORDS[part].join(', ')).join('; ');

/** Values shown in an error, the most frequent first. */
const SHOWN = 8;

/** A column that names the part of each row. Every row must have one, every part a row. */
export function splitFromColumn(column: Column): Split {
  const rowCount = column.kind === 'numeric' ? column.values.length : column.codes.length;
  // The last place is that of missing values.
  const partOfCode = column.kind === 'numeric' ? [] : [...column.levels.map(partOfLevel), NO_PART];
  const partOfRow = new Uint8Array(rowCount).fill(NO_PART);
  if (column.kind === 'categorical') {
    for (let row = 0; row < rowCount; row++) partOfRow[row] = partOfCode[column.codes[row]!]!;
  }
  if (partOfRow.includes(NO_PART)) failOn(column, partOfRow);
  const split = collectParts(partOfRow);
  const empty = PART_NAMES.filter((part) => split[part].length === 0);
  if (empty.length > 0) {
    throw new FairfrontError(
      'bad-split',
      `column ${quoted([column.name])} leaves no rows for ${empty.join(' and ')}; name rows of every part (${ACCEPTED}), or have the rows split at random`,
    );
  }
  return split;
}

function partOfLevel(level: string): number {
  const word = level.trim().toLowerCase();
  const part = PART_NAMES.findIndex((name) => WORDS[name].includes(word));
  return part < 0 ? NO_PART : part;
}

/** Names the values of rows without a part, how many rows have each, and the rows that are missing. */
function failOn(column: Column, partOfRow: Uint8Array): never {
  const rowsByValue = new Map<string, number>();
  const missing: number[] = [];
  partOfRow.forEach((part, row) => {
    if (part !== NO_PART) return;
    if (isMissing(column, row)) missing.push(row);
    else {
      const value =
        column.kind === 'numeric' ? String(column.values[row]) : column.levels[column.codes[row]!]!;
      rowsByValue.set(value, (rowsByValue.get(value) ?? 0) + 1);
    }
  });
  const falling = [...rowsByValue].sort(([, left], [, right]) => right - left);
  const faults = falling
    .slice(0, SHOWN)
    .map(([value, rows]) => `is "${shortened(value)}" in ${count(rows, 'row')}`);
  if (falling.length > SHOWN) faults.push(`has ${count(falling.length - SHOWN, 'other value')} of no part`);
  if (missing.length > 0) faults.push(`is missing in ${rowList(missing)}`);
  throw new FairfrontError(
    'bad-split',
    `column ${quoted([column.name])} must name the part of every row, but it ${faults.join(', ')}; the words are ${ACCEPTED}`,
  );
}
