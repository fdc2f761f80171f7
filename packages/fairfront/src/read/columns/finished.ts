// What every way of reading is given and gives: what is said of columns, and what each has become once all rows are read.

import type { Column } from '@fairfront/core/tables';

export type Finished = Column | Rejected;

/** A column that no rule can make sense of. */
export type Rejected =
  | { readonly rejected: 'many-levels'; readonly name: string; readonly examples: readonly string[] }
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

/** Texts shown of a column that has too many. */
const EXAMPLES = 20;

export function manyLevels(name: string, levels: readonly string[]): Rejected {
  return { rejected: 'many-levels', name, examples: levels.slice(0, EXAMPLES) };
}

export const isRejected = (finished: Finished): finished is Rejected => 'rejected' in finished;

/** All rows of a source, column by column. */
export interface ReadColumns {
  /** Of every column of the source, in its order. */
  readonly names: readonly string[];
  readonly rowCount: number;
  /** Of the columns that were read. */
  readonly finished: readonly Finished[];
  /** What a person should know. */
  readonly notes: readonly string[];
}

/** @param share of the whole that is done, where that is known */
export type OnProgress = (rows: number, share: number | undefined) => void;

/** What the caller says of columns. */
export interface Declared {
  readonly categorical: ReadonlySet<string>;
  readonly numeric: ReadonlySet<string>;
}

/** Texts that stand for a missing value. */
export interface Missing {
  readonly markers: readonly string[];
  /** @param text trimmed */
  has(text: string): boolean;
}
