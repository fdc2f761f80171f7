// Dropout. The mask comes from outside, so that a seed decides it and a run can be repeated.

import type { Graph } from '../graph/graph.js';
import type { Tensor } from '../graph/tensor.js';
import { mul, scale } from './arithmetic.js';
import { cast } from './shape.js';

/**
 * x ∘ mask / (1 − rate): what is kept is scaled up, so the mean stays.
 * @param mask of the shape of x: 1 is kept, 0 is dropped
 */
export function dropout(graph: Graph, x: Tensor, mask: Tensor, rate: number): Tensor {
  return mul(graph, x, scale(graph, cast(graph, mask, x.type), 1 / (1 - rate)));
}
