// From a table to one number for each column that an encoder has, for models that take columns as they are: a number is
// itself, in float32; a category is the number of its level among the column's features; missing is NaN.

import { FairfrontError } from '../error.js';
import type { DenseRows } from '../numeric/sparse-rows.js';
import type { CategoricalColumn, Table } from '../table/table.js';
import { quoted } from '../words.js';
import { matchColumn } from './encode-plan.js';
import { checkRows, type EncodedColumn, type Encoder, type Feature } from './encoder.js';

/** How many levels a column has, pooled ones as one; `undefined` for numbers. */
export function columnLevels(encoder: Encoder, { name, kind }: EncodedColumn): number | undefined {
  if (kind === 'numeric') return undefined;
  if (kind === 'categorical') return levelFeatures(encoder, name).length;
  throw new FairfrontError(
    'bad-encoder',
    `column ${quoted([name])} holds ${kind === 'text' ? 'texts' : 'pictures'}, which are neither a number nor a category; leave it out`,
  );
}

/** Encodes rows of a table as one number for each column. @param rows in the order in which they are wanted */
export function encodeColumns(encoder: Encoder, table: Table, rows: Uint32Array): DenseRows {
  checkRows(rows, table);
  const columnCount = encoder.columns.length;
  const values = new Float32Array(rows.length * columnCount);
  encoder.columns.forEach((encoded, c) => {
    const levels = columnLevels(encoder, encoded);
    const column = matchColumn(encoded, table);
    const byCode = levels === undefined ? undefined : numbersOfCodes(encoder, column as CategoricalColumn);
    const cells = column.kind === 'numeric' ? column.values : column.codes;
    for (let i = 0, k = c; i < rows.length; i++, k += columnCount) {
      const cell = cells[rows[i]!]!;
      values[k] = byCode === undefined ? cell : byCode[cell]!;
    }
  });
  return { rowCount: rows.length, columnCount, values };
}

type LevelFeature = Extract<Feature, { readonly kind: 'level' | 'other' }>;

/** The features that the levels of a column have; a level's number is its place among them. */
export function levelFeatures({ features }: Encoder, column: string): LevelFeature[] {
  return features.filter(
    (feature): feature is LevelFeature =>
      feature.column === column && (feature.kind === 'level' || feature.kind === 'other'),
  );
}

/** The number of each code of a table's column: of a rare level, or one that training did not have, that of `other`, or NaN. */
function numbersOfCodes(encoder: Encoder, { name, levels }: CategoricalColumn): Float64Array {
  const numbers = new Map<string, number>();
  let other = Number.NaN;
  levelFeatures(encoder, name).forEach((feature, number) => {
    if (feature.kind === 'level') numbers.set(feature.level, number);
    else other = number;
  });
  return Float64Array.from([...levels.map((level) => numbers.get(level) ?? other), Number.NaN]);
}
