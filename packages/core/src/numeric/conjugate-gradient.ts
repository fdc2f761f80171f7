// Symmetric positive definite systems A x = b, from products with A alone (Hestenes and Stiefel 1952), with a
// diagonal as preconditioner.

/** A linear system with a symmetric positive definite matrix. */
export interface ConjugateGradientProblem {
  /** product = A vector. */
  multiply(vector: Float64Array, product: Float64Array): void;
  readonly right: Float64Array;
  /** About the inverse of A's diagonal, > 0. */
  readonly diagonal: Float64Array;
  /** Whether the residual b − A x is small enough. */
  done(residual: Float64Array): boolean;
  readonly maxIterations: number;
}

/**
 * Starts from x = 0. An answer that is not yet `done` after the last iteration is still the best of its kind.
 */
export function solveByConjugateGradient(problem: ConjugateGradientProblem): Float64Array {
  const { multiply, right, diagonal, done, maxIterations } = problem;
  const n = right.length;
  const x = new Float64Array(n);
  const residual = right.slice();
  const direction = new Float64Array(n);
  const product = new Float64Array(n);
  let last = Number.POSITIVE_INFINITY;
  for (let iteration = 0; iteration < maxIterations && !done(residual); iteration++) {
    let length = 0; // residualᵀ D residual
    for (let i = 0; i < n; i++) length += diagonal[i]! * residual[i]! ** 2;
    for (let i = 0; i < n; i++) {
      direction[i] = diagonal[i]! * residual[i]! + (length / last) * direction[i]!;
    }
    multiply(direction, product);
    let curvature = 0;
    for (let i = 0; i < n; i++) curvature += direction[i]! * product[i]!;
    if (!(curvature > 0)) break;
    const step = length / curvature;
    for (let i = 0; i < n; i++) {
      x[i]! += step * direction[i]!;
      residual[i]! -= step * product[i]!;
    }
    last = length;
  }
  return x;
}
