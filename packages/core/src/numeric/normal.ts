import type { RandomSource } from './random.js';

/** Normal with mean 0 and variance 1 (Box & Muller 1958). */
export function standardNormal(random: RandomSource): number {
  return Math.sqrt(2 * random.exponential()) * Math.cos(2 * Math.PI * random.uniform());
}
