// What a certificate proves, in one or two sentences.

import type { Certificate } from '@fairfront/core';
import { decimal, decimalAbove, decimalBelow, percentAbove, relativeGap } from '@fairfront/core/internal';
import type { Estimation } from '../training/options/kinds.js';

export interface Proof {
  readonly certificate: Certificate;
  /** The model's worst training risk, the penalty counted in: what the certificate speaks of. */
  readonly worst: number;
  /** Without the penalty, where that is known. */
  readonly worstTrainRisk?: number | undefined;
  /** Which rows' risks chose the model. */
  readonly steeredBy: 'validation' | 'train';
  /** The penalty, where a sentence beside this one has another. */
  readonly l2?: number | undefined;
  /** What it is proved of. Default: linear models, with a penalty. */
  readonly estimation?: Estimation;
  /** Whether it is proved of last layers of the balanced network, on validation rows. Default false. */
  readonly isLastLayer?: boolean;
}

/** Share of the worst risk from which on the size of the penalty is worth a sentence. */
const NOTABLE_PENALTY = 1e-3;
/** Shares below this are told as this: who wants to know has the numbers. */
const SMALLEST_SHARE = 1e-6;
/** Up to this share nobody would notice what may still be saved. */
const NEXT_TO_NOTHING = 0.02;
/** Where more than this share may still be saved, little is proved. */
const LITTLE_PROVED = 0.5;

/**
 * Says what a certificate proves of a model. Gaps are told as everywhere: the share of the worst risk that might be
 * saved, 1 − lower / worst.
 * @param model what the proof is of: "this one", "the minimax model"
 */
export function certificateWords(
  { certificate, worst, worstTrainRisk, steeredBy, estimation = 'joint', isLastLayer = false, l2 }: Proof,
  model: string,
): string {
  if (!certificate.certified) return `Not proved how good it can be: ${certificate.reason}.`;
  const { lower, upper } = certificate;
  const isLittle = relativeGap(lower, worst) > LITTLE_PROVED;
  if (lower <= 0 || (isLittle && decimalBelow(lower) === decimal(0)))
    return 'Not proved how good it can be: no bound above 0 to speak of was found.';
  const saved = savedWords(lower, worst);
  const settled = savedWords(lower, upper);
  const chosen =
    steeredBy === 'train' || upper >= worst || saved === settled
      ? ''
      : ` Validation rows chose the model; chosen by ${estimation === 'plug-in' ? 'the estimate' : 'training rows'} alone, at most ${settled} could be saved.`;
  const proved = isLittle ? 'Little is proved' : 'Proved';
  if (estimation === 'plug-in') {
    return `${proved} for the estimate: were p(A | X) and p(Y | X, a) just as estimated, no classifier whatever would have a worst-group risk below ${decimalBelow(lower)} at the training rows; ${model} would have ${decimalAbove(worst)}, of which at most ${saved} could be saved.${chosen}`;
  }
  const penalty = worstTrainRisk === undefined ? 0 : worst - worstTrainRisk;
  const regularised =
    penalty > NOTABLE_PENALTY * worst ? ` The penalty is ${decimal(penalty)} of these risks.` : '';
  const [rows, other] = isLastLayer
    ? ['validation', 'last layer of the balanced network']
    : ['training', 'linear model'];
  return `${proved} for the ${rows} rows, with the penalty on large weights${l2 === undefined ? '' : ` (l2 = ${l2})`} counted in: no ${other} has a worst-group risk below ${decimalBelow(lower)}; ${model} has ${decimalAbove(worst)}, of which at most ${saved} could be saved.${chosen}${regularised}`;
}

/** What the proof means to somebody who reads no formula; undefined where nothing, or little, is proved. */
export function plainCertificateWords({
  certificate,
  worst,
}: Pick<Proof, 'certificate' | 'worst'>): string | undefined {
  if (!certificate.certified || certificate.lower <= 0) return undefined;
  const share = relativeGap(certificate.lower, worst);
  if (share > LITTLE_PROVED) return undefined;
  const most = percentAbove(Math.max(share, SMALLEST_SHARE));
  const start =
    share <= NEXT_TO_NOTHING
      ? 'With the same rows and the same kind of model nobody can do noticeably better for the worst group'
      : 'It is known how much better the worst group could be served with the same rows and the same kind of model';
  return `${start}: at most ${most} of its risk could still be saved on the rows trained on. This is proved, not estimated.`;
}

/** The share of a risk that might be saved, in words. */
function savedWords(lower: number, risk: number): string {
  return percentAbove(Math.max(relativeGap(lower, risk), SMALLEST_SHARE));
}
