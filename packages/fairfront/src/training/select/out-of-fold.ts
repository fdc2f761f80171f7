// What linear models say of rows that they were trained without, block by block: of many rows and many candidates only
// sums are kept.

import {
  type LabelledRows,
  type LinearModel,
  type Loss,
  predictLinear,
  worstShareMean,
} from '@fairfront/core';
import {
  blockEndsOf,
  CompensatedSum,
  checkFinite,
  type JudgedModel,
  labelledBlock,
  RiskSums,
  selectRows,
} from '@fairfront/core/internal';
import { lossesOf } from './selection.js';

/** Rows, their folds, and how they are judged. */
export interface FoldedRows {
  readonly rows: LabelledRows;
  /** The fold of each row. */
  readonly folds: Uint8Array;
  readonly classCount: number;
  readonly loss: Loss;
}

/** A candidate: for each fold the model that was trained without it. */
export type FoldModels = readonly LinearModel[];

/** A candidate's risks, and the loss of all rows together, by their weights. */
export interface JudgedCandidate extends JudgedModel {
  readonly total: number;
}

/** Judges candidates in one pass over the rows. @param share where the worst share of the rows judges */
export function judgeOutOfFold(
  folded: FoldedRows,
  candidates: readonly FoldModels[],
  share?: number,
): JudgedCandidate[] {
  const { groups } = folded.rows;
  const { weights } = groups;
  const sums = candidates.map(() => ({ risks: new RiskSums(groups), total: new CompensatedSum() }));
  eachLosses(folded, candidates, (losses, candidate, start) => {
    checkFinite(`model ${candidate + 1}`, losses, start);
    const { risks, total } = sums[candidate]!;
    risks.add(losses, start);
    for (let i = 0; i < losses.length; i++) {
      const loss = weights === undefined ? losses[i]! : weights[start + i]! * losses[i]!;
      if (loss !== 0) total.add(loss);
    }
  });
  return sums.map(({ risks, total }, candidate) => ({
    risks: risks.risks(),
    total: total.value,
    ...(share !== undefined && {
      worstShare: worstShareMean(lossesOutOfFold(folded, [candidates[candidate]!])[0]!, share, weights),
    }),
  }));
}

/** The loss of every row, of some candidates. */
export function lossesOutOfFold(folded: FoldedRows, candidates: readonly FoldModels[]): Float64Array[] {
  const all = candidates.map(() => new Float64Array(folded.rows.labels.length));
  eachLosses(folded, candidates, (losses, candidate, start) => all[candidate]!.set(losses, start));
  return all;
}

/** The probabilities of every row, of some candidates: rows × classes. */
export function predictOutOfFold(folded: FoldedRows, candidates: readonly FoldModels[]): Float64Array[] {
  const { rows, classCount } = folded;
  const all = candidates.map(() => new Float64Array(rows.labels.length * classCount));
  eachPrediction(folded, candidates, (said, candidate, start) =>
    all[candidate]!.set(said, start * classCount),
  );
  return all;
}

function eachLosses(
  folded: FoldedRows,
  candidates: readonly FoldModels[],
  use: (losses: Float64Array, candidate: number, start: number) => void,
): void {
  const { rows, classCount, loss } = folded;
  eachPrediction(folded, candidates, (said, candidate, start) => {
    const end = start + said.length / classCount;
    const own = {
      labels: rows.labels.subarray(start, end),
      ...(rows.values && { values: rows.values.subarray(start, end) }),
    };
    use(lossesOf(said, own, classCount, loss), candidate, start);
  });
}

/** @param use is handed the probabilities of a block, which are written over afterwards, and its first row */
function eachPrediction(
  { rows, folds, classCount }: FoldedRows,
  candidates: readonly FoldModels[],
  use: (said: Float64Array, candidate: number, start: number) => void,
): void {
  const ends = blockEndsOf(rows);
  ends.forEach((end, block) => {
    const start = block === 0 ? 0 : ends[block - 1]!;
    const { features } = labelledBlock(rows, ends, block);
    const foldCount = candidates[0]?.length ?? 0;
    const heldOut = Array.from({ length: foldCount }, (_, fold) => {
      const places = rowsInFold(folds.subarray(start, end), fold);
      return { places, features: selectRows(features, places) };
    });
    const said = new Float64Array((end - start) * classCount);
    candidates.forEach((models, candidate) => {
      heldOut.forEach((own, fold) => {
        if (own.places.length === 0) return;
        const ofFold = predictLinear(models[fold]!, own.features);
        own.places.forEach((place, i) => {
          for (let c = 0; c < classCount; c++) said[place * classCount + c] = ofFold[i * classCount + c]!;
        });
      });
      use(said, candidate, start);
    });
  });
}

/** The rows of a fold, or with `outside` all others. */
export function rowsInFold(folds: Uint8Array, fold: number, outside = false): Uint32Array {
  let count = 0;
  for (const own of folds) if ((own === fold) !== outside) count++;
  const rows = new Uint32Array(count);
  for (let row = 0, next = 0; row < folds.length; row++) {
    if ((folds[row] === fold) !== outside) rows[next++] = row;
  }
  return rows;
}
