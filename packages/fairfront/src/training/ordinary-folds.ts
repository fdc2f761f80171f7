// Linear models that say of every row what they were trained without: rows are put into folds, and each fold is judged
// by a model of all others. The penalty is that of the least loss out of fold.

import { assignFolds, createRandom, type LabelledRows } from '@fairfront/core';
import { areStreamed, rowOutcomes } from '@fairfront/core/internal';
import { runHere, type TaskRunner } from '../threads/run-here.js';
import { turn } from '../threads/turn.js';
import { type OrdinaryTask, ordinaryJob, rowsWhere } from './ordinary-fold-job.js';
import { PENALTIES } from './select/linear-candidates.js';

export const FOLDS = 5;
/** Rows from which on the first fold alone chooses the penalty: it matters little then, and a solve takes long. */
const MANY_ROWS = 20_000;

export interface CrossFitOptions {
  readonly classCount: number;
  readonly seed: number;
  readonly entities?: ArrayLike<number> | undefined;
  /** Whether a row may choose the penalty. Default: every row may. */
  mayChoose?(row: number): boolean;
  /** Told how many models are trained, of how many. */
  onModel?(done: number, total: number): unknown;
  /** Trains the models. Default: this thread. */
  readonly tasks?: TaskRunner | undefined;
}

/**
 * Predicts every row by a linear model that was trained without it.
 * @param rows in one group
 * @returns rows × classes; undefined where some fold leaves a class without rows to train on
 */
export async function crossFit(
  rows: LabelledRows,
  { classCount, seed, entities, mayChoose = () => true, onModel, tasks = runHere }: CrossFitOptions,
): Promise<Float64Array | undefined> {
  const folds = assignFolds(rows, FOLDS, createRandom(seed), entities);
  const numbers = Array.from({ length: FOLDS }, (_, fold) => fold);
  const classesWithout = (fold: number): number =>
    new Set(rowsWhere(folds, (own) => own !== fold).map((row) => rows.labels[row]!)).size;
  if (numbers.some((fold) => classesWithout(fold) < classCount)) return undefined;
  const choosing = rows.labels.length > MANY_ROWS ? 1 : FOLDS;
  const total = choosing * PENALTIES.length + FOLDS - choosing;
  let before = 0;
  const predict = async (asked: readonly OrdinaryTask[]): Promise<Float64Array[]> => {
    const trained = asked.map(() => 0);
    const tell = async (task: number, done: number): Promise<void> => {
      trained[task] = done;
      await onModel?.(
        trained.reduce((sum, own) => sum + own, before),
        total,
      );
      await turn();
    };
    // Rows that are read from a file and were chosen among are for this thread alone.
    const said = await (areStreamed(rows.features) ? runHere : tasks)(asked, {
      job: ordinaryJob,
      shared: { rows, folds, classCount },
      onReport: tell,
      onResult: (task) => {
        trained[task] = asked[task]!.to - asked[task]!.from;
      },
    });
    before += trained.reduce((sum, own) => sum + own, 0);
    return said.map((own) => own!);
  };
  const judges = numbers
    .slice(0, choosing)
    .flatMap((fold) => [...rowsWhere(folds, (own) => own === fold)].filter(mayChoose));
  const weights = rows.groups.weights;
  const tried = await predict(PENALTIES.map((l2) => ({ l2, from: 0, to: choosing })));
  const losses = tried.map((said) => {
    const { crossEntropy } = rowOutcomes(said, rows.labels, classCount);
    return judges.reduce((sum, row) => sum + (weights?.[row] ?? 1) * crossEntropy[row]!, 0);
  });
  const best = losses.reduce((least, loss, i) => (loss < losses[least]! ? i : least), 0);
  const said = tried[best]!;
  if (choosing === FOLDS) return said;
  const [others] = await predict([{ l2: PENALTIES[best]!, from: choosing, to: FOLDS }]);
  for (const row of rowsWhere(folds, (fold) => fold >= choosing)) {
    said.set(others!.subarray(row * classCount, (row + 1) * classCount), row * classCount);
  }
  return said;
}
