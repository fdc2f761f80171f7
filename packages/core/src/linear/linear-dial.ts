// What the worst-off group's last gain costs everybody else: among the linear models whose worst group is within γ of
// minimax, the one with the least mean risk over people,
//
//   min_θ Σ p_a f_a(θ)     subject to f_a(θ) ≤ minimax + γ
//
// one convex problem for each γ. γ = 0 is minimax; from some γ on it is ordinary training. And the same with a cap for
// each group in place of one: `solveLinearCapped`.

import { FairfrontError } from '../error.js';
import { groupShares } from '../groups/group-index.js';
import type { LabelledRows } from '../groups/labelled-rows.js';
import { worstRisk } from '../groups/risks.js';
import { dot } from '../numeric/sum.js';
import { type Caps, withCaps } from '../pareto/weight-set.js';
import { prepareObjective } from './solve-linear.js';
import { type LinearMinimax, type LinearMinimaxOptions, solveLinearMinimax } from './solve-linear-minimax.js';

/** What a risk above its cap costs at first, in units of the risk; it grows until no cap is broken. */
const FIRST_COST = 4;
const COST_GROWTH = 8;
const MOST_COST = 1e9;

/** A problem with caps: groups whose risks may be no higher, and what is minimised below them. */
export interface LinearCapped
  extends Omit<LinearMinimaxOptions, 'weights' | 'start'>,
    Pick<Caps, 'caps' | 'by'> {
  /** A model below every cap, by some margin. */
  readonly inside: LinearMinimax;
}

/**
 * Minimises a mean of the groups' risks, or the worst of those without a cap, below caps that hold.
 * @returns the certificate is of what is minimised; all risks and caps are with penalty
 */
export function solveLinearCapped(train: LabelledRows, options: LinearCapped): LinearMinimax {
  const { caps, by, inside, ...others } = options;
  const broken = (found: LinearMinimax): number =>
    Math.max(...found.risks.map((risk, a) => risk + found.penalty - caps[a]!));
  const slack = -broken(inside);
  if (!(slack > 0)) {
    throw new FairfrontError('bad-option', 'caps: the model to start from must be below each of them');
  }
  const { gap = 1e-6 } = options;
  let found = inside;
  for (let most = FIRST_COST; ; most *= COST_GROWTH) {
    found = solveLinearMinimax(train, {
      ...others,
      weights: withCaps({ caps, by, most }),
      start: found.model,
    });
    const over = broken(found);
    if (over > gap * worstRisk(found.risks) && most < MOST_COST && !others.signal?.aborted) continue;
    return over > 0 ? pulledInside(train, options, found, over / (over + slack)) : found;
  }
}

/** Between two models risks are below those on the line between theirs: a share of the way in, no cap is broken. */
function pulledInside(
  train: LabelledRows,
  options: LinearCapped,
  found: LinearMinimax,
  share: number,
): LinearMinimax {
  const { objective } = prepareObjective(train, options);
  const inner = options.inside.model.parameters;
  const parameters = found.model.parameters.map((own, i) => own + share * (inner[i]! - own));
  const { risks, penalty } = objective.evaluate(parameters);
  const set = withCaps({ ...options, most: 0 });
  const upper = set.worst(risks) + penalty;
  const lower = Math.min(found.certificate.lower, upper);
  const scale = worstRisk(risks) + penalty;
  const certificate = { certified: true, lower, upper, relativeGap: (upper - lower) / scale } as const;
  return { ...found, model: { ...found.model, parameters }, risks, penalty, certificate };
}

/** A model of the dial. */
export interface DialPoint {
  /** γ: how far above minimax the worst group's risk may be. */
  readonly giveUp: number;
  /** Its certificate is of the mean risk over people, penalty included. */
  readonly found: LinearMinimax;
  /** Σ p_a r_a. */
  readonly meanRisk: number;
  /** max_a r_a. */
  readonly worstRisk: number;
}

/** Options of `linearDial`. */
export interface DialOptions extends Omit<LinearMinimaxOptions, 'weights'> {
  /** How far above minimax the worst group's risk may be, each ≥ 0. Default: `dialGiveUps`. */
  readonly giveUps?: readonly number[];
  /** The minimax model of the same rows and options. */
  readonly minimax: LinearMinimax;
  /** p. By default the shares of the groups. */
  readonly shares?: readonly number[];
}

/** The models with the least mean risk for what the worst group may give up. */
export function linearDial(train: LabelledRows, options: DialOptions): DialPoint[] {
  const { minimax, shares = groupShares(train.groups), giveUps: given, ...others } = options;
  const giveUps = given ?? dialGiveUps(train, options);
  const odd = giveUps.find((giveUp) => !(giveUp >= 0));
  if (odd !== undefined) {
    throw new FairfrontError('bad-option', `what the worst group gives up must be a number ≥ 0; got ${odd}`);
  }
  const { upper } = minimax.certificate;
  return giveUps.map((giveUp) => {
    const caps = minimax.risks.map(() => upper + giveUp);
    const found =
      upper + giveUp > upper
        ? solveLinearCapped(train, { ...others, caps, by: shares, inside: minimax })
        : minimax; // nothing, or less than rounding
    return { giveUp, found, meanRisk: dot(shares, found.risks), worstRisk: worstRisk(found.risks) };
  });
}

/** How many points a dial has by default. */
const DIAL_POINTS = 21;

/**
 * What the worst group gives up from minimax to ordinary training, closer steps first: there the mean falls fastest.
 * @returns 0 alone where ordinary training is minimax
 */
export function dialGiveUps(
  train: LabelledRows,
  options: Omit<DialOptions, 'giveUps'>,
  points = DIAL_POINTS,
): number[] {
  const { minimax, shares = groupShares(train.groups), ...others } = options;
  const caps = shares.map(() => Number.POSITIVE_INFINITY);
  const weights = withCaps({ caps, by: shares, most: 0 });
  const naive = solveLinearMinimax(train, { ...others, weights, start: minimax.model });
  const most = worstRisk(naive.risks) + naive.penalty - minimax.certificate.upper;
  if (!(most > minimax.options.gap * minimax.certificate.upper)) return [0];
  return Array.from({ length: points }, (_, i) => most * (i / (points - 1)) ** 2);
}
