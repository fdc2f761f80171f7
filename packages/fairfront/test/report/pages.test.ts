// The pages of all commands: whole, in order, rendered without a browser.

import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { auditPage } from '../../src/audit/audit-page.js';
import { biasAuditPage } from '../../src/audit/bias-audit-page.js';
import { comparePage } from '../../src/compare/compare-page.js';
import { compareRuns } from '../../src/compare/compare-runs.js';
import { runTheoryDemo } from '../../src/demo/theory.js';
import { theoryPage } from '../../src/demo/theory-page.js';
import { frontPage } from '../../src/front/front-page.js';
import { audit, biasAudit, front, readTable, watch } from '../../src/index.js';
import { paperPage } from '../../src/paper/paper-page.js';
import { runExperiment } from '../../src/paper/registry.js';
import { fitPage } from '../../src/report/fit-page.js';
import type { ReportPage } from '../../src/report/page.js';
import { writePage } from '../../src/report/write-page.js';
import { watchPage } from '../../src/watch/watch-page.js';
import { loansTable } from '../runs/made-table.js';
import { workFolder } from '../runs/run-fit.js';
import { GROUPS, loansRun, turnedRound } from '../watch/watched-run.js';
import { shownPage } from './read-report.js';

const folder = workFolder();
const pages: Record<string, ReportPage> = {};

beforeAll(async () => {
  const run = await loansRun(join(folder, 'run'));
  const other = await loansRun(join(folder, 'other'), 1000);
  const table = loansTable(400, 5);
  const audited = await audit(await readTable(join(folder, 'run', 'predictions.csv')), {
    target: 'default',
    groups: 'group',
    probabilities: ['yes=minimax yes'],
    resamples: 20,
  });
  const ratios = await biasAudit(table, { ll144: 'sex', selected: 'default=yes' });
  const possible = await front(table, {
    target: 'default',
    groups: 'sex',
    ignore: ['grade'],
    steps: 4,
    minGroup: 5,
  });
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  Object.assign(pages, {
    fit: fitPage(run.result),
    audit: auditPage(audited.result),
    'bias audit': biasAuditPage(ratios.result),
    front: frontPage(possible.result),
    compare: comparePage((await compareRuns([run, other])).result),
    theory: theoryPage(runTheoryDemo(1), { convergence: svg, distributions: svg, runs: 3 }),
    paper: paperPage(
      { name: 'figure-5', title: 'How a star set is drawn' },
      await runExperiment('figure-5'),
      {},
    ),
    watch: watchPage((await watch(run, turnedRound(300, 21), { groups: GROUPS })).result),
  });
}, 60_000);

const NAMES = ['fit', 'audit', 'bias audit', 'front', 'compare', 'theory', 'paper', 'watch'] as const;

describe.each(NAMES)('the page of %s', (name) => {
  it('is about something in words, and no section is empty or has the name of another', () => {
    const { title, sections } = pages[name]!;
    expect(title).toMatch(/\w+ \w+/);
    expect(title).not.toContain(folder);
    expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length);
    for (const { id, blocks } of sections) {
      expect(id).toMatch(/^[a-z][a-z0-9-]*$/);
      expect(blocks.length).toBeGreaterThan(0);
    }
  });

  it('is plain data: the same after JSON', () => {
    expect(JSON.parse(JSON.stringify(pages[name]))).toEqual(pages[name]);
  });

  it('renders, the verdict before all else', () => {
    const document = shownPage(writePage(pages[name]!));
    const { verdict, sections } = pages[name]!;
    const titles = [...document.querySelectorAll('main h2')].map(({ textContent }) => textContent);
    expect(titles).toEqual([
      ...(verdict === undefined ? [] : [verdict.headline]),
      ...sections.map(({ title }) => title),
    ]);
    if (verdict !== undefined) {
      expect(document.querySelector('main')!.firstElementChild!.textContent).toContain(verdict.text);
    }
  });

  it('has one heading of the first order, and none skips an order', () => {
    const document = shownPage(writePage(pages[name]!));
    const orders = [...document.querySelectorAll('h1, h2, h3, h4')].map((own) => Number(own.tagName[1]));
    expect(orders.filter((order) => order === 1)).toHaveLength(1);
    orders.forEach((order, i) => {
      if (i > 0) expect(order - orders[i - 1]!).toBeLessThanOrEqual(1);
    });
  });
});
