// The batches of an epoch [MMPF Alg. 2]: for each place a group is drawn, uniformly, then one of its training
// rows, uniformly. So every group is in nearly every batch, however small it is.

import { createRandom, type GroupIndex, type RandomSource } from '@fairfront/core';

/** The rows of each group, in one array. */
export interface GroupRows {
  readonly rows: Int32Array;
  /** Where the rows of each group begin; then the end. */
  readonly starts: readonly number[];
}

/** Sorts rows by group. */
export function groupRows({ groups, counts }: GroupIndex): GroupRows {
  const starts = [0];
  for (const count of counts) starts.push(starts.at(-1)! + count);
  const next = [...starts];
  const rows = new Int32Array(groups.length);
  groups.forEach((group, row) => {
    rows[next[group]!++] = row;
  });
  return { rows, starts };
}

/** Draws the rows of all batches, one batch after the other. */
export function sampleBatches({ rows, starts }: GroupRows, size: number, random: RandomSource): Int32Array {
  const groupCount = starts.length - 1;
  const drawn = new Int32Array(size);
  for (let i = 0; i < size; i++) {
    const group = Math.floor(random.uniform() * groupCount);
    const start = starts[group]!;
    drawn[i] = rows[start + Math.floor(random.uniform() * (starts[group + 1]! - start))]!;
  }
  return drawn;
}

/** Draws which units of a hidden layer are kept, each with probability 1 − rate. */
export function sampleMask(size: number, rate: number, random: RandomSource): Uint8Array {
  const mask = new Uint8Array(size);
  for (let i = 0; i < size; i++) mask[i] = random.uniform() < rate ? 0 : 1;
  return mask;
}

/** How each picture of a run's batches is moved: pixels downwards and to the right, and 1 where mirrored. */
export interface PictureMoves {
  readonly down: Int32Array;
  readonly right: Int32Array;
  readonly flip: Int32Array;
}

/** A picture is shifted by up to this share of its side, and by this many pixels. */
const SHIFT_SHARE = 1 / 8;
const SHIFT_PIXELS = 4;

/** Draws crops and flips: shifts by whole pixels, each as likely, and mirrored one time in two. */
export function sampleMoves(
  size: number,
  { height, width }: { readonly height: number; readonly width: number },
  random: RandomSource,
): PictureMoves {
  const shifts = (side: number): Int32Array => {
    const most = Math.min(SHIFT_PIXELS, Math.floor(SHIFT_SHARE * side));
    return Int32Array.from({ length: size }, () => Math.floor(random.uniform() * (2 * most + 1)) - most);
  };
  return {
    down: shifts(height),
    right: shifts(width),
    flip: Int32Array.from({ length: size }, () => (random.uniform() < 0.5 ? 0 : 1)),
  };
}

/** The moves from one place up to another. */
export function sliceMoves({ down, right, flip }: PictureMoves, from: number, to: number): PictureMoves {
  return { down: down.subarray(from, to), right: right.subarray(from, to), flip: flip.subarray(from, to) };
}

/**
 * The randomness of one epoch, which follows from the seed, μ and the epoch's number alone, so that an
 * interrupted solve goes on exactly as it would have.
 */
export function epochRandom(seed: number, mu: readonly number[], epoch: number): RandomSource {
  const words = new Uint32Array(Float64Array.from([seed, ...mu, epoch]).buffer);
  let hash = 0x811c9dc5; // FNV-1a, word by word; the generator's own seeding mixes it further
  for (const word of words) {
    hash = Math.imul(hash ^ (word & 0xffff), 0x01000193);
    hash = Math.imul(hash ^ (word >>> 16), 0x01000193);
  }
  return createRandom(hash >>> 0);
}
