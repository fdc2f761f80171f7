// The options of boosted trees: what they stand for, and what is refused with the way out.

import { join } from 'node:path';
import { BOOSTING_DEFAULTS } from '@fairfront/trees';
import { describe, expect, it } from 'vitest';
import { boostingOf } from '../../src/training/options/boosted-options.js';
import {
  type FitOptions,
  maxSolvesOf,
  resolveFitOptions,
  searchOf,
} from '../../src/training/options/fit-options.js';
import { distilledKind, foldsOf } from '../../src/training/options/plug-in-options.js';
import { UsageError } from '../../src/usage-error.js';
import { expectRefused, fit, TWO_GROUPS, workFolder, writeLoans } from '../runs/run-fit.js';

const trees = (more: FitOptions = {}): FitOptions & { model: 'boosted' } => ({ ...more, model: 'boosted' });

describe('what options stand for', () => {
  it('rows out of fold choose, and one run finds the weights, unless told otherwise', () => {
    const plain = resolveFitOptions(trees());
    expect(plain).toMatchObject({ select: 'cross-validation', estimation: 'joint', search: 'auto' });
    expect(searchOf(plain)).toBe('one-run');
    const validation = resolveFitOptions(trees({ select: 'validation' }));
    expect(searchOf(validation)).toBe('one-run');
    const plugIn = resolveFitOptions(trees({ estimation: 'plug-in' }));
    expect(plugIn.select).toBe('validation');
    expect(searchOf(plugIn)).toBe('cutting-plane');
    expect(maxSolvesOf(plugIn)).toBe(500);
    expect(foldsOf(plugIn)).toBe(5);
    expect(distilledKind({ model: 'boosted', distil: true })).toBe('mlp');
  });

  it('another search makes as many solves as one of networks', () => {
    const searched = resolveFitOptions(trees({ select: 'validation', search: 'apstar' }));
    expect(searchOf(searched)).toBe('apstar');
    expect(maxSolvesOf(searched)).toBe(20);
  });

  it('are those of boosting, with its defaults', () => {
    expect(boostingOf({ seed: 3 })).toEqual({ ...BOOSTING_DEFAULTS, seed: 3 });
    const given = { trees: 7, maxDepth: 2, minChildWeight: 0, lambda: 0, subsample: 0.5, columnSample: 0.25 };
    const others = { bins: 2, categorySplits: 'one-hot', learningRate: 1, tune: 9 } as const;
    expect(boostingOf({ ...given, ...others, seed: 3 })).toEqual({
      ...given,
      ...{ bins: 2, categories: 'one-hot', setPenalty: 1, learningRate: 1, seed: 3 },
    });
    // Leaves, not the depth, are the limit where they are counted.
    expect(boostingOf({ maxLeaves: 31, seed: 3 })).toMatchObject({ maxLeaves: 31, maxDepth: 30 });
  });

  it.each<FitOptions>([
    trees({ trees: 1, maxDepth: 30, maxLeaves: 4096, bins: 255, subsample: 1, columnSample: 1 }),
    trees({ learningRate: 1, threads: 3, tune: 0, selectSeconds: 5 }),
    trees({ search: 'one-run', select: 'validation', tune: 4, selectSeconds: 5 }),
    trees({ search: 'apstar', select: 'validation', maxSolves: 3, refine: true }),
    trees({ estimation: 'plug-in', trees: 5, learningRate: 0.5, gap: 0.1, maxSolves: 3, threads: 2 }),
    trees({ estimation: 'plug-in', distil: 'resnet', hidden: [4], trees: 5 }),
    { model: 'auto', trees: 5, tune: 2, l2: 0.1, gap: 0.1, learningRate: 0.5, threads: 2 },
    { model: 'auto', search: 'auto', select: 'cross-validation', loss: 'brier', compare: ['hardt'] },
    { model: 'auto', backbone: 'network.onnx' },
  ])('what fits is not refused: %o', (options) => {
    expect(resolveFitOptions(options)).toMatchObject(options);
  });
});

describe('what is refused, with the way out', () => {
  /** Each with the parts that its message must have. */
  it.each<[string, FitOptions, readonly string[]]>([
    ['no tree', trees({ trees: 0 }), ['`trees` must be a whole number from 1 to 1000000; got 0']],
    ['half a tree', trees({ trees: 1.5 }), ['`trees`', '1.5']],
    ['a number in words', trees({ trees: '5' as never }), ['`trees`', "'5'"]],
    ['no question', trees({ maxDepth: 0 }), ['`maxDepth` must be a whole number from 1 to 30']],
    ['too many questions', trees({ maxDepth: 31 }), ['`maxDepth`', '31']],
    ['one leaf', trees({ maxLeaves: 1 }), ['`maxLeaves` must be a whole number from 2 to 4096']],
    ['a weight below 0', trees({ minChildWeight: -1 }), ['`minChildWeight` must be a number of at least 0']],
    ['a weight without end', trees({ minChildWeight: Infinity }), ['`minChildWeight`', 'Infinity']],
    ['λ below 0', trees({ lambda: -0.1 }), ['`lambda` must be a number of at least 0']],
    ['λ that is no number', trees({ lambda: Number.NaN }), ['`lambda`', 'NaN']],
    ['no rows', trees({ subsample: 0 }), ['`subsample` must be a number above 0 and at most 1']],
    ['more than all columns', trees({ columnSample: 1.1 }), ['`columnSample`', '1.1']],
    ['one bin', trees({ bins: 1 }), ['`bins` must be a whole number from 2 to 255']],
    ['too many bins', trees({ bins: 256 }), ['`bins`', '256']],
    [
      'splits there are not',
      trees({ categorySplits: 'all' as never }),
      ['`categorySplits`', 'sets, one-hot'],
    ],
    ['settings below 0', trees({ tune: -1 }), ['`tune` must be a whole number from 0 to 1000']],
    ['a rate of 0', trees({ learningRate: 0 }), ['`learningRate`', 'above 0']],
    ['a rate above 1', trees({ learningRate: 1.5 }), ['`learningRate: 1.5`', 'boosted trees', 'at most 1']],
    ['the same with auto', { model: 'auto', learningRate: 2 }, ['`learningRate: 2`', 'at most 1']],
    ['no thread', trees({ threads: 0 }), ['`threads`', 'from 1']],
    [
      'a rate that may be of either',
      trees({ estimation: 'plug-in', distil: true, learningRate: 0.1 }),
      ['`learningRate`', 'that of the trees or that of the network', 'leave it out'],
    ],
    [
      'trees of a linear model',
      { model: 'linear', trees: 5 },
      ['`trees` is for boosted trees', "add `model: 'boosted'`"],
    ],
    [
      'trees of a network',
      { model: 'mlp', maxDepth: 5, tune: 1 },
      ['`maxDepth` is for boosted trees', 'or leave it out'],
    ],
    ['a rate of a linear model', { model: 'linear', learningRate: 0.5 }, ['`learningRate` is for networks']],
    ['a penalty', trees({ l2: 0.1 }), ['`l2` is for linear models', '`lambda`']],
    ['layers', trees({ hidden: [8] }), ['`hidden` is for networks', "model: 'mlp'"]],
    ['layers with auto', { model: 'auto', hidden: [8] }, ['`hidden` is for networks']],
    ['an exact search', trees({ search: 'exact' }), ["`search: 'exact'`", 'convex', "model: 'linear'"]],
    [
      'another search by folds',
      trees({ search: 'apstar' }),
      ["`search: 'apstar'`", 'anew for every choice', "add `select: 'validation'`"],
    ],
    ['solves of one run', trees({ maxSolves: 5 }), ['`maxSolves`', 'makes no solves', 'leave it out']],
    ['last solves of one run', trees({ refine: true }), ['`refine`', 'makes no solves']],
    ['no last solves either', trees({ refine: false }), ['`refine: false`', 'makes no solves']],
    ['a gap', trees({ gap: 0.1 }), ['`gap`: nothing is proved of boosted trees', 'leave it out']],
    [
      'tuning for a search',
      trees({ search: 'random', select: 'validation', tune: 3 }),
      ['`tune`', 'one run each', 'leave it out'],
    ],
    [
      'time for what makes no choice by folds',
      trees({ search: 'apstar', select: 'validation', selectSeconds: 5 }),
      ["`selectSeconds` is for `select: 'cross-validation'`", 'leave it out'],
    ],
    ['tuning of a mixture', trees({ estimation: 'plug-in', tune: 3 }), ['`tune`', 'plug-in', 'leave it out']],
    [
      'folds of a mixture that choose',
      trees({ estimation: 'plug-in', select: 'cross-validation' }),
      ["`select: 'cross-validation'`", 'trained jointly', 'leave it out'],
    ],
    ['one run of a linear model', { search: 'one-run' }, ["`search: 'one-run'`", "add `model: 'boosted'`"]],
    ['one run of a network', { model: 'mlp', search: 'one-run' }, ["add `model: 'boosted'`"]],
    [
      'one run of a mixture',
      trees({ estimation: 'plug-in', search: 'one-run' }),
      ["leave out `estimation: 'plug-in'`", 'another `search`'],
    ],
    // biome-ignore lint/suspicious/noThenProperty: so the option is named
    ['a last layer', trees({ then: 'last-layer' }), ["`then: 'last-layer'` is for networks"]],
    ['weights to start from', trees({ weights: 'w.onnx' }), ['`weights`', 'pictures']],
    ['pictures', trees({ image: 'path' }), ['`image` needs what learns from pictures']],
    [
      'features of pictures',
      trees({ backbone: 'network.onnx' }),
      ['`backbone`', 'not for boosted trees', "model: 'linear'", 'leave it out'],
    ],
    [
      'a search with auto',
      { model: 'auto', search: 'apstar' },
      ['`search`', "`model: 'auto'`", 'leave it out'],
    ],
    ['one run with auto', { model: 'auto', search: 'one-run' }, ['`search`', 'has its own search']],
    ['solves with auto', { model: 'auto', maxSolves: 3 }, ['`maxSolves`', "`model: 'auto'`", 'leave it out']],
    [
      'the validation part with auto',
      { model: 'auto', select: 'validation' },
      ["leave out `select: 'validation'`", 'name a `model`'],
    ],
    [
      'a mixture with auto',
      { model: 'auto', estimation: 'plug-in' },
      ["`model: 'auto'` is for models trained jointly", 'name a `model`'],
    ],
  ])('%s', (_, options, parts) => {
    let message = '';
    try {
      resolveFitOptions(options);
    } catch (error) {
      expect(error).toBeInstanceOf(UsageError);
      ({ message } = error as Error);
    }
    for (const part of parts) expect(message).toContain(part);
  });
});

describe('on the command line', () => {
  const folder = workFolder();
  const loans = writeLoans(folder, 200);

  it('help shows every flag with its range or default', async () => {
    const flowing = (await fit('--help')).out.replaceAll(/\s+/g, ' ');
    expect(flowing).toContain('Boosted trees (--model boosted or auto):');
    expect(flowing).toMatch(/--model <model> .*\(choices: "linear", "boosted", .*"auto"\)/);
    for (const [flag, standard] of [
      ['--trees <number>', '500'],
      ['--max-depth <number>', '6'],
      ['--max-leaves <number>', 'all are split'],
      ['--min-child-weight <number>', '1'],
      ['--lambda <number>', '1'],
      ['--subsample <share>', '1'],
      ['--column-sample <share>', '1'],
      ['--bins <number>', '255'],
      ['--category-splits <way>', 'sets'],
      ['--tune <number>', '0'],
    ]) {
      const own = flowing.slice(flowing.indexOf(` ${flag} `)).slice(1);
      expect(own.startsWith(flag!)).toBe(true);
      expect(own.slice(own.indexOf('(default: '))).toMatch(new RegExp(`^\\(default: ${standard}`));
    }
    expect(flowing).toMatch(/--learning-rate <number> .*of boosted trees, .*\(default: 0\.1\)/);
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ['a value', ['--trees', 'many'], ['--trees <number>', 'It must be a whole number from 1 to 1000000']],
    ['a combination', ['--search', 'apstar'], ['--search apstar', 'add --select validation']],
    ['a rate', ['--learning-rate', '3'], ['--learning-rate 3', 'at most 1']],
    ['a column', ['--features', 'age,incom'], ['there is no column "incom"', 'did you mean "income"?']],
    [
      'texts',
      ['--text', 'purpose'],
      ['--model boosted', '"purpose" holds texts', 'take --model linear', '--text', '--ignore'],
    ],
  ])('is refused in terms of flags: %s', async (_, args, parts) => {
    const out = join(folder, 'refused');
    await expectRefused(
      [loans, ...TWO_GROUPS, '--min-group', '5', '--model', 'boosted', ...args, '--out', out],
      ...parts,
    );
  });
});
