import type { CancelSignal } from '@fairfront/core';
import type { DataFolder } from '../../datasets/data-folders.js';
import type { TableOptions } from '../tables/table-options.js';

/** What a figure may ask of whoever draws it. */
export interface FigureContext {
  /** Same seed, same figure. A whole number in [0, 2³²). */
  readonly seed: number;
  /** Told how far long work has come. */
  readonly progress?: FigureProgress;
  /** Says when to stop training networks. */
  readonly signal?: CancelSignal;
  /** Of figures that train networks. */
  readonly study?: StudyOptions;
  /** Where finished cells of long work are kept; without it they are not. */
  readonly folder?: string;
  /** Where datasets are looked for. */
  readonly dataFolders?: readonly DataFolder[];
  /** Of tables. */
  readonly table?: TableOptions;
}

export interface FigureProgress {
  update(what: string, done: number, total: number, detail?: string, share?: number): void;
}

/** How networks are trained on samples, where it is not as in `STUDY_DEFAULTS`. */
export interface StudyOptions {
  /** Numbers of training rows, whole, ≥ 1: enough for every group to have some. */
  readonly samples?: readonly number[] | undefined;
  /** Samples drawn of each size, ≥ 1. */
  readonly runs?: number | undefined;
  /** Width of each block of the network, ≥ 1, all alike. */
  readonly hidden?: readonly number[] | undefined;
  /** Solves of a search at most, ≥ 1. */
  readonly maxSolves?: number | undefined;
  /** Epochs of a solve at most, ≥ 1. */
  readonly maxEpochs?: number | undefined;
  /** Steps of an epoch at least, ≥ 1: rows are passed over as often as it takes. With 1, once, as in the paper. */
  readonly epochSteps?: number | undefined;
  /** Of figure 8. */
  readonly grid?: StudyGrid | undefined;
}

/** The problems of the plug-in study. */
export interface StudyGrid {
  /** m_1 of Case I, where λ = 0; each ≥ 0. */
  readonly m1: readonly number[];
  /** λ of Case II, where m_1 = 0; each in [0, 1]. */
  readonly lambda: readonly number[];
}

/** A narrower network than the paper's, whose 512 units take hours for what these take minutes for. */
const NETWORKS = { hidden: [64, 64], maxEpochs: 500 } as const;

/**
 * By figure; what the paper gives is the paper's, but for the networks. In figure 8 an epoch cannot be one pass over the rows: to learn a wave takes
 * about 200 steps in which the risk stays where it was, and one pass over 4,000 rows is 8 steps. Algorithm 2, which goes back and decays the
 * learning rate after every epoch that is not better, would never begin. The same number of steps for all networks gives none an advantage.
 */
export const STUDY_DEFAULTS = {
  'figure-6': {
    samples: [1000, 10_000, 100_000],
    runs: 1,
    maxSolves: 20,
    epochSteps: 1,
    ...NETWORKS,
  },
  'figure-8': {
    samples: [4000, 9000],
    runs: 5,
    maxSolves: 15, // what the paper calls updates of the weights
    epochSteps: 400,
    grid: { m1: [0, 0.5, 1, 1.5, 2], lambda: [0, 0.2, 0.5, 0.8] },
    ...NETWORKS,
  },
} as const satisfies Readonly<Record<string, StudyOptions>>;
