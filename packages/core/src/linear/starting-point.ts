// Where a solve starts: the model it is handed.

import { FairfrontError } from '../error.js';
import type { LinearModel } from './linear-model.js';
import type { LinearObjective } from './linear-objective.js';

/**
 * New parameters: those of the model without what all outputs have in common, which changes no probability and which Newton's steps never
 * have; 0 without a model.
 */
export function startingPoint(
  { size, columnCount, outputs, width }: LinearObjective,
  classCount: number,
  model: LinearModel | undefined,
): Float64Array {
  if (model === undefined) return new Float64Array(size);
  if (model.classCount !== classCount || model.columnCount !== columnCount) {
    throw new FairfrontError(
      'bad-problem',
      `a model to start from must have ${classCount} classes and ${columnCount} features; got ${model.classCount} and ${model.columnCount}`,
    );
  }
  const parameters = model.parameters.slice();
  if (outputs === 1) return parameters;
  for (let i = 0; i < width; i++) {
    let sum = 0;
    for (let k = 0; k < outputs; k++) sum += parameters[k * width + i]!;
    for (let k = 0; k < outputs; k++) parameters[k * width + i]! -= sum / outputs;
  }
  return parameters;
}
