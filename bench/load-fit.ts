// A named dataset, ready to be trained on, for benches: from $FAIRFRONT_DATA, or from shared/data beside the checkout.

import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { prepareTask, type TaskOptions } from '@fairfront/core';
import {
  dataFolders,
  loadDataset,
  loadPublishedSplit,
  type PreparedFit,
  parseDatasetName,
  prepareFit,
} from 'fairfront/internal';

/**
 * @param groups in place of the preset's
 * @param split a published one, or the seed of a drawn one
 */
export async function loadFit(
  name: string,
  split: { readonly published: number } | { readonly seed: number },
  groups?: string,
): Promise<PreparedFit> {
  const { recipe, preset } = parseDatasetName(name);
  const { env, platform } = process;
  const beside = fileURLToPath(new URL('../../../shared/data', import.meta.url));
  const dataDir = env['FAIRFRONT_DATA'] ?? beside;
  const folders = dataFolders({ dataDir, environment: env, home: homedir(), platform });
  const dataset = await loadDataset(recipe, folders);
  const splitting: TaskOptions['splitting'] =
    'seed' in split
      ? { kind: 'drawn', seed: split.seed }
      : { kind: 'given', splits: [await loadPublishedSplit(dataset, split.published)] };
  const task = prepareTask(dataset.table, {
    target: recipe.target,
    groups: groups ?? preset!.groups,
    features: recipe.features,
    splitting: splitting!,
  });
  const { encoderOptions } = recipe;
  return prepareFit({ label: name, notes: [], encoderOptions }, task);
}
