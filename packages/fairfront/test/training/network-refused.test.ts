// What a fit of networks refuses, and how it ends where training diverges: exit 2, and the way out.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NetworkModel } from '@fairfront/neural';
import { describe, expect, it } from 'vitest';
import { feedsOf, predict } from '../../../neural/test/export/exported.js';
import { loadData } from '../../src/task/load-data.js';
import { prepareFit } from '../../src/task/prepare-fit.js';
import { exportNetworkModel } from '../../src/training/fit-network.js';
import { preparedLoans, SMALL_MLP } from '../runs/network-runs.js';
import {
  BY_VALIDATION,
  checkpointOf,
  expectRefused,
  filesOf,
  fit,
  fitInterrupted,
  NETWORK_FILES,
  readSaved,
  TWO_GROUPS,
  workFolder,
  writeLoans,
  writeSaved,
} from '../runs/run-fit.js';

const folder = workFolder();
const loans = writeLoans(folder, 600);
const task = [loans, ...TWO_GROUPS];

describe('what is refused', () => {
  const out = join(folder, 'refused');

  it.each<[string, readonly string[], readonly string[]]>([
    ['layers of a linear model', ['--hidden', '8'], ['--hidden is for networks', '--model mlp']],
    [
      'a learning rate of a linear model',
      ['--model', 'linear', '--learning-rate', '0.1'],
      ['--learning-rate', 'leave it out'],
    ],
    ['a device of a linear model', ['--model', 'linear', '--device', 'cpu'], ['--device', '--model resnet']],
    ['--l2 of a network', [...SMALL_MLP, '--l2', '0.1'], ['--l2 is for linear', '--weight-decay']],
    [
      'an exact search of networks',
      [...SMALL_MLP, '--search', 'exact'],
      ['--search exact needs a convex problem', '--model linear'],
    ],
    ['a width of nothing', ['--model', 'mlp', '--hidden', '8,0'], ['--hidden', 'whole numbers from 1']],
    ['a width that is no number', ['--model', 'mlp', '--hidden', '8,x'], ['--hidden', 'whole number']],
    ['no width', ['--model', 'mlp', '--hidden', ''], ['--hidden', 'whole number']],
    ['a width too few', ['--model', 'mlp', '--hidden', '8,'], ['--hidden', 'whole number']],
    ['a bound on nothing', ['--model', 'mlp', '--gap', '0.5'], ['--gap', 'nothing is proved of networks']],
    [
      'a search before a last layer',
      [...SMALL_MLP, '--then', 'last-layer', '--search', 'random', '--refine'],
      ['--search, --refine: with --then last-layer no search trains networks', 'leave them out'],
    ],
    [
      'last solves before a last layer',
      [...SMALL_MLP, '--then', 'last-layer', '--no-refine'],
      ['--no-refine: with --then last-layer', 'leave it out'],
    ],
    ['blocks of unlike width', ['--model', 'resnet', '--hidden', '8,4'], ['one width', '8, 4']],
    ['an activation there is not', ['--model', 'mlp', '--activation', 'sine'], ['elu', 'relu', 'none']],
    ['an optimiser there is not', ['--model', 'mlp', '--optimiser', 'adagrad'], ['adam', 'sgd']],
    ['dropout of everything', ['--model', 'mlp', '--dropout', '1'], ['--dropout', 'below 1']],
    [
      'a learning rate of nothing',
      ['--model', 'mlp', '--learning-rate', '0'],
      ['--learning-rate', 'above 0'],
    ],
    ['no epochs', ['--model', 'mlp', '--max-epochs', '0'], ['--max-epochs', 'whole number from 1']],
    ['a device that is not there', [...SMALL_MLP, '--device', 'abacus'], ['device "abacus"', 'cpu']],
  ])('%s', async (_, args, parts) => {
    await expectRefused([...task, ...args, '--out', out], ...parts);
    expect(existsSync(join(out, 'result.json'))).toBe(false);
    expect(existsSync(checkpointOf(out))).toBe(false);
  });

  it('a cell that is infinite, with its row', async () => {
    const path = withCell('Infinity');
    await expectRefused([path, ...TWO_GROUPS, ...SMALL_MLP, '--out', out], '"age" is infinite', 'row 101');
  });

  it('not a cell that is NaN: it is missing, and missing cells are filled', async () => {
    const filled = join(folder, 'nan');
    const { code, out: text } = await fit(withCell('NaN'), ...TWO_GROUPS, ...SMALL_MLP, '--out', filled);
    expect(code).toBe(0);
    expect(text).not.toContain('NaN');
  });
});

/** The age in the hundred-and-first row of the data. */
function withCell(value: string): string {
  const path = join(folder, `cell-${value.length}.csv`);
  const lines = readFileSync(loans, 'utf8').split('\n');
  lines[101] = lines[101]!.replace(/^(.,\w+,)\d+/, `$1${value}`);
  writeFileSync(path, lines.join('\n'));
  return path;
}

describe('training that diverges', () => {
  it('ends with epoch, group and remedy, keeps the best network, and no checkpoint', async () => {
    const out = join(folder, 'diverged');
    await expectRefused(
      [...task, ...SMALL_MLP, '--learning-rate', '1e30', '--out', out],
      ...[
        'epoch 1',
        'group "',
        'learning rate 1e+30',
        'take a smaller learning rate',
        join(out, 'model.onnx'),
      ],
    );
    expect(readdirSync(out)).toEqual(['model.onnx']);
    const { task: prepared, encoder } = await preparedLoans(loans);
    const kept = await predict(readFileSync(join(out, 'model.onnx')), feedsOf(encoder, prepared.table));
    expect(kept.probabilities.every((chance) => chance > 0 && chance < 1)).toBe(true);
    // The folder is free for another try.
    expect((await fit(...task, ...SMALL_MLP, '--out', out)).code).toBe(0);
  });

  it('leaves nothing of an earlier run, of another model, beside its own', async () => {
    const out = join(folder, 'used');
    expect((await fit(...task, ...BY_VALIDATION, '--max-solves', '2', '--out', out)).code).toBe(0);
    expect(readdirSync(out)).toContain('model.json');
    expect((await fit(...task, ...SMALL_MLP, '--force', '--out', out)).code).toBe(0);
    expect(readdirSync(out).sort()).toEqual(filesOf(out, NETWORK_FILES));
    const diverging = [...SMALL_MLP, '--learning-rate', '1e30', '--force', '--out', out];
    await expectRefused([...task, ...diverging], 'learning rate 1e+30');
    expect(readdirSync(out)).toEqual(['model.onnx']);
  });

  it('in a search keeps the best network of the search, also if that was resumed', async () => {
    const out = join(folder, 'diverged-late');
    await fitInterrupted(/apstar: 1 of 3.*epoch 1/, ...task, ...SMALL_MLP, '--out', out);
    const saved = readSaved(out);
    const { progress } = saved;
    const model = progress.search!.model as NetworkModel;
    const solve = { ...progress.solve!, learningRate: 1e30 };
    writeSaved(out, { ...saved, progress: { ...progress, solve } });
    await expectRefused(['--resume', '--out', out], `epoch ${solve.epoch + 1}`, 'learning rate 1e+30');
    expect(readdirSync(out)).toEqual(['model.onnx']);
    const expected = exportNetworkModel(await preparedLoans(loans), model);
    expect(readFileSync(join(out, 'model.onnx')).equals(expected)).toBe(true);
  });

  it('on another split keeps it as that split encodes its columns', async () => {
    const out = join(folder, 'diverged-split');
    const asked = [...SMALL_MLP, '--splits', '2', '--out', out];
    await fitInterrupted(/split 1 of 2: apstar: 1 of 3.*epoch 1/, ...task, ...asked);
    const saved = readSaved(out);
    const { progress } = saved;
    const solve = { ...progress.solve!, learningRate: 1e30 };
    writeSaved(out, { ...saved, progress: { ...progress, solve } });
    await expectRefused(['--resume', '--out', out], 'learning rate 1e+30');
    const kept = readFileSync(join(out, 'model.onnx'));
    const model = progress.search!.model as NetworkModel;
    const prepared = async (split: number) =>
      prepareFit(
        await loadData(loans, { ignore: ['grade'] }),
        { target: 'default', groups: 'sex', splits: 2 },
        { layout: 'dense', split },
      );
    expect(kept.equals(exportNetworkModel(await prepared(1), model))).toBe(true); // the first comes last
    expect(kept.equals(exportNetworkModel(await prepared(0), model))).toBe(false);
  });
});
