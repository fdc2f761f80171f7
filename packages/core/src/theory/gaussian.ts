// Where the problems' inputs live: X | a ~ N(m_a, 1).

import type { TheoryProblem } from './problem.js';

/** Beyond this distance from its mean a standard normal has a mass of 2e-19. */
const TAIL = 9;
/** Where panels start within the tails, so that no peak between distant groups is missed. */
const STARTING_PANELS = [-TAIL, -3, 0, 3, TAIL];

/** The standard normal density at a distance from the mean. */
export function densityAt(distance: number): number {
  return Math.exp(-0.5 * distance * distance) / Math.sqrt(2 * Math.PI);
}

/** Breakpoints for integrals over X: every group's bulk and tails, and every jump of every f. */
export function integrationPanels({ groups }: TheoryProblem): number[] {
  const points = groups.flatMap(({ mean }) => STARTING_PANELS.map((offset) => mean + offset));
  const from = Math.min(...points);
  const to = Math.max(...points);
  const jumps = groups.flatMap(({ curve }) => curve.breakpoints(from, to));
  return [...new Set([...points, ...jumps])].sort((left, right) => left - right);
}
