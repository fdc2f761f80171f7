// The page in the system's Chromium, built by Vite of the sources. Whatever asks for a module of Node fails the build.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { build, type InlineConfig, type Plugin, preview } from 'vite';
import { sourceAliases } from '../../../../scripts/entry-points.mjs';
import type { Page } from './page/main.js';

const browserPath = spawnSync('which', [process.env['CHROMIUM'] ?? 'chromium'], {
  encoding: 'utf8',
}).stdout.trim();

/** Why there is no page; undefined where there can be one. */
export const noPage: string | undefined = browserPath === '' ? 'there is no chromium' : undefined;

/** A page that is open. */
export interface OpenPage {
  /** Calls what the page offers. */
  call<Name extends keyof Page>(
    name: Name,
    ...args: Parameters<Page[Name]>
  ): Promise<Awaited<ReturnType<Page[Name]>>>;
  /** The hosts that the page asked for anything. */
  readonly hosts: ReadonlySet<string>;
  close(): Promise<void>;
}

/** Fails a build that asks for a module of Node. */
export const withoutNode: Plugin = {
  name: 'without-node',
  enforce: 'pre',
  resolveId: (id, importer) => {
    const isRuntime = /onnxruntime-web/.test(importer ?? ''); // which asks for Node only where it runs there
    if (isBuiltin(id) && !isRuntime) throw new Error(`${importer} imports ${id}, which is Node's`);
    return null;
  },
};

/** Builds the page, serves it and opens it. */
export async function openPage(): Promise<OpenPage> {
  const folder = mkdtempSync(join(tmpdir(), 'fairfront-page-'));
  const shared: InlineConfig = {
    root: join(import.meta.dirname, 'page'),
    configFile: false,
    logLevel: 'error',
    plugins: [withoutNode],
    resolve: { alias: sourceAliases(true) },
    build: { target: 'es2022', outDir: folder, emptyOutDir: true, minify: false },
  };
  await build(shared);
  const server = await preview({ ...shared, preview: { host: '127.0.0.1', port: 0 } });
  const browser = await chromium.launch({
    executablePath: browserPath,
    args: [
      ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
    ],
  });
  const page = await browser.newPage();
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).hostname));
  await page.goto(server.resolvedUrls!.local[0]!);
  await page.waitForFunction(() => 'page' in globalThis);
  return {
    hosts,
    call: (name, ...args) =>
      page.evaluate(
        ([called, given]) =>
          (globalThis as unknown as { page: Record<string, (...given: unknown[]) => never> }).page[called]!(
            ...given,
          ),
        [name as string, args as unknown[]] as const,
      ),
    close: async () => {
      await browser.close();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
