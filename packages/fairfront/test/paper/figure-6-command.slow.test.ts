import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figure6Data } from '@fairfront/charts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../src/cli/program.js';
import { fakeTerminal } from '../fake-terminal.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairfront-figure-6-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const QUICK = ['paper', 'figure-6', '--hidden', '2,2', '--samples', '60', '--runs', '1'];

async function run(...args: string[]) {
  const terminal = fakeTerminal();
  const code = await main(args, terminal);
  return { code, out: terminal.out(), err: terminal.err() };
}

describe('fairfront paper figure-6', () => {
  it('prints all five panels as JSON, and writes the same with a picture', async () => {
    const out = join(folder, 'json');
    const { code, out: printed, err } = await run(...QUICK, '--json', '--out', out);
    expect(code).toBe(0);
    const { study, minimax } = JSON.parse(printed) as Figure6Data;
    expect(study).toMatchObject({ hidden: [2, 2], maxSolves: 20 });
    expect(study!.rows).toHaveLength(1);
    const [row] = study!.rows;
    expect(row).toMatchObject({ samples: 60, validationSamples: 20 });
    expect(row!.runs).toHaveLength(1);
    expect(Math.max(...row!.runs[0]!.risks)).toBeGreaterThan(minimax.lower);
    expect(row!.runs[0]!.solves).toBeGreaterThan(1);
    expect(JSON.parse(readFileSync(join(out, 'figure-6.json'), 'utf8'))).toEqual(JSON.parse(printed));
    expect(readFileSync(join(out, 'figure-6.svg'), 'utf8')).toContain('dense ResNet (2×2)×2');
    expect(err).toMatch(
      /networks: 0 of 1 · joint, three groups, 60 samples, seed 1: solve \d+ of 20, epoch \d+, validation risk/,
    );
  });

  it('tells the errors by size, and that the network is not the paper’s', async () => {
    const { code, out } = await run(...QUICK, '--out', join(folder, 'text'));
    expect(code).toBe(0);
    expect(out).toContain('dense ResNet (2×2)×2; the paper’s is a dense ResNet (512×512)×2');
    expect(out).toMatch(/samples +runs +worst risk off by +risks off by +weights μ off by/);
    expect(out).toMatch(/\n +60 +1 +[\d.]+% +[\d.]+% +[\d.]+%\n/);
  });

  it('keeps what was trained until the figure is written', async () => {
    const out = join(folder, 'in the way');
    mkdirSync(join(out, 'figure-6.json'), { recursive: true });
    const { code, err } = await run(...QUICK, '--out', out);
    expect(err).toContain(`error: cannot write ${out}: a folder stands where a file should be`);
    expect(code).toBe(2);
    expect(readdirSync(join(out, 'checkpoint'))).toHaveLength(1);
    rmSync(join(out, 'figure-6.json'), { recursive: true });
    const again = await run(...QUICK, '--out', out);
    expect(again.code).toBe(0);
    expect(again.err).not.toContain('epoch'); // not trained again
    expect(readdirSync(out).sort()).toEqual(['figure-6.html', 'figure-6.json', 'figure-6.svg']);
  });

  it('ends with 130 on Ctrl-C, and leaves the panels there are', async () => {
    const terminal = fakeTerminal();
    const out = join(folder, 'interrupted');
    const done = main([...QUICK, '--runs', '3', '--out', out], {
      ...terminal,
      stderr: {
        write: (text) => {
          terminal.stderr.write(text);
          if (text.includes('seed 2')) terminal.interrupt();
        },
      },
    });
    expect(await done).toBe(130);
    expect(terminal.err()).toMatch(
      /interrupted; the same command goes on from here\. Panels d and e show what was finished, 1 run: .*figure-6\.svg/,
    );
    expect(terminal.err()).not.toContain('seed 3');
    const { study } = JSON.parse(readFileSync(join(out, 'figure-6.json'), 'utf8')) as Figure6Data;
    expect(study!.rows[0]!.runs.map(({ seed }) => seed)).toEqual([1]);
  });

  it('draws panels a to c where Ctrl-C came before the first network', async () => {
    const terminal = fakeTerminal();
    const out = join(folder, 'at-once');
    const done = main([...QUICK, '--out', out], {
      ...terminal,
      stderr: {
        write: (text) => {
          terminal.stderr.write(text);
          terminal.interrupt();
        },
      },
    });
    expect(await done).toBe(130);
    expect(terminal.err()).toContain('panels d and e are missing');
    expect(readFileSync(join(out, 'figure-6.svg'), 'utf8')).not.toContain('ResNet');
  });

  it('listens for Ctrl-C only where networks are trained: elsewhere not before it writes, to end at once', async () => {
    const terminal = fakeTerminal();
    const order: string[] = [];
    const code = await main(['paper', 'figure-2', '--out', join(folder, 'two')], {
      ...terminal,
      stderr: { isTTY: true, write: (text) => order.push(text) },
      onInterrupt: () => {
        order.push('listens');
        return () => {};
      },
    });
    expect(code).toBe(0);
    expect(order.length).toBeGreaterThan(3); // how far it has come
    expect(order.indexOf('listens')).toBe(order.length - 1);
  });

  it.each([
    [['figure-5', '--samples', '100'], /(--|`)samples`?: only for figure-6 and figure-8, not for figure-5/],
    [['figure-1', '--runs', '2', '--hidden', '8,8'], /runs`?, (--|`)hidden`?: only for .*, not for figure-1/],
    [['figure-6', '--samples', '100,many'], /--samples.*whole numbers from 1 to 10000000, with commas/s],
    [['figure-6', '--samples', ''], /--samples.*whole numbers/s],
    [['figure-6', '--runs', '0'], /--runs.*whole number from 1/s],
    [['figure-6', '--hidden', '8,0'], /--hidden.*whole numbers from 1/s],
    [['figure-6', '--hidden', '8,4', '--samples', '60'], /must all be of one width/],
    [['figure-6', '--hidden', '8,8', '--samples', '2'], /a sample of 2 rows has none of group/],
  ])('%j is refused: exit 2, what and why', async (args, message) => {
    const out = join(folder, 'refused');
    const { code, err } = await run('paper', ...args, '--out', out);
    expect(code).toBe(2);
    expect(err).toMatch(message);
    expect(existsSync(join(out, 'figure-6.svg'))).toBe(false);
  });
});
