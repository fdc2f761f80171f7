// Ordinary linear models of one penalty, each trained without one fold, as a job: what they say of the rows left out.

import { type LabelledRows, type LinearModel, linearSolver, predictLinear } from '@fairfront/core';
import { takeLabelledRows } from '@fairfront/core/internal';
import { type NamedJob, workerAt } from '../threads/job.js';
import { largeSolving } from './select/exact-minimax.js';

/** How far from its minimum a model may be: risks out of fold have no more than six digits that matter. */
const TOLERANCE = 1e-7;

export interface OrdinaryTask {
  readonly l2: number;
  /** The folds that are left out in turn: from one on, up to another that is not. */
  readonly from: number;
  readonly to: number;
}

export interface OrdinaryData {
  /** In one group. */
  readonly rows: LabelledRows;
  /** The fold of each row. */
  readonly folds: Uint8Array;
  readonly classCount: number;
}

/** Gives rows × classes, with nothing for rows of other folds; reports how many models are trained. */
export const ordinaryJob: NamedJob<OrdinaryTask, Float64Array, OrdinaryData, number> = {
  name: 'ordinary-folds',
  worker: workerAt('./ordinary-fold-worker.js', import.meta.url),
  run: async ({ l2, from, to }, { rows, folds, classCount }, report) => {
    const said = new Float64Array(rows.labels.length * classCount);
    const problem = { classCount, loss: 'cross-entropy', l2 } as const;
    const solving = { tolerance: TOLERANCE, ...largeSolving(rows, problem, TOLERANCE) };
    let start: LinearModel | undefined;
    for (let fold = from; fold < to; fold++) {
      await report(fold - from);
      const trained = takeLabelledRows(
        rows,
        rowsWhere(folds, (own) => own !== fold),
      );
      start = linearSolver(trained, { ...problem, ...solving }).solve([1], start).model;
      const left = rowsWhere(folds, (own) => own === fold);
      const own = predictLinear(start, takeLabelledRows(rows, left).features);
      left.forEach((row, i) => {
        said.set(own.subarray(i * classCount, (i + 1) * classCount), row * classCount);
      });
    }
    return said;
  },
};

/** The rows of some folds. */
export function rowsWhere(folds: Uint8Array, isTaken: (fold: number) => boolean): Uint32Array {
  let count = 0;
  const rows = new Uint32Array(folds.length);
  for (let row = 0; row < folds.length; row++) if (isTaken(folds[row]!)) rows[count++] = row;
  return rows.subarray(0, count);
}
