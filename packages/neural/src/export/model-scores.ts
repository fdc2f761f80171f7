// Trained models as nodes of a graph, parameters as constants: features in, the scores of every class out, in
// the precision of the training.

import { type Encoder, FairfrontError, type LinearModel } from '@fairfront/core';
import { outputCount, quoted } from '@fairfront/core/internal';
import { type BoostedModel, type TreeColumn, treeColumns } from '@fairfront/trees';
import { isBoosted } from '@fairfront/trees/internal';
import type { Graph } from '../graph/graph.js';
import type { Tensor } from '../graph/tensor.js';
import { linearLayer } from '../network/head.js';
import {
  checkNetwork,
  logits,
  type Network,
  parameterCount,
  splitParameters,
  takesPictures,
} from '../network/network.js';
import { add } from '../operators/arithmetic.js';
import { gemm } from '../operators/matrix.js';
import type { NetworkModel } from '../training/network-model.js';
import { boostedScores } from './boosted-scores.js';
import type { Encoding, Features } from './encode-columns.js';
import type { ModelInput, PredictedTarget } from './prediction-graph.js';
import { timesWeights } from './text-features.js';

/** A model that can be exported, alone or as a part of a plug-in classifier. */
export type ScoringModel = LinearModel | NetworkModel | BoostedModel;

/** Whether a model is a network. */
export function isNetwork(model: ScoringModel): model is NetworkModel {
  return 'network' in model;
}

/** The kind of a model, for the file's metadata. */
export function modelKind(model: ScoringModel): Network['kind'] | 'boosted' {
  if (isBoosted(model)) return 'boosted';
  return isNetwork(model) ? model.network.kind : 'linear';
}

/**
 * What a model takes: features in the precision of its training (linear models are solved in float64, networks trained in
 * float32), or columns.
 */
export function modelEncoding(model: ScoringModel): Encoding {
  if (isBoosted(model)) return 'columns';
  return isNetwork(model) ? 'float32' : 'float64';
}

/** How many classes a model has; 1 where it predicts a number. */
export function modelClasses(model: ScoringModel): number {
  return isNetwork(model) ? model.network.classes : model.classCount;
}

/**
 * Adds the scores of a model to a graph: rows × classes, or rows × 1 where they are numbers that it predicts.
 * @param features in the model's precision, if it takes features
 * @param prefix put before the names of parameters in the graph
 */
export function modelScores(graph: Graph, model: ScoringModel, features: Features, prefix = ''): Tensor {
  if (isBoosted(model)) return boostedScores(graph, model, features.cells());
  return isNetwork(model)
    ? networkScores(graph, model, features.matrix(), prefix)
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

/** Words weigh in by their entries. */
function linearScores(graph: Graph, model: LinearModel, { plain, places, texts }: Features): Tensor {
  const { classCount, columnCount } = model;
  const { weights, bias } = linearLayer(model);
  const terms = texts.map((entries) => timesWeights(graph, entries, weights, classCount));
  const shift = graph.constant('float64', [classCount], bias);
  if (plain === undefined) return [...terms, shift].reduce((sum, term) => add(graph, sum, term));
  const own =
    texts.length === 0
      ? weights
      : Float64Array.from(
          { length: classCount * places.length },
          (_, i) => weights[Math.floor(i / places.length) * columnCount + places[i % places.length]!]!,
        );
  const scores = gemm(graph, plain, graph.constant('float64', [classCount, places.length], own), {
    transB: true,
    bias: shift,
  });
  return terms.reduce((sum, term) => add(graph, sum, term), scores);
}

/**
 * Refuses a model that does not fit what it is to take or has parameters that are no numbers.
 * @param what its name in messages
 */
export function checkModel(model: ScoringModel, source: ModelInput, what = 'the model'): void {
  const { network } = isNetwork(model) ? model : { network: undefined };
  if (network !== undefined) checkNetwork(network);
  const isPictures = network !== undefined && takesPictures(network);
  if (isPictures !== 'picture' in source) {
    throw new FairfrontError(
      'bad-problem',
      isPictures
        ? `${what} takes pictures, so it is exported with the name of their column, not with an encoder`
        : `${what} takes features, so it is exported with the encoder of the training rows, not with a column of pictures`,
    );
  }
  const encoder = 'picture' in source ? undefined : 'schema' in source ? source : source.encoder;
  if (isBoosted(model)) {
    checkBoosted(model, encoder!, what);
    return;
  }
  const inputs = encoder?.features.length;
  if (isNetwork(model)) {
    if (!takesPictures(model.network)) checkInputs(model.network.inputs, inputs!, what);
    checkParameters(model.parameters, parameterCount(model.network), what);
  } else {
    checkInputs(model.columnCount, inputs!, what);
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

/** Refuses trees that were grown on other columns, or add what is no number. */
function checkBoosted({ columns, base, value }: BoostedModel, encoder: Encoder, what: string): void {
  const own = treeColumns(encoder);
  if (own.length !== columns.length) {
    throw new FairfrontError(
      'bad-problem',
      `${what} was grown on ${columns.length} columns, but the encoder has ${own.length}; export it with the encoder of the training rows`,
    );
  }
  const describe = (column: TreeColumn): string =>
    column.kind === 'numeric' ? 'numbers' : `${column.levels} levels`;
  const other = own.findIndex((column, c) => describe(column) !== describe(columns[c]!));
  if (other >= 0) {
    throw new FairfrontError(
      'bad-problem',
      `${what} was grown on ${describe(columns[other]!)} in column ${other + 1}, but the encoder has ${describe(own[other]!)} in its column ${quoted([encoder.columns[other]!.name])}; export it with the encoder of the training rows`,
    );
  }
  const odd = [...base, ...value].find((score) => !Number.isFinite(score));
  if (odd !== undefined) {
    throw new FairfrontError(
      'bad-problem',
      `the scores of ${what} must be finite; one is ${odd}. Train it again`,
    );
  }
}

function checkInputs(inputs: number, encoded: number, what: string): void {
  if (encoded !== inputs) {
    throw new FairfrontError(
      'bad-problem',
      `${what} was trained on ${inputs} features, but the encoder has ${encoded}; export it with the encoder of the training rows`,
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
