import { createRandom, type LabelledRows } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import { makeData, sparse } from '../../../core/test/linear/linear-problems.js';
import { openShared, sharedRows } from '../../src/task/shared-rows.js';

const dense = makeData(createRandom(1), { classCount: 3, columnCount: 4, groupRows: [5, 7], zeros: 0.5 });
const single: LabelledRows = {
  ...dense,
  features: { ...dense.features, values: Float32Array.from(dense.features.values) },
};

/** All arrays of some rows. */
function arraysOf({ features, labels, groups }: LabelledRows): ArrayBufferView[] {
  return [...Object.values(features), labels, groups.groups].filter((value) => ArrayBuffer.isView(value));
}

describe.each([
  ['dense rows', dense, 3],
  ['dense rows of float32', single, 3],
  ['sparse rows', sparse(dense), 5],
])('%s that are shared', (_, rows, arrayCount) => {
  it('hold the same numbers, in arrays of the same kind', () => {
    expect(sharedRows(rows)).toEqual(rows);
    const kinds = (of: LabelledRows): string[] => arraysOf(of).map((array) => array.constructor.name);
    expect(kinds(openShared(sharedRows(rows)))).toEqual(kinds(rows));
  });

  it('are a copy, all of it in memory that threads share', () => {
    const arrays = arraysOf(openShared(sharedRows(rows)));
    expect(arrays).toHaveLength(arrayCount);
    expect(arrays.every(({ buffer }) => buffer instanceof SharedArrayBuffer)).toBe(true);
    expect(arraysOf(rows).some(({ buffer }) => buffer instanceof SharedArrayBuffer)).toBe(false);
  });

  it('reach another thread without a copy', () => {
    const shared = sharedRows(rows);
    const there = structuredClone(shared);
    (there.labels as Int32Array)[0] = 2;
    (shared.labels as Int32Array)[1] = 1;
    expect([...there.labels.subarray(0, 2)]).toEqual([2, 1]);
    expect([...shared.labels.subarray(0, 2)]).toEqual([2, 1]);
  });
});
