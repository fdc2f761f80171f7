// The library's `exploreFront`: what every group gets at every point of a front that was saved.

import { explorePoints, type FrontExplorer } from './explore-points.js';
import { readFrontModels } from './front-models.js';

export type { ExplorerPoint, FrontExplorer } from './explore-points.js';

/** Says what each group gets at each point of a front. @param folder that `front` wrote to */
export function exploreFront(folder: string): FrontExplorer {
  return explorePoints(readFrontModels(folder));
}
