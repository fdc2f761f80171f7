// `npm run screenshots`: the pictures of README and docs, made of real runs: the report of the demo and the pages of the
// studio, wide, on a phone and in the dark. Needs the system's Chromium and what `npm run build` makes.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const root = resolve(import.meta.dirname, '..');
const program = join(root, 'packages/fairfront/bin/fairfront.js');
const images = join(root, 'docs/images');
const workspace = mkdtempSync(join(tmpdir(), 'fairfront-screenshots-'));
const fairfront = (...args) =>
  execFileSync(process.execPath, [program, ...args, '--quiet'], { cwd: workspace });

fairfront('demo', '--out', 'adult-1');
fairfront('fit', 'german:gender', '--model', 'linear', '--out', 'german-1');
fairfront('front', 'adult', '--groups', 'income', '--out', 'adult-front-1');
const server = spawn(process.execPath, [program, 'studio', workspace, '--json', '--no-open', '--port', '0'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [line] = await once(createInterface(server.stdout), 'line');
const { url } = JSON.parse(line);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
});

/** Takes a picture of a page. @param prepare what is done before */
async function shoot(name, address, options, prepare = async () => {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 }, ...options });
  const page = await context.newPage();
  if (address.startsWith('#')) {
    await page.goto(url);
    await page.goto(`${new URL(url).origin}/${address}`);
  } else await page.goto(address);
  await page.waitForLoadState('networkidle');
  await prepare(page);
  await page.waitForTimeout(500); // figures are drawn at the width they get
  await page.screenshot({ path: join(images, `${name}.png`) });
  await context.close();
}

const DARK = { colorScheme: 'dark' };
const PHONE = { viewport: { width: 390, height: 800 } };
try {
  const report = pathToFileURL(join(workspace, 'adult-1/report.html')).href;
  await shoot('report', report, { viewport: { width: 1200, height: 1150 } });
  await shoot('report-dark', report, DARK);
  await shoot('report-phone', report, PHONE);
  await shoot('studio', '#/', {});
  await shoot('studio-data', '#/data/adult%3Agender', { viewport: { width: 1200, height: 1000 } }, (page) =>
    page.getByRole('region', { name: 'Rows by group and class' }).waitFor(),
  );
  await shoot(
    'studio-front',
    '#/run/adult-front-1/front',
    { viewport: { width: 1200, height: 1150 } },
    async (page) => {
      await page.getByRole('slider').focus();
      for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowRight');
    },
  );
  await shoot('studio-decide', '#/run/adult-1/decide', DARK, async (page) => {
    await page.locator('.threshold').waitFor();
  });
  await shoot('studio-phone', '#/run/adult-1', PHONE);
} finally {
  await browser.close();
  server.kill('SIGTERM');
  await once(server, 'exit');
  rmSync(workspace, { recursive: true, force: true });
}
