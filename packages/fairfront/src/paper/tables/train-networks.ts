// The cells of a table that train networks: by the search, or one network and what can be made of it.

import { createTable, groupShares, PART_NAMES, type PartName, uniformMu } from '@fairfront/core';
import {
  assembleComponents,
  type Conditionals,
  conditionalsOf,
  planComponents,
  plugInOracle,
  plugInProbabilities,
} from '@fairfront/core/plug-in';
import { featureWidth, type NetworkModel, type NetworkOracle } from '@fairfront/neural';
import { loadNodeRuntime } from '@fairfront/neural/node';
import { stepWords } from '../../report/selection-words.js';
import { type PreparedFit, withTable } from '../../task/prepare-fit.js';
import { findMinimax } from '../../training/find-minimax.js';
import { epochEvent, type TrainingEvent } from '../../training/fit-hooks.js';
import { fitLastLayer, type LastLayer } from '../../training/fit-last-layer.js';
import { openNetworkOracle } from '../../training/fit-network.js';
import { type ClassFit, resolveFitOptions } from '../../training/options/fit-options.js';
import type { BaselineName } from '../../training/options/methods.js';
import { classesOfGroups } from '../../training/plug-in/train-components.js';
import { SOLVES } from './table-recipes.js';
import { trainBaseline } from './train-baseline.js';
import { type LoadedSplit, type Predict, type Report, searchDetail, type Trained } from './trained.js';

/** The options of a fit by the paper's search. */
export type NetworkCellOptions = ClassFit & { readonly search: 'apstar' };
export type OnEvent = (event: TrainingEvent) => unknown;

/** Opens an oracle for `train`, and closes it once the predictions are made, or if it fails. */
async function withOracle(
  fit: PreparedFit,
  options: NetworkCellOptions,
  onEvent: OnEvent,
  train: (oracle: NetworkOracle) => Promise<Omit<Trained, 'close'>>,
): Promise<Trained> {
  const oracle = await openNetworkOracle(fit, options, undefined, (solve, report) =>
    onEvent(epochEvent(solve, report)),
  );
  try {
    return { ...(await train(oracle)), close: oracle.close };
  } catch (error) {
    await oracle.close();
    throw error;
  }
}

/** Trains networks by the search, whose first solve is for uniform weights: the balanced network. */
export function trainNetwork(
  fit: PreparedFit,
  options: NetworkCellOptions,
  onEvent: OnEvent,
): Promise<Trained> {
  return withOracle(fit, options, onEvent, async (oracle) => {
    let balanced: NetworkModel | undefined;
    const minimax = await findMinimax(fit, oracle, options, {
      onEvent,
      onCheckpoint: (found) => {
        balanced ??= found().search!.model;
      },
    });
    const { model, search } = minimax!;
    return {
      predictions: [balanced!, model].map((network) => predictNetwork(fit, oracle, network)),
      detail: searchDetail(search),
    };
  });
}

/**
 * Trains one network for the mean over all rows; then, where the table has them, the baselines, which are
 * linear models, on what its last layer gets [MMPF App. A.7].
 */
export function trainNaive(
  { fit, knowable }: LoadedSplit,
  options: NetworkCellOptions,
  onEvent: OnEvent,
  baselines: readonly BaselineName[],
  report: Report,
): Promise<Trained> {
  return withOracle(fit, options, onEvent, async (oracle) => {
    const { model } = await oracle.solve(groupShares(fit.parts.train.groups), {});
    const predictions: Predict[] = [predictNetwork(fit, oracle, model)];
    const details = [trainingDetail(model)];
    if (baselines.length > 0) {
      const embed = await embedding(fit, oracle, model);
      const embedded = { fit: embed(fit), knowable: embed(knowable) };
      for (const name of baselines) {
        const trained = await trainBaseline(embedded, name, options, (detail) =>
          report(`${name}: ${detail}`),
        );
        predictions.push(...trained.predictions);
        details.push(`${name} ${trained.detail}`);
      }
    }
    return { predictions, detail: details.join('; ') };
  });
}

/** Replaces the columns of a task by the features that the network's last layer gets. */
async function embedding(
  { parts, task }: PreparedFit,
  oracle: NetworkOracle,
  model: NetworkModel,
): Promise<(fit: PreparedFit) => PreparedFit> {
  const width = featureWidth(model.network);
  const columns = Array.from({ length: width }, (_, i) => ({
    kind: 'numeric' as const,
    name: `feature ${i + 1}`,
    values: new Float64Array(task.table.rowCount),
  }));
  for (const part of PART_NAMES) {
    const features = await oracle.features(model, parts[part].features);
    task.splits[0]![part].forEach((row, i) => {
      for (let k = 0; k < width; k++) columns[k]!.values[row] = features[i * width + k]!;
    });
  }
  const table = createTable(columns);
  return (fit) => withTable(fit, table);
}

/**
 * Trains one network for all groups alike. The groups are the classes, so what it says of the class is
 * p(A|X) too, and every classifier h^μ is made of it without another training [MMPF Sec. A.5].
 */
export function trainBalanced(
  fit: PreparedFit,
  options: NetworkCellOptions,
  onEvent: OnEvent,
): Promise<Trained> {
  return withOracle(fit, options, onEvent, async (oracle) => {
    const { train, validation: choosing } = fit.parts;
    const priors = uniformMu(train.groups.names.length);
    const { model } = await oracle.solve(priors, {});
    const balanced = predictNetwork(fit, oracle, model);
    const classOfGroup = classesOfGroups(fit);
    if (classOfGroup?.every((own, group) => own === group) !== true) {
      throw new Error('the groups must be the classes, in their order');
    }
    const plan = planComponents(train, choosing, priors.length, { classOfGroup });
    const conditionals = (part: PartName): Promise<Conditionals> =>
      conditionalsOf(assembleComponents(plan, [model]), fit.parts[part].labels.length, () => balanced(part));
    const validation = { conditionals: await conditionals('validation'), ...choosing };
    const found = await findMinimax(
      fit,
      plugInOracle({ loss: options.loss, priors, validation }),
      { ...options, estimation: 'plug-in', maxSolves: SOLVES.plugIn },
      {},
    );
    const { mu, search } = found!;
    const last = (await fitLastLayer(
      fit,
      model,
      await loadNodeRuntime(),
      { ...CERTIFIED, seed: options.seed },
      {},
    ))!;
    return {
      predictions: [
        balanced,
        async (part) => plugInProbabilities(await conditionals(part), mu, priors),
        predictNetwork(fit, oracle, last.minimax.model),
      ],
      detail: `${trainingDetail(model)}; ${searchDetail(search)}; ${lastLayerDetail(last)}`,
    };
  });
}

/** Which last layer was taken, and how far that one is from the best possible. */
export function lastLayerDetail({ minimax, selection }: LastLayer): string {
  return `last layer ${stepWords(selection.chosen)}, certified to ${minimax.relativeGap?.toExponential(1) ?? 'nothing'}`;
}

/**
 * The last layer is trained by cross-entropy, whatever the network was: of a linear model its minimum is
 * certified.
 */
const CERTIFIED = resolveFitOptions({ model: 'linear', loss: 'cross-entropy' });

function predictNetwork(
  { parts }: PreparedFit,
  oracle: NetworkOracle,
  model: NetworkModel,
): (part: PartName) => Promise<Float64Array> {
  return (part) => oracle.predict(model, parts[part].features);
}

function trainingDetail({ training }: NetworkModel): string {
  return `${training!.epochs} epochs, ended by ${training!.status}`;
}
