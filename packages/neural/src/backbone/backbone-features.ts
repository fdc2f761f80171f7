// The features that a backbone makes of pictures, some pictures at a time.

import { toBinary } from '@bufbuild/protobuf';
import { FairfrontError } from '@fairfront/core';
import { Graph } from '../graph/graph.js';
import { modelProto } from '../onnx/encode-model.js';
import { ModelProtoSchema } from '../onnx/onnx_pb.js';
import { LARGEST_SIDE } from '../operators/pictures.js';
import type { Runtime, Session, SessionOptions } from '../session/runtime.js';
import { type Backbone, FEATURES, joinBackbone, type Normalisation } from './join-backbone.js';
import { type ParsedBackbone, parseBackbone } from './parse-backbone.js';

export interface BackboneOptions {
  /** Pixels of a side, where the backbone takes any. Default 224. */
  readonly size?: number | undefined;
  /** How pixels become numbers. Default imagenet. */
  readonly normalise?: Normalisation | undefined;
}

/** Pixels of a side that a backbone is handed, where it takes any size. */
const DEFAULT_BACKBONE_SIZE = 224;
/** Pictures in a run of the backbone. */
const BATCH = 32;

/**
 * Pixels of a side of the pictures that a backbone takes, read from the bytes of its file.
 * @param label what messages call it; @param size what is wanted where it takes any
 */
export function backboneSize(bytes: Uint8Array, label: string, size?: number): number {
  return sizeOf(parseBackbone(bytes, label), size).height;
}

function sizeOf({ height, width }: ParsedBackbone, size?: number): { height: number; width: number } {
  const side = size ?? DEFAULT_BACKBONE_SIZE;
  const own = { height: height ?? width ?? side, width: width ?? height ?? side };
  if (size !== undefined && (own.height !== size || own.width !== size)) {
    throw new FairfrontError(
      'bad-option',
      `\`imageSize\`: the backbone takes pictures of ${own.height} × ${own.width} pixels, not ${size}; leave it out`,
    );
  }
  if (own.height !== own.width) {
    throw new FairfrontError(
      'bad-file',
      `\`backbone\`: it takes pictures of ${own.height} × ${own.width} pixels; only square ones are supported`,
    );
  }
  if (own.height > LARGEST_SIDE) {
    throw new FairfrontError(
      'bad-file',
      `\`backbone\`: it takes pictures of ${own.height} × ${own.width} pixels; at most ${LARGEST_SIDE} of a side are supported`,
    );
  }
  return own;
}

/** Opens a backbone: runs it once to learn what its features are like. @param label what messages call it */
export async function openBackbone(
  runtime: Runtime,
  bytes: Uint8Array,
  label: string,
  { size, normalise = 'imagenet' }: BackboneOptions = {},
  session: SessionOptions = {},
): Promise<Backbone> {
  const parsed = parseBackbone(bytes, label);
  const known = { ...parsed, ...sizeOf(parsed, size), normalise };
  const { data, dims } = await probe(runtime, known, label, session);
  const rank = dims.length;
  if (!(data instanceof Float32Array) || (rank !== 2 && rank !== 4) || dims[0] !== 1 || data.length === 0) {
    throw new FairfrontError(
      'bad-file',
      `\`backbone\`: the features that ${label} makes of one picture are of shape [${dims.join(', ')}]; they must be float32, rows × features or rows × channels × height × width`,
    );
  }
  if (rank === 4 && !known.channelsFirst) {
    throw new FairfrontError(
      'bad-file',
      `\`backbone\`: the features of ${label} are maps of shape [${dims.join(', ')}], and which axis has the channels is not known; export it with pooled features`,
    );
  }
  return { ...known, rank, featureCount: dims[1]! };
}

async function probe(
  runtime: Runtime,
  known: Omit<Backbone, 'rank' | 'featureCount'>,
  label: string,
  options: SessionOptions,
) {
  let session: Session | undefined;
  try {
    session = await runtime.open(featureModel({ ...known, rank: 2 }, ['rows', 'features']), options);
    const dims = [1, known.height, known.width, 3];
    const picture = { type: 'uint8' as const, dims, data: new Uint8Array(known.height * known.width * 3) };
    return (await session.run({ picture }))['features']!;
  } catch (error) {
    throw error instanceof FairfrontError ? error : cannotRun(label, error as Error);
  } finally {
    await session?.close();
  }
}

function cannotRun(label: string, cause: Error): FairfrontError {
  return new FairfrontError('bad-file', `\`backbone\`: ${label} cannot be run: ${cause.message}`, { cause });
}

/** A model that takes pictures and gives their features. */
function featureModel(
  backbone: Omit<Backbone, 'featureCount'>,
  shape: readonly (string | number)[],
): Uint8Array {
  const graph = new Graph();
  graph.output('features', graph.input(FEATURES, 'float32', shape));
  const head = modelProto(graph);
  head.graph!.output[0]!.type!.value.value!.shape = undefined; // whether features are a matrix or maps, the probe shows
  return toBinary(ModelProtoSchema, joinBackbone(backbone, head, 'picture'));
}

/**
 * The features of pictures: rows × featureCount.
 * @param values rows × height × width × 3
 * @param onFeatures told how many rows have them, and waited for; false ends it
 * @returns `undefined` if it was ended
 */
export async function backboneFeatures(
  runtime: Runtime,
  backbone: Backbone,
  values: Uint8Array,
  session: SessionOptions = {},
  onFeatures?: (done: number, total: number) => unknown,
): Promise<Float32Array | undefined> {
  const { height, width, featureCount } = backbone;
  const bytes = height * width * 3;
  const rows = values.length / bytes;
  const features = new Float32Array(rows * featureCount);
  const opened = await runtime.open(featureModel(backbone, ['rows', featureCount]), session);
  try {
    for (let from = 0; from < rows; from += BATCH) {
      const count = Math.min(BATCH, rows - from);
      const data = values.subarray(from * bytes, (from + count) * bytes);
      const picture = { type: 'uint8' as const, dims: [count, height, width, 3], data };
      const found = await opened.run({ picture }).catch((error) => {
        throw cannotRun(`with ${count} pictures at a time it`, error);
      });
      const { data: own, dims } = found['features']!;
      if (dims[0] !== count || own.length !== count * featureCount) {
        throw new FairfrontError(
          'bad-file',
          `\`backbone\`: of ${count} pictures it makes features of shape [${dims.join(', ')}] in place of ${count} × ${featureCount}; export it with a free number of rows (dynamic_axes)`,
        );
      }
      features.set(own as Float32Array, from * featureCount);
      checkFinite(own as Float32Array, from, featureCount);
      if ((await onFeatures?.(from + count, rows)) === false) return undefined;
    }
  } finally {
    await opened.close();
  }
  return features;
}

/** @param from the row that the features begin with */
function checkFinite(features: Float32Array, from: number, featureCount: number): void {
  const odd = features.findIndex((value) => !Number.isFinite(value));
  if (odd < 0) return;
  throw new FairfrontError(
    'bad-problem',
    `\`backbone\`: it makes ${features[odd]} of the picture in row ${from + Math.floor(odd / featureCount) + 1}; look at the picture, or take another \`normalise\``,
  );
}
