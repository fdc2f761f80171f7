// Linear or boosted: both are fitted on the same folds, and the worst group's risk on rows out of fold decides. The
// linear model is the simpler one, and is kept unless trees are better by more than a standard error.

import { chooseModel, createRandom, FairfrontError, type LinearModel } from '@fairfront/core';
import type { BoostedModel } from '@fairfront/trees';
import { type PreparedFit, partEntities, withLayout } from '../task/prepare-fit.js';
import { fitBoosted } from './fit-boosted.js';
import type { FitHooks, FitProgress } from './fit-hooks.js';
import { fitLinear } from './fit-linear.js';
import type { FittedModel, FittedModels } from './fitted-models.js';
import type { KindReport } from './kind-report.js';
import type { ResolvedChoice, ResolvedFit } from './options/fit-options.js';
import { lossesOf } from './select/selection.js';

/** Models, with the rows and the options they were trained with. */
export interface TrainedFit {
  readonly fit: PreparedFit;
  readonly options: ResolvedFit;
  readonly models: FittedModels<FittedModel>;
}

/** Fits both, and takes one. @returns `undefined` if it was interrupted */
export async function fitAuto(
  fit: PreparedFit,
  choice: ResolvedChoice,
  hooks: FitHooks<FittedModel>,
  resume: FitProgress<FittedModel> = {},
): Promise<TrainedFit | undefined> {
  let progress = resume;
  const keeping = {
    ...hooks,
    onCheckpoint: (more: () => FitProgress<FittedModel>, isCostly: boolean) => {
      progress = { ...progress, ...more() };
      const now = progress;
      return hooks.onCheckpoint?.(() => now, isCostly);
    },
  };
  const asLinear: ResolvedFit = { ...choice, model: 'linear' };
  const linear = await fitLinear(fit, asLinear, keeping, resume as FitProgress<LinearModel>);
  if (linear === undefined) return undefined;
  const linearAlone = (why: string): TrainedFit => {
    const notes = [...(linear.notes ?? []), `boosted trees were not tried: ${why}`];
    return { fit, options: asLinear, models: { ...linear, notes } as FittedModels<FittedModel> };
  };
  const why = whyNoTrees(fit);
  if (why !== undefined) return linearAlone(why);
  const columns = withLayout(fit, 'columns');
  const asBoosted: ResolvedFit = { ...choice, model: 'boosted' };
  let boosted: FittedModels<BoostedModel> | undefined;
  try {
    boosted = await fitBoosted(columns, asBoosted, keeping, resume as FitProgress<BoostedModel>);
  } catch (error) {
    // Rows that are too many for trees are no reason to lose the linear model.
    if (!(error instanceof FairfrontError && error.code === 'bad-problem')) throw error;
    return linearAlone(error.message);
  }
  if (boosted === undefined) return undefined;
  const kind = await chooseKind(fit, linear, boosted, choice);
  return kind.chosen === 'boosted'
    ? { fit: columns, options: asBoosted, models: { ...boosted, kind } as FittedModels<FittedModel> }
    : { fit, options: asLinear, models: { ...linear, kind } as FittedModels<FittedModel> };
}

/** Takes trees where they serve the worst group better on rows out of fold than a linear model, by more than chance. */
export async function chooseKind(
  fit: PreparedFit,
  linear: FittedModels<LinearModel>,
  boosted: FittedModels<BoostedModel>,
  { loss, seed }: Pick<ResolvedChoice, 'loss' | 'seed'>,
): Promise<KindReport> {
  const { validation } = fit.parts;
  const losses = async <Model>({ predict, minimax }: FittedModels<Model>): Promise<Float64Array> =>
    lossesOf(await predict(minimax.model, 'validation'), validation, fit.task.target.classes.length, loss);
  const { chosen, risks, gain, standardError } = chooseModel(
    [await losses(linear), await losses(boosted)],
    validation.groups,
    { random: createRandom(seed), entities: partEntities(fit, 'validation') },
  );
  return {
    chosen: chosen === 1 ? 'boosted' : 'linear',
    risks: { linear: risks[0]!, boosted: risks[1]! },
    gain: { value: gain, standardError },
  };
}

/** Why trees cannot be grown on the columns. */
function whyNoTrees({ encoder, backbone }: PreparedFit): string | undefined {
  if (backbone !== undefined) return 'features that a backbone makes of pictures are for linear models';
  const texts = encoder.columns.filter(({ kind }) => kind === 'text');
  return texts.length === 0 ? undefined : 'trees take numbers and categories, not texts';
}
