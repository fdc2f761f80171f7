// The three models of a fit as boosted trees. Candidates are boosted on folds, or against the validation part, and one
// run of boosting finds the weights of the minimax candidate. What is chosen by rows out of fold is boosted once more on
// all rows but the test rows, with the same weights for as many rounds. Any other search trains trees anew for every
// choice of weights, and the validation part chooses.

import { groupShares, meanRisks, type PartName, uniformMu } from '@fairfront/core';
import { createCertifier, toProbabilities } from '@fairfront/core/internal';
import { exportBoosted } from '@fairfront/neural';
import {
  type BoostedModel,
  boostedOracle,
  predictBoosted,
  type ResolvedBoosting,
  treeColumns,
} from '@fairfront/trees';
import { meanMu, toTreeRows, treeOutputs, UNCERTIFIED } from '@fairfront/trees/internal';
import { removeBinned } from '#binned';
import { crewFor } from '#crew';
import { choosesByFolds, type PreparedFit, partEntities } from '../task/prepare-fit.js';
import { binBeyondMemory, keepBeyondMemory } from './boosted/beyond-memory.js';
import { boostAll } from './boosted/boost-all.js';
import { boostElsewhere, boostTasks, done } from './boosted/boost-elsewhere.js';
import { boostFolds, type FoldBoosting, type FoldBoostingHooks } from './boosted/boost-folds.js';
import type { CandidateRun } from './boosted/boost-job.js';
import type { BoostedProgress } from './boosted/boosted-progress.js';
import { boostedReport } from './boosted/boosted-report.js';
import { type RowsOfFolds, rowsOfFolds } from './boosted/rows-of-folds.js';
import { chooseSetting, drawSettings, type TuningReport } from './boosted/tune.js';
import { chooseByValidation, type Weighted } from './choose-by-validation.js';
import { findMinimax, type SearchReport } from './find-minimax.js';
import type { FitHooks, FitProgress } from './fit-hooks.js';
import type { FittedModels } from './fitted-models.js';
import { boostingOf } from './options/boosted-options.js';
import { type ResolvedFit, searchOf } from './options/fit-options.js';
import { boostedPredictionNs } from './prediction-ns.js';
import { FOLDS } from './select/cross-validate.js';
import { lossesOf, selectCandidate } from './select/selection.js';
import { STEPS, type Step, startOf } from './select/steps.js';

type Hooks = FitHooks<BoostedModel>;
type Fitted = FittedModels<BoostedModel>;

/**
 * Trains the naive, the balanced and the minimax trees.
 * @param fit prepared with a number for each column
 * @returns `undefined` if it was interrupted
 */
export function fitBoosted(
  fit: PreparedFit,
  options: ResolvedFit,
  hooks: Hooks = {},
  resume: FitProgress<BoostedModel> = {},
): Promise<Fitted | undefined> {
  return searchOf(options) === 'one-run'
    ? fitByRuns(fit, options, hooks, resume.boosted)
    : fitBySolves(fit, options, hooks, resume);
}

async function fitByRuns(
  fit: PreparedFit,
  options: ResolvedFit,
  hooks: Hooks,
  resume: BoostedProgress = {},
): Promise<Fitted | undefined> {
  const given = rowsOfFolds(fit, options.seed);
  const problem = {
    ...given,
    columns: treeColumns(fit.encoder),
    classCount: fit.task.target.classes.length,
    loss: options.loss,
    shares: groupShares(fit.parts.train.groups),
    threads: options.threads,
  };
  const beyond = fit.store && binBeyondMemory(problem, boostingOf(options), fit.store.limit);
  try {
    return await fitRuns(fit, { ...problem, beyond }, options, hooks, resume);
  } finally {
    if (beyond !== undefined) removeBinned(beyond.file);
  }
}

type RunsProblem = RowsOfFolds & Omit<Parameters<typeof boostFolds>[0], 'options' | 'steps' | 'seconds'>;

async function fitRuns(
  fit: PreparedFit,
  problem: RunsProblem,
  options: ResolvedFit,
  hooks: Hooks,
  resume: BoostedProgress,
): Promise<Fitted | undefined> {
  const key = JSON.stringify([boostingOf(options), options.loss, options.tune ?? 0, problem.folds.length]);
  let progress: BoostedProgress = resume.problem === key ? resume : { problem: key };
  /** What is not finished need not be kept every time. */
  const advance = (more: BoostedProgress): unknown => {
    progress = { ...progress, ...more };
    const now = progress;
    const isUnfinished = more.candidates?.current !== undefined || more.growing !== undefined;
    return hooks.onCheckpoint?.(() => ({ boosted: now }), !isUnfinished);
  };
  const tuned = await tune(problem, options, hooks, progress.tuned, (runs) => advance({ tuned: runs }));
  if (tuned === undefined) return undefined;
  const { setting } = tuned;
  const isByFolds = choosesByFolds(fit);
  const boost = (boosting: FoldBoosting, own: FoldBoostingHooks) =>
    hooks.tasks === undefined ? boostFolds(boosting, own) : boostElsewhere(hooks.tasks, boosting, own);
  const runs = await boost(
    {
      ...problem,
      options: setting,
      steps: STEPS,
      seconds: options.selectSeconds,
      keepsModels: !isByFolds,
    },
    {
      signal: hooks.signal,
      before: progress.candidates,
      onRound: (step, { round, mu, risks }) =>
        hooks.onEvent?.({ kind: 'boost', done: step, total: STEPS.length, round, mu, risks }),
      onProgress: (candidates) => advance({ candidates }),
    },
  );
  if (runs === undefined) return undefined;
  const outOfFold = (place: number): Float64Array => heldOutProbabilities(runs[place]!, problem);
  const { validation } = fit.parts;
  const { report: selection, chosen } = selectCandidate(
    runs.map(({ rounds }, i) => ({
      ...candidateOf(STEPS[i]!),
      trees: rounds,
      losses: lossesOf(outOfFold(i), validation, problem.classCount, options.loss),
    })),
    validation.groups,
    {
      by: options.select,
      folds: isByFolds ? FOLDS : null,
      untried: STEPS.slice(runs.length).map(({ step }) => step),
    },
    { seed: options.seed, entities: partEntities(fit, 'validation') },
  );
  const places = [...new Set([0, 1, chosen])];
  const trained = isByFolds
    ? await boostAll({ ...problem, options: setting }, runs, places, {
        signal: hooks.signal,
        onTree: (done, total, tree, trees) => hooks.onEvent?.({ kind: 'tree', done, total, tree, trees }),
        before: progress,
        onProgress: advance,
      })
    : runs.map(({ models }) => models[0]!);
  if (trained === undefined) return undefined;
  const models = { naive: trained[0]!, balanced: trained[1]!, minimax: trained[chosen]! };
  const byModel = new Map(places.map((place) => [trained[place]!, outOfFold(place)]));
  const predict = (model: BoostedModel, part: PartName): Float64Array =>
    part === 'validation'
      ? byModel.get(model)!
      : predictBoosted(model, toTreeRows(fit.parts[part].features, part));
  const { train } = fit.parts;
  const trainRisks = meanRisks(
    lossesOf(predict(models.minimax, 'train'), train, problem.classCount, options.loss),
    train.groups,
  );
  const { risks, mus } = runs[chosen]!;
  const taken = STEPS[chosen]!;
  const mu = taken.step === 0 ? startOf(taken, problem.shares) : meanMu(mus);
  const search: SearchReport = {
    strategy: 'one-run',
    options: {},
    steeredBy: 'validation',
    solves: runs[2]!.rounds,
    stopped: 'exhausted',
    maxSolves: null,
    gap: options.gap,
    trace: [],
    certificate: createCertifier(UNCERTIFIED).certificate(),
    refinement: null,
  };
  return {
    ...using(fit, models),
    naive: models.naive,
    balanced: models.balanced,
    minimax: { model: models.minimax, mu, risks, trainRisks, relativeGap: null, search },
    selection,
    problem: null,
    boosted: boostedReport(setting, models, tuned.report),
    notes: untriedNotes(runs.length, options.selectSeconds),
    predict,
  };
}

const MINIMAX: Step = { from: 'naive', step: 1 };

/** Tries settings of the trees. @returns the one to take; `undefined` if it was interrupted */
async function tune(
  problem: RunsProblem,
  options: ResolvedFit,
  { signal, onEvent, tasks }: Hooks,
  before: readonly CandidateRun[] = [],
  onTried: (runs: readonly CandidateRun[]) => unknown,
): Promise<{ readonly setting: ResolvedBoosting; readonly report?: TuningReport } | undefined> {
  const base = boostingOf(options);
  const { tune: count = 0, loss } = options;
  if (count === 0) return { setting: base };
  const settings = drawSettings(base, options, count);
  const runs = [...before];
  const deadline = performance.now() + 1000 * options.selectSeconds;
  if (tasks !== undefined) {
    const found: (CandidateRun | undefined)[] = settings.map((_, i) => before[i]);
    const left = settings.slice(before.length);
    await boostTasks(
      tasks,
      left.map((setting) => ({ options: setting, step: MINIMAX })),
      problem,
      {
        signal: {
          get aborted() {
            return signal?.aborted === true || (found[0] !== undefined && performance.now() > deadline);
          },
        },
        onRound: (told) =>
          onEvent?.({ kind: 'tune', done: done(found).length, total: settings.length, ...told }),
        onRun: async (i, run) => {
          found[before.length + i] = run;
          await onTried(done(found));
        },
      },
    );
    if (signal?.aborted) return undefined;
    runs.push(...done(found).slice(before.length));
  }
  for (const [i, setting] of settings.entries()) {
    if (i < before.length || tasks !== undefined) continue;
    if (i > 0 && performance.now() > deadline) break;
    const found = await boostFolds(
      { ...problem, options: setting, steps: [MINIMAX], seconds: options.selectSeconds },
      {
        signal,
        onRound: (_, { round, mu, risks }) =>
          onEvent?.({ kind: 'tune', done: i, total: settings.length, round, mu, risks }),
      },
    );
    if (found === undefined) return undefined;
    runs.push(found[0]!);
    await onTried([...runs]);
  }
  const { heldOutRows } = problem;
  return chooseSetting(
    runs.map((run, i) => ({
      setting: settings[i]!,
      risks: run.risks,
      trees: run.rounds,
      losses: lossesOf(heldOutProbabilities(run, problem), heldOutRows, problem.classCount, loss),
    })),
    heldOutRows.groups,
    heldOutRows.entities,
  );
}

/** What rows held out were given, in the order of the rows: rows × classes, or numbers. */
function heldOutProbabilities(
  { heldOut }: CandidateRun,
  {
    folds,
    classCount,
    heldOutRows,
  }: Pick<RowsOfFolds, 'folds' | 'heldOutRows'> & { readonly classCount: number },
): Float64Array {
  const outputs = treeOutputs(classCount);
  const isBinary = classCount === 2;
  const probabilities = new Float64Array(heldOutRows.labels.length * classCount);
  folds.forEach(({ heldOut: rows }, fold) => {
    const scores = heldOut[fold]!;
    rows.forEach((row, i) => {
      const at = (row - heldOutRows.first) * classCount;
      if (isBinary) {
        probabilities[at] = -scores[i]!;
        probabilities[at + 1] = scores[i]!;
      } else probabilities.set(scores.subarray(i * outputs, (i + 1) * outputs), at);
    });
  });
  if (classCount > 1) toProbabilities(probabilities, outputs);
  return probabilities;
}

function candidateOf({ from, step }: Step) {
  return { model: step === 0 ? from : ('minimax' as const), from, step, l2: null };
}

/** Trains anew for every choice of weights, as networks do; the validation part chooses. */
async function fitBySolves(
  fit: PreparedFit,
  options: ResolvedFit,
  hooks: Hooks,
  { search: resume }: FitProgress<BoostedModel>,
): Promise<Fitted | undefined> {
  const { train, validation } = fit.parts;
  const setting = boostingOf(options);
  const kept = fit.store && keepBeyondMemory(fit.store.limit);
  const oracle = boostedOracle(
    train,
    {
      ...setting,
      ...(kept && { keepBins: kept.keepBins }),
      columns: treeColumns(fit.encoder),
      classCount: fit.task.target.classes.length,
      loss: options.loss,
      crew: crewFor(train.features, options.threads),
    },
    validation,
  );
  try {
    const solved = async (name: 'naive' | 'balanced', mu: number[]): Promise<Weighted<BoostedModel>> => {
      await hooks.onEvent?.({ kind: 'model', name });
      const { model, risks, trainRisks } = oracle.solve(mu, { signal: hooks.signal });
      return { model, mu, risks, trainRisks: trainRisks! };
    };
    const naive = await solved('naive', groupShares(train.groups));
    const balanced = await solved('balanced', uniformMu(train.groups.names.length));
    const found = await findMinimax(fit, oracle, { ...options, search: searchOf(options) }, hooks, {
      resume,
    });
    if (found === undefined) return undefined;
    const predict = (model: BoostedModel, part: PartName): Float64Array =>
      predictBoosted(model, toTreeRows(fit.parts[part].features, part));
    const { minimax, selection } = await chooseByValidation(
      fit,
      { naive, balanced, minimax: found },
      (model) => predict(model, 'validation'),
      options,
    );
    const models = { naive: naive.model, balanced: balanced.model, minimax: minimax.model };
    return {
      ...using(fit, models),
      ...models,
      minimax,
      selection,
      problem: null,
      boosted: boostedReport(setting, models),
      predict,
    };
  } finally {
    oracle.close();
    kept?.remove();
  }
}

/** What models are good for once they are trained. */
function using(
  { encoder, task }: PreparedFit,
  models: Readonly<Record<string, BoostedModel>>,
): Pick<Fitted, 'portable' | 'exported' | 'predictRows' | 'predictionNs'> {
  const most = Math.max(...Object.values(models).map(({ treeStarts }) => treeStarts.length - 1));
  return {
    predictRows: (model, features) => predictBoosted(model, toTreeRows(features, 'rows')),
    predictionNs: boostedPredictionNs(most),
    portable: (model) => model,
    exported: (model) => exportBoosted(model, encoder, task.target),
  };
}

function untriedNotes(tried: number, seconds: number): string[] {
  if (tried === STEPS.length) return [];
  const left = STEPS.slice(tried).map(stepName);
  return [
    `the time to choose was up after ${seconds} seconds: ${left.join(', ')} ${left.length === 1 ? 'was' : 'were'} not tried; raise \`selectSeconds\` to try ${left.length === 1 ? 'it' : 'them'}`,
  ];
}

function stepName({ from, step }: Step): string {
  return `${Math.round(100 * step)}% of the way from ${from} to minimax`;
}
