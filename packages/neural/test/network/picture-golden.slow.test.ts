// Networks on pictures against PyTorch's: golden/pictures.py made the numbers, and says how.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type PictureNetwork,
  parameterCount,
  parameterShapes,
  splitParameters,
} from '../../src/network/network.js';
import { Evaluator } from '../../src/training/evaluator.js';
import type { OptimiserName } from '../../src/training/optimiser.js';
import { Trainer } from '../../src/training/trainer.js';
import { sameBits } from '../helpers/arrays.js';
import { nodeRuntime } from '../helpers/node-runtime.js';
import { madeMoves, madeParameters, madePictures, madeRows, madeUnit } from './made-pictures.js';
import '../../../core/test/helpers/close.js';

/** Norm and two inner products of every tensor. */
type Summaries = readonly ([number, number, number] | null)[];

interface Golden {
  readonly forward: {
    readonly classes: number;
    readonly rows: number;
    readonly height: number;
    readonly width: number;
    readonly names: string;
    readonly scores: number[];
  };
  readonly training: readonly {
    readonly kind: PictureNetwork['kind'];
    readonly height: number;
    readonly width: number;
    readonly names: string;
    readonly gradients: Summaries;
    readonly adam: Summaries;
    readonly parameters?: string;
  }[];
}

const golden = JSON.parse(readFileSync(new URL('golden/pictures.json', import.meta.url), 'utf8')) as Golden;
const [ROWS, BATCH, STEPS, CLASSES] = [16, 8, 5, 3];
const MU = [0.25, 0.125, 0.625];

/** Names and shapes, as the golden has them. */
function namesOf(network: PictureNetwork): string {
  const lines = parameterShapes(network).map(({ name, shape }) => `${name} ${shape.join('x')}`);
  return createHash('md5').update(lines.join('\n')).digest('hex');
}

describe('densenet121', () => {
  const { classes, rows, height, width, names, scores } = golden.forward;
  const network: PictureNetwork = { kind: 'densenet121', picture: { height, width }, classes };

  it("has torchvision's parameters", () => {
    expect(namesOf(network)).toBe(names);
    const trained = parameterShapes({ ...network, classes: 1000 }).filter(({ isStatistic }) => !isStatistic);
    const sizes = trained.map(({ shape }) => shape.reduce((size, length) => size * length, 1));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(7_978_856);
    expect(sizes.slice(0, -2).reduce((sum, size) => sum + size, 0)).toBe(6_953_856);
    // Two running statistics for each of 41,824 channels that are normalised.
    expect(parameterCount({ ...network, classes: 1000 })).toBe(7_978_856 + 2 * 41_824);
  });

  it("has torchvision's scores with the same weights, to 1e-4", async () => {
    const evaluator = await Evaluator.open(nodeRuntime, network, { threads: 1 });
    const found = await evaluator.probabilities(madeParameters(network), madePictures(rows, network));
    await evaluator.close();
    const expected = Array.from({ length: rows }, (_, row) => {
      const weights = scores.slice(row * classes, (row + 1) * classes).map(Math.exp);
      const sum = weights.reduce((total, weight) => total + weight, 0);
      return weights.map((weight) => Math.log(weight / sum));
    });
    expect(found.map(Math.log)).toBeAllClose(expected.flat(), { absolute: 1e-4 });
  });
});

describe.each(golden.training)('$kind in training', ({ kind, height, width, ...expected }) => {
  const network: PictureNetwork = { kind, picture: { height, width }, classes: CLASSES };
  const initial = madeParameters(network);

  const train = async (optimiser: OptimiserName, learningRate: number, runs: readonly number[]) => {
    const options = { loss: 'cross-entropy', groupCount: 3, weightDecay: 0, dropout: 0 } as const;
    const rows = madeRows(ROWS, network);
    const trainer = await Trainer.open(
      nodeRuntime,
      network,
      rows,
      { ...options, batchSize: BATCH, optimiser, augment: true },
      { threads: 1 },
    );
    let state = trainer.start(initial);
    const { down, right, flip } = madeMoves(STEPS * BATCH);
    const batches = Int32Array.from({ length: STEPS * BATCH }, (_, i) => {
      const [step, place] = [Math.floor(i / BATCH), i % BATCH];
      return (step % 2 === 0 ? place * 5 : place * 3 + step) % ROWS;
    });
    let done = 0;
    for (const steps of runs) {
      const own = (all: Int32Array): Int32Array => all.subarray(done * BATCH, (done + steps) * BATCH);
      ({ state } = await trainer.run(state, {
        mu: MU,
        learningRate,
        batches: own(batches),
        masks: [],
        moves: { down: own(down), right: own(right), flip: own(flip) },
      }));
      done += steps;
    }
    await trainer.close();
    return state;
  };

  const expectSummaries = (values: Float32Array, summaries: Summaries, limit: number): void => {
    splitParameters(network, values).forEach(({ name, values: own }, t) => {
      const summary = summaries[t];
      if (summary === null || summary === undefined) return;
      const product = (other: (i: number) => number): number =>
        own.reduce((sum, value, i) => sum + value * other(i), 0);
      const found = [
        Math.sqrt(product((i) => own[i]!)),
        product((i) => madeUnit(i, 2000 + t)),
        product((i) => madeUnit(i, 3000 + t)),
      ];
      expect(found, name).toBeAllClose(summary, { absolute: limit * Math.max(summary[0], 0.05) });
    });
  };

  it("has PyTorch's names", () => {
    expect(namesOf(network)).toBe(expected.names);
  });

  it("has PyTorch's gradients: a step of length 1 along them", async () => {
    const { values } = await train('sgd', 1, [1]);
    const gradients = initial.map((value, i) => value - values[i]!);
    expectSummaries(gradients, expected.gradients, 1e-4);
  });

  it("ends after five steps of Adam where PyTorch's ends, running statistics too", async () => {
    const { values, steps } = await train('adam', 1e-3, [5]);
    expect(steps).toBe(5);
    expectSummaries(values, expected.adam, 1e-4);
    if (expected.parameters !== undefined) {
      const all = new Float32Array(new Uint8Array(Buffer.from(expected.parameters, 'base64')).buffer);
      expect(values.subarray(0, all.length)).toBeAllClose(all, { absolute: 1e-4 });
    }
  });

  it('two steps and three more are five, to the bit', async () => {
    const [split, whole] = [await train('adam', 1e-3, [2, 3]), await train('adam', 1e-3, [5])];
    expect(sameBits(split.values, whole.values)).toBe(true);
  });

  it('carries as memory only what is trained', async () => {
    const { values } = await train('adam', 1e-3, [1]);
    const statistics = parameterShapes(network).reduce(
      (sum, { shape, isStatistic }) => sum + (isStatistic ? shape[0]! : 0),
      0,
    );
    expect(statistics).toBeGreaterThan(0);
    expect(values.length).toBe(3 * parameterCount(network) - 2 * statistics);
  });
});
