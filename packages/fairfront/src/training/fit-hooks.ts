// What a fit tells of itself while it runs, and what it can go on from.

import type { Outlook } from '@fairfront/core/plug-in';
import type { EpochReport, SolveProgress } from '@fairfront/neural';
import type { SearchCheckpoint, SearchHooks } from './find-minimax.js';
import type { PartModel } from './plug-in/part-job.js';

export interface FitHooks<Model> extends SearchHooks<Model> {
  /** Told before a model is trained. */
  onModel(name: 'naive' | 'balanced' | 'distilled'): unknown;
  /** Told after every epoch of a network, and waited for. */
  onEpoch(solve: SolveProgress, report: EpochReport): unknown;
  /** Told how many parts of a plug-in classifier are trained, and of the training of one. */
  onPart(done: number, total: number, detail?: string): unknown;
  /** Told before the search how much it can gain at most. */
  onOutlook(outlook: Outlook): unknown;
  /** Handed what there is to go on from, as soon as there is more of it. */
  onProgress(progress: FitProgress<Model>): unknown;
}

/** How far a fit has come. */
export interface FitProgress<Model> {
  /** Trained to their end. */
  readonly solved?: Readonly<Partial<Record<'naive' | 'balanced', Solved<Model>>>>;
  readonly search?: SearchCheckpoint<Model> | undefined;
  /** A solve of a network, at the end of an epoch. */
  readonly solve?: SolveProgress | undefined;
  /** Of plug-in classifiers: those that are trained, in the order of training. */
  readonly parts?: readonly (PartModel | undefined)[] | undefined;
}

export interface Solved<Model> {
  readonly model: Model;
  readonly risks: readonly number[];
  readonly trainRisks: readonly number[];
}
