// The page of the theory demo as text.

import { drawFigure2, drawFigure6 } from '@fairfront/charts';
import { describe, expect, it } from 'vitest';
import { runTheoryDemo } from '../../src/demo/theory.js';
import { theoryPage } from '../../src/demo/theory-page.js';
import { figure2 } from '../../src/paper/figures/figure-2.js';
import { figure6 } from '../../src/paper/figures/figure-6.js';
import { drawSvg } from '../../src/report/picture.js';
import { writePage } from '../../src/report/write-page.js';
import { shownHtml, shownPage, shownTables } from '../report/read-report.js';

const distributions = figure6({ seed: 1 });
const whole = writePage(
  theoryPage(runTheoryDemo(1), {
    convergence: drawSvg(drawFigure2, figure2({ seed: 1 })),
    distributions: drawSvg(drawFigure6, distributions),
    runs: distributions.runs,
  }),
);
const report = shownHtml(whole);

describe('the report of the demo', () => {
  it('has a row for each group and each strategy, and three pictures', () => {
    const document = shownPage(whole);
    const [groups, strategies] = shownTables(document);
    expect(groups).toHaveLength(3);
    expect(strategies).toHaveLength(4);
    expect(document.querySelectorAll('figure')).toHaveLength(3);
  });

  it('needs nothing from elsewhere', () => {
    expect(report).not.toMatch(/<img|@import|url\(\s*['"]?http|\sstyle=/i);
    expect(report.replaceAll('http://www.w3.org/', '')).not.toMatch(/https?:\/\//);
  });

  it('has no number that went wrong', () => {
    expect(report).not.toMatch(/NaN|undefined|Infinity/);
  });
});
