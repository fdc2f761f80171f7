// Small dense convex programs by a primal–dual interior point method (Mehrotra 1992):
//
//   minimise   ½ xᵀ Q x + cᵀ x
//   subject to G x ≥ h        (m × n, row-major)
//              aᵀ x = b
//
// With Q = 0 it is a linear program. Slacks s = G x − h ≥ 0 and multipliers z ≥ 0 stay positive; each step
// solves
//   (Q + Gᵀ diag(z/s) G) dx = right-hand side      (n × n, Cholesky)
// twice: once straight for complementarity 0 (predictor), once with the centring and the curvature that the
// predictor showed (corrector). Data are expected to be of order 1.

import { choleskyFactor, choleskySolve } from './cholesky.js';

/** A convex quadratic program with one equality. */
export interface QuadraticProgram {
  /** Q, n × n row-major, symmetric and positive semidefinite. */
  readonly quadratic: Float64Array;
  /** c, length n. */
  readonly linear: Float64Array;
  /** G, m × n row-major. */
  readonly constraints: Float64Array;
  /** h, length m. */
  readonly bounds: Float64Array;
  /** a, length n. */
  readonly equality: Float64Array;
  /** b. */
  readonly equalityBound: number;
  /** Where to start; it need not be feasible. */
  readonly start: Float64Array;
}

/** Where the solver ended. */
export interface QuadraticSolution {
  readonly x: Float64Array;
  /** z ≥ 0, one for each inequality. */
  readonly multipliers: Float64Array;
  /** `stalled`: the residuals could not be brought down to the tolerance. x is the best iterate. */
  readonly status: 'solved' | 'stalled';
  readonly iterations: number;
  /** The largest residual of feasibility, stationarity and complementarity at x. */
  readonly residual: number;
}

/** Residual at which to stop: a little above the rounding of the products. */
const TOLERANCE = 1e-13;
/** Residual up to which x is still an answer. */
const ACCEPTABLE = 1e-7;
const MAX_ITERATIONS = 100;
/** Iterations without a better residual after which rounding has the last word. */
const PATIENCE = 5;
/**
 * Mehrotra's steps can, rarely, go round in circles; after so many without a better residual plain centred
 * ones are taken.
 */
const TRUST = 10;
/**
 * Where nothing is feasible the multipliers run off to infinity; data are of order 1, so beyond this they
 * have.
 */
const DIVERGED = 1e30;
/** How far a step goes towards the boundary of the positive orthant. */
const TO_BOUNDARY = 0.99;

/** Solves a small convex quadratic program by an interior point method. */
export function solveQuadraticProgram(program: QuadraticProgram): QuadraticSolution {
  const { quadratic, linear, constraints, bounds, equality, equalityBound } = program;
  const n = linear.length;
  const m = bounds.length;
  const x = program.start.slice();
  const s = new Float64Array(m);
  const z = new Float64Array(m).fill(1);
  let y = 0;
  const dual = new Float64Array(n); // Q x + c − Gᵀ z − a y
  const primal = new Float64Array(m); // G x − s − h
  const complement = new Float64Array(m); // right-hand side of S dz + Z ds
  const normal = new Float64Array(n * n);
  const right = new Float64Array(n);
  const ds = new Float64Array(m);
  const dz = new Float64Array(m);
  const best = { x: x.slice(), z: z.slice(), residual: Number.POSITIVE_INFINITY, iteration: 0 };

  for (let i = 0; i < m; i++) s[i] = Math.max(1e-2, rowDot(constraints, i, n, x) - bounds[i]!);

  for (let iteration = 0; ; iteration++) {
    let residual = 0;
    for (let j = 0; j < n; j++) dual[j] = rowDot(quadratic, j, n, x) + linear[j]! - equality[j]! * y;
    for (let i = 0; i < m; i++) {
      for (let j = 0; j < n; j++) dual[j]! -= constraints[i * n + j]! * z[i]!;
      primal[i] = rowDot(constraints, i, n, x) - s[i]! - bounds[i]!;
      residual = Math.max(residual, Math.abs(primal[i]!));
    }
    for (let j = 0; j < n; j++) residual = Math.max(residual, Math.abs(dual[j]!));
    let offEquality = -equalityBound;
    for (let j = 0; j < n; j++) offEquality += equality[j]! * x[j]!;
    const gap = meanProduct(s, z);
    residual = Math.max(residual, Math.abs(offEquality), gap);
    if (residual < best.residual) {
      best.x.set(x);
      best.z.set(z);
      best.residual = residual;
      best.iteration = iteration;
    }
    const tired =
      iteration === MAX_ITERATIONS || (best.residual < ACCEPTABLE && iteration - best.iteration >= PATIENCE);
    if (best.residual <= TOLERANCE || tired || !(residual < DIVERGED)) {
      const status = best.residual <= ACCEPTABLE ? 'solved' : 'stalled';
      return { x: best.x, multipliers: best.z, status, iterations: iteration, residual: best.residual };
    }

    fillNormalMatrix(normal, quadratic, constraints, s, z);
    const factor = choleskyFactor(normal, n);
    const equalityDirection = choleskySolve(factor, equality.slice());
    let curvature = 0;
    for (let j = 0; j < n; j++) curvature += equality[j]! * equalityDirection[j]!;

    /** Solves for (dx, ds, dz, dy) given the complementarity aimed at; dx is left in `right`. */
    const direction = (): number => {
      for (let j = 0; j < n; j++) right[j] = -dual[j]!;
      for (let i = 0; i < m; i++) {
        const pull = (complement[i]! - z[i]! * primal[i]!) / s[i]!;
        for (let j = 0; j < n; j++) right[j]! += constraints[i * n + j]! * pull;
      }
      choleskySolve(factor, right);
      let along = 0;
      for (let j = 0; j < n; j++) along += equality[j]! * right[j]!;
      const dy = (-offEquality - along) / curvature;
      for (let j = 0; j < n; j++) right[j]! += dy * equalityDirection[j]!;
      for (let i = 0; i < m; i++) {
        ds[i] = rowDot(constraints, i, n, right) + primal[i]!;
        dz[i] = (complement[i]! - z[i]! * ds[i]!) / s[i]!;
      }
      return dy;
    };

    for (let i = 0; i < m; i++) complement[i] = -s[i]! * z[i]!;
    direction();
    const affine = Math.min(1, longestStep(s, ds), longestStep(z, dz));
    let affineGap = 0;
    for (let i = 0; i < m; i++) affineGap += (s[i]! + affine * ds[i]!) * (z[i]! + affine * dz[i]!);
    const trusted = iteration - best.iteration < TRUST;
    const centring = trusted ? (affineGap / m / gap) ** 3 : 0.5;
    for (let i = 0; i < m; i++) {
      complement[i] = centring * gap - s[i]! * z[i]! - (trusted ? ds[i]! * dz[i]! : 0);
    }
    const dy = direction();
    const step = Math.min(1, TO_BOUNDARY * longestStep(s, ds), TO_BOUNDARY * longestStep(z, dz));
    for (let j = 0; j < n; j++) x[j]! += step * right[j]!;
    for (let i = 0; i < m; i++) {
      s[i]! += step * ds[i]!;
      z[i]! += step * dz[i]!;
    }
    y += step * dy;
  }
}

/** Q + Gᵀ diag(z/s) G, lower triangle. */
function fillNormalMatrix(
  normal: Float64Array,
  quadratic: Float64Array,
  constraints: Float64Array,
  s: Float64Array,
  z: Float64Array,
): void {
  const n = constraints.length / s.length;
  normal.set(quadratic);
  for (let i = 0; i < s.length; i++) {
    const ratio = z[i]! / s[i]!;
    for (let j = 0; j < n; j++) {
      const scaled = ratio * constraints[i * n + j]!;
      if (scaled === 0) continue;
      for (let k = 0; k <= j; k++) normal[j * n + k]! += scaled * constraints[i * n + k]!;
    }
  }
}

function rowDot(matrix: Float64Array, row: number, n: number, vector: Float64Array): number {
  let sum = 0;
  for (let j = 0; j < n; j++) sum += matrix[row * n + j]! * vector[j]!;
  return sum;
}

function meanProduct(left: Float64Array, right: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < left.length; i++) sum += left[i]! * right[i]!;
  return left.length === 0 ? 0 : sum / left.length;
}

/** The largest step that keeps value + step · change ≥ 0. */
function longestStep(value: Float64Array, change: Float64Array): number {
  let step = Number.POSITIVE_INFINITY;
  for (let i = 0; i < value.length; i++) {
    if (change[i]! < 0) step = Math.min(step, -value[i]! / change[i]!);
  }
  return step;
}
