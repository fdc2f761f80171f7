// What a person sees of `fairfront audit`: the text, --json, --quiet, the files, and where predictions may come from.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { fakeTerminal } from '../fake-terminal.js';
import { madeByDuckDb } from '../read/files.js';
import {
  audit,
  auditOn,
  LABELS,
  manyPredictions,
  NINE,
  NO_INTERVALS,
  workFolder,
  writeLines,
} from './run-audit.js';

const folder = workFolder();
const nine = writeLines(folder, 'nine.csv', NINE);
const task = [...LABELS, '--probabilities', 'p'];

describe('the text', () => {
  it('goes from the groups, worst served first, to decisions and parity', async () => {
    const out = join(folder, 'text');
    const { code, out: text, err } = await audit(nine, ...task, '--resamples', '20', '--out', out);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const lines = text.split('\n');
    expect(lines[0]).toBe(
      `${nine}: 9 predictions of truth (no, yes) for 2 groups. p is read as the probability of “yes”.`,
    );
    expect(lines[2]).toMatch(
      /^group +rows +cross-entropy +95% interval +Brier score +accuracy +AUC +ECE +MCE$/,
    );
    const interval = String.raw`\d\.\d{4} to \d\.\d{4}`;
    expect(lines[4]).toMatch(
      new RegExp(`^F † +4 +0\\.6031 +${interval} +0\\.4250 +50\\.0% +0\\.750 +0\\.425 +0\\.600$`),
    );
    expect(lines[5]).toMatch(
      new RegExp(`^M † +5 +0\\.2603 +${interval} +0\\.1240 +100\\.0% +1\\.000 +0\\.220 +0\\.400$`),
    );
    expect(lines[6]).toMatch(/^all rows +9 +0\.4126 +0\.2578 +77\.8% +0\.925 +0\.222 +0\.300$/);
    expect(text).toMatch(
      /\nThe model serves F worst: cross-entropy 0\.6031 \(95% interval \d\.\d{4} to \d\.\d{4}, whichever group is the worst\), 0\.3428 above the best-served group\. It also has the lowest accuracy, 50\.0%; groups are 50\.0 percentage points apart\.\n/,
    );
    expect(text).toContain(
      '\nNo group’s probabilities are clearly off: those of F are off by 42.5 percentage points on average, and chance alone makes 30.9 on as many rows.\n',
    );
    expect(text).toMatch(/^F † +50\.0% +52\.5% +50\.0% +50\.0% +50\.0% +50\.0%$/m);
    expect(text).toMatch(/^M † +60\.0% +50\.0% +60\.0% +100\.0% +0\.0% +100\.0%$/m);
    expect(text).toMatch(/^parity +difference +95% interval +ratio +95% interval$/m);
    expect(text).toMatch(/^demographic parity \(selected\) +0\.100 .* 0\.833 /m);
    expect(text).toMatch(/^equal opportunity \(true positives\) +0\.500 .* 0\.500 /m);
    expect(text).toMatch(/^equalised odds \(true and false positives\) +0\.500 .* 0\.000 /m);
    expect(text).toContain(
      '\nDecisions for “yes”: the share selected goes from 50.0% (F) to 60.0% (M); of those who are “yes”, the share found goes from 50.0% (F) to 100.0% (M); of those who are not, the share selected all the same goes from 0.0% (M) to 50.0% (F).\n',
    );
    expect(text).toContain('\n† too small to be judged: F has 4 rows, fewer than 30; M has 5 rows, ');
    expect(text).toMatch(/\nReport and numbers: .*\/ \(open report\.html\)\n$/);
    expect(text).not.toMatch(/NaN|undefined|Infinity|null/);
  });

  it('has the help that one needs', async () => {
    const { code, out } = await audit('--help');
    expect(code).toBe(0);
    for (const option of ['--probabilities', '--positive', '--entities', '--level', '--missing-group']) {
      expect(out).toContain(option);
    }
    expect(out.replaceAll(/\s+/g, ' ')).toMatch(/--resamples <count>.*\(default: 1000\)/);
    expect(out).toMatch(/Examples:\n {2}fairfront audit predictions\.csv /);
  });
});

describe('what is left and what is silent', () => {
  it('prints with --json what audit.json holds, byte for byte, and leaves two files', async () => {
    const out = join(folder, 'json');
    const run = await audit(nine, ...task, '--resamples', '20', '--out', out, '--json');
    expect(run.code).toBe(0);
    expect(run.err).toBe('');
    expect(run.out).toMatch(/^\{.*\}\n$/);
    expect(run.out).toBe(readFileSync(join(out, 'audit.json'), 'utf8'));
    expect(readdirSync(out).sort()).toEqual(['audit.json', 'report.html']);
  });

  it('says nothing with --quiet', async () => {
    const out = join(folder, 'quiet');
    const run = await audit(nine, ...task, ...NO_INTERVALS, '--out', out, '--quiet');
    expect(run).toEqual({ code: 0, out: '', err: '' });
    expect(existsSync(join(out, 'report.html'))).toBe(true);
  });

  it('the same seed gives the same bytes, another others; both are told how they were asked', async () => {
    const many = writeLines(folder, 'many.csv', manyPredictions(100));
    const outs = ['1', '1', '2'].map((seed, i) => ({ seed, out: join(folder, `seed-${i}`) }));
    for (const { seed, out } of outs) {
      await audit(many, ...task, '--resamples', '30', '--seed', seed, '--out', out);
    }
    const [one, again, other] = outs.map(({ out }) =>
      ['audit.json', 'report.html'].map((name) => readFileSync(join(out, name), 'utf8')),
    );
    expect(again).toEqual(one);
    const [first, second] = [JSON.parse(one![0]!), JSON.parse(other![0]!)];
    expect(second.metrics.intervals).not.toEqual(first.metrics.intervals);
    expect(second.metrics.crossEntropy).toEqual(first.metrics.crossEntropy);
    expect(second.asked.options).toEqual({
      target: 'truth',
      groups: 'sex',
      probabilities: ['p'],
      resamples: 30,
      seed: 2,
    });
  });
});

describe('predictions come from', () => {
  it('standard input', async () => {
    const terminal = fakeTerminal({ stdin: Readable.from([`${NINE.join('\n')}\n`]) });
    const out = join(folder, 'stdin');
    const { code, out: text } = await auditOn(terminal, '-', ...task, ...NO_INTERVALS, '--out', out);
    expect(code).toBe(0);
    expect(text).toMatch(/^standard input: 9 predictions of truth /);
    expect(JSON.parse(readFileSync(join(out, 'audit.json'), 'utf8')).metrics.accuracy.byGroup).toEqual([
      0.5, 1,
    ]);
  });

  it('a Parquet file', async () => {
    const rows = NINE.slice(1).map((line) => {
      const [sex, truth, p] = line.split(',');
      return `('${sex}', '${truth}', ${p})`;
    });
    const path = await madeByDuckDb(
      'predictions.parquet',
      `COPY (SELECT * FROM (VALUES ${rows.join(', ')}) AS rows(sex, truth, p)) TO FILE (FORMAT parquet)`,
    );
    const out = join(folder, 'parquet');
    const { code, out: printed } = await audit(path, ...task, ...NO_INTERVALS, '--out', out, '--json');
    expect(code).toBe(0);
    const { metrics, rows: count } = JSON.parse(printed);
    expect(count).toBe(9);
    expect(metrics.accuracy.byGroup).toEqual([0.5, 1]);
    expect(metrics.rates[0].tpr.byGroup).toEqual([0.5, 1]);
  });

  it('a file with other delimiters, names and signs for missing, as for other commands', async () => {
    const lines = ['a note', ...NINE.slice(1), 'F,-,0.5,0.5'].map((line) => line.replaceAll(',', ';'));
    const path = writeLines(folder, 'odd.txt', lines);
    const reading = ['--skip-lines', '1', '--delimiter', ';', '--columns', 'sex,truth,p,q', '--missing', '-'];
    const args = [...reading, '--missing-target', 'drop', ...NO_INTERVALS, '--out', join(folder, 'odd')];
    const { code, out, err } = await audit(path, ...task, ...args, '--json');
    expect(err).toBe('');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ rows: 9, notes: ['1 row left out: "truth" is missing'] });
  });
});

it('replaces what a front left beside its report', async () => {
  const out = join(folder, 'after a front');
  mkdirSync(out);
  for (const name of ['front.json', 'front.svg', 'models.bin', 'report.html', 'mine.txt']) {
    writeFileSync(join(out, name), 'earlier');
  }
  expect((await audit(nine, ...task, ...NO_INTERVALS, '--out', out)).code).toBe(0);
  expect(readdirSync(out).sort()).toEqual(['audit.json', 'mine.txt', 'report.html']);
});
