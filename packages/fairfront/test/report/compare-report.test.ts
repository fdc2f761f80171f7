// A comparison on the terminal and in report.html: the same table and words in both.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FitResult } from '../../src/measure/fit-result.js';
import { compareTable, methodLines } from '../../src/report/compare-tables.js';
import { compareWords } from '../../src/report/compare-words.js';
import { fitText } from '../../src/report/fit-text.js';
import { formatTable } from '../../src/report/table.js';
import { BY_VALIDATION, fit, readResult, TWO_GROUPS, workFolder, writeLoans } from '../runs/run-fit.js';
import { madeBaseline, madeCompared, madeEqualRisk, madeOdds } from './made-compared.js';
import { madeResult } from './made-result.js';
import { fitHtml, shownHtml, shownTables } from './read-report.js';

const folder = workFolder();

describe('a fit with --compare', () => {
  let text: string;
  let report: string;
  let result: FitResult;
  beforeAll(async () => {
    const out = join(folder, 'out');
    const args = [
      ...BY_VALIDATION,
      '--max-solves',
      '4',
      '--compare',
      'kamishima,hardt,equal-risk',
      '--out',
      out,
    ];
    const run = await fit(writeLoans(folder, 600), ...TWO_GROUPS, ...args);
    expect(run.code).toBe(0);
    text = run.out;
    report = shownHtml(readFileSync(join(out, 'report.html'), 'utf8'));
    result = readResult(out);
  });

  it('has table and sentences of test rows on the terminal, between who pays and the proof', () => {
    const lines = methodLines(result, result.compared!, 'test');
    const { columns, rows } = compareTable(lines);
    expect(text).toContain(
      [
        'Held against other methods, on test rows:',
        formatTable(columns, rows),
        compareWords(result, result.compared!, lines).join('\n'),
      ].join('\n\n'),
    );
    expect(text).toMatch(/Who pays: .*Held against other methods.*\nProved /s);
    const { worst, sampleMean } = result.compared!.baselines[0]!.metrics.test.crossEntropy;
    expect(text).toMatch(
      new RegExp(`^Kamishima +η = [\\d.]+ +${worst.toFixed(4)} +${sampleMean.toFixed(4)} `, 'm'),
    );
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('has a section in the report: words, a figure with every method, a table', () => {
    const { document } = parseHTML(report);
    expect([...document.querySelectorAll('h2')].map((heading) => heading.textContent)).toContain(
      'Other methods',
    );
    const lines = methodLines(result, result.compared!, 'test');
    const paragraphs = [...document.querySelectorAll('p')].map((own) => own.textContent);
    for (const words of compareWords(result, result.compared!, lines)) expect(paragraphs).toContain(words);
    expect(shownTables(document)).toContainEqual(compareTable(lines).rows);
    const drawn = [...document.querySelectorAll('figure svg')].map((svg) => svg.textContent).join('\n');
    for (const { name } of lines) expect(drawn).toContain(name);
    expect(document.querySelector('pre')!.textContent).toContain('--compare kamishima,hardt,equal-risk');
    expect(report).not.toMatch(/NaN|undefined|Infinity/);
  });
});

describe('a fit without', () => {
  it('speaks of no other method, in either', () => {
    const result = madeResult({ risks: { naive: [0.7, 0.4], minimax: [0.6, 0.5] } });
    for (const shown of [fitText(result), fitHtml(result)]) {
      expect(shown).not.toMatch(/Held against|Other methods|Hardt|Zafar|equal risk/);
    }
  });
});

describe('made by hand', () => {
  const result = madeResult({ risks: { naive: [0.7, 0.4], minimax: [0.6, 0.5] }, names: ['<b>&"', 'M'] });

  it('names that look like markup are shown as they are', () => {
    const compared = madeCompared({
      baselines: [madeBaseline('feldman', [0.65, 0.3], { needsGroup: true })],
      equalRisk: madeEqualRisk([0.6, 0.6], [0.1, 0.4]),
    });
    const report = fitHtml({ ...result, compared });
    expect(report).not.toContain('<b>');
    const { document } = parseHTML(report);
    expect(document.body.textContent).toContain(
      'What equal risk costs, on validation rows: with every group at 0.6000, <b>&" ',
    );
  });

  it('where decisions change for equal risk, it is drawn with what they come to', () => {
    const compared = madeCompared({
      equalisedOdds: [madeOdds('minimax', [0.6, 0.7])],
      equalRisk: madeEqualRisk([0.9, 0.9], [0, 1], { keepsDecisions: false, accuracies: [0.5, 0.125] }),
    });
    const report = fitHtml({ ...result, compared });
    const drawn = [...parseHTML(report).document.querySelectorAll('figure svg')].map(
      (svg) => svg.textContent,
    );
    expect(drawn.join()).toContain('minimax + Hardt');
    expect(drawn.join()).toContain('minimax, equal risk');
    const cells = [...parseHTML(report).document.querySelectorAll('td')].map((cell) => cell.textContent);
    expect(cells).toContain('12.5%');
    expect(report).toContain('where that is not enough, decisions change as well.');
    expect(report).not.toMatch(/NaN|undefined|Infinity/);
  });
});
