// How long people wait in the studio, in the system's Chromium on a real server: from a dropped CSV of 100,000 rows to its
// columns, for the list of 50 runs, and for a report of 16 groups and 500 solves. And whether the server's memory stays
// flat while it starts, follows and opens a hundred runs.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createRandom } from '@fairfront/core';
import { startFit } from 'fairfront';
import { type Browser, chromium, type Page } from 'playwright-core';
import { median } from './statistics.js';

const ROUNDS = 5;
const RUNS = 100;
const program = fileURLToPath(new URL('../../packages/fairfront/bin/fairfront.js', import.meta.url));

/** Times what people wait for. */
export async function benchStudio() {
  const folder = mkdtempSync(join(tmpdir(), 'fairfront-bench-'));
  const server = spawn(process.execPath, [program, 'studio', folder, '--json', '--no-open', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface(server.stdout), 'line');
  const { url } = JSON.parse(line) as { readonly url: string };
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  });
  try {
    const dropped = await timeDrops(browser, url, folder);
    const memory = await followRuns(browser, url, server);
    const listed = await timeList(browser, url);
    const report = await timeReport(browser, folder);
    const seconds = { 'drop to columns, s': dropped, 'list of 50 runs, s': listed, 'report, s': report };
    console.table(
      Object.entries(seconds).map(([what, own]) => ({ what, median: median(own), all: own.join(' ') })),
    );
    process.stdout.write(`server's memory after 10, 20, … ${RUNS} runs: ${memory.join(' ')} MB\n`);
    return {
      ratios: { [`memory after ${RUNS} runs / after 20`]: memory.at(-1)! / memory[1]! },
      ...Object.fromEntries(Object.entries(seconds).map(([what, own]) => [what, median(own)])),
      'memory, MB': memory,
    };
  } finally {
    await browser.close();
    server.kill('SIGTERM');
    await once(server, 'exit');
    rmSync(folder, { recursive: true, force: true });
  }
}

const since = (start: number): number => Number(((performance.now() - start) / 1000).toFixed(2));

/** A table of 20 columns, half of them numbers. */
function table(rows: number, seed: number): string {
  const { uniform } = createRandom(seed);
  const lines = [Array.from({ length: 20 }, (_, c) => `column${c}`).join(',')];
  for (let row = 0; row < rows; row++) {
    lines.push(
      Array.from({ length: 20 }, (_, c) =>
        c < 10 ? (100 * uniform()).toFixed(3) : `level ${Math.floor(5 * uniform())}`,
      ).join(','),
    );
  }
  return `${lines.join('\n')}\n`;
}

async function home(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(url);
  await page.getByRole('heading', { name: 'Your files' }).waitFor();
  return page;
}

async function timeDrops(browser: Browser, url: string, folder: string): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const path = join(folder, '..', `dropped-${process.pid}-${round}.csv`);
    writeFileSync(path, table(100_000, round));
    const page = await home(browser, url);
    const start = performance.now();
    // By its path: a browser reads a dropped file itself, and a buffer would be sent to it first.
    await page.locator('.drop input').first().setInputFiles(path);
    await page.getByRole('heading', { name: 'Columns' }).waitFor();
    await page.locator('.column').nth(19).waitFor();
    times.push(since(start));
    await page.close();
    rmSync(path);
  }
  return times;
}

/** Starts runs one after the other, each looked at in the page. @returns the server's memory, in MB */
async function followRuns(browser: Browser, url: string, server: ChildProcess): Promise<number[]> {
  const page = await home(browser, url);
  const memory: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const id = await page.evaluate(async (seed) => {
      const options = { model: 'linear', select: 'validation', seed };
      const answer = await fetch('/api/runs', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ kind: 'fit', data: 'german:gender', options }),
      });
      return ((await answer.json()) as { id: string }).id;
    }, run);
    await page.goto(`${new URL(url).origin}/#/run/${id}`);
    await page.locator('.verdict').waitFor({ timeout: 120_000 });
    if (run % 10 === 9) memory.push(residentMegabytes(server.pid!));
  }
  await page.close();
  return memory;
}

function residentMegabytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
  return Math.round(Number(kilobytes) / 1024);
}

async function timeList(browser: Browser, url: string): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const page = await browser.newPage();
    await page.goto(url);
    await page.locator('.runs li').nth(49).waitFor();
    const start = performance.now();
    await page.evaluate(() => fetch('/api/workspace').then((answer) => answer.json()));
    times.push(since(start));
    await page.close();
  }
  return times;
}

/** From opening the file to figures that are drawn at the width they get. */
async function timeReport(browser: Browser, folder: string): Promise<number[]> {
  const out = join(folder, 'sixteen');
  await startFit(
    {
      data: 'adult',
      options: {
        groups: 'sex,race=White|Other:*,age<30,income',
        minGroup: 3,
        search: 'apstar',
        maxSolves: 500,
        select: 'validation',
        model: 'linear',
      },
    },
    { out },
  ).result;
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const page = await browser.newPage();
    const start = performance.now();
    await page.goto(pathToFileURL(join(out, 'report.html')).href);
    await page.locator('figure svg').first().waitFor();
    await page.evaluate('new Promise(requestAnimationFrame)');
    times.push(since(start));
    await page.close();
  }
  return times;
}
