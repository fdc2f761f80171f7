// Pictures and what a backbone makes of them, before a fit: the size that the model takes, and the features
// as columns of the table. The ordinary linear fit is trained on these [the paper's networks end in such a
// layer].

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CancelSignal, type Column, createTable, type Table } from '@fairfront/core';
import { type Backbone, backboneFeatures, backboneSize, checkNetwork, openBackbone } from '@fairfront/neural';
import { definedOnly } from '../defined-only.js';
import { describeFileError } from '../describe-file-error.js';
import { Interrupted } from '../interrupted.js';
import { optionText } from '../option-text.js';
import type { Pictures } from '../pictures/pictures.js';
import { resizePictures } from '../pictures/read-pictures.js';
import { readSealed, seal } from '../sealed-file.js';
import { completeData, type Data } from '../task/data.js';
import { hashValues } from '../task/fingerprint.js';
import { DEFAULT_IMAGE_SIZE, withPictures } from '../task/with-pictures.js';
import { UsageError } from '../usage-error.js';
import { writeWhole } from '../write-file.js';
import type { FitOptions, ResolvedChoice } from './options/fit-options.js';
import { learnsFromPictures } from './options/kinds.js';

/** Where the features of pictures are kept in the folder of a run. */
export const KEPT_FEATURES = 'picture-features.bin';
const FEATURES_KIND = 'fairfront.picture-features/1';
/** Bytes of features that are kept: more than that takes longer to write and check than to make. */
const MOST_KEPT = 2 ** 30;
/** Pixels of a side of DenseNet's pictures, as in the paper. */
const DENSENET_SIZE = 224;

type PictureSettings = Pick<FitOptions, 'model' | 'backbone' | 'imageSize'>;

/** The pixels of a side that pictures are to have: what the model takes, or what is asked for. */
export function imageSizeOf({ model, backbone, imageSize }: PictureSettings): number {
  if (backbone !== undefined) {
    return backboneSize(readBackbone(backbone), backbone, imageSize);
  }
  const size = imageSize ?? (model === 'densenet121' ? DENSENET_SIZE : DEFAULT_IMAGE_SIZE);
  if (model !== undefined && learnsFromPictures(model)) {
    try {
      checkNetwork({ kind: model, picture: { height: size, width: size }, classes: 2 });
    } catch (error) {
      throw new UsageError(`${optionText('imageSize', size)}: ${(error as Error).message}`);
    }
  }
  return size;
}

function readBackbone(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new UsageError(`${optionText('backbone', path)}: ${describeFileError(error)}`);
  }
}

export interface PictureControls {
  readonly signal?: CancelSignal | undefined;
  /** The folder of a run, where features are kept. */
  readonly keptIn?: string;
  onPictures?(done: number, total: number): void;
  /** Told of how many pictures the features are made, and waited for. */
  onFeatures?(done: number, total: number): unknown;
  /** Told what a person should know at once. */
  onNote?(text: string): void;
}

/** Data with the pictures that the options ask for, and with what a backbone makes of them. */
export async function withPictureColumns(
  data: Table | Data,
  options: ResolvedChoice,
  controls: PictureControls,
): Promise<Table | Data> {
  const { image, backbone } = options;
  if (image === undefined && backbone === undefined) return data;
  const given: Data = completeData(data);
  if (image === undefined && given.pictures === undefined) {
    throw new UsageError(
      '`backbone` makes features of pictures; name their column with `image`, or take a dataset that has pictures',
    );
  }
  const size = imageSizeOf(options);
  const pictured = await withPictures(given, { ...options, imageSize: size }, { folder: '.', ...controls });
  if (backbone === undefined) return pictured;
  const pictures = pictured.pictures!;
  return withFeatures(
    { ...pictured, pictures: await resizePictures(pictures, size) },
    backbone,
    options,
    controls,
  );
}

async function withFeatures(
  data: Data & { readonly pictures: Pictures },
  path: string,
  { normalise, device, threads }: ResolvedChoice,
  { signal, keptIn, onFeatures, onNote }: PictureControls,
): Promise<Data> {
  const { pictures, table } = data;
  const bytes = readBackbone(path);
  const hash = createHash('sha256').update(JSON.stringify([normalise, pictures.height]));
  hashValues(hash, bytes);
  hashValues(hash, pictures.values);
  const key = hash.digest('hex');
  const { loadNodeRuntime } = await import('@fairfront/neural/node');
  const runtime = await loadNodeRuntime();
  const session = definedOnly({ device, threads });
  const backbone = await openBackbone(runtime, bytes, path, { size: pictures.height, normalise }, session);
  const kept =
    keptIn === undefined ? undefined : keptFeatures(keptIn, key, table.rowCount * backbone.featureCount);
  const features =
    kept ??
    (await backboneFeatures(runtime, backbone, pictures.values, session, async (done, total) => {
      await onFeatures?.(done, total);
      return signal?.aborted !== true;
    }));
  if (features === undefined) throw new Interrupted('the fit was cancelled');
  if (keptIn !== undefined && kept === undefined && features.byteLength <= MOST_KEPT) {
    try {
      writeWhole(join(keptIn, KEPT_FEATURES), seal(FEATURES_KIND, { key, features }));
    } catch (error) {
      onNote?.(
        `Warning: the features of the pictures cannot be kept; it goes on (${(error as Error).message})`,
      );
    }
  }
  const columns = featureColumns(features, backbone, table, pictures.column);
  return {
    ...data,
    pictures: { ...pictures, values: new Uint8Array(0) }, // of no more use
    table: createTable([...table.columns, ...columns]),
    columns: data.columns ?? table.columns.map(({ name, kind }) => ({ name, kind })),
    backbone: { column: pictures.column, backbone, columns: columns.map(({ name }) => name) },
  };
}

/** What an earlier fit of the same pictures kept, if it did. */
function keptFeatures(folder: string, key: string, length: number): Float32Array | undefined {
  try {
    const { key: of, features } = readSealed(FEATURES_KIND, join(folder, KEPT_FEATURES)) as Record<
      string,
      unknown
    >;
    return of === key && features instanceof Float32Array && features.length === length
      ? features
      : undefined;
  } catch {
    return undefined; // none, damaged, or of another version: they are made again
  }
}

/** Features as columns of numbers: "path 1", "path 2", … */
function featureColumns(
  features: Float32Array,
  { featureCount }: Backbone,
  { columns, rowCount }: Table,
  picture: string,
): Column[] {
  const taken = new Set(columns.map(({ name }) => name));
  return Array.from({ length: featureCount }, (_, i) => {
    let name = `${picture} ${i + 1}`;
    while (taken.has(name)) name += "'";
    const values = new Float64Array(rowCount);
    for (let row = 0; row < rowCount; row++) values[row] = features[row * featureCount + i]!;
    return { kind: 'numeric', name, values };
  });
}
