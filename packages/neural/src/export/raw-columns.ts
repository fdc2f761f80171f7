// The inputs of an exported model: the columns of a table, their names and types.

import { type EncodedColumn, type Encoder, FairfrontError } from '@fairfront/core';
import type { DataType } from '../graph/tensor.js';

/** A raw column and the input that takes it. */
export interface RawColumn {
  readonly column: string;
  /** The column's name, unless a tensor cannot have it. */
  readonly input: string;
  readonly kind: EncodedColumn['kind'];
}

/**
 * The type of each kind of column. NaN and '' are missing. (A table has a code of its own for a missing
 * level, and might have '' as a level; a column of texts has nothing else for it.)
 */
export const RAW_TYPES: Record<EncodedColumn['kind'], DataType> = {
  numeric: 'float64',
  categorical: 'string',
};

/**
 * The columns that have features, in the encoder's order.
 * @param reserved names that inputs may not have
 */
export function rawColumns({ columns, features }: Encoder, reserved: readonly string[]): RawColumn[] {
  const encoded = new Set(features.map(({ column }) => column));
  const used = columns.filter(({ name }) => encoded.has(name));
  const names = new Set(used.map(({ name }) => name));
  const taken = new Set(['', ...reserved]);
  return used.map(({ name, kind }) => {
    let input = name;
    while (taken.has(input) || (input !== name && names.has(input))) input = `${input} (column)`.trim();
    taken.add(input);
    return { column: name, input, kind };
  });
}

/** Refuses levels that a runtime would take for something else, pooled ones among them. */
export function checkLevels({ features }: Encoder): void {
  for (const feature of features) {
    const levels = feature.kind === 'level' ? [feature] : feature.kind === 'other' ? feature.levels : [];
    for (const { level } of levels) {
      if (level === '') throw badLevel(feature.column, level, 'an empty text is a missing one');
      if (level.includes('\0')) {
        throw badLevel(feature.column, level, 'a text ends where it has the character U+0000');
      }
    }
  }
}

function badLevel(column: string, level: string, why: string): FairfrontError {
  return new FairfrontError(
    'bad-encoder',
    `column "${column}" has the level ${JSON.stringify(level)}, but in an exported model ${why}; give the level another name, or declare it missing`,
  );
}
