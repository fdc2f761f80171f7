// One network fitted to what another classifier says: it comes to say the same, for every group; and how it
// ends before it does.

import { createRandom, type Loss, uniformMu } from '@fairfront/core';
import { afterAll, describe, expect, it } from 'vitest';
import { initialParameters } from '../../src/network/initialise.js';
import type { Network } from '../../src/network/network.js';
import { type DistilData, type DistilOptions, distilNetwork } from '../../src/plug-in/distil.js';
import type { Runtime } from '../../src/session/runtime.js';
import { DivergedError } from '../../src/training/diverged-error.js';
import { Evaluator } from '../../src/training/evaluator.js';
import type { EpochReport, SolveProgress } from '../../src/training/joint-estimation.js';
import { type SoftRows, softLosses } from '../../src/training/training-rows.js';
import { expectRejection } from '../helpers/errors.js';
import { nodeRuntime } from '../helpers/node-runtime.js';
import { QUICK, tinyRows } from '../training/tiny-problems.js';

const network: Network = { kind: 'mlp', inputs: 2, classes: 2, hidden: [8], activation: 'elu' };
const evaluator = await Evaluator.open(nodeRuntime, network, { threads: 1 });
afterAll(() => evaluator.close());

/** Sure of itself at most inputs, and bent. */
const teacher = initialParameters(network, createRandom(9)).map((value) => 3 * value);

async function taught(rowCount: number, seed: number): Promise<SoftRows> {
  const rows = tinyRows(rowCount, seed);
  const features = rows.features as SoftRows['features'];
  return { features, groups: rows.groups, targets: await evaluator.probabilities(teacher, features) };
}

const data: DistilData = { train: await taught(200, 1), validation: await taught(100, 2) };
const distil = (options: DistilOptions = {}, change: Partial<DistilData> = {}, runtime = nodeRuntime) =>
  distilNetwork(runtime, network, { ...data, ...change }, { ...QUICK, ...options });

/** The risks that no network can go below: those of the teacher itself. */
const leastRisks = (loss: Loss): Promise<number[]> => evaluator.risks(teacher, data.validation, loss);

describe.each(['cross-entropy', 'brier'] as const)('distilling a network, %s', (loss) => {
  it('reaches its risk in every group', async () => {
    const reports: EpochReport[] = [];
    const { parameters } = await distil({
      loss,
      maxEpochs: 60,
      learningRate: 0.05,
      seed: 4,
      onEpoch: (_, report) => reports.push(report),
    });
    const least = await leastRisks(loss);
    const start = await evaluator.risks(initialParameters(network, createRandom(4)), data.validation, loss);
    const risks = await evaluator.risks(parameters, data.validation, loss);
    risks.forEach((risk, group) => {
      expect(risk).toBeGreaterThanOrEqual(least[group]!);
      expect(risk - least[group]!).toBeLessThan(0.01 * (start[group]! - least[group]!)); // of the way from where it began
    });
    expect(reports.at(-1)!.risks).toEqual(risks);
  });
});

describe('distilNetwork', () => {
  it('gives every group the same weight', async () => {
    const told: SolveProgress[] = [];
    const reports: EpochReport[] = [];
    await distil({
      maxEpochs: 1,
      onEpoch: (progress, report) => {
        told.push(progress);
        reports.push(report);
      },
    });
    expect(told.map(({ mu }) => mu)).toEqual([uniformMu(3)]);
    const [{ risks, objective }] = reports as [EpochReport];
    expect(objective).toBeCloseTo(risks.reduce((sum, risk) => sum + risk, 0) / 3, 14);
  });

  it('is chosen by validation rows and their targets', async () => {
    const opposite = data.validation.targets.map((t) => 1 - t);
    const misled = await distil({ maxEpochs: 3 }, { validation: { ...data.validation, targets: opposite } });
    const start = initialParameters(network, createRandom(1));
    const risk = async (parameters: Float32Array): Promise<number> => {
      const scores = await evaluator.probabilities(parameters, data.validation.features);
      const losses = softLosses('cross-entropy', scores.map(Math.log), 2, opposite);
      return losses.reduce((sum, loss) => sum + loss, 0);
    };
    expect(await risk(misled.parameters)).toBeLessThanOrEqual(await risk(start));
    expect(await risk((await distil({ maxEpochs: 3 })).parameters)).toBeGreaterThan(await risk(start));
  });

  it('is the same for the same seed, bit for bit, and leaves its data as they are', async () => {
    const before = structuredClone(data);
    const [one, again, other] = [await distil(), await distil(), await distil({ seed: 2 })];
    expect(again).toEqual(one);
    expect(other.parameters).not.toEqual(one.parameters);
    expect(data).toEqual(before);
  });

  it('that was cancelled has the best network so far', async () => {
    const none = await distil({ signal: { aborted: true } });
    expect(none.parameters).toEqual(initialParameters(network, createRandom(1)));
    expect(none.training).toMatchObject({ status: 'cancelled', epochs: 0 });
    const signal = { aborted: false };
    const cut = await distil({
      signal,
      onEpoch: ({ epoch }) => {
        signal.aborted = epoch === 2;
      },
    });
    expect(cut.training).toMatchObject({ status: 'cancelled', epochs: 2 });
    expect(cut.parameters).toEqual((await distil({ maxEpochs: 2 })).parameters);
  });

  it('goes on where it was interrupted, to the same bits', async () => {
    const told: SolveProgress[] = [];
    const whole = await distil({ onEpoch: (progress) => told.push(progress) });
    const later: number[] = [];
    const resumed = await distil({ resume: told[2]!, onEpoch: ({ epoch }) => later.push(epoch) });
    expect(resumed).toEqual(whole);
    expect(later[0]).toBe(4);
  });

  it('that diverges names the group, and closes what it opened', async () => {
    let open = 0;
    const counting: Runtime = {
      open: async (...args) => {
        const session = await nodeRuntime.open(...args);
        open++;
        return {
          run: session.run,
          close: () => {
            open--;
            return session.close();
          },
        };
      },
    };
    const { features, groups, targets } = data.train;
    const values = features.values.map((value, i) =>
      groups.groups[Math.floor(i / 2)] === 1 ? 1e15 * value : value,
    );
    const rows = { features: { ...features, values }, groups, targets };
    const options = { optimiser: 'sgd', learningRate: 10 } as const;
    const error = await distil(options, { train: rows, validation: rows }, counting).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(DivergedError);
    expect(error).toMatchObject({ group: 'b', epoch: 1 });
    expect(open).toBe(0);
    await distil({ maxEpochs: 1 }, {}, counting);
    expect(open).toBe(0);
  });
});

describe('distilNetwork refuses', () => {
  const { features, groups, targets } = data.validation;
  const change = (rows: Partial<SoftRows>): Partial<DistilData> => ({
    validation: { ...data.validation, ...rows },
  });
  const at = (index: number, value: number): Float64Array => targets.map((t, i) => (i === index ? value : t));

  it.each([
    ['too few', targets.subarray(2), ['100 × 2', '198']],
    ['one above 1', at(4, 1.5), ['row 3', 'sum to 1', '1.5']],
    ['a negative one', Float64Array.from(targets, (t, i) => (i === 0 ? -0.5 : i === 1 ? 1.5 : t)), ['row 1']],
    ['one that is no number', at(199, Number.NaN), ['row 100', 'NaN']],
  ])('targets: %s', async (_, odd, texts) => {
    await expectRejection(distil({}, change({ targets: odd })), 'bad-target', 'validation', ...texts);
  });

  it('rows that a network cannot take, or of other groups', async () => {
    const wide = { ...features, values: Float64Array.from(features.values) };
    await expectRejection(distil({}, change({ features: wide })), 'bad-problem', 'validation', 'float32');
    const three = { rowCount: 100, columnCount: 3, values: new Float32Array(300) };
    await expectRejection(distil({}, change({ features: three })), 'bad-problem', '2 inputs', '3 features');
    const empty = { ...groups, names: [...groups.names, 'd'], counts: [...groups.counts, 0] };
    await expectRejection(distil({}, change({ groups: empty })), 'bad-groups', '"d"');
    const last = groups.groups.indexOf(2);
    const more = {
      names: [...groups.names, 'd'],
      groups: groups.groups.map((group, row) => (row === last ? 3 : group)),
      counts: [...groups.counts.slice(0, 2), groups.counts[2]! - 1, 1],
    };
    await expectRejection(distil({}, change({ groups: more })), 'bad-groups', '4 groups', '3');
  });

  it('options out of their range, and what was interrupted elsewhere', async () => {
    await expectRejection(distil({ dropout: 1 }), 'bad-option', 'dropout');
    const elsewhere = {
      mu: [0.5, 0.5],
      epoch: 1,
      failures: 0,
      learningRate: 1,
      settled: false,
      state: { values: new Float32Array(4), steps: 0 },
    };
    await expectRejection(distil({ resume: elsewhere }), 'bad-state', 'resume', '0.5, 0.5');
  });
});
