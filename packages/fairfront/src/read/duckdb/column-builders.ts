// Builds columns from the chunks that DuckDB reads.

import type { DuckDBDataChunk } from '@duckdb/node-api';
import type { CellStore } from '../../store/kept-cells.js';
import type { Grown, Missing } from '../columns/finished.js';
import { GrowingLevels, GrowingNumbers } from '../columns/growing-columns.js';
import { isNumberText } from '../columns/text-values.js';
import type { ColumnPlan } from './column-plan.js';
import { doubles, shorts, sqlText } from './duckdb.js';

export interface ColumnBuilder {
  /** The value that DuckDB hands over for each row, in SQL. */
  readonly value: string;
  readonly guess?: Guess;
  add(chunk: DuckDBDataChunk, position: number): void;
  /** Corrects a row added before, where the column is read by a guess. @param text null is missing */
  reread?(row: number, text: string | null): void;
  finish(): Grown;
}

/** How a column is read, as long as its texts allow it. */
export interface Guess {
  readonly as: 'numbers' | 'levels';
  /** In SQL. */
  readonly text: string;
  /** In SQL: whether a value says that the guess does not fit. */
  misfit(value: string): string;
}

/** Creates the builder for a plan. @param store where cells go that are not to stay in memory */
export function createBuilder(plan: ColumnPlan, missing: Missing, store?: CellStore): ColumnBuilder {
  if (plan.kind === 'number') return numberBuilder(plan, missing, store);
  return plan.kind === 'coded' ? codedBuilder(plan, missing, store) : textBuilder(plan, missing, store);
}

function numberBuilder(
  { column, declared }: ColumnPlan,
  missing: Missing,
  store: CellStore | undefined,
): ColumnBuilder {
  const { name, text, number } = column;
  const numbers = new GrowingNumbers(name, declared, missing, undefined, store);
  const { cells } = numbers;
  const common: Pick<ColumnBuilder, 'add' | 'finish'> = {
    add: (chunk, position) => {
      const first = cells.extend(chunk.rowCount);
      cells.values.set(doubles(chunk, position), first);
    },
    finish: () => numbers.finish(),
  };
  if (number !== undefined) return { ...common, value: `coalesce(${number}, 'nan'::DOUBLE)` };
  const cast = `TRY_CAST(${text} AS DOUBLE)`;
  const markers = [...missing].filter(isNumberText);
  const present = markers.length === 0 ? cast : `CASE WHEN ${cast} NOT IN (${markers}) THEN ${cast} END`;
  return {
    ...common,
    // A text that is no number, is infinite, or may mean missing comes as infinity.
    value: `coalesce(${present}, CASE WHEN ${text} IS NULL THEN 'nan' ELSE 'inf' END::DOUBLE)`,
    guess: { as: 'numbers', text, misfit: (value) => `isinf(${value})` },
    reread: (row, other) => {
      const place = row - cells.before;
      cells.values[place] = numbers.numberOf(other?.trim() ?? '', place);
    },
  };
}

/** Stands for a text that is not among those the plan knows. */
const UNKNOWN = 65_535;

/** Codes of the texts that the plan knows. Any other text is told afterwards, and gets a code of its own. */
function codedBuilder(
  { column: { name, text }, texts, declared }: Extract<ColumnPlan, { kind: 'coded' }>,
  missing: Missing,
  store: CellStore | undefined,
): ColumnBuilder {
  const levels = new GrowingLevels(name, declared, missing, store);
  // The empty text stands for NULL, too, and sees to it that the type is never empty.
  const known = ['', ...texts.filter((each) => each !== '')];
  const codeOf = new Uint32Array(UNKNOWN + 1);
  for (const [position, each] of known.entries()) codeOf[position] = levels.codeOf(each.trim());
  return {
    value: `coalesce(enum_code(TRY_CAST(${text} AS ENUM (${known.map(sqlText)}))), CASE WHEN ${text} IS NULL THEN 0 ELSE ${UNKNOWN} END)::USMALLINT`,
    guess: { as: 'levels', text, misfit: (value) => `${value} = ${UNKNOWN}` },
    add: (chunk, at) => {
      const positions = shorts(chunk, at);
      const first = levels.cells.extend(positions.length);
      const { values } = levels.cells;
      for (let i = 0; i < positions.length; i++) values[first + i] = codeOf[positions[i]!]!;
    },
    reread: (row, other) => {
      levels.cells.values[row - levels.cells.before] = levels.codeOf(other?.trim() ?? '');
    },
    finish: () => levels.finish(),
  };
}

function textBuilder(
  { column: { name, text }, declared }: ColumnPlan,
  missing: Missing,
  store: CellStore | undefined,
): ColumnBuilder {
  const levels = new GrowingLevels(name, declared, missing, store);
  return {
    value: text,
    add: (chunk, at) => {
      if (levels.isFull) return;
      const vector = chunk.getColumnVector(at);
      const rowCount = chunk.rowCount;
      const first = levels.cells.extend(rowCount);
      for (let i = 0; i < rowCount; i++) {
        levels.cells.values[first + i] = levels.codeOf((vector.getItem(i) as string | null)?.trim() ?? '');
      }
    },
    finish: () => levels.finish(),
  };
}
