// The options of training: what is trained, how the weights are looked for, when that ends.

import type { Loss } from '@fairfront/core';
import { type Command, Option } from 'commander';
import { numberAbove, wholeNumber } from '../../cli/common-options.js';
import type { CompareOptions } from './compare-option.js';
import type { Estimation, ModelKind } from './kinds.js';
import type { NetworkOptions } from './network-options.js';
import type { PlugInOptions } from './plug-in-options.js';

export const SEARCHES = [
  'apstar',
  'cutting-plane',
  'multiplicative-weights',
  'exponential-weights',
  'random',
  'exact',
] as const;
export type SearchName = (typeof SEARCHES)[number];

export const DEFAULT_GAP = 1e-4;

export interface TrainingOptions {
  readonly loss: Loss;
  readonly model: ModelKind;
  readonly estimation: Estimation;
  /** Of a linear model. */
  readonly l2: number;
}

export interface FitOptions extends TrainingOptions, NetworkOptions, PlugInOptions, CompareOptions {
  readonly search: SearchName;
  /** Default 100, for networks 20, plug-in 500; the exact search makes no solves. */
  readonly maxSolves?: number;
  readonly gap: number;
  /** By default where a solve is cheap: not for networks trained jointly. */
  readonly refine?: boolean;
  readonly resume: boolean;
}

export function addTrainingOptions(
  command: Command,
  models: readonly ModelKind[],
  estimations: readonly Estimation[],
): Command {
  for (const option of [
    new Option('--loss <loss>', 'what is minimised')
      .choices(['cross-entropy', 'brier'])
      .default('cross-entropy'),
    new Option('--model <model>', 'what is trained').choices(models).default('linear'),
    new Option(
      '--estimation <way>',
      estimations.length === 1
        ? 'one model for all groups'
        : 'one model for all groups, trained for each choice of weights; or plug-in: one of each group and one of who is in it, trained once and mixed',
    )
      .choices(estimations)
      .default('joint'),
    new Option('--l2 <number>', 'linear: factor of half the squared weights, beside mean risks')
      .argParser(numberAbove(0))
      .default(1e-6),
  ]) {
    command.addOption(option.helpGroup('Model:'));
  }
  return command;
}

export function addSearchOptions(command: Command): Command {
  for (const option of [
    new Option(
      '--search <strategy>',
      'who looks for the weights of the groups: by validation risks, or exact, by training risks in one problem',
    )
      .choices(SEARCHES)
      .default('apstar'),
    new Option(
      '--max-solves <number>',
      'solves at most (default: 100; for a network 20, plug-in 500)',
    ).argParser(wholeNumber(1, 1e6)),
    new Option('--gap <share>', 'stop once proved that no model can be better by more than this')
      .argParser(numberAbove(0))
      .default(DEFAULT_GAP),
    new Option(
      '--refine',
      'last solves, which help groups without harm to the worst one (default: where a solve is cheap: not for networks trained jointly)',
    ),
    new Option('--no-refine', 'leave them out'),
  ]) {
    command.addOption(option.helpGroup('Search:'));
  }
  return command;
}
