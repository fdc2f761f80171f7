// The objective of a batch [MMPF Alg. 2]:
//   r_a = Σ_i 1[a_i = a] ℓ_i / Σ_i 1[a_i = a]        ⟨μ, r⟩
// A group that is absent from the batch contributes nothing.

import type { Loss } from '@fairfront/core';
import type { Graph } from '../graph/graph.js';
import type { Tensor } from '../graph/tensor.js';
import { logSoftmax, softmax } from '../operators/activations.js';
import { div, mul, neg, sub } from '../operators/arithmetic.js';
import { matMul } from '../operators/matrix.js';
import { reduceSum } from '../operators/reduce.js';
import { oneHot, reshape } from '../operators/shape.js';

/** Of float32; NaN is not below it, nor infinity. */
const LARGEST = 3.4e38;

export interface BatchObjective {
  /** ⟨μ, r⟩ */
  readonly value: Tensor;
  /** r_a; 0 for a group that is absent, or whose risk is no number. */
  readonly risks: Tensor;
  /** 1 if the group is in the batch and its risk a number, else 0. */
  readonly present: Tensor;
}

/**
 * Adds the objective of a batch to a graph.
 * @param targets row → class, or the probability of each class: rows × classes; or numbers, rows × 1
 * @param groups row → group; @param mu weight of each group
 */
export function batchObjective(
  graph: Graph,
  loss: Loss,
  scores: Tensor,
  targets: Tensor,
  groups: Tensor,
  mu: Tensor,
): BatchObjective {
  const [rows] = scores.shape as [number, number];
  const [groupCount] = mu.shape as [number];
  const losses = rowLosses(graph, loss, scores, targets); // rows
  const members = oneHot(graph, groups, groupCount, scores.type); // rows × groups
  const counts = reduceSum(graph, members, { axes: [0] });
  const [atLeastOne] = graph.node('Max', [counts, graph.scalar(counts.type, 1)], [counts]);
  const sums = reshape(graph, matMul(graph, reshape(graph, losses, [1, rows]), members), [groupCount]);
  const risks = div(graph, sums, atLeastOne!);
  const value = reduceSum(graph, mul(graph, mu, risks));
  const [size] = graph.node('Abs', [risks], [risks]);
  const [finite] = graph.node(
    'Less',
    [size!, graph.scalar(risks.type, LARGEST)],
    [{ type: 'bool', shape: risks.shape }],
  );
  const keepFinite = (x: Tensor): Tensor =>
    graph.node('Where', [finite!, x, graph.scalar(x.type, 0)], [x])[0]!;
  const [isIn] = graph.node('Sign', [counts], [counts]);
  return { value, risks: keepFinite(risks), present: keepFinite(isIn!) };
}

/**
 * Cross-entropy −Σ_k t_k log p_k, from the logits; or the Brier score Σ_k (p_k − t_k)². t is the target, 1[k
 * = y] where it is a class. Or, of numbers, (z − t)².
 */
function rowLosses(graph: Graph, loss: Loss, scores: Tensor, targets: Tensor): Tensor {
  const isSoft = targets.shape.length === 2;
  const truth = isSoft ? targets : oneHot(graph, targets, scores.shape[1] as number, scores.type); // rows × classes
  if (loss === 'cross-entropy') {
    return neg(graph, reduceSum(graph, mul(graph, truth, logSoftmax(graph, scores)), { axes: [1] }));
  }
  const error = sub(graph, loss === 'squared' ? scores : softmax(graph, scores), truth);
  return reduceSum(graph, mul(graph, error, error), { axes: [1] });
}
