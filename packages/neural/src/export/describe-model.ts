// The description that an exported model carries, for people and for programs.

import { quoted } from '@fairfront/core/internal';
import type { ModelDescription } from '../onnx/encode-model.js';
import {
  isNumber,
  LABEL,
  type ModelInput,
  outputNames,
  PREDICTION,
  PROBABILITIES,
  type PredictedTarget,
  predictionInputs,
} from './prediction-graph.js';

/** The version of the metadata in exported files. */
export const EXPORT_SCHEMA = 'fairfront.onnx/1';

/**
 * Makes the description of an exported model.
 * @param about the user's: its text comes first, its metadata beside the rest
 * @param own added by this kind of model
 */
export function describeModel(
  source: ModelInput,
  target: PredictedTarget,
  kind: string,
  { description, metadata = {} }: ModelDescription,
  own: ModelDescription = {},
): ModelDescription {
  const { name } = target;
  const classes = isNumber(target) ? [] : target.classes;
  const columns =
    'rows × 1: numbers as float64, where NaN is missing, and levels and texts as strings, where an empty one is missing.';
  const from =
    'backbone' in source
      ? `pictures; the preprocessing and the network that makes their features are inside. "${source.column}" is rows × ${source.backbone.height} × ${source.backbone.width} × 3 as uint8, red, green and blue of each pixel; other inputs are columns, ${columns}`
      : 'picture' in source
        ? `pictures; the preprocessing is inside. The input is rows × ${source.picture.height} × ${source.picture.width} × 3 as uint8, red, green and blue of each pixel.`
        : `raw columns; the preprocessing is inside. Each input is a column, ${columns}`;
  const itself = isNumber(target)
    ? `Predicts the number ${quoted([name])} from ${from} "${PREDICTION}" is rows × 1, in the units of the target.`
    : `Predicts ${quoted([name])}, one of ${quoted(classes)}, from ${from} "${PROBABILITIES}" has a column for each class, in this order; "${LABEL}" is the class of highest probability.`;
  const said = [description, itself, own.description].filter((text) => text !== undefined);
  return {
    description: said.join('\n\n'),
    metadata: {
      ...metadata,
      'fairfront.schema': EXPORT_SCHEMA,
      'fairfront.kind': kind,
      'fairfront.target': name,
      'fairfront.classes': JSON.stringify(classes),
      'fairfront.inputs': JSON.stringify(predictionInputs(source, outputNames(target))),
      ...own.metadata,
    },
  };
}
