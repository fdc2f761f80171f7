// Trees in a page are grown by one thread.

import type { CrewMaker } from '@fairfront/trees';
import { loneCrew } from '@fairfront/trees/internal';

/** Who grows trees on rows. */
export function crewFor(): CrewMaker {
  return loneCrew;
}
