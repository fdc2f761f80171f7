// Rows that a network is trained on. Their target is a class, or a distribution t over the classes; the
// losses of scores z against a distribution are:
//
//   cross-entropy   −Σ_c t_c ln h_c = Σ_c t_c (m + ln Σ_l e^(z_l − m) − z_c),   m = max_l z_l
//   Brier           Σ_c (h_c − t_c)²
//
// Where t is 1 for one class these are the losses of that class, to the bit.
//
// Or their target is a number. It is standardised for training, (y − ȳ) / s by the mean and standard deviation of the
// training rows; the last layer of the model that comes out has both put back, so that it predicts in the target's units.

import {
  type DenseRows,
  FairfrontError,
  type GroupIndex,
  type LabelledRows,
  type Loss,
  type SparseRows,
} from '@fairfront/core';
import { areStreamed, centredTarget, checkLabelledRows, toProbabilities } from '@fairfront/core/internal';
import { featureWidth, inputWidth, type Network, takesPictures } from '../network/network.js';
import { isSparse } from './sparse-batch.js';

/** Rows whose target is a distribution over the classes. */
export interface SoftRows {
  readonly features: DenseRows | SparseRows;
  /** The probability of each class for every row: rows × classes. */
  readonly targets: Float64Array;
  readonly groups: GroupIndex;
}

/** Rows that a network can be trained on and judged by. */
export type TrainingRows = LabelledRows | SoftRows;

/** Whether the targets of rows are distributions over the classes. */
export function isSoft(rows: TrainingRows): rows is SoftRows {
  return 'targets' in rows;
}

/** What numbers to predict are standardised by. */
export interface Standard {
  readonly mean: number;
  readonly scale: number;
}

/** The mean and the standard deviation of the numbers to predict; undefined where classes are. */
export function standardOf(rows: TrainingRows): Standard | undefined {
  if (isSoft(rows) || rows.values === undefined) return undefined;
  const { mean, variance } = centredTarget(rows);
  return { mean, scale: Math.sqrt(variance) };
}

/** The targets that training is fed, rows × outputs; undefined where they are classes. */
export function fedTargets(rows: TrainingRows): Float32Array | undefined {
  if (isSoft(rows)) return Float32Array.from(rows.targets);
  const standard = standardOf(rows);
  return standard && Float32Array.from(rows.values!, (value) => (value - standard.mean) / standard.scale);
}

/** The parameters of a network whose output is put back into the target's units: its last layer, which is at the end. */
export function inUnits(network: Network, parameters: Float32Array, { mean, scale }: Standard): Float32Array {
  const all = parameters.slice();
  const [weights, bias] = lastLayer(network, all);
  weights.forEach((weight, i) => {
    weights[i] = weight * scale;
  });
  bias[0] = bias[0]! * scale + mean;
  return all;
}

/** Undoes `inUnits`. */
export function standardised(
  network: Network,
  parameters: Float32Array,
  { mean, scale }: Standard,
): Float32Array {
  const all = parameters.slice();
  const [weights, bias] = lastLayer(network, all);
  weights.forEach((weight, i) => {
    weights[i] = weight / scale;
  });
  bias[0] = (bias[0]! - mean) / scale;
  return all;
}

/** The weights and the intercept of the one output: views. */
function lastLayer(network: Network, parameters: Float32Array): [Float32Array, Float32Array] {
  const end = parameters.length;
  return [parameters.subarray(end - 1 - featureWidth(network), end - 1), parameters.subarray(end - 1)];
}

/** The loss of every row against its distribution. @param scores rows × classes */
export function softLosses(
  loss: Loss,
  scores: Float64Array,
  classCount: number,
  targets: Float64Array,
): Float64Array {
  const losses = new Float64Array(scores.length / classCount);
  if (loss === 'brier') {
    const probabilities = scores.slice();
    toProbabilities(probabilities, classCount);
    for (let row = 0, k = 0; row < losses.length; row++) {
      let sum = 0;
      for (const end = k + classCount; k < end; k++) sum += (probabilities[k]! - targets[k]!) ** 2;
      losses[row] = sum;
    }
    return losses;
  }
  for (let row = 0, start = 0; row < losses.length; row++, start += classCount) {
    const end = start + classCount;
    let largest = scores[start]!;
    for (let k = start + 1; k < end; k++) largest = Math.max(largest, scores[k]!);
    let sum = 0;
    for (let k = start; k < end; k++) sum += Math.exp(scores[k]! - largest);
    const rest = Math.log(sum);
    let expected = 0;
    for (let k = start; k < end; k++) {
      if (targets[k]! > 0) expected += targets[k]! * (largest - scores[k]! + rest);
    }
    losses[row] = expected;
  }
  return losses;
}

/** How far the probabilities of a row may be from summing to 1. */
const SUM_TOLERANCE = 1e-6;

function checkTargets({ features, targets }: SoftRows, classCount: number, part: string): void {
  const { rowCount } = features;
  if (targets.length !== rowCount * classCount) {
    throw new FairfrontError(
      'bad-target',
      `${part}: targets must be rows × classes, ${rowCount} × ${classCount} numbers; got ${targets.length}`,
    );
  }
  for (let row = 0; row < rowCount; row++) {
    const own = targets.subarray(row * classCount, (row + 1) * classCount);
    const sum = own.reduce((total, value) => total + value, 0);
    if (!(own.every((value) => value >= 0) && Math.abs(sum - 1) <= SUM_TOLERANCE)) {
      throw new FairfrontError(
        'bad-target',
        `${part}: the targets of row ${row + 1} must be probabilities that sum to 1; got ${own.join(', ')}`,
      );
    }
  }
}

/** Refuses rows that the network cannot be trained on. @param part of the split, for messages: "train" */
export function checkTrainingRows(rows: TrainingRows, network: Network, part: string): void {
  if (isSoft(rows)) checkTargets(rows, network.classes, part);
  checkLabelledRows(withLabels(rows), network.classes, part);
  const { features } = rows;
  const refuse = (why: string): never => {
    throw new FairfrontError('bad-problem', `${part}: ${why}`);
  };
  const inputs = inputWidth(network);
  if (areStreamed(features)) {
    if (features.readRows === undefined || takesPictures(network)) {
      refuse('pictures and texts that do not fit into memory are not for networks; take fewer rows');
    }
  } else if (takesPictures(network)) {
    const { height, width } = network.picture;
    if (isSparse(features) || !(features.values instanceof Uint8Array) || features.columnCount !== inputs) {
      refuse(
        `a network of kind ${network.kind} takes pictures, rows of ${height} × ${width} × 3 bytes; got ${describeRows(features)}`,
      );
    }
  } else if (!isSparse(features) && !(features.values instanceof Float32Array)) {
    refuse(
      `a network takes sparse rows or dense rows of float32; got ${describeRows(features)}. Encode them with encodeDense(…, 'f32')`,
    );
  }
  if (!takesPictures(network) && features.columnCount !== inputs) {
    refuse(`the network has ${inputs} inputs, but rows have ${features.columnCount} features`);
  }
}

function describeRows(features: DenseRows | SparseRows): string {
  if (isSparse(features)) return `sparse rows of ${features.columnCount} columns`;
  const types = { Uint8Array: 'bytes', Float32Array: 'float32', Float64Array: 'float64' };
  const type = types[features.values.constructor.name as keyof typeof types];
  return `dense rows of ${features.columnCount} ${type}`;
}

/** Rows with some class each, for checks of all else. */
export function withLabels(rows: TrainingRows): LabelledRows {
  if (!isSoft(rows)) return rows;
  const { features, groups } = rows;
  return { features, groups, labels: new Int32Array(features.rowCount) };
}
