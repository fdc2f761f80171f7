// The flags of training: what is trained, how the weights of the groups are searched for.

import { JOINT_DEFAULTS } from '@fairfront/neural';
import { BOOSTING_DEFAULTS } from '@fairfront/trees';
import type { Command } from 'commander';
import type { OptionKind } from '../../option-kinds.js';
import { FIT_DEFAULTS, FIT_KINDS } from '../../training/options/fit-options.js';
import { METHODS } from '../../training/options/methods.js';
import {
  DEFAULT_ACTIVATION,
  DEFAULT_HIDDEN,
  LARGE_BATCH,
  MANY_ROWS,
} from '../../training/options/network-options.js';
import { addFlags, type FlagHelp } from './flags.js';

const L2 = 'linear: factor of half the squared weights, beside mean risks';

/** Adds the flags that say what is trained. @param kinds of the options: not every command trains everything */
export function addTrainingFlags(
  command: Command,
  kinds: Readonly<Record<string, OptionKind>>,
  {
    l2 = ['<number>', `${L2} (default: 0.000001)`],
    model = ['<model>', 'what is trained (default: linear)'],
    loss = ['<loss>', 'what is minimised (default: cross-entropy)'],
  }: Partial<Record<'l2' | 'model' | 'loss', FlagHelp>> = {},
): Command {
  return addFlags(command, 'Model:', kinds, {
    loss,
    model,
    estimation: [
      '<way>',
      'joint: one model, trained for each choice of weights; plug-in: a model of each group and one of who is in it, trained once and mixed (default: joint)',
    ],
    l2,
  });
}

/** Adds all flags of a fit: the model, networks, plug-in estimation, choice, search, comparison. */
export function addFitFlags(command: Command): Command {
  const { learningRate, batchSize, maxEpochs, patience } = JOINT_DEFAULTS;
  addTrainingFlags(command, FIT_KINDS, {
    loss: ['<loss>', 'what is minimised; squared: the target is a number (default: cross-entropy)'],
    l2: [
      '<number|auto>',
      `${L2} (default: auto with --select cross-validation, which chooses it, else 0.000001)`,
    ],
    model: [
      '<model>',
      'what is trained; auto: linear or boosted trees, whichever serves the worst group better on rows out of fold (default: auto; linear with --select validation, plug-in estimation, --text, --backbone, or an option of linear models or searches)',
    ],
  });
  const { trees, maxDepth, minChildWeight, lambda, bins } = BOOSTING_DEFAULTS;
  addFlags(command, 'Boosted trees (--model boosted or auto):', FIT_KINDS, {
    trees: [
      '<number>',
      `trees at most; rows held out say how many are taken, with three or more classes for each class (default: ${trees})`,
    ],
    maxDepth: ['<number>', `questions from the root of a tree to a leaf (default: ${maxDepth})`],
    maxLeaves: [
      '<number>',
      'leaves of a tree, the one that gains most split first (default: all are split down to --max-depth)',
    ],
    minChildWeight: [
      '<number>',
      `least weight of a leaf, as the sum of p(1 − p) of its rows (default: ${minChildWeight})`,
    ],
    lambda: ['<number>', `keeps what a leaf says small (default: ${lambda})`],
    subsample: ['<share>', 'of the rows, drawn for each tree (default: 1)'],
    columnSample: ['<share>', 'of the columns, drawn for each tree (default: 1)'],
    bins: ['<number>', `bins that the numbers of a column are put into (default: ${bins})`],
    categorySplits: [
      '<way>',
      'how categories are split: into two sets, or one against all others (default: sets)',
    ],
    tune: [
      '<number>',
      'try so many other settings of the trees, drawn at random, by the worst group on rows held out (default: 0)',
    ],
  });
  addFlags(command, 'Network (--model mlp, resnet, convnet or densenet121, or --distil):', FIT_KINDS, {
    hidden: ['<widths>', `units of each hidden layer, or block of a resnet (default: ${DEFAULT_HIDDEN})`],
    activation: ['<function>', `of hidden units (default: ${DEFAULT_ACTIVATION})`],
    learningRate: [
      '<number>',
      `of the first epoch (default: ${learningRate}); of boosted trees, how much of each is taken (default: ${BOOSTING_DEFAULTS.learningRate})`,
    ],
    batchSize: [
      '<rows>',
      `rows in a step, of all groups alike (default: ${batchSize}; ${LARGE_BATCH} from ${MANY_ROWS} training rows on)`,
    ],
    maxEpochs: ['<number>', `epochs of a solve (default: ${maxEpochs})`],
    epochSteps: [
      '<number>',
      'steps of an epoch at least, where one pass over few rows is too short to learn (default: one pass)',
    ],
    patience: ['<epochs>', `epochs in a row that may fail to improve (default: ${patience})`],
    minImprovement: ['<share>', 'an epoch is better if the validation risk falls by this (default: 0)'],
    noSettle: ['train on when the learning rate has decayed to a few roundings, as the paper does'],
    dropout: ['<share>', 'of hidden units (default: 0)'],
    weightDecay: [
      '<number>',
      'share of the weights taken off in a step, times the learning rate (default: 0)',
    ],
    optimiser: ['<name>', 'what makes the steps (default: adam)'],
    device: ['<name>', 'an execution provider of onnxruntime, such as webgpu (default: cpu)'],
  });
  addFlags(command, 'Pictures (--image, or a dataset that has them):', FIT_KINDS, {
    noAugment: ['--model convnet or densenet121: no random crops and flips in training'],
    weights: [
      '<file>',
      'parameters to start from, as safetensors or ONNX; a last layer of other classes is made new',
    ],
    backbone: [
      '<file>',
      'a trained network as ONNX: what its last layer gets of each picture are the features of a linear model',
    ],
    normalise: ['<way>', 'how the backbone takes pixels (default: imagenet)'],
    // biome-ignore lint/suspicious/noThenProperty: a list, so that nothing takes it for a promise
    then: [
      '<what>',
      'last-layer: train the last layer of the balanced network anew on validation rows, certified for cross-entropy',
    ],
  });
  addFlags(command, 'Plug-in (--estimation plug-in):', FIT_KINDS, {
    folds: [
      '<number>',
      'folds of the rows, each judged by models trained without it, to say where risk comes from (default: 5, networks 2; 0: leave it out)',
    ],
    distil: ['[network]', 'fit one network to the mixture, and say what that costs each group'],
    check: ['only say how much a minimax model can gain at most, before any search; nothing is written'],
  });
  const { selectSeconds, smallestGain } = FIT_DEFAULTS;
  addFlags(command, 'Choice of the model:', FIT_KINDS, {
    select: [
      '<rows>',
      'cross-validation: all rows but the test rows, each out of fold, choose the penalty or the number of trees, and how far to go from naive to minimax; validation: the validation part chooses, as in the paper (default: cross-validation for linear models and boosted trees trained jointly, else validation)',
    ],
    selectSeconds: [
      '<seconds>',
      `time for the choice by cross-validation, or of the last layer, which then makes do with the models tried (default: ${selectSeconds})`,
    ],
    rounds: ['<count>', 'with --groups auto: how often to look for a group (default: 3)'],
    smallestGain: [
      '<share>',
      `a gain that is surely below this share of the worst group's risk is not worth another model (default: ${smallestGain})`,
    ],
  });
  addFlags(command, 'Search:', FIT_KINDS, {
    search: [
      '<strategy>',
      'how the weights of the groups are found: exact, in one convex problem; one-run, between the trees of one boosting; others by solves (default: auto, which is one-run for boosted trees, exact with --select cross-validation and cross-entropy up to 1,000 parameters, cutting-plane where solves certify, else apstar)',
    ],
    maxSolves: ['<number>', 'solves at most (default: 100; for a network or boosted trees 20, plug-in 500)'],
    gap: [
      '<share>',
      'stop once proved that no model can be better by more than this share (default: 0.0001)',
    ],
    refine: [
      '[way]',
      'with --select validation: last solves, which help groups without harm to the worst one (default: where a solve is cheap: not for networks and boosted trees trained jointly)',
    ],
    noRefine: ['leave them out'],
  });
  addFlags(
    command,
    'Other meanings of fair (linear models, each one convex problem with its proof):',
    FIT_KINDS,
    {
      weightRatio: [
        '<number>',
        'no group counts more than so many times another: 1 is balanced, without bound minimax (default: no bound)',
      ],
      weightBase: ['<what>', 'what that is measured by: equal weights, or shares of people (default: equal)'],
      giveUp: [
        '<risk>',
        'the least mean risk over people, of models whose worst group is so far above minimax at most',
      ],
      objective: [
        '<what>',
        'regret: a group counts by its risk less what a model of its own would leave it (default: risk)',
      ],
      blind: [
        '<share>',
        'no groups needed: the least mean risk of any such share of people, whoever they are, such as 0.5; groups are only reported',
      ],
      refineTolerance: [
        '<share>',
        '--refine lexicographic: by which share a risk that is settled may rise for the next (default: 0.0001)',
      ],
    },
  );
  return addFlags(command, 'Comparison:', FIT_KINDS, {
    compare: ['<methods>', `other methods to compare with, with commas between them: ${METHODS.join(', ')}`],
  });
}
