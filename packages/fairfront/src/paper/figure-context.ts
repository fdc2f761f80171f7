import type { CancelSignal } from '@fairfront/core';

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
}

export interface FigureProgress {
  update(what: string, done: number, total: number, detail?: string): void;
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
}

/** A narrower network than the paper's, whose 512 units take hours for what these take minutes for. All else is the paper's. */
export const STUDY_DEFAULTS = {
  samples: [1000, 10_000, 100_000],
  runs: 1,
  hidden: [64, 64],
  maxSolves: 20,
  maxEpochs: 500,
} as const satisfies StudyOptions;
