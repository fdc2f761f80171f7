// A named dataset, ready to be trained on, for benches.

import { type PreparedFit, prepareDataset } from 'fairfront/internal';

/**
 * Prepares a dataset by name.
 * @param groups in place of the preset's
 * @param split a published one, or the seed of a drawn one
 */
export function loadFit(
  name: string,
  split: { readonly datasetSplit: number } | { readonly seed: number },
  groups?: string,
): Promise<PreparedFit> {
  return prepareDataset(name, { split, groups });
}
