// The minimax linear model as one convex problem, for cross-entropy:
//
//   min_θ max_a f_a(θ),     f_a = r_a + (l2/2) ‖w‖²
//
// Sequential quadratic programming on min t subject to f_a(θ) ≤ t. With g_a = ∇f_a and the Hessian H of Σ μ_a
// f_a at θ, the step d minimises max_a (f_a + g_aᵀd) + ½ dᵀH d. Its dual is small, one weight per group:
//
//   max_{μ on the simplex} Σ μ_a f_a − ½ μᵀ Q μ,     Q_ab = g_aᵀ H⁻¹ g_b,     d = −H⁻¹ Σ μ_a g_a
//
// and its μ go to the multipliers of the minimax problem: the weights μ* for which the minimax model is the
// ordinary solve. The bounds come from that solve, not from this file's estimates: the lower one is the
// certified minimum of Σ μ*_a f_a.

import { FairfrontError } from '../error.js';
import type { LabelledRows } from '../groups/labelled-rows.js';
import { type Loss, worstRisk } from '../groups/risks.js';
import { backtrack, fallsEnough } from '../numeric/armijo.js';
import { solveQuadraticProgram } from '../numeric/quadratic-program.js';
import { normalise, uniformMu } from '../numeric/simplex.js';
import { dot } from '../numeric/sum.js';
import type { CancelSignal } from '../pareto/oracle.js';
import { type Certificate, relativeGap } from '../search/certificate.js';
import type { LinearModel, LinearTraining } from './linear-model.js';
import { combine, type Evaluation, largestEntry } from './linear-objective.js';
import { createNewtonSystem, minimiseByNewton } from './newton.js';
import { outputCount } from './softmax.js';
import {
  type LinearOptions,
  MOST_NEWTON_PARAMETERS,
  prepareObjective,
  type ResolvedLinearOptions,
  startingPoint,
  suitedMethod,
} from './solve-linear.js';

/** Options of `solveLinearMinimax`. */
export interface LinearMinimaxOptions extends LinearOptions {
  /** Certified relative gap at which to stop, > 0. Default 1e-6. */
  readonly gap?: number;
  /** A model to start from; by default all parameters are 0. */
  readonly start?: LinearModel;
  readonly signal?: CancelSignal;
  /** Told after each iteration. */
  readonly onStep?: (step: MinimaxStep) => unknown;
}

/** What is told of each iteration. */
export interface MinimaxStep {
  /** Counted from 1. */
  readonly iteration: number;
  readonly mu: readonly number[];
  /** max_a f_a at the parameters so far. */
  readonly worstRisk: number;
  /** What the quadratic model says is the minimax risk; no bound. */
  readonly estimate: number;
}

/** The minimax linear model, with its proof. */
export interface LinearMinimax {
  /** Its `training` has the gradient of Σ μ*_a f_a. */
  readonly model: LinearModel & { readonly training: LinearTraining };
  /** r_a on the training rows, without the penalty. */
  readonly risks: readonly number[];
  /** (l2/2) ‖w‖². */
  readonly penalty: number;
  /** μ*, the multipliers: the ordinary solve for them proves the lower bound. */
  readonly mu: readonly number[];
  /** Bounds on max_a f_a, the regularised problem. */
  readonly certificate: Extract<Certificate, { certified: true }>;
  /** `stalled`: no step lowers the worst risk, though the gap is not reached. */
  readonly status: 'gap' | 'max-iterations' | 'stalled' | 'cancelled';
  readonly iterations: number;
  readonly options: ResolvedLinearOptions & { readonly gap: number };
}

/**
 * The share of the weights in H that is spread evenly, so that directions that matter only to groups without
 * weight have curvature.
 */
const EVEN = 1e-3;
/** Weights below this are the interior point method's way of writing 0. */
const NO_WEIGHT = 1e-11;
const MAX_HALVINGS = 30;
/** How much closer than the gap the closing solve goes. */
const CLOSER = 1e-4;

/** Finds the minimax linear model directly, without a search over weights. */
export function solveLinearMinimax(train: LabelledRows, options: LinearMinimaxOptions): LinearMinimax {
  const { objective, options: settings } = prepareObjective(train, options);
  const { gap = 1e-6, start, signal, onStep } = options;
  if (!(gap > 0)) throw new FairfrontError('bad-option', `gap must be a number > 0; got ${gap}`);
  const { size, groupCount } = objective;
  checkSolvable(settings, size);
  const system = createNewtonSystem(objective);
  const gradients = new Float64Array(groupCount * size); // g_a
  const directions = new Float64Array(groupCount * size); // −H⁻¹ g_a
  const quadratic = new Float64Array(groupCount * groupCount); // Q
  const step = new Float64Array(size);
  let here = objective.evaluate(startingPoint(objective, settings.classCount, start));
  let there = objective.createEvaluation();
  let mu = uniformMu(groupCount);
  let risks = regularised(here); // f_a
  if (!(worstRisk(risks) <= objective.zeroRisk)) {
    risks = regularised(objective.evaluate(here.parameters.fill(0), here));
  }
  let provedMu = mu;
  let lower = 0;

  /** Goes `length · step` if the worst risk falls enough there. */
  const accept = (length: number, promised: number): boolean => {
    for (let i = 0; i < size; i++) there.parameters[i] = here.parameters[i]! + length * step[i]!;
    const trialRisks = regularised(objective.evaluate(there.parameters, there));
    if (!fallsEnough(worstRisk(risks), worstRisk(trialRisks), length, promised)) return false;
    [here, there] = [there, here];
    risks = trialRisks;
    return true;
  };
  const setStep = (weights: readonly number[]): void => combine(weights, directions, step);
  /** The ordinary solve at μ, from here: its minimum is a lower bound, and it may be the better model. */
  const prove = (): void => {
    const solve = minimiseByNewton(objective, mu, {
      start: here.parameters,
      tolerance: Math.max(settings.tolerance, gap * CLOSER),
      maxIterations: settings.maxIterations,
    });
    if (solve.lower > lower) [lower, provedMu] = [solve.lower, mu];
    if (worstRisk(solve.risks) + solve.penalty < worstRisk(risks)) {
      risks = regularised(objective.evaluate(solve.parameters, here));
    }
  };
  const isProved = (): boolean => relativeGap(lower, worstRisk(risks)) <= gap;
  const finish = (status: LinearMinimax['status'], iterations: number): LinearMinimax => {
    const upper = worstRisk(risks);
    lower = Math.min(lower, upper); // where both are the minimax risk, rounding may cross them
    objective.groupGradients(here, gradients);
    combine(provedMu, gradients, step);
    return {
      model: {
        classCount: settings.classCount,
        columnCount: objective.columnCount,
        parameters: here.parameters,
        training: {
          status: trainingStatus(status),
          method: 'newton',
          iterations,
          gradientNorm: largestEntry(step),
        },
      },
      risks: here.risks,
      penalty: here.penalty,
      mu: provedMu,
      certificate: { certified: true, lower, upper, relativeGap: relativeGap(lower, upper) },
      status,
      iterations,
      options: { ...settings, gap },
    };
  };

  for (let iteration = 1; ; iteration++) {
    objective.groupGradients(here, gradients);
    system.factor(
      here,
      mu.map((weight) => (1 - EVEN) * weight + EVEN / groupCount),
    );
    for (let a = 0; a < groupCount; a++) {
      const own = directions.subarray(a * size, (a + 1) * size);
      system.solve(gradients.subarray(a * size, (a + 1) * size), own);
      for (let b = 0; b <= a; b++) {
        let product = 0;
        for (let i = 0; i < size; i++) product -= gradients[b * size + i]! * own[i]!;
        quadratic[a * groupCount + b] = product;
        quadratic[b * groupCount + a] = product;
      }
    }
    mu = bestResponse(quadratic, risks);
    setStep(mu);
    const modelled = risks.map(
      (risk, a) => risk - dot(mu, quadratic.subarray(a * groupCount, (a + 1) * groupCount)),
    );
    const estimate = dot(
      mu,
      risks.map((risk, a) => (risk + modelled[a]!) / 2),
    );
    const worst = worstRisk(risks);
    const promised = worst - worstRisk(modelled);
    onStep?.({ iteration, mu, worstRisk: worst, estimate });

    const advanced = accept(1, promised) || acceptCorrected() || acceptShorter();
    if (worst - estimate <= (gap / 4) * worst || !advanced) prove();
    if (isProved()) return finish('gap', iteration);
    const stopped = signal?.aborted
      ? 'cancelled'
      : iteration === settings.maxIterations
        ? 'max-iterations'
        : !advanced
          ? 'stalled'
          : undefined;
    if (stopped !== undefined) {
      if (lower === 0) prove();
      return finish(stopped, iteration);
    }

    /**
     * Curvature differs between groups, which can raise one of them though the step is right: corrects for
     * what was seen at its end. With a tiny l2 this halves the iterations on Adult by gender and ethnicity;
     * otherwise it is hardly ever needed.
     */
    function acceptCorrected(): boolean {
      const shifted = regularised(there).map((risk, a) => risk + risks[a]! - modelled[a]!);
      setStep(bestResponse(quadratic, shifted));
      return accept(1, promised);
    }
    function acceptShorter(): boolean {
      setStep(mu);
      return backtrack((length) => accept(length, promised), MAX_HALVINGS, 0.5) > 0;
    }
  }
}

/** f_a = r_a + (l2/2) ‖w‖². */
function regularised({ risks, penalty }: Evaluation): number[] {
  return risks.map((risk) => risk + penalty);
}

/** argmax over the simplex of Σ μ_a f_a − ½ μᵀ Q μ. */
function bestResponse(quadratic: Float64Array, risks: readonly number[]): number[] {
  const n = risks.length;
  const worst = worstRisk(risks);
  let scale = Number.MIN_VALUE;
  for (let a = 0; a < n; a++) scale = Math.max(scale, quadratic[a * (n + 1)]!, worst - risks[a]!);
  const identity = new Float64Array(n * n);
  for (let a = 0; a < n; a++) identity[a * (n + 1)] = 1;
  const { x } = solveQuadraticProgram({
    quadratic: quadratic.map((entry) => entry / scale),
    linear: Float64Array.from(risks, (risk) => (worst - risk) / scale),
    constraints: identity,
    bounds: new Float64Array(n),
    equality: new Float64Array(n).fill(1),
    equalityBound: 1,
    start: new Float64Array(n).fill(1 / n),
  });
  return normalise(Array.from(x, (weight) => (weight < NO_WEIGHT ? 0 : weight)));
}

function trainingStatus(status: LinearMinimax['status']): LinearTraining['status'] {
  if (status === 'gap') return 'converged';
  return status === 'stalled' ? 'stalled' : 'max-iterations';
}

/** What decides whether the minimax linear model can be found without a search. */
export interface ExactProblem {
  readonly classCount: number;
  /** Encoded features. */
  readonly columnCount: number;
  readonly loss: Loss;
  readonly l2: number;
}

/** Whether `solveLinearMinimax` solves such a problem: cross-entropy, l2 > 0 and at most 1,000 parameters. */
export function canSolveExactly({ classCount, columnCount, loss, l2 }: ExactProblem): boolean {
  const size = outputCount(classCount) * (columnCount + 1);
  return whyNotExact({ loss, l2, method: suitedMethod(loss, size) }, size) === undefined;
}

function checkSolvable(settings: ResolvedLinearOptions, size: number): void {
  const reason = whyNotExact(settings, size);
  if (reason !== undefined) throw new FairfrontError('bad-option', `the exact minimax model needs ${reason}`);
}

/** What the exact model needs and this problem has not, with the way out. */
function whyNotExact(
  { loss, method, l2 }: Pick<ResolvedLinearOptions, 'loss' | 'method' | 'l2'>,
  size: number,
): string | undefined {
  if (loss !== 'cross-entropy')
    return 'a convex loss, and the Brier score of a linear model is not convex; search for it (apStar, cuttingPlane), or use cross-entropy';
  if (method !== 'newton') {
    return size <= MOST_NEWTON_PARAMETERS
      ? 'the Hessian, which method "lbfgs" does without; leave method out, or pass method: "newton"'
      : `the Hessian, which is too large for ${size} parameters (above ${MOST_NEWTON_PARAMETERS}); search for it with cuttingPlane, or pass method: "newton" if it may take long`;
  }
  return l2 === 0 ? 'l2 > 0, so that it is bounded; got 0' : undefined;
}
