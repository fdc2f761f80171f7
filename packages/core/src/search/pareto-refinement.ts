// The last step towards a Pareto-efficient model [MMPF Def. 3.4]. At a minimax point a group without weight
// may be harmed though nobody gains by it: any model with the same worst risk is as good to the search.
// Weights (1 − ε) μ + ε p, with p the shares of the groups, count everybody; the largest ε that holds the
// worst risk gives the model that serves the population best among those as good for the worst group.
//
// A minimum for weights that are all > 0 is dominated by no model. Where the front has a corner at the
// start's weights, many models are minima there, and every ε may lead to one whose worst risk is higher; only
// a mixture of several would do. The start is then kept, and the result says that it is only weakly optimal.

import { FairfrontError } from '../error.js';
import { worstRisk } from '../groups/risks.js';
import { checkMu } from '../numeric/simplex.js';
import { dot } from '../numeric/sum.js';
import { checkSolve } from '../pareto/check-solve.js';
import type { CancelSignal, Oracle, Solve } from '../pareto/oracle.js';

/** The model to improve, as a search found it. */
export interface RefinementStart<Model> {
  readonly model: Model;
  readonly mu: readonly number[];
  readonly risks: readonly number[];
  readonly trainRisks: readonly number[];
}

/** Options of `refinePareto`. */
export interface RefinementOptions {
  /** p: the groups' shares of the population. */
  readonly shares: readonly number[];
  /** By which share the worst risk may rise, training and validation alike; ≥ 0. Default 1e-4. */
  readonly tolerance?: number;
  readonly signal?: CancelSignal;
  /** Told before each solve, and waited for. */
  readonly onSolve?: (solve: number, total: number) => unknown;
}

/** The improved model, and what was gained. */
export interface Refinement<Model> extends RefinementStart<Model> {
  /** ε; 0 where nothing was gained, and the model is the one handed in. */
  readonly share: number;
  /** Fall of the risk over the whole population, Σ p_a r_a, by which models are chosen. */
  readonly gain: number;
  readonly solves: number;
  /**
   * Whether a group has no weight in the end: no model is better for every group, but one may be better for
   * some and as good for the rest. Where false, no model dominates this one in training risks, as surely as
   * its solve is a true minimum.
   */
  readonly weaklyOptimal: boolean;
}

/** The first to hold is taken, so they fall. */
const SHARES = [1, 0.3, 0.1, 0.03, 0.01, 3e-3, 1e-3, 3e-4, 1e-4, 1e-5, 1e-6];
/** Between the first share that holds and the one before, geometric. */
const BISECTIONS = 3;

/**
 * Improves a minimax model for the groups without weight, as far as the worst risk holds. Takes at most 14
 * solves.
 */
export async function refinePareto<Model>(
  oracle: Oracle<Model>,
  start: RefinementStart<Model>,
  { shares, tolerance = 1e-4, signal, onSolve }: RefinementOptions,
): Promise<Refinement<Model>> {
  checkMu(shares, oracle.groupCount, 'shares');
  if (!(tolerance >= 0)) {
    throw new FairfrontError('bad-option', `tolerance must be a number ≥ 0; got ${tolerance}`);
  }
  const { model, mu, risks, trainRisks } = start;
  const population = dot(shares, risks);
  let found: Omit<Refinement<Model>, 'weaklyOptimal'> = {
    model,
    mu,
    risks,
    trainRisks,
    share: 0,
    gain: 0,
    solves: 0,
  };
  let solves = 0;

  const holds = (after: Required<Solve<Model>>): boolean =>
    worstRisk(after.risks) <= (1 + tolerance) * worstRisk(risks) &&
    worstRisk(after.trainRisks) <= (1 + tolerance) * worstRisk(trainRisks);
  const attempt = async (share: number): Promise<boolean> => {
    solves++;
    await onSolve?.(solves, SHARES.length + BISECTIONS);
    const blended = mu.map((weight, a) => (1 - share) * weight + share * shares[a]!);
    const best = { mu: found.mu, model: found.model };
    const solve = checkSolve(
      await oracle.solve([...blended], { best, signal }),
      oracle.groupCount,
      'the refinement',
    );
    if (!holds(solve)) return false;
    const gain = population - dot(shares, solve.risks);
    if (gain > found.gain) {
      const { model, risks, trainRisks } = solve;
      found = { model, mu: blended, risks, trainRisks, share, gain, solves };
    }
    return true;
  };

  let tooMuch: number | undefined;
  for (const share of SHARES) {
    if (signal?.aborted) break;
    if (!(await attempt(share))) {
      tooMuch = share;
      continue;
    }
    let held = share;
    for (let i = 0; i < BISECTIONS && tooMuch !== undefined && !signal?.aborted; i++) {
      const middle = Math.sqrt(held * tooMuch);
      if (await attempt(middle)) held = middle;
      else tooMuch = middle;
    }
    break;
  }
  return { ...found, solves, weaklyOptimal: found.mu.includes(0) };
}
