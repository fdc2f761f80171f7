// The options of a fit: what is trained, how the weights of the groups are searched for, when that ends.

import type { ClassLoss, Loss } from '@fairfront/core';
import { WORTHWHILE } from '@fairfront/core/internal';
import { NORMALISATIONS, type Normalisation } from '@fairfront/neural';
import { definedOnly } from '../../defined-only.js';
import {
  checkOptions,
  checkWithout,
  numberAbove,
  numberFrom,
  numberOr,
  type OptionKinds,
  oneOf,
  optionText,
  path,
  shareOf,
  someOf,
  wholeNumber,
} from '../../option-kinds.js';
import { DEFAULT_SEED, TASK_KINDS, type TaskOptions } from '../../task/data-options.js';
import { UsageError } from '../../usage-error.js';
import { BOOSTED_KINDS, type BoostedOptions, checkBoostedOptions } from './boosted-options.js';
import {
  ESTIMATIONS,
  type Estimation,
  isNetwork,
  learnsFromPictures,
  MODEL_CHOICES,
  MODEL_KINDS,
  type ModelChoice,
  type ModelKind,
} from './kinds.js';
import { METHODS, type MethodName } from './methods.js';
import { NETWORK_KINDS, type NetworkOptions } from './network-options.js';
import { PLUG_IN_KINDS, type PlugInOptions } from './plug-in-options.js';

export const LOSSES = ['cross-entropy', 'brier', 'squared'] as const satisfies readonly Loss[];
/** Those of classes. */
export const CLASS_LOSSES = ['cross-entropy', 'brier'] as const satisfies readonly ClassLoss[];

export const SEARCHES = [
  'apstar',
  'cutting-plane',
  'multiplicative-weights',
  'exponential-weights',
  'random',
  'exact',
  'one-run',
] as const;
export type SearchName = (typeof SEARCHES)[number];
/** A search that makes solves. */
export type SolvingSearch = Exclude<SearchName, 'exact' | 'one-run'>;

/** Which rows choose among models: all rows that are not test rows, each out of fold; or those of the validation part. */
export const SELECTIONS = ['cross-validation', 'validation'] as const;
export type SelectionName = (typeof SELECTIONS)[number];

/** What is trained. */
export interface TrainingOptions {
  /** What is minimised. Default cross-entropy. */
  readonly loss?: ClassLoss;
  /** Default linear. */
  readonly model?: ModelKind;
  /**
   * joint: one model, trained anew for every choice of weights. plug-in: a model of every group and one of who is
   * in it, trained once and mixed. Default joint.
   */
  readonly estimation?: Estimation;
  /** The factor of half the squared weights of a linear model, beside mean risks. Above 0; default 1e-6. */
  readonly l2?: number;
}

/** The penalty of a fit: a number, or chosen among several by rows out of fold. */
export type Penalty = number | 'auto';

/** How the weights are searched for, and what the models are compared with. */
export interface SearchOptions {
  /**
   * How the weights of the groups are found. exact: in one convex problem; one-run: between the trees of one boosting;
   * others by solves. Default auto: exact where rows out of fold choose by cross-entropy and the model has at most 1,000
   * parameters, one-run for boosted trees, cutting-plane where solves certify, else apstar.
   */
  readonly search?: SearchName | 'auto';
  /**
   * Which rows choose the model. cross-validation: rows out of fold choose the penalty or the number of trees, and how far to go
   * from naive to minimax; naive is kept unless another model is surely better for the worst group. validation: the validation part
   * chooses; a linear model is taken as the search finds it, as in the paper, others only if they beat naive. Default
   * cross-validation for linear models and boosted trees trained jointly, else validation.
   */
  readonly select?: SelectionName;
  /** Seconds that the choice by folds may take before it makes do with the models tried. Above 0; default 600. */
  readonly selectSeconds?: number;
  /** A gain that is surely below this share of the worst group's risk is not worth another model. Default 0.01. */
  readonly smallestGain?: number;
  /** Solves at most. Default 100, for networks and boosted trees 20, for plug-in estimation 500; exact and one-run make none. */
  readonly maxSolves?: number;
  /** Stop once proved that no model can be better by more than this share. Above 0; default 1e-4. */
  readonly gap?: number;
  /**
   * What comes after the least worst risk. true or mean: last solves that help groups without harm to the worst one;
   * lexicographic: the second worst as good as can be, then the third, of linear models. Default: mean where a solve is
   * cheap.
   */
  readonly refine?: boolean | 'mean' | 'lexicographic';
  /** By which share a risk that is settled may rise for the next. Above 0; default 1e-4. */
  readonly refineTolerance?: number;
  /** No group's weight is more than so many times another's, of linear models: 1 is balanced. Default: no bound. */
  readonly weightRatio?: number;
  /** What weights are measured by: equal, or the groups' shares, of which a ratio of 1 is naive. Default equal. */
  readonly weightBase?: 'equal' | 'shares';
  /**
   * The least mean risk over people of linear models whose worst group is so far above minimax at most. Above 0.
   */
  readonly giveUp?: number;
  /**
   * regret: what counts of a group is its risk less what it could have alone, so that one that is merely noisy does not
   * take all the weight. Default risk.
   */
  readonly objective?: 'risk' | 'regret';
  /**
   * The least mean risk of any share of people of this size at least, whoever they are, of linear models: no groups need
   * be named, and those that are named are only reported. Above 0, at most 1; 1 is ordinary training.
   */
  readonly blind?: number;
  /** Other methods to compare with, on the same rows. Default none. */
  readonly compare?: readonly MethodName[];
}

/** What makes features of pictures, and what is done with those of a network that is trained. */
export interface FeatureOptions {
  /**
   * A network of pictures as an ONNX file: what its last layer gets of each picture are the features. Default
   * none.
   */
  readonly backbone?: string;
  /**
   * How the backbone takes pixels. imagenet: less ImageNet's mean, over its scale; unit: from 0 to 1; half:
   * from −1 to 1. Default imagenet.
   */
  readonly normalise?: Normalisation;
  /**
   * last-layer: once networks are trained, the last layer of the balanced one is trained anew on validation
   * rows, as a linear minimax model, certified for cross-entropy. Default: the search trains whole networks.
   */
  readonly then?: 'last-layer';
}

/** What `fit` takes. */
export interface FitOptions
  extends TaskOptions,
    Omit<TrainingOptions, 'l2' | 'model'>,
    SearchOptions,
    NetworkOptions,
    BoostedOptions,
    PlugInOptions,
    FeatureOptions {
  /**
   * The factor of half the squared weights of a linear model, beside mean risks. Above 0. Default auto with
   * `select: 'cross-validation'`, which chooses it; else 1e-6.
   */
  readonly l2?: Penalty;
  /** With `groups: 'auto'`, how often sub-populations are looked for at most, from 1 to 10. Default 3. */
  readonly rounds?: number;
  /**
   * auto: linear or boosted, whichever serves the worst group better on rows out of fold. Default auto; linear with
   * `select: 'validation'`, plug-in estimation, texts, a backbone, or options of linear models and of searches.
   */
  readonly model?: ModelChoice;
}

/** What `fit` takes where a number is predicted: its squared error is minimised. */
export interface RegressionOptions extends Omit<FitOptions, 'loss' | 'estimation' | 'compare'> {
  readonly loss: 'squared';
}

/** The options of a fit that have a default whatever the others are. */
export const FIT_DEFAULTS = {
  loss: 'cross-entropy',
  model: 'linear',
  estimation: 'joint',
  search: 'auto',
  selectSeconds: 600,
  smallestGain: WORTHWHILE,
  gap: 1e-4,
  seed: DEFAULT_SEED,
} as const satisfies FitOptions;
const DEFAULT_L2 = 1e-6;

/** Options of training with their defaults filled in. */
export type ResolvedTraining = Required<TrainingOptions> & { readonly seed: number };
/** Options of a fit with their defaults filled in. */
export type ResolvedChoice = Omit<FitOptions, 'loss'> &
  Required<Pick<FitOptions, Exclude<keyof typeof FIT_DEFAULTS, 'loss'> | 'select' | 'l2'>> & {
    readonly loss: Loss;
    /** Whether nobody asked for folds: then they choose unless there are many rows. */
    readonly mayDoWithoutFolds?: true;
  };
/** The same of a model that is known. */
export type ResolvedFit = ResolvedChoice & { readonly model: ModelKind };
/** The same where classes are predicted. */
export type ClassFit = ResolvedFit & { readonly loss: ClassLoss };

export const TRAINING_KINDS: OptionKinds<TrainingOptions> = {
  loss: oneOf(CLASS_LOSSES),
  model: oneOf(MODEL_KINDS),
  estimation: oneOf(ESTIMATIONS),
  l2: numberAbove(0),
};

export const FIT_KINDS: OptionKinds<FitOptions> = {
  ...TASK_KINDS,
  ...TRAINING_KINDS,
  loss: oneOf(LOSSES),
  model: oneOf(MODEL_CHOICES),
  l2: numberOr('auto', numberAbove(0)),
  search: oneOf(['auto', ...SEARCHES]),
  select: oneOf(SELECTIONS),
  selectSeconds: numberAbove(0),
  smallestGain: numberFrom(0, 1),
  maxSolves: wholeNumber(1, 1e6),
  gap: numberAbove(0),
  refine: oneOf(['mean', 'lexicographic', true, false]),
  refineTolerance: numberAbove(0),
  weightRatio: numberFrom(1),
  weightBase: oneOf(['equal', 'shares']),
  giveUp: numberAbove(0),
  objective: oneOf(['risk', 'regret']),
  blind: shareOf,
  compare: someOf(METHODS),
  rounds: wholeNumber(1, 10),
  ...NETWORK_KINDS,
  ...BOOSTED_KINDS,
  ...PLUG_IN_KINDS,
  backbone: path,
  normalise: oneOf(NORMALISATIONS),
  // biome-ignore lint/suspicious/noThenProperty: a text, so that nothing takes the options for a promise
  then: oneOf(['last-layer']),
};

/** Checks the options of a fit, alone and together, and fills in defaults. */
export function resolveFitOptions(options: FitOptions & { readonly model: ModelKind }): ClassFit;
export function resolveFitOptions(options: FitOptions): ResolvedChoice & { readonly loss: ClassLoss };
export function resolveFitOptions(options: FitOptions | RegressionOptions): ResolvedChoice;
export function resolveFitOptions(options: FitOptions | RegressionOptions): ResolvedChoice {
  checkOptions(options, FIT_KINDS);
  const given = definedOnly(options) as FitOptions;
  checkRegression(given);
  const { model = defaultModel(given), estimation = FIT_DEFAULTS.estimation } = given;
  const canFold = !isNetwork(model) && estimation === 'joint';
  const select = given.select ?? (canFold ? 'cross-validation' : 'validation');
  const l2 = given.l2 ?? (select === 'cross-validation' ? 'auto' : DEFAULT_L2);
  const isOpen = select === 'cross-validation' && !asksFolds(given);
  const resolved = {
    ...FIT_DEFAULTS,
    ...given,
    ...{ model, select, l2 },
    ...(isOpen && { mayDoWithoutFolds: isOpen }),
  };
  checkPlugInOptions(resolved, given);
  checkPictureOptions(resolved, given);
  checkNetworkOptions(resolved, given);
  checkBoostedOptions(resolved, given);
  checkExact(resolved);
  checkObjective(resolved, given);
  checkSelection(resolved, given, canFold);
  checkAuto(resolved, given);
  return resolved;
}

/** Rows from which a validation part tells as much as folds, in a small part of the time. */
export const MANY_ROWS = 2_000_000;

/** The options of a fit of so many rows: of many, the validation part chooses, and the model is linear, unless asked. */
export function forRows(options: ResolvedChoice, rowCount: number): ResolvedChoice {
  const { mayDoWithoutFolds, model, l2 } = options;
  if (!mayDoWithoutFolds || rowCount < MANY_ROWS) return options;
  return {
    ...options,
    select: 'validation',
    model: model === 'auto' ? 'linear' : model,
    l2: l2 === 'auto' ? DEFAULT_L2 : l2,
  };
}

/** Whether options ask for what only folds can do. */
function asksFolds({ select, l2, selectSeconds, groups, ...others }: FitOptions): boolean {
  return (
    select !== undefined ||
    l2 === 'auto' ||
    selectSeconds !== undefined ||
    groups === AUTO_GROUPS ||
    ['weightRatio', 'giveUp', 'objective', 'blind', 'refine'].some((name) => Object.hasOwn(others, name))
  );
}

/** Refuses what is of classes where a number is predicted. */
function checkRegression(given: Readonly<Omit<FitOptions, 'loss'> & { readonly loss?: Loss }>): void {
  if (given.loss !== 'squared') return;
  const why = "it is for classes only, and with `loss: 'squared'` a number is predicted";
  checkWithout(given, ['blind', 'compare', 'folds', 'distil', 'then', 'image', 'backbone'], why);
  if (given.estimation === 'plug-in') throw new UsageError(`\`estimation: 'plug-in'\`: ${why}; leave it out`);
  if (given.groups === AUTO_GROUPS) throw new UsageError(`\`groups: 'auto'\`: ${why}; name the groups`);
  if (learnsFromPictures(given.model ?? 'linear')) {
    throw new UsageError(
      `${optionText('model', given.model)} is for classes only; for numbers take linear, boosted, auto, mlp or resnet`,
    );
  }
}

/** Options where classes are predicted; a number is refused. @param what "the check of a gain" */
export function ofClasses<Options extends { readonly loss: Loss }>(
  options: Options,
  what: string,
): Options & { readonly loss: ClassLoss } {
  const { loss } = options;
  if (loss !== 'squared') return { ...options, loss };
  throw new UsageError(`${what} is for classes only, and with \`loss: 'squared'\` a number is predicted`);
}

/** The groups of whoever names none: those that a fit finds. */
export const AUTO_GROUPS = 'auto';
export const DEFAULT_ROUNDS = 3;

/** Refuses what groups that are found cannot have. */
function checkAuto({ groups, select }: ResolvedChoice, given: FitOptions): void {
  if (groups !== AUTO_GROUPS) {
    if (Array.isArray(groups) && groups.length > 1 && groups.includes(AUTO_GROUPS)) {
      throw new UsageError("`groups: 'auto'` finds all groups itself; give it alone, or name the groups");
    }
    checkWithout(given, ['rounds'], "it says how often `groups: 'auto'` looks for groups");
    return;
  }
  if (select !== 'cross-validation') {
    throw new UsageError(
      "`groups: 'auto'` finds groups by what models lose on rows out of fold, which is for linear models and boosted trees with `select: 'cross-validation'`; leave the others out, or name the groups",
    );
  }
  checkWithout(given, ['blind'], "`groups: 'auto'` looks for groups, and `blind` for nobody in particular");
  checkWithout(given, ['groupsAsFeatures'], "with `groups: 'auto'` a model sees every column already");
}

/** Options that only make sense, or were always meant, for a linear model where no model is named. */
const LINEAR_OPTIONS = [
  'l2',
  'search',
  'maxSolves',
  'gap',
  'refine',
  'refineTolerance',
  'weightRatio',
  'giveUp',
  'objective',
  'blind',
  'text',
  'image',
  'backbone',
  'distil',
] as const;

/** Linear or boosted is left open, unless other options speak for a linear model. */
function defaultModel(given: FitOptions): ModelChoice {
  const isLinear =
    given.estimation === 'plug-in' ||
    given.select === 'validation' ||
    LINEAR_OPTIONS.some((name) => given[name] !== undefined);
  return isLinear ? 'linear' : 'auto';
}

/** The options of a fit whose model is known. */
export function knownModel(options: ResolvedChoice): ResolvedFit {
  const { model } = options;
  if (model === 'auto') throw new UsageError("`model: 'auto'`: name a model");
  return { ...options, model };
}

/** Refuses what a choice by folds, or one by the validation part, cannot do. @param given those that were set */
function checkSelection(
  { select, l2, model, ...resolved }: ResolvedChoice,
  given: FitOptions,
  canFold: boolean,
): void {
  if (select === 'validation') {
    if (l2 === 'auto') {
      throw new UsageError(
        `\`l2: 'auto'\` is chosen by rows out of fold; name a number${canFold ? ", or take `select: 'cross-validation'`" : ''}`,
      );
    }
    // One run of trees has candidates to try whichever rows choose.
    const isOneRun = model === 'boosted' && searchOf({ ...resolved, model }) === 'one-run';
    if (given.selectSeconds !== undefined && given.then === undefined && !isOneRun) {
      throw new UsageError("`selectSeconds` is for `select: 'cross-validation'`; leave it out");
    }
    return;
  }
  if (!canFold) {
    throw new UsageError(
      "`select: 'cross-validation'` trains every model once for each fold, which is for linear models and boosted trees trained jointly; leave it out",
    );
  }
  if (given.refine !== undefined && given.refine !== 'lexicographic') {
    throw new UsageError(
      "`refine` is for `select: 'validation'`: rows out of fold choose how far to go from naive to minimax; leave one of them out",
    );
  }
}

/** The search, where it does not depend on the data: of networks, boosted trees and plug-in estimation. */
export function searchOf({
  search,
  estimation,
  model,
}: Pick<ResolvedFit, 'search' | 'estimation' | 'model'>): SearchName {
  if (search !== 'auto') return search;
  if (model === 'boosted' && estimation === 'joint') return 'one-run';
  return estimation === 'plug-in' ? 'cutting-plane' : 'apstar';
}

/** The penalty where it is not chosen. */
export function fixedPenalty({ l2 }: Pick<ResolvedFit, 'l2'>): number {
  return l2 === 'auto' ? DEFAULT_L2 : l2;
}

/** Fills in the defaults of what is trained. */
export function resolveTraining(options: TrainingOptions & { readonly seed?: number }): ResolvedTraining {
  const { loss, model, estimation, seed } = FIT_DEFAULTS;
  return { loss, model, estimation, l2: DEFAULT_L2, seed, ...(definedOnly(options) as TrainingOptions) };
}

/** A linear solve takes milliseconds; one of a network minutes. 20 and 500 are the paper's numbers [MMPF Sec. A.6]. */
const JOINT_SOLVES: Readonly<Record<ModelKind, number>> = {
  linear: 100,
  boosted: 20,
  mlp: 20,
  resnet: 20,
  convnet: 20,
  densenet121: 20,
};
const PLUG_IN_SOLVES = 500;

/** How many solves a search makes at most. */
export function maxSolvesOf({
  maxSolves,
  model,
  estimation,
}: Pick<ResolvedFit, 'maxSolves' | 'model' | 'estimation'>): number {
  return maxSolves ?? (estimation === 'plug-in' ? PLUG_IN_SOLVES : JOINT_SOLVES[model]);
}

/** Refuses what the exact search cannot do. */
function checkExact({ search, loss, maxSolves }: ResolvedChoice): void {
  if (search !== 'exact') return;
  if (loss === 'brier') {
    throw new UsageError(
      "`search: 'exact'` needs a convex problem, and the Brier score of a linear model is not convex; take `loss: 'cross-entropy'`, or another `search`",
    );
  }
  if (maxSolves !== undefined) {
    throw new UsageError(
      '`maxSolves`: the exact search makes no solves; leave it out, or choose another `search`',
    );
  }
}

/** Refuses what other objectives than the least worst risk cannot do, and two of them at once. */
function checkObjective(
  { model, estimation, loss, search, select }: ResolvedChoice,
  given: FitOptions,
): void {
  const asked = [
    ...(given.weightRatio === undefined ? [] : [optionText('weightRatio')]),
    ...(given.giveUp === undefined ? [] : [optionText('giveUp')]),
    ...(given.objective === 'regret' ? [optionText('objective', 'regret')] : []),
    ...(given.refine === 'lexicographic' ? [optionText('refine', 'lexicographic')] : []),
    ...(given.blind === undefined ? [] : [optionText('blind')]),
  ];
  const [first, second] = asked;
  if (given.weightBase !== undefined && given.weightRatio === undefined) {
    throw new UsageError(
      '`weightBase` says what a ratio of weights is measured by; add `weightRatio`, or leave it out',
    );
  }
  if (given.refineTolerance !== undefined && given.refine !== 'lexicographic') {
    throw new UsageError("`refineTolerance` is for `refine: 'lexicographic'`; leave it out");
  }
  if (first === undefined) return;
  if (second !== undefined)
    throw new UsageError(`${first} and ${second} ask for different models; leave one out`);
  const isLinear = (model === 'linear' || model === 'auto') && estimation === 'joint' && loss !== 'brier';
  if (!isLinear || given.backbone !== undefined) {
    throw new UsageError(
      `${first} is one convex problem, of a linear model by cross-entropy or squared error; leave it out, or take \`model: 'linear'\``,
    );
  }
  if (given.blind !== undefined && given.compare !== undefined) {
    throw new UsageError(
      '`compare`: other methods are held against this one by the worst group, and `blind` asks for the worst share of people; leave one out',
    );
  }
  if (select === 'validation' || !['auto', 'exact'].includes(search)) {
    throw new UsageError(
      `${first} is solved exactly, and rows out of fold choose the penalty; leave \`select\` and \`search\` out`,
    );
  }
}

/** Refuses options of plug-in estimation without it, and what it cannot do. @param given those that were set */
function checkPlugInOptions(resolved: ResolvedChoice, given: FitOptions): void {
  if (resolved.estimation === 'joint') {
    const name = (['folds', 'distil'] as const).find((option) => given[option] !== undefined);
    if (name === undefined) return;
    throw new UsageError(
      `${optionText(name)} is for plug-in estimation; add \`estimation: 'plug-in'\`, or leave it out`,
    );
  }
  if (Array.isArray(resolved.groups) && resolved.groups.length > 1) {
    throw new UsageError(
      "`estimation: 'plug-in'` mixes models by which group a row is of, and with several families of `groups` it is in several; leave it out, or name one family",
    );
  }
  if (resolved.folds === 1) {
    throw new UsageError(
      `${optionText('folds', 1)}: what is left out in turn needs 2 folds or more; or 0 for none`,
    );
  }
  if (resolved.search === 'exact') {
    throw new UsageError(
      "`search: 'exact'` trains one linear model; with `estimation: 'plug-in'` choose another `search`, such as cutting-plane",
    );
  }
}

/** Refuses options of pictures where nothing learns from them, and what picture networks do not have. */
function checkPictureOptions({ model, estimation, search }: ResolvedChoice, given: FitOptions): void {
  const isPicture = learnsFromPictures(model);
  if (given.image !== undefined && !isPicture && given.backbone === undefined) {
    throw new UsageError(
      "`image` needs what learns from pictures: `model: 'convnet'`, or a `backbone` that makes features of them",
    );
  }
  if (given.backbone === undefined) {
    checkWithout(given, ['normalise'], 'it says how a `backbone` takes pixels');
  } else if (isPicture) {
    throw new UsageError(
      `\`backbone\` makes features for a linear model, and ${optionText('model', model)} learns from pictures itself; leave out one of them`,
    );
  } else if (model === 'boosted') {
    throw new UsageError(
      "`backbone` makes features for a linear model, not for boosted trees; take `model: 'linear'`, or leave it out",
    );
  } else if (estimation === 'plug-in') {
    throw new UsageError("`backbone` is for models trained jointly; leave out `estimation: 'plug-in'`");
  }
  if (isPicture) {
    checkWithout(
      given,
      ['hidden', 'activation', 'dropout'],
      `${optionText('model', model)} has its own layers`,
    );
    checkWithout(
      given,
      ['features', 'groupsAsFeatures'],
      `${optionText('model', model)} sees pictures alone`,
    );
    checkWithout(given, ['distil'], 'a mixture of picture networks is not distilled');
  } else {
    checkWithout(given, ['augment', 'weights'], 'it is for networks that learn from pictures');
  }
  if (given.then === undefined) return;
  if (!isNetwork(model) || estimation === 'plug-in') {
    throw new UsageError(
      "`then: 'last-layer'` is for networks trained jointly; add a `model` such as convnet, or leave it out",
    );
  }
  checkWithout(
    given,
    search === 'auto' ? ['refine'] : ['search', 'refine'],
    "with `then: 'last-layer'` no search trains networks, and the last layer is found by its own",
  );
}

/** Refuses options of networks for other models, and the other way round. @param given those that were set */
function checkNetworkOptions({ model, estimation, search }: ResolvedChoice, given: FitOptions): void {
  const isLinear = model === 'linear' || model === 'auto';
  if (!isLinear && given.l2 !== undefined) {
    throw new UsageError(
      `\`l2\` is for linear models; for ${isNetwork(model) ? 'a network take `weightDecay`' : 'trees take `lambda`'}, or leave it out`,
    );
  }
  if (model !== 'linear' && search === 'exact') {
    throw new UsageError(
      "`search: 'exact'` needs a convex problem, which only a linear model is; choose another `search`, or `model: 'linear'`",
    );
  }
  if (isNetwork(model)) {
    if (estimation === 'joint' && given.gap !== undefined && given.then === undefined) {
      throw new UsageError(
        '`gap` is for linear models: nothing is proved of networks trained jointly, so a search of them ends by `maxSolves`',
      );
    }
    return;
  }
  if (given.distil !== undefined) return;
  const isShared = (option: string): boolean =>
    (option === 'threads' && (estimation === 'plug-in' || model !== 'linear')) ||
    (option === 'learningRate' && model !== 'linear');
  const names = Object.keys(NETWORK_KINDS) as (keyof NetworkOptions)[];
  const name = names.find((option) => given[option] !== undefined && !isShared(option));
  if (name === undefined) return;
  const mention = optionText(name, given[name] === false ? false : undefined);
  throw new UsageError(
    `${mention} is for networks; add \`model: 'mlp'\` or \`model: 'resnet'\`, or leave it out`,
  );
}
