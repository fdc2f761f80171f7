// What keeps a model from answering where it cannot know.

import type { Graph } from '../graph/graph.js';
import type { Tensor } from '../graph/tensor.js';
import { sub } from '../operators/arithmetic.js';
import { reduceSum } from '../operators/reduce.js';

/** 0, or NaN for a row with an infinite feature: layers may make something finite of it, and a guess would look like a prediction. rows × 1. */
export function doubt(graph: Graph, features: Tensor): Tensor {
  const sum = reduceSum(graph, features, { axes: [1], keep: true });
  return sub(graph, sum, sum);
}
