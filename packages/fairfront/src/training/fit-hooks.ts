// What training tells of itself while it runs, and what it can go on from.

import type { CancelSignal, ClassLoss, SearchState } from '@fairfront/core';
import type { Outlook } from '@fairfront/core/plug-in';
import type { EpochReport, SolveProgress } from '@fairfront/neural';
import type { TaskRunner } from '../threads/run-here.js';
import type { BoostedProgress } from './boosted/boosted-progress.js';
import type { ComponentModel } from './plug-in/component-job.js';
import type { AtMost } from './select/at-most.js';
import type { TrainedFold } from './select/cross-validate.js';

/** Something that happened in training. */
export type TrainingEvent =
  /** A model that is no part of the search is about to be trained. */
  | { readonly kind: 'model'; readonly name: 'naive' | 'balanced' | 'distilled' }
  /** A solve of the search is done. */
  | {
      readonly kind: 'solve';
      /** The strategy of the search. */
      readonly search: string;
      readonly solve: number;
      readonly maxSolves: number;
      readonly bestWorstRisk: number;
      /** The weights that were solved for. */
      readonly mu: readonly number[];
      /** What the solve gave each group, on the rows that choose. */
      readonly risks: readonly number[];
      /** The bounds of the certificate so far, on the rows trained on; null where nothing is certified. */
      readonly lower: number | null;
      readonly upper: number | null;
      readonly relativeGap: number | null;
    }
  /** A solve of the refinement is about to begin. */
  | { readonly kind: 'refine'; readonly solve: number; readonly total: number }
  /** So many solves of a front are done. */
  | { readonly kind: 'front'; readonly done: number; readonly total: number }
  /** So many models of the curve of an objective's knob are found. */
  | { readonly kind: 'curve'; readonly done: number; readonly total: number }
  /** An epoch of a network is done. */
  | {
      readonly kind: 'epoch';
      readonly epoch: number;
      readonly validationRisk: number;
      /** Epochs in a row that did not improve it. */
      readonly failures: number;
    }
  /** So many models of a plug-in classifier are trained; or how the training of one stands. */
  | { readonly kind: 'component'; readonly done: number; readonly total: number; readonly detail?: string }
  /** How much the search can gain at most, known before it. */
  | {
      readonly kind: 'outlook';
      readonly outlook: Outlook;
      readonly groups: readonly string[];
      readonly loss: ClassLoss;
    }
  /** How much there is to gain at most on the rows trained on, known before the search. */
  | {
      readonly kind: 'at-most';
      readonly atMost: AtMost;
      readonly groups: readonly string[];
      /** Present where a number is predicted. */
      readonly loss?: 'squared';
    }
  /** So many trainings of the candidates of a fold are done. */
  | { readonly kind: 'fold'; readonly done: number; readonly total: number }
  /** Candidates of boosted trees, or settings, are boosted on all folds: how many are done, and how the next one stands. */
  | {
      readonly kind: 'boost' | 'tune';
      readonly done: number;
      readonly total: number;
      readonly round: number;
      /** The weights of the groups in the round, and each group's risk after it. */
      readonly mu: readonly number[];
      readonly risks: readonly number[];
    }
  /** Chosen trees are boosted on all rows: how many models are done, and how the next one stands. */
  | {
      readonly kind: 'tree';
      readonly done: number;
      readonly total: number;
      readonly tree: number;
      readonly trees: number;
    }
  /** A value of another method's parameter is about to be tried. */
  | { readonly kind: 'compare'; readonly method: string; readonly done: number; readonly total: number };

export interface FitHooks<Model> {
  /** Set, training ends as soon as it can. */
  readonly signal?: CancelSignal | undefined;
  /** Does what can be done side by side. Default: threads of this machine. */
  readonly tasks?: TaskRunner | undefined;
  /** Told of every event, and waited for. */
  onEvent?(event: TrainingEvent): unknown;
  /**
   * Handed what there is to go on from, as soon as there is more of it.
   * @param isCostly whether much work would be lost with it; if not, it need not be kept every time
   */
  onCheckpoint?(progress: () => FitProgress<Model>, isCostly: boolean): unknown;
}

/** How far a fit has come. */
export interface FitProgress<Model> {
  /** Which data it is of: the same for the same rows, features, classes and groups. */
  readonly fingerprint?: string;
  /** Trained to their end. */
  readonly solved?: Readonly<Partial<Record<'naive' | 'balanced', Solved<Model>>>>;
  readonly search?: SearchCheckpoint<Model> | undefined;
  /** Candidates of folds that are trained. */
  readonly folds?: readonly TrainedFold[] | undefined;
  readonly boosted?: BoostedProgress | undefined;
  /** A solve of a network, at the end of an epoch. */
  readonly solve?: SolveProgress | undefined;
  /** Models of a plug-in classifier that are trained, in the order of training. */
  readonly components?: readonly (ComponentModel | undefined)[] | undefined;
}

export interface Solved<Model> {
  readonly model: Model;
  readonly risks: readonly number[];
  readonly trainRisks: readonly number[];
}

/** What an interrupted search had, to go on from. */
export interface SearchCheckpoint<Model> {
  readonly state: SearchState;
  readonly model: Model;
}

/** The event that an epoch is. */
export function epochEvent({ epoch, failures }: SolveProgress, { objective }: EpochReport): TrainingEvent {
  return { kind: 'epoch', epoch, failures, validationRisk: objective };
}
