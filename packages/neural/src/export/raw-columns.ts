// The inputs of an exported model: the columns of a table, their names and types.

import { type EncodedColumn, type Encoder, FairfrontError } from '@fairfront/core';
import type { DataType } from '../graph/tensor.js';

/** A raw column and the input that takes it. */
export interface RawColumn {
  readonly column: string;
  /** The column's name, unless a tensor cannot have it. */
  readonly input: string;
  readonly kind: RawKind;
}

type RawKind = Exclude<EncodedColumn['kind'], 'picture'>;

/** A column of pictures and the input that takes it: rows × height × width × 3, uint8. */
export interface PictureColumn {
  readonly column: string;
  readonly input: string;
  readonly kind: 'picture';
  readonly height: number;
  readonly width: number;
}

/**
 * The type of each kind of column. NaN and '' are missing. (A table has a code of its own for a missing
 * level, and might have '' as a level; a column of texts has nothing else for it.)
 */
export const RAW_TYPES: Record<RawKind, DataType> = {
  numeric: 'float64',
  categorical: 'string',
  text: 'string',
};

/**
 * The columns that have features, in the encoder's order.
 * @param reserved names that inputs may not have
 * @param made columns that are no inputs: something else makes them
 */
export function rawColumns(
  { columns, features }: Encoder,
  reserved: readonly string[],
  made: readonly string[] = [],
): RawColumn[] {
  const encoded = new Set(features.map(({ column }) => column));
  for (const name of made) encoded.delete(name);
  const used = columns.filter(({ name }) => encoded.has(name));
  const names = new Set(used.map(({ name }) => name));
  const taken = new Set(['', ...reserved]);
  return used.map(({ name, kind }) => {
    const input = freeName(name, taken, names);
    taken.add(input);
    return { column: name, input, kind: kind as RawKind };
  });
}

/** The name of a column's input: its own, unless that is taken. @param others names of columns yet to come */
export function freeName(name: string, taken: Iterable<string>, others = new Set<string>()): string {
  const all = new Set(['', ...taken]);
  let input = name;
  while (all.has(input) || (input !== name && others.has(input))) input = `${input} (column)`.trim();
  return input;
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
