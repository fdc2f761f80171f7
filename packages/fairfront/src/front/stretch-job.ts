// Neighbours on the grid of a front, as a job: each solve begins at the one before, the first at the balanced model, so
// that a stretch does not depend on others, nor on who solves it.

import { type LabelledRows, linearOracle } from '@fairfront/core';
import { openShared, type SharedRows } from '../task/shared-rows.js';
import { type NamedJob, workerAt } from '../threads/job.js';
import { type Start, solveNearby, type TriedPoint } from '../training/linear-front.js';

/** Neighbours on the grid. */
export interface StretchTask {
  readonly mus: readonly (readonly number[])[];
}

/** What all stretches are solved on. */
export interface StretchData<Rows = LabelledRows> {
  readonly train: Rows;
  /** The rows on which risks are measured, where they are not those trained on. */
  readonly validation?: Rows | undefined;
  readonly training: Parameters<typeof linearOracle>[1];
  readonly start: Start;
}

/** Reports how many points are solved. */
export const stretchJob: NamedJob<StretchTask, TriedPoint[], StretchData<SharedRows>, number> = {
  name: 'front-stretch',
  worker: workerAt('./stretch-worker.js', import.meta.url),
  endsAtReports: true,
  run: async ({ mus }, { train, validation, training, start }, report) => {
    const oracle = linearOracle(openShared(train), training, validation && openShared(validation));
    const solve = solveNearby(oracle, start);
    const points: TriedPoint[] = [];
    for (const mu of mus) {
      points.push(solve(mu));
      await report(points.length);
    }
    return points;
  },
};
