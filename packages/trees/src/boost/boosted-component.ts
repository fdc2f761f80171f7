// Boosted trees as the components of a plug-in classifier.

import type { LabelledRows } from '@fairfront/core';
import { type ComponentTask, componentRows } from '@fairfront/core/plug-in';
import type { BoostedModel } from '../model/boosted-model.js';
import { type BoostedOracleOptions, boostedOracle } from './boosted-oracle.js';

/** The rows that all components of a plug-in classifier are trained on. */
export interface ComponentRows {
  readonly train: LabelledRows;
  readonly validation: LabelledRows;
}

/** Boosts the trees of one component of a plug-in classifier; its validation rows say how many, where it has any. */
export function fitBoostedComponent(
  { train, validation }: ComponentRows,
  task: ComponentTask,
  {
    columns,
    loss = 'cross-entropy',
    options,
  }: Pick<BoostedOracleOptions, 'columns' | 'loss'> & {
    readonly options: Omit<BoostedOracleOptions, 'columns' | 'classCount' | 'loss'>;
  },
): BoostedModel {
  const rows = componentRows(train, task, task.train);
  const chosenBy = task.validation.length === 0 ? rows : componentRows(validation, task, task.validation);
  const oracle = boostedOracle(rows, { ...options, columns, loss, classCount: task.classCount }, chosenBy);
  return oracle.solve([1], {}).model;
}
