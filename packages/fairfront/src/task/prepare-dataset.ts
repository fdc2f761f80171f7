// From a dataset's name to matrices, for the paper's tables, the studies and the benches.

import { homedir } from 'node:os';
import { prepareTask, type Split, type Splitting } from '@fairfront/core';
import { type DataFolder, dataFolders } from '../datasets/data-folders.js';
import { loadDataset, loadPublishedSplit } from '../datasets/load-dataset.js';
import { parseDatasetName } from '../datasets/registry.js';
import { definedOnly } from '../defined-only.js';
import { UsageError } from '../usage-error.js';
import { type PreparedFit, prepareFit } from './prepare-fit.js';

export interface PrepareDatasetOptions {
  /**
   * Which rows are trained on: a published split from 0, one drawn with a seed, or the rows of another task.
   */
  readonly split: { readonly datasetSplit: number } | { readonly seed: number } | Split;
  /** Groups in place of the preset's. */
  readonly groups?: string | undefined;
  /** Sparse rows of float64 for linear models, dense ones of float32 for networks. Default sparse. */
  readonly layout?: 'sparse' | 'dense' | undefined;
  /** Where the dataset is looked for. Default: `$FAIRFRONT_DATA`, then the user's cache folder. */
  readonly folders?: readonly DataFolder[] | undefined;
}

/** Loads a dataset by name, such as `adult:gender`, and prepares its rows for training. */
export async function prepareDataset(
  name: string,
  { split, groups, layout, folders = usualFolders() }: PrepareDatasetOptions,
): Promise<PreparedFit> {
  const { recipe, preset } = parseDatasetName(name);
  const chosen = groups ?? preset?.groups;
  if (chosen === undefined) throw new UsageError(`dataset ${name}: name the groups, or a preset of them`);
  const dataset = await loadDataset(recipe, folders);
  const splitting: Splitting =
    'seed' in split
      ? { kind: 'drawn', seed: split.seed, ...definedOnly({ by: recipe.splitBy }) }
      : {
          kind: 'given',
          splits: ['train' in split ? split : await loadPublishedSplit(dataset, split.datasetSplit)],
        };
  const task = prepareTask(dataset.table, {
    target: recipe.target,
    groups: chosen,
    features: recipe.features,
    splitting,
    ...definedOnly({ missingGroup: preset?.missingGroup, minGroup: preset?.minGroup }),
  });
  const { encoderOptions } = recipe;
  return prepareFit({ label: name, notes: dataset.notes, encoderOptions }, task, layout);
}

function usualFolders(): readonly DataFolder[] {
  const { env: environment, platform } = process;
  return dataFolders({ environment, home: homedir(), platform });
}
