// The loops in WebAssembly against the same in plain JavaScript.

import { createRandom } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import { allocate, createArena } from '../../src/bins/arena.js';
import { createKernels } from '../../src/kernels/kernels.js';

const ROWS = 300;
const BINS = 256;

/** Words with random bins, some of the rows in a random order, and gradients. */
function setUp(isShared = false) {
  const random = createRandom(11);
  const arena = createArena(200_000, isShared);
  const words = allocate(arena, Uint32Array, ROWS).map(() => random.uniform() * 2 ** 32);
  const inArena = allocate(arena, Uint32Array, ROWS);
  inArena.set(words);
  const chosen = Array.from({ length: ROWS }, (_, row) => row).filter(() => random.uniform() < 0.6);
  const shuffled = chosen.map((row) => [random.uniform(), row] as const).sort((a, b) => a[0] - b[0]);
  const rows = allocate(arena, Uint32Array, chosen.length);
  rows.set(shuffled.map(([, row]) => row));
  const gradients = allocate(arena, Float32Array, 2 * ROWS);
  gradients.set(Array.from(gradients, () => random.uniform() - 0.5));
  const ordered = allocate(arena, Float32Array, 2 * rows.length);
  return { arena, words: inArena, rows, gradients, ordered, kernels: createKernels(arena.memory, isShared) };
}

const binOf = (word: number, column: number): number => (word >>> (8 * column)) & 255;

describe.each([1, 2, 3, 4])('histograms of %i columns', (columns) => {
  it('are the sums of gradients and hessians by bin, added to what is there', () => {
    const { arena, words, rows, gradients, kernels } = setUp();
    const histograms = Array.from({ length: columns }, () => allocate(arena, Float64Array, 2 * BINS).fill(1));
    const untouched = allocate(arena, Float64Array, 2 * BINS);
    const [from, to] = [5, rows.length - 3];
    const plain = histograms.map((histogram) => histogram.slice());
    for (let i = from; i < to; i++) {
      plain.forEach((histogram, c) => {
        const bin = binOf(words[rows[i]!]!, c);
        histogram[2 * bin]! += gradients[2 * i]!;
        histogram[2 * bin + 1]! += gradients[2 * i + 1]!;
      });
    }
    kernels.addToHistograms(
      words.byteOffset,
      rows.byteOffset + 4 * from,
      rows.byteOffset + 4 * to,
      gradients.byteOffset + 8 * from,
      ...histograms.map(({ byteOffset }) => byteOffset),
    );
    expect(histograms).toEqual(plain);
    expect(untouched.every((sum) => sum === 0)).toBe(true);
  });
});

describe('partition', () => {
  it.each([0, 8, 16, 24])(
    'parts rows by the byte at bit %i, and keeps their order on both sides',
    (shift) => {
      const { arena, words, rows, kernels } = setUp();
      const table = allocate(arena, Uint8Array, BINS).map((_, bin) => (bin % 3 === 0 ? 1 : 0));
      const inArena = allocate(arena, Uint8Array, BINS);
      inArena.set(table);
      const scratch = allocate(arena, Uint32Array, rows.length);
      const [from, to] = [2, rows.length - 1];
      const before = [...rows];
      const goesLeft = (row: number): boolean => binOf(words[row]!, shift / 8) % 3 === 0;
      const left = kernels.partition(
        words.byteOffset,
        rows.byteOffset + 4 * from,
        rows.byteOffset + 4 * to,
        scratch.byteOffset + 4 * from,
        shift,
        inArena.byteOffset,
      );
      const own = before.slice(from, to);
      const expected = own.filter(goesLeft);
      expect(left).toBe(expected.length);
      expect([...rows.subarray(from, from + left)]).toEqual(expected);
      expect([...scratch.subarray(from, from + own.length - left)]).toEqual(
        own.filter((row) => !goesLeft(row)),
      );
      expect([rows[0], rows[1], rows.at(-1)]).toEqual([before[0], before[1], before.at(-1)]);
    },
  );

  it.each([0, 1])('sends all rows to one side where every bin goes there: %i', (side) => {
    const { arena, words, rows, kernels } = setUp();
    const table = allocate(arena, Uint8Array, BINS).fill(side);
    const scratch = allocate(arena, Uint32Array, rows.length);
    const before = [...rows];
    const ends = [rows.byteOffset, rows.byteOffset + 4 * rows.length] as const;
    const left = kernels.partition(words.byteOffset, ...ends, scratch.byteOffset, 0, table.byteOffset);
    expect(left).toBe(side * rows.length);
    expect([...(side === 1 ? rows : scratch)]).toEqual(before);
  });
});

describe('gather', () => {
  it.each([false, true])('puts gradients in the order of rows; shared memory: %s', (isShared) => {
    const { rows, gradients, ordered, kernels } = setUp(isShared);
    kernels.gather(
      rows.byteOffset,
      rows.byteOffset + 4 * rows.length,
      gradients.byteOffset,
      ordered.byteOffset,
    );
    expect([...ordered]).toEqual([...rows].flatMap((row) => [gradients[2 * row]!, gradients[2 * row + 1]!]));
  });
});
