// Plug-in classifiers to export, and what core says of them.

import {
  columnOfTexts,
  createRandom,
  createTable,
  type Encoder,
  encodeColumns,
  encodeDense,
  fitEncoder,
  type LinearModel,
  predictLinear,
  type Table,
} from '@fairfront/core';
import { outputCount } from '@fairfront/core/internal';
import {
  type ConstantModel,
  conditionalsOf,
  type PlugInComponents,
  plugInProbabilities,
} from '@fairfront/core/plug-in';
import { type BoostedModel, predictBoosted } from '@fairfront/trees';
import { allRows, namesOf, numbers, rowsOf } from '../../../core/test/encoder/encoder-tables.js';
import { initialParameters } from '../../src/network/initialise.js';
import type { FullyConnectedNetwork } from '../../src/network/network.js';
import type { NetworkModel } from '../../src/training/network-model.js';
import { predictPlainly } from './plain-network.js';

export type Model = LinearModel | NetworkModel | BoostedModel;
export type Parts = PlugInComponents<Model>;

const { NaN: missing } = Number;

/** Some columns of every kind; the last rows have what training lacks. */
export const table = createTable([
  numbers('age', [31, 47.5, missing, 22, 64, 39, missing, 18]),
  numbers('gain', [0, 517, 0, -12, 999, 3, missing, 1200]),
  columnOfTexts('job', ['x', 'x', 'y', undefined, 'y', 'x', 'new', undefined]),
]);
export const encoder = fitEncoder(table, namesOf(table), rowsOf(0, 1, 2, 3, 4, 5), { minLevelRows: 1 });
export const columnCount = encoder.features.length;

export const targetOf = (classCount: number) => ({
  name: 'y',
  classes: ['klein', 'mittel', 'groß'].slice(0, classCount),
});

export function linearModel(classCount: number, seed: number, columns = columnCount): LinearModel {
  const random = createRandom(seed);
  const size = outputCount(classCount) * (columns + 1);
  const parameters = Float64Array.from({ length: size }, () => 3 * random.uniform() - 1.5);
  return { classCount, columnCount: columns, parameters };
}

export function networkModel(kind: 'mlp' | 'resnet', classes: number, seed: number): NetworkModel {
  const shape = kind === 'mlp' ? { hidden: [7, 5] } : { hidden: [6, 6] };
  const activation = kind === 'mlp' ? 'relu' : 'elu';
  const network: FullyConnectedNetwork = { kind, inputs: columnCount, classes, activation, ...shape };
  const random = createRandom(seed);
  const parameters = initialParameters(network, random).map((value) => value + random.uniform() - 0.5); // biases too
  return { network, parameters };
}

/** Of three groups, one of them small. @param make a model of some classes, another for every seed */
export function partsOf(
  classCount: number,
  make: (classCount: number, seed: number) => Model,
  seed = 1,
): Parts {
  return {
    classCount,
    outcomes: [1, 2, 3].map((group) => make(classCount, 10 * seed + group)),
    membership: make(3, 10 * seed),
    priors: [0.6, 0.3, 0.1],
  };
}

/** Where the groups are made of the target. */
export function indicators(classOfGroup: readonly number[], classCount: number): ConstantModel[] {
  return classOfGroup.map((own) => ({
    constant: Array.from({ length: classCount }, (_, c) => (c === own ? 1 : 0)),
  }));
}

/** h^μ as core has it, every network by an independent forward in f64. */
export async function expectedOf(
  parts: Parts,
  mu: readonly number[],
  rows: Table,
  of: Encoder = encoder,
): Promise<Float64Array> {
  const features = encodeDense(of, rows, allRows(rows));
  const conditionals = await conditionalsOf(parts, rows.rowCount, (model) => {
    if ('treeStarts' in model) return predictBoosted(model, encodeColumns(of, rows, allRows(rows)));
    return 'network' in model
      ? Float64Array.from(predictPlainly(model.network as FullyConnectedNetwork, model.parameters, features))
      : predictLinear(model, features);
  });
  return plugInProbabilities(conditionals, mu, parts.priors);
}
