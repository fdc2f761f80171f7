// The last layer of a trained network, trained anew (Kirichenko, Izmailov and Wilson 2022, deep feature
// reweighting): the balanced network says what to look at, and how to weigh it is a linear minimax model of
// its own, on rows that the network was not fitted to. That problem is convex, so its answer is certified.

import type { DenseRows, LabelledRows, LinearModel } from '@fairfront/core';
import { Evaluator, type NetworkModel, type Runtime, withHead } from '@fairfront/neural';
import { definedOnly } from '../defined-only.js';
import type { PreparedFit } from '../task/prepare-fit.js';
import type { FoundMinimax } from './find-minimax.js';
import type { FitHooks, TrainingEvent } from './fit-hooks.js';
import { fitLinear } from './fit-linear.js';
import type { ResolvedFit } from './options/fit-options.js';
import type { SelectionReport } from './select/selection.js';
import { lossName } from './task-words.js';

/** A network with another last layer, and what is known of it. */
export interface LastLayer {
  readonly minimax: FoundMinimax<NetworkModel>;
  /** Which last layer was chosen; its naive and balanced are last layers too, not whole networks. */
  readonly selection: SelectionReport;
  readonly problem: string;
  readonly notes: readonly string[];
  /** The probabilities of validation rows, each from a last layer trained without it. */
  readonly outOfFold: Float64Array;
}

/** Trains the last layer of a network anew on validation rows. @returns `undefined` if it was interrupted */
export async function fitLastLayer(
  fit: PreparedFit,
  { network, parameters, training }: NetworkModel,
  runtime: Runtime,
  options: ResolvedFit,
  { signal, onEvent }: FitHooks<NetworkModel>,
): Promise<LastLayer | undefined> {
  const { device, threads, seed, loss, selectSeconds, smallestGain, gap, maxSolves } = options;
  const evaluator = await Evaluator.open(runtime, network, definedOnly({ device, threads }));
  const { validation } = fit.parts;
  const features = await evaluator.features(parameters, validation.features).finally(() => evaluator.close());
  const { rows, mean, scale } = standardised(features, validation.labels.length);
  const found = await fitLinear(
    ofRows(fit, { ...validation, features: rows }),
    {
      ...{ seed, loss, selectSeconds, smallestGain, gap, ...definedOnly({ maxSolves }) },
      ...{ model: 'linear', estimation: 'joint', search: 'auto', select: 'cross-validation', l2: 'auto' },
    },
    { signal, ...(onEvent && { onEvent: (event) => (isOfLayer(event) ? onEvent(event) : undefined) }) },
  );
  if (found === undefined) return undefined;
  const { minimax, selection, l2, notes = [] } = found;
  const headed = withHead(network, parameters, undone(minimax.model, mean, scale));
  return {
    minimax: { ...minimax, model: { ...headed, ...(training && { training }) } },
    selection: selection!,
    problem: `the mean ${lossName({ task: { loss } })} of each group on the validation rows plus the penalty (l2/2)·‖w‖² with l2 = ${l2} on standardised features, over all last layers of the balanced network`,
    notes: [
      ...notes,
      'the last layer was trained on the validation rows alone, which the network was not fitted to',
    ],
    outOfFold: (await found.predict(minimax.model, 'validation')) as Float64Array,
  };
}

/** Whether an event is true of the last layer: what is naive there is no ordinary model. */
function isOfLayer({ kind }: TrainingEvent): boolean {
  return kind !== 'model' && kind !== 'at-most';
}

/** Features less their mean, over their standard deviation; those that are the same for all rows become 0. */
function standardised(features: Float32Array, rowCount: number) {
  const columnCount = features.length / rowCount;
  const mean = new Float64Array(columnCount);
  const scale = new Float64Array(columnCount);
  features.forEach((value, i) => {
    mean[i % columnCount]! += value / rowCount;
  });
  features.forEach((value, i) => {
    scale[i % columnCount]! += (value - mean[i % columnCount]!) ** 2 / rowCount;
  });
  const largest = scale.reduce((most, own) => Math.max(most, own), 0);
  scale.forEach((variance, i) => {
    scale[i] = variance > 1e-12 * largest ? Math.sqrt(variance) : Number.POSITIVE_INFINITY;
  });
  const values = Float64Array.from(
    features,
    (value, i) => (value - mean[i % columnCount]!) / scale[i % columnCount]!,
  );
  const rows: DenseRows = { rowCount, columnCount, values };
  return { rows, mean, scale };
}

/** The linear model of the features as they are: w/s, and b − Σ w m/s. */
function undone(model: LinearModel, mean: Float64Array, scale: Float64Array): LinearModel {
  const width = model.columnCount + 1;
  const parameters = model.parameters.slice();
  for (let start = 0; start < parameters.length; start += width) {
    for (let i = 0; i < model.columnCount; i++) {
      parameters[start + i]! /= scale[i]!;
      parameters[start + width - 1]! -= parameters[start + i]! * mean[i]!;
    }
  }
  return { ...model, parameters };
}

/** A fit whose only rows are these: all of them are trained on, and choose when they are out of fold. */
function ofRows(fit: PreparedFit, rows: LabelledRows): PreparedFit {
  const own = fit.task.splits[0]!.validation;
  return {
    ...fit,
    task: { ...fit.task, splits: [{ train: own, validation: own, test: own }] },
    encoder: { ...fit.encoder, columns: [], features: numbered(rows.features.columnCount) },
    parts: { train: rows, validation: rows, test: rows },
  };
}

function numbered(count: number): PreparedFit['encoder']['features'] {
  return Array.from({ length: count }, (_, i) => ({ name: `${i + 1}`, column: `${i + 1}`, kind: 'value' }));
}
