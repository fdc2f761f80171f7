// The star sets of figure 3 on which APStar does not arrive within the limit: is there a hole in their union, and does it arrive later?

import {
  apStar,
  createRandom,
  type StarSets,
  sampleSimplex,
  simplexGrid,
  starSetSampler,
  tryStarSets,
} from '@fairfront/core';

const SEED = 1;
const SETS = 3000;
const MAX_SOLVES = 1000;
const FAR_LIMIT = 100_000;
/** Points along a side of the simplex; the grid has half its square of them. */
const LATTICE = 1400;

export function benchStarSets(): object {
  const random = createRandom(SEED);
  const sample = starSetSampler(random);
  const problems = Array.from({ length: SETS }, () => ({ sets: sample(), start: sampleSimplex(random, 3) }));
  const missed = problems.filter(
    ({ sets, start }) => tryStarSets(sets, apStar(), start, MAX_SOLVES).solves === undefined,
  );
  const rows = missed.map(({ sets, start }) => ({
    area: Number(sets.area.toFixed(4)),
    'points in no set': uncovered(sets),
    'solves until it arrives':
      tryStarSets(sets, apStar(), start, FAR_LIMIT).solves ?? `more than ${FAR_LIMIT}`,
  }));
  process.stdout.write(
    `APStar did not arrive within ${MAX_SOLVES} solves on ${missed.length} of ${SETS} star sets; a lattice of ${LATTICE} points a side looks for holes\n`,
  );
  console.table(rows);
  return { ratios: { 'share of sets missed': missed.length / SETS }, missed: rows };
}

function uncovered(sets: StarSets): number {
  const isIn = (mu: readonly number[]): boolean => sets.curves.some((_, group) => sets.contains(group, mu));
  return simplexGrid(3, LATTICE).filter((mu) => !isIn(mu)).length;
}
