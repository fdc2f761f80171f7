// What a certificate proves, in one or two sentences.

import { percent } from '@fairfront/charts';
import type { Certificate } from '@fairfront/core';
import { decimal } from '../terminal/numbers.js';

export interface Proof {
  readonly certificate: Certificate;
  /** By which share the worst training risk of the model can at most be above the best possible. */
  readonly relativeGap: number;
  /** Which rows' risks chose the model. */
  readonly steeredBy: 'validation' | 'train';
  /** Of the model, without the penalty. */
  readonly worstTrainRisk: number;
}

/** Share of the worst risk from which on the penalty is worth a sentence. */
const REGULARISED = 1e-3;

/** Below this a gap is told as this: who reads on has the numbers. */
const SMALLEST_GAP = 1e-6;

/** @param model what the proof is of: "This one", "The minimax model" */
export function certificateWords(
  { certificate, relativeGap, steeredBy, worstTrainRisk }: Proof,
  model: string,
): string {
  if (!certificate.certified) return `Not proved how good it can be: ${certificate.reason}.`;
  const worst = certificate.lower / (1 - relativeGap);
  const chosen =
    steeredBy === 'validation' && relativeGap > 2 * certificate.relativeGap
      ? ` It was chosen by validation rows; by training rows alone the search came within ${percent(certificate.relativeGap)}.`
      : '';
  const regularised =
    worst > worstTrainRisk * (1 + REGULARISED)
      ? ` These risks include the penalty on large weights, ${decimal(worst - worstTrainRisk)}: the proof is of the regularised problem.`
      : '';
  return `Proved: no linear model has a worst-group risk below ${decimal(certificate.lower)} on the training rows. ${model} has ${decimal(worst)}, at most ${percent(Math.max(relativeGap, SMALLEST_GAP))} above the best possible.${chosen}${regularised}`;
}
