// Newton's method for F(θ) = mean cross-entropy + (l2/2) ‖w‖² within bounds |⟨θ, direction_a⟩| ≤ c:
// sequential quadratic programming.
//
// F is convex, and so is the set of θ within the bounds, which has θ = 0 in it. Each step minimises the
// quadratic model of F at θ within the bounds, and is halved until F falls; from inside the set no part of it
// leads out. At the minimum
//
//   ∇F(θ) + Σ_a ν_a direction_a = 0        ν_a ≥ 0 where ⟨θ, direction_a⟩ = c, ≤ 0 where it is −c, 0 between
//
// and δ² = stepᵀ H step, at most twice what F can still fall by its model, is watched.

import { groupShares } from '../groups/group-index.js';
import type { LinearTraining } from '../linear/linear-model.js';
import { combine, type Evaluation, type LinearObjective, largestEntry } from '../linear/linear-objective.js';
import { createNewtonSystem, type MinimiseOptions } from '../linear/newton.js';
import { backtrack, fallsEnough, ROUNDING } from '../numeric/armijo.js';
import { dot } from '../numeric/sum.js';
import { boundMultipliers } from './zafar-multipliers.js';

/** A minimum within bounds, and its multipliers. */
export interface MinimumWithin extends Omit<LinearTraining, 'method'> {
  readonly parameters: Float64Array;
  /** ν_a, by group. */
  readonly multipliers: number[];
}

/** δ² below which nothing is left to gain whatever F is: where F itself goes to 0. */
const SMALLEST_DECREMENT = 1e-18;
/**
 * Where rounding lets F fall no more, a minimum that the last step finds as near as this, relative to F, is
 * one.
 */
const NEAR = 1e-12;
/** A start whose covariances are above the bound by no more than this share of their terms is within it. */
const SUM_ROUNDING = 1e-12;

/** Minimises F within bounds on the covariances. */
export function minimiseWithin(
  objective: LinearObjective,
  byGroup: readonly Float64Array[],
  bound: number,
  { start, tolerance, maxIterations }: MinimiseOptions,
): MinimumWithin {
  const { size, groupCount } = objective;
  const mu = groupShares(objective.data.groups);
  const directions = groupCount === 2 ? byGroup.slice(0, 1) : byGroup;
  const count = directions.length;
  const gradients = new Float64Array(groupCount * size);
  const gradient = new Float64Array(size); // ∇F, then ∇F + Σ ν_a direction_a
  const step = new Float64Array(size);
  const pulls = directions.map(() => new Float64Array(size)); // −H⁻¹ direction_a
  const matrix = new Float64Array(count * count); // direction_aᵀ H⁻¹ direction_b
  const free = new Float64Array(count);
  const system = createNewtonSystem(objective);
  const objectiveAt = ({ risks, penalty }: Evaluation): number => dot(mu, risks) + penalty;
  const isWithin = (parameters: Float64Array): boolean =>
    directions.every((direction) => {
      const [covariance, magnitude] = productAndMagnitude(direction, parameters);
      return Math.abs(covariance) <= bound + SUM_ROUNDING * magnitude;
    });

  let here = objective.evaluate(start);
  let there = objective.createEvaluation();
  let multipliers: Float64Array = new Float64Array(count);
  let value = objectiveAt(here);
  const startAtZero = (): void => {
    value = objectiveAt(objective.evaluate(here.parameters.fill(0), here));
  };
  if (!(value <= objective.zeroRisk)) startAtZero();

  /**
   * The step to the minimum of the model within the bounds, whether θ is within them or not.
   * @returns δ² = stepᵀ H step
   */
  const findStep = (): number => {
    objective.groupGradients(here, gradients);
    combine(mu, gradients, gradient);
    system.factor(here, mu);
    system.solve(gradient, step);
    directions.forEach((direction, a) => {
      system.solve(direction, pulls[a]!);
      free[a] = dot(direction, here.parameters) + dot(direction, step);
    });
    directions.forEach((direction, a) => {
      pulls.forEach((pull, b) => {
        matrix[a * count + b] = -dot(direction, pull);
      });
    });
    multipliers = boundMultipliers(matrix, free, bound, multipliers);
    multipliers.forEach((multiplier, a) => {
      if (multiplier === 0) return;
      for (let i = 0; i < size; i++) {
        step[i]! += multiplier * pulls[a]![i]!;
        gradient[i]! += multiplier * directions[a]![i]!;
      }
    });
    return -dot(gradient, step);
  };
  /** Goes along the step, halving it until F falls. @returns by how much it fell */
  const advance = (decrement: number): number => {
    const before = value;
    backtrack((length) => {
      for (let i = 0; i < size; i++) there.parameters[i] = here.parameters[i]! + length * step[i]!;
      const trialValue = objectiveAt(objective.evaluate(there.parameters, there));
      if (!fallsEnough(value, trialValue, length, decrement)) return false;
      [here, there] = [there, here];
      value = trialValue;
      return true;
    });
    return before - value;
  };

  // From outside, one whole step ends within the bounds. Where it leads astray, start at 0, which is within
  // any.
  let iterations = 0;
  if (!isWithin(here.parameters)) {
    findStep();
    for (let i = 0; i < size; i++) here.parameters[i]! += step[i]!;
    value = objectiveAt(objective.evaluate(here.parameters, here));
    if (!(isWithin(here.parameters) && value <= objective.zeroRisk)) startAtZero();
    iterations++;
  }
  let status: LinearTraining['status'] = 'max-iterations';
  for (; ; iterations++) {
    const decrement = findStep();
    if (decrement <= Math.max(2 * tolerance * value, SMALLEST_DECREMENT)) {
      status = 'converged';
      break;
    }
    if (iterations >= maxIterations) break;
    if (advance(decrement) <= ROUNDING * value) {
      status = decrement <= 2 * NEAR * value ? 'converged' : 'stalled';
      break;
    }
  }
  // Directions sum to 0, so with a bound of 0 any number may be added to all multipliers: have the smallest.
  const shift = bound === 0 && count > 1 ? multipliers.slice().sort()[count >> 1]! : 0;
  return {
    parameters: here.parameters,
    multipliers: byGroup.map((_, a) => (multipliers[a] ?? 0) - shift),
    status,
    iterations,
    gradientNorm: largestEntry(gradient),
  };
}

/** Σ x_i y_i and Σ |x_i y_i|. */
function productAndMagnitude(left: Float64Array, right: Float64Array): [number, number] {
  let [sum, magnitude] = [0, 0];
  for (let i = 0; i < left.length; i++) {
    sum += left[i]! * right[i]!;
    magnitude += Math.abs(left[i]! * right[i]!);
  }
  return [sum, magnitude];
}
