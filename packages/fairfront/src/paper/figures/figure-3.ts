// Figure 3, repeated in the paper as figure 4: how many solves strategies need on random star sets, by how
// small their intersection is.
//
// The paper does not say at which rate it ran multiplicative weights. Both are shown: the rate of Chen et al.
// for the limit of solves, and a fast one, which is quicker where it succeeds and cycles for ever where it
// does not.

import type { AreaBin, Figure3Data } from '@fairfront/charts';
import {
  apStar,
  createRandom,
  multiplicativeWeights,
  type RandomSource,
  randomSearch,
  type Strategy,
  sampleSimplex,
} from '@fairfront/core';
import { type StarSets, starSetSampler, tryStarSets } from '@fairfront/core/theory';
import type { ExperimentHooks } from '../experiment/experiment.js';
import { starRegions } from './figure-5.js';

const DEFAULT_SETS = 3000;
const MAX_SOLVES = 1000;
/** Edges of the bins of intersection area. */
const AREAS = [0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 1];
const FAST_RATE = 0.3;
/** The six pictures take the sets nearest to these areas. */
const EXAMPLE_AREAS = [0.005, 0.015, 0.03, 0.06, 0.12, 0.25];

const STRATEGIES: readonly { readonly name: string; readonly create: (random: RandomSource) => Strategy }[] =
  [
    { name: 'apstar', create: () => apStar() },
    { name: 'random', create: (random) => randomSearch({ random }) },
    { name: 'multiplicative-weights', create: () => multiplicativeWeights({ horizon: MAX_SOLVES }) },
    { name: 'multiplicative-weights (fast)', create: () => multiplicativeWeights({ eta: FAST_RATE }) },
  ];

interface Problem {
  readonly sets: StarSets;
  readonly start: readonly number[];
}

/** Computes figure 3. @param sets how many to draw, ≥ 1. Default 3000. */
export function figure3(
  { seed, sets: count = DEFAULT_SETS }: { readonly seed: number; readonly sets?: number },
  { onProgress }: ExperimentHooks = {},
): Figure3Data {
  const random = createRandom(seed);
  const sample = starSetSampler(random);
  const problems = Array.from({ length: count }, (_, i): Problem => {
    onProgress?.({ what: 'drawing star sets', done: i, total: count });
    return { sets: sample(), start: sampleSimplex(random, 3) };
  });
  const strategies = STRATEGIES.map(({ name, create }) => {
    const solves = problems.map(({ sets, start }, i) => {
      onProgress?.({ what: `${name} on star sets`, done: i, total: count });
      return tryStarSets(sets, create(random), start, MAX_SOLVES).solves ?? Number.POSITIVE_INFINITY;
    });
    return { name, solvesByArea: binByArea(problems, solves) };
  });
  return { sets: count, maxSolves: MAX_SOLVES, strategies, examples: examples(problems) };
}

function binByArea(problems: readonly Problem[], solves: readonly number[]): AreaBin[] {
  return AREAS.slice(1).map((areaTo, i) => {
    const areaFrom = AREAS[i]!;
    const within = solves
      .filter((_, p) => problems[p]!.sets.area > areaFrom && problems[p]!.sets.area <= areaTo)
      .sort((left, right) => left - right);
    return {
      areaFrom,
      areaTo,
      median: quantile(within, 0.5),
      p90: quantile(within, 0.9),
      failed: within.filter((count) => count === Number.POSITIVE_INFINITY).length,
      runs: within.length,
    };
  });
}

/**
 * The smallest value that at least the share of all do not exceed; null where that is a failure, or there are
 * none.
 */
function quantile(sorted: readonly number[], share: number): number | null {
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  return value === undefined || value === Number.POSITIVE_INFINITY ? null : value;
}

/** Where the start lies in all sets already, there is no path to show. */
const SHORTEST_PATH = 3;

function examples(problems: readonly Problem[]): Figure3Data['examples'] {
  const solved = problems.flatMap(({ sets, start }) => {
    const { solves, trajectory } = tryStarSets(sets, apStar(), start, MAX_SOLVES);
    return solves !== undefined && solves >= SHORTEST_PATH ? [{ sets, solves, trajectory }] : [];
  });
  return EXAMPLE_AREAS.slice(0, solved.length).map((area) => {
    const distance = ({ sets }: { readonly sets: StarSets }): number => Math.abs(sets.area - area);
    const { sets, solves, trajectory } = solved.reduce((best, one) =>
      distance(one) < distance(best) ? one : best,
    );
    return { regions: starRegions(sets), trajectory, solves, area: sets.area };
  });
}
