// f_a(x) = P(Y = 1 | X = x, A = a): functions of one variable that are constant between breakpoints.

import { FairfrontError } from '../error.js';

/** P(Y = 1 | X = x) of a group. */
export interface ResponseCurve {
  /** The probability of Y = 1 at x, in [0, 1]. */
  at(x: number): number;
  /** Where the curve jumps, sorted, within (from, to). */
  breakpoints(from: number, to: number): number[];
}

/** levels[i] between jumps[i − 1] and jumps[i]; at a jump itself the level to its left [MMPF Sec. A.4]. */
export function stepCurve(jumps: readonly number[], levels: readonly number[]): ResponseCurve {
  if (levels.length !== jumps.length + 1) {
    throw new FairfrontError(
      'bad-problem',
      `a step curve with ${jumps.length} jumps needs ${jumps.length + 1} levels; got ${levels.length}`,
    );
  }
  jumps.forEach((jump, i) => {
    if (!Number.isFinite(jump) || (i > 0 && jump <= jumps[i - 1]!)) {
      throw new FairfrontError(
        'bad-problem',
        `jumps of a step curve must be finite and rising; jumps[${i}] = ${jump}`,
      );
    }
  });
  levels.forEach((level, i) => {
    checkProbability(level, `levels[${i}] of a step curve`);
  });
  return {
    at: (x) => {
      let i = 0;
      while (i < jumps.length && x > jumps[i]!) i++;
      return levels[i]!;
    },
    breakpoints: (from, to) => jumps.filter((jump) => jump > from && jump < to),
  };
}

/** A curve that jumps between two values in every cycle. */
export interface SquareWave {
  /** Length of one cycle, > 0. Default 1. */
  readonly period?: number;
  /** [value in the first half of each cycle, value in the second] for x < 0. */
  readonly below: readonly [number, number];
  /** The same for x ≥ 0. Default `below`. */
  readonly above?: readonly [number, number];
}

/**
 * A wave that jumps between two values every half period, which may differ left and right of 0 [MMPF Eq. 6].
 */
export function squareWaveCurve({ period = 1, below, above = below }: SquareWave): ResponseCurve {
  if (!(period > 0 && Number.isFinite(period))) {
    throw new FairfrontError('bad-problem', `period of a square wave must be > 0; got ${period}`);
  }
  for (const level of [...below, ...above]) checkProbability(level, 'a level of a square wave');
  const half = period / 2;
  return {
    at: (x) => {
      const inFirstHalf = Math.floor(x / half) % 2 === 0;
      return (x < 0 ? below : above)[inFirstHalf ? 0 : 1];
    },
    breakpoints: (from, to) => {
      const points: number[] = [];
      for (let i = Math.floor(from / half) + 1; i * half < to; i++) points.push(i * half);
      return points;
    },
  };
}

/** (1 − share) · left + share · right, at every x. */
export function mixCurves(left: ResponseCurve, right: ResponseCurve, share: number): ResponseCurve {
  checkProbability(share, 'share of a mixture of curves');
  return {
    at: (x) => (1 - share) * left.at(x) + share * right.at(x),
    breakpoints: (from, to) =>
      [...new Set([...left.breakpoints(from, to), ...right.breakpoints(from, to)])].sort((a, b) => a - b),
  };
}

function checkProbability(value: number, name: string): void {
  if (!(value >= 0 && value <= 1)) {
    throw new FairfrontError('bad-problem', `${name} must be a probability in [0, 1]; got ${value}`);
  }
}
