// Reports in the system's Chromium: with scripts and without, light, dark and on a telephone; nothing is asked of any
// network, the policy refuses nothing that is there, and axe finds no serious fault.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawFigure1 } from '@fairfront/charts';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { frontPage } from '../../src/front/front-page.js';
import { fit, front } from '../../src/index.js';
import { figure1 } from '../../src/paper/figures/figure-1.js';
import { paperPage } from '../../src/paper/paper-page.js';
import { fitPage } from '../../src/report/fit-page.js';
import type { ReportPage } from '../../src/report/page.js';
import { drawSvg } from '../../src/report/picture.js';
import { writePage } from '../../src/report/write-page.js';
import { loansTable } from '../runs/made-table.js';

const browserPath = spawnSync('which', [process.env['CHROMIUM'] ?? 'chromium'], {
  encoding: 'utf8',
}).stdout.trim();
const absent = browserPath === '';
if (absent) process.stdout.write('skipped: opening reports in a browser, since there is no chromium\n');

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'fairfront-reports-'));
const TASK = { target: 'default', ignore: ['grade'], model: 'linear' } as const;
const DESK = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

let browser: Browser;
beforeAll(async () => {
  if (absent) return;
  const { result } = await fit(loansTable(1200), { ...TASK, groups: 'sex,region' });
  const possible = await front(loansTable(1200), {
    target: 'default',
    ignore: ['grade'],
    groups: 'sex',
    steps: 8,
  });
  const svg = drawSvg(drawFigure1, figure1());
  const hostile = JSON.parse(
    JSON.stringify(result).replaceAll(
      JSON.stringify(result.groups[0]!.name),
      JSON.stringify(`<img src=x onerror=alert(1)>${'x'.repeat(270)}`),
    ),
  ) as typeof result;
  expect(hostile.groups[0]!.name).toHaveLength(298);
  write('fit', fitPage(result));
  write('hostile', fitPage(hostile));
  write('front', frontPage(possible.result));
  write('paper', paperPage({ name: 'figure-1', title: 'A front' }, { files: { svg }, summary: 'a\nb' }, {}));
  write('many', manyGroups(fitPage(result)));
  browser = await chromium.launch({
    executablePath: browserPath,
    args: [
      ...['--no-sandbox', '--disable-gpu', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
    ],
  });
}, 240_000);
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

function write(name: string, page: ReportPage): void {
  writeFileSync(join(folder, `${name}.html`), writePage(page));
}

/** The page with 64 groups in its tables and people. */
function manyGroups(page: ReportPage): ReportPage {
  const sections = page.sections.map((section) => ({
    ...section,
    blocks: section.blocks.map((block) => {
      if (block.kind !== 'table') return block;
      const [row] = block.table.rows;
      const rows = Array.from({ length: 64 }, (_, i) => [`group ${i}`, ...row!.slice(1)]);
      return { ...block, table: { ...block.table, rows } };
    }),
  }));
  return { ...page, sections };
}

interface Opened {
  readonly page: Page;
  /** What the console said, what was refused, and what was asked for elsewhere. */
  readonly faults: readonly string[];
}

async function open(
  name: string,
  {
    viewport = DESK,
    colorScheme = 'light' as const,
    javaScriptEnabled = true,
  }: {
    readonly viewport?: { readonly width: number; readonly height: number };
    readonly colorScheme?: 'light' | 'dark';
    readonly javaScriptEnabled?: boolean;
  } = {},
): Promise<Opened> {
  const context = await browser.newContext({ viewport, colorScheme, javaScriptEnabled });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => faults.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('dialog', (dialog) => {
    faults.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!/^(file|data|blob):/.test(request.url())) faults.push(`request of ${request.url()}`);
  });
  await page.goto(`file://${join(folder, `${name}.html`)}`);
  if (javaScriptEnabled) await page.waitForSelector('.tools button');
  return { page, faults };
}

const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

async function seriousFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe); // as the test, not as the page: its policy would refuse it
  return page.evaluate(async () => {
    const { run } = (globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } }).axe;
    interface Violation {
      readonly id: string;
      readonly impact: string;
      readonly nodes: readonly { readonly html: string }[];
    }
    const { violations } = await run();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes[0]!.html.slice(0, 200)}`);
  });
}

describe.skipIf(absent)('a report in a browser', { timeout: 120_000 }, () => {
  it.each(['fit', 'front', 'paper', 'hostile', 'many'])(
    'of %s has no fault: light, dark, telephone',
    async (name) => {
      for (const look of [{}, { colorScheme: 'dark' as const }, { viewport: PHONE }]) {
        const { page, faults } = await open(name, look);
        expect(await scrollsSideways(page), JSON.stringify(look)).toBe(false);
        expect(await seriousFaults(page)).toEqual([]);
        expect(faults).toEqual([]);
        await page.context().close();
      }
    },
  );

  it.each(['fit', 'front', 'paper'])('of %s reads without scripts', async (name) => {
    const { page, faults } = await open(name, { javaScriptEnabled: false, viewport: PHONE });
    expect(await page.locator('h1').textContent()).toMatch(/\w+ \w+/);
    expect(await page.locator('figure svg[role=img]').first().isVisible()).toBe(true);
    expect(await page.locator('.tools button').count()).toBe(0);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('draws figures at the width they get', async () => {
    const { page } = await open('fit', { viewport: PHONE });
    const drawn = page.locator('.drawing svg[role=img]').first();
    await expect.poll(() => drawn.getAttribute('width').then(Number)).toBeLessThan(PHONE.width);
    await page.setViewportSize(DESK);
    await expect.poll(() => drawn.getAttribute('width').then(Number)).toBeGreaterThan(PHONE.width);
    await page.context().close();
  });

  it('saves a figure as SVG, PNG and CSV', async () => {
    const { page, faults } = await open('fit');
    for (const [button, ending, start] of [
      ['SVG', 'svg', '<svg '],
      ['PNG', 'png', '\u0089PNG'],
      ['CSV', 'csv', 'group,'],
    ] as const) {
      const waited = page.waitForEvent('download');
      await page.locator('.tools button', { hasText: button }).first().click();
      const file = await waited;
      expect(file.suggestedFilename()).toMatch(new RegExp(`^[\\p{L}\\p{N}-]+\\.${ending}$`, 'u'));
      expect(readFileSync((await file.path())!, 'latin1').slice(0, start.length)).toBe(start);
    }
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('opens an appendix for a link to it, and all of them on paper', async () => {
    const { page } = await open('fit');
    await page.locator('.contents a', { hasText: 'Every metric' }).click();
    await expect.poll(() => page.locator('#metrics').isVisible()).toBe(true);
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    expect(await page.locator('details.appendix:not([open])').count()).toBe(0);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    expect(await page.locator('details.appendix:not([open])').count()).toBeGreaterThan(0);
    await page.context().close();
  });
});
