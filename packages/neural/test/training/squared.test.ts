// Networks that predict a number: the slopes of their loss, that they learn, and that a target's units change nothing.

import { createRandom, type LabelledRows, type Oracle, predictLinear } from '@fairfront/core';
import { dot, linearScores } from '@fairfront/core/internal';
import { afterAll, describe, expect, it } from 'vitest';
import { describeOracle } from '../../../core/test/conformance/oracle-conformance.js';
import { Graph } from '../../src/graph/graph.js';
import { withHead } from '../../src/network/head.js';
import type { Network } from '../../src/network/network.js';
import { Evaluator } from '../../src/training/evaluator.js';
import { gradients } from '../../src/training/gradients.js';
import type { SolveProgress } from '../../src/training/joint-estimation.js';
import type { NetworkModel } from '../../src/training/network-model.js';
import {
  type NetworkOracle,
  type NetworkOracleOptions,
  networkOracle,
} from '../../src/training/network-oracle.js';
import { batchObjective } from '../../src/training/objective.js';
import { inUnits, standardised, standardOf } from '../../src/training/training-rows.js';
import type { Values } from '../helpers/arrays.js';
import { centralDifferences } from '../helpers/central-differences.js';
import { expectRejection } from '../helpers/errors.js';
import { nodeRuntime } from '../helpers/node-runtime.js';
import { uniforms } from '../helpers/random-values.js';
import { feed, numbers, withGraph } from '../helpers/run-graph.js';
import { mlp, QUICK, resnet, tinyRows } from './tiny-problems.js';
import '../../../core/test/helpers/close.js';

const number: Network = { ...mlp, classes: 1 };
const OPTIONS = { ...QUICK, loss: 'squared' } as const;

/** A number that follows from the features by a curve, with more noise in later groups. */
function numbered(rowCount: number, seed: number, scale = 1, shift = 0): LabelledRows {
  const rows = tinyRows(rowCount, seed);
  const { uniform } = createRandom(seed + 50);
  const { values } = rows.features;
  return {
    ...rows,
    values: Float64Array.from(rows.labels, (_, row) => {
      const [x, y] = [values[2 * row]!, values[2 * row + 1]!];
      const noise = (1 + rows.groups.groups[row]!) * (uniform() - 0.5);
      return shift + scale * (x * x - y + 0.3 * noise);
    }),
  };
}

const train = numbered(150, 1);
const validation = numbered(100, 2);
const opened: Promise<{ close(): Promise<void> }>[] = [];
afterAll(async () => {
  for (const session of await Promise.allSettled(opened)) {
    if (session.status === 'fulfilled') await session.value.close();
  }
});

function open(
  options: NetworkOracleOptions = {},
  network = number,
  rows: readonly [LabelledRows, LabelledRows] = [train, validation],
): Promise<NetworkOracle> {
  const oracle = networkOracle(nodeRuntime, network, rows[0], { ...OPTIONS, ...options }, rows[1]);
  opened.push(oracle);
  return oracle;
}

describeOracle(
  'an mlp that predicts a number',
  (): Oracle<NetworkModel> => {
    const oracle = open({ maxEpochs: 2 });
    return {
      groupCount: 3,
      certifies: 'it says so itself',
      solve: async (mu, context) => (await oracle).solve(mu, context),
    };
  },
  { maxSolves: 4 },
);

describe('the squared loss of a batch', () => {
  it('has the value of its definition, and slopes that are central differences', async () => {
    const random = createRandom(3);
    const scores = uniforms(random, [7, 1], [-2, 2]);
    const targets = uniforms(random, [7, 1], [-2, 2]);
    const groups = [0, 1, 1, 0, 2, 1, 0];
    const mu = [0.2, 0.5, 0.3];
    const plain = ([z]: readonly Values[]): number =>
      mu.reduce((sum, weight, a) => {
        const own = groups.flatMap((group, row) => (group === a ? [row] : []));
        const squares = own.map((row) => (z!.data[row]! - targets.data[row]!) ** 2);
        return sum + (weight * squares.reduce((all, one) => all + one, 0)) / own.length;
      }, 0);
    const graph = new Graph();
    const z = graph.input('z', 'float64', [7, 1]);
    const t = graph.input('t', 'float64', [7, 1]);
    const g = graph.input('g', 'int32', [7]);
    const w = graph.input('mu', 'float64', [3]);
    const { value } = batchObjective(graph, 'squared', z, t, g, w);
    graph.output('slope', gradients(graph, value, [z])[0]!);
    graph.output('value', value);
    const list = (data: number[]): Values => ({ shape: [data.length], data: Float64Array.from(data) });
    const found = await withGraph(graph, (run) =>
      run({
        z: feed('float64', scores),
        t: feed('float64', targets),
        g: feed('int32', list(groups)),
        mu: feed('float64', list(mu)),
      }),
    );
    expect(numbers(found['value']!).data[0]).toBeCloseTo(plain([scores]), 12);
    const [slopes] = await centralDifferences(plain, [scores]);
    expect(numbers(found['slope']!).data).toBeAllClose(slopes!.data, { absolute: 1e-9 });
  });
});

describe('a network that predicts a number', () => {
  const mu = [0.4, 0.3, 0.3];

  it.each([
    ['mlp', number],
    ['resnet', { ...resnet, hidden: [6], classes: 1 }],
  ] as const)('learns, and has the risks of what it predicts: %s', async (_, network) => {
    const oracle = await open({ maxEpochs: 30 }, network);
    const { model, risks } = await oracle.solve(mu, {});
    const predicted = await oracle.predict(model, validation.features);
    expect(predicted).toHaveLength(100);
    const { groups, counts } = validation.groups;
    const expected = counts.map((count, a) =>
      predicted.reduce(
        (sum, value, row) => sum + (groups[row] === a ? (value - validation.values![row]!) ** 2 / count : 0),
        0,
      ),
    );
    expect(risks).toBeAllClose(expected, { relative: 1e-12 });
    expect(dot(mu, risks)).toBeLessThan(0.3 * standardOf(train)!.scale ** 2);
  });

  it.each([
    ['thousands', 2 ** 10, 0, 1e-6],
    ['millions far from 0', 1e6, 1e9, 2e-3],
    ['millionths', 1e-6, 0, 1e-4],
  ])('is the same in other units: %s', async (_, scale, shift, near) => {
    const own = await (await open()).solve(mu, {});
    const rows = [numbered(150, 1, scale, shift), numbered(100, 2, scale, shift)] as const;
    const other = await (await open({}, number, rows)).solve(mu, {});
    expect(other.model.training!.epochs).toBe(own.model.training!.epochs);
    expect(other.risks.map((risk) => risk / scale ** 2)).toBeAllClose(own.risks, { relative: near });
  });

  it('goes on from a model of its own: the units go out and back in', async () => {
    const standard = { mean: 40, scale: 12 };
    const { model } = await (await open({ maxEpochs: 1 })).solve(mu, {});
    const back = standardised(number, inUnits(number, model.parameters, standard), standard);
    expect(back).toBeAllClose(model.parameters, { relative: 1e-5, absolute: 1e-5 });
    const oracle = await open({ maxEpochs: 4 });
    const first = await oracle.solve(mu, {});
    const second = await oracle.solve(mu, { best: { mu, model: first.model } });
    expect(dot(mu, second.risks)).toBeLessThanOrEqual(dot(mu, first.risks) * (1 + 1e-6));
  });

  it('goes on where it was interrupted, bit for bit', async () => {
    const kept: SolveProgress[] = [];
    const whole = await (await open({ onEpoch: (progress) => kept.push(progress) })).solve(mu, {});
    const resumed = await (await open({ resume: kept[2] })).solve(mu, {});
    expect(resumed).toEqual(whole);
  });

  it('takes the place of its last layer from a linear model', async () => {
    const evaluator = await Evaluator.open(nodeRuntime, number, { threads: 1 });
    opened.push(Promise.resolve(evaluator));
    const { model } = await (await open({ maxEpochs: 1 })).solve(mu, {});
    const features = await evaluator.features(model.parameters, validation.features);
    const linear = { classCount: 1, columnCount: 5, parameters: Float64Array.of(1, -2, 0.5, 3, 0, 40) };
    const headed = withHead(number, model.parameters, linear);
    const rows = { rowCount: 100, columnCount: 5, values: features };
    expect(await evaluator.probabilities(headed.parameters, validation.features)).toBeAllClose(
      predictLinear(linear, rows),
      { relative: 1e-5 },
    );
    expect(predictLinear(linear, rows)).toEqual(linearScores(linear, rows));
  });

  it('needs numbers, the squared loss, and one output', async () => {
    const classes = tinyRows(30, 1);
    const at = (network: Network, rows: LabelledRows, loss: 'squared' | 'brier') =>
      networkOracle(nodeRuntime, network, rows, { ...QUICK, loss });
    await expectRejection(at(number, classes, 'squared'), 'bad-option', 'classCount');
    await expectRejection(at(mlp, train, 'squared'), 'bad-option', 'classCount must be 1');
    await expectRejection(at(number, train, 'brier'), 'bad-option', 'squared');
    await expectRejection(at(mlp, train, 'brier'), 'bad-target', 'classCount is 2');
  });
});
