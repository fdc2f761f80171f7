// A solve that is cut off at the end of any epoch, and goes on elsewhere: the same network, bit for bit. And
// runs of the graph cut in pieces.

import { deserialize, serialize } from 'node:v8';
import { createRandom, uniformMu } from '@fairfront/core';
import { afterAll, describe, expect, it } from 'vitest';
import { initialParameters } from '../../src/network/initialise.js';
import { hiddenWidths, type Network } from '../../src/network/network.js';
import type { SessionOptions } from '../../src/session/runtime.js';
import { epochRandom, groupRows, sampleBatches, sampleMask } from '../../src/training/batches.js';
import { Evaluator } from '../../src/training/evaluator.js';
import { type JointProblem, type SolveProgress, solveJointly } from '../../src/training/joint-estimation.js';
import { type JointOptions, resolveJointOptions } from '../../src/training/joint-options.js';
import {
  type NetworkOracle,
  type NetworkOracleOptions,
  networkOracle,
} from '../../src/training/network-oracle.js';
import { Trainer } from '../../src/training/trainer.js';
import { nodeRuntime } from '../helpers/node-runtime.js';
import { mlp, QUICK, resnet, tinyRows, train, validation } from './tiny-problems.js';

const opened: { close(): Promise<void> }[] = [];
afterAll(async () => {
  for (const session of opened) await session.close();
});

async function open(options: NetworkOracleOptions, network = mlp): Promise<NetworkOracle> {
  const oracle = await networkOracle(nodeRuntime, network, train, { ...QUICK, ...options }, validation);
  opened.push(oracle);
  return oracle;
}

async function problemOf(given: JointOptions & SessionOptions, network: Network): Promise<JointProblem> {
  const { threads: _, device: __, ...joint } = given;
  const options = resolveJointOptions(joint);
  const trainer = await Trainer.open(
    nodeRuntime,
    network,
    train,
    { ...options, groupCount: 3 },
    { threads: 1 },
  );
  const evaluator = await Evaluator.open(nodeRuntime, network, { threads: 1 });
  opened.push(trainer, evaluator);
  return { network, options, trainer, evaluator, trainRows: groupRows(train.groups), validation };
}

const mu = [0.4, 0.3, 0.3];

describe('a solve that goes on', () => {
  it.each<[string, JointOptions, Network]>([
    ['adam', {}, mlp],
    ['adam with failures', { learningRate: 0.1, patience: 4, maxEpochs: 12 }, mlp],
    ['dropout and weight decay', { dropout: 0.3, weightDecay: 0.05, learningRate: 0.05 }, mlp],
    ['a resnet, Brier score, sgd', { loss: 'brier', optimiser: 'sgd', learningRate: 2 }, resnet],
    ['one that settles', { learningRate: 1e-9, maxEpochs: 4 }, mlp],
  ])('%s: from every epoch to the same bits', async (_, given, network) => {
    const problem = await problemOf({ ...QUICK, ...given }, network);
    const { options, trainer } = problem;
    const outcomes = new Set<boolean>();
    const kept: SolveProgress[] = [];
    const written: Buffer[] = [];
    const expected = await solveJointly(
      problem,
      {
        mu,
        epoch: 0,
        failures: 0,
        learningRate: options.learningRate,
        settled: false,
        state: trainer.start(initialParameters(network, createRandom(options.seed))),
      },
      {
        onEpoch: (progress, { improved }) => {
          outcomes.add(improved);
          kept.push(progress);
          written.push(serialize(progress));
        },
      },
    );
    expect(kept).toHaveLength(expected.model.training!.epochs);
    if (kept.length > 1) expect(outcomes.size).toBe(2); // else there would be little to go on from
    kept.forEach((progress, i) => {
      expect(progress).toEqual(deserialize(written[i]!)); // nothing told is written to later
    });
    for (const bytes of written) {
      const from: SolveProgress = deserialize(bytes);
      expect(await solveJointly(problem, from, {}), `from epoch ${from.epoch}`).toEqual(expected);
    }
  });

  it('is the one for the same μ; others begin as ever', async () => {
    const kept: SolveProgress[] = [];
    const whole = await open({ onEpoch: (progress) => kept.push(progress) });
    await whole.solve(mu, {});
    const epochs: number[] = [];
    const oracle = await open({ resume: kept[3]!, onEpoch: ({ epoch }) => epochs.push(epoch) });
    expect(await oracle.solve(uniformMu(3), {})).toEqual(await (await open({})).solve(uniformMu(3), {}));
    expect(epochs).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    await oracle.solve(mu, {});
    expect(epochs.slice(8)).toEqual([5, 6, 7, 8]);
  });

  it('goes on once: a later solve for the same μ begins with the best network', async () => {
    const kept: SolveProgress[] = [];
    const whole = await open({ onEpoch: (progress) => kept.push(progress) });
    const { model } = await whole.solve(mu, {});
    const again = await whole.solve(mu, { best: { mu, model } });
    expect(again.model.parameters).not.toEqual(model.parameters);
    const oracle = await open({ resume: kept[0]! });
    expect((await oracle.solve(mu, {})).model).toEqual(model);
    expect(await oracle.solve(mu, { best: { mu, model } })).toEqual(again);
  });
});

describe('an epoch of more steps than one run of the graph makes', () => {
  /** Steps in one run, at most. */
  const STEPS = 2000;

  it.each([0, 0.3])('with dropout %d ends as if it were one run', async (dropout) => {
    const rows = tinyRows(2 * STEPS + 100, 4);
    const options = resolveJointOptions({ batchSize: 1, maxEpochs: 1, learningRate: 0.001, dropout });
    const trainer = await Trainer.open(nodeRuntime, mlp, rows, { ...options, groupCount: 3 }, { threads: 1 });
    opened.push(trainer);
    const start = trainer.start(initialParameters(mlp, createRandom(1)));
    const trainRows = groupRows(rows.groups);
    // Every network is as good as the one before, so the epoch counts.
    const evaluator = { risks: async () => [1, 1, 1] } as unknown as Evaluator;
    let state = start;
    await solveJointly(
      { network: mlp, options, trainer, evaluator, trainRows, validation },
      { mu, epoch: 0, failures: 0, learningRate: 0.001, settled: false, state: start },
      {
        onEpoch: (progress) => {
          state = progress.state;
        },
      },
    );

    const random = epochRandom(options.seed, mu, 0);
    const widths = dropout > 0 ? hiddenWidths(mlp) : [];
    const pieces = [STEPS, STEPS, 100].map((size) => ({
      batches: sampleBatches(trainRows, size, random),
      masks: widths.map((width) => sampleMask(size * width, dropout, random)),
    }));
    const { state: expected } = await trainer.run(start, {
      mu,
      learningRate: 0.001,
      batches: Int32Array.from(pieces.flatMap(({ batches }) => [...batches])),
      masks: widths.map((_, layer) => Uint8Array.from(pieces.flatMap(({ masks }) => [...masks[layer]!]))),
    });
    expect(state.steps).toBe(2 * STEPS + 100);
    expect(state).toEqual(expected);
  });
});
