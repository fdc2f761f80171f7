// The options of a front: how fine the grid of weights is, and on which rows risks are measured.

import { checkOptions, checkWithout, type OptionKinds, oneOf, wholeNumber } from '../option-kinds.js';
import { checkOneSplit, PICTURE_KINDS, TASK_KINDS, type TaskOptions } from '../task/data-options.js';
import {
  FIT_DEFAULTS,
  ofClasses,
  type ResolvedTraining,
  resolveTraining,
  TRAINING_KINDS,
  type TrainingOptions,
} from '../training/options/fit-options.js';

/** The test rows are not among them: whoever chooses a model by them has no rows left to judge it by. */
export const FRONT_PARTS = ['validation', 'train'] as const;
export type FrontPart = (typeof FRONT_PARTS)[number];

/** What `front` takes. */
export interface FrontOptions extends TaskOptions, TrainingOptions {
  /** Weights are multiples of 1/steps. From 1 to 200; default 50 for two groups, 20 for three. */
  readonly steps?: number;
  /** The rows on which risks are measured. Default validation. */
  readonly part?: FrontPart;
}

/** Options of a front with their defaults filled in. */
export type ResolvedFront = FrontOptions & ResolvedTraining & { readonly part: FrontPart };

export const FRONT_KINDS: OptionKinds<FrontOptions> = {
  ...TASK_KINDS,
  ...TRAINING_KINDS,
  model: oneOf(['linear']),
  estimation: oneOf(['joint']),
  steps: wholeNumber(1, 200),
  part: oneOf(FRONT_PARTS),
};

export const MOST_FRONT_GROUPS = 3;

/** How fine the grid is unless somebody says. */
export const defaultSteps = (groupCount: number): number => (groupCount === 2 ? 50 : 20);

/** Checks the options of a front and fills in defaults. */
export function resolveFrontOptions(options: FrontOptions): ResolvedFront {
  ofClasses({ loss: FIT_DEFAULTS.loss, ...options }, 'a front');
  checkOptions(options, FRONT_KINDS);
  checkOneSplit(options, 'a front is drawn of one split');
  checkWithout(options, Object.keys(PICTURE_KINDS), 'a front is of linear models of columns');
  return { ...options, ...resolveTraining(options), part: options.part ?? 'validation' };
}
