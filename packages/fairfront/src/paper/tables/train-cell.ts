// Trains a cell of a table, with the paper's parameters [MMPF App. A.6].

import { definedOnly } from '../../defined-only.js';
import { BASELINE_BY_NAME } from '../../training/compare/baselines.js';
import type { TrainingEvent } from '../../training/fit-hooks.js';
import { fitLinear } from '../../training/fit-linear.js';
import { fitPlugIn } from '../../training/fit-plug-in.js';
import type { FittedModels } from '../../training/fitted-models.js';
import { resolveFitOptions } from '../../training/options/fit-options.js';
import { BASELINES } from '../../training/options/methods.js';
import {
  isBaseline,
  L2,
  lossOf,
  QUICK,
  ROWS_OF,
  SOLVES,
  type StudyName,
  type StudyRecipe,
  studies,
  type TrainerName,
  wayOf,
} from './table-recipes.js';
import { trainBaseline } from './train-baseline.js';
import { trainBalanced, trainNaive, trainNetwork } from './train-networks.js';
import { type CellOptions, type LoadedSplit, type Report, searchDetail, type Trained } from './trained.js';

/** The paper's algorithm ends with the search, and takes what it finds. */
const REFINE = false;
const PAPERS_WAY = {
  ...resolveFitOptions({ model: 'linear', select: 'validation', l2: L2, refine: REFINE }),
  search: 'apstar',
} as const;

/**
 * Everything a cell's result depends on beside its options: cells kept from other recipes or grids are of no
 * use. What is only told of a study is left out.
 */
export function trainedWith(study: StudyName): object {
  const grids = Object.fromEntries(Object.values(BASELINE_BY_NAME).map(({ name, values }) => [name, values]));
  const { note: _, ...recipe }: StudyRecipe = studies[study];
  return { recipe, l2: L2, solves: SOLVES, quick: QUICK, refine: REFINE, grids };
}

/** Trains the models of one trainer on one split. */
export function trainCell(
  loaded: LoadedSplit,
  trainer: TrainerName,
  options: CellOptions,
  report: Report,
): Promise<Trained> {
  const way = wayOf(trainer);
  if (isBaseline(way)) return trainBaseline(loaded, way, options, report);
  const { fit } = loaded;
  const { seed, quick } = options;
  const common = { ...PAPERS_WAY, seed };
  const solves = quick ? QUICK.solves : SOLVES.joint;
  let what = way === 'network' ? `solve 1 of ${solves}` : `${way} network`;
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
  switch (way) {
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
    case 'naive':
    case 'balanced': {
      const network = networkOptions(trainer, options);
      const cell = { ...common, ...network, estimation: 'joint', maxSolves: solves, threads: 1 } as const;
      if (way === 'network') return trainNetwork(fit, cell, onEvent);
      if (way === 'balanced') return trainBalanced(fit, cell, onEvent);
      return trainNaive(loaded, cell, onEvent, ROWS_OF[trainer].length > 1 ? BASELINES : [], report);
    }
    case 'network P':
      return predictionsOf(
        fitPlugIn(
          fit,
          { ...common, ...plugIn, ...networkOptions(trainer, options) },
          { onEvent },
          {},
          undefined,
        ),
        ({ minimax }) => [minimax.model],
      );
  }
}

function networkOptions(trainer: TrainerName, { study, quick, weights, device }: CellOptions) {
  const recipe: StudyRecipe = studies[study];
  if (recipe.network === undefined) throw new Error(`${study} has no network`);
  const { crossEntropyRate, loss: own, quick: cut = {}, ...network } = recipe.network;
  const { groupRows: _, ...shorter } = cut; // cut where the data are prepared
  const loss = lossOf(trainer) ?? own ?? PAPERS_WAY.loss;
  return {
    ...network,
    ...definedOnly({ weights, device }),
    loss,
    ...(loss === 'cross-entropy' && crossEntropyRate !== undefined ? { learningRate: crossEntropyRate } : {}),
    ...(quick ? { maxEpochs: QUICK.maxEpochs, ...shorter } : {}),
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
