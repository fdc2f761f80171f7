import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../src/cli/program.js';
import { fakeTerminal } from '../fake-terminal.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairfront-cli-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function run(...args: string[]) {
  const terminal = fakeTerminal();
  const code = await main(args, terminal);
  return { code, out: terminal.out(), err: terminal.err() };
}

describe('fairfront', () => {
  it('prints help with the commands and exits 0', async () => {
    const { code, out } = await run('--help');
    expect(code).toBe(0);
    expect(out).toMatch(/demo/);
    expect(out).toMatch(/paper/);
  });

  it('prints its version', async () => {
    const { code, out } = await run('--version');
    expect(code).toBe(0);
    expect(out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it.each([
    [['nonsense'], /unknown command 'nonsense'/],
    [['demo', '--sed', '1'], /unknown option '--sed'.*--seed/s],
    [['demo', '--seed', 'one'], /--seed.*whole number from 0 to 4294967295/s],
    [['demo', '--seed', '-1'], /whole number/],
    [['paper'], /missing required argument 'experiment'/],
    [['paper', 'figure-5', '--out', ''], /'--out <folder>' argument '' is invalid. It must be the path/],
    [['audit', '--groups', 'sex', '--groups', 'age'], /--groups.*was given before; give it once/],
    [['inspect', 'a.csv', '--split', '0.8,0.2,'], /--split.*It must be three shares/],
    [['datasets', '--data-dir', ''], /--data-dir.*It must be the path/],
    [['paper', 'figure-9'], /no experiment "figure-9".*figure-1, figure-2/s],
    [['paper', 'table-6'], /there is no experiment "table-6"\. One of: figure-1/],
  ])('%j is a usage error: exit 2, a message, no stack trace', async (args, message) => {
    const { code, out, err } = await run(...args);
    expect(code).toBe(2);
    expect(err).toMatch(message);
    expect(err).not.toMatch(/\n\s+at /);
    expect(out).toBe('');
  });

  it.each([
    [['demo', '--seed'], /It must be a whole number/],
    [['fit', '--loss'], /Allowed choices are/],
    [['paper'], /there is no experiment "9{59}…"\. One of: figure-1/],
  ])('%j shortens a value of ten million characters', async (args, told) => {
    const { code, err } = await run(...args, '9'.repeat(1e7));
    expect(code).toBe(2);
    expect(err).toMatch(told);
    expect(err.length).toBeLessThan(2100);
  });

  it('says where it cannot write, and leaves nothing behind', async () => {
    const file = join(folder, 'in-the-way');
    writeFileSync(file, '');
    const { code, err } = await run('paper', 'figure-5', '--out', join(file, 'below'));
    expect(code).toBe(2);
    expect(err).toMatch(/cannot write .*in-the-way.*--out/s);
    expect(readdirSync(folder)).toEqual(['in-the-way']);
  });

  it('turns an unexpected failure into exit 1 and calls it a bug', async () => {
    const terminal = fakeTerminal();
    const broken = {
      ...terminal,
      stdout: {
        write: () => {
          throw new TypeError('boom');
        },
      },
    };
    expect(await main(['paper', 'list'], broken)).toBe(1);
    expect(terminal.err()).toMatch(/bug in fairfront.*boom/s);
  });
});

describe('fairfront paper', () => {
  it('lists every figure and table', async () => {
    const { code, out } = await run('paper', 'list');
    expect(code).toBe(0);
    expect(out).toMatch(/table-1 +MIMIC-III/);
    const { out: json } = await run('paper', 'list', '--json');
    const names = JSON.parse(json).map(({ name }: { readonly name: string }) => name);
    const figures = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `figure-${number}`);
    const tables = [1, 2, 3, 4, 5, 8, 9, 10, 11, 12].map((number) => `table-${number}`);
    expect(names).toEqual([...figures, ...tables, 'support2', 'ham10000-64', 'ham10000-full']);
  });

  it('writes picture and numbers, and with --json prints the numbers alone', async () => {
    const out = join(folder, 'figures');
    const { code, out: printed } = await run('paper', 'figure-1', '--out', out, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(printed)).toEqual(JSON.parse(readFileSync(join(out, 'figure-1.json'), 'utf8')));
    expect(readFileSync(join(out, 'figure-1.svg'), 'utf8')).toMatch(/^<svg .*<\/svg>\s*$/s);
    expect(readdirSync(out).sort()).toEqual(['figure-1.html', 'figure-1.json', 'figure-1.svg']);
  });

  it('says nothing with --quiet', async () => {
    const { code, out, err } = await run('paper', 'figure-5', '--out', join(folder, 'quiet'), '--quiet');
    expect({ code, out, err }).toEqual({ code: 0, out: '', err: '' });
    expect(existsSync(join(folder, 'quiet', 'figure-5.svg'))).toBe(true);
  });
});

describe('fairfront demo --theory', () => {
  it('shows groups, strategies and the optimum, and writes a report', async () => {
    const out = join(folder, 'demo');
    const { code, out: printed } = await run('demo', '--theory', '--out', out);
    expect(code).toBe(0);
    for (const strategy of ['APStar', 'cutting plane', 'multiplicative weights', 'random search']) {
      expect(printed).toMatch(new RegExp(`^${strategy} +\\d+ +0\\.\\d+ +`, 'm'));
    }
    expect(printed).toMatch(/Known optimum.*0\.286618981/);
    expect(printed).toContain(`Report: ${relative('', join(out, 'report.html'))}`);
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('</html>');
  });

  it('gives the same result for the same seed, and another for another', async () => {
    const [first, again, other] = await Promise.all(
      ['3', '3', '4'].map((seed) =>
        run('demo', '--theory', '--out', join(folder, 'seeds'), '--force', '--seed', seed, '--json'),
      ),
    );
    expect(first!.out).toBe(again!.out);
    expect(first!.out).not.toBe(other!.out);
  });
});

describe('fairfront demo', () => {
  it('takes no seed, since nothing is drawn', async () => {
    const { code, err } = await run('demo', '--out', join(folder, 'no-demo'), '--seed', '3');
    expect(code).toBe(2);
    expect(err).toBe('error: --seed is for --theory, where one of the strategies draws; leave it out\n');
    expect(existsSync(join(folder, 'no-demo'))).toBe(false);
  });
});

// A fit by folds in one thread, as tests have it, takes its time.
