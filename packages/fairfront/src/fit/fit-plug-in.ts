// The three models of a fit by plug-in estimation [MMPF Alg. 3]: the parts are trained once; naive, balanced and minimax mix them with other weights.

import {
  type Conditionals,
  groupShares,
  type PartName,
  type PlugInModel,
  plugInOracle,
  plugInProbabilities,
  uniformMu,
} from '@fairfront/core';
import { exportPlugIn, resolveJointOptions } from '@fairfront/neural';
import { outlookOf, partReports, riskSourcesOf } from '../plug-in/insight.js';
import { type TrainedParts, trainParts } from '../plug-in/train-parts.js';
import { distilMixture } from './distil-mixture.js';
import { findMinimax } from './find-minimax.js';
import type { FitHooks, FitProgress } from './fit-hooks.js';
import type { FitOptions } from './fit-options.js';
import type { FittedModels } from './fit-result.js';
import { jointOptionsOf, networkOf } from './network-options.js';
import { distilledKind, foldsOf } from './plug-in-options.js';
import type { PreparedFit } from './prepare-fit.js';
import { estimatedProblem } from './task-report.js';

type Options = Omit<FitOptions, 'resume'> & { readonly seed: number };
type Hooks = Partial<FitHooks<PlugInModel>>;

/** @returns `undefined` if it was interrupted */
export async function fitPlugIn(
  fit: PreparedFit,
  options: Options,
  hooks: Hooks = {},
  resume: FitProgress<PlugInModel> = {},
): Promise<FittedModels<PlugInModel> | undefined> {
  const trained = await trainParts(
    fit,
    { ...options, folds: foldsOf(options) },
    { ...hooks, onTrained: (parts) => hooks.onProgress?.({ parts }) },
    resume.parts,
  );
  if (trained === undefined) return undefined;
  let models: FittedModels<PlugInModel> | undefined;
  try {
    models = await mixParts(fit, trained, options, hooks);
    return models;
  } finally {
    if (models === undefined) await trained.predictor.close();
  }
}

async function mixParts(
  fit: PreparedFit,
  { parts, heldOut, notes, predictor }: TrainedParts,
  options: Options,
  hooks: Hooks,
): Promise<FittedModels<PlugInModel> | undefined> {
  const { train, validation } = fit.parts;
  const { priors } = parts;
  const known = new Map<PartName, Promise<Conditionals>>();
  const conditionals = (part: PartName): Promise<Conditionals> => {
    const found = known.get(part) ?? predictor.conditionals(parts, fit.parts[part].features);
    known.set(part, found);
    return found;
  };
  const predict = async ({ mu }: PlugInModel, part: PartName): Promise<Float64Array> =>
    plugInProbabilities(await conditionals(part), mu, priors);
  const outlook = heldOut === undefined ? null : outlookOf(heldOut, priors, options);
  if (outlook !== null) await hooks.onOutlook?.(outlook);
  const oracle = plugInOracle({
    loss: options.loss,
    priors,
    validation: { conditionals: await conditionals('validation'), ...validation },
    train: await conditionals('train'),
  });
  const minimax = await findMinimax(fit, oracle, options, hooks);
  if (minimax === undefined) return undefined;
  const kind = distilledKind(options);
  const distilled =
    kind && (await distilMixture(fit, kind, (part) => predict(minimax.model, part), options, hooks));
  if (hooks.signal?.aborted) return undefined;
  const mixture = (): Uint8Array => exportPlugIn(parts, minimax.mu, fit.encoder, fit.task.target);
  return {
    naive: { mu: groupShares(train.groups), priors },
    balanced: { mu: uniformMu(priors.length), priors },
    minimax,
    predict,
    problem: estimatedProblem(options),
    ...networkReport(fit, options),
    notes,
    plugIn: {
      priors,
      parts: partReports(parts, train.groups.names),
      folds: heldOut === undefined ? null : foldsOf(options),
      outlook,
      riskSources: heldOut === undefined ? null : riskSourcesOf(heldOut, minimax.mu, priors, options),
    },
    exported: distilled?.exported ?? mixture,
    ...(distilled === undefined ? {} : { distilled: { ...distilled, mixture } }),
    close: async () => {
      await predictor.close();
      await distilled?.close();
    },
  };
}

/** What the parts are made of and how they were trained, where they are networks. */
function networkReport(
  { parts, encoder, task }: PreparedFit,
  options: Options,
): Pick<FittedModels<PlugInModel>, 'network'> {
  if (options.model === 'linear') return {};
  const network = networkOf(options, encoder.features.length, task.target.classes.length);
  return {
    network: { ...network, ...resolveJointOptions(jointOptionsOf(options, parts.train.labels.length)) },
  };
}
