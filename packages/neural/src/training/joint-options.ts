// The options of training a network, with the paper's values where it gives them [MMPF Sec. A.6].

import { FairfrontError, type Loss } from '@fairfront/core';
import { OPTIMISERS, type OptimiserName } from './optimiser.js';

/** How a network is trained. */
export interface JointOptions {
  /** Default cross-entropy. */
  readonly loss?: Loss;
  /** lr > 0. Default 5e-4, the paper's for Adult. */
  readonly learningRate?: number;
  /** n_B, a whole number ≥ 1. Default 32, the paper's for Adult. */
  readonly batchSize?: number;
  /**
   * γ: what the learning rate is multiplied by after an epoch that did not improve; in (0, 1). Default 0.25.
   */
  readonly decay?: number;
  /** n_P: epochs in a row without improvement after which a solve ends; a whole number ≥ 1. Default 20. */
  readonly patience?: number;
  /** n_E: epochs of a solve at most; a whole number ≥ 1. Default 500. */
  readonly maxEpochs?: number;
  /**
   * Steps of an epoch, at least: rows are passed over as often as it takes; a whole number ≥ 1. Default 1: N
   * / n_B, once, as in the paper.
   */
  readonly epochSteps?: number;
  /**
   * By which share of it the validation risk must fall for an epoch to count as better; in [0, 1). Default 0:
   * it must not rise, as in the paper.
   */
  readonly minImprovement?: number;
  /**
   * Whether a solve ends once its learning rate has decayed to a few roundings of float32. Default true; in
   * the paper only patience and epochs end it.
   */
  readonly settle?: boolean;
  /** Default adam. */
  readonly optimiser?: OptimiserName;
  /** Factor of the decoupled weight decay, ≥ 0. Default 0. */
  readonly weightDecay?: number;
  /** Share of hidden units dropped in a step, in [0, 1). Default 0. */
  readonly dropout?: number;
  /** Whether pictures are cropped and flipped at random in training; nothing else has it. Default true. */
  readonly augment?: boolean;
  /** Decides the initial network and all batches; a whole number in [0, 2³²). Default 1. */
  readonly seed?: number;
}

const LOSSES: readonly Loss[] = ['cross-entropy', 'brier', 'squared'];

/** The defaults of all training options. */
export const JOINT_DEFAULTS: Required<JointOptions> = {
  loss: 'cross-entropy',
  learningRate: 5e-4,
  batchSize: 32,
  decay: 0.25,
  patience: 20,
  maxEpochs: 500,
  epochSteps: 1,
  minImprovement: 0,
  settle: true,
  optimiser: 'adam',
  weightDecay: 0,
  dropout: 0,
  augment: true,
  seed: 1,
};

/** Fills in the defaults, and refuses values that are out of range. */
export function resolveJointOptions(options: JointOptions): Required<JointOptions> {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const resolved: Required<JointOptions> = { ...JOINT_DEFAULTS, ...given };
  const {
    loss,
    learningRate,
    batchSize,
    decay,
    patience,
    maxEpochs,
    epochSteps,
    minImprovement,
    optimiser,
    weightDecay,
    dropout,
    seed,
  } = resolved;
  const rules: [name: keyof JointOptions, isMet: boolean, rule: string][] = [
    ['loss', LOSSES.includes(loss), '"cross-entropy", "brier" or "squared"'],
    ['learningRate', learningRate > 0 && Number.isFinite(learningRate), 'a number above 0'],
    ['batchSize', Number.isInteger(batchSize) && batchSize >= 1, 'a whole number ≥ 1'],
    ['decay', decay > 0 && decay < 1, 'a number between 0 and 1'],
    ['patience', Number.isInteger(patience) && patience >= 1, 'a whole number ≥ 1'],
    ['maxEpochs', Number.isInteger(maxEpochs) && maxEpochs >= 1, 'a whole number ≥ 1'],
    ['epochSteps', Number.isInteger(epochSteps) && epochSteps >= 1, 'a whole number ≥ 1'],
    ['minImprovement', minImprovement >= 0 && minImprovement < 1, 'a number in [0, 1)'],
    ['optimiser', OPTIMISERS.includes(optimiser), OPTIMISERS.map((name) => `"${name}"`).join(' or ')],
    ['weightDecay', weightDecay >= 0 && Number.isFinite(weightDecay), 'a number ≥ 0'],
    ['dropout', dropout >= 0 && dropout < 1, 'a number in [0, 1)'],
    ['seed', Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32, 'a whole number in [0, 2³²)'],
  ];
  for (const [name, isMet, rule] of rules) {
    if (!isMet)
      throw new FairfrontError('bad-option', `${name} must be ${rule}; got ${String(resolved[name])}`);
  }
  return resolved;
}
