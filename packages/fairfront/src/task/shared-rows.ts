// Rows as threads are handed them: in memory that they share, or by the file that they are read from.

import type { LabelledRows } from '@fairfront/core';
import { openRows, openWithThreads, storedRows } from '#rows';
import { SHARES_MEMORY } from '#threads';
import type { StoredRows } from '../store/stored-rows.js';
import { type RowLabels, sharedArray, sharedLabels } from '../threads/shared-array.js';

/** Rows that a thread can be handed. */
export interface SharedRows extends RowLabels {
  readonly features: LabelledRows['features'] | StoredRows;
}

/** Rows in a form that a thread can be handed; they are copied into shared memory once. */
export function sharedRows(rows: LabelledRows): SharedRows {
  if (!SHARES_MEMORY) return rows;
  const { features } = rows;
  return { features: storedRows(features) ?? sharedFeatures(features), ...sharedLabels(rows) };
}

function sharedFeatures(features: LabelledRows['features']): LabelledRows['features'] {
  if (!('offsets' in features)) return { ...features, values: sharedArray(features.values) };
  const { offsets, columns, values } = features;
  return {
    ...features,
    offsets: sharedArray(offsets),
    columns: sharedArray(columns),
    values: sharedArray(values),
  };
}

const opened = new WeakMap<SharedRows, LabelledRows>();

/** The rows that a thread was handed. */
export function openShared(rows: SharedRows): LabelledRows {
  const { features } = rows;
  if (!('list' in features)) return rows as LabelledRows;
  const known = opened.get(rows) ?? { ...rows, features: openRows(features) };
  opened.set(rows, known);
  return known;
}

/** The rows that a thread was handed, with passes over them by several threads. */
export function openPassed(rows: SharedRows): { readonly rows: LabelledRows; close(): void } {
  const { features } = rows;
  if (!('list' in features)) return { rows: rows as LabelledRows, close: () => undefined };
  const { features: opened, close } = openWithThreads(features);
  return { rows: { ...rows, features: opened }, close };
}
