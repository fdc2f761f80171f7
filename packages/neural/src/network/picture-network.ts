// Networks on pictures. A row is height × width × 3 bytes, red, green and blue of a pixel side by side; the
// graph makes floats of them batch by batch, (value / 255 − mean) / scale for each colour by ImageNet's mean
// and scale, and puts the channels first.

import { FairfrontError } from '@fairfront/core';
import { Graph } from '../graph/graph.js';
import type { DataType, Tensor } from '../graph/tensor.js';
import { add, mul } from '../operators/arithmetic.js';
import { IMAGENET, LARGEST_SIDE, type Moves, shiftAndFlip } from '../operators/pictures.js';
import { cast, reshape, transpose } from '../operators/shape.js';
import { convnet } from './convnet.js';
import { densenet } from './densenet.js';
import { Layers } from './layers.js';
import type { Parameter } from './parameter.js';

/** The kinds of networks on pictures. */
export const PICTURE_KINDS = ['convnet', 'densenet121'] as const;

/** The architecture of a network on pictures. */
export interface PictureNetwork {
  readonly kind: (typeof PICTURE_KINDS)[number];
  /** Pixels of a picture. */
  readonly picture: { readonly height: number; readonly width: number };
  /** 1: a number is predicted. */
  readonly classes: number;
}

interface Architecture {
  /** Adds all layers but the last: rows × features. */
  readonly body: (layers: Layers, pictures: Tensor) => Tensor;
  /** The name of the last layer. */
  readonly head: string;
  /** Pixels of a side, at least. */
  readonly smallest: number;
}

const ARCHITECTURES: Readonly<Record<string, Architecture>> = {
  convnet: { body: convnet, head: 'head', smallest: 1 },
  densenet121: {
    body: (layers, x) => densenet(layers, x, { stem: 64, growth: 32, blocks: [6, 12, 24, 16] }),
    head: 'classifier',
    smallest: 29,
  },
  /**
   * Not offered: the same code, small enough for gradients by differences and for PyTorch's steps in tests.
   */
  densenet11: {
    body: (layers, x) => densenet(layers, x, { stem: 8, growth: 4, blocks: [2, 2] }),
    head: 'classifier',
    smallest: 5,
  },
};

/** Refuses a picture network that cannot be built; the error names the mistake. */
export function checkPictureNetwork({ kind, picture }: PictureNetwork): void {
  const { smallest } = ARCHITECTURES[kind]!;
  for (const side of ['height', 'width'] as const) {
    const pixels = picture?.[side];
    if (!(Number.isInteger(pixels) && pixels >= smallest && pixels <= LARGEST_SIDE)) {
      throw new FairfrontError(
        'bad-option',
        `the ${side} of a picture for a network of kind ${kind} must be a whole number of pixels from ${smallest} to ${LARGEST_SIDE}; got ${String(pixels)}`,
      );
    }
  }
}

/** What a picture network consists of and what it needs. */
export interface PictureDescription {
  readonly parameters: readonly Parameter[];
  /** Numbers that the last layer gets of a row. */
  readonly featureWidth: number;
  /** Multiplications for one row. */
  readonly work: number;
  /** Numbers that the largest output of a layer has for one row. */
  readonly largest: number;
}

const described = new Map<string, PictureDescription>();

/** Describes a picture network, by building it once without values. */
export function describePictureNetwork({ kind, picture, classes }: PictureNetwork): PictureDescription {
  const key = `${kind} ${picture.height} ${picture.width} ${classes}`;
  const known = described.get(key);
  if (known !== undefined) return known;
  const graph = new Graph();
  const parameters: Parameter[] = [];
  const ask = (parameter: Parameter): Tensor => {
    parameters.push(parameter);
    return { name: parameter.name, type: 'float32', shape: parameter.shape };
  };
  const layers = new Layers(graph, ask, false);
  const { body, head } = ARCHITECTURES[kind]!;
  const features = body(layers, graph.input('x', 'float32', ['rows', 3, picture.height, picture.width]));
  layers.linear(head, features, classes);
  const { work, largest } = layers;
  const description = { parameters, featureWidth: features.shape[1] as number, work, largest };
  described.set(key, description);
  return description;
}

/** One pass of a batch through a picture network. */
export interface PicturePass {
  /** The input of the last layer: rows × `featureWidth`. */
  readonly features: Tensor;
  /** rows × classes */
  readonly scores: Tensor;
  /** By name, what the running statistics are after the batch. Empty in prediction. */
  readonly nextStatistics: ReadonlyMap<string, Tensor>;
}

/** How a batch goes through a network in training. */
export interface PictureTraining {
  /** Random crops and flips; `undefined` for none. */
  readonly moves: Moves | undefined;
}

/**
 * Adds a pass of a batch to a graph.
 * @param x rows × (height · width · 3), or rows × height × width × 3
 * @param training `undefined` in prediction: the running statistics are used
 */
export function passPictures(
  graph: Graph,
  { kind, picture, classes }: PictureNetwork,
  parameters: readonly Tensor[],
  x: Tensor,
  training?: PictureTraining,
): PicturePass {
  let asked = 0;
  const layers = new Layers(graph, () => parameters[asked++]!, training !== undefined);
  const { body, head } = ARCHITECTURES[kind]!;
  const still = normalisedPictures(graph, x, picture, parameters[0]!.type);
  const moved = training?.moves === undefined ? still : shiftAndFlip(graph, still, training.moves);
  const features = body(layers, moved);
  const scores = layers.linear(head, features, classes);
  return { features, scores, nextStatistics: layers.nextStatistics };
}

function normalisedPictures(
  graph: Graph,
  x: Tensor,
  { height, width }: PictureNetwork['picture'],
  type: DataType,
): Tensor {
  const pixels = reshape(graph, x, [x.shape[0]!, height, width, 3]);
  const floats = cast(graph, transpose(graph, pixels, [0, 3, 1, 2]), type);
  const colours = (values: number[]): Tensor => graph.constant(type, [3, 1, 1], values);
  const { mean, scale } = IMAGENET;
  const factors = colours(scale.map((own) => 1 / (255 * own)));
  return add(graph, mul(graph, floats, factors), colours(mean.map((own, c) => -own / scale[c]!)));
}
