// Turns the values of a SQLite column into numbers or levels. SQLite's columns have no types to go by, so
// what a column holds is settled by its first texts, as in a CSV file.

import type { Declared, Finished, Missing } from '../columns/finished.js';
import { GrowingLevels, GrowingNumbers } from '../columns/growing-columns.js';
import { guessKind, SAMPLE_TEXTS } from '../columns/guess-kind.js';
import { isNumberText } from '../columns/text-values.js';

export type SqliteValue = number | bigint | string | null;

export interface SqliteColumn {
  readonly note?: string | undefined;
  add(value: SqliteValue): void;
  finish(): Finished;
}

/** Makes a column of which somebody said what it holds. */
export function declaredColumn(name: string, { numeric }: Declared, missing: Missing): SqliteColumn {
  return numeric.has(name) ? numberColumn(name, true, missing) : levelColumn(name, true, missing);
}

/** Makes a column that settles for numbers or levels by its first texts. */
export function guessedColumn(name: string, missing: Missing): SqliteColumn {
  let settled: SqliteColumn | undefined;
  let note: string | undefined;
  let leadingMissing = 0;
  const values: SqliteValue[] = [];
  const present: string[] = [];
  const settle = (): SqliteColumn => {
    const guess = guessKind(name, present);
    note = guess.note;
    const column =
      guess.kind === 'numeric' ? numberColumn(name, false, missing) : levelColumn(name, false, missing);
    for (let i = 0; i < leadingMissing; i++) column.add(null);
    for (const value of values) column.add(value);
    values.length = 0;
    settled = column;
    return column;
  };
  return {
    add: (value) => {
      if (settled !== undefined) return settled.add(value);
      const text = textOf(value);
      const isMissing = missing.has(text);
      if (isMissing && values.length === 0) leadingMissing++;
      else values.push(value);
      if (!isMissing && present.push(text) === SAMPLE_TEXTS) settle();
    },
    finish: () => (settled ?? settle()).finish(),
    get note() {
      return note;
    },
  };
}

function numberColumn(name: string, declared: boolean, missing: Missing): SqliteColumn {
  const numbers = new GrowingNumbers(name, declared, missing);
  const { cells } = numbers;
  const markers = new Set([...missing].filter(isNumberText).map(Number));
  return {
    add: (value) => {
      const row = cells.extend(1);
      const isPlain = typeof value === 'number' && Number.isFinite(value) && !markers.has(value);
      cells.values[row] = isPlain ? value : numbers.numberOf(textOf(value), row);
    },
    finish: () => numbers.finish(),
  };
}

function levelColumn(name: string, declared: boolean, missing: Missing): SqliteColumn {
  const levels = new GrowingLevels(name, declared, missing);
  const { cells } = levels;
  return {
    add: (value) => {
      if (levels.isFull) return;
      const row = cells.extend(1);
      cells.values[row] = levels.codeOf(textOf(value));
    },
    finish: () => levels.finish(),
  };
}

/** @returns trimmed; empty where there is none */
function textOf(value: SqliteValue): string {
  return value === null ? '' : String(value).trim();
}
