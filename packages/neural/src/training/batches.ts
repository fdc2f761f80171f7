// The batches of an epoch [MMPF Alg. 2]: for each place a group is drawn, uniformly, then one of its training
// rows, uniformly; where rows have weights, as likely as its weight says. So every group is in nearly every batch, however small it is.

import { createRandom, type GroupIndex, type RandomSource } from '@fairfront/core';

/** The rows of each group, in one array. */
export interface GroupRows {
  readonly rows: Int32Array;
  /** Where the rows of each group begin; then the end. */
  readonly starts: readonly number[];
  /**
   * Where rows have weights: up to each place, the weight of its group's rows so far. As shares of the group's largest,
   * so that equal weights draw just as none do.
   */
  readonly upTo?: Float64Array;
}

/** Sorts rows by group. */
export function groupRows({ groups, counts, weights }: GroupIndex): GroupRows {
  const starts = [0];
  for (const count of counts) starts.push(starts.at(-1)! + count);
  const next = [...starts];
  const rows = new Int32Array(groups.length);
  groups.forEach((group, row) => {
    rows[next[group]!++] = row;
  });
  return { rows, starts, ...(weights && { upTo: cumulated(weights, rows, starts) }) };
}

function cumulated(weights: Float64Array, rows: Int32Array, starts: readonly number[]): Float64Array {
  const upTo = new Float64Array(rows.length);
  for (let group = 0; group < starts.length - 1; group++) {
    const own = rows.subarray(starts[group], starts[group + 1]);
    const largest = own.reduce((most, row) => Math.max(most, weights[row]!), 0);
    let sum = 0;
    own.forEach((row, i) => {
      sum += weights[row]! / largest;
      upTo[starts[group]! + i] = sum;
    });
  }
  return upTo;
}

/** The first place from `start` on, before `end`, up to which there is more weight than this. */
function placeOf(upTo: Float64Array, weight: number, start: number, end: number): number {
  let [low, high] = [start, end - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (upTo[middle]! > weight) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Draws the rows of all batches, one batch after the other. */
export function sampleBatches(
  { rows, starts, upTo }: GroupRows,
  size: number,
  random: RandomSource,
): Int32Array {
  const groupCount = starts.length - 1;
  const drawn = new Int32Array(size);
  for (let i = 0; i < size; i++) {
    const group = Math.floor(random.uniform() * groupCount);
    const start = starts[group]!;
    const end = starts[group + 1]!;
    drawn[i] =
      upTo === undefined
        ? rows[start + Math.floor(random.uniform() * (end - start))]!
        : rows[placeOf(upTo, random.uniform() * upTo[end - 1]!, start, end)]!;
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
