// What an experiment takes, what it tells while it runs, and what it gives.

import type { CancelSignal } from '@fairfront/core';
import type { Workers } from '../../queue/remote-tasks.js';

/** The options of all experiments. `checkExperiment` refuses those that the experiment has no use for. */
export interface ExperimentOptions extends StudyOptions, TableOptions {
  /** Same seed, same result. A whole number in [0, 2³²). Default 1. */
  readonly seed?: number | undefined;
  /**
   * A folder that keeps the finished cells, so that an interrupted experiment goes on from there. Default:
   * none are kept.
   */
  readonly folder?: string | undefined;
}

/** The options of figures 6 and 8, which train networks on samples. `STUDY_DEFAULTS` has their defaults. */
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
  /**
   * Steps of an epoch at least, ≥ 1: rows are passed over as often as it takes. With 1, once, as in the
   * paper.
   */
  readonly epochSteps?: number | undefined;
  /** The problems of figure 8. */
  readonly grid?: StudyGrid | undefined;
}

/** The problems of the plug-in study. */
export interface StudyGrid {
  /** m_1 of Case I, where λ = 0; each ≥ 0. */
  readonly m1: readonly number[];
  /** λ of Case II, where m_1 = 0; each in [0, 1]. */
  readonly lambda: readonly number[];
}

/** The options of tables. */
export interface TableOptions {
  /** The methods to train, named as in the paper: `['MMPF LR', 'Zafar']`. Default: all. */
  readonly only?: readonly string[] | undefined;
  /** How many splits, ≥ 1. Default 5. Adult's are published, others are drawn with seeds 1, 2, … */
  readonly splits?: number | undefined;
  /** Few solves and epochs: minutes, and not the paper's experiment. Default false. */
  readonly quick?: boolean | undefined;
  /** A folder where datasets are looked for first. */
  readonly dataDir?: string | undefined;
  /** Parameters that networks on pictures start from, as safetensors or ONNX. Default: made from the seed. */
  readonly weights?: string | undefined;
  /** An execution provider of onnxruntime that trains networks. Default cpu. */
  readonly device?: string | undefined;
}

/** What a caller may hear of a running experiment, and how it stops one. */
export interface ExperimentHooks {
  /** Told how far the experiment has come. */
  readonly onProgress?: ((progress: ExperimentProgress) => void) | undefined;
  /** Told what a person should know at once. */
  readonly onNote?: ((text: string) => void) | undefined;
  /** Handed what forgets the trainings, to be called once the result is written. Default: called at once. */
  readonly onceWritten?: ((forget: () => void) => void) | undefined;
  /** Set, the experiment ends soon and gives what was finished until then. */
  readonly signal?: CancelSignal | undefined;
  /** Workers on other machines that train the cells. Default: threads of this one. */
  readonly workers?: Workers | undefined;
}

export interface ExperimentProgress {
  /** What is counted, such as "cells". */
  readonly what: string;
  readonly done: number;
  readonly total: number;
  /** What is being done, in words. */
  readonly detail?: string | undefined;
  /** Share of the work of this run that is done, where it is not done / total. */
  readonly share?: number | undefined;
}

export interface ExperimentResult {
  /** The table or figure as numbers. */
  readonly data: unknown;
  /** Text of the files that show it, by the ending of their names. */
  readonly files: Readonly<Partial<Record<'svg' | 'md', string>>>;
  /** The table or figure in words, for a terminal. */
  readonly summary: string;
  /** What is there and what is missing, where the signal ended it early. */
  readonly interrupted?: string;
}

/** A narrower network than the paper's, whose 512 units take hours for what these take minutes for. */
const NETWORKS = { hidden: [64, 64], maxEpochs: 500 } as const;

/**
 * Defaults by figure: the paper's where it gives any, but for the networks. In figure 8 an epoch cannot be
 * one pass over the rows: to learn a wave takes about 200 steps in which the risk stays where it was, and one
 * pass over 4,000 rows is 8 steps. Algorithm 2, which goes back and decays the learning rate after every
 * epoch that is not better, would never begin. The same number of steps for all networks gives none an
 * advantage.
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
