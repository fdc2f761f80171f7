// Exports trained models as ONNX files: parameters are constants, and the file describes its inputs and
// outputs.

import type { LinearModel } from '@fairfront/core';
import type { BoostedModel } from '@fairfront/trees';
import type { Network } from '../network/network.js';
import type { ModelDescription } from '../onnx/encode-model.js';
import { softmax } from '../operators/activations.js';
import { describeModel } from './describe-model.js';
import {
  checkClasses,
  checkModel,
  modelClasses,
  modelEncoding,
  modelKind,
  modelScores,
  type ScoringModel,
} from './model-scores.js';
import {
  encodePrediction,
  isNumber,
  type ModelInput,
  type PictureInput,
  type PredictedTarget,
  predictionGraph,
} from './prediction-graph.js';

export { EXPORT_SCHEMA } from './describe-model.js';

/**
 * Exports a network as the bytes of an ONNX file. It is computed in float32, as it was trained.
 * @param source the encoder of the training rows, or for a network on pictures their column
 * @param about put before the file's own description, and beside its own metadata
 */
export function exportNetwork(
  network: Network,
  parameters: Float32Array,
  source: ModelInput,
  target: PredictedTarget,
  about: ModelDescription = {},
): Uint8Array {
  return exportModel({ network, parameters }, source, target, about);
}

/** Exports a linear model as the bytes of an ONNX file. It is computed in float64, as it was solved. */
export function exportLinear(
  model: LinearModel,
  source: Exclude<ModelInput, PictureInput>,
  target: PredictedTarget,
  about: ModelDescription = {},
): Uint8Array {
  return exportModel(model, source, target, about);
}

/**
 * Exports boosted trees as the bytes of an ONNX file. Cells are compared in float32 and leaves added in float64, as the
 * library does both; a number beyond float32, an infinite one too, is taken for the largest.
 */
export function exportBoosted(
  model: BoostedModel,
  source: Exclude<ModelInput, PictureInput>,
  target: PredictedTarget,
  about: ModelDescription = {},
): Uint8Array {
  return exportModel(model, source, target, about);
}

function exportModel(
  model: ScoringModel,
  source: ModelInput,
  target: PredictedTarget,
  about: ModelDescription,
): Uint8Array {
  checkModel(model, source);
  checkClasses(modelClasses(model), target);
  const graph = predictionGraph(
    source,
    target,
    (inner, features) => {
      const scores = modelScores(inner, model, features);
      return isNumber(target) ? scores : softmax(inner, scores);
    },
    modelEncoding(model),
  );
  return encodePrediction(graph, source, target, describeModel(source, target, modelKind(model), about));
}
