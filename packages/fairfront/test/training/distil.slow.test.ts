// `fairfront fit --estimation plug-in --distil`: one network fitted to the mixture, and what it would cost to use it.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { change, decimal } from '@fairfront/core/internal';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FitResult } from '../../src/measure/fit-result.js';
import { keepsNaive } from '../../src/training/select/selection.js';
import { expectSaid, nullsIn, PLUG_IN, preparedData, saidBy, TINY, TINY_MLP } from '../runs/plug-in-runs.js';
import {
  filesOf,
  fit,
  fitJson,
  loans,
  NETWORK_FILES,
  RUN_FILES,
  readResult,
  runFiles,
  TWO_GROUPS,
  workFolder,
  writeLoans,
} from '../runs/run-fit.js';

const folder = workFolder();
const path = writeLoans(folder, 600);
const options = { target: 'default', groups: 'sex', ignore: ['grade'] };
const plugIn = [...TWO_GROUPS, ...PLUG_IN, '--folds', '0'];
const task = [path, ...plugIn];
const distilled = ['--distil', ...TINY];

describe.each([
  ['linear parts, a network of the kind it is by default', distilled, 'mlp'],
  ['linear parts, a resnet', ['--distil', 'resnet', ...TINY], 'resnet'],
  ['network parts, a network of their kind', [...TINY_MLP, '--distil'], 'mlp'],
  ['network parts, another kind', [...TINY_MLP, '--distil', 'resnet'], 'resnet'],
  ['the Brier score', [...distilled, '--loss', 'brier'], 'mlp'],
])('one network for the mixture: %s', (name, more, kind) => {
  const out = join(folder, name);
  let text: string;
  let result: FitResult;
  let key: 'brier' | 'crossEntropy';
  beforeAll(async () => {
    const run = await fit(...task, ...more, '--out', out);
    expect(run.code).toBe(0);
    text = run.out;
    result = readResult(out);
    key = result.task.loss === 'brier' ? 'brier' : 'crossEntropy';
  });

  it('has in its result the network and what it costs each group', () => {
    const { distilled: network, models } = result;
    expect(network!.network).toMatchObject({ kind, hidden: [4], classes: 2, inputs: 9, maxEpochs: 2 });
    expect(network!.training).toMatchObject({ status: 'max-epochs', epochs: 2 });
    const mixture = models.minimax.metrics.test[key].byGroup;
    expect(network!.cost).toEqual(
      network!.metrics.test[key].byGroup.map((risk, group) => risk - mixture[group]!),
    );
    expect(nullsIn(result)).toEqual(['plugIn.folds', 'plugIn.outlook', 'plugIn.riskSources']);
  });

  it('has a column in the table, and a sentence with the cost', () => {
    const { distilled: network, groups, models } = result;
    const lines = text.split('\n');
    expect(lines.find((line) => /^group /.test(line))).toMatch(
      /(minimax|balanced) +distilled +(change|accuracy)/,
    );
    groups.forEach((group, i) => {
      const before = keepsNaive(result.selection) ? models.balanced : models.minimax;
      const risks = [before, network!].map(({ metrics }) => decimal(metrics.test[key].byGroup[i]!));
      expect(lines.find((line) => line.startsWith(`${group.name} `))).toMatch(
        new RegExp(` ${risks.join(' +')} `),
      );
    });
    const costs = groups.map((group, i) => {
      const before = models.minimax.metrics.test[key].byGroup[i]!;
      return `${group.name} ${change(network!.cost[i]! / before)}`;
    });
    expect(text).toMatch(/\ndistilled\.onnx is one network, a (neural|residual) network .*, fitted to the/);
    expect(text).toContain(`change each group’s risk on test rows by: ${costs.join(', ')}.`);
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('leaves the mixture as model.onnx and the network as distilled.onnx', async () => {
    const files = filesOf(out, more.includes('--model') ? NETWORK_FILES : RUN_FILES);
    expect(readdirSync(out).sort()).toEqual([...files, 'distilled.onnx'].sort());
    const data = await preparedData(path, options);
    await expectSaid(out, 'model.onnx', data, result.models.minimax);
    await expectSaid(out, 'distilled.onnx', data, result.distilled!);
  });
});

describe('distillation', () => {
  it('comes near the mixture, where it is trained for longer', async () => {
    const out = join(folder, 'near');
    const longer = ['--hidden', '16', '--max-epochs', '40', '--learning-rate', '0.01'];
    const { distilled: network } = await fitJson(...task, '--distil', ...longer, '--quiet', '--out', out);
    for (const cost of network!.cost) expect(Math.abs(cost)).toBeLessThan(0.02);
    const data = await preparedData(path, options);
    const [mixed, one] = await Promise.all(
      ['model.onnx', 'distilled.onnx'].map(async (name) => (await saidBy(out, name, data)).probabilities),
    );
    const rows = data.task.splits[0]!.test;
    const off = Array.from(rows, (row) => Math.abs(mixed![2 * row]! - one![2 * row]!));
    expect(off.reduce((sum, own) => sum + own, 0) / rows.length).toBeLessThan(0.03);
  });

  it('changes nothing else: the mixture is that of a fit without it', async () => {
    const [plain, more] = ['without', 'with'].map((name) => join(folder, name)) as [string, string];
    await fit(...task, '--quiet', '--out', plain);
    await fit(...task, ...distilled, '--quiet', '--out', more);
    expect(runFiles(more, ['model.onnx'])).toEqual(runFiles(plain, ['model.onnx']));
    const { models, search, plugIn: parts } = readResult(plain);
    expect(readResult(more)).toMatchObject({ models, search, plugIn: parts });
  });

  it('of an earlier run in the same folder leaves no distilled.onnx behind', async () => {
    const out = join(folder, 'used');
    await fit(...task, ...distilled, '--quiet', '--out', out);
    expect(existsSync(join(out, 'distilled.onnx'))).toBe(true);
    await fit(...task, '--quiet', '--force', '--out', out);
    expect(readdirSync(out).sort()).toEqual(filesOf(out));
  });

  it('that diverges costs the network, not the mixture', async () => {
    const out = join(folder, 'diverged');
    const run = await fit(...task, ...distilled, '--learning-rate', '1e30', '--out', out);
    expect(run.code).toBe(0);
    expect(run.out).toMatch(/\nNote: there is no distilled network: training diverged in epoch 1/);
    expect(readdirSync(out).sort()).toEqual(filesOf(out));
    expect(readResult(out)).not.toHaveProperty('distilled');
    await expectSaid(out, 'model.onnx', await preparedData(path, options), readResult(out).models.minimax);
  });

  it('tells of files that cannot hold a name in the data, and loses nothing else', async () => {
    const [header, ...rows] = loans(600)
      .trimEnd()
      .split('\n')
      .map((line) => line.split(','));
    const odd = join(folder, 'odd.jsonl');
    const records = rows.map((cells) => Object.fromEntries(cells.map((cell, i) => [header![i], cell])));
    writeFileSync(
      odd,
      records.map((record) => JSON.stringify(record).replace('"car"', '"c\\u0000ar"')).join('\n'),
    );
    const out = join(folder, 'odd');
    const numeric = ['--numeric', 'age,income'];
    const run = await fit(odd, ...plugIn, ...numeric, ...distilled, '--out', out);
    expect(run.code).toBe(0);
    expect(run.out).toMatch(/\nNote: there is no model\.onnx: .*\nNote: there is no distilled\.onnx: /);
    expect(readdirSync(out).sort()).toEqual(filesOf(out).filter((name) => !name.endsWith('.onnx')));
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('there is no distilled.onnx');
  });
});
