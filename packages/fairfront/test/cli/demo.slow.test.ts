// The demo, from the first word to the last file. That its command runs, the README's own test shows too.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../src/cli/program.js';
import { fakeTerminal } from '../fake-terminal.js';
import { RUN_FILES } from '../runs/run-fit.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairfront-demo-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

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
    expect(await main(['demo', '--theory', '--out', out, '--json', '--force'], terminal)).toBe(0);
    expect(terminal.out()).toBe(readFileSync(join(out, 'result.json'), 'utf8'));
  });
});
