// The linear model that is best for whoever fares worst, with no group named: minimax over every sub-population of at
// least some share of the people (Blind Pareto Fairness, Martinez et al. 2021), for cross-entropy:
//
//   min_θ max_{w ∈ W} Σ_i w_i ℓ_i(θ) + (l2/2) ‖w‖²     W: 0 ≤ w_i ≤ p_i / share, Σ w_i = 1;   p_i: a row's part of all weight
//
// The inner maximum has kinks. Less (ε/2) Σ w_i² / p_i it is smooth, and its w are w_i = p_i · clip((ℓ_i − η)/ε, 0, 1/share),
// with η such that they sum to 1. Newton's method on that, with the rows S whose clip is not at an end:
//
//   gradient  Σ w_i g_i + l2 w                              g_i = ∇ℓ_i
//   Hessian   Σ w_i ∇²ℓ_i + l2 + (1/ε) Σ_S p_i (g_i − ḡ)(g_i − ḡ)ᵀ      ḡ = Σ_S p_i g_i / Σ_S p_i
//
// Where the gradient is 0, θ is the ordinary solve for the weights w too, so that the certified minimum of that solve is
// the lower bound, ε / (2 share) at most below the upper one, which is what θ is judged by. ε goes down until they meet.

import { FairfrontError } from '../error.js';
import { asOneGroup } from '../groups/group-index.js';
import type { LabelledRows } from '../groups/labelled-rows.js';
import { checkShare, worstShareMean } from '../metrics/worst-share.js';
import { backtrack, fallsEnough, ROUNDING } from '../numeric/armijo.js';
import { compensatedSum } from '../numeric/sum.js';
import type { CancelSignal } from '../pareto/oracle.js';
import type { Certificate } from '../search/certificate.js';
import type { LinearModel, LinearTraining } from './linear-model.js';
import { type Evaluation, largestEntry } from './linear-objective.js';
import { createNewtonSystem, minimiseByNewton } from './newton.js';
import {
  type LinearOptions,
  prepareInMemory,
  type ResolvedLinearOptions,
  startingPoint,
} from './solve-linear.js';
import { checkSolvable, trainingStatus } from './solve-linear-minimax.js';

/** Options of `solveBlind`. */
export interface BlindOptions extends LinearOptions {
  /** Of the people: how many a sub-population has at least. In (0, 1]; 1 is ordinary training. */
  readonly share: number;
  /** Certified relative gap at which to stop, > 0. Default 1e-6. */
  readonly gap?: number;
  /** A model to start from; by default all parameters are 0. */
  readonly start?: LinearModel;
  readonly signal?: CancelSignal;
}

/** The linear model that is best for the worst share of people, with its proof. */
export interface BlindModel {
  readonly model: LinearModel & { readonly training: LinearTraining };
  /** The mean loss of the worst share of the training rows, without the penalty. */
  readonly risk: number;
  /** (l2/2) ‖w‖². */
  readonly penalty: number;
  /** Row → its weight in the ordinary solve that proves the lower bound; they sum to 1. */
  readonly rowWeights: Float64Array;
  /** Bounds on the worst share's mean loss, penalty included. */
  readonly certificate: Extract<Certificate, { certified: true }>;
  /** `stalled`: no step lowers the worst share's loss, though the gap is not reached. */
  readonly status: 'gap' | 'max-iterations' | 'stalled' | 'cancelled';
  /** Newton steps. */
  readonly iterations: number;
  readonly options: ResolvedLinearOptions & { readonly gap: number; readonly share: number };
}

/** ε at first, and at least, as a share of the judged risk times the share of people. */
const FIRST_SMOOTHING = 1;
const LEAST_SMOOTHING = 1e-10;
/** By how much ε falls from one problem to the next. */
const SHARPER = 0.1;
/** δ² at which a problem is solved, as a share of what ε and the gap leave open. */
const SOLVED = 1e-2;
/** How much closer than the gap the closing solve goes. */
const CLOSER = 1e-4;
/** Newton steps at most, unless asked otherwise: of all ε together. */
const MAX_ITERATIONS = 500;

/** Finds the linear model that is best for the worst share of people, whoever they are. */
export function solveBlind(train: LabelledRows, options: BlindOptions): BlindModel {
  const { share, gap = 1e-6, start, signal, maxIterations = MAX_ITERATIONS } = options;
  checkShare(share);
  if (!(gap > 0)) throw new FairfrontError('bad-option', `gap must be a number > 0; got ${gap}`);
  const { weights } = train.groups;
  const total = weights === undefined ? train.labels.length : compensatedSum(weights);
  const parts = Float64Array.from(train.labels, (_, row) => (weights?.[row] ?? 1) / total); // p
  const rowWeights = parts.slice(); // w, which the objective below looks at
  const groups = { ...asOneGroup(train.groups), weights: rowWeights };
  const prepared = prepareInMemory(
    { ...train, groups },
    { ...options, maxIterations },
    'a model for the worst share of people',
  );
  const { objective, options: settings } = prepared;
  const { size } = objective;
  if (settings.loss !== 'cross-entropy') {
    throw new FairfrontError(
      'bad-option',
      `loss of a model for the worst share of people must be "cross-entropy"; got "${settings.loss}". Leave loss out`,
    );
  }
  if (settings.method !== 'newton') {
    throw new FairfrontError(
      'bad-option',
      `a model for the worst share of people needs the Hessian; got ${size} parameters with method "${settings.method}". Take fewer features, or pass method: "newton" if it may take long`,
    );
  }
  checkSolvable(settings, size);
  const worst = new SmoothWorstShare(parts, share);
  const { bend } = worst;
  const mean = new Float64Array(size); // ḡ
  const system = createNewtonSystem(objective, (at, mu, hessian) => {
    objective.hessian(at, mu, hessian, bend);
    const bent = compensatedSum(bend);
    if (bent === 0) return;
    objective.sumOfGradients(at, bend, mean);
    for (let i = 0; i < size; i++) {
      for (let j = 0; j <= i; j++) hessian[i * size + j]! -= (mean[i]! * mean[j]!) / bent;
    }
  });
  const gradient = new Float64Array(size);
  const step = new Float64Array(size);
  const judge = ({ losses, penalty }: Evaluation): number => worstShareMean(losses, share, weights) + penalty;
  let here = objective.evaluate(startingPoint(objective, settings.classCount, start));
  let there = objective.createEvaluation();
  if (!(judge(here) <= objective.zeroRisk)) objective.evaluate(here.parameters.fill(0), here);
  let best = { parameters: here.parameters.slice(), upper: judge(here), penalty: here.penalty };
  let proved = { lower: 0, rowWeights: rowWeights.slice() };
  let smoothing = share * best.upper * FIRST_SMOOTHING;
  const before = { parameters: here.parameters.slice(), smoothing };

  const gapNow = (): number => (best.upper > 0 ? Math.max(0, 1 - proved.lower / best.upper) : 0);
  const keepBetter = (at: Evaluation): void => {
    const upper = judge(at);
    if (upper < best.upper) best = { parameters: at.parameters.slice(), upper, penalty: at.penalty };
  };
  /** The ordinary solve at w, from here: its minimum is a lower bound, and it may be the better model. */
  const prove = (): void => {
    // Rounding lets w sum to a little less than 1; what is missing has losses ≥ 0.
    const sum = Math.min(1, worst.weigh(here.losses, smoothing, rowWeights));
    const { lower, parameters } = minimiseByNewton(objective, [1], {
      start: here.parameters,
      tolerance: Math.max(settings.tolerance, gap * CLOSER),
      maxIterations: settings.maxIterations,
    });
    if (sum * lower > proved.lower) proved = { lower: sum * lower, rowWeights: rowWeights.slice() };
    keepBetter(objective.evaluate(parameters, there));
  };
  const finish = (status: BlindModel['status'], iterations: number): BlindModel => {
    const { parameters, upper, penalty } = best;
    rowWeights.set(proved.rowWeights);
    objective.groupGradients(objective.evaluate(parameters, here), gradient);
    return {
      model: {
        classCount: settings.classCount,
        columnCount: objective.columnCount,
        parameters,
        training: {
          status: trainingStatus(status),
          method: 'newton',
          iterations,
          gradientNorm: largestEntry(gradient),
        },
      },
      risk: upper - penalty,
      penalty,
      rowWeights: proved.rowWeights,
      // Where both are the least possible, rounding may cross them.
      certificate: { certified: true, lower: Math.min(proved.lower, upper), upper, relativeGap: gapNow() },
      status,
      iterations,
      options: { ...settings, gap, share },
    };
  };

  /** Goes to parameters if the smooth value there is low enough. */
  const accept = (value: number, length: number, promised: number): boolean => {
    objective.evaluate(there.parameters, there);
    worst.weigh(there.losses, smoothing, rowWeights);
    if (!fallsEnough(value, worst.value + there.penalty, length, promised)) return false;
    [here, there] = [there, here];
    return true;
  };
  /** Minima move nearly in a line as ε falls: goes on where the last two point to. */
  const sharpen = (): void => {
    worst.weigh(here.losses, smoothing * SHARPER, rowWeights);
    const value = worst.value + here.penalty;
    const ahead =
      before.smoothing === smoothing ? 0 : (smoothing * (1 - SHARPER)) / (before.smoothing - smoothing);
    for (let i = 0; i < size; i++) {
      const own = here.parameters[i]!;
      there.parameters[i] = own + ahead * (own - before.parameters[i]!);
    }
    before.parameters.set(here.parameters);
    before.smoothing = smoothing;
    smoothing *= SHARPER;
    accept(value, 0, 0);
  };

  for (let iteration = 1; ; iteration++) {
    worst.weigh(here.losses, smoothing, rowWeights);
    const value = worst.value + here.penalty;
    keepBetter(here);
    // What the bounds are apart once this ε is solved: then the least that w allows is what it has here.
    const open = Math.max(best.upper - here.penalty - worst.mean, 0);
    objective.groupGradients(here, gradient);
    system.factor(here, [1]);
    const decrement = system.solve(gradient, step);
    const isSharp = open <= (gap / 2) * best.upper;
    const enough = isSharp ? SOLVED * gap * smoothing : SOLVED * open;
    const advanced =
      decrement > enough &&
      backtrack((length) => {
        for (let i = 0; i < size; i++) there.parameters[i] = here.parameters[i]! + length * step[i]!;
        return accept(value, length, decrement);
      }) > 0;
    if (!advanced && isSharp) prove();
    if (gapNow() <= gap) return finish('gap', iteration);
    if (!advanced) sharpen();
    const stopped = signal?.aborted
      ? 'cancelled'
      : iteration === settings.maxIterations
        ? 'max-iterations'
        : smoothing < LEAST_SMOOTHING * share * best.upper
          ? 'stalled'
          : undefined;
    if (stopped !== undefined) {
      prove();
      return finish(gapNow() <= gap ? 'gap' : stopped, iteration);
    }
  }
}

const MAX_TRIALS = 200;
/** By how much weights may miss a sum of 1 before the free rows share it: the maximum does not see it. */
const NEAR_ONE = 1e-10;

/** max_w Σ w_i ℓ_i − (ε/2) Σ w_i² / p_i over W, and the w that it has. */
class SmoothWorstShare {
  readonly #parts: Float64Array;
  readonly #most: number;
  /** p_i / ε in the rows of S, else 0: by how much a row's weight grows with its loss. */
  readonly bend: Float64Array;
  /** The maximum. */
  value = 0;
  /** Σ w_i ℓ_i. */
  mean = 0;

  constructor(parts: Float64Array, share: number) {
    this.#parts = parts;
    this.#most = 1 / share;
    this.bend = new Float64Array(parts.length);
  }

  /**
   * Finds w for some losses.
   * @param weights w, written here, brought to sum 1
   * @returns the sum that they had before: below 1 or above by no more than rounding
   */
  weigh(losses: Float64Array, smoothing: number, weights: Float64Array): number {
    const eta = this.#level(losses, smoothing);
    const [parts, most, bend] = [this.#parts, this.#most, this.bend];
    let sum = 0;
    let mean = 0;
    let above = 0; // Σ p_i (factor_i clipped)(2 factor_i − factor_i clipped)
    for (let row = 0; row < losses.length; row++) {
      const factor = (losses[row]! - eta) / smoothing;
      const clipped = Math.min(most, Math.max(0, factor));
      const weight = parts[row]! * clipped;
      weights[row] = weight;
      bend[row] = clipped > 0 && clipped < most ? parts[row]! / smoothing : 0;
      sum += weight;
      mean += weight * losses[row]!;
      above += weight * (2 * factor - clipped);
    }
    this.mean = mean / sum;
    // η + Σ p_i · ∫ clip: what η misses by rounding changes it to second order only.
    this.value = eta + (smoothing / 2) * above;
    // With small ε the rounding of η is seen in the sum: the free rows share what is missing.
    const missing = (1 - sum) / compensatedSum(bend);
    sum = 0;
    for (let row = 0; row < losses.length; row++) {
      if (bend[row]! > 0)
        weights[row] = Math.min(parts[row]! * most, Math.max(0, weights[row]! + missing * bend[row]!));
      sum += weights[row]!;
    }
    for (let row = 0; row < losses.length; row++) weights[row]! /= sum;
    return sum;
  }

  /** η: Σ p_i clip((ℓ_i − η)/ε, 0, 1/share) falls with η in straight pieces, and is 1 there. Newton's method between two bounds. */
  #level(losses: Float64Array, smoothing: number): number {
    const [parts, most] = [this.#parts, this.#most];
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let row = 0; row < losses.length; row++) {
      if (losses[row]! < low) low = losses[row]!;
      if (losses[row]! > high) high = losses[row]!;
    }
    const near = NEAR_ONE + (ROUNDING * Math.max(high, -low)) / smoothing;
    low -= most * smoothing; // all at their most, 1 / share ≥ 1
    let eta = low;
    for (let trial = 0; trial < MAX_TRIALS && low < high; trial++) {
      let sum = -1;
      let slope = 0;
      for (let row = 0; row < losses.length; row++) {
        const factor = (losses[row]! - eta) / smoothing;
        if (factor <= 0) continue;
        if (factor < most) {
          sum += parts[row]! * factor;
          slope += parts[row]! / smoothing;
        } else sum += parts[row]! * most;
      }
      if (sum > 0) low = eta;
      else high = eta;
      const next = eta + sum / slope;
      const isNext = next > low && next < high;
      if (Math.abs(sum) <= near || (isNext && next === eta)) break;
      eta = isNext ? next : (low + high) / 2;
    }
    return eta;
  }
}
