// What a certificate proves, in one or two sentences.

import { percent } from '@fairfront/charts/internal';
import type { Certificate } from '@fairfront/core';
import type { Estimation } from '../training/options/kinds.js';
import { decimal, decimalAbove, decimalBelow } from './numbers.js';

export interface Proof {
  readonly certificate: Certificate;
  /** The model's worst training risk, the penalty counted in: what the certificate speaks of. */
  readonly worst: number;
  /** Without the penalty. */
  readonly worstTrainRisk: number;
  /** Which rows' risks chose the model. */
  readonly steeredBy: 'validation' | 'train';
  /** What it is proved of. Default: linear models, with a penalty. */
  readonly estimation?: Estimation;
}

/** Share of the worst risk from which on the size of the penalty is worth a sentence. */
const NOTABLE_PENALTY = 1e-3;
/** Shares below this are told as this: who wants to know has the numbers. */
const SMALLEST_SHARE = 1e-6;

/** @param model what the proof is of: "this one", "the minimax model" */
export function certificateWords(
  { certificate, worst, worstTrainRisk, steeredBy, estimation = 'joint' }: Proof,
  model: string,
): string {
  if (!certificate.certified) return `Not proved how good it can be: ${certificate.reason}.`;
  const { lower, upper } = certificate;
  if (lower <= 0) return 'Not proved how good it can be: no bound above 0 was found.';
  const chosen =
    steeredBy === 'train' || upper >= worst || aboveShare(worst, lower) === aboveShare(upper, lower)
      ? ''
      : ` The model was chosen by validation rows; by training rows alone the search came within ${aboveShare(upper, lower)}.`;
  if (estimation === 'plug-in') {
    return `Proved for the estimate: were p(A | X) and p(Y | X, a) just as estimated, no classifier whatever would have a worst-group risk below ${decimalBelow(lower)} at the training rows; ${model} would have ${decimalAbove(worst)}, at most ${aboveShare(worst, lower)} above the best possible.${chosen.replace('training rows', 'the estimate')}`;
  }
  const penalty = worst - worstTrainRisk;
  const regularised =
    penalty > NOTABLE_PENALTY * worst ? ` The penalty is ${decimal(penalty)} of these risks.` : '';
  return `Proved for the training rows, with the penalty on large weights counted in: no linear model has a worst-group risk below ${decimalBelow(lower)}; ${model} has ${decimalAbove(worst)}, at most ${aboveShare(worst, lower)} above the best possible.${chosen}${regularised}`;
}

/** By which share a risk is above a bound. */
function aboveShare(risk: number, lower: number): string {
  return percent(Math.max(risk / lower - 1, SMALLEST_SHARE));
}
