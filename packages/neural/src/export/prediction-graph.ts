// The graph of an exported model: raw columns of a table in, probabilities and labels out. The preprocessing
// is inside, and no group is an input.

import type { Encoder, Target } from '@fairfront/core';
import { Graph } from '../graph/graph.js';
import type { Tensor } from '../graph/tensor.js';
import { ML_DOMAIN } from '../onnx/encode-model.js';
import { add } from '../operators/arithmetic.js';
import { reduceSum } from '../operators/reduce.js';
import { cast } from '../operators/shape.js';
import { doubt, encodeColumns } from './encode-columns.js';
import { type RawColumn, rawColumns } from './raw-columns.js';

/**
 * The output of probabilities: rows × classes, float32. NaN where a number is infinite or too far from
 * training's.
 */
export const PROBABILITIES = 'probabilities';
/**
 * The output of labels: the class of highest probability, the first of equals; '' where probabilities are
 * NaN.
 */
export const LABEL = 'label';

/** The name of a target and its classes. */
export type PredictedTarget = Pick<Target, 'name' | 'classes'>;

/**
 * The inputs of an exported model. A column that has the name of an output is an input under another name.
 */
export function predictionInputs(encoder: Encoder): RawColumn[] {
  return rawColumns(encoder, [PROBABILITIES, LABEL]);
}

/**
 * Builds the graph. Its inputs are those of `predictionInputs`, each rows × 1: numbers as float64 (NaN is
 * missing), levels as strings ('' is missing).
 * @param predict adds the probabilities, rows × classes, of features, which are of `type`
 */
export function predictionGraph(
  encoder: Encoder,
  target: PredictedTarget,
  predict: (graph: Graph, features: Tensor) => Tensor,
  type: 'float32' | 'float64' = 'float32',
): Graph {
  const graph = new Graph();
  const features = encodeColumns(graph, encoder, predictionInputs(encoder), type);
  const certain = predict(graph, features);
  const doubtful = cast(graph, doubt(graph, features), certain.type);
  const probabilities = cast(graph, add(graph, certain, doubtful), 'float32');
  graph.output(PROBABILITIES, probabilities);
  graph.output(LABEL, labels(graph, probabilities, target.classes));
  return graph;
}

function labels(graph: Graph, probabilities: Tensor, classes: readonly string[]): Tensor {
  const shape = ['rows'];
  const [best] = graph.node('ArgMax', [probabilities], [{ type: 'int64', shape }], {
    attributes: { axis: 1, keepdims: 0 },
  });
  const sums = reduceSum(graph, probabilities, { axes: [1] });
  const [unknown] = graph.node('IsNaN', [sums], [{ type: 'bool', shape }]);
  const [known] = graph.node('Where', [unknown!, graph.scalar('int64', -1), best!], [best!]);
  return graph.node('LabelEncoder', [known!], [{ type: 'string', shape }], {
    domain: ML_DOMAIN,
    attributes: {
      keys_int64s: { ints: classes.map((_, k) => k) },
      values_strings: classes,
      default_string: '',
    },
  })[0]!;
}
