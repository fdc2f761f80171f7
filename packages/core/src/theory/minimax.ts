// The minimax Pareto fair classifier of a problem with known distributions, found to a certified gap.

import { FairfrontError } from '../error.js';
import { cuttingPlane } from '../search/cutting-plane.js';
import { searchMinimaxSync } from '../search/search-minimax.js';
import { type Classifier, type ClosedForm, closedFormOracle } from './closed-form.js';

/** The minimax classifier, with certified bounds on its risk. */
export interface TheoryMinimax {
  readonly mu: readonly number[];
  readonly risks: readonly number[];
  readonly classifier: Classifier;
  /** Certified bounds on the minimax risk. */
  readonly lower: number;
  readonly upper: number;
  readonly solves: number;
}

const MAX_SOLVES = 1000;

/**
 * Finds the minimax classifier of a problem.
 * @param gap certified relative gap to reach, > 0. Default 1e-7.
 */
export function theoryMinimax(form: ClosedForm, gap = 1e-7): TheoryMinimax {
  const { best, certificate, solves } = searchMinimaxSync(closedFormOracle(form), {
    strategy: cuttingPlane(),
    gap,
    maxSolves: MAX_SOLVES,
  });
  if (!certificate.certified) {
    throw new FairfrontError('bad-problem', `the minimax optimum was not certified: ${certificate.reason}`);
  }
  const { lower, upper, relativeGap } = certificate;
  if (relativeGap > gap) {
    throw new FairfrontError(
      'bad-problem',
      `the minimax optimum was certified to a relative gap of ${relativeGap.toExponential(1)} only, not ${gap}, after ${solves} solves`,
    );
  }
  return { mu: best.mu, risks: best.risks, classifier: best.model, lower, upper, solves };
}
