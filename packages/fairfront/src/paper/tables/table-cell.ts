// A cell of a study: one trainer on one split, its models judged on the test rows, by themselves and with equalised odds made of them.

import {
  fitEqualisedOdds,
  type GroupMetric,
  type GroupMetrics,
  groupMetric,
  groupMetrics,
  meanRisks,
  type PartName,
  positiveProbability,
} from '@fairfront/core';
import { BASELINE_BY_NAME } from '../../compare/baselines.js';
import { chooseValue } from '../../compare/choose.js';
import { scoresOf } from '../../compare/compare-methods.js';
import type { DataFolder } from '../../datasets/data-folders.js';
import { fitLinear } from '../../fit/fit-linear.js';
import { fitNetwork } from '../../fit/fit-network.js';
import { DEFAULT_GAP } from '../../fit/fit-options.js';
import { fitPlugIn } from '../../fit/fit-plug-in.js';
import type { FittedModels } from '../../fit/fitted-models.js';
import type { Job } from '../../workers/job.js';
import { type LoadedSplit, loadSplit } from './load-split.js';
import {
  isBaseline,
  L2,
  QUICK,
  ROWS_OF,
  SOLVES,
  type StudyName,
  studies,
  type TrainerName,
} from './table-recipes.js';

export interface TableCell {
  readonly trainer: TrainerName;
  /** From 0. */
  readonly split: number;
}

/** What all cells of a run have in common. */
export interface CellOptions {
  readonly study: StudyName;
  readonly quick: boolean;
  readonly seed: number;
}

export interface CellRow {
  readonly method: string;
  /** On test rows. */
  readonly metrics: GroupMetrics;
  /** Accuracy with equalised odds, on test rows, in expectation. */
  readonly equalisedOdds: GroupMetric;
}

export interface CellResult {
  readonly groups: readonly string[];
  readonly rows: readonly CellRow[];
  /** How the training went, in words. */
  readonly detail: string;
  readonly seconds: number;
}

type Predict = (part: PartName) => Float64Array | Promise<Float64Array>;
interface Trained {
  /** One for each row. */
  readonly predictions: readonly Predict[];
  readonly detail: string;
  close?(): Promise<void>;
}
type Report = (detail: string) => unknown;

export const cellJob: Job<
  TableCell,
  CellResult,
  CellOptions & { readonly folders: readonly DataFolder[] },
  string
> = {
  worker: new URL('./table-cell-worker.js', import.meta.url),
  isolation: 'process', // networks
  run: runCell,
};

async function runCell(
  { trainer, split }: TableCell,
  { study, quick, seed, folders }: CellOptions & { readonly folders: readonly DataFolder[] },
  report: Report,
): Promise<CellResult> {
  const began = performance.now();
  const recipe = studies[study];
  const layout = trainer === 'network' || trainer === 'network P' ? 'dense' : 'sparse';
  const loaded = await loadSplit(recipe, split, folders, layout);
  const { fit } = loaded;
  const trained = await train(loaded, trainer, { study, quick, seed }, report);
  try {
    const rows: CellRow[] = [];
    for (const [i, predict] of trained.predictions.entries()) {
      rows.push({ method: ROWS_OF[trainer][i]!, ...(await judge(loaded, predict)) });
    }
    return {
      groups: fit.parts.train.groups.names,
      rows,
      detail: trained.detail,
      seconds: (performance.now() - began) / 1000,
    };
  } finally {
    await trained.close?.();
  }
}

function train(
  loaded: LoadedSplit,
  trainer: TrainerName,
  options: CellOptions,
  report: Report,
): Promise<Trained> {
  if (isBaseline(trainer)) return trainBaseline(loaded, trainer, options, report);
  const { fit } = loaded;
  const { seed, quick } = options;
  const common = { loss: 'cross-entropy', l2: L2, search: 'apstar', gap: DEFAULT_GAP, seed } as const;
  const solves = quick ? QUICK.solves : SOLVES.joint;
  let what = 'solve 1';
  const onModel = (name: string): void => {
    what = name;
  };
  const onStep = ({ solve }: { readonly solve: number }): unknown => {
    what = `solve ${Math.min(solve + 1, solves)} of ${solves}`;
    return report(what);
  };
  switch (trainer) {
    case 'LR':
      return threeModels(
        fitLinear(fit, { ...common, model: 'linear', estimation: 'joint', maxSolves: solves }, { onStep }),
      );
    case 'LR P':
      return mixture(
        fitPlugIn(fit, {
          ...common,
          model: 'linear',
          estimation: 'plug-in',
          maxSolves: SOLVES.plugIn,
          folds: 0,
        }),
      );
    case 'network':
      return threeModels(
        fitNetwork(
          fit,
          { ...common, ...networkOptions(options), estimation: 'joint', maxSolves: solves, threads: 1 },
          {
            onModel,
            onStep,
            onEpoch: ({ epoch }, { objective }) =>
              report(`${what}, epoch ${epoch}, validation risk ${objective.toFixed(4)}`),
          },
        ),
      );
    case 'network P':
      return mixture(
        fitPlugIn(
          fit,
          {
            ...common,
            ...networkOptions(options),
            estimation: 'plug-in',
            maxSolves: SOLVES.plugIn,
            folds: 0,
          },
          { onPart: (done, total, detail = '') => report(`part ${done + 1} of ${total}, ${detail}`) },
        ),
      );
  }
}

function networkOptions({ study, quick }: CellOptions) {
  const recipe = studies[study];
  if (!('network' in recipe)) throw new Error(`${study} has no network`);
  return { ...recipe.network, ...(quick ? { maxEpochs: QUICK.maxEpochs } : {}) };
}

/** Trained by groups that may be known, chosen by the groups of the study. */
async function trainBaseline(
  { fit, knowable }: LoadedSplit,
  name: 'zafar' | 'feldman' | 'kamishima',
  { seed }: CellOptions,
  report: Report,
): Promise<Trained> {
  const { values, symbol, prepare } = BASELINE_BY_NAME[name];
  const chosen = await chooseValue(fit, values, prepare(knowable, { l2: L2, seed }), (done) =>
    report(`${done} of ${values.length} values`),
  );
  const { candidate, value } = chosen!;
  return {
    predictions: [(part) => candidate.predict(part)],
    detail: `${symbol} = ${Number(value.toPrecision(3))}`,
  };
}

async function threeModels<Model>(fitting: Promise<FittedModels<Model> | undefined>): Promise<Trained> {
  const models = (await fitting)!;
  const { naive, balanced, minimax, predict, close } = models;
  return {
    predictions: [naive, balanced, minimax.model].map((model) => (part) => predict(model, part)),
    detail: searchDetail(minimax.search),
    ...(close === undefined ? {} : { close }),
  };
}

async function mixture<Model>(fitting: Promise<FittedModels<Model> | undefined>): Promise<Trained> {
  const { minimax, predict, close } = (await fitting)!;
  return {
    predictions: [(part) => predict(minimax.model, part)],
    detail: searchDetail(minimax.search),
    ...(close === undefined ? {} : { close }),
  };
}

function searchDetail({ solves, stopped }: { readonly solves: number; readonly stopped: string }): string {
  return `${solves} solves, ended by ${stopped}`;
}

/** Equalised odds are made on validation rows, by groups that may be known, and judged by the groups of the study. */
async function judge(
  { fit, knowable }: LoadedSplit,
  predict: Predict,
): Promise<Pick<CellRow, 'metrics' | 'equalisedOdds'>> {
  const { labels, groups } = fit.parts.test;
  const probabilities = await predict('test');
  const rule = fitEqualisedOdds(
    scoresOf(await predict('validation')),
    knowable.parts.validation.labels,
    knowable.parts.validation.groups,
  );
  const positive = positiveProbability(rule, scoresOf(probabilities), knowable.parts.test.groups);
  const right = positive.map((chance, row) => (labels[row] === 1 ? chance : 1 - chance));
  return {
    metrics: groupMetrics(probabilities, labels, groups, fit.task.target.classes.length),
    equalisedOdds: groupMetric(meanRisks(right, groups), groups, 'lowest'),
  };
}
