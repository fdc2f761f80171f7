// The three models of a fit, trained on one task: naive, balanced, and the one that is chosen for the worst group. Here
// they are linear.

import {
  groupShares,
  type LinearModel,
  type LinearOracle,
  linearOracle,
  linearSolver,
  predictLinear,
  uniformMu,
  worstRisk,
} from '@fairfront/core';
import {
  areSparse,
  areStreamed,
  entryCount,
  gapOf,
  groupMetricsOf,
  outputCount,
  whole,
} from '@fairfront/core/internal';
import { exportLinear } from '@fairfront/neural';
import { definedOnly } from '../defined-only.js';
import { type PreparedFit, partEntities } from '../task/prepare-fit.js';
import { UsageError } from '../usage-error.js';
import { type Candidate, findMinimax, type SearchReport } from './find-minimax.js';
import { fitCurve, hasCurve } from './fit-curve.js';
import { fitFront, hasFront } from './fit-front.js';
import type { FitHooks, FitProgress } from './fit-hooks.js';
import type { FittedModels } from './fitted-models.js';
import { solveExactly, trainInThread, trainOnParts } from './linear-parts.js';
import { fixedPenalty, type ResolvedFit, type SearchName } from './options/fit-options.js';
import { linearPredictionNs } from './prediction-ns.js';
import { atMostToGain } from './select/at-most.js';
import { crossValidate, FOLDS } from './select/cross-validate.js';
import { canFindExactly, isSmallProblem, largeSolving } from './select/exact-minimax.js';
import {
  DENSE_PENALTIES,
  FEW_PENALTIES,
  PENALTIES,
  SQUARED_PENALTIES,
  TEXT_PENALTIES,
} from './select/linear-candidates.js';
import { asksObjective, objectiveOf } from './select/objective.js';
import { aloneRisks } from './select/solve-objective.js';
import { ENDS, FEW_STEPS, muAt, STEPS, type Step } from './select/steps.js';
import { certifiedProblem } from './task-words.js';

type Hooks = FitHooks<LinearModel>;
type Fitted = FittedModels<LinearModel>;

/** Trains the naive, the balanced and the minimax linear model. @returns `undefined` if it was interrupted */
export async function fitLinear(
  fit: PreparedFit,
  options: ResolvedFit,
  hooks: Hooks = {},
  resume?: FitProgress<LinearModel>,
): Promise<Fitted | undefined> {
  return options.select === 'cross-validation'
    ? fitByFolds(fit, options, hooks, resume)
    : fitByValidation(fit, options, hooks, resume);
}

/** What the search finds is taken as it is: the paper's way. */
async function fitByValidation(
  fit: PreparedFit,
  options: ResolvedFit,
  hooks: Hooks,
  resume: FitProgress<LinearModel> | undefined,
): Promise<Fitted | undefined> {
  const { train, validation } = fit.parts;
  const l2 = fixedPenalty(options);
  const problem = problemOf(fit, options, l2);
  if (options.search === 'exact') checkExact(fit, options);
  const search = options.search === 'auto' ? searchBySolves(options) : options.search;
  const solving = { problem, options: { ...options, search } };
  const trained = areStreamed(train.features)
    ? await trainInThread({ train, validation, ...solving }, hooks, resume?.search)
    : await trainOnParts({ train, validation, ...solving }, hooks, resume?.search);
  if (trained === undefined) return undefined;
  const { naive, balanced, minimax } = trained;
  return {
    ...portableLinear(fit),
    ...trained,
    l2,
    problem: certifiedProblem({ ...options, l2 }),
    ...(options.mayDoWithoutFolds && { notes: [MANY] }),
    ...frontBeside(fit, { ...options, l2 }, () => ({
      naive,
      balanced,
      // Validation rows chose what was found: on the rows trained on another model may be better.
      minimax: canBeExact(fit, options)
        ? solveExactly(train, linearOracle(train, problem), balanced, options.gap, undefined)
        : minimax,
    })),
    predict: (model, part) => predictLinear(model, fit.parts[part].features),
    ...(options.loss !== 'squared' && {
      trainMetrics: (model: LinearModel) =>
        groupMetricsOf(train, model.classCount, (block) => predictLinear(model, block)),
    }),
    ...rowPrediction(fit),
  };
}

const MANY =
  "with so many rows the validation part chose, as well as folds would; `select: 'cross-validation'` asks for them, and boosted trees are tried with `model: 'boosted'`";

/** The model that rows out of fold choose, trained on all rows but the test rows. */
async function fitByFolds(
  fit: PreparedFit,
  options: ResolvedFit,
  hooks: Hooks,
  resume: FitProgress<LinearModel> | undefined,
): Promise<Fitted | undefined> {
  const startedMs = performance.now();
  const { train: rows } = fit.parts;
  const shares = groupShares(rows.groups);
  const isSmall = isSmallProblem(rows, problemOf(fit, options, 1));
  if (asksObjective(options) && !isSmall) throw tooLarge(fit);
  if (options.blind !== undefined && areStreamed(rows.features)) {
    throw new UsageError(
      '`blind` needs all rows in memory, and these are kept on disk; raise `memory`, or take fewer rows',
    );
  }
  const search =
    options.search !== 'auto' ? options.search : canBeExact(fit, options) ? 'exact' : searchBySolves(options);
  if (search === 'exact') checkExact(fit, options);
  const penalties = options.l2 !== 'auto' ? [options.l2] : penaltiesFor(fit, search, isSmall);
  const naive = new Map<number, LinearModel>();
  await hooks.onEvent?.({ kind: 'model', name: 'naive' });
  for (const l2 of penalties) {
    const start = [...naive.values()].at(-1);
    naive.set(l2, linearSolver(rows, problemOf(fit, options, l2)).solve(shares, start).model);
    if (hooks.signal?.aborted) return undefined;
  }
  const smallest = Math.min(...penalties);
  // The bound is of the worst group, which is nobody's question where no groups need be named.
  const bound =
    isSmall && options.blind === undefined
      ? atMostToGain(rows, problemOf(fit, options, smallest), naive.get(smallest)!)
      : undefined;
  if (bound !== undefined) {
    await hooks.onEvent?.({
      kind: 'at-most',
      atMost: bound,
      groups: rows.groups.names,
      ...(options.loss === 'squared' && { loss: options.loss }),
    });
  }
  const entities = partEntities(fit, 'train');
  const classCount = fit.task.target.classes.length;
  const objective = objectiveOf(options, () =>
    aloneRisks(rows, {
      ...{ classCount, penalties, entities },
      ...{ loss: options.loss, seed: options.seed, folds: FOLDS },
    }),
  );
  const found = await crossValidate(
    {
      rows,
      entities,
      problem: {
        classCount,
        loss: options.loss,
        search,
        seed: options.seed,
        steps: objective !== undefined ? ENDS : search === 'exact' && isSmall ? STEPS : FEW_STEPS,
        ...definedOnly({ objective }),
      },
      penalties,
      // The minimum of a convex problem is the same from wherever Newton's method starts, also from rows held out.
      starts: isSmall ? penalties.map((l2) => naive.get(l2)!) : undefined,
      seconds: options.selectSeconds - (performance.now() - startedMs) / 1000,
    },
    {
      signal: hooks.signal,
      tasks: hooks.tasks,
      before: resume?.folds,
      onFold: (done, total) => hooks.onEvent?.({ kind: 'fold', done, total }),
      onTrained: (folds) => hooks.onCheckpoint?.(() => ({ folds: [...folds] }), true),
    },
  );
  if (found === undefined) return undefined;
  const { selection, l2, step, outOfFold } = found;
  await hooks.onEvent?.({ kind: 'model', name: 'balanced' });
  const balanced = linearSolver(rows, problemOf(fit, options, l2.balanced)).solve(
    uniformMu(shares.length),
    naive.get(l2.balanced),
  ).model;
  const oracle = linearOracle(rows, problemOf(fit, options, l2.minimax));
  const ends = { naive: naive.get(l2.minimax)!, balanced };
  const searched = await findMinimax(
    fit,
    oracle,
    { ...options, search, refine: false },
    { ...hooks, onCheckpoint: () => undefined },
    { exactly: () => solveExactly(rows, oracle, ends.balanced, options.gap, hooks.signal, objective) },
  );
  if (searched === undefined) return undefined;
  const taken = takeStep(step, shares, searched, oracle, ends);
  const minimax = {
    ...taken,
    risks: selection.chosen.risks,
    relativeGap:
      objective === undefined
        ? gapOf(searched.search.certificate, worstRisk(taken.trainRisks))
        : step.step === 1
          ? searched.relativeGap
          : null,
    search: { ...searched.search, steeredBy: 'train' } satisfies SearchReport,
  };
  const models = new Map([
    [naive.get(l2.naive)!, outOfFold.naive],
    [balanced, outOfFold.balanced],
    [minimax.model, outOfFold.minimax],
  ]);
  return {
    ...portableLinear(fit),
    naive: naive.get(l2.naive)!,
    balanced,
    minimax,
    l2: l2.minimax,
    penalties: l2,
    selection,
    ...(bound === undefined ? {} : { atMost: bound }),
    notes: [
      ...untriedNotes(selection.untried, options.selectSeconds),
      ...(search === 'exact' && options.maxSolves !== undefined
        ? ['the search was exact and made no solves: `maxSolves` had no effect']
        : []),
    ],
    problem: certifiedProblem({ ...options, l2: l2.minimax }),
    ...frontBeside(fit, { ...options, l2: l2.minimax }, () => ({
      ...ends,
      minimax:
        objective === undefined
          ? searched
          : solveExactly(rows, oracle, ends.balanced, options.gap, undefined),
    })),
    ...(hasCurve(objective) && {
      curve: (own) =>
        fitCurve(rows, objective, { ...problemOf(fit, options, l2.minimax), start: balanced }, own),
    }),
    predict: (model, part) =>
      part === 'validation' ? models.get(model)! : predictLinear(model, fit.parts[part].features),
    ...rowPrediction(fit),
  };
}

/** How the front is found, where there is one to draw. */
function frontBeside(
  { parts, task }: PreparedFit,
  { loss, l2 }: Pick<ResolvedFit, 'loss'> & { readonly l2: number },
  models: () => Parameters<typeof fitFront>[2],
): Pick<Fitted, 'front'> {
  const { train } = parts;
  if (!hasFront(train.groups.names.length) || entryCount(train.features) > MOST_DRAWN) return {};
  const problem = { classCount: task.target.classes.length, loss, l2 };
  const solving = { tolerance: DRAWN, ...largeSolving(train, problem, LARGE_DRAWN) };
  return {
    front: (hooks) => fitFront(train, linearOracle(train, { ...problem, ...solving }), models(), hooks),
  };
}

/** The model that is so far on the way from naive to minimax, on all rows that were trained on. */
function takeStep(
  step: Step,
  shares: readonly number[],
  minimax: Pick<Candidate<LinearModel>, 'model' | 'mu' | 'trainRisks'>,
  { solver }: LinearOracle,
  { naive, balanced }: Readonly<Record<'naive' | 'balanced', LinearModel>>,
): Pick<Candidate<LinearModel>, 'model' | 'mu' | 'trainRisks'> {
  if (step.step === 1) return { model: minimax.model, mu: minimax.mu, trainRisks: minimax.trainRisks };
  const mu = muAt(step, shares, minimax.mu);
  const end = step.from === 'naive' ? naive : balanced;
  const { model, risks, penalty } = solver.solve(mu, step.step === 0 ? end : minimax.model);
  const trainRisks = risks.map((risk) => risk + penalty);
  return step.step === 0 ? { model: end, mu, trainRisks } : { model, mu, trainRisks };
}

function canBeExact(fit: PreparedFit, options: ResolvedFit): boolean {
  return canFindExactly(fit.parts.train, problemOf(fit, options, 1));
}

/** The penalties that are tried, the likeliest first. */
function penaltiesFor(
  { encoder, parts, task }: PreparedFit,
  search: SearchName,
  isSmall: boolean,
): readonly number[] {
  if (encoder.columns.some(({ kind }) => kind === 'text')) return TEXT_PENALTIES;
  if (!isSmall && !areSparse(parts.train.features)) return DENSE_PENALTIES;
  if (search !== 'exact') return FEW_PENALTIES;
  return task.target.values === undefined ? PENALTIES : SQUARED_PENALTIES;
}

function parametersOf({ task, encoder }: PreparedFit): number {
  return outputCount(task.target.classes.length) * (encoder.features.length + 1);
}

function tooLarge(fit: PreparedFit): UsageError {
  return new UsageError(
    `this objective is for linear models of at most 1,000 parameters (200 where rows are dense), and this one has ${whole(parametersOf(fit))}; take fewer columns with \`features\``,
  );
}

/** Refuses what the exact search cannot do with these data. */
function checkExact(fit: PreparedFit, options: ResolvedFit): void {
  if (!canBeExact(fit, options)) {
    throw new UsageError(
      `\`search: 'exact'\` is for models of at most 1,000 parameters, and this one has ${whole(parametersOf(fit))}; take \`search: 'cutting-plane'\`, or fewer columns with \`features\``,
    );
  }
}

/** The search whose solves certify, where there is one. */
function searchBySolves({ loss }: ResolvedFit): SearchName {
  return loss === 'brier' ? 'apstar' : 'cutting-plane';
}

/** How far a solve on dense rows of many features may be from its minimum: the certificate counts it. */
const DENSE_TOLERANCE = 1e-7;
/** The same for the points of a front, of which four digits are seen: a group of little weight is left more open. */
const DRAWN = 1e-10;
/** The same where a solve takes seconds. */
const LARGE_DRAWN = 1e-5;
/** Numbers in the rows for which a front is drawn: each of its points takes more than ten passes over them. */
const MOST_DRAWN = 1e8;

function problemOf({ task, parts }: PreparedFit, { loss }: ResolvedFit, l2: number) {
  const problem = { classCount: task.target.classes.length, loss, l2 };
  return { ...problem, ...largeSolving(parts.train, problem, DENSE_TOLERANCE) };
}

function rowPrediction({ parts, task }: PreparedFit): Pick<Fitted, 'predictRows' | 'predictionNs'> {
  return {
    predictRows: predictLinear,
    predictionNs: linearPredictionNs(parts.train.features, task.target.classes.length),
  };
}

/** How linear models are written. With a backbone a model needs a runtime, and is in model.onnx alone. */
export function portableLinear(fit: PreparedFit): Pick<Fitted, 'portable' | 'exported'> {
  const { encoder, task, backbone } = fit;
  const source = backbone === undefined ? encoder : { ...backbone, encoder };
  return {
    ...(backbone === undefined && { portable: (model: LinearModel) => model }),
    exported: (model) => exportLinear(model, source, task.target),
  };
}

function untriedNotes(untried: readonly number[], seconds: number): string[] {
  if (untried.length === 0) return [];
  return [
    `the time to choose was up after ${seconds} seconds: the penalties ${untried.join(', ')} were not tried; raise \`selectSeconds\` to try them`,
  ];
}
