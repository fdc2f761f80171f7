// Trained models as the bytes of an ONNX file: parameters as constants, what goes in and comes out described inside.

import { type Encoder, FairfrontError, type LinearModel, outputCount, quoted } from '@fairfront/core';
import type { Graph } from '../graph/graph.js';
import { checkNetwork, logits, type Network, parameterCount, splitParameters } from '../network/network.js';
import { encodeModel, type ModelDescription } from '../onnx/encode-model.js';
import { gemm } from '../operators/matrix.js';
import {
  LABEL,
  PROBABILITIES,
  type PredictedTarget,
  predictionGraph,
  predictionInputs,
} from './prediction-graph.js';

export const EXPORT_SCHEMA = 'fairfront.onnx/1';

/** Computed in float32, as it was trained. @param about put before what the file says of itself, and metadata beside it */
export function exportNetwork(
  network: Network,
  parameters: Float32Array,
  encoder: Encoder,
  target: PredictedTarget,
  about: ModelDescription = {},
): Uint8Array {
  checkNetwork(network);
  checkSizes(encoder, target, network.inputs, network.classes);
  checkParameters(parameters, parameterCount(network));
  const graph = predictionGraph(encoder, target, (inner, features) =>
    logits(inner, network, networkConstants(inner, network, parameters), features),
  );
  return encodeModel(graph, describe(encoder, target, network.kind, about));
}

/** Computed in float64, as it was solved; with two classes the score of the first is 0. */
export function exportLinear(
  model: LinearModel,
  encoder: Encoder,
  target: PredictedTarget,
  about: ModelDescription = {},
): Uint8Array {
  const { classCount, columnCount, parameters } = model;
  const outputs = outputCount(classCount);
  checkSizes(encoder, target, columnCount, classCount);
  checkParameters(parameters, outputs * (columnCount + 1));
  const weights = new Float64Array(classCount * columnCount); // classes × features
  const bias = new Float64Array(classCount);
  for (let k = 0; k < outputs; k++) {
    const start = k * (columnCount + 1);
    const own = classCount - outputs + k;
    weights.set(parameters.subarray(start, start + columnCount), own * columnCount);
    bias[own] = parameters[start + columnCount]!;
  }
  const graph = predictionGraph(
    encoder,
    target,
    (inner, features) =>
      gemm(inner, features, inner.constant('float64', [classCount, columnCount], weights), {
        transB: true,
        bias: inner.constant('float64', [classCount], bias),
      }),
    'float64',
  );
  return encodeModel(graph, describe(encoder, target, 'linear', about));
}

/** Under the names they have in training, unless a column is named so. */
function networkConstants(graph: Graph, network: Network, parameters: Float32Array) {
  return splitParameters(network, parameters).map(({ name, shape, values }) => {
    const isTaken = graph.inputs.some((input) => input.name === name);
    return graph.constant('float32', shape, values, isTaken ? undefined : name);
  });
}

function describe(
  encoder: Encoder,
  { name, classes }: PredictedTarget,
  kind: Network['kind'],
  { description, metadata = {} }: ModelDescription,
): ModelDescription {
  const itself = `Predicts ${quoted([name])}, one of ${quoted(classes)}, from raw columns; the preprocessing is inside. Each input is a column, rows × 1: numbers as float64, where NaN is missing, and texts as strings, where an empty one is missing. "${PROBABILITIES}" has a column for each class, in this order; "${LABEL}" is the class of highest probability.`;
  return {
    description: description === undefined ? itself : `${description}\n\n${itself}`,
    metadata: {
      ...metadata,
      'fairfront.schema': EXPORT_SCHEMA,
      'fairfront.kind': kind,
      'fairfront.target': name,
      'fairfront.classes': JSON.stringify(classes),
      'fairfront.inputs': JSON.stringify(predictionInputs(encoder)),
    },
  };
}

function checkSizes(
  { features }: Encoder,
  { name, classes }: PredictedTarget,
  inputs: number,
  classCount: number,
): void {
  if (features.length !== inputs) {
    throw new FairfrontError(
      'bad-problem',
      `the model was trained on ${inputs} features, but the encoder has ${features.length}; export it with the encoder of the training rows`,
    );
  }
  if (classes.length !== classCount) {
    throw new FairfrontError(
      'bad-problem',
      `the model has ${classCount} classes, but target "${name}" has ${classes.length} (${quoted(classes)}); export it with the target it was trained on`,
    );
  }
}

function checkParameters(parameters: Float32Array | Float64Array, size: number): void {
  if (parameters.length !== size) {
    throw new FairfrontError(
      'bad-problem',
      `the model must have ${size} parameters; got ${parameters.length}`,
    );
  }
  const odd = parameters.findIndex((value) => !Number.isFinite(value));
  if (odd >= 0) {
    throw new FairfrontError(
      'bad-problem',
      `the model's parameters must be finite; parameter ${odd + 1} of ${size} is ${parameters[odd]}. Train it again, a network with a smaller learning rate`,
    );
  }
}
