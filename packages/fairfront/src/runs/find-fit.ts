// A fit from data to result, whoever runs it: Node, with networks, pictures and folders (fit.ts), or a page.

import { type CancelSignal, FairfrontError, type LinearModel, type Table } from '@fairfront/core';
import { forgetRecentColumns } from '@fairfront/core/internal';
import type { BoostedModel } from '@fairfront/trees';
import { Interrupted } from '../interrupted.js';
import type { DiscoveredGroups } from '../measure/discovered.js';
import { type FitResult, fitResult } from '../measure/fit-result.js';
import { isRegression } from '../measure/model-metrics.js';
import { type AnyResult, regressionResult } from '../measure/regression-result.js';
import { outcomeOf, regressionOutcome, type SplitOutcome, summariseSplits } from '../measure/repeats.js';
import { findWarnings } from '../notice/find-warnings.js';
import type { Warning } from '../notice/warning.js';
import type { Data } from '../task/data.js';
import type { Asked } from '../task/data-options.js';
import { type Layout, type PreparedFit, prepareFit } from '../task/prepare-fit.js';
import type { TaskRunner } from '../threads/run-here.js';
import { turn } from '../threads/turn.js';
import { compareMethods } from '../training/compare/compare-methods.js';
import { fitAuto, type TrainedFit } from '../training/fit-auto.js';
import { fitBoosted } from '../training/fit-boosted.js';
import type { FitHooks, FitProgress, TrainingEvent } from '../training/fit-hooks.js';
import { fitLinear } from '../training/fit-linear.js';
import type { FittedModel, FittedModels } from '../training/fitted-models.js';
import {
  type ClassFit,
  knownModel,
  type ResolvedChoice,
  type ResolvedFit,
} from '../training/options/fit-options.js';
import { isNetwork, learnsFromPictures } from '../training/options/kinds.js';
import { checkMethods } from '../training/options/methods.js';
import type { RunProgress } from './checkpoint-content.js';
import { type ExportedFiles, exportModels } from './export-models.js';
import { decideRows, type Model, plainModel } from './plain-model.js';
import { predictionsCsv } from './predictions-csv.js';

/** Something that happened in a fit. */
export type FitEvent =
  | { readonly kind: 'encoding' }
  /** So many pictures are decoded. */
  | { readonly kind: 'pictures'; readonly done: number; readonly total: number }
  /** A backbone has made features of so many pictures. */
  | { readonly kind: 'features'; readonly done: number; readonly total: number }
  /** The fit of one of several splits begins, counted from 1. */
  | { readonly kind: 'split'; readonly split: number; readonly total: number }
  /** A round that looks for groups begins, counted from 1, with so many groups found; after the last, the fit for all. */
  | { readonly kind: 'round'; readonly round: number; readonly total: number; readonly found: number }
  | TrainingEvent
  | { readonly kind: 'measuring' };

/** How a caller follows a fit, ends it, and goes on with it. */
export interface FitControls {
  /** Told of everything that happens, and waited for. */
  onProgress?(event: FitEvent): unknown;
  /** Once it is aborted, the fit ends as soon as it can, with an `Interrupted` error. */
  readonly signal?: CancelSignal | undefined;
  /** Does what can be done side by side. Default: threads of this machine. */
  readonly tasks?: TaskRunner | undefined;
  /** Fits splits other than the first, of which only figures are kept, side by side. Default: one after the other. */
  readonly otherSplits?:
    | ((
        splits: readonly number[],
        hooks: {
          readonly signal: CancelSignal | undefined;
          onOutcome(place: number, outcome: SplitOutcome): unknown;
        },
      ) => Promise<(SplitOutcome | undefined)[]>)
    | undefined;
  /** What an interrupted fit of the same data and options handed to `onCheckpoint`. */
  readonly resume?: RunProgress | undefined;
  /**
   * Handed what `resume` takes, whenever there is more of it.
   * @param isCostly whether much work would be lost with it; if not, it need not be kept every time
   */
  onCheckpoint?(progress: () => RunProgress, isCostly: boolean): unknown;
}

/** What a fit needs beyond this program's own code. */
export interface FitMeans {
  /** Trains what is neither linear nor trees, or not trained jointly. */
  train(
    prepared: PreparedFit,
    options: ResolvedFit,
    hooks: FitHooks<FittedModel>,
    resume: RunProgress | undefined,
  ): Promise<FittedModels<FittedModel> | undefined>;
  /** Makes a model of the bytes of model.onnx. */
  openModel(onnx: Uint8Array): Model;
  /** Refuses progress that cannot be of these data and options. */
  checkProgress(progress: RunProgress, prepared: PreparedFit, options: ResolvedChoice): void;
}

/** What a fit of one split, or of several, has come to. */
export interface FoundFit<Result extends AnyResult = FitResult> {
  /** What result.json holds: of the squared loss, of numbers that are predicted. */
  readonly result: Result;
  /** The model that was chosen: `models.minimax` of the result. */
  readonly model: Model;
  /** The models as files, and what they said of rows that they were not trained on. */
  files(): ExportedFiles;
}

/** The matrices of one split, and what a careful analyst would want to know of them. */
export interface FitTask extends PreparedFit {
  readonly warnings: readonly Warning[];
  /** Groups that were found by models, where they were. */
  readonly discovered?: DiscoveredGroups;
  /** Models that were trained already. */
  readonly trained?: TrainedFit;
}

/** Makes the matrices of one split. */
export function prepareForFit(data: Table | Data, options: ResolvedChoice, split = 0): FitTask {
  const prepared = prepareFit(data, options, {
    layout: layoutOf(data, options),
    byFolds: options.select === 'cross-validation',
    split,
  });
  checkMethods(prepared, options.compare ?? []);
  const task = { ...withoutMade(prepared), splits: [prepared.split] };
  const warnings = split === 0 ? findWarnings(task, data, options).warnings : [];
  forgetRecentColumns(); // of a table on disk: training has better use for the memory
  return { ...prepared, warnings };
}

/** Where linear models and trees are held against each other, the rows are first laid out for linear models. */
function layoutOf(data: Table | Data, { model }: ResolvedChoice): Layout {
  if (model === 'boosted') return 'columns';
  if (isNetwork(model)) return learnsFromPictures(model) ? 'pictures' : 'dense';
  const { backbone } = (data ?? {}) as Data; // what is no table is refused where the table is looked at
  return backbone === undefined ? 'sparse' : 'dense-f64';
}

/** The task without the columns that a backbone made: nobody can look at them one by one. */
function withoutMade({ task, backbone }: PreparedFit): PreparedFit['task'] {
  if (backbone === undefined) return task;
  const made = new Set(backbone.columns);
  return {
    ...task,
    table: { ...task.table, columns: task.table.columns.filter(({ name }) => !made.has(name)) },
    features: task.features.filter((name) => !made.has(name)),
  };
}

/**
 * A fit from matrices on: of the first split, after the others, of which only the figures are kept.
 * @param prepare makes the matrices of a split
 * @param means what is needed beyond linear models and trees
 * @param asked noted in the result, to do it again
 */
export async function findFit<Result extends AnyResult = FitResult>(
  first: FitTask,
  prepare: (split: number) => FitTask,
  options: ResolvedChoice,
  means: FitMeans,
  controls: FitControls = {},
  asked?: Asked,
): Promise<FoundFit<Result>> {
  const { splits = 1 } = options;
  if (splits === 1) {
    return (await fitPrepared(first, options, means, controls, asked)) as FoundFit<Result>;
  }
  const outcomes = [...(controls.resume?.outcomes ?? [])];
  let { resume } = controls;
  const fitOne = async (): Promise<FoundFit<AnyResult>> => {
    const done = [...outcomes];
    const split = splitAfter(done.length, options);
    await controls.onProgress?.({ kind: 'split', split: done.length + 1, total: splits });
    const fitted = await fitPrepared(
      split === 0 ? first : prepare(split),
      split === 0 ? options : withoutComparison(options),
      means,
      {
        ...controls,
        resume,
        onCheckpoint: (progress, isCostly) =>
          controls.onCheckpoint?.(() => ({ ...progress(), outcomes: done }), isCostly),
      },
      split === 0 ? asked : undefined,
      split === 0,
    );
    resume = undefined;
    outcomes.push(outcomeOfFit(fitted));
    if (split > 0) await controls.onCheckpoint?.(() => ({ outcomes: [...outcomes] }), true);
    return fitted;
  };
  if (controls.otherSplits !== undefined) {
    const left = Array.from({ length: splits - 1 }, (_, i) => i + 1).slice(outcomes.length);
    let done = outcomes.length;
    await controls.onProgress?.({ kind: 'split', split: done + 1, total: splits });
    const found = await controls.otherSplits(left, {
      signal: controls.signal,
      onOutcome: () => controls.onProgress?.({ kind: 'split', split: ++done + 1, total: splits }),
    });
    if (controls.signal?.aborted) throw new Interrupted('the fit was cancelled');
    outcomes.push(...found.map((outcome) => outcome!));
    if (left.length > 0) resume = undefined; // it was of another split
  }
  while (splitAfter(outcomes.length, options) > 0) await fitOne();
  const fitted = await fitOne();
  const inOrder = [outcomes.at(-1)!, ...outcomes.slice(0, -1)];
  const repeats = isRegression(fitted.result)
    ? summariseSplits(inOrder, Number.MIN_VALUE)
    : summariseSplits(inOrder);
  return { ...fitted, result: { ...fitted.result, repeats } } as FoundFit<Result>;
}

/** Fits a split that is not the first. @returns the figures that are kept of it */
export async function fitOtherSplit(
  task: FitTask,
  options: ResolvedChoice,
  means: FitMeans,
  controls: FitControls,
): Promise<SplitOutcome> {
  return outcomeOfFit(await fitPrepared(task, withoutComparison(options), means, controls, undefined, false));
}

function outcomeOfFit({ result }: FoundFit<AnyResult>): SplitOutcome {
  return isRegression(result) ? regressionOutcome(result) : outcomeOf(result as FitResult);
}

/** Of other splits than the first, nothing is told of other methods. */
function withoutComparison({ compare: _, ...options }: ResolvedChoice): ResolvedChoice {
  return options;
}

/** The split that is fitted once so many are done: the first comes last. */
export function splitAfter(done: number, { splits = 1 }: Pick<ResolvedChoice, 'splits'>): number {
  return (done + 1) % splits;
}

/** A fit of one split. @param explained whether to say what is possible, and which columns drive the risks */
async function fitPrepared(
  task: FitTask,
  choice: ResolvedChoice,
  means: FitMeans,
  controls: FitControls,
  asked: Asked | undefined,
  explained = true,
): Promise<FoundFit<AnyResult>> {
  const { signal, tasks, resume, onProgress, onCheckpoint } = controls;
  if (resume !== undefined) means.checkProgress(resume, task, choice);
  const tell = async (event: FitEvent): Promise<void> => {
    await onProgress?.(event);
    await turn(); // a solve leaves no room for whoever wants to cancel; this does
  };
  const hooks: FitHooks<FittedModel> = {
    signal,
    tasks,
    onEvent: tell,
    ...(onCheckpoint && { onCheckpoint }),
  };
  let models: FittedModels<FittedModel> | undefined;
  try {
    const trained = signal?.aborted
      ? undefined
      : (task.trained ?? (await trainFit(task, choice, means, hooks, resume)));
    if (trained === undefined) throw new Interrupted('the fit was cancelled');
    const { fit: prepared, options } = trained;
    models = trained.models;
    const told = { ...(asked && { asked }), warnings: task.warnings, discovered: task.discovered, explained };
    const measured =
      options.loss === 'squared'
        ? await measureNumbers(prepared, models, options, tell, told)
        : await measureClasses(prepared, models, { ...options, loss: options.loss }, { signal, tell }, told);
    const exported = exportModels(prepared, models);
    const result = { ...measured, notes: [...measured.notes, ...exported.notes] };
    const predictions = explained ? await predictionsCsv(prepared, models) : () => []; // the first split's are written
    return {
      model: modelOf(prepared, models, exported, means),
      result,
      files: () => ({ ...exported.files, 'predictions.csv': predictions }),
    };
  } finally {
    await models?.close?.();
    task.store?.close();
  }
}

interface Told {
  readonly asked?: Asked;
  readonly warnings: readonly Warning[];
  readonly discovered: DiscoveredGroups | undefined;
  readonly explained: boolean;
}

async function measureNumbers(
  prepared: PreparedFit,
  models: FittedModels<FittedModel>,
  options: ResolvedFit,
  tell: (event: FitEvent) => Promise<void>,
  told: Told,
): Promise<AnyResult> {
  await tell({ kind: 'measuring' });
  return regressionResult(prepared, models, options, told);
}

async function measureClasses(
  prepared: PreparedFit,
  models: FittedModels<FittedModel>,
  options: ClassFit,
  {
    signal,
    tell,
  }: { readonly signal: CancelSignal | undefined; readonly tell: (event: FitEvent) => Promise<void> },
  told: Told,
): Promise<AnyResult> {
  const compared = await compareMethods(prepared, models, options.compare ?? [], options, {
    ...(signal && { signal }),
    onValue: (method, done, total) => tell({ kind: 'compare', method, done, total }),
  });
  if (compared === undefined) throw new Interrupted('the fit was cancelled');
  const front = told.explained ? await models.front?.({ signal, onEvent: tell }) : undefined;
  const curve = told.explained ? await models.curve?.({ signal, onEvent: tell }) : undefined;
  if (signal?.aborted) throw new Interrupted('the fit was cancelled');
  await tell({ kind: 'measuring' });
  return fitResult(prepared, models, options, {
    ...told,
    front,
    curve,
    compared: options.compare === undefined ? undefined : compared,
  });
}

/** Trains what was asked for. @returns `undefined` if it was interrupted */
export async function trainFit(
  fit: PreparedFit,
  choice: ResolvedChoice,
  means: FitMeans,
  hooks: FitHooks<FittedModel>,
  resume: RunProgress | undefined,
): Promise<TrainedFit | undefined> {
  if (choice.model === 'auto') return fitAuto(fit, choice, hooks, resume);
  const options = knownModel(choice);
  const models = await trainModel(fit, options, means, hooks, resume);
  return models && { fit, options, models };
}

function trainModel(
  prepared: PreparedFit,
  options: ResolvedFit,
  means: FitMeans,
  hooks: FitHooks<FittedModel>,
  resume: RunProgress | undefined,
): Promise<FittedModels<FittedModel> | undefined> {
  if (options.estimation === 'joint' && options.model === 'linear') {
    return fitLinear(prepared, options, hooks, resume as FitProgress<LinearModel>);
  }
  return options.estimation === 'joint' && options.model === 'boosted'
    ? fitBoosted(prepared, options, hooks, resume as FitProgress<BoostedModel>)
    : means.train(prepared, options, hooks, resume);
}

function modelOf(
  { encoder, task }: PreparedFit,
  { portable, minimax }: FittedModels<FittedModel>,
  { files, notes }: ReturnType<typeof exportModels>,
  means: FitMeans,
): Model {
  const { name: target } = task.target;
  const predicts = task.target.values === undefined ? 'class' : 'number';
  const classes = predicts === 'class' ? task.target.classes : [];
  if (portable !== undefined) {
    return plainModel({ target, predicts, classes, encoder, model: portable(minimax.model) });
  }
  const onnx = files['model.onnx'];
  if (onnx !== undefined) return means.openModel(onnx);
  const reason = new FairfrontError('bad-encoder', notes.join('; '));
  return {
    target,
    predicts,
    classes,
    columns: [],
    predict: () => Promise.reject(reason),
    decide: (probabilities) => decideRows({ target, predicts, classes }, probabilities),
  };
}
