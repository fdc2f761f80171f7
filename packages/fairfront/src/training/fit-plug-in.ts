// The three models of a fit by plug-in estimation [MMPF Alg. 3]: the components are trained once; naive, balanced and
// minimax mix them with other weights.

import { groupShares, type LabelledRows, type LinearModel, type PartName, uniformMu } from '@fairfront/core';
import {
  type Conditionals,
  isConstant,
  type PlugInComponents,
  type PlugInModel,
  plugInOracle,
  plugInProbabilities,
} from '@fairfront/core/plug-in';
import { DivergedError, type EpochReport, exportPlugIn, type SolveProgress } from '@fairfront/neural';
import type { BoostedModel } from '@fairfront/trees';
import { definedOnly } from '../defined-only.js';
import { type PreparedFit, sizesOf, withLayout } from '../task/prepare-fit.js';
import { chooseByValidation, type Weighted } from './choose-by-validation.js';
import { distilMixture } from './distil-mixture.js';
import { findMinimax } from './find-minimax.js';
import { epochEvent, type FitHooks, type FitProgress } from './fit-hooks.js';
import type { DistilledModel, FittedModels } from './fitted-models.js';
import { modelInput } from './model-input.js';
import { type ClassFit, fixedPenalty, searchOf } from './options/fit-options.js';
import { isNetwork } from './options/kinds.js';
import { networkReportOf } from './options/network-options.js';
import { distilledKind, foldsOf } from './options/plug-in-options.js';
import type { ComponentModel } from './plug-in/component-job.js';
import { componentReports, outlookOf, riskSourcesOf } from './plug-in/insight.js';
import { type TrainedComponents, trainComponents } from './plug-in/train-components.js';
import { boostedPredictionNs, linearPredictionNs, networkPredictionNs } from './prediction-ns.js';
import { estimatedProblem } from './task-words.js';

type Hooks = FitHooks<PlugInModel>;
type Features = LabelledRows['features'];

/**
 * Trains the models of a mixture, and mixes them.
 * @param choose holds what the search finds against naive and balanced; undefined takes it as it is
 * @returns `undefined` if it was interrupted
 */
export async function fitPlugIn(
  fit: PreparedFit,
  options: ClassFit,
  hooks: Hooks = {},
  resume: FitProgress<PlugInModel> = {},
  choose: typeof chooseByValidation | undefined = chooseByValidation,
): Promise<FittedModels<PlugInModel> | undefined> {
  const trained = await trainComponents(
    fit,
    { ...options, folds: foldsOf(options) },
    {
      signal: hooks.signal,
      tasks: hooks.tasks,
      onComponent: (done, total, detail) =>
        hooks.onEvent?.({ kind: 'component', done, total, ...(detail === undefined ? {} : { detail }) }),
      onTrained: (components) => hooks.onCheckpoint?.(() => ({ components }), true),
    },
    resume.components,
  );
  if (trained === undefined) return undefined;
  let models: FittedModels<PlugInModel> | undefined;
  try {
    models = await fitMixture(fit, trained, options, hooks, resume, choose);
    return models;
  } finally {
    if (models === undefined) await trained.predictor.close();
  }
}

async function fitMixture(
  fit: PreparedFit,
  { components, models, heldOut, notes, predictor }: TrainedComponents,
  options: ClassFit,
  hooks: Hooks,
  resume: FitProgress<PlugInModel>,
  choose: typeof chooseByValidation | undefined,
): Promise<FittedModels<PlugInModel> | undefined> {
  const { train, validation } = fit.parts;
  const { priors } = components;
  const known = new WeakMap<Features, Promise<Conditionals>>();
  const conditionals = (features: Features): Promise<Conditionals> => {
    const found = known.get(features) ?? predictor.conditionals(components, features);
    known.set(features, found);
    return found;
  };
  const predictRows = async ({ mu }: PlugInModel, features: Features): Promise<Float64Array> =>
    plugInProbabilities(await conditionals(features), mu, priors);
  const predict = (model: PlugInModel, part: PartName): Promise<Float64Array> =>
    predictRows(model, fit.parts[part].features);
  const outlook = heldOut === undefined ? null : outlookOf(heldOut, priors, options);
  if (outlook !== null) {
    await hooks.onEvent?.({ kind: 'outlook', outlook, groups: train.groups.names, loss: options.loss });
  }
  const oracle = plugInOracle({
    loss: options.loss,
    priors,
    validation: { conditionals: await conditionals(validation.features), ...validation },
    train: { ...(await conditionals(train.features)), weights: train.groups.weights },
  });
  const found = await findMinimax(
    fit,
    oracle,
    { ...options, search: searchOf(options) },
    { ...hooks, onCheckpoint: () => undefined },
  );
  if (found === undefined) return undefined;
  const mixed = async (mu: readonly number[]): Promise<Weighted<PlugInModel>> => {
    const { model, risks, trainRisks } = await oracle.solve(mu, {});
    return { model, mu, risks, trainRisks: trainRisks! };
  };
  const naive = await mixed(groupShares(train.groups));
  const balanced = await mixed(uniformMu(priors.length));
  const { minimax, selection } =
    choose === undefined
      ? { minimax: found, selection: undefined }
      : await choose(
          fit,
          { naive, balanced, minimax: found },
          (model) => predict(model, 'validation'),
          options,
        );
  const { distilled, failure } = await distilIfAsked(
    fit,
    (part) => predict(minimax.model, part),
    options,
    {
      ...hooks,
      onCheckpoint: (more, isCostly) =>
        hooks.onCheckpoint?.(() => ({ components: models, ...more() }), isCostly),
    },
    resume.solve,
  );
  if (hooks.signal?.aborted) {
    await distilled?.close();
    return undefined;
  }
  return {
    naive: naive.model,
    balanced: balanced.model,
    minimax,
    ...definedOnly({ selection }),
    ...(options.model === 'linear' ? { l2: fixedPenalty(options) } : {}),
    predict,
    predictRows,
    predictionNs: mixtureNs(components, train.features),
    problem: estimatedProblem(options),
    ...(isNetwork(options.model) ? { network: networkReportOf(options, sizesOf(fit)) } : {}),
    notes: [...notes, ...failure],
    plugIn: {
      priors,
      parts: componentReports(components, train.groups.names),
      folds: heldOut === undefined ? null : foldsOf(options),
      outlook,
      riskSources: heldOut === undefined ? null : riskSourcesOf(heldOut, minimax.mu, priors, options),
    },
    ...(isNetwork(options.model)
      ? {}
      : {
          portable: ({ mu }) => ({
            components: components as PlugInComponents<LinearModel | BoostedModel>,
            mu,
          }),
        }),
    exported: ({ mu }) => exportPlugIn(components, mu, modelInput(fit), fit.task.target),
    ...(distilled === undefined ? {} : { distilled }),
    close: async () => {
      await predictor.close();
      await distilled?.close();
    },
  };
}

function mixtureNs({ outcomes, membership }: PlugInComponents<ComponentModel>, features: Features): number {
  const ofPart = (model: ComponentModel): number => {
    if ('columnCount' in model) return linearPredictionNs(features, model.classCount);
    return 'treeStarts' in model
      ? boostedPredictionNs(model.treeStarts.length - 1)
      : networkPredictionNs(model.parameters.length);
  };
  const parts = [...outcomes, membership];
  return parts.reduce((sum, model) => sum + (isConstant(model) ? 0 : ofPart(model)), 0);
}

/**
 * The network that takes the place of the mixture, if one was asked for. Where its training diverges there is none, and
 * a reason: the mixture is not lost.
 */
async function distilIfAsked(
  fit: PreparedFit,
  predict: (part: PartName) => Promise<Float64Array>,
  options: ClassFit,
  hooks: Hooks,
  resume: SolveProgress | undefined,
): Promise<{ readonly distilled?: DistilledModel; readonly failure: readonly string[] }> {
  const kind = distilledKind(options);
  if (kind === undefined) return { failure: [] };
  await hooks.onEvent?.({ kind: 'model', name: 'distilled' });
  const onEpoch = async (solve: SolveProgress, report: EpochReport): Promise<void> => {
    await hooks.onCheckpoint?.(() => ({ solve }), true);
    await hooks.onEvent?.(epochEvent(solve, report));
  };
  try {
    const distilled = await distilMixture(
      fit.layout === 'columns' ? withLayout(fit, 'dense') : fit,
      kind,
      predict,
      options,
      { signal: hooks.signal, onEpoch },
      resume,
    );
    return { distilled, failure: [] };
  } catch (error) {
    if (!(error instanceof DivergedError)) throw error;
    return { failure: [`there is no distilled network: ${error.message}`] };
  }
}
