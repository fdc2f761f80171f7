// The minimax linear model as one convex problem, for cross-entropy and the squared loss:
//
//   min_θ max_{μ ∈ M} Σ_a μ_a f_a(θ) − charge(μ),     f_a = r_a + (l2/2) ‖w‖²,     M all weights, or a `WeightSet`
//
// Sequential quadratic programming. With g_a = ∇f_a and the Hessian H of Σ μ_a f_a at θ, the step d minimises
// max_μ Σ μ_a (f_a + g_aᵀd) − charge(μ) + ½ dᵀH d. Its dual is small, a program in the variables x of the set:
//
//   max_{μ = A x} Σ μ_a f_a − charge(μ) − ½ ‖Σ μ_a g_a‖²_{H⁻¹},     d = −H⁻¹ Σ μ_a g_a
//
// and its μ go to the multipliers of the problem: the weights μ* for which the model is the ordinary solve. The bounds
// come from that solve, not from this file's estimates: the lower one is the certified minimum of Σ μ*_a f_a.

import { FairfrontError } from '../error.js';
import type { LabelledRows } from '../groups/labelled-rows.js';
import { type Loss, worstRisk } from '../groups/risks.js';
import { backtrack, fallsEnough } from '../numeric/armijo.js';
import { solveQuadraticProgram } from '../numeric/quadratic-program.js';
import { dot } from '../numeric/sum.js';
import type { CancelSignal } from '../pareto/oracle.js';
import { allWeights, type WeightProgram, type WeightSet, weightsAt } from '../pareto/weight-set.js';
import type { Certificate } from '../search/certificate.js';
import type { LinearModel, LinearTraining } from './linear-model.js';
import { combine, type Evaluation, largestEntry } from './linear-objective.js';
import { createNewtonSystem, minimiseByNewton, type NewtonSystem } from './newton.js';
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
  /** The weights that the worst case chooses from. Default: all, so that the worst group judges. */
  readonly weights?: WeightSet;
  /** A model to start from; by default one that says the same of every row. */
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
  /** What the parameters so far are judged by: max_a f_a, or the worst of the weights that are allowed. */
  readonly worstRisk: number;
  /** What the quadratic model says is the least possible; no bound. */
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
  /** μ*, the multipliers: the ordinary solve for them, brought to sum 1, proves the lower bound. */
  readonly mu: readonly number[];
  /** The variables of the set of weights that make μ*. */
  readonly variables: Float64Array;
  /** Bounds on what the model is judged by, penalty included. The gap is relative to the largest f_a. */
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
const MAX_HALVINGS = 30;
/** How much closer than the gap the closing solve goes. */
const CLOSER = 1e-4;

/** Finds the minimax linear model directly, without a search over weights. */
export function solveLinearMinimax(train: LabelledRows, options: LinearMinimaxOptions): LinearMinimax {
  const { objective, options: settings } = prepareObjective(train, options);
  const { size, groupCount } = objective;
  const { gap = 1e-6, weights: set = allWeights(groupCount), start, signal, onStep } = options;
  if (!(gap > 0)) throw new FairfrontError('bad-option', `gap must be a number > 0; got ${gap}`);
  if (set.groupCount !== groupCount) {
    const message = `weights are of ${set.groupCount} groups, but the rows have ${groupCount}`;
    throw new FairfrontError('bad-groups', message);
  }
  checkSolvable(settings, size);
  const { program } = set;
  const system = createNewtonSystem(objective);
  const gradients = new Float64Array(groupCount * size); // g_a
  const quadratics = new DualQuadratic(program, size);
  const step = new Float64Array(size);
  let steering = objective.steering;
  let here = steering.createEvaluation();
  let there = steering.createEvaluation();
  steering.evaluate(startingPoint(objective, settings.classCount, start), here);
  let x = program.clean(program.start);
  let mu = weightsAt(program, x);
  let risks = regularised(here); // f_a
  if (!(worstRisk(risks) <= objective.zeroRisk)) {
    risks = regularised(steering.evaluate(here.parameters.fill(0), here));
  }
  let proved = { mu, x };
  let lower = Number.NEGATIVE_INFINITY;

  /** Goes `length · step` if the judgement falls enough there. */
  const accept = (length: number, promised: number): boolean => {
    for (let i = 0; i < size; i++) there.parameters[i] = here.parameters[i]! + length * step[i]!;
    const trialRisks = regularised(steering.evaluate(there.parameters, there));
    if (!fallsEnough(set.worst(risks), set.worst(trialRisks), length, promised)) return false;
    [here, there] = [there, here];
    risks = trialRisks;
    return true;
  };
  /** The ordinary solve at μ, from here: its minimum is a lower bound, and it may be the better model. */
  const prove = (): void => {
    const sum = total(mu);
    const solve = minimiseByNewton(
      objective,
      mu.map((weight) => weight / sum),
      {
        start: here.parameters,
        tolerance: Math.max(settings.tolerance, gap * CLOSER),
        maxIterations: settings.maxIterations,
      },
    );
    const bound = sum * solve.lower - dot(program.charges, x);
    if (bound > lower) [lower, proved] = [bound, { mu, x }];
    const found = solve.risks.map((risk) => risk + solve.penalty);
    if (set.worst(found) < set.worst(risks)) risks = regularised(steering.evaluate(solve.parameters, here));
  };
  const gapNow = (): number => {
    const open = set.worst(risks) - lower;
    return open > 0 ? open / worstRisk(risks) : 0;
  };
  const steerByRows = (): void => {
    steering = objective;
    here = objective.evaluate(here.parameters);
    there = objective.createEvaluation();
    risks = regularised(here);
  };
  const finish = (status: LinearMinimax['status'], iterations: number): LinearMinimax => {
    if (steering !== objective) steerByRows();
    const upper = set.worst(risks);
    const relativeGap = gapNow();
    objective.groupGradients(here, gradients);
    combine(proved.mu, gradients, step);
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
      mu: proved.mu,
      variables: proved.x,
      // Where both are the least possible, rounding may cross them.
      certificate: { certified: true, lower: Math.min(lower, upper), upper, relativeGap },
      status,
      iterations,
      options: { ...settings, gap },
    };
  };

  for (let iteration = 1; ; iteration++) {
    const sum = total(mu);
    steering.groupGradients(here, gradients);
    system.factor(
      here,
      mu.map((weight) => ((1 - EVEN) * weight) / sum + EVEN / groupCount),
    );
    quadratics.fill(gradients, system, sum);
    x = quadratics.respond(risks);
    mu = weightsAt(program, x);
    quadratics.step(x, step);
    const modelled = risks.map((risk, a) => risk + dot(step, gradients.subarray(a * size, (a + 1) * size)));
    const estimate = (dot(mu, risks) + dot(mu, modelled)) / 2 - dot(program.charges, x);
    const worst = set.worst(risks);
    const promised = worst - set.worst(modelled);
    onStep?.({ iteration, mu, worstRisk: worst, estimate });

    const advanced = accept(1, promised) || acceptCorrected() || acceptShorter();
    const isNear = worst - estimate <= (gap / 4) * worstRisk(risks);
    if (isNear || !advanced) prove();
    if (gapNow() <= gap && steering !== objective) steerByRows(); // rows say how good it is
    if (gapNow() <= gap) return finish('gap', iteration);
    const stopped = signal?.aborted
      ? 'cancelled'
      : iteration === settings.maxIterations
        ? 'max-iterations'
        : !advanced && steering === objective
          ? 'stalled'
          : undefined;
    if (stopped !== undefined) {
      if (lower === Number.NEGATIVE_INFINITY) prove();
      return finish(stopped, iteration);
    }
    // Near by their own account, but the proof says otherwise: moments have too few digits for the last steps.
    if ((isNear || !advanced) && steering !== objective) steerByRows();

    /**
     * Curvature differs between groups, which can raise one of them though the step is right: corrects for
     * what was seen at its end. With a tiny l2 this halves the iterations on Adult by gender and ethnicity;
     * otherwise it is hardly ever needed.
     */
    function acceptCorrected(): boolean {
      const shifted = regularised(there).map((risk, a) => risk + risks[a]! - modelled[a]!);
      quadratics.step(quadratics.respond(shifted), step);
      return accept(1, promised);
    }
    function acceptShorter(): boolean {
      quadratics.step(x, step);
      return backtrack((length) => accept(length, promised), MAX_HALVINGS, 0.5) > 0;
    }
  }
}

/** The dual of a step: a quadratic program in the variables of the set of weights. */
class DualQuadratic {
  readonly #program: WeightProgram;
  readonly #size: number;
  readonly #variables: number;
  /** Gradients and −H⁻¹ gradients of Σ_a A_ai f_a for each variable i. */
  readonly #gradients: Float64Array;
  readonly #directions: Float64Array;
  /** gᵢᵀ H⁻¹ gⱼ. */
  readonly #quadratic: Float64Array;

  constructor(program: WeightProgram, size: number) {
    const variables = program.charges.length;
    this.#program = program;
    this.#size = size;
    this.#variables = variables;
    this.#gradients = new Float64Array(variables * size);
    this.#directions = new Float64Array(variables * size);
    this.#quadratic = new Float64Array(variables * variables);
  }

  /** @param sum of the weights that the system was factored for, brought to 1 */
  fill(groupGradients: Float64Array, system: NewtonSystem, sum: number): void {
    const size = this.#size;
    const n = this.#variables;
    const { spread } = this.#program;
    for (let i = 0; i < n; i++) {
      const own = this.#gradients.subarray(i * size, (i + 1) * size);
      const column = Array.from({ length: spread.length / n }, (_, a) => spread[a * n + i]!);
      combine(column, groupGradients, own);
      const direction = this.#directions.subarray(i * size, (i + 1) * size);
      system.solve(own, direction);
      if (sum !== 1) for (let k = 0; k < size; k++) direction[k]! /= sum;
      for (let j = 0; j <= i; j++) {
        const product = -dot(direction, this.#gradients.subarray(j * size, (j + 1) * size));
        this.#quadratic[i * n + j] = this.#quadratic[j * n + i] = product;
      }
    }
  }

  /** The best x for these risks: argmax of Σ μ_a f_a − charge(μ) − ½ ‖Σ μ_a g_a‖²_{H⁻¹}. */
  respond(risks: readonly number[]): Float64Array {
    const n = this.#variables;
    const { spread, charges, clean, equality, start, ...bounds } = this.#program;
    const gains = charges.map((charge, i) =>
      risks.reduce((sum, risk, a) => sum + risk * spread[a * n + i]!, -charge),
    );
    // What every x of the set gains alike is taken off: data are to be of order 1.
    const common = Math.max(...gains.flatMap((gain, i) => (equality[i]! > 0 ? [gain / equality[i]!] : [])));
    const linear = Float64Array.from(gains, (gain, i) => common * equality[i]! - gain);
    let scale = Number.MIN_VALUE;
    for (let i = 0; i < n; i++) scale = Math.max(scale, this.#quadratic[i * (n + 1)]!, Math.abs(linear[i]!));
    const solution = solveQuadraticProgram({
      quadratic: this.#quadratic.map((entry) => entry / scale),
      linear: linear.map((entry) => entry / scale),
      constraints: bounds.constraints,
      bounds: bounds.bounds,
      equality,
      equalityBound: 1,
      start,
    });
    return clean(solution.x);
  }

  /** d = −H⁻¹ Σ μ_a g_a. */
  step(x: Float64Array, into: Float64Array): void {
    combine([...x], this.#directions, into);
  }
}

const total = (mu: readonly number[]): number => mu.reduce((sum, weight) => sum + weight, 0);

/** f_a = r_a + (l2/2) ‖w‖². */
function regularised({ risks, penalty }: Evaluation): number[] {
  return risks.map((risk) => risk + penalty);
}

/** How the training of an exact model ended. */
export function trainingStatus(status: LinearMinimax['status']): LinearTraining['status'] {
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

/** Whether `solveLinearMinimax` solves such a problem: a convex loss, l2 > 0 and at most 1,000 parameters. */
export function canSolveExactly({ classCount, columnCount, loss, l2 }: ExactProblem): boolean {
  const size = outputCount(classCount) * (columnCount + 1);
  return whyNotExact({ loss, l2, method: suitedMethod(loss, size) }, size) === undefined;
}

/** Refuses what has no exact solution. */
export function checkSolvable(settings: ResolvedLinearOptions, size: number): void {
  const reason = whyNotExact(settings, size);
  if (reason !== undefined) throw new FairfrontError('bad-option', `the exact minimax model needs ${reason}`);
}

/** What the exact model needs and this problem has not, with the way out. */
function whyNotExact(
  { loss, method, l2 }: Pick<ResolvedLinearOptions, 'loss' | 'method' | 'l2'>,
  size: number,
): string | undefined {
  if (loss === 'brier')
    return 'a convex loss, and the Brier score of a linear model is not convex; search for it (apStar, cuttingPlane), or use cross-entropy';
  if (method !== 'newton') {
    return size <= MOST_NEWTON_PARAMETERS
      ? 'the Hessian, which method "lbfgs" does without; leave method out, or pass method: "newton"'
      : `the Hessian, which is too large for ${size} parameters (above ${MOST_NEWTON_PARAMETERS}); search for it with cuttingPlane, or pass method: "newton" if it may take long`;
  }
  return l2 === 0 ? 'l2 > 0, so that it is bounded; got 0' : undefined;
}
