// Files that the page sends: streamed, limited, never in the place of another.

import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Studio, startStudio } from '../../src/studio/studio.js';
import { workFolder } from '../runs/run-fit.js';
import { expectRefused, testStudio } from './studio.js';

const LIMIT = 100_000;
const { ask, folder } = testStudio({ limit: LIMIT });
const put = (name: string, body: string | Buffer, headers = {}) =>
  ask(`/api/files/${encodeURIComponent(name)}`, { method: 'PUT', body, headers });
const files = (): string[] => readdirSync(folder).sort();

describe('a file', () => {
  it('is written as it is, whatever its type is said to be', async () => {
    const bytes = Buffer.from(Array.from({ length: 5000 }, (_, i) => i % 256));
    expect((await put('rows.parquet', bytes, { 'content-type': 'application/json' })).json).toEqual({
      name: 'rows.parquet',
    });
    expect(readFileSync(join(folder, 'rows.parquet')).equals(bytes)).toBe(true);
    const odd = 'Müller & Söhne, 2026 (1).csv';
    expect((await put(odd, 'a\n1\n')).json).toEqual({ name: odd });
  });

  it('sent again is the same file; of other content, it gets another name', async () => {
    expect((await put('loans.csv', 'a,b\n1,2\n')).json).toEqual({ name: 'loans.csv' });
    expect((await put('loans.csv', 'a,b\n1,2\n')).json).toEqual({ name: 'loans.csv' });
    expect((await put('loans.csv', 'a,b\n1,3\n')).json).toEqual({ name: 'loans-2.csv' });
    expect((await put('loans.csv', 'a,b\n1,3\n')).json).toEqual({ name: 'loans-2.csv' });
    expect((await put('loans.csv', 'a,b\n1,4\n')).json).toEqual({ name: 'loans-3.csv' });
    expect(readFileSync(join(folder, 'loans.csv'), 'utf8')).toBe('a,b\n1,2\n');
    writeFileSync(join(folder, 'x.csv.gz'), '1');
    expect((await put('x.csv.gz', '2')).json).toEqual({ name: 'x-2.csv.gz' });
    mkdirSync(join(folder, 'folder.csv'));
    expect((await put('folder.csv', 'a\n1\n')).json).toEqual({ name: 'folder-2.csv' });
  });

  it('sent twice at once is whole both times', async () => {
    const bodies = Array.from({ length: 8 }, (_, i) => `a\n${String(i).repeat(20_000)}\n`);
    const names = await Promise.all(bodies.map(async (body) => (await put('at-once.csv', body)).json.name));
    expect(new Set(names).size).toBe(8);
    names.forEach((name, i) => {
      expect(readFileSync(join(folder, name), 'utf8')).toBe(bodies[i]);
    });
  });

  it('past the limit is refused by its length, before it comes, and leaves nothing', async () => {
    const before = files();
    expectRefused(await put('large.csv', Buffer.alloc(LIMIT + 1)), 413, /limit/);
    expect((await put('just.csv', Buffer.alloc(LIMIT, 'a'))).status).toBe(200);
    expect(files()).toEqual([...before, 'just.csv'].sort());
  });

  it.each(['book.xlsx', 'photo.png', 'data', 'table.csv.zip'])(
    'called %j is no data: the way out is said',
    async (name) => {
      const before = files();
      expectRefused(await put(name, 'PK'), 400, /save it as CSV.*\.csv, .*\.parquet/);
      expect(files()).toEqual(before);
    },
  );

  it.each(['a:b.csv', 'a|b', 'x'.repeat(201), 'a\u202eb.csv', 'a/b.csv', '.hidden.csv', '-.csv', 'a?.csv'])(
    'cannot be called %j',
    async (name) => {
      const before = files();
      expectRefused(await put(name, 'a\n'), 400, /rename/);
      expect(files()).toEqual(before);
    },
  );
});

describe('on a connection', () => {
  const place = workFolder();
  let studio: Studio | undefined;
  afterAll(() => studio?.close());
  const started = async (): Promise<URL> => {
    studio ??= await startStudio({ folder: place, port: 0, limit: LIMIT, bodyMs: 300 });
    return new URL(studio.url);
  };

  it('a file without a length is written no further than the limit, and leaves nothing', async () => {
    const url = await started();
    const sent = request(`${url.origin}/api/files/endless.csv`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${url.searchParams.get('token')}`, origin: url.origin },
    });
    const answer = once(sent, 'response');
    const sizes: number[] = [];
    for (let chunk = 0; chunk < 30; chunk++) {
      sent.write(Buffer.alloc(20_000, 'a'));
      await new Promise((go) => setTimeout(go, 2));
      const beside = readdirSync(place).filter((name) => name.endsWith('.tmp'));
      sizes.push(...beside.map((name) => statSync(join(place, name)).size));
    }
    sent.end();
    const [response] = await answer;
    expect(response.statusCode).toBe(413);
    expect(Math.max(...sizes)).toBeGreaterThan(0);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(LIMIT);
    expect(readdirSync(place).filter((name) => name !== '.fairfront')).toEqual([]);
  });

  it('a file whose sender goes away leaves nothing', async () => {
    const url = await started();
    const sent = request(`${url.origin}/api/files/cut.csv`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${url.searchParams.get('token')}`,
        origin: url.origin,
        'content-length': '50000',
      },
    });
    sent.on('error', () => undefined);
    sent.write('a,b\n1,2\n');
    await new Promise((sentSome) => setTimeout(sentSome, 100));
    sent.destroy();
    await expect.poll(() => readdirSync(place).filter((name) => name !== '.fairfront')).toEqual([]);
  });

  it('nobody is heard but on the loopback address', async () => {
    const url = await started();
    expect(url.hostname).toBe('127.0.0.1');
    // All of 127/8 is this machine on Linux: whoever listens on every address listens there too.
    const other = connect(Number(url.port), '127.0.0.2');
    const [error] = await once(other, 'error');
    expect(error.code).toBe('ECONNREFUSED');
  });

  it('a JSON body that is too large is refused', async () => {
    const url = await started();
    const answer = await fetch(`${url.origin}/api/runs`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${url.searchParams.get('token')}`,
        origin: url.origin,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ kind: 'fit', data: 'x', options: { target: 'x'.repeat(2 ** 20) } }),
    });
    expect(answer.status).toBe(413);
  });

  it('a JSON body that does not come is not waited for', async () => {
    const url = await started();
    const socket = connect(Number(url.port), '127.0.0.1');
    socket.on('error', () => undefined);
    const closed = once(socket, 'close');
    const begun = performance.now();
    socket.write(
      [
        'POST /api/runs HTTP/1.1',
        `Host: ${url.host}`,
        `Origin: ${url.origin}`,
        `Authorization: Bearer ${url.searchParams.get('token')}`,
        'Content-Type: application/json',
        'Content-Length: 1000',
        '',
        '{"kind":',
      ].join('\r\n'),
    );
    await closed;
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  it('a port that is taken is refused by name; left out, a free one is found', async () => {
    const { port } = await started();
    await expect(startStudio({ folder: place, port: Number(port) })).rejects.toThrow(
      `\`port: ${port}\`: another program listens on it`,
    );
    const [one, other] = [await startStudio({ folder: place }), await startStudio({ folder: place })];
    expect(one.url).not.toBe(other.url);
    await Promise.all([one.close(), other.close()]);
  });
});
