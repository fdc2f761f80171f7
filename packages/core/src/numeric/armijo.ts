// Backtracking: a step is halved until the value falls by enough of what its slope promises (Armijo 1966).

/** The share of the promised fall that is enough. */
export const SUFFICIENT = 1e-4;
/** Differences of values below this share of them are rounding. */
export const ROUNDING = 1e-14;

/**
 * Whether a step of this length lowers the value enough.
 * @param promised what a whole step promises to first order, > 0
 */
export function fallsEnough(before: number, after: number, length: number, promised: number): boolean {
  return before - after >= SUFFICIENT * length * promised - ROUNDING * before;
}

/**
 * Halves the length of a step until it is accepted.
 * @returns that length, or 0 where none of so many was accepted
 */
export function backtrack(accepts: (length: number) => boolean, trials = 40, first = 1): number {
  for (let trial = 0, length = first; trial < trials; trial++, length /= 2)
    if (accepts(length)) return length;
  return 0;
}
