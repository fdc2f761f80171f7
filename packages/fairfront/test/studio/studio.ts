// The studio's server without a port: requests are handed to it, as from its own page unless a test says otherwise.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, expect } from 'vitest';
import { Secret } from '../../src/studio/guard.js';
import { createServer, type StudioOptions } from '../../src/studio/studio.js';

export const PORT = 4242;
export const HOST = `127.0.0.1:${PORT}`;
export const ORIGIN = `http://${HOST}`;

export interface Asked {
  readonly method?: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'OPTIONS' | 'HEAD';
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
}

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects
  readonly json: any;
}

export interface TestStudio {
  readonly folder: string;
  /** Beside the folder, so not in it. */
  readonly outside: string;
  readonly secret: Secret;
  readonly server: FastifyInstance;
  /** As the page does; headers of undefined are left out. */
  ask(address: string, asked?: Asked): Promise<Answered>;
}

/** A studio in a new folder, which is gone when the tests of the file are done. Call it outside of tests. */
export function testStudio(options: Partial<StudioOptions> = {}): TestStudio {
  const root = mkdtempSync(join(tmpdir(), 'fairfront-studio-'));
  const [folder, outside, pages] = ['workspace', 'outside', 'pages'].map((name) => join(root, name));
  for (const made of [folder!, outside!, join(pages!, 'assets')]) mkdirSync(made, { recursive: true });
  writeFileSync(join(pages!, 'index.html'), '<!doctype html><title>studio</title>');
  writeFileSync(join(pages!, 'assets', 'index-1.js'), 'void 0;');
  const secret = new Secret();
  const server = createServer({ folder: folder!, pages: pages!, ...options }, secret, () => PORT);
  afterAll(async () => {
    await server.close();
    rmSync(root, { recursive: true, force: true });
  });
  return {
    folder: folder!,
    outside: outside!,
    secret,
    server,
    ask: async (address, { method = 'GET', headers = {}, body } = {}) => {
      const all = {
        host: HOST,
        cookie: `fairfront-${PORT}=${secret.token}`,
        ...(method === 'GET' ? {} : { origin: ORIGIN }),
        ...headers,
      };
      const {
        statusCode,
        headers: got,
        body: text,
      } = await server.inject({
        method,
        url: address,
        headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Record<
          string,
          string
        >,
        ...(body !== undefined && { payload: body as string }),
      });
      const isJson = String(got['content-type']).startsWith('application/json');
      return { status: statusCode, headers: got, text, json: isJson ? JSON.parse(text) : undefined };
    },
  };
}

/** Refused with this status and words that match; nothing of a stack, and nothing of where we are. */
export function expectRefused({ status, json, text }: Answered, wanted: number, words = /./): void {
  expect(`${status} ${text}`).toMatch(new RegExp(`^${wanted} `));
  expect(json.error).toMatch(words);
  expect(text).not.toMatch(/\n\s+at |node_modules/);
}
