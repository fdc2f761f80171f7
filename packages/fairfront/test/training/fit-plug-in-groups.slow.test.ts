// Plug-in estimation for groups that need care: made of the target, or with a single class; and where a part cannot be trained.

import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FitResult } from '../../src/measure/fit-result.js';
import { MODEL_NAMES } from '../../src/measure/model-metrics.js';
import {
  expectSaid,
  nullsIn,
  OF_BOTH_CLASSES,
  PLUG_IN,
  preparedData,
  TINY_MLP,
} from '../runs/plug-in-runs.js';
import {
  BY_VALIDATION,
  checkpointOf,
  expectRefused,
  fit,
  fitJson,
  fitWatched,
  loans,
  readResult,
  TWO_GROUPS,
  workFolder,
  writeLoans,
} from '../runs/run-fit.js';

const folder = workFolder();
const path = writeLoans(folder, 900);

describe('groups made of the target', () => {
  const out = join(folder, 'classes');
  const options = { target: 'default', groups: 'default', ignore: ['grade'] };
  const task = ['--target', 'default', '--groups', 'default', '--ignore', 'grade'];
  let text: string;
  let result: FitResult;
  beforeAll(async () => {
    const run = await fitWatched(() => {}, path, ...task, ...PLUG_IN, '--out', out);
    expect(run.code).toBe(0);
    expect(run.err).toContain('training the components: 1 of 1'); // no folds
    text = run.out;
    result = readResult(out);
  });

  it('need one model, and a note says so', () => {
    expect(result.groups.map(({ name }) => name)).toEqual(['default=no', 'default=yes']);
    expect(result.plugIn!.parts).toMatchObject([
      { name: 'p(Y | X, default=no)', kind: 'constant', probabilities: [1, 0] },
      { name: 'p(Y | X, default=yes)', kind: 'constant', probabilities: [0, 1] },
      { name: 'p(A | X)', kind: 'linear' },
    ]);
    expect(result.plugIn).toMatchObject({ folds: null, outlook: null, riskSources: null });
    expect(text).toMatch(/\nNote: every group has a single class, so p\(Y \| X, a\) is known/);
    expect(text).toContain(
      'The models are mixed from 3 components, which are trained once, 2 known or constant.',
    );
    expect(text).not.toMatch(/NaN|undefined|Infinity|null/);
  });

  it('are served as by the joint fit', async () => {
    const joint = await fitJson(path, ...task, ...BY_VALIDATION, '--quiet', '--out', join(folder, 'joint'));
    const worst = ({ models }: FitResult): number => models.minimax.metrics.validation.crossEntropy.worst;
    expect(Math.abs(worst(result) / worst(joint) - 1)).toBeLessThan(0.01);
    // Ordinary training is the same problem both ways.
    const naive = ({ models }: FitResult): number => models.naive.metrics.test.crossEntropy.sampleMean;
    expect(naive(result)).toBeCloseTo(naive(joint), 4);
  });

  it('are in a model.onnx that works', async () => {
    await expectSaid(out, 'model.onnx', await preparedData(path, options), result.models.minimax);
  });

  it('crossed with another column need one model too', async () => {
    const own = join(folder, 'crossed');
    const crossed = [
      '--target',
      'default',
      '--groups',
      'sex,default',
      '--ignore',
      'grade',
      '--max-solves',
      '50',
    ];
    expect((await fit(path, ...crossed, ...PLUG_IN, '--min-group', '20', '--quiet', '--out', own)).code).toBe(
      0,
    );
    const found = readResult(own);
    expect(found.plugIn!.parts.map(({ name, kind }) => [name, kind])).toEqual([
      ['p(Y | X, F · default=no)', 'constant'],
      ['p(Y | X, F · default=yes)', 'constant'],
      ['p(Y | X, M · default=no)', 'constant'],
      ['p(Y | X, M · default=yes)', 'constant'],
      ['p(A | X)', 'linear'],
    ]);
    expect(found.plugIn!.riskSources).toBeNull();
    const data = await preparedData(path, { ...options, groups: 'sex,default', minGroup: 20 });
    await expectSaid(own, 'model.onnx', data, found.models.minimax);
  });
});

describe.each([
  ['linear', ['--folds', '3']],
  ['network', [...TINY_MLP, '--folds', '0']],
])('a group with a single class, %s parts', (kind, more) => {
  const one = join(folder, `one-class-${kind}.csv`);
  const out = join(folder, `one-class-${kind}`);
  let text: string;
  let result: FitResult;
  beforeAll(async () => {
    writeFileSync(one, loans(600).replaceAll(/^(F,.*,)(yes|no)$/gm, '$1no'));
    const run = await fit(one, ...TWO_GROUPS, ...PLUG_IN, ...more, '--out', out);
    expect(run.code).toBe(0);
    text = run.out;
    result = readResult(out);
  });

  it('has a constant for a model; a note and the words say so', () => {
    const note = 'group "F" has a single class in its training rows, so its p(Y|X,a) is a constant';
    expect(result.notes.join()).toContain(note);
    expect(text).toContain(`\nNote: ${note}`);
    expect(text).toContain(
      'The models are mixed from 3 components, which are trained once, 1 known or constant',
    );
    const rows = result.groups[0]!.rows.train;
    expect(result.plugIn!.parts).toMatchObject([
      { name: 'p(Y | X, F)', kind: 'constant', probabilities: [(rows + 1) / (rows + 2), 1 / (rows + 2)] },
      { name: 'p(Y | X, M)', kind },
      { name: 'p(A | X)', kind },
    ]);
  });

  it('has finite risks, in every model', () => {
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
    const expected = kind === 'linear' ? [] : ['plugIn.folds', 'plugIn.outlook', 'plugIn.riskSources'];
    expect(nullsIn(result).filter((path) => !OF_BOTH_CLASSES.test(path))).toEqual(expected);
    for (const name of MODEL_NAMES) {
      expect(result.models[name].metrics.test.crossEntropy.worst).toBeLessThan(2);
    }
  });

  it('is in a model.onnx that works', async () => {
    const data = await preparedData(one, { target: 'default', groups: 'sex', ignore: ['grade'] });
    await expectSaid(out, 'model.onnx', data, result.models.minimax);
  });
});

describe('a part whose training diverges', () => {
  it('is named, with the way out; no model is kept for the mixture', async () => {
    const out = join(folder, 'diverged');
    await expectRefused(
      [path, ...TWO_GROUPS, ...PLUG_IN, ...TINY_MLP, '--learning-rate', '1e30', '--out', out],
      'error: p(Y | X, F): training diverged in epoch 1',
      'take a smaller learning rate',
    );
    expect(readdirSync(out)).toEqual([]);
    expect(existsSync(checkpointOf(out))).toBe(false);
  });
});
