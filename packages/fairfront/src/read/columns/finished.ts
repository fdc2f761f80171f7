// What every way of reading takes and returns: what the caller says about columns, and what each has become
// once all rows are read.

import type { Column } from '@fairfront/core/tables';
import type { KeptColumn } from '../../store/kept-cells.js';
import type { TableStore } from '../../store/table-store.js';

export type Finished = Column | Rejected;

/** A column once all rows are read, its cells in memory or kept elsewhere. */
export type Grown = Finished | KeptColumn;

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

/** Rejects a column that has too many levels. */
export function manyLevels(name: string, levels: readonly string[]): Rejected {
  return { rejected: 'many-levels', name, examples: levels.slice(0, EXAMPLES) };
}

/** Tells a column that was rejected from one that can be used. */
export const isRejected = (finished: Grown): finished is Rejected => 'rejected' in finished;

/** Tells a column whose cells are kept elsewhere from one that has them. */
export const isKept = (grown: Grown): grown is KeptColumn => 'kept' in grown;

/** A column that was read without a place to keep its cells elsewhere. */
export function inMemory(grown: Grown): Finished {
  if (isKept(grown)) throw new Error(`the cells of ${grown.name} are not in memory`);
  return grown;
}

/** The memory of columns, which a worker hands over instead of copying it. */
export function columnMemory(grown: readonly Grown[]): ArrayBuffer[] {
  return grown.flatMap((column) =>
    isRejected(column) || isKept(column)
      ? []
      : [(column.kind === 'numeric' ? column.values : column.codes).buffer as ArrayBuffer],
  );
}

/** All rows of a source, column by column. */
export interface ReadColumns {
  /** The names of all columns of the source, in its order. */
  readonly names: readonly string[];
  readonly rowCount: number;
  /** The columns that were read. */
  readonly finished: readonly Finished[];
  /** What a person should know. */
  readonly notes: readonly string[];
  /** Where the rows of each file begin, where there are several. */
  readonly files?: readonly FileRows[];
}

/** A file of several, and the row of the table that is its first. */
export interface FileRows {
  readonly label: string;
  readonly firstRow: number;
}

/** @param share how much of the whole is done, where that is known */
export type OnProgress = (rows: number, share: number | undefined) => void;

/** What the caller says about columns. */
export interface Declared {
  readonly categorical: ReadonlySet<string>;
  readonly numeric: ReadonlySet<string>;
  /** Columns with pictures; their bytes are read as data URIs. */
  readonly pictures?: ReadonlySet<string>;
}

/** The texts, trimmed, that stand for a missing value. */
export type Missing = ReadonlySet<string>;

/** What the caller wants to be read, and how. */
export interface Wanted {
  /** Chooses the columns to read by their names. */
  choose(names: readonly string[]): ReadonlySet<string>;
  readonly declared: Declared;
  readonly missing: Missing;
  readonly onProgress?: OnProgress | undefined;
  /** Bytes that reading may take. Default: what there is. */
  readonly memory?: number;
  /** Where so many rows and columns are kept, if they do not fit into memory. Default: they always do. */
  store?(rows: number, columns: number): TableStore | undefined;
}
