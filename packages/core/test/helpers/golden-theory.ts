// The golden problems of theory/golden, as the library's own types.

import { readFileSync } from 'node:fs';
import type { ClassLoss } from '../../src/groups/risks.js';
import type { TheoryProblem } from '../../src/theory/problem.js';
import {
  mixCurves,
  type ResponseCurve,
  squareWaveCurve,
  stepCurve,
} from '../../src/theory/response-curve.js';

type GoldenCurve =
  | { readonly kind: 'step'; readonly jumps: number[]; readonly levels: number[] }
  | { readonly kind: 'square'; readonly flip: number };

export interface GoldenSolve {
  readonly mu: number[];
  readonly risks: number[];
  readonly irreducible: number[];
  readonly priceOfSharing: number[];
}

/** Bounds on the minimax risk as scipy found them, and the weights. */
export interface GoldenMinimax {
  readonly mu: number[];
  readonly lower: number;
  readonly upper: number;
}

interface GoldenProblem {
  readonly name: string;
  readonly loss: ClassLoss;
  readonly groups: { readonly mean: number; readonly share: number; readonly curve: GoldenCurve }[];
  readonly solves: GoldenSolve[];
  readonly minimax: GoldenMinimax | null;
}

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../theory/golden/${name}.json`, import.meta.url), 'utf8'));

export const goldenProblems = (read('closed-form') as { problems: GoldenProblem[] }).problems.map(
  (golden) => ({
    ...golden,
    problem: problemOf(golden),
  }),
);

/** By seed of `randomProblem`; even seeds have the Brier score, and there are 2 + seed mod 5 groups. */
export const goldenRandomMinimax = read('random-minimax') as (GoldenMinimax & {
  readonly seed: number;
  readonly firstMean: number;
})[];

function problemOf({ loss, groups }: GoldenProblem): TheoryProblem {
  return {
    loss,
    groups: groups.map(({ mean, share, curve }, a) => ({
      name: String(a),
      mean,
      share,
      curve: curveOf(curve),
    })),
  };
}

/** The square wave of [MMPF Eq. 6], and flipped by a share of its rounded opposite. */
function curveOf(curve: GoldenCurve): ResponseCurve {
  if (curve.kind === 'step') return stepCurve(curve.jumps, curve.levels);
  const wave = squareWaveCurve({ below: [0.8, 0.2], above: [0.9, 0.1] });
  return mixCurves(wave, squareWaveCurve({ below: [0, 1] }), curve.flip);
}
