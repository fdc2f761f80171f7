// The inputs of the theory problems, X | a ~ N(m_a, 1), and integrals over them.

import { FairfrontError } from '../error.js';
import { type Integrand, integrate } from '../numeric/quadrature.js';
import type { TheoryProblem } from './problem.js';

/** Beyond this distance from its mean a standard normal has a mass of 2e-19. */
const TAIL = 9;
/** Where panels start within the tails, so that no peak between distant groups is missed. */
const STARTING_PANELS = [-TAIL, -3, 0, 3, TAIL];

/** The standard normal density at a distance from the mean. */
export function densityAt(distance: number): number {
  return Math.exp(-0.5 * distance * distance) / Math.sqrt(2 * Math.PI);
}

/** The error allowed in each integral: risks are of order 1 and are wanted to 1e-9. */
const TOLERANCE = 1e-12;

/** ∫ integrand dx for several integrands at once, split where groups and curves ask for it. */
export function integrateOverInputs(
  problem: TheoryProblem,
  dimension: number,
  integrand: Integrand,
): readonly number[] {
  const { values, status } = integrate(integrand, dimension, integrationPanels(problem), {
    tolerance: TOLERANCE,
  });
  if (status === 'converged') return values;
  throw new FairfrontError(
    'bad-problem',
    values.every(Number.isFinite)
      ? `an expectation could not be integrated to ${TOLERANCE}: the curves have too many jumps, or the means are too far apart`
      : 'a risk is infinite: with cross-entropy, a group without weight must not meet a prediction of exactly 0 or 1. Keep every f_a within (0, 1), or every weight above 0',
  );
}

/** Breakpoints for integrals over X: every group's bulk and tails, and every jump of every f. */
export function integrationPanels({ groups }: TheoryProblem): number[] {
  const points = groups.flatMap(({ mean }) => STARTING_PANELS.map((offset) => mean + offset));
  const from = Math.min(...points);
  const to = Math.max(...points);
  const jumps = groups.flatMap(({ curve }) => curve.breakpoints(from, to));
  return [...new Set([...points, ...jumps])].sort((left, right) => left - right);
}
