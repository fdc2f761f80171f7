// report.html: one page that needs nothing else, with the figures and the words of the result.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FitResult } from '../../src/measure/fit-result.js';
import { fitWords } from '../../src/report/fit-words.js';
import { pageVerdict } from '../../src/report/verdict-words.js';
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
import { fitHtml, paragraphs, shownHtml, shownPage, shownTables } from './read-report.js';

const folder = workFolder();

describe('the report of a fit', () => {
  let whole: string;
  let report: string;
  let document: Document;
  let result: FitResult;
  beforeAll(async () => {
    const out = join(folder, 'four');
    const { code } = await fit(
      writeLoans(folder, 1200),
      ...FOUR_GROUPS,
      ...[...BY_VALIDATION, '--max-solves', '10', '--out', out],
    );
    expect(code).toBe(0);
    whole = readFileSync(join(out, 'report.html'), 'utf8');
    report = shownHtml(whole);
    document = shownPage(whole);
    result = readResult(out);
  });

  it('gives advice in flags, for whoever works on a command line', () => {
    const risks = { naive: [0.5, 0.4], minimax: [0.4, 0.4] };
    const advised = fitHtml(madeResult({ risks, trainRisks: [0.3, 0.3], notes: ['add `mergeSmall: true`'] }));
    expect(advised).toContain('A larger --l2 than 0.000001, --select cross-validation, which chooses it,');
    expect(advised).toContain('Note: add --merge-small.');
    expect(advised).not.toContain('`');
  });

  it('is a whole page with the words of the terminal', () => {
    expect(whole).toMatch(/^<!doctype html>\n<html lang="en">.*<\/html>\n$/s);
    const text = paragraphs(document);
    const { problem, payers, decisions, certificate, search, refinement } = fitWords(result);
    const sentences = [...problem.split('\n'), payers, ...decisions, certificate, search];
    for (const sentence of [...sentences, refinement]) expect(text).toContain(sentence);
    expect(text[1]).toBe(pageVerdict(result).text); // after what the page is about
    expect(text.join()).toContain(`The certificate speaks of ${result.search.problem}.`);
  });

  it('answers in the order in which people ask', () => {
    const titles = [...document.querySelectorAll('h2')].map(({ textContent }) => textContent);
    expect(titles).toEqual([
      pageVerdict(result).headline,
      'Who gains, who pays',
      'Decisions before and after',
      'What at most was to gain',
      'What one group’s gain costs another',
      'How far its probabilities can be trusted',
      'What the model goes by',
      ...(result.warnings.length + result.notes.length > 0 ? ['Warnings about the data'] : []),
      'How it was made',
      'Every metric',
      'What the models are made of',
      'Weights of the groups',
      'The search',
      'Words',
    ]);
    const shut = [...document.querySelectorAll('details.appendix h2')].map(({ textContent }) => textContent);
    expect(shut).toEqual(titles.slice(-5, -1));
  });

  it('has its figures, and tables of groups, decisions, features, weights and metrics', () => {
    const figures = [...document.querySelectorAll('figure > .drawing svg[role=img]')].map((svg) =>
      svg.getAttribute('class'),
    );
    expect(figures).toEqual([
      'fairfront-risks-by-group',
      'fairfront-decisions-by-group',
      'fairfront-reliability',
      'fairfront-importance',
      'fairfront-partial-dependence',
      'fairfront-search-path',
    ]);
    const [groups, decisions, settings, metrics, features, weights] = shownTables(document);
    expect(groups).toHaveLength(4 + 2);
    expect(decisions).toHaveLength(4 * 2);
    expect(settings).toContainEqual(['data fingerprint', result.fingerprint]);
    expect(metrics).toHaveLength(5 * 3);
    expect(features).toHaveLength(7);
    expect(weights).toEqual(
      result.groups.map(({ name }, group) => [
        name,
        ...(['naive', 'balanced', 'minimax'] as const).map((model) =>
          result.models[model].mu[group]!.toFixed(4),
        ),
      ]),
    );
  });

  it('has a second line for every interval, and the convention beside the Brier score', () => {
    const groups = document.querySelector('section > .table tbody')!;
    const intervals = [...groups.querySelectorAll('small')].map(({ textContent }) => textContent);
    // Three risks and a change of each group, three of the worst group, one of all rows.
    expect(intervals).toHaveLength(4 * 4 + 3 + 1);
    for (const interval of intervals) expect(interval).toMatch(/^[−+]?\d[\d.]*%? to [−+]?\d[\d.]*%?$/);
    expect(document.body.textContent).toContain('Brier score (sum over classes, 0 to 2)');
  });

  it('says of which class decisions are', () => {
    expect(document.querySelectorAll('section > .table caption')[1]!.textContent).toContain(
      'most probable class is “yes”',
    );
  });

  it('explains its words, and no others', () => {
    const terms = [...document.querySelectorAll('dt')].map(({ textContent }) => textContent);
    expect(terms).toEqual(expect.arrayContaining(['Cross-entropy', 'Minimax', 'Risk', 'Test rows']));
    expect(terms).not.toContain('Utopia');
  });

  it('shows in its figure every group', () => {
    const risks = document.querySelector('.figure')!;
    for (const { name } of result.groups) expect(risks.textContent).toContain(name);
  });

  it('needs nothing from elsewhere, and its policy lets nothing in', () => {
    expect(report).not.toMatch(/<img|<iframe|@import|url\(\s*['"]?http|\son\w+=|\sstyle=/i);
    expect(report.replaceAll('http://www.w3.org/', '')).not.toMatch(/https?:\/\//);
    const policy = document
      .querySelector('meta[http-equiv=Content-Security-Policy]')!
      .getAttribute('content')!;
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; /);
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
  });

  it('is no larger than a picture', () => {
    expect(Buffer.byteLength(whole)).toBeLessThan(1_000_000);
  });

  it('has no number that went wrong', () => {
    expect(report).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('of networks speaks of no certified problem', () => {
    const network = { model: 'resnet', hidden: [8, 8], activation: 'elu' } as const;
    const certificate = { certified: false, reason: 'a network is not convex' } as const;
    const risks = { naive: [0.5, 0.4], minimax: [0.45, 0.44] };
    const page = fitHtml(madeResult({ risks, network, certificate }));
    expect(page).toContain('a residual network of 2 blocks, 8 units wide');
    expect(page).toContain('Not proved how good it can be: a network is not convex.');
    expect(page).not.toMatch(/certificate speaks|null|undefined|linear model/);
  });

  it('leaves out the figure of the search where there was none', async () => {
    const out = join(folder, 'exact');
    await fit(writeLoans(folder, 1200), ...TWO_GROUPS, '--search', 'exact', '--out', out);
    const document = shownPage(readFileSync(join(out, 'report.html'), 'utf8'));
    expect(document.querySelector('svg.fairfront-search-path')).toBeNull();
    expect(document.querySelector('svg.fairfront-risks-by-group')).not.toBeNull();
    expect(document.body.textContent).toContain('solved as one convex problem');
  });

  it('does not promise a proof where there is none', async () => {
    const out = join(folder, 'brier');
    const args = [...TWO_GROUPS, '--loss', 'brier', '--max-solves', '4', '--out', out];
    await fit(writeLoans(folder, 1200), ...args);
    const report = shownHtml(readFileSync(join(out, 'report.html'), 'utf8'));
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

    const report = shownHtml(readFileSync(join(out, 'report.html'), 'utf8'));
    expect(report).not.toMatch(/<[bisu]>/);
    expect(report).not.toMatch(/&(?!amp;|lt;|gt;|quot;|#|nbsp;)/);
    const { document } = parseHTML(report);
    expect(document.querySelector('title')!.textContent).toContain('a <i>&.csv');
    expect(document.querySelector('section > .table tbody')!.textContent).toContain(wild);
    expect(document.querySelector('figure')!.textContent).toContain(wild);
    expect(document.querySelector('.figure')!.textContent).toContain(wild);
    expect(document.body.textContent).toContain('predicts <s>target from');
  });

  it('are shown as they are in notes', () => {
    const risks = { naive: [0.5, 0.4], minimax: [0.45, 0.44] };
    const report = fitHtml(madeResult({ risks, notes: ['<script>x</script> is not used'] }));
    expect(report).not.toContain('<script');
    expect(parseHTML(report).document.body.textContent).toContain('Note: <script>x</script> is not used.');
  });
});
