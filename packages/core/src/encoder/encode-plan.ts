// An encoder laid over a table: for each encoded column, which feature a cell goes to. Made once per call, so
// that a cell costs one look-up.

import { FairfrontError } from '../error.js';
import {
  type CategoricalColumn,
  type Column,
  findColumn,
  type LevelCodes,
  type NumericColumn,
  type Table,
} from '../table/table.js';
import { quoted } from '../words.js';
import { planText, type TextPlan } from './encode-text.js';
import type { EncodedColumn, EncodedNumeric, Encoder } from './encoder.js';

/**
 * A cell stores one entry at most: its value or that it is missing; its level, `other`, or that it is
 * missing. A text stores an entry for each of its words.
 */
export type ColumnPlan = NumericPlan | CategoricalPlan | TextPlan;

/** How a numeric column is encoded. */
export interface NumericPlan {
  readonly kind: 'numeric';
  readonly name: string;
  readonly cells: Float64Array;
  readonly mean: number;
  /** Infinite where the value has no feature: what is encoded is 0 then. */
  readonly scale: number;
  readonly valueFeature: number;
  readonly missingFeature: number;
  /** 1, or 0 where missing has no feature. */
  readonly missingValue: number;
}

/** How a column of levels is encoded, by code; the last code is missing. */
export interface CategoricalPlan {
  readonly kind: 'categorical';
  readonly codes: LevelCodes;
  readonly features: Uint32Array;
  /** 1, or 0 where the code has no feature. */
  readonly values: Float64Array;
}

/** Plans for each column which features its cells store. @param rows those that will be encoded */
export function planEncoding(encoder: Encoder, table: Table, rows: Uint32Array): ColumnPlan[] {
  const places = placeFeatures(encoder);
  return encoder.columns.map((encoded) => {
    const column = matchColumn(encoded, table);
    const place = places.get(encoded.name)!;
    if (encoded.kind === 'text') {
      return planText(encoded, column as CategoricalColumn, place, encoder.features, rows);
    }
    return column.kind === 'numeric'
      ? planNumeric(encoded as EncodedNumeric, column, place)
      : planCategorical(column, place);
  });
}

/** The table's column of the same name, which must be of the same kind. */
export function matchColumn(encoded: EncodedColumn, table: Table): Column {
  const column = findColumn(table, encoded.name, 'encoder');
  if (encoded.kind === 'picture') {
    throw new FairfrontError(
      'bad-encoder',
      `column ${quoted([column.name])} holds pictures, which are no features of a matrix; hand them to the network they were prepared for`,
    );
  }
  const wanted = encoded.kind === 'text' ? 'categorical' : encoded.kind;
  if (column.kind === wanted) return column;
  throw new FairfrontError(
    'bad-column',
    `column ${quoted([column.name])} is ${column.kind}, but was ${encoded.kind} when the encoder was fitted; read it as ${wanted}`,
  );
}

/** The features of one column, as columns of the matrix. */
export interface FeaturePlaces {
  value?: number;
  /** Levels pooled into `other` are here too, each with the place of `other`. */
  readonly levels: Map<string, number>;
  readonly words: Map<string, number>;
  other?: number;
  missing?: number;
}

/** Finds the places of the features of each column. */
export function placeFeatures({ columns, features }: Encoder): Map<string, FeaturePlaces> {
  const places = new Map<string, FeaturePlaces>(
    columns.map(({ name }) => [name, { levels: new Map(), words: new Map() }]),
  );
  features.forEach((feature, index) => {
    const place = places.get(feature.column)!;
    if (feature.kind === 'level') place.levels.set(feature.level, index);
    else if (feature.kind === 'word') place.words.set(feature.word, index);
    else if (feature.kind !== 'picture') place[feature.kind] = index;
    if (feature.kind === 'other') for (const { level } of feature.levels) place.levels.set(level, index);
  });
  return places;
}

function planNumeric(
  { mean, scale }: EncodedNumeric,
  column: NumericColumn,
  place: FeaturePlaces,
): NumericPlan {
  return {
    kind: 'numeric',
    name: column.name,
    cells: column.values,
    mean,
    scale: scale === 0 ? Infinity : scale,
    valueFeature: place.value ?? 0,
    missingFeature: place.missing ?? place.value ?? 0,
    missingValue: place.missing === undefined ? 0 : 1,
  };
}

function planCategorical({ levels, codes }: CategoricalColumn, place: FeaturePlaces): CategoricalPlan {
  const byCode = [...levels.map((level) => place.levels.get(level) ?? place.other), place.missing];
  return {
    kind: 'categorical',
    codes,
    features: Uint32Array.from(byCode, (feature) => feature ?? 0),
    values: Float64Array.from(byCode, (feature) => (feature === undefined ? 0 : 1)),
  };
}
