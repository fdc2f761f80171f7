// The second worst as good as can be, then the third: where the minimax model leaves it open. In each stage the groups
// that press on the worst risk, those with weight in its proof, cannot be better together; they are held at it, within a
// tolerance, and the worst of the others is minimised. With a penalty the minimax model is the only one, so it is the
// tolerance that leaves room.

import { FairfrontError } from '../error.js';
import type { LabelledRows } from '../groups/labelled-rows.js';
import { solveLinearCapped } from './linear-dial.js';
import type { LinearMinimax, LinearMinimaxOptions } from './solve-linear-minimax.js';

/** A share of the weights in a proof from which on a group presses. */
const PRESSES = 1e-5;

/** Options of `linearLexicographic`. */
export interface LexicographicOptions extends Omit<LinearMinimaxOptions, 'weights'> {
  /** The minimax model of the same rows and options. */
  readonly minimax: LinearMinimax;
  /** By which share the risk of a group that is held may rise, > 0. Default 1e-4. */
  readonly tolerance?: number;
}

/** What was minimised in a stage, and which groups are held from then on. */
export interface LexicographicStage {
  readonly held: readonly number[];
  /** Of the worst group that was not held yet, penalty included. */
  readonly certificate: LinearMinimax['certificate'];
}

/** The lexicographic model, and the stages that led to it, the first minimax. */
export interface Lexicographic {
  readonly found: LinearMinimax;
  readonly stages: readonly LexicographicStage[];
}

/** Minimises the worst risk, then the worst of the groups that this leaves open, and so on. */
export function linearLexicographic(train: LabelledRows, options: LexicographicOptions): Lexicographic {
  const { minimax, tolerance = 1e-4, ...others } = options;
  if (!(tolerance > 0))
    throw new FairfrontError('bad-option', `tolerance must be a number > 0; got ${tolerance}`);
  const caps = minimax.risks.map(() => Number.POSITIVE_INFINITY);
  const stages: LexicographicStage[] = [];
  let found = minimax;
  for (;;) {
    const { upper } = found.certificate;
    const held = found.mu.flatMap((weight, a) =>
      caps[a] === Number.POSITIVE_INFINITY && weight > PRESSES ? [a] : [],
    );
    for (const a of held) caps[a] = upper * (1 + tolerance);
    stages.push({ held, certificate: found.certificate });
    if (caps.every(Number.isFinite) || options.signal?.aborted) return { found, stages };
    found = solveLinearCapped(train, { ...others, caps, by: 'worst', inside: found });
  }
}
