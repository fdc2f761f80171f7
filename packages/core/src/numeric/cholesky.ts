// Dense symmetric systems by Cholesky: A = L Lᵀ, row-major, the lower triangle read and written. A matrix
// that is only nearly positive definite gets the smallest of a rising series of jitters on its diagonal.

import { FairfrontError } from '../error.js';

/** The factor L of A = L Lᵀ. */
export interface CholeskyFactor {
  /** n × n, row-major; the lower triangle holds L, the upper is undefined. */
  readonly lower: Float64Array;
  readonly size: number;
  /** What was added to each diagonal entry: 0 unless the matrix needed it. */
  readonly jitter: number;
}

/** First jitter, relative to the largest diagonal entry: a little above the rounding of the factorisation. */
const FIRST_JITTER = 1e-14;
const JITTER_GROWTH = 100;
const LARGEST_JITTER = 1e-2;

/** Factors a symmetric matrix (size × size, row-major). The input is not changed. */
export function choleskyFactor(matrix: Float64Array, size: number): CholeskyFactor {
  let scale = 0;
  for (let i = 0; i < size; i++) scale = Math.max(scale, Math.abs(matrix[i * size + i]!));
  const lower = new Float64Array(size * size);
  for (let jitter = 0; jitter <= LARGEST_JITTER; jitter = Math.max(FIRST_JITTER, jitter * JITTER_GROWTH)) {
    lower.set(matrix);
    if (factorInPlace(lower, size, jitter * scale)) return { lower, size, jitter: jitter * scale };
  }
  throw new FairfrontError(
    'bad-problem',
    `a ${size} × ${size} matrix is not positive definite, even with ${LARGEST_JITTER} of its largest diagonal entry added`,
  );
}

function factorInPlace(lower: Float64Array, size: number, jitter: number): boolean {
  for (let j = 0; j < size; j++) {
    const rowJ = j * size;
    let diagonal = lower[rowJ + j]! + jitter;
    for (let k = 0; k < j; k++) diagonal -= lower[rowJ + k]! ** 2;
    if (!(diagonal > 0 && diagonal < Number.POSITIVE_INFINITY)) return false;
    const root = Math.sqrt(diagonal);
    lower[rowJ + j] = root;
    for (let i = j + 1; i < size; i++) {
      const rowI = i * size;
      let sum = lower[rowI + j]!;
      for (let k = 0; k < j; k++) sum -= lower[rowI + k]! * lower[rowJ + k]!;
      lower[rowI + j] = sum / root;
    }
  }
  return true;
}

/** Solves A x = right in place: forward with L, then backward with Lᵀ. */
export function choleskySolve(factor: CholeskyFactor, right: Float64Array): Float64Array {
  solveLower(factor, right);
  return solveLowerTransposed(factor, right);
}

/** Solves L x = right in place. */
export function solveLower({ lower, size }: CholeskyFactor, right: Float64Array): Float64Array {
  for (let i = 0; i < size; i++) {
    let sum = right[i]!;
    for (let k = 0; k < i; k++) sum -= lower[i * size + k]! * right[k]!;
    right[i] = sum / lower[i * size + i]!;
  }
  return right;
}

/** Solves Lᵀ x = right in place. */
export function solveLowerTransposed({ lower, size }: CholeskyFactor, right: Float64Array): Float64Array {
  for (let i = size - 1; i >= 0; i--) {
    let sum = right[i]!;
    for (let k = i + 1; k < size; k++) sum -= lower[k * size + i]! * right[k]!;
    right[i] = sum / lower[i * size + i]!;
  }
  return right;
}
