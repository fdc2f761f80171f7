// One split of a study's data, ready to be trained on.

import { prepareTask, type Splitting, type Task } from '@fairfront/core';
import type { DataFolder } from '../../datasets/data-folders.js';
import { loadPublishedSplit, loadRecipe } from '../../datasets/load-dataset.js';
import { parseDatasetName } from '../../datasets/registry.js';
import { definedOnly } from '../../defined-only.js';
import { type PreparedFit, prepareFit } from '../../task/prepare-fit.js';
import type { StudyRecipe } from './table-recipes.js';

export interface LoadedSplit {
  readonly fit: PreparedFit;
  /** The same rows, in groups that a method may know when it predicts; the same as `fit` where these are not made of the outcome. */
  readonly knowable: PreparedFit;
}

/** @param split from 0 */
export async function loadSplit(
  { dataset: name, splits, groupsWithoutOutcome }: StudyRecipe,
  split: number,
  folders: readonly DataFolder[],
  layout: 'sparse' | 'dense',
): Promise<LoadedSplit> {
  const { recipe, preset } = parseDatasetName(name);
  const dataset = await loadRecipe(recipe, folders);
  const drawn: Splitting =
    splits === 'published'
      ? { kind: 'given', splits: [await loadPublishedSplit(dataset, split)] }
      : { kind: 'drawn', seed: split + 1, ...definedOnly({ by: recipe.splitBy }) };
  const taskOf = (groups: string, splitting: Splitting): Task =>
    prepareTask(dataset.table, {
      target: recipe.target,
      groups,
      features: recipe.features,
      splitting,
      ...definedOnly({ missingGroup: preset!.missingGroup, minGroup: preset!.minGroup }),
    });
  const prepare = (task: Task): PreparedFit =>
    prepareFit({ label: name, notes: [], encoderOptions: recipe.encoderOptions }, task, layout);
  const task = taskOf(preset!.groups, drawn);
  const fit = prepare(task);
  if (groupsWithoutOutcome === undefined) return { fit, knowable: fit };
  return { fit, knowable: prepare(taskOf(groupsWithoutOutcome, { kind: 'given', splits: task.splits })) };
}
