// The simplex Δ^{n−1} = { μ : μ ≥ 0, Σ μ = 1 }, where the weights of the groups live.

import { FairfrontError } from '../error.js';
import type { RandomSource } from './random.js';
import { compensatedSum } from './sum.js';

/** The centre: every group the same weight. */
export function uniformMu(groupCount: number): number[] {
  return new Array<number>(groupCount).fill(1 / groupCount);
}

/** The corner e^i: all weight on one group. */
export function vertexMu(groupCount: number, group: number): number[] {
  return Array.from({ length: groupCount }, (_, i) => (i === group ? 1 : 0));
}

/** values / Σ values, for values ≥ 0 that are not all 0. */
export function normalise(values: readonly number[]): number[] {
  const sum = compensatedSum(values);
  return values.map((value) => value / sum);
}

/**
 * The point of the simplex nearest to `point` in Euclidean distance: max(point − τ, 0) with the τ that makes
 * the sum 1, found by sorting (Held, Wolfe & Crowder 1974).
 */
export function projectOntoSimplex(point: readonly number[]): number[] {
  if (point.length === 0 || !point.every(Number.isFinite)) {
    throw new FairfrontError(
      'bad-mu',
      `a point to project must have finite coordinates; got [${point.join(', ')}]`,
    );
  }
  // A common shift moves nothing; measured from the largest, points far from the simplex keep their digits.
  const largest = Math.max(...point);
  const shifted = point.map((value) => value - largest);
  const falling = [...shifted].sort((left, right) => right - left);
  let sum = 0;
  let threshold = 0;
  for (let i = 0; i < falling.length; i++) {
    sum += falling[i]!;
    const candidate = (sum - 1) / (i + 1);
    if (falling[i]! > candidate) threshold = candidate;
  }
  return normalise(shifted.map((value) => Math.max(0, value - threshold)));
}

/** A point drawn uniformly from the simplex: exponentials over their sum. */
export function sampleSimplex(random: RandomSource, groupCount: number): number[] {
  return normalise(Array.from({ length: groupCount }, () => random.exponential()));
}

/** Every point of the simplex whose coordinates are multiples of 1/steps, in lexicographic order. */
export function simplexGrid(groupCount: number, steps: number): number[][] {
  if (!Number.isInteger(steps) || steps < 1) {
    throw new FairfrontError('bad-option', `steps of a grid must be a whole number ≥ 1; got ${steps}`);
  }
  if (!Number.isInteger(groupCount) || groupCount < 1) {
    throw new FairfrontError('bad-groups', `a grid needs at least 1 group; got ${groupCount}`);
  }
  const size = gridSize(groupCount, steps);
  if (size > LARGEST_GRID) {
    throw new FairfrontError(
      'bad-option',
      `a grid of ${steps} steps for ${groupCount} groups would have ${size.toPrecision(3)} points, more than ${LARGEST_GRID}; take fewer steps`,
    );
  }
  const points: number[][] = [];
  const counts = new Array<number>(groupCount).fill(0);
  const place = (group: number, left: number): void => {
    if (group === groupCount - 1) {
      counts[group] = left;
      points.push(counts.map((count) => count / steps));
      return;
    }
    for (let count = 0; count <= left; count++) {
      counts[group] = count;
      place(group + 1, left - count);
    }
  };
  place(0, steps);
  return points;
}

/** Beyond this a grid fills the memory before it is of use to anyone. */
const LARGEST_GRID = 1e6;

/** The number of ways to share `steps` among the groups: (steps + n − 1 choose n − 1). */
function gridSize(groupCount: number, steps: number): number {
  let size = 1;
  for (let i = 1; i < groupCount; i++) size *= (steps + i) / i;
  return Math.round(size);
}

/** Throws unless `mu` has a weight ≥ 0 for each group and they sum to 1 within rounding. */
export function checkMu(mu: readonly number[], groupCount: number, name = 'mu'): void {
  if (mu.length !== groupCount) {
    throw new FairfrontError(
      'bad-mu',
      `${name} must have one weight per group: ${groupCount} groups, but ${mu.length} weights were given`,
    );
  }
  const at = mu.findIndex((weight) => !(weight >= 0 && Number.isFinite(weight)));
  if (at >= 0) {
    throw new FairfrontError('bad-mu', `${name}[${at}] must be a finite number ≥ 0; got ${mu[at]}`);
  }
  const sum = compensatedSum(mu);
  if (Math.abs(sum - 1) > 1e-9) {
    throw new FairfrontError('bad-mu', `${name} must sum to 1; got ${sum}. Divide it by its sum`);
  }
}
