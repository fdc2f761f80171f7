// The graph of an exported model: raw columns of a table or pictures in, probabilities and labels out, or the number that
// is predicted. The preprocessing is inside, and no group is an input.

import { toBinary } from '@bufbuild/protobuf';
import type { Encoder, Target } from '@fairfront/core';
import { type Backbone, FEATURES, joinBackbone } from '../backbone/join-backbone.js';
import { Graph } from '../graph/graph.js';
import type { Tensor } from '../graph/tensor.js';
import { encodeModel, ML_DOMAIN, type ModelDescription, modelProto } from '../onnx/encode-model.js';
import { ModelProtoSchema } from '../onnx/onnx_pb.js';
import { add } from '../operators/arithmetic.js';
import { reduceSum } from '../operators/reduce.js';
import { cast } from '../operators/shape.js';
import { doubt, type Encoding, encodeColumns, type Features, pictureFeatures } from './encode-columns.js';
import { freeName, type PictureColumn, type RawColumn, rawColumns } from './raw-columns.js';

/**
 * The output of probabilities: rows × classes, float32. NaN where a number is infinite or too far from
 * training's; trees take such a number for a large one.
 */
export const PROBABILITIES = 'probabilities';
/**
 * The output of labels: the class of highest probability, the first of equals; '' where probabilities are
 * NaN.
 */
export const LABEL = 'label';

/** The output where a number is predicted: rows × 1, float32. NaN as probabilities are. */
export const PREDICTION = 'prediction';

/** The name of a target and its classes; where a number is predicted, its name is the only one. */
export type PredictedTarget = Pick<Target, 'name' | 'classes'>;

/** Whether a target is a number. */
export function isNumber({ classes }: PredictedTarget): boolean {
  return classes.length === 1;
}

/** The names of what a model puts out. */
export function outputNames(target: PredictedTarget): readonly string[] {
  return isNumber(target) ? [PREDICTION] : [PROBABILITIES, LABEL];
}

/** What a model's features are made of: the columns of an encoder, one column of pictures, or both. */
export type ModelInput = Encoder | PictureInput | BackboneInput;

/** A column of pictures, all of one size. */
export interface PictureInput {
  readonly column: string;
  readonly picture: { readonly height: number; readonly width: number };
}

/** Columns of an encoder, some of which are the features that a backbone makes of a column of pictures. */
export interface BackboneInput {
  readonly column: string;
  readonly backbone: Backbone;
  /** The encoder's column for each of the backbone's features, in their order. */
  readonly columns: readonly string[];
  readonly encoder: Encoder;
}

/**
 * The inputs of an exported model. A column that has the name of an output is an input under another name.
 * @param reserved the names of its outputs; by default those of a model of classes
 */
export function predictionInputs(source: Encoder, reserved?: readonly string[]): RawColumn[];
export function predictionInputs(
  source: ModelInput,
  reserved?: readonly string[],
): (RawColumn | PictureColumn)[];
export function predictionInputs(
  source: ModelInput,
  reserved: readonly string[] = [PROBABILITIES, LABEL],
): (RawColumn | PictureColumn)[] {
  if ('schema' in source) return rawColumns(source, reserved);
  const { column } = source;
  const { height, width } = 'picture' in source ? source.picture : source.backbone;
  const picture = { column, input: freeName(column, reserved), kind: 'picture', height, width } as const;
  if ('picture' in source) return [picture];
  return [picture, ...rawColumns(source.encoder, [...reserved, FEATURES, picture.input], source.columns)];
}

/**
 * Builds the graph. Its inputs are those of `predictionInputs`, each rows × 1: numbers as float64 (NaN is
 * missing), levels and texts as strings ('' is missing); or pictures, rows × height × width × 3, as uint8.
 * Where a backbone makes features, they are an input in place of the pictures: the graph is its head.
 * @param predict adds the probabilities, rows × classes, or the number of features, which are of `encoding`
 */
export function predictionGraph(
  source: ModelInput,
  target: PredictedTarget,
  predict: (graph: Graph, features: Features) => Tensor,
  encoding: Encoding,
): Graph {
  const graph = new Graph();
  const reserved = outputNames(target);
  let probabilities: Tensor;
  if ('picture' in source) {
    const [{ input }] = predictionInputs(source, reserved) as [PictureColumn];
    const { height, width } = source.picture;
    const pictures = graph.input(input, 'uint8', ['rows', height, width, 3]);
    probabilities = cast(graph, predict(graph, pictureFeatures(graph, pictures)), 'float32');
  } else {
    const encoder = 'schema' in source ? source : source.encoder;
    const made = 'schema' in source ? undefined : { input: FEATURES, columns: source.columns };
    const raw = predictionInputs(source, reserved).filter((own): own is RawColumn => own.kind !== 'picture');
    const features = encodeColumns(graph, encoder, raw, encoding, made);
    const predicted = predict(graph, features);
    const answered =
      encoding === 'columns' // trees have an answer to everything
        ? predicted
        : add(graph, predicted, cast(graph, doubt(graph, features), predicted.type));
    probabilities = cast(graph, answered, 'float32');
  }
  if (isNumber(target)) {
    graph.output(PREDICTION, probabilities);
    return graph;
  }
  graph.output(PROBABILITIES, probabilities);
  graph.output(LABEL, labels(graph, probabilities, target.classes));
  return graph;
}

/** The bytes of a prediction graph, with the backbone before it where there is one. */
export function encodePrediction(
  graph: Graph,
  source: ModelInput,
  target: PredictedTarget,
  description: ModelDescription,
): Uint8Array {
  if (!('backbone' in source)) return encodeModel(graph, description);
  const [{ input }] = predictionInputs(source, outputNames(target)) as [PictureColumn];
  return toBinary(ModelProtoSchema, joinBackbone(source.backbone, modelProto(graph, description), input));
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
