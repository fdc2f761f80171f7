// From a row of an encoded matrix back to what the table said, as far as the encoder kept it.

import { FairfrontError } from '../error.js';
import { count } from '../numbers.js';
import { type DenseRows, forEachEntry, type SparseRows } from '../numeric/sparse-rows.js';
import type { EncodedColumn, Encoder, Feature, LevelRows } from './encoder.js';

/** What a row said of a column, as far as the encoder kept it. */
export type DecodedCell = { readonly column: string } & (
  | { readonly kind: 'value'; readonly value: number }
  | { readonly kind: 'level'; readonly level: string }
  /** One of the pooled levels, or one that training did not have. */
  | { readonly kind: 'other'; readonly levels: readonly LevelRows[] }
  /**
   * The words of a text that have a feature, by their code points; none where it was missing unexpectedly.
   */
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'missing' }
  /** A level, or a missing one, that training did not have and no feature stands for. */
  | { readonly kind: 'unknown' }
);

/**
 * The cells of a row, in the order of the encoder's columns. Numbers come back up to rounding; one that was
 * missing where training had none missing comes back as the mean, as which it was encoded.
 */
export function decodeRow(encoder: Encoder, matrix: SparseRows | DenseRows, row: number): DecodedCell[] {
  checkMatrix(encoder, matrix, row);
  const entries = new Map<string, Entry>();
  const words = new Map<string, string[]>();
  forEachEntry(matrix, row, (index, value) => {
    const feature = encoder.features[index]!;
    if (feature.kind !== 'word') entries.set(feature.column, { feature, value });
    else words.set(feature.column, [...(words.get(feature.column) ?? []), feature.word]);
  });
  return encoder.columns.map((column) =>
    column.kind === 'text' && !entries.has(column.name)
      ? { column: column.name, kind: 'words', words: words.get(column.name) ?? [] }
      : decodeCell(column, entries.get(column.name)),
  );
}

/** A cell that is no text is stored as one entry, or as none. */
interface Entry {
  readonly feature: Feature;
  readonly value: number;
}

function decodeCell(encoded: EncodedColumn, entry: Entry | undefined): DecodedCell {
  const column = encoded.name;
  const feature = entry?.feature;
  if (feature?.kind === 'missing') return { column, kind: 'missing' };
  if (feature?.kind === 'level') return { column, kind: 'level', level: feature.level };
  if (feature?.kind === 'other') return { column, kind: 'other', levels: feature.levels };
  if (encoded.kind !== 'numeric') return { column, kind: 'unknown' };
  return { column, kind: 'value', value: encoded.mean + (entry?.value ?? 0) * encoded.scale };
}

function checkMatrix(encoder: Encoder, { rowCount, columnCount }: SparseRows | DenseRows, row: number): void {
  if (columnCount !== encoder.features.length) {
    throw new FairfrontError(
      'bad-encoder',
      `the matrix has ${count(columnCount, 'column')}, but the encoder ${count(encoder.features.length, 'feature')}; decode with the encoder it was encoded with`,
    );
  }
  if (!Number.isInteger(row) || row < 0 || row >= rowCount) {
    throw new FairfrontError(
      'bad-encoder',
      `there is no row ${row + 1}: the matrix has ${count(rowCount, 'row')}`,
    );
  }
}
