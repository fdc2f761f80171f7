/**
 * Broyden–Fletcher–Goldfarb–Shanno: changes a positive definite B (n × n, row-major, in place) so that B step
 * = change,
 *   B ← B − (B s)(B s)ᵀ / sᵀB s + y yᵀ / sᵀy
 * A pair without clearly positive curvature sᵀy is left out, which keeps B positive definite.
 * @returns whether the pair was used
 */
export function bfgsUpdate(B: Float64Array, step: ArrayLike<number>, change: ArrayLike<number>): boolean {
  const n = step.length;
  const product = new Float64Array(n);
  let curvature = 0; // sᵀy
  let modelled = 0; // sᵀB s
  let lengths = 0;
  let changes = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) product[i]! += B[i * n + j]! * step[j]!;
    curvature += step[i]! * change[i]!;
    modelled += step[i]! * product[i]!;
    lengths += step[i]! ** 2;
    changes += change[i]! ** 2;
  }
  if (!(curvature > SMALLEST_COSINE * Math.sqrt(lengths * changes) && modelled > 0)) return false;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      B[i * n + j]! += (change[i]! * change[j]!) / curvature - (product[i]! * product[j]!) / modelled;
    }
  }
  return true;
}

/** The least cosine between step and change; below it the curvature is mostly rounding. */
const SMALLEST_COSINE = 1e-10;
