// The options of a front: how fine the grid of weights is, and on which rows risks are measured.

import { type Command, Option } from 'commander';
import { wholeNumber } from '../cli/common-options.js';

/** The test rows are not among them: whoever chooses a model by them has no rows left to judge it by. */
export const FRONT_PARTS = ['validation', 'train'] as const;
export type FrontPart = (typeof FRONT_PARTS)[number];

export interface FrontOptions {
  /** Default 50 for two groups, 20 for three. */
  readonly steps?: number;
  readonly part: FrontPart;
}

export const MOST_FRONT_GROUPS = 3;

export const defaultSteps = (groupCount: number): number => (groupCount === 2 ? 50 : 20);

export function addFrontOptions(command: Command): Command {
  for (const option of [
    new Option(
      '--steps <number>',
      'weights are multiples of 1/steps; one model for each choice (default: 50 for two groups, 20 for three)',
    ).argParser(wholeNumber(1, 200)),
    new Option('--part <part>', 'rows on which risks are measured; models are trained on the training rows')
      .choices(FRONT_PARTS)
      .default('validation'),
  ]) {
    command.addOption(option.helpGroup('Front:'));
  }
  return command;
}
