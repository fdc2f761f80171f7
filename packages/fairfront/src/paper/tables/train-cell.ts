// Trains a cell of a table, with the paper's parameters [MMPF App. A.6].

import type { DenseRows, PartName } from '@fairfront/core';
import type { NetworkModel } from '@fairfront/neural';
import type { PreparedFit } from '../../task/prepare-fit.js';
import { BASELINE_BY_NAME } from '../../training/compare/baselines.js';
import { chooseValue } from '../../training/compare/choose.js';
import { findMinimax } from '../../training/find-minimax.js';
import { epochEvent, type TrainingEvent } from '../../training/fit-hooks.js';
import { fitLinear } from '../../training/fit-linear.js';
import { openNetworkOracle } from '../../training/fit-network.js';
import { fitPlugIn } from '../../training/fit-plug-in.js';
import type { FittedModels } from '../../training/fitted-models.js';
import { resolveFitOptions } from '../../training/options/fit-options.js';
import type { BaselineName } from '../../training/options/methods.js';
import { isBaseline, L2, QUICK, SOLVES, type StudyName, studies, type TrainerName } from './table-recipes.js';

/** What all cells of a run have in common. */
export interface CellOptions {
  readonly study: StudyName;
  readonly quick: boolean;
  readonly seed: number;
}

export interface LoadedSplit {
  readonly fit: PreparedFit;
  /**
   * The same rows, in groups that a method may know when it predicts. The same as `fit` unless the outcome
   * makes the groups.
   */
  readonly knowable: PreparedFit;
}

export type Predict = (part: PartName) => Float64Array | Promise<Float64Array>;
export interface Trained {
  /** The models' probabilities, one model for each of the trainer's rows. */
  readonly predictions: readonly Predict[];
  readonly detail: string;
  close?(): Promise<void>;
}
export type Report = (detail: string) => unknown;

/** The paper's algorithm ends with the search, and takes what it finds. */
const REFINE = false;
const PAPERS_WAY = {
  ...resolveFitOptions({ select: 'validation', l2: L2, refine: REFINE }),
  search: 'apstar',
} as const;

/**
 * Everything a cell's result depends on beside its options: cells kept from other recipes or grids are of no
 * use.
 */
export function trainedWith(study: StudyName): object {
  const grids = Object.fromEntries(Object.values(BASELINE_BY_NAME).map(({ name, values }) => [name, values]));
  return { recipe: studies[study], l2: L2, solves: SOLVES, quick: QUICK, refine: REFINE, grids };
}

/** Trains the models of one trainer on one split. */
export function trainCell(
  loaded: LoadedSplit,
  trainer: TrainerName,
  options: CellOptions,
  report: Report,
): Promise<Trained> {
  if (isBaseline(trainer)) return trainBaseline(loaded, trainer, options, report);
  const { fit } = loaded;
  const { seed, quick } = options;
  const common = { ...PAPERS_WAY, seed };
  const solves = quick ? QUICK.solves : SOLVES.joint;
  let what = `solve 1 of ${solves}`;
  const onEvent = (event: TrainingEvent): unknown => {
    switch (event.kind) {
      case 'solve':
        what = `solve ${Math.min(event.solve + 1, solves)} of ${solves}`;
        return report(what);
      case 'epoch':
        return report(`${what}, epoch ${event.epoch}, validation risk ${event.validationRisk.toFixed(4)}`);
      case 'component': {
        const { done, total, detail } = event;
        return report(
          `model ${Math.min(done + 1, total)} of ${total}${detail === undefined ? '' : `, ${detail}`}`,
        );
      }
      default:
        return undefined;
    }
  };
  const plugIn = { estimation: 'plug-in', maxSolves: SOLVES.plugIn, folds: 0, threads: 1 } as const;
  switch (trainer) {
    case 'LR':
      return predictionsOf(
        fitLinear(fit, { ...common, model: 'linear', estimation: 'joint', maxSolves: solves }, { onEvent }),
        ({ naive, balanced, minimax }) => [naive, balanced, minimax.model],
      );
    case 'LR P':
      return predictionsOf(
        fitPlugIn(fit, { ...common, ...plugIn, model: 'linear' }, { onEvent }, {}, undefined),
        ({ minimax }) => [minimax.model],
      );
    case 'network':
      return trainNetwork(
        fit,
        { ...common, ...networkOptions(options), estimation: 'joint', maxSolves: solves, threads: 1 },
        onEvent,
      );
    case 'network P':
      return predictionsOf(
        fitPlugIn(fit, { ...common, ...plugIn, ...networkOptions(options) }, { onEvent }, {}, undefined),
        ({ minimax }) => [minimax.model],
      );
  }
}

function networkOptions({ study, quick }: CellOptions) {
  const recipe = studies[study];
  if (!('network' in recipe)) throw new Error(`${study} has no network`);
  return { ...recipe.network, ...(quick ? { maxEpochs: QUICK.maxEpochs } : {}) };
}

/** Trains by groups that may be known, and chooses the parameter by the groups of the study. */
async function trainBaseline(
  { fit, knowable }: LoadedSplit,
  name: BaselineName,
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

async function predictionsOf<Model>(
  fitting: Promise<FittedModels<Model> | undefined>,
  rows: (models: FittedModels<Model>) => readonly Model[],
): Promise<Trained> {
  const models = (await fitting)!;
  const { minimax, predict, close } = models;
  return {
    predictions: rows(models).map((model) => (part) => predict(model, part)),
    detail: searchDetail(minimax.search),
    ...(close === undefined ? {} : { close }),
  };
}

/** Trains networks by the search, whose first solve is for uniform weights: the balanced network. */
async function trainNetwork(
  fit: PreparedFit,
  options: Parameters<typeof openNetworkOracle>[1] & typeof PAPERS_WAY,
  onEvent: (event: TrainingEvent) => unknown,
): Promise<Trained> {
  const oracle = await openNetworkOracle(fit, options, undefined, (solve, report) =>
    onEvent(epochEvent(solve, report)),
  );
  let trained: Trained | undefined;
  try {
    let balanced: NetworkModel | undefined;
    const minimax = await findMinimax(fit, oracle, options, {
      onEvent,
      onCheckpoint: (found) => {
        balanced ??= found().search!.model;
      },
    });
    const { model, search } = minimax!;
    trained = {
      predictions: [balanced!, model].map(
        (network) => (part) => oracle.predict(network, fit.parts[part].features as DenseRows),
      ),
      detail: searchDetail(search),
      close: oracle.close,
    };
    return trained;
  } finally {
    if (trained === undefined) await oracle.close();
  }
}

function searchDetail({ solves, stopped }: { readonly solves: number; readonly stopped: string }): string {
  return `${solves} solves, ended by ${stopped}`;
}
