import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../src/cli/program.js';
import { fakeTerminal } from '../fake-terminal.js';
import { RUN_FILES } from '../runs/run-fit.js';

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
    [['fit', '--groups', 'sex', '--groups', 'age'], /--groups.*was given before; give it once/],
    [['inspect', 'a.csv', '--split', '0.8,0.2,'], /--split.*It must be three shares/],
    [['datasets', '--data-dir', ''], /--data-dir.*It must be the path/],
    [['paper', 'figure-9'], /no experiment "figure-9".*figure-1, figure-2/s],
    [['paper', 'table-1'], /table-1 \(MIMIC-III\) is not there yet/],
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
  it('lists every figure and table with its state', async () => {
    const { code, out } = await run('paper', 'list');
    expect(code).toBe(0);
    expect(out).toMatch(/figure-1 +there/);
    expect(out).toMatch(/table-1 +not yet/);
    const { out: json } = await run('paper', 'list', '--json');
    expect(JSON.parse(json)).toContainEqual({
      name: 'table-2',
      title: expect.any(String),
      available: false,
    });
    for (const name of ['figure-7', 'figure-8']) {
      expect(JSON.parse(json)).toContainEqual({ name, title: expect.any(String), available: true });
    }
  });

  it('writes picture and numbers, and with --json prints the numbers alone', async () => {
    const out = join(folder, 'figures');
    const { code, out: printed } = await run('paper', 'figure-1', '--out', out, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(printed)).toEqual(JSON.parse(readFileSync(join(out, 'figure-1.json'), 'utf8')));
    expect(readFileSync(join(out, 'figure-1.svg'), 'utf8')).toMatch(/^<svg .*<\/svg>\s*$/s);
    expect(readdirSync(out).sort()).toEqual(['figure-1.json', 'figure-1.svg']);
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
describe('fairfront demo', { timeout: 120_000 }, () => {
  const environment = {};

  it('answers first: whom the minimax model recognises, and the price; and leaves a run folder', async () => {
    const out = join(folder, 'census');
    const terminal = fakeTerminal({ environment });
    expect(await main(['demo', '--out', out], terminal)).toBe(0);
    const printed = terminal.out();
    expect(printed).toMatch(/^Who earns more than 50,000 dollars\? .*\n\nUse the minimax model\. /);
    expect(printed).toContain(
      'The ordinary model recognises 50% of the women who do; the minimax model 81%.',
    );
    expect(printed).toContain('The price: over all rows 82.1% of the guesses are right, not 84.2%.');
    expect(printed).toContain('It is right about 79% of the men who earn less, not 89%.');
    expect(printed).toMatch(/^Female · >50K +211 +50\.2% +83\.9% +81\.0%$/m);
    expect(printed).toContain('no linear model has a worst-group risk');
    expect(printed).not.toMatch(/NaN|undefined/);
    expect(printed).toContain(`Report: ${relative('', join(out, 'report.html'))}`);
    expect(readdirSync(out).sort()).toEqual(RUN_FILES);
  });

  it('with --json prints what result.json holds; a finished run is kept without --force', async () => {
    const out = join(folder, 'census');
    const terminal = fakeTerminal({ environment });
    const before = readFileSync(join(out, 'result.json'), 'utf8');
    expect(await main(['demo', '--out', out, '--json'], fakeTerminal({ environment }))).toBe(2);
    expect(readFileSync(join(out, 'result.json'), 'utf8')).toBe(before);
    expect(await main(['demo', '--out', out, '--json', '--force'], terminal)).toBe(0);
    expect(terminal.out()).toBe(readFileSync(join(out, 'result.json'), 'utf8'));
  });
});
