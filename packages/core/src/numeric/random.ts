// The one source of randomness: xoshiro128** (Blackman & Vigna 2018), seeded through SplitMix32. It is handed
// to whatever needs it; nothing draws from a global source, so the same seed gives the same result.

import { FairfrontError } from '../error.js';

/** A seeded source of random numbers. */
export interface RandomSource {
  /** What it was made from. */
  readonly seed: number;
  /** Uniform on [0, 1), 53 random bits. */
  uniform(): number;
  /** Exponential with mean 1, never infinite. */
  exponential(): number;
}

/** Makes a source of random numbers. @param seed a whole number in [0, 2³²) */
export function createRandom(seed: number): RandomSource {
  if (!Number.isInteger(seed) || seed < 0 || seed >= 2 ** 32) {
    throw new FairfrontError(
      'bad-option',
      `seed must be a whole number from 0 to ${2 ** 32 - 1}; got ${seed}`,
    );
  }
  const nextBits = xoshiro128(splitMix32(seed, 4));
  const uniform = (): number => {
    const high = nextBits() >>> 5; // 27 bits
    const low = nextBits() >>> 6; // 26 bits
    return (high * 2 ** 26 + low) / 2 ** 53;
  };
  return { seed, uniform, exponential: () => -Math.log(1 - uniform()) };
}

/** The generator alone: 32 random bits a call, from four words of state. */
export function xoshiro128(state: readonly number[]): () => number {
  let [a, b, c, d] = state as [number, number, number, number];
  return () => {
    const bits = Math.imul(rotateLeft(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotateLeft(d, 11);
    return bits;
  };
}

function rotateLeft(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}

function splitMix32(seed: number, count: number): number[] {
  let state = seed | 0;
  return Array.from({ length: count }, () => {
    state = (state + 0x9e3779b9) | 0;
    let word = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
    return word ^ (word >>> 16);
  });
}
