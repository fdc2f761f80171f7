// Trained models as nodes of a graph, parameters as constants: features in, the scores of every class out, in
// the precision of the training.

import { type Encoder, FairfrontError, type LinearModel } from '@fairfront/core';
import { outputCount, quoted } from '@fairfront/core/internal';
import type { Graph } from '../graph/graph.js';
import type { Tensor } from '../graph/tensor.js';
import { checkNetwork, logits, type Network, parameterCount, splitParameters } from '../network/network.js';
import { gemm } from '../operators/matrix.js';
import type { NetworkModel } from '../training/network-model.js';
import type { PredictedTarget } from './prediction-graph.js';

/** A model that can be exported, alone or as a part of a plug-in classifier. */
export type ScoringModel = LinearModel | NetworkModel;

/** Whether a model is a network, not a linear model. */
export function isNetwork(model: ScoringModel): model is NetworkModel {
  return 'network' in model;
}

/** The kind of a model, for the file's metadata. */
export function modelKind(model: ScoringModel): Network['kind'] {
  return isNetwork(model) ? model.network.kind : 'linear';
}

/** The precision of a model's training: linear models are solved in float64, networks trained in float32. */
export function modelPrecision(model: ScoringModel): 'float32' | 'float64' {
  return isNetwork(model) ? 'float32' : 'float64';
}

/** How many classes a model has. */
export function modelClasses(model: ScoringModel): number {
  return isNetwork(model) ? model.network.classes : model.classCount;
}

/**
 * Adds the scores of a model to a graph: rows × classes.
 * @param features in the model's precision
 * @param prefix put before the names of parameters in the graph
 */
export function modelScores(graph: Graph, model: ScoringModel, features: Tensor, prefix = ''): Tensor {
  return isNetwork(model)
    ? networkScores(graph, model, features, prefix)
    : linearScores(graph, model, features);
}

/** Under the names they have in training, unless a column is named so. */
function networkScores(
  graph: Graph,
  { network, parameters }: NetworkModel,
  features: Tensor,
  prefix: string,
): Tensor {
  const constants = splitParameters(network, parameters).map(({ name, shape, values }) => {
    const full = `${prefix}${name}`;
    const isTaken = graph.inputs.some((input) => input.name === full);
    return graph.constant('float32', shape, values, isTaken ? undefined : full);
  });
  return logits(graph, network, constants, features);
}

/** With two classes the score of the first is 0. */
function linearScores(
  graph: Graph,
  { classCount, columnCount, parameters }: LinearModel,
  features: Tensor,
): Tensor {
  const outputs = outputCount(classCount);
  const weights = new Float64Array(classCount * columnCount); // classes × features
  const bias = new Float64Array(classCount);
  for (let k = 0; k < outputs; k++) {
    const start = k * (columnCount + 1);
    const own = classCount - outputs + k;
    weights.set(parameters.subarray(start, start + columnCount), own * columnCount);
    bias[own] = parameters[start + columnCount]!;
  }
  return gemm(graph, features, graph.constant('float64', [classCount, columnCount], weights), {
    transB: true,
    bias: graph.constant('float64', [classCount], bias),
  });
}

/**
 * Refuses a model that does not fit the encoder or has parameters that are no numbers.
 * @param what its name in messages
 */
export function checkModel(model: ScoringModel, encoder: Encoder, what = 'the model'): void {
  if (isNetwork(model)) {
    checkNetwork(model.network);
    checkInputs(model.network.inputs, encoder, what);
    checkParameters(model.parameters, parameterCount(model.network), what);
  } else {
    checkInputs(model.columnCount, encoder, what);
    const size = outputCount(model.classCount) * (model.columnCount + 1);
    checkParameters(model.parameters, size, what);
  }
}

/** Refuses a model whose number of classes is not that of the target. */
export function checkClasses(
  classCount: number,
  { name, classes }: PredictedTarget,
  what = 'the model',
): void {
  if (classes.length !== classCount) {
    throw new FairfrontError(
      'bad-problem',
      `${what} has ${classCount} classes, but target "${name}" has ${classes.length} (${quoted(classes)}); export it with the target it was trained on`,
    );
  }
}

function checkInputs(inputs: number, { features }: Encoder, what: string): void {
  if (features.length !== inputs) {
    throw new FairfrontError(
      'bad-problem',
      `${what} was trained on ${inputs} features, but the encoder has ${features.length}; export it with the encoder of the training rows`,
    );
  }
}

function checkParameters(parameters: Float32Array | Float64Array, size: number, what: string): void {
  if (parameters.length !== size) {
    throw new FairfrontError('bad-problem', `${what} must have ${size} parameters; got ${parameters.length}`);
  }
  const odd = parameters.findIndex((value) => !Number.isFinite(value));
  if (odd >= 0) {
    throw new FairfrontError(
      'bad-problem',
      `the parameters of ${what} must be finite; parameter ${odd + 1} of ${size} is ${parameters[odd]}. Train it again, a network with a smaller learning rate`,
    );
  }
}
