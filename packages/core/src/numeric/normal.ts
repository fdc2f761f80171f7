import type { RandomSource } from './random.js';

/** Normal with mean 0 and variance 1 (Box & Muller 1958). */
export function standardNormal(random: RandomSource): number {
  return Math.sqrt(2 * random.exponential()) * Math.cos(2 * Math.PI * random.uniform());
}

/**
 * The point below which a standard normal lies with a given probability.
 * @param probability in [½, 1 − 1e-9], where it is exact to 1e-7
 */
export function normalQuantile(probability: number): number {
  // Newton's steps from 0: the distribution function is concave above 0, so they rise to the root.
  let quantile = 0;
  for (let step = 0; step < 100; step++) {
    const next = quantile + (probability - normalShareBelow(quantile)) / normalDensity(quantile);
    if (!(next > quantile)) break;
    quantile = next;
  }
  return quantile;
}

/** The share of a standard normal above x, to about 1e-16; beyond 8 it is told as 1e-15. */
export function normalShareAbove(x: number): number {
  if (x > 8) return 1e-15;
  return x < 0 ? normalShareBelow(-x) : Math.max(1e-15, 1 - normalShareBelow(x));
}

/** Φ(x) = ½ + φ(x) (x + x³/3 + x⁵/(3·5) + …) (Marsaglia 2004). */
function normalShareBelow(x: number): number {
  if (x > 8) return 1;
  let sum = x;
  let term = x;
  for (let odd = 3; term > 1e-17 * sum; odd += 2) {
    term *= (x * x) / odd;
    sum += term;
  }
  return 0.5 + normalDensity(x) * sum;
}

function normalDensity(x: number): number {
  return Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
}
