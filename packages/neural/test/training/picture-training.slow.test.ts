// Networks on pictures from training to the exported file: what they learn, that an interrupted solve goes on
// to the same bits, features of the last layer, and one file for a network with a new last layer.

import { deserialize, serialize } from 'node:v8';
import { createRandom, type Encoder, groupIndex, type LabelledRows, type LinearModel } from '@fairfront/core';
import {
  assembleComponents,
  conditionalsOf,
  planComponents,
  plugInProbabilities,
} from '@fairfront/core/plug-in';
import { describe, expect, it } from 'vitest';
import { expectError } from '../../../core/test/helpers/errors.js';
import { describedModel } from '../../src/export/described-model.js';
import { exportNetwork } from '../../src/export/export-model.js';
import { exportPlugIn } from '../../src/export/export-plug-in.js';
import { withHead } from '../../src/network/head.js';
import {
  featureWidth,
  type PictureNetwork,
  parameterCount,
  parameterShapes,
} from '../../src/network/network.js';
import { fitNetworkComponent } from '../../src/plug-in/network-component.js';
import { sampleMoves } from '../../src/training/batches.js';
import { Evaluator } from '../../src/training/evaluator.js';
import type { SolveProgress } from '../../src/training/joint-estimation.js';
import type { NetworkModel } from '../../src/training/network-model.js';
import { type NetworkOracleOptions, networkOracle } from '../../src/training/network-oracle.js';
import { sameBits } from '../helpers/arrays.js';
import { expectRejection } from '../helpers/errors.js';
import { nodeRuntime } from '../helpers/node-runtime.js';
import '../../../core/test/helpers/close.js';

const convnet: PictureNetwork = { kind: 'convnet', picture: { height: 8, width: 10 }, classes: 2 };

/** Pictures with a bright bar: upright for class 1, level for class 0; in group b with much noise. */
function bars({ height, width }: PictureNetwork['picture'], rowCount: number, seed: number): LabelledRows {
  const { uniform } = createRandom(seed);
  const values = new Uint8Array(rowCount * height * width * 3);
  const labels = new Int32Array(rowCount);
  const names = Array.from({ length: rowCount }, (_, row) => (row % 3 === 0 ? 'b' : 'a'));
  for (let row = 0; row < rowCount; row++) {
    labels[row] = uniform() < 0.5 ? 0 : 1;
    const place = 1 + Math.floor(uniform() * (Math.min(height, width) - 2));
    const noise = names[row] === 'b' ? 200 : 60;
    for (let i = 0; i < height * width; i++) {
      const isBar = (labels[row] === 1 ? i % width : Math.floor(i / width)) === place;
      for (let colour = 0; colour < 3; colour++) {
        values[(row * height * width + i) * 3 + colour] = Math.min(
          255,
          (isBar ? 130 : 0) + noise * uniform(),
        );
      }
    }
  }
  const features = { rowCount, columnCount: height * width * 3, values };
  return { features, labels, groups: groupIndex(names, ['a', 'b']) };
}

const QUICK = { batchSize: 16, maxEpochs: 4, learningRate: 0.003, threads: 1, loss: 'brier' } as const;
const train = bars(convnet.picture, 160, 1);
const validation = bars(convnet.picture, 90, 2);
const mu = [0.5, 0.5];

async function solve(options: NetworkOracleOptions) {
  const oracle = await networkOracle(nodeRuntime, convnet, train, { ...QUICK, ...options }, validation);
  try {
    const { model, risks } = await oracle.solve(mu, {});
    return { model, risks, probabilities: await oracle.predict(model, validation.features) };
  } finally {
    await oracle.close();
  }
}

describe('a network on pictures', () => {
  it('learns, and its running statistics follow the batches', async () => {
    const { model, risks } = await solve({ maxEpochs: 8 });
    expect(risks[0]).toBeLessThan(0.1); // a coin has 0.5
    const statistics = parameterShapes(convnet).filter(({ isStatistic }) => isStatistic);
    expect(statistics).toHaveLength(2 * 10);
    let at = 0;
    for (const { name, shape } of parameterShapes(convnet)) {
      const size = shape.reduce((product, length) => product * length, 1);
      const own = model.parameters.subarray(at, at + size);
      if (name.endsWith('running_mean')) expect(own.every((value) => value !== 0)).toBe(true);
      if (name.endsWith('running_var')) expect(own.every((value) => value > 0 && value !== 1)).toBe(true);
      at += size;
    }
  });

  it.each<[string, NetworkOracleOptions]>([
    ['adam', {}],
    ['without augmentation, sgd', { augment: false, optimiser: 'sgd', learningRate: 0.1 }],
  ])('%s: goes on from the end of an epoch to the same bits', async (_, options) => {
    const kept: Buffer[] = [];
    const whole = await solve({ ...options, onEpoch: (progress) => kept.push(serialize(progress)) });
    expect(kept).toHaveLength(4);
    for (const bytes of [kept[0]!, kept[2]!]) {
      const resumed = await solve({ ...options, resume: deserialize(bytes) as SolveProgress });
      expect(resumed.risks).toEqual(whole.risks);
      expect(sameBits(resumed.model.parameters, whole.model.parameters)).toBe(true);
    }
  });

  it('is another with augmentation than without', async () => {
    const [moved, still] = [await solve({ maxEpochs: 1 }), await solve({ maxEpochs: 1, augment: false })];
    expect(moved.risks).not.toEqual(still.risks);
  });

  it('starts from what it is given', async () => {
    const first = await solve({ maxEpochs: 1 });
    const { parameters } = first.model;
    const again = await solve({ initial: parameters, learningRate: 1e-30, maxEpochs: 1, settle: false });
    expect(again.risks[0]).toBeLessThanOrEqual(first.risks[0]! + 1e-12);
    await expectRejection(solve({ initial: parameters.slice(1) }), 'bad-option', 'initial', 'parameters');
  });

  it.each<[string, LabelledRows['features'], string[]]>([
    ['floats', { ...train.features, values: new Float32Array(160 * 240) }, ['8 × 10 × 3 bytes', 'float32']],
    [
      'pictures of another size',
      { rowCount: 160, columnCount: 3, values: new Uint8Array(480) },
      ['8 × 10 × 3 bytes', '3 bytes'],
    ],
  ])('refuses %s', async (_, features, parts) => {
    const odd = { ...train, features } as LabelledRows;
    await expectRejection(networkOracle(nodeRuntime, convnet, odd, QUICK), 'bad-problem', ...parts);
  });
});

describe('sampleMoves', () => {
  it('shifts by up to an eighth of the side and four pixels, each shift and flip as likely', () => {
    const { down, right, flip } = sampleMoves(9000, { height: 16, width: 64 }, createRandom(3));
    const counts = (values: Int32Array): Map<number, number> => {
      const found = new Map<number, number>();
      for (const value of values) found.set(value, (found.get(value) ?? 0) + 1);
      return found;
    };
    expect([...counts(down).keys()].sort((a, b) => a - b)).toEqual([-2, -1, 0, 1, 2]);
    expect([...counts(right).keys()].sort((a, b) => a - b)).toEqual([-4, -3, -2, -1, 0, 1, 2, 3, 4]);
    for (const count of counts(right).values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
    expect(Math.abs(counts(flip).get(1)! - 4500)).toBeLessThan(240); // five deviations
    expect(sampleMoves(4, { height: 7, width: 7 }, createRandom(3)).down).toEqual(new Int32Array(4));
  });
});

describe('export', () => {
  const target = { name: 'direction', classes: ['level', 'upright'] };
  const source = { column: 'photo', picture: convnet.picture };
  const { rowCount, values } = validation.features;
  const feeds = {
    photo: { type: 'uint8', dims: [rowCount, 8, 10, 3], data: values as Uint8Array },
  } as const;

  it('gives the probabilities of the library, from pictures as they are', async () => {
    const { model, probabilities } = await solve({ maxEpochs: 2 });
    const bytes = exportNetwork(convnet, model.parameters, source, target);
    expect(describedModel(bytes)).toEqual({
      target: 'direction',
      classes: ['level', 'upright'],
      inputs: [{ column: 'photo', input: 'photo', kind: 'picture', height: 8, width: 10 }],
    });
    const session = await nodeRuntime.open(bytes, { threads: 1 });
    const found = await session.run(feeds);
    await session.close();
    expect(found['probabilities']!.data).toBeAllClose(probabilities, { absolute: 1e-5 });
    const labels = Array.from({ length: rowCount }, (_, row) =>
      probabilities[2 * row + 1]! > 0.5 ? 'upright' : 'level',
    );
    expect(found['label']!.data).toEqual(labels);
  });

  it('takes a linear model of the features as the last layer', async () => {
    const { model } = await solve({ maxEpochs: 2 });
    const evaluator = await Evaluator.open(nodeRuntime, convnet, { threads: 1 });
    const width = featureWidth(convnet);
    const features = await evaluator.features(model.parameters, validation.features);
    await evaluator.close();
    expect(width).toBe(128);
    expect(features.length).toBe(rowCount * width);
    const random = createRandom(7);
    const linear: LinearModel = {
      classCount: 2,
      columnCount: width,
      parameters: Float64Array.from({ length: width + 1 }, () => random.uniform() - 0.5),
    };
    const headed = withHead(convnet, model.parameters, linear);
    expect(headed.network).toEqual(convnet);
    const bytes = exportNetwork(headed.network, headed.parameters, source, target);
    const session = await nodeRuntime.open(bytes, { threads: 1 });
    const found = await session.run(feeds);
    await session.close();
    expect(found['probabilities']!.data).toBeAllClose(predictByHand(linear, features), { absolute: 1e-5 });
    expectError(
      () => withHead(convnet, model.parameters, { ...linear, columnCount: 7 }),
      'bad-problem',
      '128 features',
      '7',
    );
  });

  it('mixes the components of a plug-in classifier', async () => {
    const plan = planComponents(train, validation, 2);
    const shape = { kind: convnet.kind, picture: convnet.picture };
    const options = { ...QUICK, maxEpochs: 1 };
    const models: NetworkModel[] = [];
    for (const task of plan.tasks) {
      models.push(await fitNetworkComponent(nodeRuntime, shape, { train, validation }, task, options));
    }
    const components = assembleComponents(plan, models);
    const evaluator = await Evaluator.open(nodeRuntime, convnet, { threads: 1 });
    const conditionals = await conditionalsOf(components, rowCount, ({ parameters }) =>
      evaluator.probabilities(parameters, validation.features),
    );
    await evaluator.close();
    const session = await nodeRuntime.open(exportPlugIn(components, [0.3, 0.7], source, target), {
      threads: 1,
    });
    const found = await session.run(feeds);
    await session.close();
    expect(found['probabilities']!.data).toBeAllClose(
      plugInProbabilities(conditionals, [0.3, 0.7], components.priors),
      { absolute: 1e-5 },
    );
  });

  it('says what a model is exported with', () => {
    const parameters = new Float32Array(parameterCount(convnet));
    const encoder = { columns: [], features: [] } as unknown as Encoder;
    expectError(
      () => exportNetwork(convnet, parameters, encoder, target),
      'bad-problem',
      'pictures',
      'column',
    );
    const mlp = { kind: 'mlp', inputs: 1, classes: 2, hidden: [1], activation: 'elu' } as const;
    expectError(() => exportNetwork(mlp, new Float32Array(6), source, target), 'bad-problem', 'encoder');
  });
});

/** p = σ(w x + b) of two classes. */
function predictByHand({ columnCount, parameters }: LinearModel, values: Float32Array): number[] {
  return Array.from({ length: values.length / columnCount }, (_, row) => {
    let score = parameters[columnCount]!;
    for (let k = 0; k < columnCount; k++) score += parameters[k]! * values[row * columnCount + k]!;
    const second = 1 / (1 + Math.exp(-score));
    return [1 - second, second];
  }).flat();
}
