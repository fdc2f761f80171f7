// Newton's method for F(θ; μ) with cross-entropy, which is convex: step = −(∇²F)⁻¹ ∇F, halved until F falls. With
// the squared loss the first step is at the minimum, but for rounding.
//
// The Hessian costs several times as much as a gradient, so its factor serves as long as the steps it gives
// still contract: the decrement δ² = ∇Fᵀ (∇²F)⁻¹ ∇F, about twice what F can still fall, is watched. Columns
// are scaled to a diagonal of 1 before factoring, so that features measured in billionths or billions are all
// the same.

import { backtrack, fallsEnough, ROUNDING } from '../numeric/armijo.js';
import { type CholeskyFactor, choleskyFactor, choleskySolve } from '../numeric/cholesky.js';
import { dot } from '../numeric/sum.js';
import { dualBound } from './dual-bound.js';
import type { LinearTraining } from './linear-model.js';
import { combine, type Evaluation, largestEntry, type Objective } from './linear-objective.js';

/** Where a solver ended. */
export interface Minimum {
  readonly parameters: Float64Array;
  /** r_a at the parameters, without the penalty. */
  readonly risks: readonly number[];
  readonly penalty: number;
  readonly status: LinearTraining['status'];
  readonly iterations: number;
  /** Largest entry of ∇F. */
  readonly gradientNorm: number;
  /** F is nowhere below this; 0 if nothing better is known. */
  readonly lower: number;
}

/** What a solver is told. */
export interface MinimiseOptions {
  readonly start: Float64Array;
  /** What F can still fall by the method's own estimate, relative to F, at which to stop. */
  readonly tolerance: number;
  readonly maxIterations: number;
}

/** A factor is used again while a step with it leaves at most this share of δ². */
const CONTRACTION = 0.05;
/** δ² below which nothing is left to gain whatever F is: where F itself goes to 0. In units of risks. */
const SMALLEST_DECREMENT = 1e-18;
/** The bound from an old factor will do if it leaves no more than this share of F open. */
const CERTAIN = 1e-7;
/** A minimum that is proved to this share of F is one, whatever the decrement. */
const PROVED = 1e-12;

/** Minimises F(θ; μ) by Newton's method, cross-entropy or the squared loss. */
export function minimiseByNewton(
  objective: Objective,
  mu: readonly number[],
  { start, tolerance, maxIterations }: MinimiseOptions,
): Minimum {
  const { size } = objective;
  let here = objective.evaluate(start);
  let there = objective.createEvaluation();
  const objectiveAt = ({ risks, penalty }: Evaluation): number => dot(mu, risks) + penalty;
  const gradients = new Float64Array(objective.groupCount * size);
  const gradient = new Float64Array(size);
  const step = new Float64Array(size);
  const system = createNewtonSystem(objective);
  /** Where the factor was made, and the step it gave there: the bound is made of them. */
  const factored = { parameters: new Float64Array(size), step: new Float64Array(size) };
  let value = objectiveAt(here);
  if (!(value <= objective.zeroRisk)) {
    objective.evaluate(here.parameters.fill(0), here);
    value = objectiveAt(here);
  }
  /** δ² that the next step with the old factor must reach. Below 0: make a new one. */
  let wanted = -1;
  let status: LinearTraining['status'] = 'max-iterations';
  let iterations = 0;

  const refactor = (): number => {
    system.factor(here, mu);
    const decrement = system.solve(gradient, step);
    factored.parameters.set(here.parameters);
    factored.step.set(step);
    return decrement;
  };
  /** Goes along `step`, halving it until F falls. @returns whether the whole of it would do */
  const advance = (decrement: number): boolean => {
    const length = backtrack((length) => {
      for (let i = 0; i < size; i++) there.parameters[i] = here.parameters[i]! + length * step[i]!;
      const trialValue = objectiveAt(objective.evaluate(there.parameters, there));
      if (!fallsEnough(value, trialValue, length, decrement)) return false;
      [here, there] = [there, here];
      value = trialValue;
      return true;
    });
    return length === 1;
  };

  for (; ; iterations++) {
    objective.groupGradients(here, gradients);
    combine(mu, gradients, gradient);
    const enough = Math.max(2 * tolerance * value, SMALLEST_DECREMENT * objective.unit);
    let decrement = wanted < 0 ? Number.POSITIVE_INFINITY : system.solve(gradient, step);
    const isFresh = decrement > Math.max(wanted, enough);
    if (isFresh) decrement = refactor();
    if (decrement <= enough) {
      status = 'converged';
      break;
    }
    if (iterations === maxIterations) break;
    const before = value;
    const isWhole = advance(decrement);
    if (isFresh && before - value <= ROUNDING * value) {
      status = 'stalled';
      break;
    }
    wanted = isWhole ? CONTRACTION * decrement : -1;
  }

  const bound = (): number =>
    dualBound(objective, objective.evaluate(factored.parameters, there), mu, factored.step);
  let lower = bound();
  if (value - lower > CERTAIN * value) {
    refactor();
    lower = Math.max(lower, bound());
  }
  if (status === 'stalled' && value - lower <= PROVED * value) status = 'converged';
  return {
    parameters: here.parameters,
    risks: here.risks,
    penalty: here.penalty,
    status,
    iterations,
    gradientNorm: largestEntry(gradient),
    lower,
  };
}

/** The linear system of a Newton step, factored once and solved for many gradients. */
export interface NewtonSystem {
  /** Factors ∇²F(·; μ) at an evaluation. */
  factor(at: Evaluation, mu: readonly number[]): void;
  /** step = −(∇²F)⁻¹ gradient. @returns δ² */
  solve(gradient: Float64Array, step: Float64Array): number;
}

/**
 * Room for the Hessian of an objective and its factor.
 * @param fill writes the lower triangle of the Hessian. Default: that of F(·; μ)
 */
export function createNewtonSystem(
  objective: Objective,
  fill: Objective['hessian'] = (...given) => objective.hessian(...given),
): NewtonSystem {
  const { size } = objective;
  const hessian = new Float64Array(size * size);
  const scale = new Float64Array(size);
  let factor: CholeskyFactor | undefined;
  return {
    factor: (at, mu) => {
      fill(at, mu, hessian);
      for (let i = 0; i < size; i++) {
        const diagonal = hessian[i * (size + 1)]!;
        scale[i] = diagonal > 0 ? 1 / Math.sqrt(diagonal) : 0;
      }
      for (let i = 0; i < size; i++) {
        for (let j = 0; j < i; j++) hessian[i * size + j]! *= scale[i]! * scale[j]!;
        hessian[i * (size + 1)] = 1;
      }
      factor = choleskyFactor(hessian, size);
    },
    solve: (gradient, step) => {
      for (let i = 0; i < size; i++) step[i] = -gradient[i]! * scale[i]!;
      choleskySolve(factor!, step);
      let decrement = 0;
      for (let i = 0; i < size; i++) {
        step[i]! *= scale[i]!;
        decrement -= gradient[i]! * step[i]!;
      }
      return decrement;
    },
  };
}
