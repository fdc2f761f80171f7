// Linear models as the parts of a plug-in classifier.

import type { LabelledRows } from '../groups/labelled-rows.js';
import type { LinearModel } from '../linear/linear-model.js';
import { type LinearOptions, linearSolver } from '../linear/solve-linear.js';
import { type ComponentTask, componentRows } from './components.js';

/** Trains one model of a plug-in classifier as a linear model. */
export function fitLinearComponent(
  train: LabelledRows,
  task: ComponentTask,
  options: Omit<LinearOptions, 'classCount'>,
): LinearModel {
  const solver = linearSolver(componentRows(train, task, task.train), {
    ...options,
    classCount: task.classCount,
  });
  return solver.solve([1]).model;
}
