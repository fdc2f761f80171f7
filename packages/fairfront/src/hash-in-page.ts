// SHA-256 [FIPS 180-4] without Node, at once: what a page has of its own answers only later, and only on secure origins.

import type { Sha256 } from './hash.js';

const BLOCK = 64;
const ROUNDS = 64;
const primes = firstPrimes(ROUNDS);
/** The first 32 bits behind the point of the primes' cube roots, and of the first eight square roots. */
const CONSTANTS = Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
const START = Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

/** Begins a sum. */
export function sha256(): Sha256 {
  const state = START.slice();
  const block = new Uint8Array(BLOCK);
  const words = new Uint32Array(ROUNDS);
  let length = 0;
  const add = (bytes: Uint8Array): void => {
    for (let at = 0; at < bytes.length; ) {
      const filled = length % BLOCK;
      const taken = Math.min(BLOCK - filled, bytes.length - at);
      block.set(bytes.subarray(at, at + taken), filled);
      length += taken;
      at += taken;
      if (length % BLOCK === 0) compress(state, block, words);
    }
  };
  const sum: Sha256 = {
    update: (content) => {
      if (typeof content === 'string') add(new TextEncoder().encode(content));
      else add(new Uint8Array(content.buffer, content.byteOffset, content.byteLength));
      return sum;
    },
    digest: () => {
      const bits = 8 * length;
      const filled = (length + 1) % BLOCK;
      const end = new Uint8Array(1 + (filled > BLOCK - 8 ? 2 * BLOCK : BLOCK) - filled);
      end[0] = 0x80;
      new DataView(end.buffer).setUint32(end.length - 8, Math.floor(bits / 2 ** 32));
      new DataView(end.buffer).setUint32(end.length - 4, bits);
      add(end);
      return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('');
    },
  };
  return sum;
}

/** Takes one block into the state. */
function compress(state: Uint32Array, block: Uint8Array, words: Uint32Array): void {
  for (let i = 0; i < 16; i++) {
    const at = 4 * i;
    words[i] = (block[at]! << 24) | (block[at + 1]! << 16) | (block[at + 2]! << 8) | block[at + 3]!;
  }
  for (let i = 16; i < ROUNDS; i++) {
    const [two, fifteen] = [words[i - 2]!, words[i - 15]!];
    const small1 = turned(two, 17) ^ turned(two, 19) ^ (two >>> 10);
    const small0 = turned(fifteen, 7) ^ turned(fifteen, 18) ^ (fifteen >>> 3);
    words[i] = small1 + words[i - 7]! + small0 + words[i - 16]!;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let i = 0; i < ROUNDS; i++) {
    const big1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + big1 + ((e & f) ^ (~e & g)) + CONSTANTS[i]! + words[i]!) | 0;
    const big0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const two = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    state[i]! += word;
  });
}

/** Bits turned to the right. */
function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function fraction(root: number): number {
  return (root - Math.floor(root)) * 2 ** 32;
}

function firstPrimes(count: number): number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number++) {
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  }
  return found;
}
