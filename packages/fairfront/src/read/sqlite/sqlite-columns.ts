// Turns the values of a SQLite column into numbers or levels. SQLite's columns have no types to go by, so
// what a column holds is settled by its first texts, as in a CSV file.

import type { CellStore } from '../../store/kept-cells.js';
import type { Declared, Grown, Missing } from '../columns/finished.js';
import { GrowingLevels, GrowingNumbers } from '../columns/growing-columns.js';
import { guessKind, SAMPLE_TEXTS } from '../columns/guess-kind.js';
import { isNumberText } from '../columns/text-values.js';

export type SqliteValue = number | bigint | string | null;

export interface SqliteColumn {
  readonly note?: string | undefined;
  add(value: SqliteValue): void;
  finish(): Grown;
}

/** Makes a column of which somebody said what it holds. */
export function declaredColumn(
  name: string,
  { numeric }: Declared,
  missing: Missing,
  store?: CellStore,
): SqliteColumn {
  return numeric.has(name)
    ? numberColumn(name, true, missing, store)
    : levelColumn(name, true, missing, store);
}

/** Makes a column that settles for numbers or levels by its first texts. */
export function guessedColumn(name: string, missing: Missing, store?: CellStore): SqliteColumn {
  let settled: SqliteColumn | undefined;
  let note: string | undefined;
  let rowCount = 0;
  /** What is not missing in the rows so far; a column may be missing in almost all of them. */
  const rows: number[] = [];
  const values: SqliteValue[] = [];
  const settle = (): SqliteColumn => {
    const guess = guessKind(name, values.map(textOf));
    note = guess.note;
    const column =
      guess.kind === 'numeric'
        ? numberColumn(name, false, missing, store)
        : levelColumn(name, false, missing, store);
    let next = 0;
    for (let row = 0; row < rowCount; row++) column.add(row === rows[next] ? values[next++]! : null);
    values.length = 0;
    settled = column;
    return column;
  };
  return {
    add: (value) => {
      if (settled !== undefined) return settled.add(value);
      const row = rowCount++;
      if (missing.has(textOf(value))) return;
      rows.push(row);
      if (values.push(value) === SAMPLE_TEXTS) settle();
    },
    finish: () => (settled ?? settle()).finish(),
    get note() {
      return note;
    },
  };
}

function numberColumn(
  name: string,
  declared: boolean,
  missing: Missing,
  store: CellStore | undefined,
): SqliteColumn {
  const numbers = new GrowingNumbers(name, declared, missing, undefined, store);
  const { cells } = numbers;
  const markers = new Set([...missing].filter(isNumberText).map(Number));
  return {
    add: (value) => {
      const place = cells.extend(1);
      const isPlain = typeof value === 'number' && Number.isFinite(value) && !markers.has(value);
      cells.values[place] = isPlain ? value : numbers.numberOf(textOf(value), place);
    },
    finish: () => numbers.finish(),
  };
}

function levelColumn(
  name: string,
  declared: boolean,
  missing: Missing,
  store: CellStore | undefined,
): SqliteColumn {
  const levels = new GrowingLevels(name, declared, missing, store);
  const { cells } = levels;
  return {
    add: (value) => {
      if (levels.isFull) return;
      const place = cells.extend(1);
      cells.values[place] = levels.codeOf(textOf(value));
    },
    finish: () => levels.finish(),
  };
}

/** @returns trimmed; empty where there is none */
function textOf(value: SqliteValue): string {
  return value === null ? '' : String(value).trim();
}
