// Rows in memory that threads share, so that no thread needs a copy.

import type { LabelledRows } from '@fairfront/core';
import { SHARES_MEMORY } from '#threads';

/** Copies rows into memory that threads share, where there are any. */
export function sharedRows(rows: LabelledRows): LabelledRows {
  if (!SHARES_MEMORY) return rows;
  const { features, labels, values, groups } = rows;
  return {
    features:
      'offsets' in features
        ? {
            ...features,
            offsets: shared(features.offsets),
            columns: shared(features.columns),
            values: shared(features.values),
          }
        : { ...features, values: shared(features.values) },
    labels: shared(labels),
    ...(values && { values: shared(values) }),
    groups: {
      ...groups,
      groups: shared(groups.groups),
      ...(groups.weights && { weights: shared(groups.weights) }),
    },
  };
}

type Values = Float64Array | Float32Array | Int32Array | Uint32Array | Uint16Array | Uint8Array;

function shared<Array extends Values>(values: Array): Array {
  const Kind = values.constructor as new (buffer: SharedArrayBuffer) => Array;
  const copy = new Kind(new SharedArrayBuffer(values.byteLength));
  copy.set(values);
  return copy;
}
