// Linear models that say of every row what they were trained without: rows are put into folds, and each fold is judged
// by a model of all others. The penalty is that of the least loss out of fold.

import { assignFolds, createRandom, type LabelledRows, linearSolver, predictLinear } from '@fairfront/core';
import { rowOutcomes, takeLabelledRows } from '@fairfront/core/internal';
import { turn } from '../threads/turn.js';
import { largeSolving } from './select/exact-minimax.js';
import { PENALTIES } from './select/linear-candidates.js';

export const FOLDS = 5;
/** Rows from which on the first fold alone chooses the penalty: it matters little then, and a solve takes long. */
const MANY_ROWS = 20_000;
/** How far from its minimum a model may be: risks out of fold have no more than six digits that matter. */
const TOLERANCE = 1e-7;

export interface CrossFitOptions {
  readonly classCount: number;
  readonly seed: number;
  readonly entities?: ArrayLike<number> | undefined;
  /** Whether a row may choose the penalty. Default: every row may. */
  mayChoose?(row: number): boolean;
  /** Told how many models are trained, of how many. */
  onModel?(done: number, total: number): unknown;
}

/**
 * Predicts every row by a linear model that was trained without it.
 * @param rows in one group
 * @returns rows × classes; undefined where some fold leaves a class without rows to train on
 */
export async function crossFit(
  rows: LabelledRows,
  { classCount, seed, entities, mayChoose = () => true, onModel }: CrossFitOptions,
): Promise<Float64Array | undefined> {
  const folds = assignFolds(rows, FOLDS, createRandom(seed), entities);
  const places = [...folds.keys()];
  const inFold = Array.from({ length: FOLDS }, (_, fold) => places.filter((row) => folds[row] === fold));
  const trains = inFold.map((_, fold) =>
    takeLabelledRows(
      rows,
      places.filter((row) => folds[row] !== fold),
    ),
  );
  if (trains.some(({ labels }) => new Set(labels).size < classCount)) return undefined;
  const choosing = rows.labels.length > MANY_ROWS ? 1 : FOLDS;
  const total = choosing * PENALTIES.length + FOLDS - choosing;
  let done = 0;
  /** What models of a penalty say of some folds' rows; of other rows nothing. */
  const predict = async (l2: number, from: number, to: number, said: Float64Array): Promise<Float64Array> => {
    let start: Parameters<typeof predictLinear>[0] | undefined;
    for (let fold = from; fold < to; fold++) {
      await onModel?.(done++, total);
      await turn();
      const problem = { classCount, loss: 'cross-entropy', l2 } as const;
      const solving = { tolerance: TOLERANCE, ...largeSolving(rows, problem, TOLERANCE) };
      start = linearSolver(trains[fold]!, { ...problem, ...solving }).solve([1], start).model;
      const own = predictLinear(start, takeLabelledRows(rows, inFold[fold]!).features);
      inFold[fold]!.forEach((row, i) => {
        said.set(own.subarray(i * classCount, (i + 1) * classCount), row * classCount);
      });
    }
    return said;
  };
  const judges = inFold.slice(0, choosing).flat().filter(mayChoose);
  const weights = rows.groups.weights;
  let best: { l2: number; said: Float64Array; loss: number } | undefined;
  for (const l2 of PENALTIES) {
    const said = await predict(l2, 0, choosing, new Float64Array(rows.labels.length * classCount));
    const { crossEntropy } = rowOutcomes(said, rows.labels, classCount);
    const loss = judges.reduce((sum, row) => sum + (weights?.[row] ?? 1) * crossEntropy[row]!, 0);
    if (best === undefined || loss < best.loss) best = { l2, said, loss };
  }
  return predict(best!.l2, choosing, FOLDS, best!.said);
}
