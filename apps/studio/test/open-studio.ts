// The studio as people meet it: the command's server in a folder of its own, and the system's Chromium.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const browserPath = spawnSync('which', [process.env['CHROMIUM'] ?? 'chromium'], {
  encoding: 'utf8',
}).stdout.trim();

/** Why there is no studio; undefined where there can be one. */
export const noStudio: string | undefined = browserPath === '' ? 'there is no chromium' : undefined;

const command = join(import.meta.dirname, '../../../packages/fairfront/bin/fairfront.js');
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface OpenStudio {
  /** The folder of its data and runs. */
  readonly folder: string;
  /** The address with the token of the server that runs now. */
  readonly url: string;
  /** A new page at an address such as #/data/x.csv. */
  page(hash: string, options?: BrowserContextOptions): Promise<Page>;
  /** Ends the server. */
  stop(): Promise<void>;
  /** Ends the server, and starts another in the same folder, on the same port. */
  restart(): Promise<void>;
  /** What pages complained of: scripts that failed, and whatever the content policy stopped. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

/** Starts the system's Chromium. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: browserPath,
    args: [
      ...['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-quic'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
    ],
  });
}

async function startServer(
  folder: string,
  port = '0',
): Promise<{ readonly server: ChildProcess; readonly url: string }> {
  const args = [command, 'studio', folder, '--json', '--no-open', '--port', port];
  const server: ChildProcess = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface(server.stdout!), 'line');
  return { server, ...(JSON.parse(line) as { readonly url: string }) };
}

/** Starts the built studio and a browser. */
export async function openStudio(): Promise<OpenStudio> {
  const folder = mkdtempSync(join(tmpdir(), 'fairfront-studio-'));
  let { server, url } = await startServer(folder);
  const stop = async (): Promise<void> => {
    if (server.kill('SIGTERM') && server.exitCode === null) await once(server, 'exit');
  };
  const browser = await launchBrowser();
  const complaints: string[] = [];
  return {
    folder,
    complaints,
    stop,
    get url() {
      return url;
    },
    page: async (hash, options = {}) => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
      const page = await context.newPage();
      page.on('pageerror', ({ message }) => complaints.push(message));
      page.on('dialog', (dialog) => {
        complaints.push(`a dialog: ${dialog.message()}`);
        dialog.dismiss();
      });
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      await page.goto(url); // the token becomes a cookie
      await page.goto(`${new URL(url).origin}/${hash}`);
      return page;
    },
    restart: async () => {
      await stop();
      ({ server, url } = await startServer(folder, new URL(url).port));
    },
    close: async () => {
      await browser.close();
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What is wrong with a page as it is now, wide and on a phone, light and dark: serious faults, scrolling sideways. */
export async function pageFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(200); // figures are drawn anew at the width they get
      const serious = await seriousFaults(page);
      faults.push(...serious.map((fault) => `${width} px, ${colorScheme}: ${fault}`));
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > width) faults.push(`${width} px: scrolls sideways by ${wide - width}`);
  }
  return faults;
}

/** What axe finds that is serious, on the page as it is. */
export async function seriousFaults(page: Page): Promise<string[]> {
  // What is being worked out anew is pale, and slowly becomes itself again.
  await page.waitForFunction(() => document.querySelector('.stale') === null);
  await page.waitForTimeout(400);
  return page.evaluate(`(() => { ${axe}; return axe.run().then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => id + ': ' + nodes[0].html)); })()`);
}
