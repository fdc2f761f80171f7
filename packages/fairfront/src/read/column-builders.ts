// What becomes of each column's chunks: a numeric or a categorical column, or the reason why there is none.

import type { DuckDBDataChunk } from '@duckdb/node-api';
import { type Column, categoricalColumn } from '@fairfront/core';
import { Blocks } from './blocks.js';
import type { ColumnPlan } from './column-plan.js';
import { doubles, shorts, sqlText } from './duckdb.js';
import { isInfiniteText } from './text-values.js';

export interface ColumnBuilder {
  readonly name: string;
  /** Expressions over the relation's rows, in the order in which `add` finds them in a chunk. */
  readonly value: string;
  /** True where the value does not say what the row holds, and `except` must be told the text. */
  readonly exceptional?: string;
  readonly text: string;
  add(chunk: DuckDBDataChunk, position: number): void;
  /** @param text trimmed, not missing; undefined is missing */
  except(row: number, text: string | undefined): void;
  finish(): Column | Rejected;
}

/** A column that no rule can make sense of. */
export type Rejected =
  | { readonly rejected: 'many-levels'; readonly name: string; readonly levels: number }
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

export function createBuilder(plan: ColumnPlan, isMissing: (text: string) => boolean): ColumnBuilder {
  if (plan.kind === 'number')
    return plan.column.number === undefined ? numberBuilder(plan) : typedNumberBuilder(plan);
  return plan.kind === 'coded' ? codedBuilder(plan, isMissing) : textBuilder(plan, isMissing);
}

type Plan<Kind extends ColumnPlan['kind']> = Extract<ColumnPlan, { kind: Kind }>;

/** Numbers by the source's own word. */
function typedNumberBuilder({ column }: Plan<'number'>): ColumnBuilder {
  const values = new Blocks(Float64Array);
  return {
    name: column.name,
    text: column.text,
    value: `coalesce(${column.number}, 'nan'::DOUBLE)`,
    add: (chunk, position) => values.push(doubles(chunk, position)),
    except: () => {},
    finish: () => numericColumn(column.name, values),
  };
}

/** Numbers in texts. 1_000, which DuckDB takes for a thousand, is none. */
function numberBuilder({ column, declared }: Plan<'number'>): ColumnBuilder {
  const { name, text } = column;
  const values = new Blocks(Float64Array);
  const rows: number[] = [];
  const counts = new Map<string, number>();
  const number = `TRY_CAST(${text} AS DOUBLE)`;
  return {
    name,
    text,
    value: `coalesce(${number}, 'nan'::DOUBLE)`,
    exceptional: `(${text} IS NOT NULL AND (${number} IS NULL OR isinf(${number}) OR contains(${text}, '_')))`,
    add: (chunk, position) => values.push(doubles(chunk, position)),
    except: (row, other) => {
      values.set(row, Number.NaN);
      if (other === undefined) return;
      rows.push(row);
      counts.set(other, (counts.get(other) ?? 0) + 1);
    },
    finish: () => {
      if (rows.length === 0) return numericColumn(name, values);
      const others = { rows, counts };
      if ([...counts.keys()].every(isInfiniteText)) return { rejected: 'infinite', name, others };
      const column = numericColumn(name, values);
      const numbers = column.values.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : 1), 0);
      return { rejected: 'mixed', name, numbers, declared, others };
    },
  };
}

function numericColumn(name: string, values: Blocks<Float64Array>): Extract<Column, { kind: 'numeric' }> {
  return { kind: 'numeric', name, values: values.drainInto(new Float64Array(values.length)) };
}

/** The levels met so far: 0 is missing, k the k-th level met. */
class Dictionary {
  readonly #codes = new Map<string, number>();

  get levels(): string[] {
    return [...this.#codes.keys()];
  }

  get size(): number {
    return this.#codes.size;
  }

  /** @param text trimmed; undefined is missing */
  code(text: string | undefined): number {
    if (text === undefined) return 0;
    const known = this.#codes.get(text);
    if (known !== undefined) return known;
    this.#codes.set(text, this.#codes.size + 1);
    return this.#codes.size;
  }
}

/** Codes of the texts that the plan knows; any other text comes as an exception, and gets a code of its own. */
function codedBuilder(
  { column, texts, declared }: Plan<'coded'>,
  isMissing: (text: string) => boolean,
): ColumnBuilder {
  const { name, text } = column;
  const dictionary = new Dictionary();
  const codes = new Blocks(Uint32Array);
  // The empty text is in it so that the type is never empty; it is missing like NULL.
  const known = ['', ...texts.filter((each) => each !== '')];
  const toCode = Uint32Array.from(known, (each) => {
    const level = each.trim();
    return dictionary.code(isMissing(level) ? undefined : level);
  });
  const position = `enum_code(TRY_CAST(${text} AS ENUM (${known.map(sqlText)})))`;
  const scratch = new Uint32Array(VECTOR_ROWS);
  return {
    name,
    text,
    value: `coalesce(${position}, 0)::USMALLINT`,
    exceptional: `(${text} IS NOT NULL AND ${position} IS NULL)`,
    add: (chunk, at) => {
      const positions = shorts(chunk, at);
      for (let i = 0; i < positions.length; i++) scratch[i] = toCode[positions[i]!]!;
      codes.push(scratch.subarray(0, positions.length));
    },
    except: (row, level) => codes.set(row, dictionary.code(level)),
    finish: () => finishLevels(name, dictionary, codes, declared),
  };
}

/** DuckDB's chunks hold at most so many rows. */
const VECTOR_ROWS = 2048;

function textBuilder(
  { column, declared }: Plan<'text'>,
  isMissing: (text: string) => boolean,
): ColumnBuilder {
  const { name, text } = column;
  const dictionary = new Dictionary();
  const codes = new Blocks(Uint32Array);
  const scratch = new Uint32Array(VECTOR_ROWS);
  return {
    name,
    text,
    value: text,
    add: (chunk, at) => {
      const count = chunk.rowCount;
      const tooMany = !declared && dictionary.size > LEVEL_LIMIT;
      const vector = chunk.getColumnVector(at);
      for (let i = 0; i < count && !tooMany; i++) {
        const value = vector.getItem(i) as string | null;
        const level = value?.trim();
        scratch[i] = dictionary.code(level === undefined || isMissing(level) ? undefined : level);
      }
      codes.push(scratch.subarray(0, count));
    },
    except: () => {},
    finish: () => finishLevels(name, dictionary, codes, declared),
  };
}

function finishLevels(
  name: string,
  dictionary: Dictionary,
  codes: Blocks<Uint32Array>,
  declared: boolean,
): Column | Rejected {
  if (!declared && dictionary.size > LEVEL_LIMIT) {
    return { rejected: 'many-levels', name, levels: dictionary.size };
  }
  return categoricalColumn(name, dictionary.levels, codes.drainInto(new Uint32Array(codes.length)));
}
