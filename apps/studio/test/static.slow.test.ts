// The studio without a server: the static build on any web server, under a strict content policy. A dropped table trains
// in the page, and nothing but the app's own files is ever asked for.

import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, noStudio, pageFaults } from './open-studio.js';
import { loans } from './tables.js';

const dist = join(import.meta.dirname, '../dist');
const reason = noStudio ?? (existsSync(join(dist, 'index.html')) ? undefined : 'not built (npm run build)');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
].join('; ');
const TIMEOUT_MS = 120_000;

describe.skipIf(reason !== undefined)(
  `the studio without a server${reason ? ` (skipped: ${reason})` : ''}`,
  { timeout: TIMEOUT_MS },
  () => {
    let server: Server;
    beforeAll(async () => {
      server = createServer(({ url = '/' }, response) => {
        const name = new URL(url, 'http://any').pathname;
        const path = join(dist, name === '/' ? 'index.html' : name);
        if (!existsSync(path)) return response.writeHead(404).end();
        const type = TYPES[extname(path)] ?? 'application/octet-stream';
        return response
          .writeHead(200, { 'content-type': type, 'content-security-policy': POLICY })
          .end(readFileSync(path));
      });
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    });
    afterAll(() => server?.close());

    it('trains a dropped table in the page, and sends it nowhere', async () => {
      const browser = await launchBrowser();
      try {
        const page = await browser.newPage();
        page.setDefaultTimeout(TIMEOUT_MS);
        const asked: string[] = [];
        const complaints: string[] = [];
        page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`));
        page.on('pageerror', ({ message }) => complaints.push(message));
        page.on('console', (message) => {
          if (message.type() === 'error') complaints.push(message.text());
        });
        const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
        await page.goto(origin);
        await page.locator('.drop input').setInputFiles({
          name: 'loans.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from(loans(2000)),
        });
        const use = (column: string, role: string) =>
          page.getByRole('group', { name: `What ${column} is used for` }).getByRole('button', { name: role });
        await use('default', 'Predict').click();
        await use('sex', 'Group by').click();
        await page.getByRole('region', { name: 'Rows by group and class' }).waitFor();
        await page.getByText('Options', { exact: true }).click();
        await page.getByRole('combobox', { name: 'Model' }).selectOption('linear');
        await page.getByRole('button', { name: 'Start' }).click();
        await page.locator('.verdict').waitFor();
        expect(await pageFaults(page)).toEqual([]);
        await page.getByRole('button', { name: 'Download' }).click();
        const waiting = page.waitForEvent('download');
        await page.getByRole('button', { name: 'model.json' }).click();
        expect(JSON.parse(readFileSync(await (await waiting).path(), 'utf8'))).toHaveProperty('schema');
        const foreign = asked.filter(
          (request) => !request.startsWith(`GET ${origin}/`) && !request.includes(' blob:'),
        );
        expect(foreign).toEqual([]);
        expect(complaints).toEqual([]);
      } finally {
        await browser.close();
      }
    });
  },
);
