// Tables whose rows have weights, and results without what only such rows have.

import type { Table } from '@fairfront/core';
import { expect } from 'vitest';
import { type FitOptions, fit } from '../../src/index.js';
import { loansTable, numbers, withColumn } from './made-table.js';

export const ROWS = 900;
export const plain = loansTable(ROWS);

/** The loans with a column of weights, `w`. */
export const weighed = (weightOf: (row: number) => number | undefined): Table =>
  withColumn(
    plain,
    numbers(
      'w',
      Array.from({ length: ROWS }, (_, row) => weightOf(row)),
    ),
  );

/** Without what only rows with weights have, and what says which data it was. */
export function withoutWeights(result: unknown): unknown {
  const added = ['weight', 'effectiveRows', 'fingerprint', 'asked'];
  return JSON.parse(JSON.stringify(result), (key, value) => {
    if (added.includes(key)) return undefined;
    const isBin = typeof value === 'object' && value !== null && 'confidence' in value;
    return isBin ? { ...value, share: undefined } : value;
  });
}

/** A fit must be the same to the bit where every weight is 1. */
export async function expectSameWithOnes(options: FitOptions): Promise<void> {
  const { result } = await fit(plain, options);
  const table = weighed(() => 1);
  const ones = await fit(table, { ...options, weight: 'w' });
  expect(ones.result.task.weight).toBe('w');
  expect(withoutWeights(ones.result)).toEqual(withoutWeights(result));
  expect(ones.result.fingerprint).not.toBe(result.fingerprint);
}
