// Figure 5: how a star set is drawn: three curves of random radii, and the sets within them.

import type { Figure5Data } from '@fairfront/charts';
import { createRandom } from '@fairfront/core';
import { starSetSampler } from '@fairfront/core/theory';
import type { FigureContext } from '../experiment/figure-context.js';
import { starRegions } from './star-regions.js';

export function figure5({ seed }: FigureContext): Figure5Data {
  const sets = starSetSampler(createRandom(seed))();
  return {
    regions: starRegions(sets),
    curves: sets.curves.map(({ angles, radii }, group) => ({ group, theta: angles, radius: radii })),
    area: sets.area,
  };
}
