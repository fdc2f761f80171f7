// The paper's experiments on tables, one recipe each: data, splits, what is trained and how [MMPF App. A.6],
// and what each table shows of it.

import type { ClassLoss, GroupMetrics } from '@fairfront/core';
import type { BaselineName } from '../../training/options/methods.js';
import type { NetworkOptions } from '../../training/options/network-options.js';

/**
 * What is trained in one go. Each gives one row of a table or more. BS and CE are losses, where a table has
 * both.
 */
export const TRAINERS = [
  'LR',
  'zafar',
  'feldman',
  'kamishima',
  'LR P',
  'naive',
  'balanced',
  'network',
  'network P',
  'naive BS',
  'naive CE',
  'network BS',
  'network CE',
  'network BS P',
  'network CE P',
] as const;
export type TrainerName = (typeof TRAINERS)[number];

/** A trainer whatever its loss. */
export type TrainingWay = Exclude<TrainerName, `${string} ${'BS' | 'CE'}${'' | ' P'}`>;

/** How a trainer trains. */
export function wayOf(trainer: TrainerName): TrainingWay {
  return trainer.replace(/ (BS|CE)/, '') as TrainingWay;
}

/** The loss that a trainer's name has. */
export function lossOf(trainer: TrainerName): ClassLoss | undefined {
  const named = / (BS|CE)/.exec(trainer)?.[1];
  if (named === undefined) return undefined;
  return named === 'BS' ? 'brier' : 'cross-entropy';
}

/** Whether a trainer trains networks. */
export function isNetworkTrainer(trainer: TrainerName): boolean {
  return ['naive', 'balanced', 'network', 'network P'].includes(wayOf(trainer));
}

/**
 * Rows of each trainer, as the paper names them. `network` is the search over networks, which begins with the
 * balanced one. `balanced` trains one network and finds the rest without another: groups are the classes.
 */
export const ROWS_OF: Readonly<Record<TrainerName, readonly string[]>> = {
  LR: ['Naive LR', 'Balanced LR', 'MMPF LR'],
  zafar: ['Zafar'],
  feldman: ['Feldman'],
  kamishima: ['Kamishima'],
  'LR P': ['MMPF LR P'],
  naive: ['Naive'],
  balanced: ['Balanced', 'MMPF P', 'MMPF last layer'],
  network: ['Balanced', 'MMPF'],
  'network P': ['MMPF P'],
  'naive BS': ['Naive BS', 'Zafar', 'Feldman', 'Kamishima'],
  'naive CE': ['Naive CE'],
  'network BS': ['Balanced BS', 'MMPF BS'],
  'network CE': ['Balanced CE', 'MMPF CE'],
  'network BS P': ['MMPF BS P'],
  'network CE P': ['MMPF CE P'],
};

/** Whether a trainer is a baseline that `fit --compare` has, too. */
export const isBaseline = (trainer: TrainerName): trainer is BaselineName =>
  trainer === 'zafar' || trainer === 'feldman' || trainer === 'kamishima';

/** C = 1e6 of scikit-learn with rows weighted μ_a / n_a. */
export const L2 = 1e-6;
/** Solves of a search at most. */
export const SOLVES = { joint: 20, plugIn: 500 } as const;

/** A network. Patience n_P = 20, decay γ = 0.25 and at most 500 epochs are the defaults of training. */
export interface NetworkRecipe
  extends Pick<
    NetworkOptions,
    'hidden' | 'activation' | 'learningRate' | 'batchSize' | 'epochSteps' | 'patience' | 'maxEpochs'
  > {
  readonly model: 'mlp' | 'resnet' | 'convnet' | 'densenet121';
  /** Default: that of the trainer, else cross-entropy. */
  readonly loss?: ClassLoss;
  /** The learning rate for cross-entropy, where it is another than for the Brier score. */
  readonly crossEntropyRate?: number;
  /** What `quick` cuts beside solves and epochs. */
  readonly quick?: Pick<NetworkOptions, 'hidden' | 'epochSteps'> & {
    /** Rows of each group in each part, at most. */
    readonly groupRows?: number;
  };
}

/** Table of architectures: dense ResNet (512 × 512) × 2, no gate, n_B = 32, lr = 5e-4. */
const ADULT_NETWORK: NetworkRecipe = {
  model: 'resnet',
  hidden: [512, 512],
  activation: 'none',
  learningRate: 5e-4,
  batchSize: 32,
};

/**
 * Fully connected with ELU, as for MIMIC-III; narrower than its 2048 × 2048, and quicker than its 1e-6, which
 * suit 10,000 words and not some sixty features.
 */
const SUPPORT2_NETWORK: NetworkRecipe = {
  model: 'mlp',
  hidden: [256, 256],
  activation: 'elu',
  learningRate: 1e-4,
  batchSize: 512,
};

/** Table of architectures: FullyConnected 2048 × 2048 with ELU, n_B = 512, CE/BS with lr = 1e-6/5e-6. */
const MIMIC_NETWORK: NetworkRecipe = {
  model: 'mlp',
  hidden: [2048, 2048],
  activation: 'elu',
  learningRate: 5e-6,
  crossEntropyRate: 1e-6,
  quick: { hidden: [64, 64] },
  batchSize: 512,
};

/**
 * A small network on small pictures, trained from nothing: the paper's is DenseNet121, trained before on
 * ImageNet.
 */
const HAM_NETWORK: NetworkRecipe = {
  model: 'convnet',
  loss: 'brier',
  learningRate: 1e-3,
  batchSize: 32,
  epochSteps: 600,
  patience: 6,
  maxEpochs: 20,
  quick: { epochSteps: 200 },
};

/**
 * Table of architectures: DenseNet121, n_B = 32, lr = 5e-6, by the Brier score; to begin with trained
 * weights.
 */
const DENSENET: NetworkRecipe = {
  model: 'densenet121',
  loss: 'brier',
  learningRate: 5e-6,
  batchSize: 32,
  quick: { groupRows: 20 }, // a step takes a second with 64 × 64 pixels; an epoch of all rows has 132
};

/** What `quick` cuts, so that a table takes minutes. */
export const QUICK = { maxEpochs: 3, solves: 3 } as const;

export interface StudyRecipe {
  /** Its name and the preset of its groups. */
  readonly dataset: string;
  /** The authors' own, or drawn 60/20/20 with seeds 1, 2, …: German's are not published. */
  readonly splits: 'published' | 'drawn';
  readonly trainers: readonly TrainerName[];
  readonly network?: NetworkRecipe;
  /**
   * Groups for baselines and equalised odds, where those of the study are made of the outcome. These methods
   * ask for the group when they predict, or take away what tells it; neither is possible with what is to be
   * predicted [MMPF App. A.7].
   */
  readonly groupsWithoutOutcome?: string;
  /** Whether there is no such study without texts, where the dataset can be had without them. */
  readonly needsTexts?: boolean;
  /** Whether its networks are no such study unless they begin with trained weights. */
  readonly needsWeights?: boolean;
  /** What a reader must know who compares it with the paper. */
  readonly note?: string;
  /** The paper's name of a group. Default: its words with a capital. */
  groupTitle?(group: string): string;
}

const LINEAR_TRAINERS = ['LR', 'zafar', 'feldman', 'kamishima', 'LR P'] as const;
const TABULAR_TRAINERS = [...LINEAR_TRAINERS, 'network', 'network P'] as const;

/** Target and groups are the diagnoses: one network, re-weighted. */
const HAM = {
  splits: 'drawn',
  trainers: ['naive', 'balanced'],
  groupTitle: (group: string) => group,
} as const;

const FROM_NOTHING =
  'trained from nothing unless it was given weights; the paper’s is DenseNet121, on the 10,015 originals, trained before on ImageNet';

export const studies = {
  'adult-gender': {
    dataset: 'adult:gender',
    splits: 'published',
    trainers: TABULAR_TRAINERS,
    network: ADULT_NETWORK,
  },
  'adult-gender-ethnicity': {
    dataset: 'adult:gender-ethnicity',
    splits: 'published',
    trainers: TABULAR_TRAINERS,
    network: ADULT_NETWORK,
  },
  'german-gender': { dataset: 'german:gender', splits: 'drawn', trainers: LINEAR_TRAINERS },
  support2: {
    dataset: 'support2:age-race-outcome',
    splits: 'drawn',
    trainers: TABULAR_TRAINERS,
    network: SUPPORT2_NETWORK,
    groupsWithoutOutcome: 'age<55,race=white|nonwhite:*',
  },
  ham10000: {
    ...HAM,
    dataset: 'ham10000:diagnosis',
    network: HAM_NETWORK,
    note: `Ours is a small network, on pictures of 28 × 28, and ${FROM_NOTHING}.`,
  },
  'ham10000-64': {
    ...HAM,
    dataset: 'ham10000-64:diagnosis',
    note: `Ours is DenseNet121, on 7,017 pictures of 64 × 64, and ${FROM_NOTHING}.`,
    network: { ...DENSENET, learningRate: 1e-3, maxEpochs: 40 },
  },
  'ham10000-full': {
    ...HAM,
    dataset: 'ham10000-full:diagnosis',
    network: DENSENET,
    needsWeights: true,
  },
  'mimic-iii': {
    dataset: 'mimic-iii:age-ethnicity-outcome',
    splits: 'drawn',
    trainers: ['naive BS', 'naive CE', 'network BS', 'network CE', 'network BS P', 'network CE P'],
    network: MIMIC_NETWORK,
    groupsWithoutOutcome: 'age<55,ethnicity_group',
    needsTexts: true,
    groupTitle: mimicGroup,
  },
} as const satisfies Readonly<Record<string, StudyRecipe>>;

/** Outcome, age and ethnicity: D/S/NW for "age≥55 · nonwhite · deceased". */
function mimicGroup(group: string): string {
  const [age, ethnicity, outcome] = group.split(' · ');
  return [
    outcome === 'alive' ? 'A' : 'D',
    age === 'age<55' ? 'A' : 'S',
    ethnicity === 'white' ? 'W' : 'NW',
  ].join('/');
}

export type StudyName = keyof typeof studies;
export const SPLITS = 5;

export interface TableRecipe {
  readonly name: string;
  readonly title: string;
  readonly study: StudyName;
  readonly metrics: readonly (keyof GroupMetrics)[];
  /** A column for each group, or their means, worst and disparity. */
  readonly columns: 'groups' | 'summary';
  /** Whether it has rows of equalised odds. */
  readonly postProcessed: boolean;
  /** The only loss it shows, of a study that has both; its rows do not name it. */
  readonly loss?: 'BS' | 'CE';
}

const SHORT = { metrics: ['accuracy', 'crossEntropy'], postProcessed: false } as const;
const FULL = {
  metrics: ['accuracy', 'brier', 'crossEntropy', 'ece', 'mce'],
  columns: 'groups',
  postProcessed: true,
} as const;

export const tables: readonly TableRecipe[] = [
  {
    name: 'table-1',
    title: 'MIMIC-III: death in hospital, by age, ethnicity and outcome',
    study: 'mimic-iii',
    metrics: ['accuracy', 'brier'],
    columns: 'summary',
    postProcessed: true,
    loss: 'BS',
  },
  {
    name: 'table-2',
    title: 'HAM10000: seven diagnoses of skin lesions',
    study: 'ham10000',
    metrics: ['accuracy', 'brier'],
    columns: 'summary',
    postProcessed: false,
  },
  { name: 'table-3', title: 'Adult, gender', study: 'adult-gender', columns: 'groups', ...SHORT },
  {
    name: 'table-4',
    title: 'Adult, gender and ethnicity',
    study: 'adult-gender-ethnicity',
    columns: 'summary',
    ...SHORT,
  },
  { name: 'table-5', title: 'German credit, gender', study: 'german-gender', columns: 'groups', ...SHORT },
  { name: 'table-8', title: 'HAM10000, in full', study: 'ham10000', ...FULL, postProcessed: false },
  {
    name: 'table-9',
    title: 'MIMIC-III, in full',
    study: 'mimic-iii',
    ...FULL,
  },
  {
    name: 'table-10',
    title: 'Adult, gender and ethnicity, in full',
    study: 'adult-gender-ethnicity',
    ...FULL,
  },
  { name: 'table-11', title: 'Adult, gender, in full', study: 'adult-gender', ...FULL },
  { name: 'table-12', title: 'German credit, gender, in full', study: 'german-gender', ...FULL },
  {
    name: 'support2',
    title: 'The design of the study of intensive care (age × ethnicity × outcome), on open data',
    study: 'support2',
    metrics: ['accuracy', 'brier', 'crossEntropy'],
    columns: 'summary',
    postProcessed: true,
  },
  {
    name: 'ham10000-64',
    title: 'The study of skin lesions with DenseNet121 from nothing, on pictures of 64 × 64',
    study: 'ham10000-64',
    ...FULL,
    postProcessed: false,
  },
  {
    name: 'ham10000-full',
    title: 'The study of skin lesions as the paper has it: DenseNet121 from --weights, on the originals',
    study: 'ham10000-full',
    ...FULL,
    postProcessed: false,
  },
];
