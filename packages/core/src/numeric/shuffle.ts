import type { RandomSource } from './random.js';

/** Puts values into random order, every order equally likely, in place (Fisher–Yates). */
export function shuffle(values: Uint32Array | number[], random: RandomSource): void {
  for (let left = values.length; left > 1; left--) {
    const drawn = Math.floor(random.uniform() * left);
    const last = values[left - 1]!;
    values[left - 1] = values[drawn]!;
    values[drawn] = last;
  }
}
