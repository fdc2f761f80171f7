// What a fit tells of itself while it runs, and what it can go on from.

import type { EpochReport, SolveProgress } from '@fairfront/neural';
import type { SearchCheckpoint, SearchHooks } from './find-minimax.js';

export interface FitHooks<Model> extends SearchHooks<Model> {
  /** Told before a model is trained. */
  onModel(name: 'naive' | 'balanced'): unknown;
  /** Told after every epoch of a network, and waited for. */
  onEpoch(solve: SolveProgress, report: EpochReport): unknown;
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
}

export interface Solved<Model> {
  readonly model: Model;
  readonly risks: readonly number[];
  readonly trainRisks: readonly number[];
}
