// The options of networks: what they are made of, how they are trained, where.

import type { Loss } from '@fairfront/core';
import {
  ACTIVATIONS,
  type FullyConnectedNetwork,
  JOINT_DEFAULTS,
  type JointOptions,
  type Network,
  OPTIMISERS,
  type PictureNetwork,
  resolveJointOptions,
} from '@fairfront/neural';
import { definedOnly } from '../../defined-only.js';
import {
  flag,
  numberAbove,
  numberFrom,
  type OptionKinds,
  oneOf,
  optionText,
  path,
  text,
  wholeNumber,
  wholeNumbers,
} from '../../option-kinds.js';
import { noPictures } from '../../task/prepare-fit.js';
import { UsageError } from '../../usage-error.js';
import { isNetwork, learnsFromPictures, type ModelKind } from './kinds.js';

/** Options that are handed on to the training as they are. */
const TRAINING_NAMES = [
  'learningRate',
  'batchSize',
  'maxEpochs',
  'epochSteps',
  'patience',
  'minImprovement',
  'settle',
  'dropout',
  'weightDecay',
  'optimiser',
  'augment',
] as const satisfies readonly (keyof JointOptions)[];

export interface NetworkOptions extends Pick<JointOptions, (typeof TRAINING_NAMES)[number]> {
  /** Units of each hidden layer, or of each block of a resnet. Default 512, 512. */
  readonly hidden?: readonly number[];
  /** Default elu. */
  readonly activation?: FullyConnectedNetwork['activation'];
  /**
   * A file with the parameters to start from: safetensors, or an ONNX file. The last layer is made
   * new where it is of other classes. Default none.
   */
  readonly weights?: string;
  /** An execution provider of onnxruntime. Default cpu. */
  readonly device?: string;
  /** Cores of one training of a network or of boosted trees, or components of a plug-in classifier trained at a time. Default: all. */
  readonly threads?: number;
}

export const DEFAULT_HIDDEN = [512, 512];
export const DEFAULT_ACTIVATION = 'elu';
/** From this many training rows on, batches are larger: the paper's other size, where a step costs less a row. */
export const MANY_ROWS = 100_000;
export const LARGE_BATCH = 512;
const WIDEST = 2 ** 16;

export const NETWORK_KINDS: OptionKinds<NetworkOptions> = {
  hidden: wholeNumbers(1, WIDEST),
  activation: oneOf(ACTIVATIONS),
  learningRate: numberAbove(0),
  batchSize: wholeNumber(1, 2 ** 20),
  maxEpochs: wholeNumber(1, 1e6),
  epochSteps: wholeNumber(1, 1e6),
  patience: wholeNumber(1, 1e6),
  minImprovement: numberFrom(0, 1),
  settle: flag,
  dropout: numberFrom(0, 1),
  weightDecay: numberFrom(0),
  optimiser: oneOf(OPTIMISERS),
  augment: flag,
  weights: path,
  device: text,
  threads: wholeNumber(1, 1024),
};

/** The network that the options describe. */
export function networkOf(
  {
    model,
    hidden = DEFAULT_HIDDEN,
    activation = DEFAULT_ACTIVATION,
  }: NetworkOptions & { readonly model: ModelKind },
  { inputs, picture }: NetworkInput,
  classes: number,
): Network {
  if (!isNetwork(model)) throw new UsageError(`${optionText('model', model)} is no network`);
  if (!learnsFromPictures(model)) return { kind: model, inputs, classes, hidden, activation };
  if (picture === undefined) throw noPictures(model);
  return { kind: model, picture, classes };
}

/** What a network takes of a row: so many features, or a picture. */
export interface NetworkInput {
  readonly inputs: number;
  readonly picture?: PictureNetwork['picture'] | undefined;
}

/** How a network is trained. @param rows to train on */
export function jointOptionsOf(
  options: NetworkOptions & { readonly loss: Loss; readonly seed: number },
  rows: number,
): JointOptions {
  const { loss, seed } = options;
  const batchSize = rows >= MANY_ROWS ? LARGE_BATCH : JOINT_DEFAULTS.batchSize;
  const given: JointOptions = definedOnly(
    Object.fromEntries(TRAINING_NAMES.map((name) => [name, options[name]])),
  );
  return { batchSize, ...given, loss, seed };
}

/** What a network is made of and how it was trained. Only pictures are augmented. */
export type NetworkReport =
  | (FullyConnectedNetwork & Omit<Required<JointOptions>, 'augment'>)
  | (PictureNetwork & Required<JointOptions>);

/** Puts together what a network is made of and how it is trained. */
export function networkReport(
  network: Network,
  { augment, ...training }: Required<JointOptions>,
): NetworkReport {
  return 'picture' in network ? { ...network, ...training, augment } : { ...network, ...training };
}

/** What a network is made of and how it is trained, all options resolved. @param rows to train on */
export function networkReportOf(
  options: NetworkOptions & { readonly model: ModelKind; readonly loss: Loss; readonly seed: number },
  { classes, rows, ...input }: NetworkInput & { readonly classes: number; readonly rows: number },
): NetworkReport {
  return networkReport(
    networkOf(options, input, classes),
    resolveJointOptions(jointOptionsOf(options, rows)),
  );
}
