// Neighbours on the grid of a front, as a job: each solve begins at the one before, the first at the balanced model, so
// that a stretch does not depend on others, nor on who solves it.

import { type LabelledRows, linearOracle } from '@fairfront/core';
import { type NamedJob, workerAt } from '../threads/job.js';
import { type Start, solveNearby, type TriedPoint } from '../training/linear-front.js';

/** Neighbours on the grid. */
export interface StretchTask {
  readonly mus: readonly (readonly number[])[];
}

/** What all stretches are solved on. */
export interface StretchData {
  readonly train: LabelledRows;
  /** The rows on which risks are measured, where they are not those trained on. */
  readonly validation?: LabelledRows | undefined;
  readonly training: Parameters<typeof linearOracle>[1];
  readonly start: Start;
}

export const stretchJob: NamedJob<StretchTask, TriedPoint[], StretchData> = {
  name: 'front-stretch',
  worker: workerAt('./stretch-worker.js', import.meta.url),
  run: ({ mus }, { train, validation, training, start }) => {
    const solve = solveNearby(linearOracle(train, training, validation), start);
    return mus.map(solve);
  },
};
