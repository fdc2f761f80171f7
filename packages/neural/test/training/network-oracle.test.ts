// Networks as an oracle: what every oracle must do, where a solve begins, and that it learns.

import { createRandom, type LabelledRows, type Oracle, uniformMu } from '@fairfront/core';
import { dot } from '@fairfront/core/internal';
import { afterAll, describe, expect, it } from 'vitest';
import { describeOracle } from '../../../core/test/conformance/oracle-conformance.js';
import { initialParameters } from '../../src/network/initialise.js';
import { groupRows } from '../../src/training/batches.js';
import { Evaluator } from '../../src/training/evaluator.js';
import { solveJointly } from '../../src/training/joint-estimation.js';
import type { NetworkModel } from '../../src/training/network-model.js';
import {
  type NetworkOracle,
  type NetworkOracleOptions,
  networkOracle,
} from '../../src/training/network-oracle.js';
import { Trainer } from '../../src/training/trainer.js';
import { expectRejection } from '../helpers/errors.js';
import { nodeRuntime } from '../helpers/node-runtime.js';
import { mlp, QUICK, resnet, tinyRows, train, validation } from './tiny-problems.js';

/** One block: sessions of it open quickly. */
const small = { ...resnet, hidden: [4] };
const opened: Promise<{ close(): Promise<void> }>[] = [];
afterAll(async () => {
  for (const session of await Promise.allSettled(opened)) {
    if (session.status === 'fulfilled') await session.value.close();
  }
});

function open(options: NetworkOracleOptions = {}, network = mlp): Promise<NetworkOracle> {
  const oracle = networkOracle(nodeRuntime, network, train, { ...QUICK, ...options }, validation);
  opened.push(oracle);
  return oracle;
}

/** At once, though its sessions take a moment to open. */
function soon(options: NetworkOracleOptions, network = mlp): Oracle<NetworkModel> {
  const oracle = open(options, network);
  return {
    groupCount: 3,
    certifies: 'it says so itself',
    solve: async (mu, context) => (await oracle).solve(mu, context),
  };
}

describeOracle('an mlp', () => soon({ maxEpochs: 2 }), { maxSolves: 4 });
describeOracle(
  'a resnet with dropout, Brier score',
  () => soon({ maxEpochs: 1, dropout: 0.2, loss: 'brier' }, small),
  {
    maxSolves: 3,
  },
);

describe('a solve', () => {
  const mu = [0.4, 0.3, 0.3];

  it('is the same for the same seed, bit for bit, and another for another', async () => {
    const solve = async (seed: number) => (await open({ seed, dropout: 0.1 })).solve(mu, {});
    const [one, again, other] = [await solve(4), await solve(4), await solve(5)];
    expect(again).toEqual(one);
    expect(other.model.parameters).not.toEqual(one.model.parameters);
  });

  it('tells risks of validation rows, by which it was chosen, and of training rows', async () => {
    const oracle = await open();
    const { model, risks, trainRisks, converged } = await oracle.solve(mu, {});
    const evaluator = await Evaluator.open(nodeRuntime, mlp, { threads: 1 });
    opened.push(Promise.resolve(evaluator));
    expect(risks).toEqual(await evaluator.risks(model.parameters, validation, 'cross-entropy'));
    expect(trainRisks).toEqual(await evaluator.risks(model.parameters, train, 'cross-entropy'));
    expect(risks).not.toEqual(trainRisks);
    expect(converged).toBe(true);
    expect(oracle.options).toMatchObject({ batchSize: 8, decay: 0.25, patience: 20 });
  });

  it('that was cancelled has not converged', async () => {
    const { converged, model } = await (await open()).solve(mu, { signal: { aborted: true } });
    expect(converged).toBe(false);
    expect(model.parameters).toEqual(initialParameters(mlp, createRandom(1)));
  });

  it('begins with the best network, nothing remembered, its learning rate restored', async () => {
    // Failures, so that the first solve ends with a smaller learning rate.
    const options = { learningRate: 0.1, maxEpochs: 6 };
    const oracle = await open(options);
    const before = await oracle.solve(uniformMu(3), {});
    expect(before.model.training!.learningRate).toBeLessThan(0.1);
    const copy = before.model.parameters.slice();
    const best = { mu: uniformMu(3), model: before.model };
    const { model, risks } = await oracle.solve(mu, { best });
    expect(before.model.parameters).toEqual(copy);

    const graph = { ...oracle.options, groupCount: 3 };
    const trainer = await Trainer.open(nodeRuntime, mlp, train, graph, { threads: 1 });
    const evaluator = await Evaluator.open(nodeRuntime, mlp, { threads: 1 });
    opened.push(Promise.resolve(trainer), Promise.resolve(evaluator));
    const expected = await solveJointly(
      {
        network: mlp,
        options: oracle.options,
        trainer,
        evaluator,
        trainRows: groupRows(train.groups),
        validation,
      },
      { mu, epoch: 0, failures: 0, learningRate: 0.1, settled: false, state: trainer.start(copy) },
      {},
    );
    expect({ model, risks }).toEqual(expected);
    expect(dot(mu, risks)).toBeLessThan(dot(mu, before.risks));
  });

  it.each([
    ['an mlp', mlp],
    ['a resnet', resnet],
  ])('learns: %s has a fraction of the risk it began with', async (_, network) => {
    const clean = tinyRows(300, 3, { a: 0, b: 0, c: 0 });
    const options = { batchSize: 16, maxEpochs: 25, learningRate: 0.02, threads: 1 };
    const oracle = await networkOracle(nodeRuntime, network, clean, options);
    opened.push(Promise.resolve(oracle));
    const start = await oracle.solve(uniformMu(3), { signal: { aborted: true } });
    const { risks } = await oracle.solve(uniformMu(3), {});
    risks.forEach((risk, group) => {
      expect(risk).toBeLessThan(0.3 * start.risks[group]!);
    });
  });

  it('serves a group better that has more weight', async () => {
    const oracle = await open({ maxEpochs: 15 });
    const own = await oracle.solve([0.02, 0.02, 0.96], {});
    const others = await oracle.solve([0.49, 0.49, 0.02], {});
    expect(own.trainRisks![2]).toBeLessThan(others.trainRisks![2]!);
    expect(others.trainRisks![0]).toBeLessThan(own.trainRisks![0]!);
  });
});

describe('a step', () => {
  it('has nothing from a group that is absent from the batch', async () => {
    const options = { ...(await open()).options, groupCount: 3, batchSize: 4 };
    const trainer = await Trainer.open(nodeRuntime, mlp, train, options, { threads: 1 });
    opened.push(Promise.resolve(trainer));
    const { rows, starts } = groupRows(train.groups);
    const batches = rows.slice(starts[1], starts[1]! + 4); // b alone
    const step = (mu: readonly number[]) =>
      trainer.run(trainer.start(initialParameters(mlp, createRandom(1))), {
        mu,
        learningRate: 0.1,
        batches,
        masks: [],
      });
    const made = await step([0.6, 0.3, 0.1]);
    expect([...made.presence]).toEqual([0, 1, 0]);
    expect([...made.riskSums.map(Math.sign)]).toEqual([0, 1, 0]);
    expect(made).toEqual(await step([0, 0.3, 0]));
    expect(made.state.values).not.toEqual((await step([0, 0.2, 0])).state.values);
  });
});

describe('networkOracle refuses', () => {
  const rows = (change: Partial<LabelledRows>): LabelledRows => ({ ...validation, ...change });
  const [features, { names, groups, counts }] = [validation.features, validation.groups];

  it.each<[string, LabelledRows, 'bad-problem' | 'bad-groups' | 'bad-target', string[]]>([
    [
      'rows of float64',
      rows({ features: { ...features, values: new Float64Array(200) } }),
      'bad-problem',
      ['validation', 'float32', 'encodeDense'],
    ],
    [
      'rows of bytes',
      rows({ features: { ...features, values: new Uint8Array(200) } }),
      'bad-problem',
      ['dense rows of float32', '2 bytes'],
    ],
    [
      'sparse rows with another number of features',
      rows({
        features: {
          rowCount: 100,
          columnCount: 3,
          offsets: new Uint32Array(101),
          columns: new Uint32Array(),
          values: new Float64Array(),
        },
      }),
      'bad-problem',
      ['2 inputs', '3 features'],
    ],
    [
      'rows with another number of features',
      rows({ features: { rowCount: 100, columnCount: 3, values: new Float32Array(300) } }),
      'bad-problem',
      ['2 inputs', '3 features'],
    ],
    [
      'a feature that is no number',
      rows({ features: { ...features, values: new Float32Array(200).fill(Number.NaN, 7) } }),
      'bad-problem',
      ['row 4', 'finite'],
    ],
    [
      'a class there is not',
      rows({ labels: new Int32Array(100).fill(2) }),
      'bad-target',
      ['row 1', '0 to 1'],
    ],
    [
      'validation rows of other groups than those of training',
      rows({
        groups: {
          names: [...names, 'd'],
          groups: groups.map((group, row) => (row === 5 ? 3 : group)),
          counts: [...counts.map((count, group) => count - (groups[5] === group ? 1 : 0)), 1],
        },
      }),
      'bad-groups',
      ['4', '3'],
    ],
  ])('%s', async (_, odd, code, parts) => {
    await expectRejection(networkOracle(nodeRuntime, mlp, train, QUICK, odd), code, ...parts);
  });

  it('options out of their range, the seed too', async () => {
    await expectRejection(open({ dropout: 1 }), 'bad-option', 'dropout');
    await expectRejection(
      (async () => (await open({ seed: -1 })).solve(uniformMu(3), {}))(),
      'bad-option',
      'seed',
    );
  });

  it('a device that is not there', async () => {
    await expectRejection(open({ device: 'abacus' }), 'bad-device', '"abacus"', 'cpu');
  });
});
