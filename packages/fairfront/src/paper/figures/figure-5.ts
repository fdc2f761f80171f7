// Figure 5: how a star set is drawn: three curves of random radii, and the sets within them.

import type { Figure5Data, StarRegion } from '@fairfront/charts';
import { createRandom } from '@fairfront/core';
import { type StarSets, starBoundary, starSetSampler } from '@fairfront/core/theory';

/** Fine enough to show every kink of a curve with seven pieces. */
const RAYS = 121;

/** Computes figure 5. */
export function figure5({ seed }: { readonly seed: number }): Figure5Data {
  const sets = starSetSampler(createRandom(seed))();
  return {
    regions: starRegions(sets),
    curves: sets.curves.map(({ angles, radii }, group) => ({ group, theta: angles, radius: radii })),
    area: sets.area,
  };
}

/** The outlines of three star sets. */
export function starRegions(sets: StarSets): StarRegion[] {
  return sets.curves.map((_, group) => ({
    group,
    boundary: starBoundary(group, (mu) => sets.contains(group, mu), RAYS),
  }));
}
