// The choice where folds would be too dear: the validation part holds what the search found against naive and balanced.

import { type LabelledRows, type Loss, worstRisk } from '@fairfront/core';
import { gapOf } from '@fairfront/core/internal';
import type { FoundMinimax } from './find-minimax.js';
import type { Solved } from './fit-hooks.js';
import { lossesOf, type SelectionReport, selectCandidate } from './select/selection.js';

/** A solve with the weights it is for. */
export interface Weighted<Model> extends Solved<Model> {
  readonly mu: readonly number[];
}

export interface ValidationChoice<Model> {
  readonly naive: Weighted<Model>;
  readonly balanced: Weighted<Model>;
  readonly minimax: FoundMinimax<Model>;
  readonly validation: Pick<LabelledRows, 'labels' | 'groups'>;
  /** Row → whose it is, where rows stay together. */
  readonly entities: ArrayLike<number> | undefined;
  readonly classCount: number;
  readonly loss: Loss;
  readonly seed: number;
  /** The probabilities of the validation rows: rows × classes. */
  predict(model: Model): Float64Array | Promise<Float64Array>;
}

/** Keeps naive unless another model is better for the worst group by more than a standard error. */
export async function chooseByValidation<Model>({
  naive,
  balanced,
  minimax,
  validation,
  entities,
  classCount,
  loss,
  seed,
  predict,
}: ValidationChoice<Model>): Promise<{
  readonly minimax: FoundMinimax<Model>;
  readonly selection: SelectionReport;
}> {
  const models = [naive, balanced, minimax];
  const losses: Float64Array[] = [];
  for (const { model } of models) {
    losses.push(lossesOf(await predict(model), validation.labels, classCount, loss));
  }
  const { report, chosen } = selectCandidate(
    [
      { model: 'naive', from: 'naive', step: 0, l2: null, losses: losses[0]! },
      { model: 'balanced', from: 'balanced', step: 0, l2: null, losses: losses[1]! },
      { model: 'minimax', from: 'naive', step: 1, l2: null, losses: losses[2]! },
    ],
    validation.groups,
    { by: 'validation', folds: null },
    { seed, entities },
  );
  const { model, mu, risks, trainRisks } = models[chosen]!;
  const { search } = minimax;
  return {
    minimax: {
      model,
      mu,
      risks,
      trainRisks,
      relativeGap: gapOf(search.certificate, worstRisk(trainRisks)),
      search,
    },
    selection: report,
  };
}
