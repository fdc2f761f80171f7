// What becomes of the chunks of a column that DuckDB reads.

import type { DuckDBDataChunk } from '@duckdb/node-api';
import type { Finished } from '../columns/finished.js';
import { LevelCells } from '../columns/level-cells.js';
import { NumberCells } from '../columns/number-cells.js';
import type { ColumnPlan } from './column-plan.js';
import { doubles, shorts, sqlText } from './duckdb.js';

export interface ColumnBuilder {
  readonly name: string;
  /** The value that DuckDB hands over for each row, in SQL. */
  readonly value: string;
  readonly guess?: Guess;
  add(chunk: DuckDBDataChunk, position: number): void;
  /** Of a column that is read by a guess: a row added before, told by its text. null is missing. */
  reread?(row: number, text: string | null): void;
  finish(): Finished;
}

/** How a column is read, as long as its texts allow it. */
export interface Guess {
  readonly as: 'numbers' | 'levels';
  /** In SQL. */
  readonly text: string;
  /** In SQL: whether a value says that the guess does not fit. */
  misfit(value: string): string;
}

type IsMissing = (text: string) => boolean;

export function createBuilder(plan: ColumnPlan, isMissing: IsMissing): ColumnBuilder {
  switch (plan.kind) {
    case 'number':
      return plan.column.number === undefined
        ? numberBuilder(plan, isMissing)
        : typedNumberBuilder(plan.column.name, plan.column.number, isMissing);
    case 'coded':
      return codedBuilder(plan, isMissing);
    case 'text':
      return textBuilder(plan, isMissing);
  }
}

type Plan<Kind extends ColumnPlan['kind']> = Extract<ColumnPlan, { kind: Kind }>;

function addNumbers({ cells }: NumberCells, chunk: DuckDBDataChunk, position: number): void {
  const firstRow = cells.extend(chunk.rowCount);
  cells.values.set(doubles(chunk, position), firstRow);
}

/** Numbers by the source's own word. */
function typedNumberBuilder(name: string, number: string, isMissing: IsMissing): ColumnBuilder {
  const numbers = new NumberCells(name, true, isMissing);
  return {
    name,
    value: `coalesce(${number}, 'nan'::DOUBLE)`,
    add: (chunk, position) => addNumbers(numbers, chunk, position),
    finish: () => numbers.finish(),
  };
}

/** Numbers in texts. What is none, or infinite, comes as infinity. */
function numberBuilder(
  { column: { name, text }, declared }: Plan<'number'>,
  isMissing: IsMissing,
): ColumnBuilder {
  const numbers = new NumberCells(name, declared, isMissing);
  return {
    name,
    value: `coalesce(TRY_CAST(${text} AS DOUBLE), CASE WHEN ${text} IS NULL THEN 'nan' ELSE 'inf' END::DOUBLE)`,
    guess: { as: 'numbers', text, misfit: (value) => `isinf(${value})` },
    add: (chunk, position) => addNumbers(numbers, chunk, position),
    reread: (row, other) => {
      numbers.cells.values[row] = numbers.numberOf(other?.trim() ?? '', row);
    },
    finish: () => numbers.finish(),
  };
}

/** Stands for a text that is not among those the plan knows. */
const UNKNOWN = 65_535;

/** Codes of the texts that the plan knows. Any other text is told afterwards, and gets a code of its own. */
function codedBuilder(
  { column: { name, text }, texts, declared }: Plan<'coded'>,
  isMissing: IsMissing,
): ColumnBuilder {
  const levels = new LevelCells(name, declared, isMissing);
  // The empty text stands for NULL, too, and sees to it that the type is never empty.
  const known = ['', ...texts.filter((each) => each !== '')];
  const codeOf = new Uint32Array(UNKNOWN + 1);
  for (const [position, each] of known.entries()) codeOf[position] = levels.codeOf(each.trim());
  return {
    name,
    value: `coalesce(enum_code(TRY_CAST(${text} AS ENUM (${known.map(sqlText)}))), CASE WHEN ${text} IS NULL THEN 0 ELSE ${UNKNOWN} END)::USMALLINT`,
    guess: { as: 'levels', text, misfit: (value) => `${value} = ${UNKNOWN}` },
    add: (chunk, at) => {
      const positions = shorts(chunk, at);
      const firstRow = levels.cells.extend(positions.length);
      const { values } = levels.cells;
      for (let i = 0; i < positions.length; i++) values[firstRow + i] = codeOf[positions[i]!]!;
    },
    reread: (row, other) => {
      levels.cells.values[row] = levels.codeOf(other?.trim() ?? '');
    },
    finish: () => levels.finish(),
  };
}

function textBuilder(
  { column: { name, text }, declared }: Plan<'text'>,
  isMissing: IsMissing,
): ColumnBuilder {
  const levels = new LevelCells(name, declared, isMissing);
  return {
    name,
    value: text,
    add: (chunk, at) => {
      if (levels.isFull) return;
      const vector = chunk.getColumnVector(at);
      const rowCount = chunk.rowCount;
      const firstRow = levels.cells.extend(rowCount);
      for (let i = 0; i < rowCount; i++) {
        levels.cells.values[firstRow + i] = levels.codeOf((vector.getItem(i) as string | null)?.trim() ?? '');
      }
    },
    finish: () => levels.finish(),
  };
}
