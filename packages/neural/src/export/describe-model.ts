// The description that an exported model carries, for people and for programs.

import type { Encoder } from '@fairfront/core';
import { quoted } from '@fairfront/core/internal';
import type { ModelDescription } from '../onnx/encode-model.js';
import { LABEL, PROBABILITIES, type PredictedTarget, predictionInputs } from './prediction-graph.js';

/** The version of the metadata in exported files. */
export const EXPORT_SCHEMA = 'fairfront.onnx/1';

/**
 * Makes the description of an exported model.
 * @param about the user's: its text comes first, its metadata beside the rest
 * @param own added by this kind of model
 */
export function describeModel(
  encoder: Encoder,
  { name, classes }: PredictedTarget,
  kind: string,
  { description, metadata = {} }: ModelDescription,
  own: ModelDescription = {},
): ModelDescription {
  const itself = `Predicts ${quoted([name])}, one of ${quoted(classes)}, from raw columns; the preprocessing is inside. Each input is a column, rows × 1: numbers as float64, where NaN is missing, and texts as strings, where an empty one is missing. "${PROBABILITIES}" has a column for each class, in this order; "${LABEL}" is the class of highest probability.`;
  const said = [description, itself, own.description].filter((text) => text !== undefined);
  return {
    description: said.join('\n\n'),
    metadata: {
      ...metadata,
      'fairfront.schema': EXPORT_SCHEMA,
      'fairfront.kind': kind,
      'fairfront.target': name,
      'fairfront.classes': JSON.stringify(classes),
      'fairfront.inputs': JSON.stringify(predictionInputs(encoder)),
      ...own.metadata,
    },
  };
}
