// report.html: one page that needs nothing else, with the figures and the words of the result.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FitResult } from '../../src/measure/fit-result.js';
import { fitReport } from '../../src/report/fit-report.js';
import { fitWords } from '../../src/report/fit-words.js';
import {
  BY_VALIDATION,
  FOUR_GROUPS,
  fit,
  loans,
  readResult,
  TWO_GROUPS,
  workFolder,
  writeLoans,
} from '../runs/run-fit.js';
import { madeResult } from './made-result.js';

const folder = workFolder();

describe('the report of a fit', () => {
  let report: string;
  let result: FitResult;
  beforeAll(async () => {
    const out = join(folder, 'four');
    const { code } = await fit(
      writeLoans(folder, 1200),
      ...FOUR_GROUPS,
      ...[...BY_VALIDATION, '--max-solves', '10', '--out', out],
    );
    expect(code).toBe(0);
    report = readFileSync(join(out, 'report.html'), 'utf8');
    result = readResult(out);
  });

  it('gives advice in flags, for whoever works on a command line', () => {
    const risks = { naive: [0.5, 0.4], minimax: [0.4, 0.4] };
    const advised = fitReport(
      madeResult({ risks, trainRisks: [0.3, 0.3], notes: ['add `mergeSmall: true`'] }),
    );
    expect(advised).toContain('A larger --l2 than 0.000001, --select cross-validation, which chooses it,');
    expect(advised).toContain('Note: add --merge-small.');
    expect(advised).not.toContain('`');
  });

  it('is a whole page with the words of the terminal', () => {
    expect(report).toMatch(/^<!doctype html>\n<html lang="en">.*<\/html>\n$/s);
    const { document } = parseHTML(report);
    const text = [...document.querySelectorAll('p')].map((paragraph) => paragraph.textContent);
    const { verdict, problem, payers, decisions, certificate, search, refinement } = fitWords(result);
    const sentences = [verdict.sentences, ...problem.split('\n'), payers, ...decisions, certificate, search];
    for (const sentence of [...sentences, refinement]) expect(text).toContain(sentence);
    expect(text.join()).toContain(`The certificate speaks of ${result.search.problem}.`);
  });

  it('has its figures, and tables of groups, decisions, features, weights and metrics', () => {
    const { document } = parseHTML(report);
    const figures = [...document.querySelectorAll('figure > svg')].map((svg) => svg.getAttribute('class'));
    expect(figures).toEqual([
      'fairfront-risks-by-group',
      'fairfront-importance',
      'fairfront-partial-dependence',
      'fairfront-search-path',
    ]);
    const [groups, decisions, features, weights, metrics] = [...document.querySelectorAll('tbody')];
    expect(features!.querySelectorAll('tr')).toHaveLength(7);
    expect(groups!.querySelectorAll('tr')).toHaveLength(4 + 2);
    expect(decisions!.querySelectorAll('tr')).toHaveLength(4 * 2);
    expect(weights!.querySelectorAll('tr')).toHaveLength(4);
    expect(metrics!.querySelectorAll('tr')).toHaveLength(5 * 3);
    const cells = [...weights!.querySelectorAll('tr')].map((row) =>
      [...row.querySelectorAll('td')].map((cell) => cell.textContent),
    );
    expect(cells).toEqual(
      result.groups.map(({ name }, group) => [
        name,
        ...(['naive', 'balanced', 'minimax'] as const).map((model) =>
          result.models[model].mu[group]!.toFixed(4),
        ),
      ]),
    );
  });

  it('has a second line for every interval, and the convention beside the Brier score', () => {
    const { document } = parseHTML(report);
    const [groups] = [...document.querySelectorAll('tbody')];
    const intervals = [...groups!.querySelectorAll('small')].map(({ textContent }) => textContent);
    // Three risks and a change of each group, three of the worst group, one of all rows.
    expect(intervals).toHaveLength(4 * 4 + 3 + 1);
    for (const interval of intervals) expect(interval).toMatch(/^[−+]?\d[\d.]*%? to [−+]?\d[\d.]*%?$/);
    expect(document.body.textContent).toContain('Brier score (sum over classes, 0 to 2)');
  });

  it('says of which class decisions are', () => {
    const { document } = parseHTML(report);
    expect(document.querySelectorAll('caption')[1]!.textContent).toContain('most probable class is “yes”');
  });

  it('shows in its figure every group', () => {
    const { document } = parseHTML(report);
    const [risks] = [...document.querySelectorAll('figure > svg')];
    for (const { name } of result.groups) expect(risks!.textContent).toContain(name);
  });

  it('needs nothing from elsewhere: no script, no link, no request', () => {
    expect(report).not.toMatch(/<script|<link|<img|<iframe|@import|url\(\s*['"]?http|\son\w+=/i);
    expect(report.replaceAll('http://www.w3.org/', '')).not.toMatch(/https?:\/\//);
  });

  it('has no number that went wrong', () => {
    expect(report).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('of networks speaks of no certified problem', () => {
    const network = { model: 'resnet', hidden: [8, 8], activation: 'elu' } as const;
    const certificate = { certified: false, reason: 'a network is not convex' } as const;
    const risks = { naive: [0.5, 0.4], minimax: [0.45, 0.44] };
    const page = fitReport(madeResult({ risks, network, certificate }));
    expect(page).toContain('a residual network of 2 blocks, 8 units wide');
    expect(page).toContain('Not proved how good it can be: a network is not convex.');
    expect(page).not.toMatch(/certificate speaks|null|undefined|linear model/);
  });

  it('leaves out the figure of the search where there was none', async () => {
    const out = join(folder, 'exact');
    await fit(writeLoans(folder, 1200), ...TWO_GROUPS, '--search', 'exact', '--out', out);
    const { document } = parseHTML(readFileSync(join(out, 'report.html'), 'utf8'));
    expect(document.querySelector('svg.fairfront-search-path')).toBeNull();
    expect(document.querySelector('svg.fairfront-risks-by-group')).not.toBeNull();
    expect(document.body.textContent).toContain('solved as one convex problem');
  });

  it('does not promise a proof where there is none', async () => {
    const out = join(folder, 'brier');
    const args = [...TWO_GROUPS, '--loss', 'brier', '--max-solves', '4', '--out', out];
    await fit(writeLoans(folder, 1200), ...args);
    const report = readFileSync(join(out, 'report.html'), 'utf8');
    expect(report).toContain('Not proved how good it can be');
    expect(report).not.toContain('Proved:');
    expect(report).not.toMatch(/NaN|undefined|Infinity/);
  });
});

describe('names that look like markup', () => {
  const wild = '<b>&"';

  it('are shown as they are, of groups, classes, columns and the file', async () => {
    const path = join(folder, 'a <i>&.csv');
    const text = loans(1200)
      .replaceAll(/^F,/gm, '"<b>&""",')
      .replace('purpose', '<u>&')
      .replace(/default\n/, '<s>target\n');
    writeFileSync(path, text);
    const out = join(folder, 'wild');
    const args = ['--target', '<s>target', '--groups', 'sex', '--ignore', 'grade'];
    const run = await fit(path, ...args, ...BY_VALIDATION, '--max-solves', '4', '--out', out);
    expect(run.code).toBe(0);
    expect(run.out).toMatch(/^<b>&" +\d+/m);
    expect(readResult(out).groups.map(({ name }) => name)).toContain(wild);

    const report = readFileSync(join(out, 'report.html'), 'utf8');
    expect(report).not.toMatch(/<[bisu]>/);
    expect(report).not.toMatch(/&(?!amp;|lt;|gt;|quot;|#|nbsp;)/);
    const { document } = parseHTML(report);
    expect(document.querySelector('title')!.textContent).toContain('a <i>&.csv');
    expect(document.querySelector('tbody')!.textContent).toContain(wild);
    expect(document.querySelector('figure > svg')!.textContent).toContain(wild);
    expect(document.body.textContent).toContain('predicts <s>target from');
  });

  it('are shown as they are in notes', () => {
    const risks = { naive: [0.5, 0.4], minimax: [0.45, 0.44] };
    const report = fitReport(madeResult({ risks, notes: ['<script>x</script> is not used'] }));
    expect(report).not.toContain('<script');
    expect(parseHTML(report).document.body.textContent).toContain('Note: <script>x</script> is not used.');
  });
});
