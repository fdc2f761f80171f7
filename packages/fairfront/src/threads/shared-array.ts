// Numbers in memory that threads share, so that no thread needs a copy.

import type { LabelledRows } from '@fairfront/core';

type Values = Float64Array | Float32Array | Int32Array | Uint32Array | Uint16Array | Uint8Array;

/** The same numbers in memory that threads share: a copy, unless they are there. */
export function sharedArray<Array extends Values>(values: Array): Array {
  if (values.buffer instanceof SharedArrayBuffer) return values;
  const Kind = values.constructor as new (buffer: SharedArrayBuffer) => Array;
  const copy = new Kind(new SharedArrayBuffer(values.byteLength));
  copy.set(values);
  return copy;
}

/** What rows have beside their features. */
export type RowLabels = Omit<LabelledRows, 'features'>;

/** What rows have beside their features, in memory that threads share. */
export function sharedLabels({ labels, values, groups, blockEnds }: RowLabels): RowLabels {
  return {
    labels: sharedArray(labels),
    ...(values && { values: sharedArray(values) }),
    ...(blockEnds && { blockEnds }),
    groups: {
      ...groups,
      groups: sharedArray(groups.groups),
      ...(groups.weights && { weights: sharedArray(groups.weights) }),
    },
  };
}
