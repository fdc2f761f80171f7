// The choice of a linear model by cross-validation: every row is judged by models that were trained without it. Chosen
// are the penalty and how far to go from naive to minimax.

import {
  assignFolds,
  type CancelSignal,
  createRandom,
  type LabelledRows,
  type LinearModel,
  worstRisk,
} from '@fairfront/core';
import { areStreamed, quoted } from '@fairfront/core/internal';
import { isCompiled, runTasks } from '#threads';
import { sharedRows } from '../../task/shared-rows.js';
import type { TaskRunner } from '../../threads/run-here.js';
import { UsageError } from '../../usage-error.js';
import { type FoldTask, foldJob } from './fold-job.js';
import { runFoldsTogether } from './fold-passes.js';
import type { CandidateProblem } from './linear-candidates.js';
import { offsetsOf, worstShareOf } from './objective.js';
import { type FoldModels, judgeOutOfFold, lossesOutOfFold, predictOutOfFold } from './out-of-fold.js';
import { type Candidate, type SelectionReport, selectJudged } from './selection.js';
import type { Step } from './steps.js';

export const FOLDS = 5;

export interface CrossValidation {
  readonly rows: LabelledRows;
  /** Row → whose it is, where rows stay together. */
  readonly entities: ArrayLike<number> | undefined;
  readonly problem: CandidateProblem;
  /** In the order in which they are tried. */
  readonly penalties: readonly number[];
  /** For each penalty a model to start from; it must not matter for the model found. */
  readonly starts?: readonly LinearModel[] | undefined;
  /** Time for it; at least one penalty is tried whatever it takes. */
  readonly seconds: number;
}

export interface CrossValidationHooks {
  readonly signal?: CancelSignal | undefined;
  /** Told how many trainings of candidates are done. */
  onFold?(done: number, total: number): unknown;
  /** Handed the candidates of folds that are trained. */
  onTrained?(trained: readonly TrainedFold[]): unknown;
  /** Candidates that were trained before an interruption; those of another problem are of no use. */
  readonly before?: readonly TrainedFold[] | undefined;
  /** Trains the candidates of folds. Default: threads of this machine. */
  readonly tasks?: TaskRunner | undefined;
  /** Milliseconds of a clock. */
  now?(): number;
}

/** The candidates of one fold and one penalty, and what they are candidates for. */
export interface TrainedFold {
  readonly l2: number;
  readonly fold: number;
  /** The same for the same steps, loss, search and seed. */
  readonly problem: string;
  readonly models: readonly LinearModel[];
}

export interface CrossValidated {
  readonly selection: SelectionReport;
  /** Penalties by model. */
  readonly l2: Readonly<Record<'naive' | 'balanced' | 'minimax', number>>;
  readonly step: Step;
  /** Probabilities of every row from a model trained without it: rows × classes. */
  readonly outOfFold: Readonly<Record<'naive' | 'balanced' | 'minimax', Float64Array>>;
}

/** Chooses a linear model by rows out of fold. @returns `undefined` if it was interrupted */
export async function crossValidate(
  { rows, entities, problem, penalties, starts, seconds }: CrossValidation,
  {
    signal,
    onFold,
    onTrained,
    before = [],
    tasks: elsewhere,
    now = () => performance.now(),
  }: CrossValidationHooks = {},
): Promise<CrossValidated | undefined> {
  const { classCount, loss, steps, seed, objective } = problem;
  const offsets = offsetsOf(objective);
  const folds = assignFolds(rows, FOLDS, createRandom(seed), entities);
  checkFolds(rows, folds, entities !== undefined);
  const tasks = penalties.flatMap((l2, i) =>
    Array.from({ length: FOLDS }, (_, fold): FoldTask => ({ fold, l2, start: starts?.[i] })),
  );
  const key = JSON.stringify(problem);
  const isOf = (own: TrainedFold, { l2, fold }: FoldTask): boolean =>
    own.l2 === l2 && own.fold === fold && own.problem === key && own.models.length === steps.length;
  const models: (readonly LinearModel[] | undefined)[] = tasks.map(
    (task) => before.find((own) => isOf(own, task))?.models,
  );
  const open = [...tasks.keys()].filter((task) => models[task] === undefined);
  let done = tasks.length - open.length;
  const deadline = now() + 1000 * seconds;
  const isTried = (penalty: number): boolean =>
    models.slice(penalty * FOLDS, (penalty + 1) * FOLDS).every((own) => own !== undefined);
  await onFold?.(done, tasks.length);
  const run = elsewhere ?? (areStreamed(rows.features) && isCompiled(foldJob) ? runFoldsTogether : runTasks);
  await run(
    open.map((task) => tasks[task]!),
    {
      job: foldJob,
      shared: { rows: sharedRows(rows), folds, problem },
      signal: {
        get aborted() {
          return signal?.aborted === true || (now() > deadline && penalties.some((_, i) => isTried(i)));
        },
      },
      onResult: async (i, own) => {
        models[open[i]!] = own;
        await onTrained?.(
          tasks.flatMap(({ l2, fold }, task) =>
            models[task] === undefined ? [] : [{ l2, fold, problem: key, models: models[task] }],
          ),
        );
        await onFold?.(++done, tasks.length);
      },
    },
  );
  if (signal?.aborted) return undefined;

  const folded = { rows, folds, classCount, loss };
  const share = worstShareOf(objective);
  const tried = [...penalties.keys()].filter(isTried);
  const known = tried.flatMap((penalty) =>
    steps.map((step, place) => ({
      ...candidateOf(step, penalties[penalty]!),
      models: Array.from({ length: FOLDS }, (_, fold) => models[penalty * FOLDS + fold]![place]!),
    })),
  );
  const judged = judgeOutOfFold(folded, known.map(modelsOf), share);
  const all = known.map((own, i) => ({ ...own, judged: judged[i]! }));
  const first = least(
    all.filter(({ model }) => model === 'naive'),
    (own) => own.judged.total,
  );
  const balanced = least(
    all.filter(({ model }) => model === 'balanced'),
    (own) => worstRisk(own.judged.risks.map((risk, group) => risk - (offsets?.[group] ?? 0))),
  );
  // Who asks for an objective does not want another one's model.
  const others = all.filter(({ model }) =>
    objective === undefined ? model !== 'naive' : model === 'minimax',
  );
  const candidates = [first, ...others];
  const { report, chosen } = selectJudged(
    candidates,
    (...pair) =>
      lossesOutOfFold(
        folded,
        pair.map((place) => candidates[place]!.models),
      ),
    rows.groups,
    {
      by: 'cross-validation',
      folds: FOLDS,
      untried: penalties.filter((_, i) => !tried.includes(i)),
    },
    { seed, entities, offsets, share },
  );
  const taken = candidates[chosen]!;
  const kept = [...new Set([first, balanced, taken])];
  const said = predictOutOfFold(folded, kept.map(modelsOf));
  const saidBy = (own: (typeof kept)[number]): Float64Array => said[kept.indexOf(own)]!;
  return {
    selection: report,
    l2: { naive: first.l2!, balanced: balanced.l2!, minimax: taken.l2! },
    step: { from: taken.from, step: taken.step },
    outOfFold: { naive: saidBy(first), balanced: saidBy(balanced), minimax: saidBy(taken) },
  };
}

function modelsOf({ models }: { readonly models: FoldModels }): FoldModels {
  return models;
}

/** Refuses folds that leave a group no row to train on. */
export function checkFolds({ groups }: LabelledRows, folds: Uint8Array, areKept: boolean): void {
  const inFold = groups.names.map(() => new Uint32Array(FOLDS));
  folds.forEach((fold, row) => {
    inFold[groups.groups[row]!]![fold]!++;
  });
  const lost = inFold.findIndex((counts, group) => counts.some((own) => own === groups.counts[group]));
  if (lost < 0) return;
  const why = areKept
    ? 'all of its rows are of entities that are left out together (`splitBy`)'
    : `it has too few (${groups.counts[lost]}), and all are left out together`;
  throw new UsageError(
    `group ${quoted([groups.names[lost]!])}: when rows are left out in turn to choose a model, none is left to train on: ${why}; choose by the validation part with \`select: 'validation'\``,
  );
}

function candidateOf({ from, step }: Step, l2: number): Omit<Candidate, 'losses'> {
  return { model: step === 0 ? from : 'minimax', from, step, l2 };
}

/** The first item with the least value. */
function least<Item>(items: readonly Item[], value: (item: Item) => number): Item {
  return items.reduce((best, item) => (value(item) < value(best) ? item : best));
}
