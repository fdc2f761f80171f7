// Exported models that predict a number: what the file says of raw cells is what the library says of encoded ones.

import {
  columnOfTexts,
  createRandom,
  createTable,
  encodeColumns,
  encodeDense,
  fitEncoder,
  type LinearModel,
  predictLinear,
} from '@fairfront/core';
import { predictBoosted, treeColumns } from '@fairfront/trees';
import { describe, expect, it } from 'vitest';
import { allRows, namesOf, numbers } from '../../../core/test/encoder/encoder-tables.js';
import { expectError } from '../../../core/test/helpers/errors.js';
import { madeTrees } from '../../../trees/test/helpers/made-trees.js';
import { describedModel } from '../../src/export/described-model.js';
import { exportBoosted, exportLinear, exportNetwork } from '../../src/export/export-model.js';
import { predictionInputs } from '../../src/export/prediction-graph.js';
import { initialParameters } from '../../src/network/initialise.js';
import type { FullyConnectedNetwork } from '../../src/network/network.js';
import type { TensorValue } from '../../src/session/runtime.js';
import { Evaluator } from '../../src/training/evaluator.js';
import { nodeRuntime } from '../helpers/node-runtime.js';
import { feedsOf } from './exported.js';
import '../../../core/test/helpers/close.js';

const { NaN: missing } = Number;
const target = { name: 'hours', classes: ['hours'] };
/** One column has the name of the output. */
const table = createTable([
  numbers('age', [31, 47.5, missing, 22, 64, 39, missing, 18]),
  numbers('prediction', [0, 51.5, 3, -12, 99, 3, missing, 7]),
  columnOfTexts('job', ['x', 'x', 'y', undefined, 'z', 'x', 'y', 'z']),
]);
const encoder = fitEncoder(table, namesOf(table), allRows(table));
const columnCount = encoder.features.length;
const dense = encodeDense(encoder, table, allRows(table), 'f32');
const { uniform } = createRandom(4);
const linear: LinearModel = {
  classCount: 1,
  columnCount,
  parameters: Float64Array.from({ length: columnCount + 1 }, (_, i) =>
    i === columnCount ? 40 : 9 * uniform(),
  ),
};

/** The only output, by the names that the file itself gives its inputs. */
async function predicted(model: Uint8Array): Promise<TensorValue> {
  const plain = feedsOf(encoder, table);
  const given = new Map(predictionInputs(encoder).map(({ column, input }) => [column, plain[input]!]));
  const session = await nodeRuntime.open(model, { threads: 1 });
  try {
    const inputs = describedModel(model).inputs;
    const outputs = await session.run(
      Object.fromEntries(inputs.map(({ column, input }) => [input, given.get(column)!])),
    );
    expect(Object.keys(outputs)).toEqual(['prediction']);
    return outputs['prediction']!;
  } finally {
    await session.close();
  }
}

async function expectNumbers(model: Uint8Array, expected: ArrayLike<number>): Promise<void> {
  const { type, dims, data } = await predicted(model);
  expect(type).toBe('float32');
  expect(dims).toEqual([table.rowCount, 1]);
  expect(data as Float32Array).toBeAllClose(expected, { relative: 1e-6, absolute: 1e-5 });
}

describe('a file that predicts a number', () => {
  it('of a linear model', async () => {
    const expected = predictLinear(linear, encodeDense(encoder, table, allRows(table)));
    await expectNumbers(exportLinear(linear, encoder, target), expected);
  });

  it('of boosted trees', async () => {
    const cells = encodeColumns(encoder, table, allRows(table));
    const model = madeTrees(treeColumns(encoder), { classCount: 1, thresholds: [0, 3, 30, 50] });
    await expectNumbers(exportBoosted(model, encoder, target), predictBoosted(model, cells));
  });

  it.each([
    { kind: 'mlp', hidden: [6, 4] },
    { kind: 'resnet', hidden: [5] },
  ] as const)('of a network: $kind', async (shape) => {
    const network: FullyConnectedNetwork = { ...shape, inputs: columnCount, classes: 1, activation: 'elu' };
    const parameters = initialParameters(network, createRandom(5));
    parameters[parameters.length - 1] = 40;
    const evaluator = await Evaluator.open(nodeRuntime, network, { threads: 1 });
    const expected = await evaluator.probabilities(parameters, dense);
    await evaluator.close();
    await expectNumbers(exportNetwork(network, parameters, encoder, target), expected);
  });

  it('says what it predicts, and gives a column of the output’s name another', () => {
    const { target: name, classes, inputs } = describedModel(exportLinear(linear, encoder, target));
    expect({ name, classes }).toEqual({ name: 'hours', classes: [] });
    expect(inputs.map(({ input }) => input)).toEqual(['age', 'prediction (column)', 'job']);
  });

  it('is refused for a target of classes', () => {
    const wrong = { name: 'hours', classes: ['few', 'many'] };
    expectError(() => exportLinear(linear, encoder, wrong), 'bad-problem', 'has 1 classes');
  });
});
