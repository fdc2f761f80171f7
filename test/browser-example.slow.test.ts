// The example page, built by Vite as docs/networks.md says and opened in the system's Chromium: it trains there, and asks no
// other host for anything. It is built of the packages' dist folders, which `npm test` makes first.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { build, type PreviewServer, preview } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const configFile = join(root, 'examples/browser/vite.config.ts');
const browserPath = spawnSync('which', [process.env['CHROMIUM'] ?? 'chromium'], {
  encoding: 'utf8',
}).stdout.trim();
const reason =
  browserPath === '' ? 'there is no chromium' : isBuilt() ? undefined : 'not built (npm run build)';
if (reason !== undefined) process.stdout.write(`skipped: training in a browser, since ${reason}\n`);

function isBuilt(): boolean {
  return ['core', 'neural'].every((name) => existsSync(join(root, 'packages', name, 'dist/index.js')));
}

describe.skipIf(reason !== undefined)('the example page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairfront-browser-'));
  let server: PreviewServer;

  beforeAll(async () => {
    const shared = { configFile, logLevel: 'error', build: { outDir: folder, emptyOutDir: true } } as const;
    await build(shared);
    server = await preview({ ...shared, preview: { host: '127.0.0.1', port: 0 } });
  }, 120_000);

  afterAll(async () => {
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('trains a linear model and a network in Chromium', async () => {
    const browser = await chromium.launch({
      executablePath: browserPath,
      args: [
        ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
        ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
      ],
    });
    try {
      const page = await browser.newPage();
      const hosts = new Set<string>();
      page.on('request', (request) => hosts.add(new URL(request.url()).hostname));
      await page.goto(server.resolvedUrls!.local[0]!);
      await page.waitForFunction(
        () => document.querySelector('#status')!.textContent !== 'training …',
        undefined,
        {
          timeout: 100_000,
        },
      );
      expect(await page.textContent('#status')).toBe('done');
      const rows = await page.$$eval('#risks tr', (all) =>
        all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '')),
      );
      const worst = new Map(rows.map(([model, ...risks]) => [model, Math.max(...risks.map(Number))]));
      expect([...worst.keys()]).toEqual(['linear, naive', 'linear, minimax', 'network, minimax']);
      expect(worst.get('linear, minimax')!).toBeLessThan(worst.get('linear, naive')!);
      expect(worst.get('network, minimax')!).toBeLessThan(0.9 * worst.get('linear, minimax')!);
      expect([...hosts]).toEqual(['127.0.0.1']);
    } finally {
      await browser.close();
    }
  }, 120_000);
});
