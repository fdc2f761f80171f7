// The parts of a split, and what every way of splitting does with rows.

import { firstUses } from '../numeric/first-uses.js';
import type { RandomSource } from '../numeric/random.js';

/** The parts of a split, in their order. */
export const PART_NAMES = ['train', 'validation', 'test'] as const;

/** The name of a part of a split. */
export type PartName = (typeof PART_NAMES)[number];

/** Row numbers of each part, ascending. */
export type Split = Readonly<Record<PartName, Uint32Array>>;

/** Stands for a part's number where a row is in no part. */
export const NO_PART = 255;

/**
 * The split in which each row has the part it is given.
 * @param partOfRow a part's place in `PART_NAMES`, or `NO_PART`
 */
export function collectParts(partOfRow: Uint8Array): Split {
  const sizes = [0, 0, 0];
  for (const part of partOfRow) if (part !== NO_PART) sizes[part]!++;
  const [train, validation, test] = sizes.map((size) => new Uint32Array(size)) as [
    Uint32Array,
    Uint32Array,
    Uint32Array,
  ];
  const parts = [train, validation, test];
  const filled = [0, 0, 0];
  for (let row = 0; row < partOfRow.length; row++) {
    const part = partOfRow[row]!;
    if (part !== NO_PART) parts[part]![filled[part]!++] = row;
  }
  return { train, validation, test };
}

/** Things that rows belong to, numbered from 0 in the order of first use. */
export interface Numbering {
  /** By row; −1 is left out. */
  readonly numbers: Int32Array;
  /** Rows of each. */
  readonly sizes: Uint32Array;
}

/**
 * What the labels are does not matter, whole numbers ≥ 0, only which rows share one.
 * @param cells rows whose cell is negative are left out
 */
export function numberByFirstUse(labels: ArrayLike<number>, cells: Int32Array): Numbering {
  let largest = 0;
  for (let row = 0; row < cells.length; row++) {
    if (cells[row]! >= 0 && labels[row]! > largest) largest = labels[row]!;
  }
  const uses = firstUses(largest, cells.length);
  const numbers = new Int32Array(cells.length).fill(-1);
  for (let row = 0; row < cells.length; row++) {
    if (cells[row]! >= 0) numbers[row] = uses.numberOf(labels[row]!);
  }
  const sizes = new Uint32Array(uses.count);
  for (let row = 0; row < cells.length; row++) if (cells[row]! >= 0) sizes[numbers[row]!]!++;
  return { numbers, sizes };
}

/**
 * Draws a part from an urn that holds so many tickets of each, and takes the ticket out: all ways to hand out
 * the tickets are equally likely.
 * @param urn tickets of each part, from `start` on; changed
 */
export function drawPart(urn: Int32Array, start: number, random: RandomSource): number {
  const [train, validation, test] = [urn[start]!, urn[start + 1]!, urn[start + 2]!];
  const ticket = Math.floor(random.uniform() * (train + validation + test));
  const part = ticket < train ? 0 : ticket < train + validation ? 1 : 2;
  urn[start + part]!--;
  return part;
}
