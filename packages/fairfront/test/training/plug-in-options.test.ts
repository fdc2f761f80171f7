// The options of plug-in estimation: what they stand for, and what is refused with the way out.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resolveFitOptions } from '../../src/training/options/fit-options.js';
import { distilledKind, foldsOf } from '../../src/training/options/plug-in-options.js';
import { PLUG_IN, TINY_MLP } from '../runs/plug-in-runs.js';
import { checkpointOf, expectRefused, fit, TWO_GROUPS, workFolder, writeLoans } from '../runs/run-fit.js';

describe('what options stand for', () => {
  it('folds: 5, of networks 2; or as many as were asked for, or none', () => {
    expect(foldsOf({ model: 'linear' })).toBe(5);
    expect(foldsOf({ model: 'mlp' })).toBe(2);
    expect(foldsOf({ model: 'resnet' })).toBe(2);
    expect(foldsOf({ model: 'mlp', folds: 7 })).toBe(7);
    expect(foldsOf({ model: 'linear', folds: 0 })).toBe(0);
  });

  it('--distil: of the kind that was named, else of the kind of the parts, of linear ones an mlp', () => {
    expect(distilledKind({ model: 'linear' })).toBeUndefined();
    expect(distilledKind({ model: 'linear', distil: true })).toBe('mlp');
    expect(distilledKind({ model: 'resnet', distil: true })).toBe('resnet');
    expect(distilledKind({ model: 'mlp', distil: 'resnet' })).toBe('resnet');
    expect(distilledKind({ model: 'resnet', distil: 'mlp' })).toBe('mlp');
  });

  it('what fits is not refused', () => {
    for (const options of [
      {},
      { estimation: 'joint', search: 'exact' },
      { estimation: 'plug-in', folds: 3, distil: true },
      { estimation: 'plug-in', folds: 0, search: 'cutting-plane' },
    ] as const) {
      expect(resolveFitOptions(options)).toMatchObject(options);
    }
  });
});

describe('what is refused: exit 2, a message with the way out, no stack trace', () => {
  const folder = workFolder();
  const loans = writeLoans(folder, 300);
  const out = join(folder, 'refused');
  const task = [...TWO_GROUPS, '--min-group', '5'];

  it.each<[string, readonly string[], readonly string[]]>([
    ['folds of joint estimation', ['--folds', '3'], ['--folds is for plug-in', '--estimation plug-in']],
    ['no folds of joint estimation', ['--folds', '0'], ['--folds is for plug-in', 'leave it out']],
    ['--distil of joint estimation', ['--distil'], ['--distil is for plug-in', '--estimation plug-in']],
    [
      'a check of joint estimation',
      ['--check', '--estimation', 'joint'],
      ['the gain is checked by plug-in estimation; leave out --estimation joint'],
    ],
    [
      'a check to resume',
      [...PLUG_IN, '--check', '--resume'],
      ['--check keeps nothing', 'leave out --resume'],
    ],
    [
      'an exact search',
      [...PLUG_IN, '--search', 'exact'],
      ['--search exact trains one linear model', '--search, such as cutting-plane'],
    ],
    ['the same of networks', [...PLUG_IN, ...TINY_MLP, '--search', 'exact'], ['--search exact']],
    ['one fold', [...PLUG_IN, '--folds', '1'], ['--folds 1', '2 folds or more', '0 for none']],
    ['one fold in a check', [...PLUG_IN, '--check', '--folds', '1'], ['--folds 1', '2 folds or more']],
    ['a check without folds', [...PLUG_IN, '--check', '--folds', '0'], ['the gain is checked on --folds']],
    ['too many folds', [...PLUG_IN, '--folds', '21'], ['--folds', 'whole number from 0 to 20']],
    ['folds below zero', [...PLUG_IN, '--folds', '-2'], ['--folds', 'whole number from 0']],
    ['layers of linear parts', [...PLUG_IN, '--hidden', '8'], ['--hidden is for networks', '--model mlp']],
    ['epochs of linear parts', [...PLUG_IN, '--max-epochs', '8'], ['--max-epochs is for networks']],
    ['--l2 of network parts', [...PLUG_IN, ...TINY_MLP, '--l2', '1'], ['--l2 is for linear models']],
    ['a linear model for the mixture', [...PLUG_IN, '--distil', 'linear'], ['--distil', 'mlp, resnet']],
    ['an estimation there is not', ['--estimation', 'both'], ['--estimation', 'joint, plug-in']],
  ])('%s', async (_, args, parts) => {
    await expectRefused([loans, ...task, ...args, '--out', out], ...parts);
    expect(existsSync(join(out, 'result.json'))).toBe(false);
    expect(existsSync(checkpointOf(out))).toBe(false);
  });

  it.each([
    ['--target', 'default', 'defautl'],
    ['--groups', 'sex', 'sax'],
  ])('a column for %s that is not there', async (flag, name, wrong) => {
    const args = task.map((text, i) => (task[i - 1] === flag ? wrong : text));
    const told = [`${flag.slice(2)}: there is no column "${wrong}"`, `did you mean "${name}"?`];
    await expectRefused([loans, ...args, ...PLUG_IN, '--out', out], ...told);
  });

  it('not --gap of network parts: their mixture is certified', async () => {
    const args = [...PLUG_IN, ...TINY_MLP, '--max-epochs', '1', '--folds', '0', '--gap', '0.5'];
    const { code } = await fit(loans, ...task, ...args, '--quiet', '--out', join(folder, 'gap'));
    expect(code).toBe(0);
  });
});

describe('the help', () => {
  it('shows the options of plug-in estimation under their own heading', async () => {
    const { out } = await fit('--help');
    const own = out.slice(out.indexOf('Plug-in (--estimation plug-in):')).replaceAll(/\s+/g, ' ');
    expect(own).toMatch(/--folds <number> .*default: 5, networks 2; 0: leave it out/);
    expect(own).toMatch(/--distil \[network\] .*choices: "mlp", "resnet"/);
    expect(own).toMatch(/--check .*nothing is written/);
    expect(out.replaceAll(/\s+/g, ' ')).toMatch(
      /--estimation <way> .*\(default: joint\) \(choices: "joint", "plug-in"\) --l2/,
    );
  });
});
