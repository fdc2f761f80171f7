// `fairfront fit --estimation plug-in` from the file to the run folder.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { meanRisks } from '@fairfront/core';
import { type Conditionals, plugInProbabilities, sharedLosses } from '@fairfront/core/plug-in';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FitResult } from '../../src/measure/fit-result.js';
import { MODEL_NAMES } from '../../src/measure/model-metrics.js';
import { decompositionWords } from '../../src/report/decomposition-words.js';
import { riskMetric } from '../../src/report/fit-tables.js';
import { outlookWords } from '../../src/report/outlook-words.js';
import { loadModel } from '../../src/runs/model.js';
import type { PreparedFit } from '../../src/task/prepare-fit.js';
import { trainComponents } from '../../src/training/plug-in/train-components.js';
import { lossName } from '../../src/training/task-words.js';
import { expectSaid, nullsIn, PLUG_IN, preparedData, saidBy, TINY_MLP } from '../runs/plug-in-runs.js';
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
const small = writeLoans(folder, 600);
const large = writeLoans(folder, 1200);
const twoGroups = { target: 'default', groups: 'sex', ignore: ['grade'] };
const threeClasses = { target: 'grade', groups: 'sex,region', ignore: ['default'] };

describe.each([
  ['two groups', small, TWO_GROUPS, [], twoGroups],
  ['three classes', large, THREE_CLASSES, ['--max-solves', '40', '--folds', '2'], threeClasses],
  ['the Brier score', small, TWO_GROUPS, ['--loss', 'brier', '--folds', '3'], twoGroups],
])('a fit by plug-in estimation: %s', (name, path, task, more, options) => {
  const out = join(folder, name);
  let text: string;
  let result: FitResult;
  let data: PreparedFit;
  /** What the parts, trained once more, say of the test rows. */
  let conditionals: Conditionals;
  beforeAll(async () => {
    const run = await fit(path, ...task, ...PLUG_IN, ...more, '--out', out);
    expect(run.code).toBe(0);
    text = run.out;
    result = readResult(out);
    data = await preparedData(path, options);
    const { loss } = result.task;
    const linear = { loss, model: 'linear', estimation: 'plug-in', l2: 1e-6, seed: 1, folds: 0 } as const;
    const { components, predictor } = (await trainComponents(data, linear))!;
    conditionals = await predictor.conditionals(components, data.parts.test.features);
  });

  it('says what minimax can gain before the search, and then what was found', () => {
    const lines = text.split('\n');
    const { groups, plugIn } = result;
    const names = groups.map((group) => group.name);
    expect(text).toContain(
      `\nBefore the search: ${outlookWords(plugIn!.outlook!, names, lossName(result))}\n`,
    );
    expect(lines[0]).toMatch(
      /^(Use the minimax model|Keep the ordinary model|More data is needed to tell)\. /,
    );
    expect(lines[2]).toContain(
      'with a mixture of linear models: one of every group, and one that tells the groups apart',
    );
    expect(text).toMatch(/\nProved for the estimate: were p\(A \| X\) and p\(Y \| X, a\) just as estimated/);
    expect(text).toContain(
      `\nThe models are mixed from ${groups.length + 1} components, which are trained once; each was trained ${plugIn!.folds} times more`,
    );
    const sources = decompositionWords(plugIn!.riskSources!, names).map((words) => `  ${words}`);
    expect(text).toContain(
      `\nWhere each group’s risk comes from (minimax, at training and validation rows left out in turn):\n${sources.join('\n')}\n`,
    );
    expect(text).not.toMatch(/NaN|undefined|Infinity|null/);
  });

  it('has in its result the parts, the outlook and the sources of risk', () => {
    const { groups, plugIn, models, task: reported } = result;
    expect(reported).toMatchObject({ estimation: 'plug-in', model: 'linear', l2: 1e-6 });
    expect(plugIn!.parts.map((part) => [part.name, part.kind, part.training!.status])).toEqual([
      ...groups.map((group) => [`p(Y | X, ${group.name})`, 'linear', 'converged']),
      ['p(A | X)', 'linear', 'converged'],
    ]);
    const trained = groups.reduce((sum, { rows }) => sum + rows.train, 0);
    // p(A | X) knows the shares of the groups, a Brier score less well.
    expect(plugIn!.priors).toBeAllClose(
      groups.map(({ rows }) => rows.train / trained),
      { relative: reported.loss === 'brier' ? 1e-2 : 1e-6 },
    );
    const judged = groups.map(({ rows }) => rows.train + rows.validation); // never the test rows
    expect(plugIn!.outlook!.rows).toEqual(judged);
    expect(plugIn!.riskSources!.groups.map(({ rows }) => rows)).toEqual(judged);
    expect(models.minimax).not.toHaveProperty('training');
    expect(result).not.toHaveProperty('distilled');
    expect(nullsIn(result)).toEqual([]);
  });

  it('certifies the search, and says of what', () => {
    const { certificate, problem, relativeGap, worst, trace, solves } = result.search;
    expect(certificate.certified).toBe(true);
    expect(problem).toMatch(
      /^the (cross-entropy|Brier score) that each group would have .* over all classifiers$/,
    );
    expect(trace).toHaveLength(solves);
    expect(trace[0]!.mu).toEqual(result.groups.map(() => 1 / result.groups.length));
    expect(certificate.lower).toBeLessThanOrEqual(certificate.upper!);
    expect(worst).toBeCloseTo(certificate.lower! / (1 - relativeGap!), 12);
    expect(relativeGap).toBeLessThan(0.1);
  });

  it('weighs groups by their shares in the naive model, and alike in the balanced one', () => {
    const { models, plugIn, groups, task: reported } = result;
    const { counts, groups: rows } = data.parts.train.groups;
    expect(models.naive.mu).toEqual(counts.map((count) => count / rows.length));
    expect(models.balanced.mu).toEqual(groups.map(() => 1 / groups.length));
    expect(models.minimax.mu.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
    const { labels, groups: index } = data.parts.test;
    for (const model of MODEL_NAMES) {
      const losses = sharedLosses(
        { conditionals, labels, groups: index },
        models[model].mu,
        plugIn!.priors,
        reported.loss,
      );
      expect(riskMetric(result, model, 'test').byGroup).toBeAllClose(meanRisks(losses, index), {
        relative: 1e-9,
      });
    }
  });

  it('finds no model that serves its worst group worse than others on the rows that choose', () => {
    const { candidates, chosen, gain } = result.selection!;
    expect(candidates.map(({ model }) => model)).toEqual(MODEL_NAMES);
    const [naive, balanced, minimax] = candidates.map(({ risks }) => Math.max(...risks));
    // The last solves may give away a ten-thousandth.
    expect(minimax).toBeLessThanOrEqual(Math.min(naive!, balanced!) * 1.0001);
    expect(minimax).toBeLessThan(naive!);
    expect(riskMetric(result, 'naive', 'validation').worst).toBeCloseTo(naive!, 9);
    // It is taken where it beats naive by more than chance.
    expect(chosen.model === 'naive').toBe(gain.value <= gain.standardError);
    expect(riskMetric(result, 'minimax', 'validation').byGroup).toBeAllClose(chosen.risks, {
      relative: 1e-9,
    });
  });

  it('leaves model.onnx and model.json, which need no group and say what the mixture says', async () => {
    expect(readdirSync(out).sort()).toEqual(filesOf(out));
    await expectSaid(out, 'model.onnx', data, result.models.minimax);
    const { probabilities } = await saidBy(out, 'model.onnx', data);
    const { classCount } = conditionals;
    const said = Array.from(data.task.splits[0]!.test, (row) => [
      ...probabilities.subarray(row * classCount, (row + 1) * classCount),
    ]);
    const mixed = plugInProbabilities(conditionals, result.models.minimax.mu, result.plugIn!.priors);
    expect(said.flat()).toBeAllClose(mixed, { absolute: 1e-6 });
    const chances = await (await loadModel(join(out, 'model.json'))).predict(data.task.table);
    const plain = Array.from(data.task.splits[0]!.test, (row) => [
      ...chances.subarray(row * classCount, (row + 1) * classCount),
    ]);
    expect(plain.flat()).toBeAllClose(mixed, { absolute: 1e-12 });
  });
});

describe('options of plug-in estimation', () => {
  const args = [small, ...TWO_GROUPS, ...PLUG_IN];

  it('--folds 0 leaves out what needs rows that no part has seen', async () => {
    const out = join(folder, 'no-folds');
    const watched = await fitWatched(() => {}, ...args, '--folds', '0', '--out', out);
    const { code, out: text, err } = watched;
    expect(code).toBe(0);
    expect(readResult(out).plugIn).toMatchObject({ folds: null, outlook: null, riskSources: null });
    expect(text).not.toMatch(/rows it has not seen|Where each group’s risk comes from|times more/);
    expect(text).toContain('The models are mixed from 3 components, which are trained once.');
    expect(err).toContain('training the components: 1 of 3');
    // All else is as with folds.
    const { models, search } = readResult(join(folder, 'two groups'));
    expect(readResult(out)).toMatchObject({ models, search });
  });

  it('--json prints what result.json holds, and nothing else', async () => {
    const out = join(folder, 'json');
    const { code, out: printed } = await fit(...args, '--folds', '2', '--out', out, '--json');
    expect(code).toBe(0);
    expect(printed).toBe(readFileSync(join(out, 'result.json'), 'utf8'));
    expect(JSON.parse(printed).plugIn.folds).toBe(2);
  });

  it('--quiet says nothing', async () => {
    const run = await fit(...args, '--folds', '2', '--quiet', '--out', join(folder, 'quiet'));
    expect(run).toEqual({ code: 0, out: '', err: '' });
  });

  it.each([
    ['linear parts', ['--folds', '2']],
    ['network parts', [...TINY_MLP, '--dropout', '0.1', '--folds', '0']],
  ])('the same seed gives the same bytes, another seed others: %s', async (name, more) => {
    const outs = ['one', 'same', 'other'].map((which) => join(folder, `${name} ${which}`));
    for (const [i, out] of outs.entries()) {
      const seed = i < 2 ? '3' : '4';
      expect((await fit(...args, ...more, '--seed', seed, '--quiet', '--out', out)).code).toBe(0);
    }
    const [one, same, other] = outs.map((out) => runFiles(out));
    expect(same).toEqual(one);
    expect(other!['model.onnx']).not.toBe(one!['model.onnx']);
  });

  it.each(['cutting-plane', 'multiplicative-weights', 'random'])('--search %s', async (search) => {
    const out = join(folder, search);
    const few = ['--folds', '0', '--max-solves', '20', '--no-refine', '--quiet'];
    const found = await fitJson(...args, '--search', search, ...few, '--out', out);
    expect(found.search).toMatchObject({
      strategy: search,
      refinement: null,
      certificate: { certified: true },
    });
  });

  it('makes 500 solves unless told otherwise, and ends once certified', async () => {
    const { search } = readResult(join(folder, 'two groups'));
    expect(search).toMatchObject({ maxSolves: 500, stopped: 'gap', gap: 1e-4 });
    expect(search.solves).toBeLessThan(500);
  });
});

describe('network parts', () => {
  const out = join(folder, 'networks');
  let text: string;
  let result: FitResult;
  beforeAll(async () => {
    const run = await fit(small, ...TWO_GROUPS, ...PLUG_IN, ...TINY_MLP, '--gap', '0.01', '--out', out);
    expect(run.code).toBe(0);
    expect(run.err).toMatch(
      /training the components: \d of 9.* · p\(.*\): epoch \d, validation risk 0\.\d{4}/,
    );
    text = run.out;
    result = readResult(out);
  });

  it('are named, with how each was trained', () => {
    expect(text).toContain('with a mixture of models, each a neural network with a hidden layer of 4 units');
    expect(text).toContain('Proved for the estimate'); // a mixture is certified whatever its parts
    expect(text).toMatch(/Training of the p\(Y \| X, F\).*p\(A \| X\) networks was stopped after 2 epochs/);
    expect(text).not.toMatch(/NaN|undefined|Infinity|linear/);
    expect(result.task.network).toMatchObject({ hidden: [4], activation: 'elu', maxEpochs: 2 });
    expect(result.task).not.toHaveProperty('l2');
    expect(result.plugIn!.parts).toHaveLength(3);
    for (const part of result.plugIn!.parts) {
      expect(part).toMatchObject({ kind: 'network', training: { status: 'max-epochs', epochs: 2 } });
    }
    expect(result.plugIn!.folds).toBe(2);
    expect(result.search).toMatchObject({ gap: 0.01, certificate: { certified: true } });
    expect(nullsIn(result)).toEqual([]);
  });

  it('are all in model.onnx', async () => {
    expect(readdirSync(out).sort()).toEqual(filesOf(out, NETWORK_FILES));
    await expectSaid(out, 'model.onnx', await preparedData(small, twoGroups), result.models.minimax);
  });
});
