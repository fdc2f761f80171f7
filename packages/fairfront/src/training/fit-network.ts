// The three models of a fit as networks. Naive and balanced are trained from the same initial network [MMPF Sec. 6];
// the search begins with the balanced one, so the worst validation risk it ends with is never above that. Or the last
// layer of the balanced one is trained anew. Validation rows hold what is found against both.

import { groupShares, type Oracle, type PartName, uniformMu } from '@fairfront/core';
import { createCertifier } from '@fairfront/core/internal';
import {
  exportNetwork,
  type NetworkModel,
  type NetworkOracle,
  type NetworkOracleOptions,
  networkOracle,
  type SolveProgress,
} from '@fairfront/neural';
import { loadNodeRuntime } from '@fairfront/neural/node';
import { definedOnly } from '../defined-only.js';
import { type PreparedFit, sizesOf } from '../task/prepare-fit.js';
import { chooseByValidation } from './choose-by-validation.js';
import { type FoundMinimax, findMinimax } from './find-minimax.js';
import { epochEvent, type FitHooks, type FitProgress, type Solved } from './fit-hooks.js';
import { fitLastLayer } from './fit-last-layer.js';
import type { FittedModels } from './fitted-models.js';
import { modelInput } from './model-input.js';
import { type ResolvedFit, searchOf } from './options/fit-options.js';
import { initialWeights, readWeights } from './options/initial-weights.js';
import { jointOptionsOf, networkOf, networkReport } from './options/network-options.js';
import { networkPredictionNs } from './prediction-ns.js';

/**
 * Trains the naive, the balanced and the minimax network.
 * @param fit prepared with dense features
 * @returns `undefined` if it was interrupted
 */
export async function fitNetwork(
  fit: PreparedFit,
  options: ResolvedFit,
  hooks: FitHooks<NetworkModel> = {},
  resume: FitProgress<NetworkModel> = {},
): Promise<FittedModels<NetworkModel> | undefined> {
  let progress = resume;
  const advance = (more: FitProgress<NetworkModel>): unknown => {
    progress = { ...progress, solve: undefined, ...more };
    const now = progress;
    return hooks.onCheckpoint?.(() => now, true);
  };
  const oracle = await openNetworkOracle(fit, options, resume.solve, async (solve, report) => {
    await advance({ solve });
    await hooks.onEvent?.(epochEvent(solve, report));
  });
  let models: FittedModels<NetworkModel> | undefined;
  try {
    const solved = await solveEnds(fit, oracle, hooks, resume, advance);
    if (solved === undefined) return undefined;
    const { naive, balanced } = solved;
    const last =
      options.then === 'last-layer'
        ? await fitLastLayer(fit, balanced.model, await loadNodeRuntime(), options, hooks)
        : undefined;
    const found =
      options.then === 'last-layer'
        ? last?.minimax
        : await findMinimax(
            fit,
            startingWith(oracle, balanced),
            { ...options, search: searchOf(options) },
            { ...hooks, onCheckpoint: (found) => advance(found()) },
            { resume: resume.search },
          );
    if (found === undefined) return undefined;
    const predict = (model: NetworkModel, part: PartName): Promise<Float64Array> | Float64Array =>
      part === 'validation' && model === last?.minimax.model
        ? last.outOfFold
        : oracle.predict(model, fit.parts[part].features);
    const { minimax, selection } = await chooseByValidation(
      fit,
      {
        naive: { ...naive, mu: groupShares(fit.parts.train.groups) },
        balanced: { ...balanced, mu: uniformMu(oracle.groupCount) },
        minimax: found,
      },
      (model) => predict(model, 'validation'),
      options,
    );
    const isLast = last !== undefined && selection.chosen.model === 'minimax';
    models = {
      naive: naive.model,
      balanced: balanced.model,
      minimax: isLast ? minimax : uncertified(minimax, oracle),
      selection,
      problem: isLast ? last.problem : null,
      ...(last && { lastLayer: last.selection, notes: last.notes }),
      network: networkReport(oracle.network, oracle.options),
      predict,
      predictRows: oracle.predict,
      predictionNs: networkPredictionNs(naive.model.parameters.length),
      exported: (model: NetworkModel) => exportNetworkModel(fit, model),
      close: oracle.close,
    };
    return models;
  } finally {
    if (models === undefined) await oracle.close();
  }
}

/** A whole network that was chosen: what may be proved of a last layer is not proved of it. */
function uncertified(
  chosen: FoundMinimax<NetworkModel>,
  { certifies }: NetworkOracle,
): FoundMinimax<NetworkModel> {
  const certificate = createCertifier(certifies).certificate();
  return { ...chosen, relativeGap: null, search: { ...chosen.search, certificate } };
}

/** A network as the file that any ONNX runtime can load. */
export function exportNetworkModel(fit: PreparedFit, { network, parameters }: NetworkModel): Uint8Array {
  return exportNetwork(network, parameters, modelInput(fit), fit.task.target);
}

/** @param resume a solve to go on with */
export async function openNetworkOracle(
  fit: PreparedFit,
  options: ResolvedFit,
  resume?: SolveProgress,
  onEpoch?: NetworkOracleOptions['onEpoch'],
): Promise<NetworkOracle> {
  const { parts } = fit;
  const sizes = sizesOf(fit);
  const network = networkOf(options, sizes, sizes.classes);
  const { device, threads, weights, seed } = options;
  const initial = weights === undefined ? undefined : initialWeights(network, readWeights(weights), seed);
  return networkOracle(
    await loadNodeRuntime(),
    network,
    parts.train,
    {
      ...jointOptionsOf(options, parts.train.labels.length),
      ...definedOnly({ device, threads, initial, resume, onEpoch }),
    },
    parts.validation,
  );
}

/** The naive and the balanced network. */
async function solveEnds(
  { parts }: PreparedFit,
  oracle: NetworkOracle,
  { onEvent, signal }: FitHooks<NetworkModel>,
  { solved: before = {} }: FitProgress<NetworkModel>,
  advance: (more: FitProgress<NetworkModel>) => unknown,
): Promise<Record<'naive' | 'balanced', Solved<NetworkModel>> | undefined> {
  const { groups } = parts.train;
  const mus = { naive: groupShares(groups), balanced: uniformMu(groups.names.length) };
  let solved = before;
  for (const name of ['naive', 'balanced'] as const) {
    if (solved[name] !== undefined) continue;
    await onEvent?.({ kind: 'model', name });
    const { model, risks, trainRisks } = await oracle.solve(mus[name], { signal });
    if (signal?.aborted) return undefined;
    solved = { ...solved, [name]: { model, risks, trainRisks: trainRisks! } };
    await advance({ solved });
  }
  return { naive: solved.naive!, balanced: solved.balanced! };
}

/** The oracle, which need not solve again what is solved: a first solve for uniform weights is the balanced network. */
function startingWith(oracle: NetworkOracle, balanced: Solved<NetworkModel>): Oracle<NetworkModel> {
  const uniform = uniformMu(oracle.groupCount);
  return {
    ...oracle,
    solve: (mu, context) =>
      context.best === undefined && mu.every((weight, group) => weight === uniform[group])
        ? balanced
        : oracle.solve(mu, context),
  };
}
