import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figure8Data } from '@fairfront/charts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../src/cli/program.js';
import { STUDY_DEFAULTS } from '../../src/paper/experiment/experiment.js';
import { fakeTerminal } from '../fake-terminal.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairfront-figure-8-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const QUICK = [
  'paper',
  'figure-8',
  '--hidden',
  '2,2',
  '--samples',
  '60',
  '--runs',
  '1',
  '--epoch-steps',
  '1',
];

/** Presses Ctrl-C once something is written that has the text in it. */
async function interruptAt(text: string, ...args: string[]) {
  const terminal = fakeTerminal();
  const code = await main(args, {
    ...terminal,
    stderr: {
      write: (written) => {
        terminal.stderr.write(written);
        if (written.includes(text)) terminal.interrupt();
      },
    },
  });
  return { code, out: terminal.out(), err: terminal.err() };
}

describe('fairfront paper figure-8', () => {
  it('has the paper’s grids, sizes and solves, and five runs, unless told otherwise', () => {
    expect(STUDY_DEFAULTS['figure-8']).toMatchObject({
      samples: [4000, 9000],
      runs: 5,
      maxSolves: 15,
      grid: { m1: [0, 0.5, 1, 1.5, 2], lambda: [0, 0.2, 0.5, 0.8] },
    });
  });

  it('ends with 130 on Ctrl-C, and leaves the picture and the numbers there are', async () => {
    const out = join(folder, 'interrupted');
    const { code, err } = await interruptAt('classifiers: 2 of 16', ...QUICK, '--out', out);
    expect(code).toBe(130);
    expect(err).toMatch(
      /interrupted; the same command goes on from here\. The figure shows what was finished, \d of 16 classifiers: .*figure-8\.svg/,
    );
    expect(err).toMatch(
      /classifiers: \d of 16.* · joint, m₁ = 0, λ = 0, 60 samples, seed 1: solve \d+ of 15/,
    );
    const data = JSON.parse(readFileSync(join(out, 'figure-8.json'), 'utf8')) as Figure8Data;
    expect(data).toMatchObject({ hidden: [2, 2], maxSolves: 15, epochSteps: 1 });
    expect(data.cases[0]!.points[0]!.rows.map(({ way, samples }) => [way, samples])).toEqual([
      ['plug-in', 60],
      ['joint', 60],
    ]);
    expect(readFileSync(join(out, 'figure-8.svg'), 'utf8')).toContain('dense ResNet (2×2)×2');
  });

  it('writes nothing where Ctrl-C came before the first classifier', async () => {
    const terminal = fakeTerminal();
    const out = join(folder, 'at-once');
    const code = await main([...QUICK, '--out', out], {
      ...terminal,
      onInterrupt: (listener) => {
        listener();
        return () => {};
      },
    });
    expect(code).toBe(130);
    expect(terminal.err()).toContain('interrupted before the first classifier was found');
    expect(existsSync(join(out, 'figure-8.svg'))).toBe(false);
  });

  it.each([
    [['figure-7', '--runs', '2'], /(--|`)runs`?: only for figure-6 and figure-8, not for figure-7/],
    [['figure-1', '--epoch-steps', '2'], /(--epoch-steps|`epochSteps`): only for .*, not for figure-1/],
    [['figure-8', '--epoch-steps', '0'], /--epoch-steps.*whole number from 1/s],
    [['figure-8', '--hidden', '8,4', '--samples', '60'], /plug-in, m₁ = 0.*must all be of one width/],
  ])('%j is refused: exit 2, what and why', async (args, message) => {
    const terminal = fakeTerminal();
    const out = join(folder, 'refused');
    expect(await main(['paper', ...args, '--out', out], terminal)).toBe(2);
    expect(terminal.err()).toMatch(message);
    expect(existsSync(join(out, 'figure-8.svg'))).toBe(false);
  });

  it('says in its help which defaults are of which figure', async () => {
    const terminal = fakeTerminal();
    await main(['paper', '--help'], terminal);
    const help = terminal.out().replace(/\s+/g, ' ');
    expect(help).toContain('(default: 1000,10000,100000 for figure-6; 4000,9000 for figure-8)');
    expect(help).toContain('(default: 1 for figure-6; 5 for figure-8)');
    expect(help).toContain('(default: 64,64; the paper’s: 512,512)');
  });
});
