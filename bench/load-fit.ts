// A named dataset, ready to be trained on, for benches.

import { prepareTask } from '@fairfront/core';
import { loadDataset, type PreparedFit, prepareFit } from 'fairfront/internal';

/**
 * @param groups in place of the preset's
 * @param split a published one, or the seed of a drawn one
 */
export async function loadFit(
  name: string,
  split: { readonly published: number } | { readonly seed: number },
  groups?: string,
): Promise<PreparedFit> {
  const isDrawn = 'seed' in split;
  const { table, encoderOptions, defaults } = await loadDataset(
    name,
    isDrawn ? {} : { datasetSplit: split.published },
  );
  const task = prepareTask(table, {
    ...defaults,
    groups: groups ?? defaults.groups!,
    ...(isDrawn ? { splitting: { kind: 'drawn', seed: split.seed } } : {}),
  });
  return prepareFit({ label: name, notes: [], encoderOptions }, task);
}
