// The encoder: how columns of a table become features of a matrix, as plain data that survives JSON.
// What a feature stands for is said once, in `features`; encoding, decoding and explaining all read it there.

import { FairfrontError } from '../error.js';
import { count } from '../numbers.js';
import type { CategoricalColumn, Table } from '../table/table.js';

/** The schema of an encoder in JSON. */
export const ENCODER_SCHEMA = 'fairfront.encoder/1';

/** Options of `fitEncoder`. */
export interface EncoderOptions {
  /**
   * Levels with fewer training rows are pooled; 1 pools none. A whole number from 1, default 10. Not used
   * with `levels: 'table'`.
   */
  readonly minLevelRows?: number;
  /**
   * 'train' (default): the levels that training rows have. 'table': every level that any row of the table has
   * gets a feature of its own, none pooled, as the literature prepares its data.
   */
  readonly levels?: 'train' | 'table';
  /** Columns whose levels are texts: their words are the features, weighed by tf-idf. Default: none. */
  readonly text?: readonly string[];
  /** Words of each text column that get a feature: the most frequent ones. From 1, default 10,000. */
  readonly vocabulary?: number;
  /** Whether a word that a text has f times counts 1 + ln f, not f. Default false. */
  readonly sublinear?: boolean;
}

/** The defaults of all options. */
export const ENCODER_DEFAULTS: Required<EncoderOptions> = {
  minLevelRows: 10,
  levels: 'train',
  text: [],
  vocabulary: 10_000,
  sublinear: false,
};

/** Survives `JSON.stringify` and `JSON.parse`; `parseEncoder` checks what comes back. */
export interface Encoder {
  readonly schema: typeof ENCODER_SCHEMA;
  readonly options: Required<EncoderOptions>;
  readonly trainingRows: number;
  /** The columns that are encoded, in the order of the table. */
  readonly columns: readonly EncodedColumn[];
  /**
   * What the matrix's columns stand for. Column by column: the value, or the levels and then `other`, or the
   * words by their code points; then `missing`.
   */
  readonly features: readonly Feature[];
  readonly dropped: readonly DroppedColumn[];
}

/** A column of the table that is encoded. */
export type EncodedColumn =
  | EncodedNumeric
  | { readonly kind: 'categorical'; readonly name: string }
  | EncodedText
  | EncodedPicture;

/** A categorical column of the table whose levels are texts, encoded as the tf-idf of their words. */
export interface EncodedText {
  readonly kind: 'text';
  readonly name: string;
  /** Training rows that have a text. */
  readonly rows: number;
  readonly sublinear: boolean;
}

/** A picture, which a network takes as it is: its pixels are no columns of the table. It stands alone. */
export interface EncodedPicture {
  readonly kind: 'picture';
  readonly name: string;
  /** In pixels. */
  readonly height: number;
  readonly width: number;
}

/** Its value is encoded as (value − mean) / scale, a missing one as 0. */
export interface EncodedNumeric {
  readonly kind: 'numeric';
  readonly name: string;
  /** The mean of the training rows that are not missing. */
  readonly mean: number;
  /**
   * Standard deviation of the training rows. 0: they have one value only, and whether it is missing is the
   * only feature.
   */
  readonly scale: number;
}

/**
 * All but `value` and `word` are 1 where they hold and 0 elsewhere. `rows`: in how many training rows they
 * hold.
 */
export type Feature = {
  /**
   * "age", "race = White", "race = other", "note: fever", "age missing"; where two would be the same, the
   * later one ends in " (2)".
   */
  readonly name: string;
  readonly column: string;
} & (
  | { readonly kind: 'value' }
  | ({ readonly kind: 'level' } & LevelRows)
  /** Rare levels together, and any level that training did not have. */
  | { readonly kind: 'other'; readonly levels: readonly LevelRows[] }
  | ({ readonly kind: 'word' } & WordRows)
  | { readonly kind: 'missing'; readonly rows: number }
  /** The picture as a whole. */
  | { readonly kind: 'picture' }
);

/** A level, and how many training rows have it. */
export interface LevelRows {
  readonly level: string;
  readonly rows: number;
}

/** A word, in lower case, and how many training rows have it. */
export interface WordRows {
  readonly word: string;
  readonly rows: number;
}

/** A column that is not encoded, and why. */
export interface DroppedColumn {
  readonly column: string;
  /** Why, in words. */
  readonly reason: string;
}

/** A feature that has no name yet. */
export type UnnamedFeature = WithoutName<Feature>;

/** One kind of feature at a time: of all kinds at once, `Omit` would keep only what they share. */
type WithoutName<One> = One extends unknown ? Omit<One, 'name'> : never;

/** Names that say where a feature comes from, no two the same. */
export function nameFeatures(features: readonly UnnamedFeature[]): Feature[] {
  const taken = new Set<string>();
  return features.map((feature) => {
    const wanted = wantedName(feature);
    let name = wanted;
    for (let i = 2; taken.has(name); i++) name = `${wanted} (${i})`;
    taken.add(name);
    return { name, ...feature };
  });
}

function wantedName(feature: UnnamedFeature): string {
  switch (feature.kind) {
    case 'value':
    case 'picture':
      return feature.column;
    case 'level':
      return `${feature.column} = ${feature.level}`;
    case 'other':
      return `${feature.column} = other`;
    case 'word':
      return `${feature.column}: ${feature.word}`;
    case 'missing':
      return `${feature.column} missing`;
  }
}

/** The encoder of pictures, which are handed to a network as they are. */
export function pictureEncoder(picture: Omit<EncodedPicture, 'kind'>, trainingRows: number): Encoder {
  return {
    schema: ENCODER_SCHEMA,
    options: ENCODER_DEFAULTS,
    trainingRows,
    columns: [{ kind: 'picture', ...picture }],
    features: nameFeatures([{ column: picture.name, kind: 'picture' }]),
    dropped: [],
  };
}

/** Throws unless all rows are rows of the table. */
export function checkRows(rows: Uint32Array, { rowCount }: Table): void {
  for (let i = 0; i < rows.length; i++) {
    if (rows[i]! >= rowCount) {
      throw new FairfrontError(
        'bad-encoder',
        `row ${rows[i]! + 1} is asked for, but the table has ${count(rowCount, 'row')}; take rows of this table`,
      );
    }
  }
}

/** How many of the rows have each code; the last code is missing. */
export function countCodes({ levels, codes }: CategoricalColumn, rows: Uint32Array): Uint32Array {
  const counts = new Uint32Array(levels.length + 1);
  for (let i = 0; i < rows.length; i++) counts[codes[rows[i]!]!]!++;
  return counts;
}
