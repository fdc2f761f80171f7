// What an exported model says of itself, read back from its bytes.

import { fromBinary } from '@bufbuild/protobuf';
import { type DecisionRule, FairfrontError } from '@fairfront/core';
import { parseDecisionRule } from '@fairfront/core/internal';
import { ModelProtoSchema } from '../onnx/onnx_pb.js';
import { LARGEST_SIDE } from '../operators/pictures.js';
import { EXPORT_SCHEMA } from './describe-model.js';
import { type PictureColumn, RAW_TYPES, type RawColumn } from './raw-columns.js';

export interface DescribedModel {
  /** The column that it predicts. */
  readonly target: string;
  /** None where it is a number. */
  readonly classes: readonly string[];
  readonly inputs: readonly (RawColumn | PictureColumn)[];
  /** How it decides, where that is not for the most probable class. */
  readonly decision?: DecisionRule;
}

/** The name under which a file's metadata have its decision rule. */
export const DECISION = 'fairfront.decision';

/** Reads which columns an exported model takes and what it predicts. */
export function describedModel(bytes: Uint8Array): DescribedModel {
  const metadata = readMetadata(bytes);
  const schema = metadata.get('fairfront.schema') ?? '';
  if (schema !== EXPORT_SCHEMA && /^fairfront\.onnx\/\d{1,9}$/.test(schema)) {
    throw new FairfrontError(
      'bad-file',
      `the model is of the schema ${schema}: this fairfront reads ${EXPORT_SCHEMA} and no newer; update fairfront`,
    );
  }
  if (schema !== EXPORT_SCHEMA) {
    throw new FairfrontError(
      'bad-file',
      `the model does not say which columns it takes: it was not written by fairfront (${EXPORT_SCHEMA})`,
    );
  }
  const target = metadata.get('fairfront.target');
  const classes = parsed(metadata.get('fairfront.classes'));
  const inputs = parsed(metadata.get('fairfront.inputs'));
  const isRight =
    isText(target) &&
    Array.isArray(classes) &&
    classes.length !== 1 &&
    classes.every(isText) &&
    Array.isArray(inputs) &&
    inputs.every(isInput);
  if (!isRight) {
    throw new FairfrontError(
      'bad-file',
      'the model is damaged: what it says of its columns and classes cannot be read; export or fit it again',
    );
  }
  const decision = metadata.get(DECISION);
  return {
    target,
    classes,
    inputs,
    ...(decision !== undefined && { decision: parseDecisionRule(parsed(decision), classes) }),
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isSide = (pixels: number | undefined): boolean =>
  Number.isInteger(pixels) && pixels! >= 1 && pixels! <= LARGEST_SIDE;

function isInput(value: unknown): value is RawColumn | PictureColumn {
  const { input, column, kind, height, width } = (value ?? {}) as Partial<PictureColumn | RawColumn> &
    Partial<Pick<PictureColumn, 'height' | 'width'>>;
  const isPicture = kind === 'picture' && isSide(height) && isSide(width);
  return isText(input) && isText(column) && isText(kind) && (isPicture || Object.hasOwn(RAW_TYPES, kind));
}

/** Undefined where the text is missing or no JSON. */
function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

function readMetadata(bytes: Uint8Array): Map<string, string> {
  try {
    const { metadataProps } = fromBinary(ModelProtoSchema, bytes);
    return new Map(metadataProps.map(({ key, value }) => [key, value]));
  } catch (error) {
    throw new FairfrontError(
      'bad-file',
      `the model is no ONNX file, or damaged: ${(error as Error).message}`,
    );
  }
}
