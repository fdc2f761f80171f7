// What the prejudice remover minimises, and its gradient: cross-entropy and prejudice index in one pass over the rows each way.
//
//   F(θ)  = Σ_a s_a r_a(θ) + η PI(θ) + (l2/2) ‖w‖²
//   ∇F(θ) = (1/n) Σ_i (p_i − y_i + η n ∂PI/∂z_i) ⊗ (x_i, 1) + l2 w

import { groupShares } from '../groups/group-index.js';
import type { LinearObjective } from '../linear/linear-objective.js';
import { crossEntropyResiduals } from '../linear/softmax.js';
import { dot } from '../numeric/sum.js';
import { addPrejudiceResiduals, prejudiceIndex } from './prejudice-index.js';

export interface PrejudiceValue {
  /** F. */
  readonly value: number;
  /** r_a: mean cross-entropy by group. */
  readonly risks: readonly number[];
  /** PI. */
  readonly prejudiceIndex: number;
  /** (l2/2) ‖w‖². */
  readonly penalty: number;
}

/** @returns F at the parameters and what it is made of; fills the gradient there */
export function prejudiceObjective(
  objective: LinearObjective,
): (eta: number, parameters: Float64Array, gradient: Float64Array) => PrejudiceValue {
  const { data, outputs, width, columnCount, l2, probabilities, residuals } = objective;
  const mu = groupShares(data.groups);
  const gradients = new Float64Array(objective.groupCount * objective.size);
  return (eta, parameters, gradient) => {
    const risks = objective.risks(parameters);
    const penalty = objective.penalty(parameters);
    const { value: index, logRatios } = prejudiceIndex(probabilities, outputs, data.groups);
    crossEntropyResiduals(probabilities, outputs, data.labels, residuals);
    addPrejudiceResiduals(probabilities, outputs, data.groups.groups, logRatios, eta, residuals);
    objective.weightedSum(mu, gradients, gradient);
    for (let k = 0; k < outputs; k++) {
      for (let c = 0; c < columnCount; c++) gradient[k * width + c]! += l2 * parameters[k * width + c]!;
    }
    return { value: dot(mu, risks) + eta * index + penalty, risks, prejudiceIndex: index, penalty };
  };
}
