// Linear models as the parts of a plug-in classifier.

import type { LabelledRows } from '../groups/labelled-rows.js';
import type { LinearModel } from '../linear/linear-model.js';
import { type LinearOptions, linearSolver } from '../linear/solve-linear.js';
import { type PartTask, partRows } from './parts.js';

/** Trains one model of a plug-in classifier as a linear model. */
export function fitLinearPart(
  train: LabelledRows,
  task: PartTask,
  options: Omit<LinearOptions, 'classCount'>,
): LinearModel {
  const solver = linearSolver(partRows(train, task, task.train), { ...options, classCount: task.classCount });
  return solver.solve([1]).model;
}
