// A trained model as plain data: the preprocessing and the weights, everything that is needed to predict from raw columns.

import {
  type Encoder,
  encodeSparse,
  FairfrontError,
  type LinearModel,
  parseEncoder,
  predictLinear,
  type Table,
} from '@fairfront/core';
import { outputCount } from '@fairfront/core/internal';

export const MODEL_SCHEMA = 'fairfront.model/1';

export interface ModelFile {
  readonly schema: typeof MODEL_SCHEMA;
  readonly kind: 'linear';
  readonly target: string;
  readonly classes: readonly string[];
  /** What each weight belongs to is in `features`. */
  readonly encoder: Encoder;
  /** One for the second of two classes, else one for each class. */
  readonly outputs: readonly { readonly intercept: number; readonly weights: readonly number[] }[];
}

export function modelFile(
  { columnCount, parameters }: LinearModel,
  encoder: Encoder,
  target: { readonly name: string; readonly classes: readonly string[] },
): ModelFile {
  const width = columnCount + 1;
  return {
    schema: MODEL_SCHEMA,
    kind: 'linear',
    target: target.name,
    classes: target.classes,
    encoder,
    outputs: Array.from({ length: parameters.length / width }, (_, k) => ({
      intercept: parameters[k * width + columnCount]!,
      weights: [...parameters.subarray(k * width, k * width + columnCount)],
    })),
  };
}

export interface Predictor {
  readonly target: string;
  readonly classes: readonly string[];
  /** The probability of each class for every row of the table: rows × classes. */
  predict(table: Table): Float64Array;
}

/** @param json what `JSON.parse` made of a model file */
export function predictorOf(json: unknown): Predictor {
  const { target, classes, encoder, model } = parseModelFile(json);
  return {
    target,
    classes,
    predict: (table) => {
      const rows = Uint32Array.from({ length: table.rowCount }, (_, row) => row);
      return predictLinear(model, encodeSparse(encoder, table, rows));
    },
  };
}

function parseModelFile(json: unknown) {
  const file = json as Partial<ModelFile> | null;
  if (file?.schema !== MODEL_SCHEMA || file.kind !== 'linear') {
    throw new FairfrontError(
      'bad-file',
      `a model must have schema "${MODEL_SCHEMA}" and kind "linear"; take the model.json of a run folder as it is`,
    );
  }
  const encoder = parseEncoder(file.encoder);
  const { target, classes, outputs } = file;
  const columnCount = encoder.features.length;
  const isSound =
    typeof target === 'string' &&
    Array.isArray(classes) &&
    classes.length >= 2 &&
    classes.every((name) => typeof name === 'string') &&
    Array.isArray(outputs) &&
    outputs.length === outputCount(classes.length) &&
    outputs.every(
      (output) =>
        Number.isFinite(output?.intercept) &&
        Array.isArray(output.weights) &&
        output.weights.length === columnCount &&
        output.weights.every(Number.isFinite),
    );
  if (!isSound) {
    throw new FairfrontError(
      'bad-file',
      `the model is damaged: it must have a target, its classes, and for each output an intercept and ${columnCount} weights; write it again with fairfront fit`,
    );
  }
  const parameters = Float64Array.from(
    (outputs as ModelFile['outputs']).flatMap(({ intercept, weights }) => [...weights, intercept]),
  );
  const model: LinearModel = { classCount: classes!.length, columnCount, parameters };
  return { target: target!, classes: classes!, encoder, model };
}
