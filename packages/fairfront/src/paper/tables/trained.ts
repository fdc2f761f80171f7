// A cell of a table before and after its training: the options of all cells, the split, the models' predictions.

import type { PartName } from '@fairfront/core';
import type { PreparedFit } from '../../task/prepare-fit.js';
import type { StudyName } from './table-recipes.js';

/** What all cells of a run have in common. */
export interface CellOptions {
  readonly study: StudyName;
  readonly quick: boolean;
  readonly seed: number;
  /** Parameters that networks on pictures start from. */
  readonly weights?: string | undefined;
  readonly device?: string | undefined;
}

export interface LoadedSplit {
  readonly fit: PreparedFit;
  /**
   * The same rows, in groups that a method may know when it predicts. The same as `fit` unless the outcome
   * makes the groups.
   */
  readonly knowable: PreparedFit;
}

export type Predict = (part: PartName) => Float64Array | Promise<Float64Array>;
export interface Trained {
  /** The models' probabilities, one model for each of the trainer's rows. */
  readonly predictions: readonly Predict[];
  readonly detail: string;
  close?(): Promise<void>;
}
export type Report = (detail: string) => unknown;

/** How a search went, in words. */
export function searchDetail({
  solves,
  stopped,
}: {
  readonly solves: number;
  readonly stopped: string;
}): string {
  return `${solves} solves, ended by ${stopped}`;
}
