// What becomes of each column's chunks: a numeric or a categorical column, or the reason why there is none.

import type { DuckDBDataChunk } from '@duckdb/node-api';
import {
  type CategoricalColumn,
  type Column,
  createCodes,
  type NumericColumn,
  orderLevels,
} from '@fairfront/core';
import { Blocks } from './blocks.js';
import type { ColumnPlan } from './column-plan.js';
import { doubles, shorts, sqlText } from './duckdb.js';
import { isInfiniteText, isNumberText } from './text-values.js';

export interface ColumnBuilder {
  readonly name: string;
  /** The value that DuckDB hands over for each row, in SQL. */
  readonly value: string;
  readonly guess?: Guess;
  add(chunk: DuckDBDataChunk, position: number): void;
  /** Of a column that is read by a guess: a row added before, told by its text. null is missing. */
  reread?(row: number, text: string | null): void;
  finish(): Column | Rejected;
}

/** How a column is read, as long as its texts allow it. */
export interface Guess {
  readonly as: 'numbers' | 'levels';
  /** In SQL. */
  readonly text: string;
  /** In SQL: whether a value says that the guess does not fit. */
  misfit(value: string): string;
}

/** A column that no rule can make sense of. */
export type Rejected =
  | { readonly rejected: 'many-levels'; readonly name: string }
  | { readonly rejected: 'infinite'; readonly name: string; readonly others: OtherTexts }
  | {
      readonly rejected: 'mixed';
      readonly name: string;
      readonly numbers: number;
      readonly declared: boolean;
      readonly others: OtherTexts;
    };

/** Texts where numbers should be. */
export interface OtherTexts {
  readonly rows: readonly number[];
  readonly counts: ReadonlyMap<string, number>;
}

/** More levels than this make no category, unless the caller says so. */
export const LEVEL_LIMIT = 10_000;

/** DuckDB's chunks hold at most so many rows. */
const CHUNK_ROWS = 2048;

export function createBuilder(plan: ColumnPlan, isMissing: (text: string) => boolean): ColumnBuilder {
  switch (plan.kind) {
    case 'number':
      return plan.column.number === undefined
        ? numberBuilder(plan, isMissing)
        : typedNumberBuilder(plan.column.name, plan.column.number);
    case 'coded':
      return codedBuilder(plan, isMissing);
    case 'text':
      return textBuilder(plan, isMissing);
  }
}

type Plan<Kind extends ColumnPlan['kind']> = Extract<ColumnPlan, { kind: Kind }>;

/** Numbers by the source's own word. */
function typedNumberBuilder(name: string, number: string): ColumnBuilder {
  const values = new Blocks<Float64Array>(Float64Array);
  return {
    name,
    value: `coalesce(${number}, 'nan'::DOUBLE)`,
    add: (chunk, position) => values.push(doubles(chunk, position)),
    finish: () => numericColumn(name, values),
  };
}

/** Numbers in texts. What is none, or infinite, comes as infinity. */
function numberBuilder(
  { column: { name, text }, declared }: Plan<'number'>,
  isMissing: (text: string) => boolean,
): ColumnBuilder {
  const values = new Blocks<Float64Array>(Float64Array);
  const rows: number[] = [];
  const counts = new Map<string, number>();
  return {
    name,
    value: `coalesce(TRY_CAST(${text} AS DOUBLE), CASE WHEN ${text} IS NULL THEN 'nan' ELSE 'inf' END::DOUBLE)`,
    guess: { as: 'numbers', text, misfit: (value) => `isinf(${value})` },
    add: (chunk, position) => values.push(doubles(chunk, position)),
    reread: (row, untrimmed) => {
      const other = untrimmed?.trim() ?? '';
      const isNumber = isNumberText(other) && !isInfiniteText(other);
      values.set(row, isNumber ? Number(other) : Number.NaN);
      if (isNumber || untrimmed === null || isMissing(other)) return;
      rows.push(row);
      counts.set(other, (counts.get(other) ?? 0) + 1);
    },
    finish: () => {
      const column = numericColumn(name, values);
      if (rows.length === 0) return column;
      const others = { rows, counts };
      if ([...counts.keys()].every(isInfiniteText)) return { rejected: 'infinite', name, others };
      const numbers = column.values.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : 1), 0);
      return { rejected: 'mixed', name, numbers, declared, others };
    },
  };
}

function numericColumn(name: string, blocks: Blocks<Float64Array>): NumericColumn {
  const values = new Float64Array(blocks.length);
  blocks.drain((block, start) => values.set(block, start));
  return { kind: 'numeric', name, values };
}

/** The levels met so far: 0 is missing, k the k-th level met. */
class Dictionary {
  readonly #codes = new Map<string, number>();
  readonly #isMissing: (text: string) => boolean;

  constructor(isMissing: (text: string) => boolean) {
    this.#isMissing = isMissing;
  }

  get size(): number {
    return this.#codes.size;
  }

  code(untrimmed: string | null): number {
    const text = untrimmed?.trim() ?? '';
    const known = this.#codes.get(text);
    if (known !== undefined) return known;
    if (untrimmed === null || this.#isMissing(text)) return 0;
    this.#codes.set(text, this.#codes.size + 1);
    return this.#codes.size;
  }

  column(name: string, blocks: Blocks<Uint32Array>): CategoricalColumn {
    const { levels, codes: ordered } = orderLevels([...this.#codes.keys()]);
    const codes = createCodes(levels.length, blocks.length);
    blocks.drain((block, start) => {
      for (let i = 0; i < block.length; i++) codes[start + i] = ordered[block[i]!]!;
    });
    return { kind: 'categorical', name, levels, codes };
  }
}

/** Stands for a text that is not among those the plan knows. */
const UNKNOWN = 65_535;

/** Codes of the texts that the plan knows. Any other text is told afterwards, and gets a code of its own. */
function codedBuilder(
  { column: { name, text }, texts, declared }: Plan<'coded'>,
  isMissing: (text: string) => boolean,
): ColumnBuilder {
  const dictionary = new Dictionary(isMissing);
  const codes = new Blocks<Uint32Array>(Uint32Array);
  // The empty text stands for NULL, too, and sees to it that the type is never empty.
  const known = ['', ...texts.filter((each) => each !== '')];
  const codeOf = new Uint32Array(UNKNOWN + 1);
  for (const [position, each] of known.entries()) codeOf[position] = dictionary.code(each);
  const scratch = new Uint32Array(CHUNK_ROWS);
  return {
    name,
    value: `coalesce(enum_code(TRY_CAST(${text} AS ENUM (${known.map(sqlText)}))), CASE WHEN ${text} IS NULL THEN 0 ELSE ${UNKNOWN} END)::USMALLINT`,
    guess: { as: 'levels', text, misfit: (value) => `${value} = ${UNKNOWN}` },
    add: (chunk, at) => {
      const positions = shorts(chunk, at);
      for (let i = 0; i < positions.length; i++) scratch[i] = codeOf[positions[i]!]!;
      codes.push(scratch.subarray(0, positions.length));
    },
    reread: (row, other) => codes.set(row, dictionary.code(other)),
    finish: () => finishLevels(name, dictionary, codes, declared),
  };
}

function textBuilder(
  { column: { name, text }, declared }: Plan<'text'>,
  isMissing: (text: string) => boolean,
): ColumnBuilder {
  const dictionary = new Dictionary(isMissing);
  const codes = new Blocks<Uint32Array>(Uint32Array);
  const scratch = new Uint32Array(CHUNK_ROWS);
  return {
    name,
    value: text,
    add: (chunk, at) => {
      if (!declared && dictionary.size > LEVEL_LIMIT) return;
      const vector = chunk.getColumnVector(at);
      const count = chunk.rowCount;
      for (let i = 0; i < count; i++) scratch[i] = dictionary.code(vector.getItem(i) as string | null);
      codes.push(scratch.subarray(0, count));
    },
    finish: () => finishLevels(name, dictionary, codes, declared),
  };
}

function finishLevels(
  name: string,
  dictionary: Dictionary,
  codes: Blocks<Uint32Array>,
  declared: boolean,
): Column | Rejected {
  if (!declared && dictionary.size > LEVEL_LIMIT) return { rejected: 'many-levels', name };
  return dictionary.column(name, codes);
}
