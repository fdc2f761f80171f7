// What an exported model says of itself, read back from its bytes.

import { fromBinary } from '@bufbuild/protobuf';
import { FairfrontError } from '@fairfront/core';
import { ModelProtoSchema } from '../onnx/onnx_pb.js';
import { EXPORT_SCHEMA } from './describe-model.js';
import type { RawColumn } from './raw-columns.js';

export interface DescribedModel {
  /** The column that it predicts. */
  readonly target: string;
  readonly classes: readonly string[];
  readonly inputs: readonly RawColumn[];
}

/** Reads which columns an exported model takes and what it predicts. */
export function describedModel(bytes: Uint8Array): DescribedModel {
  const metadata = readMetadata(bytes);
  if (metadata.get('fairfront.schema') !== EXPORT_SCHEMA) {
    throw new FairfrontError(
      'bad-file',
      `the model does not say which columns it takes: it was not written by fairfront (${EXPORT_SCHEMA})`,
    );
  }
  return {
    target: metadata.get('fairfront.target')!,
    classes: JSON.parse(metadata.get('fairfront.classes')!),
    inputs: JSON.parse(metadata.get('fairfront.inputs')!),
  };
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
