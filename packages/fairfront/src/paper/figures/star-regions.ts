import type { StarRegion } from '@fairfront/charts';
import { type StarSets, starBoundary } from '@fairfront/core/theory';

/** Fine enough to show every kink of a curve with seven pieces. */
const RAYS = 121;

/** The outlines of three star sets. */
export function starRegions(sets: StarSets): StarRegion[] {
  return sets.curves.map((_, group) => ({
    group,
    boundary: starBoundary(group, (mu) => sets.contains(group, mu), RAYS),
  }));
}
