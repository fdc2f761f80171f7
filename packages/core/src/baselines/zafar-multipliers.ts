// The small problem inside each step of a solve under bounds |cov_a| ≤ c: its dual, with one multiplier for
// each bound.
//
// A step that ignores the bounds would end at the covariances `free`; a pull ν along the directions of the
// bounds moves them by −M ν, M = A H⁻¹ Aᵀ, where H is the Hessian and A has a direction in each row. The best
// step within the bounds is that of
//
//   minimise  ½ νᵀ M ν − ⟨free, ν⟩ + c Σ_a |ν_a|
//
// At its minimum free − M ν lies in [−c, c], and where ν_a ≠ 0 it is c with the sign of ν_a. Given the signs,
// what is left is a linear system. They hardly change from step to step; where they do, an interior point
// method finds them. M may be singular: directions sum to 0.

import { choleskyFactor, choleskySolve } from '../numeric/cholesky.js';
import { solveQuadraticProgram } from '../numeric/quadratic-program.js';

/** How exactly free − M ν must keep to the bounds, relative to the largest of `free`. */
const TOLERANCE = 1e-13;
/** Multipliers below this share of the largest are zeros that the interior point method approached. */
const NEGLIGIBLE = 1e-7;
/** M may be singular, and is then factored with a little added: so many corrections take that out again. */
const REFINEMENTS = 4;

interface Problem {
  /** M, row-major. */
  readonly matrix: Float64Array;
  readonly free: Float64Array;
  readonly bound: number;
  /** Bounds that a step can move at all: M_aa > 0. */
  readonly movable: readonly number[];
}

/**
 * Finds the multipliers ν of the best step within the bounds.
 * @param matrix M, row-major
 * @param bound c ≥ 0, which may be Infinity
 * @param start multipliers of a similar problem: their signs are tried first; if all are 0, a pull on the
 * largest of `free` alone
 */
export function boundMultipliers(
  matrix: Float64Array,
  free: Float64Array,
  bound: number,
  start: Float64Array,
): Float64Array {
  const count = free.length;
  const largest = free.reduce((most, covariance) => Math.max(most, Math.abs(covariance)), 0);
  if (largest <= bound) return new Float64Array(count);
  const movable = [...free.keys()].filter((a) => matrix[a * (count + 1)]! > 0);
  if (movable.length === 0) return new Float64Array(count);
  const problem = { matrix, free, bound, movable };
  const slack = TOLERANCE * largest;
  const guess = start.some((multiplier) => multiplier !== 0)
    ? start
    : free.map((covariance) => (Math.abs(covariance) === largest ? covariance : 0));
  const quick = solveWithSigns(problem, guess, slack);
  if (quick !== undefined) return quick;
  const inner = solveByInteriorPoint(problem);
  return solveWithSigns(problem, inner, slack) ?? inner;
}

/**
 * The minimum, if it has the signs of these multipliers. With a bound of 0 every multiplier may have any
 * sign.
 */
function solveWithSigns(problem: Problem, signed: Float64Array, slack: number): Float64Array | undefined {
  const { free, bound, movable } = problem;
  const used = bound === 0 ? movable : movable.filter((a) => signed[a] !== 0);
  const size = used.length;
  if (size === 0) return undefined;
  const { scale, scaled } = scaledMatrix(problem, used);
  const factor = choleskyFactor(scaled, size);
  const solved = new Float64Array(free.length);
  const wanted = (a: number): number => bound * Math.sign(signed[a]!);
  for (let round = 0; round <= REFINEMENTS; round++) {
    const right = Float64Array.from(used, (a, i) => scale[i]! * (covariance(problem, solved, a) - wanted(a)));
    choleskySolve(factor, right);
    used.forEach((a, i) => {
      solved[a]! += scale[i]! * right[i]!;
    });
  }
  const isMinimum = movable.every((a) => {
    const reached = covariance(problem, solved, a);
    if (solved[a] === 0) return Math.abs(reached) <= bound + slack;
    const keepsSign = bound === 0 || solved[a]! * signed[a]! > 0;
    return keepsSign && Math.abs(reached - wanted(a)) <= slack;
  });
  return isMinimum ? solved : undefined;
}

/**
 * For c > 0, as a quadratic program in ν⁺, ν⁻ ≥ 0, ν = ν⁺ − ν⁻, with a last variable that is only there to be
 * 0: the method wants an equality. All is scaled to be of order 1.
 */
function solveByInteriorPoint(problem: Problem): Float64Array {
  const { free, bound, movable } = problem;
  const size = movable.length;
  const n = 2 * size + 1;
  const { scale, scaled } = scaledMatrix(problem, movable);
  const unit = movable.reduce((most, a, i) => Math.max(most, scale[i]! * Math.abs(free[a]!)), 0);
  const quadratic = new Float64Array(n * n);
  const linear = new Float64Array(n);
  const constraints = new Float64Array(2 * size * n);
  movable.forEach((a, i) => {
    for (let j = 0; j < size; j++) {
      const entry = j <= i ? scaled[i * size + j]! : scaled[j * size + i]!;
      quadratic[i * n + j] = entry;
      quadratic[(size + i) * n + size + j] = entry;
      quadratic[i * n + size + j] = -entry;
      quadratic[(size + i) * n + j] = -entry;
    }
    linear[i] = (scale[i]! * (bound - free[a]!)) / unit;
    linear[size + i] = (scale[i]! * (bound + free[a]!)) / unit;
    constraints[i * n + i] = 1;
    constraints[(size + i) * n + size + i] = 1;
  });
  quadratic[n * n - 1] = 1;
  const equality = new Float64Array(n);
  equality[n - 1] = 1;
  const { x } = solveQuadraticProgram({
    quadratic,
    linear,
    constraints,
    bounds: new Float64Array(2 * size),
    equality,
    equalityBound: 0,
    start: new Float64Array(n).fill(1),
  });
  const inner = movable.map((_, i) => x[i]! - x[size + i]!);
  const largest = Math.max(...inner.map(Math.abs));
  const multipliers = new Float64Array(free.length);
  movable.forEach((a, i) => {
    if (Math.abs(inner[i]!) > NEGLIGIBLE * largest) multipliers[a] = unit * scale[i]! * inner[i]!;
  });
  return multipliers;
}

/** The lower triangle of M for some of the bounds, scaled to a diagonal of 1. */
function scaledMatrix(
  { matrix, free }: Problem,
  used: readonly number[],
): { scale: number[]; scaled: Float64Array } {
  const [count, size] = [free.length, used.length];
  const scale = used.map((a) => 1 / Math.sqrt(matrix[a * (count + 1)]!));
  const scaled = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      scaled[i * size + j] = scale[i]! * scale[j]! * matrix[used[i]! * count + used[j]!]!;
    }
  }
  return { scale, scaled };
}

/** (free − M ν)_a */
function covariance({ matrix, free }: Problem, multipliers: Float64Array, a: number): number {
  const count = free.length;
  let sum = free[a]!;
  for (let b = 0; b < count; b++) sum -= matrix[a * count + b]! * multipliers[b]!;
  return sum;
}
