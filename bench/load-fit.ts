// A named dataset, ready to be trained on, for benches: from $FAIRFRONT_DATA, from shared/data beside the checkout, or
// from inside the package.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
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
  const beside = fileURLToPath(new URL('../../../shared/data', import.meta.url));
  const dataDir = process.env['FAIRFRONT_DATA'] === undefined && existsSync(beside) ? beside : undefined;
  return prepareDataset(name, { split, groups, dataDir });
}
