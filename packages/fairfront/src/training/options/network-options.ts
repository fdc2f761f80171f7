// The options of networks: what they are made of, how they are trained, where.

import type { Loss } from '@fairfront/core';
import {
  ACTIVATIONS,
  JOINT_DEFAULTS,
  type JointOptions,
  type Network,
  OPTIMISERS,
  resolveJointOptions,
} from '@fairfront/neural';
import { type Command, Option } from 'commander';
import { numberAbove, numberIn, wholeNumber, wholeNumbers } from '../../cli/common-options.js';
import { definedOnly } from '../../defined-only.js';
import { flagOf } from '../../measure/asked.js';
import { UsageError } from '../../usage-error.js';
import type { Estimation, ModelKind } from './kinds.js';

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
] as const satisfies readonly (keyof JointOptions)[];

export interface NetworkOptions extends Pick<JointOptions, (typeof TRAINING_NAMES)[number]> {
  readonly hidden?: readonly number[];
  readonly activation?: Network['activation'];
  readonly device?: string;
  /** Cores of one training; by default all. Not on the command line. */
  readonly threads?: number;
}

const DEFAULT_HIDDEN = [512, 512];
const WIDEST = 2 ** 16;
const DEFAULT_ACTIVATION = 'elu';
/** From this many training rows on, batches are larger: the paper's other size, where a step costs less a row. */
const MANY_ROWS = 100_000;
const LARGE_BATCH = 512;

/** All of them, to know whether one was said. */
const NAMES = [
  'hidden',
  'activation',
  ...TRAINING_NAMES,
  'device',
] as const satisfies readonly (keyof NetworkOptions)[];

export function addNetworkOptions(command: Command): Command {
  const { learningRate, batchSize, maxEpochs, patience } = JOINT_DEFAULTS;
  for (const option of [
    new Option(
      '--hidden <widths>',
      `units of each hidden layer; of a resnet, of each block (default: ${DEFAULT_HIDDEN})`,
    ).argParser(wholeNumbers(1, WIDEST)),
    new Option('--activation <function>', `of hidden units (default: ${DEFAULT_ACTIVATION})`).choices(
      ACTIVATIONS,
    ),
    new Option('--learning-rate <number>', `of the first epoch (default: ${learningRate})`).argParser(
      numberAbove(0),
    ),
    new Option(
      '--batch-size <rows>',
      `rows in a step, of all groups alike (default: ${batchSize}; ${LARGE_BATCH} from ${MANY_ROWS} training rows on)`,
    ).argParser(wholeNumber(1, 2 ** 20)),
    new Option('--max-epochs <number>', `of a solve (default: ${maxEpochs})`).argParser(wholeNumber(1, 1e6)),
    new Option(
      '--epoch-steps <number>',
      'steps of an epoch at least, where one pass over few rows is too short to learn (default: one pass)',
    ).argParser(wholeNumber(1, 1e6)),
    new Option('--patience <epochs>', `in a row that may fail to improve (default: ${patience})`).argParser(
      wholeNumber(1, 1e6),
    ),
    new Option(
      '--min-improvement <share>',
      'an epoch is better if the validation risk falls by this (default: 0)',
    ).argParser(numberIn(0, 1)),
    new Option(
      '--no-settle',
      'train on when the learning rate has decayed to a few roundings, as the paper does',
    ),
    new Option('--dropout <share>', 'of hidden units (default: 0)').argParser(numberIn(0, 1)),
    new Option(
      '--weight-decay <number>',
      'share of the weights taken off in a step, times the learning rate (default: 0)',
    ).argParser(numberIn(0, Number.POSITIVE_INFINITY)),
    new Option('--optimiser <name>', 'what makes the steps (default: adam)').choices(OPTIMISERS),
    new Option('--device <name>', 'an execution provider of onnxruntime (default: cpu)'),
  ]) {
    command.addOption(option.helpGroup('Network (--model mlp or resnet, or --distil):'));
  }
  return command;
}

/** @param given the options that were said */
export function refuseOtherModels(
  model: ModelKind,
  estimation: Estimation,
  given: Readonly<Record<string, unknown>>,
): void {
  if (model === 'linear') {
    if (given['distil'] !== undefined) return;
    const name = NAMES.find((option) => given[option] !== undefined);
    if (name === undefined) return;
    throw new UsageError(
      `${flagOf(name, given[name])} is for networks; add --model mlp or --model resnet, or leave it out`,
    );
  }
  if (given['l2'] !== undefined) {
    throw new UsageError(`--l2 is for linear models; for a network take --weight-decay, or leave it out`);
  }
  if (estimation === 'joint' && given['gap'] !== undefined) {
    throw new UsageError(
      '--gap is for linear models: nothing is proved of networks trained jointly, so a search of them ends by --max-solves',
    );
  }
  if (given['search'] === 'exact') {
    throw new UsageError(
      `--search exact needs a convex problem, and the risk of a network is not convex; choose another --search, or --model linear`,
    );
  }
}

export function networkOf(
  {
    model,
    hidden = DEFAULT_HIDDEN,
    activation = DEFAULT_ACTIVATION,
  }: NetworkOptions & { readonly model: ModelKind },
  inputs: number,
  classes: number,
): Network {
  if (model === 'linear') throw new UsageError('--model linear is no network');
  return { kind: model, inputs, classes, hidden, activation };
}

/** @param rows to train on */
export function jointOptionsOf(
  options: NetworkOptions & { readonly loss: Loss; readonly seed: number },
  rows: number,
): JointOptions {
  const { loss, seed } = options;
  const batchSize = rows >= MANY_ROWS ? LARGE_BATCH : JOINT_DEFAULTS.batchSize;
  const said: JointOptions = definedOnly(
    Object.fromEntries(TRAINING_NAMES.map((name) => [name, options[name]])),
  );
  return { batchSize, ...said, loss, seed };
}

/** What a network is made of and how it is trained, all options resolved. @param rows to train on */
export function networkReportOf(
  options: NetworkOptions & { readonly model: ModelKind; readonly loss: Loss; readonly seed: number },
  { inputs, classes, rows }: { readonly inputs: number; readonly classes: number; readonly rows: number },
): Network & Required<JointOptions> {
  return { ...networkOf(options, inputs, classes), ...resolveJointOptions(jointOptionsOf(options, rows)) };
}
