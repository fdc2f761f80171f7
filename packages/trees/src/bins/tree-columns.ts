import type { Encoder } from '@fairfront/core';
import { columnLevels } from '@fairfront/core/internal';
import type { TreeColumn } from './columns.js';

/** What each column of rows is that `encodeColumns` makes. */
export function treeColumns(encoder: Encoder): TreeColumn[] {
  return encoder.columns.map((column) => {
    const levels = columnLevels(encoder, column);
    return levels === undefined ? { kind: 'numeric' } : { kind: 'categorical', levels };
  });
}
