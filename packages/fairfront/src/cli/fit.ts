// `fairfront fit <data>`: naive, balanced and minimax models of one task, side by side, and a run folder.

import { join, relative, resolve } from 'node:path';
import { FairfrontError, type LinearModel } from '@fairfront/core';
import type { PlugInModel } from '@fairfront/core/plug-in';
import { DivergedError, type NetworkModel } from '@fairfront/neural';
import { Interrupted } from '../interrupted.js';
import type { Asked } from '../measure/asked.js';
import { type FitResult, fitResult } from '../measure/fit-result.js';
import { fitReport } from '../report/fit-report.js';
import { fitText } from '../report/fit-text.js';
import {
  CheckpointKeeper,
  type FitCheckpoint,
  fingerprint,
  hasCheckpoint,
  readCheckpoint,
  refuseOtherOptions,
  removeCheckpoint,
} from '../runs/checkpoint.js';
import { modelFile } from '../runs/model-file.js';
import type { DataOptions } from '../task/data-options.js';
import { loadData } from '../task/load-data.js';
import { type PreparedFit, prepareFit } from '../task/prepare-fit.js';
import { taskOf } from '../task/task-of.js';
import { type ComparedModels, compareMethods } from '../training/compare/compare-methods.js';
import type { FitProgress } from '../training/fit-hooks.js';
import { fitLinear } from '../training/fit-linear.js';
import { exportNetworkModel, fitNetwork } from '../training/fit-network.js';
import { fitPlugIn } from '../training/fit-plug-in.js';
import type { FittedModel, FittedModels } from '../training/fitted-models.js';
import type { FitOptions } from '../training/options/fit-options.js';
import { refuseMethods } from '../training/options/methods.js';
import { refuseOtherModels } from '../training/options/network-options.js';
import { foldsOf, refuseOtherEstimation } from '../training/options/plug-in-options.js';
import { UsageError } from '../usage-error.js';
import { ensureFolder, removeFiles, writeWhole } from '../write-file.js';
import type { CommandContext, OutOptions } from './command-context.js';
import { runFitCheck } from './fit-check.js';
import { breath, progressHooks } from './fit-progress.js';

export type FitCommandOptions = OutOptions & DataOptions & FitOptions;

/** @param given the options that were said, not those left at their default */
export async function runFit(
  data: string | undefined,
  context: CommandContext<FitCommandOptions>,
  given: Asked['options'],
): Promise<void> {
  const { progress } = context;
  const { out, json, quiet, resume, ...own } = context.options;
  const checkpoint =
    given['check'] === true ? undefined : openCheckpoint(out, resume, { data, options: given });
  const asked: Asked = checkpoint?.asked ?? { data, options: own, said: Object.keys(given) };
  const options = { ...context.options, ...(asked.options as Partial<FitCommandOptions>) };
  refuseOtherEstimation(options.estimation, given);
  refuseOtherModels(options.model, options.estimation, given);
  refuseForExact(options);
  if (options.estimation === 'plug-in') foldsOf(options); // refuses what cannot be
  if (options.check && resume) {
    throw new UsageError('--check keeps nothing, so there is nothing to resume; leave out --resume');
  }
  if (options.check && options.compare !== undefined) {
    throw new UsageError('--check searches no model that could be compared; leave out --compare');
  }
  try {
    if (options.check) {
      await runFitCheck(await prepare(asked.data, { ...context, options }), { ...context, options });
      return;
    }
    ensureFolder(out);
    const fit = await prepare(asked.data, { ...context, options });
    refuseMethods(fit, options.compare ?? []);
    const print = fingerprint(fit);
    if (checkpoint !== undefined && checkpoint.fingerprint !== print) {
      throw new UsageError(
        `--resume: the data are not those of the run in ${out}; restore them, or start anew in another folder`,
      );
    }
    const result = await train(
      fit,
      { ...context, options },
      { asked, fingerprint: print },
      checkpoint?.progress,
    );
    context.result(result);
    context.say(fitText(result));
    context.say(`\nModel, report and numbers: ${relative('', resolve(out)) || '.'}/ (open report.html)`);
  } finally {
    progress.end();
  }
}

/** What the exact search cannot do. */
function refuseForExact({ search, loss, maxSolves }: FitCommandOptions): void {
  if (search !== 'exact') return;
  if (loss === 'brier') {
    throw new UsageError(
      '--search exact needs a convex problem, and the Brier score of a linear model is not convex; take --loss cross-entropy, or another --search',
    );
  }
  if (maxSolves !== undefined) {
    throw new UsageError(
      '--max-solves: the exact search makes no solves; leave it out, or choose another --search',
    );
  }
}

function openCheckpoint(out: string, resume: boolean, given: Asked): FitCheckpoint | undefined {
  if (!resume) {
    if (!hasCheckpoint(out)) return undefined;
    throw new UsageError(
      `${out} holds an unfinished run: go on with --resume, or choose another folder with --out`,
    );
  }
  const checkpoint = readCheckpoint(out);
  refuseOtherOptions(checkpoint, given);
  return checkpoint;
}

async function prepare(
  data: string | undefined,
  { options, terminal, progress }: CommandContext<FitCommandOptions>,
): Promise<PreparedFit> {
  const loaded = await loadData(data, options, terminal, progress);
  progress.update('encoding', 0, undefined);
  return prepareFit(loaded, taskOf(loaded, options), options.model === 'linear' ? 'sparse' : 'dense');
}

type Identity = Pick<FitCheckpoint, 'asked' | 'fingerprint'>;

async function train(
  fit: PreparedFit,
  context: CommandContext<FitCommandOptions>,
  identity: Identity,
  resume: FitCheckpoint['progress'] | undefined,
): Promise<FitResult> {
  const { options, terminal } = context;
  const { out } = options;
  const signal = { aborted: false };
  const keeper = new CheckpointKeeper(out, identity, terminal.now);
  const hooks = { ...progressHooks(context, fit.parts.train.groups.names, keeper), signal };
  const listen = (): (() => void) =>
    terminal.onInterrupt(() => {
      signal.aborted = true;
    });
  let release = options.search === 'exact' ? undefined : listen(); // the exact search cannot stop half way: Ctrl-C ends the program
  const finish = async <Model extends FittedModel>(
    models: FittedModels<Model> | undefined,
  ): Promise<FitResult> => {
    if (models !== undefined) {
      release ??= listen();
      const compared = await compare(fit, models, context, signal).catch(async (error: unknown) => {
        await models.close?.();
        throw error;
      });
      if (compared !== undefined) return write(fit, models, compared, context, identity.asked);
      await models.close?.();
    }
    throw interrupted(out, keeper.flush() || resume !== undefined, identity.asked.data === '-');
  };
  try {
    if (options.estimation === 'plug-in') {
      return await finish(await fitPlugIn(fit, options, hooks, resume as FitProgress<PlugInModel>));
    }
    return options.model === 'linear'
      ? await finish(await fitLinear(fit, options, hooks, resume as FitProgress<LinearModel>))
      : await finish(await fitNetwork(fit, options, hooks, resume as FitProgress<NetworkModel>));
  } catch (error) {
    throw options.estimation === 'plug-in'
      ? forgetDiverged(error, out)
      : keepBest(error, fit, out, keeper.latest ?? resume);
  } finally {
    release?.();
  }
}

/** @returns `undefined` if it was interrupted */
function compare<Model extends FittedModel>(
  fit: PreparedFit,
  models: FittedModels<Model>,
  { options, progress }: CommandContext<FitCommandOptions>,
  signal: { readonly aborted: boolean },
): Promise<ComparedModels | undefined> {
  return compareMethods(fit, models, options.compare ?? [], options, {
    signal,
    onValue: async (method, done, total) => {
      progress.update('comparing', done, total, method);
      await breath();
    },
  });
}

async function write<Model extends FittedModel>(
  fit: PreparedFit,
  models: FittedModels<Model>,
  compared: ComparedModels,
  { options, progress }: CommandContext<FitCommandOptions>,
  asked: Asked,
): Promise<FitResult> {
  const { out } = options;
  const measured = await fitResult(fit, models, options, {
    asked,
    compared: options.compare === undefined ? undefined : compared,
  }).finally(() => models.close?.());
  progress.update('writing', 0, undefined);
  const unexported = writeExported(out, models);
  const result = { ...measured, notes: [...measured.notes, ...unexported] };
  const { model } = models.minimax;
  removeFiles(out, ['model.json']); // of an earlier run: not every model has one
  if ('columnCount' in model) {
    writeWhole(
      join(out, 'model.json'),
      `${JSON.stringify(modelFile(model, fit.encoder, fit.task.target))}\n`,
    );
  }
  writeWhole(join(out, 'report.html'), fitReport(result));
  writeWhole(join(out, 'result.json'), `${JSON.stringify(result)}\n`);
  removeCheckpoint(out);
  return result;
}

/** @returns why there is none, where a name in the data is beyond what ONNX can hold: no reason to lose a trained model */
function writeExported<Model>(out: string, { exported, distilled }: FittedModels<Model>): string[] {
  const files = { 'model.onnx': exported, 'distilled.onnx': distilled?.exported };
  removeFiles(out, Object.keys(files));
  return Object.entries(files).flatMap(([name, bytes]) => {
    try {
      if (bytes !== undefined) writeWhole(join(out, name), bytes());
      return [];
    } catch (error) {
      if (!(error instanceof FairfrontError && error.code === 'bad-encoder')) throw error;
      return [`there is no ${name}: ${error.message}`];
    }
  });
}

/** A part that diverges would do so again: the run is over. */
function forgetDiverged(error: unknown, out: string): unknown {
  if (error instanceof FairfrontError && error.code === 'diverged') removeCheckpoint(out);
  return error;
}

/** A network that diverges would do so again: the run is over, but not the best network it had. */
function keepBest(
  error: unknown,
  fit: PreparedFit,
  out: string,
  progress: FitCheckpoint['progress'] | undefined,
): unknown {
  const diverged = error instanceof Error && error.cause instanceof DivergedError ? error.cause : error;
  if (!(diverged instanceof DivergedError)) return error;
  const { search, solved } = progress ?? {};
  const trained = search?.model ?? solved?.balanced?.model ?? solved?.naive?.model;
  const best = (trained as NetworkModel | undefined) ?? diverged.best;
  const path = join(out, 'model.onnx');
  removeFiles(out, ['model.json', 'distilled.onnx', 'report.html', 'result.json']); // of an earlier run: they are of another model
  writeWhole(path, exportNetworkModel(fit, best));
  removeCheckpoint(out);
  const kept =
    best.training?.epochs === 0 ? 'The network as it was before its first epoch' : 'The best network so far';
  return new UsageError(`${diverged.message}. ${kept} is in ${path}`);
}

function interrupted(out: string, isKept: boolean, fromStdin: boolean): Interrupted {
  const folder = /\s/.test(out) ? `"${out}"` : out;
  const same = fromStdin ? ', with the same on standard input' : '';
  return new Interrupted(
    isKept
      ? `interrupted; go on with: fairfront fit --resume --out ${folder}${same}`
      : 'interrupted; nothing was kept',
  );
}
