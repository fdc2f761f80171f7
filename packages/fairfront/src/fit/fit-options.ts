// The options of training: what is trained, how the weights are looked for, when that ends.

import type { LinearLoss } from '@fairfront/core';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { wholeNumber } from '../commands/common-options.js';

export const SEARCHES = ['apstar', 'cutting-plane', 'multiplicative-weights', 'random', 'exact'] as const;
export type SearchName = (typeof SEARCHES)[number];

export const DEFAULT_GAP = 1e-4;

export interface TrainingOptions {
  readonly loss: LinearLoss;
  readonly model: 'linear';
  readonly estimation: 'joint';
  readonly l2: number;
}

export interface FitOptions extends TrainingOptions {
  readonly search: SearchName;
  /** Default 100; the exact search makes no solves. */
  readonly maxSolves?: number;
  readonly gap: number;
  readonly refine: boolean;
  readonly resume: boolean;
}

export function addTrainingOptions(command: Command): Command {
  for (const option of [
    new Option('--loss <loss>', 'what is minimised')
      .choices(['cross-entropy', 'brier'])
      .default('cross-entropy'),
    new Option('--model <model>', 'what is trained').choices(['linear']).default('linear'),
    new Option('--estimation <way>', 'one model for all groups').choices(['joint']).default('joint'),
    new Option('--l2 <number>', 'factor of half the squared weights, beside mean risks')
      .argParser(positive)
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
    new Option('--max-solves <number>', 'solves at most (default: 100)').argParser(wholeNumber(1, 1e6)),
    new Option('--gap <share>', 'stop once proved that no model can be better by more than this')
      .argParser(positive)
      .default(DEFAULT_GAP),
    new Option('--no-refine', 'leave out the last solves, which help groups without harm to the worst one'),
  ]) {
    command.addOption(option.helpGroup('Search:'));
  }
  return command;
}

function positive(text: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new InvalidArgumentError('It must be a number above 0.');
  return value;
}
