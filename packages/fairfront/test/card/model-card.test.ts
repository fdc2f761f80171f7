// A card says what the run says, in formats that other programs read, and marks what only people know.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { main } from '../../src/cli/program.js';
import { type FitResult, modelCard, openRun } from '../../src/index.js';
import { CHECKSUMS } from '../../src/runs/finished-run.js';
import { fakeTerminal } from '../fake-terminal.js';
import { madeResult } from '../report/made-result.js';
import { loans } from '../runs/run-fit.js';
import { toolkitFormat } from './toolkit-format.js';

const folder = mkdtempSync(join(tmpdir(), 'fairfront-card-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const [run, data] = [join(folder, 'run'), join(folder, 'loans.csv')];

async function command(...args: readonly string[]) {
  const terminal = fakeTerminal();
  const code = await main(args, terminal);
  return { code, out: terminal.out(), err: terminal.err() };
}

beforeAll(async () => {
  writeFileSync(data, loans(900));
  const task = ['--target', 'default', '--groups', 'sex', '--model', 'linear', '--seed', '3'];
  expect((await command('fit', data, ...task, '--out', run, '--quiet')).err).toBe('');
});

/** A card of a made result. */
function cardOf(result: FitResult): ReturnType<typeof modelCard> {
  writeFileSync(join(folder, CHECKSUMS), '');
  return modelCard({ folder, result, predictions: () => Promise.reject() });
}

/** The lines of a section, by the beginning of its title. */
function section(markdown: string, title: string): string {
  const from = markdown.indexOf(`\n## ${title}`);
  expect(from).toBeGreaterThan(0);
  const to = markdown.indexOf('\n## ', from + 1);
  return markdown.slice(from, to < 0 ? undefined : to);
}

interface FrontMatter {
  readonly 'model-index': {
    readonly results: { readonly metrics: { readonly type: string; readonly value: number }[] }[];
  }[];
}
const frontMatter = (markdown: string): FrontMatter => parse(markdown.split('\n---\n')[0]!.slice(4));

describe('the front matter', () => {
  it('is a model-index with metrics over all rows and in the worst group', async () => {
    const { result } = await openRun(run);
    const { markdown } = modelCard(await openRun(run));
    const { test } = result.models.minimax.metrics;
    const worst = result.groups[test.accuracy.worstGroup]!.name;
    const front = frontMatter(markdown);
    expect(front).toMatchObject({
      library_name: 'fairfront',
      pipeline_tag: 'tabular-classification',
      'model-index': [
        {
          name: 'loans.csv: default',
          results: [
            {
              task: { type: 'tabular-classification' },
              dataset: { name: 'loans.csv', type: 'loans.csv', split: 'test' },
            },
          ],
        },
      ],
    });
    const { metrics } = front['model-index'][0]!.results[0]!;
    expect(metrics.slice(0, 2)).toEqual([
      { type: 'accuracy', value: test.accuracy.sampleMean, name: 'accuracy (all test rows)' },
      { type: 'accuracy', value: test.accuracy.worst, name: `accuracy (worst group, ${worst})` },
    ]);
    expect(metrics.map(({ type }) => type)).toEqual(
      ['accuracy', 'cross_entropy', 'brier_score', 'expected_calibration_error'].flatMap((type) => [
        type,
        type,
      ]),
    );
  });
});

describe('model-card.json', () => {
  it('has the format of the Model Card Toolkit, and a metric for every group with its interval', async () => {
    const { result } = await openRun(run);
    const { card } = modelCard(await openRun(run)).result;
    expect(toolkitFormat.parse(JSON.parse(JSON.stringify(card)))).toEqual(card);
    const { performance_metrics: metrics } = card.quantitative_analysis;
    const { accuracy, rates } = result.models.minimax.metrics.test.intervals!;
    for (const [group, { name }] of result.groups.entries()) {
      const { value, low, high } = accuracy.byGroup[group]!;
      expect(metrics).toContainEqual({
        type: 'accuracy',
        value,
        slice: name,
        confidence_interval: { lower_bound: low, upper_bound: high },
      });
      // Of two classes, those of the other one that are recognised are those not selected.
      const wrong = rates[0]!.fpr.byGroup[group]!;
      expect(metrics).toContainEqual({
        type: 'recall of no',
        value: 1 - wrong.value,
        slice: name,
        confidence_interval: { lower_bound: 1 - wrong.high, upper_bound: 1 - wrong.low },
      });
    }
    for (const { type, value, confidence_interval: interval } of metrics) {
      // Chance adds to calibration errors, and resampling once more: an interval may miss its own value.
      expect(interval === undefined).toBe(type === 'expected_calibration_error');
      if (interval === undefined) continue;
      expect(interval.lower_bound).toBeLessThanOrEqual(value);
      expect(interval.upper_bound).toBeGreaterThanOrEqual(value);
    }
    expect(metrics.filter(({ slice }) => slice === undefined).map(({ type }) => type)).toContain('accuracy');
  });

  it('is refused by the format where a field has another name or type', async () => {
    const { card } = modelCard(await openRun(run)).result;
    const changed = (change: object): object => ({ ...card, ...change });
    expect(toolkitFormat.safeParse(changed({ schema_version: 2 })).success).toBe(false);
    expect(toolkitFormat.safeParse(changed({ modelDetails: {} })).success).toBe(false);
    const metrics = [{ type: 'accuracy', value: '0.9' }];
    const analysis = { quantitative_analysis: { performance_metrics: metrics } };
    expect(toolkitFormat.safeParse(changed(analysis)).success).toBe(false);
  });
});

describe('MODEL_CARD.md', () => {
  it('has the sections of Annex IV, what is known in each, and what people must add', async () => {
    const opened = await openRun(run);
    const { markdown, result } = modelCard(opened, { name: 'Loans, first draft' });
    expect(markdown).toContain('\n# Loans, first draft\n');
    expect(markdown).toContain('Regulation (EU) 2024/1689');
    expect(markdown).toContain('from 2 December 2027');
    expect(markdown).toContain('makes no legal claim');
    expect(markdown).toContain('**Verdict of the run: ');
    expect([...markdown.matchAll(/^## (.*?)(?: \(|$)/gm)].map(([, title]) => title)).toEqual([
      'Intended purpose',
      'Data',
      'How it was trained, and what was tried',
      'Metrics, and accuracy by group',
      'Foreseeable discriminatory impacts',
      'Human oversight',
      'Changes, and what follows',
      'To be filled in',
    ]);
    const { fingerprint, task, groups } = opened.result;
    expect(section(markdown, 'Data')).toContain(`Data: loans.csv, fingerprint ${fingerprint} (`);
    expect(section(markdown, 'Data')).toContain(`| all | 100% | ${task.rows.train} | ${task.rows.test} |`);
    const sums = readFileSync(join(run, CHECKSUMS), 'utf8');
    const training = section(markdown, 'How it was trained');
    expect(sums).toContain(`${/- model\.onnx: (\w+)/.exec(training)![1]}  model.onnx\n`);
    expect(training).toContain('To do it again: fairfront fit loans.csv --target default');
    for (const { name } of groups) expect(section(markdown, 'Metrics')).toContain(`| ${name} | `);
    // Nothing is asked only once: in its section, and in the list at the end.
    for (const { question } of result.toFill) {
      expect(markdown).toContain(`> **To be filled in:** ${question}.`);
      expect(section(markdown, 'To be filled in')).toContain(`: ${question}\n`);
    }
    expect(markdown.match(/^> \*\*To be filled in/gm)).toHaveLength(result.toFill.length);
    expect(markdown).toContain(`: ${result.toFill.length} fields only people can fill`);
    expect(markdown).not.toContain(folder);
    expect(markdown).not.toMatch(/undefined|NaN|\[object/);
  });

  it('tells gains and losses as people of a hundred', () => {
    // Of 400 test rows of each group half are of each class; those of class b are recognised where the chance is ½ or more.
    const recognised = (share: number) => (_: number, row: number, label: number) =>
      label === 0 || (row % 8) / 8 < share ? 0.9 : 0.2;
    const { markdown } = cardOf(
      madeResult({
        names: ['women', 'men'],
        risks: { naive: [0.9, 0.4], minimax: [0.5, 0.5] },
        chosen: { model: 'minimax' },
        ownClass: {
          naive: (group, row, label) => recognised(group === 0 ? 0.25 : 1)(group, row, label),
          minimax: (group, row, label) => recognised(group === 0 ? 0.75 : 0.5)(group, row, label),
        },
      }),
    );
    const impacts = section(markdown, 'Foreseeable');
    expect(impacts).toMatch(
      /Most is gained here: of 100 of women who are “.*”, 25 were recognised with ordinary training, now 75\./,
    );
    expect(impacts).toMatch(
      /Most is lost here: of 100 of men who are “.*”, 100 were recognised with ordinary training, now 50\./,
    );
    expect(section(markdown, 'Metrics')).toMatch(
      /\| women \| “.*” \| 25 \(\d+ to \d+\) \| 75 \(\d+ to \d+\) \|/,
    );
  });

  it('says where the ordinary model is kept, and where the card is of another than the verdict wants', () => {
    const risks = { naive: [0.9, 0.4], minimax: [0.9, 0.4] };
    const kept = cardOf(madeResult({ risks, chosen: { model: 'naive' } })).markdown;
    expect(kept).toContain('**Verdict of the run: Keep the ordinary model.**');
    expect(kept).toContain('nothing was taken from one group for another');
    expect(kept).not.toContain('with this model');
    const doubted = madeResult({ risks, chosen: { model: 'minimax' } });
    expect(doubted.verdict.decision).not.toBe('use-minimax');
    expect(cardOf(doubted).markdown).toContain('This card is of the minimax model all the same');
  });
});

describe('fairfront card', () => {
  it('writes both files, says what is open, and keeps what people filled in', async () => {
    const out = join(folder, 'card');
    const { code, out: text, err } = await command('card', run, '--out', out);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(text).toContain('MODEL_CARD.md to read');
    expect(text).toContain(
      '\n- Human oversight (Annex IV, 2 e and 3): how a person can contest a decision\n',
    );
    const { markdown, result } = modelCard(await openRun(run));
    expect(readFileSync(join(out, 'MODEL_CARD.md'), 'utf8')).toBe(markdown);
    expect(JSON.parse(readFileSync(join(out, 'model-card.json'), 'utf8'))).toEqual(result.card);
    writeFileSync(join(out, 'MODEL_CARD.md'), 'filled in');
    const again = await command('card', run, '--out', out);
    expect(again.code).toBe(2);
    expect(again.err).toContain(
      'may have been filled in; choose another folder with --out, or replace it with --force',
    );
    expect(readFileSync(join(out, 'MODEL_CARD.md'), 'utf8')).toBe('filled in');
    expect((await command('card', run, '--out', out, '--force', '--quiet')).out).toBe('');
    expect(readFileSync(join(out, 'MODEL_CARD.md'), 'utf8')).toBe(markdown);
  });

  it('prints the result alone with --json', async () => {
    const { out } = await command('card', run, '--out', join(folder, 'json'), '--json', '--name', 'x');
    expect(JSON.parse(out)).toEqual(modelCard(await openRun(run), { name: 'x' }).result);
  });

  it('refuses what is no finished run', async () => {
    const { code, err } = await command('card', folder, '--out', join(folder, 'none'));
    expect(code).toBe(2);
    expect(err).toContain('is not the folder of a finished run');
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });
});
