// What the report and the words of a fit by plug-in estimation say.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DistilledResult, FitResult } from '../../src/measure/fit-result.js';
import { decompositionTable, decompositionWords } from '../../src/report/decomposition-words.js';
import { fitWords } from '../../src/report/fit-words.js';
import { outlookWords } from '../../src/report/outlook-words.js';
import type { PlugInReport } from '../../src/training/plug-in/insight.js';
import { PLUG_IN, TINY } from '../runs/plug-in-runs.js';
import { FOUR_GROUPS, fit, readResult, TWO_GROUPS, workFolder, writeLoans } from '../runs/run-fit.js';
import { type MadeResult, madeResult } from './made-result.js';
import { fitHtml, shownHtml, shownTables } from './read-report.js';

const folder = workFolder();
const names = ({ groups }: FitResult): string[] => groups.map(({ name }) => name);

describe('the report of a fit by plug-in estimation', () => {
  const out = join(folder, 'four');
  let report: string;
  let result: FitResult;
  let document: Document;
  beforeAll(async () => {
    const few = ['--max-solves', '20', '--folds', '2', '--distil', ...TINY];
    const run = await fit(writeLoans(folder, 1200), ...FOUR_GROUPS, ...PLUG_IN, ...few, '--out', out);
    expect(run.code).toBe(0);
    report = shownHtml(readFileSync(join(out, 'report.html'), 'utf8'));
    result = readResult(out);
    document = parseHTML(report).document;
  });

  it('has the words of the terminal', () => {
    const text = [...document.querySelectorAll('p')].map((paragraph) => paragraph.textContent);
    const { problem, payers, decisions, selection, certificate, search, training, distilled } =
      fitWords(result);
    const first = [...problem.split('\n'), payers, ...decisions, selection];
    for (const sentence of [...first, certificate, search, training, distilled]) {
      if (sentence !== undefined) expect(text).toContain(sentence);
    }
    const { outlook, riskSources } = result.plugIn!;
    expect(text).toContain(`Before the search: ${outlookWords(outlook!, names(result), 'cross-entropy')}`);
    for (const sentence of decompositionWords(riskSources!, names(result))) expect(text).toContain(sentence);
    expect(text.join()).toContain(`The certificate speaks of ${result.search.problem}.`);
  });

  it('shows where each group’s risk comes from, as figure and table', () => {
    const headings = [...document.querySelectorAll('h2')].map(({ textContent }) => textContent);
    expect(headings.slice(1, 7)).toEqual([
      'Who gains, who pays',
      'Decisions before and after',
      'What at most was to gain',
      'What one group’s gain costs another',
      'Where each group’s risk comes from',
      'How far its probabilities can be trusted',
    ]);
    const own = [...document.querySelectorAll('.figure')].filter((figure) =>
      figure.querySelector('svg.fairfront-risk-sources'),
    );
    expect(own).toHaveLength(1);
    for (const name of names(result)) expect(own[0]!.textContent).toContain(name);
    expect(own[0]!.textContent).toContain('(2 folds)');
    expect(shownTables(document)).toContainEqual(
      decompositionTable(result.plugIn!.riskSources!, names(result)).rows,
    );
  });

  it('has the distilled network in the table of the groups, and how to do it again', () => {
    const titles = [...document.querySelector('section > .table')!.querySelectorAll('thead th')].map(
      (cell) => cell.textContent,
    );
    expect(titles).toContain('distilled');
    expect(document.querySelector('pre')!.textContent).toMatch(/ --estimation plug-in .*--distil\b/);
  });

  it('has no number that went wrong, and needs nothing from elsewhere', () => {
    expect(report).not.toMatch(/NaN|undefined|Infinity|\bnull\b/);
    expect(report).not.toMatch(/<script|<img|<iframe/i);
    expect(report.replaceAll('http://www.w3.org/', '')).not.toMatch(/https?:\/\//);
  });
});

describe.each([
  ['--folds 0', [...TWO_GROUPS, '--folds', '0']],
  ['groups made of the target', ['--target', 'default', '--groups', 'default', '--ignore', 'grade']],
])('the report with %s', (name, args) => {
  it('does not say where risk comes from', async () => {
    const out = join(folder, name);
    await fit(writeLoans(folder, 600), ...args, ...PLUG_IN, '--max-solves', '20', '--quiet', '--out', out);
    const report = shownHtml(readFileSync(join(out, 'report.html'), 'utf8'));
    expect(report).not.toMatch(/comes from<|Before the search|NaN|undefined|Infinity|\bnull\b/);
    const { document } = parseHTML(report);
    expect(document.querySelector('svg.fairfront-risk-sources')).toBeNull();
    expect(document.querySelector('svg.fairfront-search-path')).not.toBeNull();
  });
});

/** A result as if by plug-in estimation. */
function madePlugIn(
  given: Partial<MadeResult> = {},
  plugIn: Partial<PlugInReport> = {},
  distilled?: DistilledResult,
): FitResult {
  const made = madeResult({ risks: { naive: [0.5, 0.4], minimax: [0.45, 0.44] }, ...given });
  return {
    ...made,
    task: { ...made.task, estimation: 'plug-in' },
    plugIn: {
      priors: [0.5, 0.5],
      parts: ['p(Y | X, A)', 'p(Y | X, B)', 'p(A | X)'].map((name) => ({ name, kind: 'linear' })),
      folds: null,
      outlook: null,
      riskSources: null,
      ...plugIn,
    },
    ...(distilled === undefined ? {} : { distilled }),
  };
}

describe('the words', () => {
  it('of the certificate speak of the estimate and of all classifiers, of no penalty', () => {
    const { certificate } = fitWords(
      madePlugIn({ certificate: { lower: 0.4, upper: 0.404 }, relativeGap: 0.2, trainRisks: [0.3, 0.2] }),
    );
    expect(certificate).toBe(
      'Proved for the estimate: were p(A | X) and p(Y | X, a) just as estimated, no classifier whatever would have a worst-group risk below 0.4000 at the training rows; this one would have 0.5000, of which at most 20% could be saved. Validation rows chose the model; chosen by the estimate alone, at most 1% could be saved.',
    );
  });

  it('of an unsettled search do not send to the exact one', () => {
    const unsettled = { certificate: { relativeGap: 0.05 } };
    expect(fitWords(madePlugIn(unsettled)).advice).toEqual([
      "The search has not settled: by the estimate up to 5% of the worst risk may be saved. Try `search: 'cutting-plane'`, or more `maxSolves`.",
    ]);
    expect(
      fitWords(madeResult({ risks: { naive: [1, 1], minimax: [1, 1] }, ...unsettled })).advice[0],
    ).toContain("`search: 'exact'` or `search: 'cutting-plane'`");
  });

  it('count the parts, and how often they were trained', () => {
    expect(fitWords(madePlugIn()).training).toBe(
      'The models are mixed from 3 components, which are trained once.',
    );
    expect(fitWords(madePlugIn({}, { folds: 5 })).training).toMatch(
      /trained once; each was trained 5 times more, on rows left out in turn\.$/,
    );
    const constant = { name: 'p(Y | X, A)', kind: 'constant', probabilities: [0.5, 0.5] } as const;
    const membership = { name: 'p(A | X)', kind: 'linear' } as const;
    expect(fitWords(madePlugIn({}, { parts: [constant, constant, membership] })).training).toBe(
      'The models are mixed from 3 components, which are trained once, 2 known or constant.',
    );
  });

  it('name the parts whose training was cut short', () => {
    const network = { model: 'mlp', hidden: [8], activation: 'elu' } as const;
    const part = (name: string, status: 'max-epochs' | 'patience') =>
      ({ name, kind: 'network', training: { status, epochs: 3, failures: 0, learningRate: 1 } }) as never;
    const parts = [
      part('p(Y | X, A)', 'max-epochs'),
      part('p(Y | X, B)', 'patience'),
      part('p(A | X)', 'max-epochs'),
    ];
    const { advice } = fitWords(madePlugIn({ network }, { parts }));
    expect(advice.join()).toContain('Training of the p(Y | X, A), p(A | X) networks was stopped');
  });

  it('say what the distilled network would change, group by group', () => {
    const made = madePlugIn();
    const { metrics } = made.models.minimax;
    const network = { kind: 'mlp', hidden: [8], inputs: 7, classes: 2, activation: 'elu' } as never;
    const words = (cost: readonly number[]) =>
      fitWords(madePlugIn({}, {}, { network, metrics, cost })).distilled;
    const said =
      'distilled.onnx is one network, a neural network with a hidden layer of 8 units, fitted to the minimax mixture. In its place it would change each group’s risk on test rows by: A +10%, B −1%.';
    expect(words([0.045, -0.0044])).toBe(said);
    // 0.45 and 0.44 before, and naive training has 0.5 for its worst group.
    expect(words([0.09, 0])).toContain(
      'A +20%, B 0%. Its worst group has 0.5400, more than with naive training (0.5000): use the mixture',
    );
    expect(fitWords(made).distilled).toBeUndefined();
  });

  it('say what is mixed', () => {
    expect(fitWords(madePlugIn()).problem).toContain(
      'with a mixture of linear models: one of every group, and one that tells the groups apart (cross-entropy',
    );
    const network = { model: 'resnet', hidden: [8, 8], activation: 'elu' } as const;
    expect(fitWords(madePlugIn({ network })).problem).toContain(
      'with a mixture of models, each a residual network of 2 blocks, 8 units wide: one of every group',
    );
  });
});

describe('a report made of a result by hand', () => {
  it('shows names of groups as they are', () => {
    const estimate = { value: 0.4, low: 0.3, high: 0.5 };
    const price = { value: 0.1, low: 0.05, high: 0.15 };
    const source = {
      rows: 100,
      risk: estimate,
      irreducible: estimate,
      priceOfSharing: price,
      verdict: 'pays',
    } as const;
    const riskSources = { groups: [source, source], level: 0.95, resamples: 10 };
    const report = fitHtml(madePlugIn({ names: ['<b>&', 'B'] }, { folds: 3, riskSources }));
    expect(report).not.toContain('<b>');
    const { document } = parseHTML(report);
    const [first] = decompositionWords(riskSources, ['<b>&', 'B']);
    expect(first).toMatch(/^<b>&: /);
    expect(document.body.textContent).toContain(first);
    expect(document.body.textContent).toContain('(3 folds)');
  });
});
