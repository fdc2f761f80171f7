// The choice where folds would be too dear: the validation part holds what the search found against naive and balanced.

import { worstRisk } from '@fairfront/core';
import { gapOf } from '@fairfront/core/internal';
import { type PreparedFit, partEntities } from '../task/prepare-fit.js';
import type { FoundMinimax } from './find-minimax.js';
import type { Solved } from './fit-hooks.js';
import type { ResolvedFit } from './options/fit-options.js';
import { lossesOf, type SelectionReport, selectCandidate } from './select/selection.js';

/** A solve with the weights it is for. */
export interface Weighted<Model> extends Solved<Model> {
  readonly mu: readonly number[];
}

/** The models that the validation part chooses among. */
export interface ValidationCandidates<Model> {
  readonly naive: Weighted<Model>;
  readonly balanced: Weighted<Model>;
  readonly minimax: FoundMinimax<Model>;
}

/**
 * Keeps naive unless another model is better for the worst group by more than a standard error.
 * @param predict the probabilities of the validation rows: rows × classes
 */
export async function chooseByValidation<Model>(
  fit: PreparedFit,
  { naive, balanced, minimax }: ValidationCandidates<Model>,
  predict: (model: Model) => Float64Array | Promise<Float64Array>,
  { loss, seed }: Pick<ResolvedFit, 'loss' | 'seed'>,
): Promise<{ readonly minimax: FoundMinimax<Model>; readonly selection: SelectionReport }> {
  const { validation } = fit.parts;
  const classCount = fit.task.target.classes.length;
  const lossesBy = async ({ model }: { readonly model: Model }): Promise<Float64Array> =>
    lossesOf(await predict(model), validation, classCount, loss);
  const { report, chosen } = selectCandidate(
    [
      { model: 'naive', from: 'naive', step: 0, l2: null, losses: await lossesBy(naive) },
      { model: 'balanced', from: 'balanced', step: 0, l2: null, losses: await lossesBy(balanced) },
      { model: 'minimax', from: 'naive', step: 1, l2: null, losses: await lossesBy(minimax) },
    ],
    validation.groups,
    { by: 'validation', folds: null },
    { seed, entities: partEntities(fit, 'validation') },
  );
  const { model, mu, risks, trainRisks } = [naive, balanced, minimax][chosen]!;
  const { search } = minimax;
  const relativeGap = gapOf(search.certificate, worstRisk(trainRisks));
  return { minimax: { model, mu, risks, trainRisks, relativeGap, search }, selection: report };
}
