// The report as text, and, where Debian's chromium is there, as a browser shows it.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { runTheoryDemo } from '../../src/demo/theory.js';
import { demoReport } from '../../src/demo/theory-report.js';
import { figure2 } from '../../src/paper/figures/figure-2.js';
import { figure6 } from '../../src/paper/figures/figure-6.js';
import { escapeHtml } from '../../src/report/html.js';

const CHROMIUM = process.env['CHROMIUM'] ?? 'chromium';
const context = { seed: 1 };
const report = demoReport(runTheoryDemo(1), figure2(context), figure6(context));

describe('the report of the demo', () => {
  it('has a row for each group and each strategy, and three pictures', () => {
    const { document } = parseHTML(report);
    const [groups, strategies] = [...document.querySelectorAll('tbody')];
    expect(groups!.querySelectorAll('tr')).toHaveLength(3);
    expect(strategies!.querySelectorAll('tr')).toHaveLength(4);
    expect(document.querySelectorAll('figure > svg')).toHaveLength(3);
  });

  it('needs nothing from elsewhere: no script, no link, no request', () => {
    expect(report).not.toMatch(/<script|<link|<img|@import|url\(\s*['"]?http/i);
    expect(report.replaceAll('http://www.w3.org/', '')).not.toMatch(/https?:\/\//);
  });

  it('has no number that went wrong', () => {
    expect(report).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('escapes what would be markup', () => {
    expect(escapeHtml('<a & "b">')).toBe('&lt;a &amp; &quot;b&quot;&gt;');
  });

  const absent = spawnSync(CHROMIUM, ['--version']).status !== 0;
  if (absent)
    process.stdout.write(`skipped: opening the report in a browser, since there is no ${CHROMIUM}\n`);
  it.skipIf(absent)(
    'opens in a browser',
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'fairfront-report-'));
      try {
        const page = join(folder, 'report.html');
        writeFileSync(page, report);
        const { stdout } = spawnSync(
          CHROMIUM,
          [
            ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
            ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
            `--user-data-dir=${join(folder, 'profile')}`,
            '--dump-dom',
            `file://${page}`,
          ],
          { encoding: 'utf8', timeout: 60_000 },
        );
        expect(stdout).toContain('Minimax Pareto fairness: three groups, one classifier');
        expect(stdout.match(/<svg[^>]*role="img"/g)).toHaveLength(3);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    90_000,
  );
});
