// The library's `fit`: naive, balanced and minimax models of one task, measured on rows that no choice was made by.

import { type CancelSignal, FairfrontError, type LinearModel, type Table } from '@fairfront/core';
import type { PlugInModel } from '@fairfront/core/plug-in';
import type { NetworkModel } from '@fairfront/neural';
import { Interrupted } from '../interrupted.js';
import { type FitResult, fitResult } from '../measure/fit-result.js';
import { withWarnings } from '../notice/find-warnings.js';
import type { Data } from '../task/data.js';
import type { Asked } from '../task/data-options.js';
import { type PreparedFit, prepareFit } from '../task/prepare-fit.js';
import { compareMethods } from '../training/compare/compare-methods.js';
import type { FitHooks, FitProgress, TrainingEvent } from '../training/fit-hooks.js';
import { fitLinear } from '../training/fit-linear.js';
import { fitNetwork } from '../training/fit-network.js';
import { fitPlugIn } from '../training/fit-plug-in.js';
import type { FittedModel, FittedModels } from '../training/fitted-models.js';
import { type FitOptions, type ResolvedFit, resolveFitOptions } from '../training/options/fit-options.js';
import { checkMethods } from '../training/options/methods.js';
import { UsageError } from '../usage-error.js';
import { fingerprint } from './checkpoint.js';
import { type Model, onnxModel, plainModel } from './model.js';
import { exportModels, saveFolder } from './run-folder.js';

/** Something that happened in a fit. */
export type FitEvent = { readonly kind: 'encoding' } | TrainingEvent | { readonly kind: 'measuring' };

/** How a caller follows a fit, ends it, and goes on with it. */
export interface FitControls {
  /** Told of everything that happens, and waited for. */
  onProgress?(event: FitEvent): unknown;
  /** Once it is aborted, the fit ends as soon as it can, with an `Interrupted` error. */
  readonly signal?: CancelSignal | undefined;
  /** What an interrupted fit of the same data and options handed to `onCheckpoint`. */
  readonly resume?: FitProgress<FittedModel> | undefined;
  /**
   * Handed what `resume` takes, whenever there is more of it.
   * @param isCostly whether much work would be lost with it; if not, it need not be kept every time
   */
  onCheckpoint?(progress: () => FitProgress<FittedModel>, isCostly: boolean): unknown;
}

/** What a fit has found. */
export interface Fitted {
  /** What result.json holds. */
  readonly result: FitResult;
  /** The minimax model. */
  readonly model: Model;
  /**
   * Writes result.json, report.html and the models into a folder.
   * @param options `force`: whether a finished run that is there is replaced; default false
   */
  save(folder: string, options?: { readonly force?: boolean }): Promise<void>;
}

/** Trains the model whose worst-served group fares best, beside the ordinary one, and says what every group gets. */
export async function fit(
  data: Table | Data,
  options: FitOptions,
  controls: FitControls = {},
): Promise<Fitted> {
  const resolved = resolveFitOptions(options);
  await controls.onProgress?.({ kind: 'encoding' });
  const prepared = prepareForFit(data, resolved);
  const { resume, onCheckpoint } = controls;
  if (resume === undefined && onCheckpoint === undefined) return fitPrepared(prepared, resolved, controls);
  const print = fingerprint(prepared);
  if (resume?.fingerprint !== undefined && resume.fingerprint !== print) {
    throw new UsageError('`resume`: it was left by a fit of other data; hand over the same, or leave it out');
  }
  return fitPrepared(prepared, resolved, {
    ...controls,
    onCheckpoint: (progress, isCostly) =>
      onCheckpoint?.(() => ({ ...progress(), fingerprint: print }), isCostly),
  });
}

/** Makes of data what `fitPrepared` takes. */
export function prepareForFit(data: Table | Data, options: ResolvedFit): PreparedFit {
  const prepared = prepareFit(data, options, options.model === 'linear' ? 'sparse' : 'dense');
  checkMethods(prepared, options.compare ?? []);
  return withWarnings(prepared, data, options);
}

/** A fit from matrices on. @param asked noted in the result, to do it again */
export async function fitPrepared(
  prepared: PreparedFit,
  options: ResolvedFit,
  controls: FitControls = {},
  asked?: Asked,
): Promise<Fitted> {
  const { signal, resume, onProgress, onCheckpoint } = controls;
  const tell = async (event: FitEvent): Promise<void> => {
    await onProgress?.(event);
    await new Promise((goOn) => setImmediate(goOn)); // a solve leaves no room for whoever wants to cancel; this does
  };
  const hooks: FitHooks<FittedModel> = { signal, onEvent: tell, ...(onCheckpoint && { onCheckpoint }) };
  const models = signal?.aborted ? undefined : await train(prepared, options, hooks, resume);
  if (models === undefined) throw new Interrupted('the fit was cancelled');
  try {
    const compared = await compareMethods(prepared, models, options.compare ?? [], options, {
      ...(signal && { signal }),
      onValue: (method, done, total) => tell({ kind: 'compare', method, done, total }),
    });
    if (compared === undefined) throw new Interrupted('the fit was cancelled');
    await tell({ kind: 'measuring' });
    const measured = await fitResult(prepared, models, options, {
      ...(asked && { asked }),
      compared: options.compare === undefined ? undefined : compared,
    });
    const exported = exportModels(prepared, models);
    const result = { ...measured, notes: [...measured.notes, ...exported.notes] };
    return {
      result,
      model: modelOf(prepared, models, exported),
      save: async (folder, { force = false } = {}) => saveFolder(folder, result, exported.files, force),
    };
  } finally {
    await models.close?.();
  }
}

function train(
  prepared: PreparedFit,
  options: ResolvedFit,
  hooks: FitHooks<FittedModel>,
  resume: FitProgress<FittedModel> | undefined,
): Promise<FittedModels<FittedModel> | undefined> {
  if (options.estimation === 'plug-in') {
    return fitPlugIn(prepared, options, hooks, resume as FitProgress<PlugInModel>);
  }
  return options.model === 'linear'
    ? fitLinear(prepared, options, hooks, resume as FitProgress<LinearModel>)
    : fitNetwork(prepared, options, hooks, resume as FitProgress<NetworkModel>);
}

function modelOf(
  { encoder, task }: PreparedFit,
  { portable }: FittedModels<FittedModel>,
  { files, notes }: ReturnType<typeof exportModels>,
): Model {
  const { name: target, classes } = task.target;
  if (portable !== undefined) return plainModel({ target, classes, encoder, model: portable });
  const onnx = files['model.onnx'];
  if (onnx !== undefined) return onnxModel(onnx);
  const reason = new FairfrontError('bad-encoder', notes.join('; '));
  return { target, classes, predict: () => Promise.reject(reason) };
}
