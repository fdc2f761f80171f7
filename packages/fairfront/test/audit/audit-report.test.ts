// report.html of an audit: one page that needs nothing else, with the words, the tables and both figures.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AuditResult } from '../../src/audit/audit-result.js';
import { decisionTable, parityTable, serviceTable } from '../../src/audit/audit-tables.js';
import { auditWords } from '../../src/audit/audit-words.js';
import { auditHtml, shownHtml, shownTables } from '../report/read-report.js';
import { audit, auditOf, LABELS, manyPredictions, NINE, workFolder, writeLines } from './run-audit.js';

const folder = workFolder();

describe('the report of an audit', () => {
  let whole: string;
  let report: string;
  let result: AuditResult;
  beforeAll(async () => {
    const out = join(folder, 'many');
    const path = writeLines(folder, 'many.csv', manyPredictions(200));
    await audit(path, ...LABELS, '--probabilities', 'p', '--resamples', '50', '--out', out);
    whole = readFileSync(join(out, 'report.html'), 'utf8');
    report = shownHtml(whole);
    result = JSON.parse(readFileSync(join(out, 'audit.json'), 'utf8'));
  });

  it('is a whole page with the words of the terminal', () => {
    expect(whole).toMatch(/^<!doctype html>\n<html lang="en">.*<\/html>\n$/s);
    const { document } = parseHTML(report);
    expect(document.querySelector('title')!.textContent).toBe(
      'Who is served how well? Predictions of truth in many.csv, judged by sex',
    );
    const text = [...document.querySelectorAll('p')].map((paragraph) => paragraph.textContent);
    const { conventions, headline, ...words } = auditWords(result);
    expect(document.querySelector('h2')!.textContent).toBe(headline);
    for (const sentence of Object.values(words)) {
      if (sentence !== undefined) expect(text).toContain(sentence);
    }
    expect(document.body.textContent).toContain(conventions);
  });

  it('has the three tables of the terminal', () => {
    const { document } = parseHTML(report);
    expect(shownTables(document)).toEqual(
      [serviceTable(result), decisionTable(result), parityTable(result)].map(({ rows }) => rows),
    );
  });

  it('has two figures, with every group, and with intervals', () => {
    const { document } = parseHTML(report);
    const figures = [...document.querySelectorAll('.figure')];
    expect(figures).toHaveLength(2);
    for (const drawn of figures) {
      for (const { name } of result.groups) expect(drawn.textContent).toContain(name);
    }
    for (const name of ['cross-entropy', 'accuracy', 'selected', 'true positives', 'false positives']) {
      expect(figures[0]!.textContent).toContain(name);
    }
    expect(figures[0]!.textContent).toContain('95% interval');
  });

  it('says how to do it again', () => {
    const { document } = parseHTML(report);
    const line = document.querySelector('pre')!.textContent!;
    expect(line).toMatch(/^fairfront audit \S+many\.csv /);
    for (const said of ['--target truth', '--groups sex', '--probabilities p', '--resamples 50']) {
      expect(line).toContain(said);
    }
    expect(line).not.toContain('--out');
  });

  it('needs nothing from elsewhere, and has no number that went wrong', () => {
    expect(report).not.toMatch(/<script|<img|<iframe|@import|url\(\s*['"]?http|\son\w+=|style=/i);
    expect(report.replaceAll('http://www.w3.org/', '')).not.toMatch(/https?:\/\//);
    expect(report).not.toMatch(/NaN|undefined|Infinity|null/);
  });
});

describe('other audits', () => {
  it('of three classes have no rates in the figure: there would be three of each', async () => {
    const rows = [
      'F,a,0.8,0.1,0.1',
      'F,b,0.1,0.8,0.1',
      'M,c,0.1,0.1,0.8',
      'M,a,0.8,0.1,0.1',
      'M,b,0.2,0.4,0.4',
    ];
    const path = writeLines(folder, 'three.csv', ['sex,truth,pa,pb,pc', ...rows]);
    const report = auditHtml(await auditOf(path, 'a=pa,b=pb,c=pc', { resamples: 20 }));
    const { document } = parseHTML(report);
    const [groups] = [...document.querySelectorAll('.figure')];
    expect(groups!.textContent).toContain('cross-entropy');
    expect(groups!.textContent).not.toContain('true positives');
    expect(report).not.toMatch(/NaN|undefined|Infinity|null/);
  });

  it('where groups have one class each: what cannot be told is drawn as such', async () => {
    const rows = ['F,yes,0.8', 'F,yes,0.6', 'M,no,0.3', 'M,no,0.6'];
    const path = writeLines(folder, 'alone.csv', ['sex,truth,p', ...rows]);
    for (const resamples of [0, 20]) {
      const report = auditHtml(await auditOf(path, 'p', { resamples }));
      expect(report).not.toMatch(/NaN|undefined|Infinity|null/);
      expect(parseHTML(report).document.querySelector('svg')!.textContent).toContain('cannot be told');
    }
  });

  it('names that look like markup are shown as they are', async () => {
    const wild = NINE.map((line) =>
      line.replace(/^F,/, '"<b>&""",').replace(',yes,', ',<i>,').replace('truth', '<u>&'),
    );
    const path = writeLines(folder, 'a <s>&.csv', wild);
    const result = await auditOf(path, '<i>=p', { target: '<u>&' });
    expect(result.groups.map(({ name }) => name)).toContain('<b>&"');
    const report = auditHtml({ ...result, notes: ['<script>x</script>'] });
    expect(report).not.toMatch(/<[bius]>|<script/);
    expect(report).not.toMatch(/&(?!amp;|lt;|gt;|quot;|#|nbsp;)/);
    const { document } = parseHTML(report);
    expect(document.querySelector('title')!.textContent).toContain('a <s>&.csv');
    expect(document.querySelector('section > .table tbody')!.textContent).toContain('<b>&"');
    for (const drawn of document.querySelectorAll('.figure')) {
      expect(drawn.textContent).toContain('<b>&"');
    }
    expect(document.body.textContent).toContain('9 predictions of <u>& (<i>, no)');
    expect(document.body.textContent).toContain('Note: <script>x</script>.');
  });
});
