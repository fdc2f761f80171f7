// `fairfront fit --model mlp|resnet` from the file to the run folder.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { taskPart } from '@fairfront/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { feedsOf, predict } from '../../../neural/test/export/exported.js';
import type { FitResult } from '../../src/measure/fit-result.js';
import { MODEL_NAMES } from '../../src/measure/model-metrics.js';
import { preparedLoans, SMALL_MLP, SMALL_RESNET } from '../runs/network-runs.js';
import {
  filesOf,
  fit,
  fitJson,
  fitWatched,
  NETWORK_FILES,
  readResult,
  runFiles,
  THREE_CLASSES,
  TWO_GROUPS,
  workFolder,
  writeLoans,
} from '../runs/run-fit.js';
import '../../../core/test/helpers/close.js';

const folder = workFolder();
const loans = writeLoans(folder, 600);

describe.each([
  ['mlp', SMALL_MLP, 'a neural network with hidden layers of 8 and 8 units'],
  ['resnet', SMALL_RESNET, 'a residual network of 2 blocks, 8 units wide'],
] as const)('a fit of the model %s', (model, args, words) => {
  const out = join(folder, model);
  let text: string;
  let result: FitResult;
  beforeAll(async () => {
    const run = await fit(loans, ...TWO_GROUPS, ...args, '--out', out);
    expect(run.code).toBe(0);
    text = run.out;
    result = readResult(out);
  });

  it('says what was trained, and that nothing is proved, and why', () => {
    expect(text).toContain(`predicts default from 9 features for 2 groups, with ${words}`);
    expect(text).toMatch(/^Not proved how good it can be: .*not convex/m);
    expect(text).toMatch(/^APStar tried 3 choices of group weights; it ended at the limit of 3 solves\.$/m);
    expect(text).not.toMatch(/NaN|undefined|Infinity|linear/);
    expect(result.search).toMatchObject({ problem: null, certificate: { certified: false } });
    expect(result.search.refinement).toBeNull(); // not asked for
  });

  it('leaves the network, the report and the numbers', () => {
    expect(readdirSync(out).sort()).toEqual(filesOf(out, NETWORK_FILES));
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain(words);
  });

  it('has every option of its training in the result, those left at their default too', () => {
    expect(result.task).toEqual({
      target: 'default',
      classes: ['no', 'yes'],
      loss: 'cross-entropy',
      model,
      estimation: 'joint',
      network: {
        hidden: [8, 8],
        activation: 'elu',
        learningRate: 0.01,
        batchSize: 32,
        decay: 0.25,
        patience: 20,
        maxEpochs: 3,
        epochSteps: 1,
        minImprovement: 0,
        settle: true,
        optimiser: 'adam',
        weightDecay: 0,
        dropout: 0,
      },
      seed: 1,
      features: 9,
      rows: { train: 360, validation: 120, test: 120 },
    });
    for (const name of MODEL_NAMES) {
      const { training } = result.models[name];
      expect(training).toMatchObject({ status: 'max-epochs', epochs: 3 });
    }
  });

  it('begins its search with the balanced network, and ends with none that is worse', () => {
    const validation = (name: (typeof MODEL_NAMES)[number]) =>
      result.models[name].metrics.validation.crossEntropy;
    const { trace } = result.search;
    expect(trace).toHaveLength(3);
    expect(trace[0]!.mu).toEqual([0.5, 0.5]);
    expect(trace[0]!.risks).toBeAllClose(validation('balanced').byGroup, { relative: 1e-9 });
    const best = Math.min(...trace.map(({ risks }) => Math.max(...risks)));
    expect(validation('minimax').worst).toBeCloseTo(best, 9);
    expect(validation('minimax').worst).toBeLessThanOrEqual(validation('balanced').worst);
  });

  it('trained: every network is better than chance for the groups together', () => {
    for (const name of MODEL_NAMES) {
      expect(result.models[name].metrics.train.crossEntropy.sampleMean).toBeLessThan(Math.log(2));
    }
  });

  it('has a model.onnx that predicts from raw columns what the metrics were made of', async () => {
    const { task, encoder } = await preparedLoans(loans);
    const { labels, probabilities } = await predict(
      readFileSync(join(out, 'model.onnx')),
      feedsOf(encoder, task.table),
    );
    const { rows, labels: truth, groups } = taskPart(task, 0, 'test');
    const { accuracy, crossEntropy } = result.models.minimax.metrics.test;
    groups.names.forEach((_, group) => {
      const own = [...rows.keys()].filter((i) => groups.groups[i] === group);
      const hits = own.filter((i) => labels[rows[i]!] === task.target.classes[truth[i]!]);
      expect(hits.length / own.length).toBe(accuracy.byGroup[group]);
      const losses = own.map((i) => -Math.log(probabilities[2 * rows[i]! + truth[i]!]!));
      const mean = losses.reduce((sum, loss) => sum + loss, 0) / own.length;
      expect(mean).toBeCloseTo(crossEntropy.byGroup[group]!, 5);
    });
  });
});

describe('options of networks', () => {
  const args = [loans, ...TWO_GROUPS, ...SMALL_MLP];

  it('begins the search with the balanced network as it is, and does not train it again', async () => {
    const epochs: string[] = [];
    await fitWatched(
      (line) => epochs.push(...(line.match(/epoch \d/g) ?? [])),
      ...args,
      '--out',
      join(folder, 'told'),
    );
    const solve = ['epoch 1', 'epoch 2', 'epoch 3'];
    expect(epochs).toEqual([...solve, ...solve, ...solve, ...solve]); // naive, balanced, and two of three
  });

  it('--json prints what result.json holds', async () => {
    const out = join(folder, 'json');
    const { code, out: printed } = await fit(...args, '--out', out, '--json');
    expect(code).toBe(0);
    expect(printed).toBe(readFileSync(join(out, 'result.json'), 'utf8'));
  });

  it('reach the training', async () => {
    const options = ['--activation', 'relu', '--batch-size', '16', '--patience', '5', '--optimiser', 'sgd'];
    const more = ['--dropout', '0.1', '--weight-decay', '0.01', '--min-improvement', '0.001'];
    const loss = ['--loss', 'brier', '--device', 'cpu'];
    const all = [...options, ...more, ...loss, '--quiet', '--out', join(folder, 'options')];
    const { task } = await fitJson(...args, ...all);
    expect(task.loss).toBe('brier');
    expect(task.network).toMatchObject({
      activation: 'relu',
      batchSize: 16,
      patience: 5,
      optimiser: 'sgd',
      dropout: 0.1,
      weightDecay: 0.01,
      minImprovement: 0.001,
    });
  });

  it('--refine makes the last solves of networks too', async () => {
    const once = ['--refine', '--max-epochs', '1', '--quiet', '--out', join(folder, 'refine')];
    const { search } = await fitJson(...args, ...once);
    expect(search.refinement).toMatchObject({ tolerance: 1e-4, solves: expect.any(Number) });
  });

  it('three classes and a single hidden layer', async () => {
    const wide = writeLoans(folder, 1200);
    const small = ['--model', 'mlp', '--hidden', '6', '--max-epochs', '2', '--max-solves', '2', '--quiet'];
    const { task } = await fitJson(wide, ...THREE_CLASSES, ...small, '--out', join(folder, 'three'));
    expect(task).toMatchObject({ classes: ['a', 'b', 'c'], network: { hidden: [6] } });
  });

  it('the same seed gives the same bytes, another seed others', async () => {
    const [one, other, different] = ['one', 'other', 'different'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    const small = [...args, '--dropout', '0.1'];
    for (const out of [one, other]) await fit(...small, '--seed', '3', '--out', out);
    await fit(...small, '--seed', '4', '--out', different);
    expect(runFiles(other)).toEqual(runFiles(one));
    const model = 'model.onnx';
    expect(runFiles(different, [model])[model]).not.toBe(runFiles(one, [model])[model]);
  });
});
