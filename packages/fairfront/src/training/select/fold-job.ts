// The candidates of one fold and one penalty, as a job for a worker thread.

import type { LinearModel } from '@fairfront/core';
import { takeLabelledRows } from '@fairfront/core/internal';
import { openShared, type SharedRows } from '../../task/shared-rows.js';
import { type NamedJob, workerAt } from '../../threads/job.js';
import { type PassDesk, type PassOrder, passAtDesk } from '../passes/pass-job.js';
import { type CandidateProblem, trainCandidates } from './linear-candidates.js';
import { rowsInFold } from './out-of-fold.js';

export interface FoldTask {
  readonly fold: number;
  readonly l2: number;
  /** A model to start from. */
  readonly start?: LinearModel | undefined;
  /** Where others make the passes over its rows. */
  readonly desk?: PassDesk;
}

export interface FoldData {
  readonly rows: SharedRows;
  /** The fold of each row. */
  readonly folds: Uint8Array;
  readonly problem: CandidateProblem;
}

export const foldJob: NamedJob<FoldTask, LinearModel[], FoldData, PassOrder> = {
  name: 'fold',
  worker: workerAt('./fold-worker.js', import.meta.url),
  run: ({ fold, l2, start, desk }, { rows, folds, problem }, report) => {
    const train = takeLabelledRows(openShared(rows), rowsInFold(folds, fold, true));
    if (desk !== undefined) passAtDesk(train, desk, report);
    return trainCandidates(train, problem, l2, start);
  },
};
