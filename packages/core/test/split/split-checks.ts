// What is true of every split, and counts to check it by.

import fc from 'fast-check';
import { expect } from 'vitest';
import { PART_NAMES, type Split } from '../../src/split/split-parts.js';

/** Three whole numbers ≥ 1: exact fractions are these over their sum. */
export const partRatios: fc.Arbitrary<[number, number, number]> = fc.oneof(
  fc.constant<[number, number, number]>([3, 1, 1]),
  fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 20 })),
);

export function fractionsOf(ratios: readonly number[]): [number, number, number] {
  const sum = ratios.reduce((left, right) => left + right, 0);
  return ratios.map((ratio) => ratio / sum) as [number, number, number];
}

/** ⌊f n⌋ and ⌈f n⌉ by part, in whole numbers. */
export function floorsAndCeilings(ratios: readonly number[], size: number): [number, number][] {
  const sum = ratios.reduce((left, right) => left + right, 0);
  return ratios.map((ratio) => [Math.floor((ratio * size) / sum), Math.ceil((ratio * size) / sum)]);
}

/** What scikit-learn's users expect: ⌈f n⌉ for validation and test, the rest for train. */
export function targets(ratios: readonly number[], size: number): number[] {
  const [, validation, test] = floorsAndCeilings(ratios, size).map(([, ceiling]) => ceiling);
  return [size - validation! - test!, validation!, test!];
}

/** Every row with a cell is in exactly one part, no other row is in any, and rows are ascending. */
export function expectPartition(split: Split, cells: Int32Array): void {
  const rows = PART_NAMES.flatMap((part) => [...split[part]]);
  const expected = [...cells.keys()].filter((row) => cells[row]! >= 0);
  expect(rows.sort((left, right) => left - right)).toEqual(expected);
  for (const part of PART_NAMES) {
    expect(split[part].every((row, i) => i === 0 || split[part][i - 1]! < row)).toBe(true);
  }
}

/** Cell → rows in each part. */
export function countsByCell(split: Split, cells: Int32Array): Map<number, number[]> {
  const counts = new Map<number, number[]>();
  PART_NAMES.forEach((name, part) => {
    for (const row of split[name]) {
      const cell = cells[row]!;
      if (!counts.has(cell)) counts.set(cell, [0, 0, 0]);
      counts.get(cell)![part]!++;
    }
  });
  return counts;
}

export function totals(split: Split): number[] {
  return PART_NAMES.map((part) => split[part].length);
}
