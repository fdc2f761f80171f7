// One split of a study's data, ready to be trained on.

import { prepareTask, type Splitting } from '@fairfront/core';
import { definedOnly } from '../../data/defined-only.js';
import type { DataFolder } from '../../datasets/data-folders.js';
import { loadDataset, loadPublishedSplit } from '../../datasets/load-dataset.js';
import { parseDatasetName } from '../../datasets/registry.js';
import { type PreparedFit, prepareFit } from '../../fit/prepare-fit.js';
import type { StudyRecipe } from './table-recipes.js';

/** @param split from 0 */
export async function loadSplit(
  { dataset: name, splits }: StudyRecipe,
  split: number,
  folders: readonly DataFolder[],
  layout: 'sparse' | 'dense',
): Promise<PreparedFit> {
  const { recipe, preset } = parseDatasetName(name);
  const dataset = await loadDataset(recipe, folders);
  const splitting: Splitting =
    splits === 'published'
      ? { kind: 'given', splits: [await loadPublishedSplit(dataset, split)] }
      : { kind: 'drawn', seed: split + 1, ...definedOnly({ by: recipe.splitBy }) };
  const task = prepareTask(dataset.table, {
    target: recipe.target,
    groups: preset!.groups,
    features: recipe.features,
    splitting,
    ...definedOnly({ missingGroup: preset!.missingGroup, minGroup: preset!.minGroup }),
  });
  return prepareFit({ label: name, notes: [], encoderOptions: recipe.encoderOptions }, task, layout);
}
