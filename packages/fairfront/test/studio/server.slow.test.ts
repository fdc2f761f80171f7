// The studio as users have it: the built program, its threads, and runs that are processes. Runs go on without the server,
// are cancelled and resumed, and tell of themselves whatever is killed.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { OpenedRun, StudioEvent } from '../../src/studio/api.js';
import { isProgramAbsent, program } from '../runs/fit-child.js';
import { loans, readResult, workFolder } from '../runs/run-fit.js';

interface Server {
  readonly child: ChildProcess;
  ask(address: string, asked?: { method?: string; body?: unknown }): Promise<Response>;
  put(address: string, body: string): Promise<Response>;
  get<Answer>(address: string): Promise<Answer>;
  post<Answer>(address: string, body: unknown): Promise<Answer>;
  /** The events of a run until it ends, or until one is enough. */
  follow(id: string, isEnough?: (event: StudioEvent) => boolean, after?: number): Promise<Told[]>;
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

type Told = { readonly number: number } & StudioEvent;

const servers: ChildProcess[] = [];
afterAll(() => {
  for (const child of servers) child.kill('SIGKILL');
});

async function start(folder: string): Promise<Server> {
  const child = spawn(process.execPath, [program, 'studio', folder, '--json', '--no-open', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  servers.push(child);
  let out = '';
  child.stdout!.on('data', (chunk) => {
    out += chunk;
  });
  while (!out.includes('\n')) await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')]);
  const url = new URL((JSON.parse(out) as { url: string }).url);
  const { origin } = url;
  const headers = { authorization: `Bearer ${url.searchParams.get('token')}`, origin };
  const ask: Server['ask'] = (address, { method = 'GET', body } = {}) =>
    fetch(origin + address, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const read = async <Answer>(answer: Promise<Response>): Promise<Answer> => {
    const response = await answer;
    const text = await response.text();
    expect(`${response.status} ${text.slice(0, 300)}`).toMatch(/^200 /);
    return JSON.parse(text) as Answer;
  };
  return {
    child,
    ask,
    put: (address, body) => fetch(origin + address, { method: 'PUT', headers, body }),
    get: (address) => read(ask(address)),
    post: (address, body) => read(ask(address, { method: 'POST', body })),
    follow: async (id, isEnough = () => false, after) => {
      const stop = new AbortController();
      const response = await fetch(`${origin}/api/runs/${id}/events`, {
        headers: { ...headers, ...(after !== undefined && { 'last-event-id': String(after) }) },
        signal: stop.signal,
      });
      expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
      const events: Told[] = [];
      let rest = '';
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
        const blocks = (rest + chunk).split('\n\n');
        rest = blocks.pop()!;
        for (const block of blocks) {
          const [, number, data] = /^id: (\d+)\ndata: (.*)$/.exec(block) ?? [];
          if (data === undefined) continue;
          events.push({ number: Number(number), ...JSON.parse(data) });
          if (!isEnough(events.at(-1)!)) continue;
          stop.abort();
          return events;
        }
      }
      return events;
    },
    end: async (signal = 'SIGINT') => {
      const ended = once(child, 'exit');
      child.kill(signal);
      return (await ended)[0];
    },
  };
}

const absent = isProgramAbsent();
const TASK = { target: 'default', groups: 'sex', ignore: ['grade'] };
/** Some seconds, with a checkpoint all the while. */
const LONG = {
  ...TASK,
  model: 'linear',
  select: 'validation',
  search: 'apstar',
  maxSolves: 4000,
  gap: 1e-12,
};
const SHORT = { ...LONG, maxSolves: 3 };

/** The process of a run that is under way. */
function processOf(folder: string, id: string): number {
  const lock = readdirSync(join(folder, id, 'process')).find((name) => name.endsWith('.lock'))!;
  return Number(/^\.fairfront-(\d+)-/.exec(lock)![1]);
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe.skipIf(absent)('a run', { timeout: 120_000 }, () => {
  const folder = workFolder();
  writeFileSync(join(folder, 'loans.csv'), loans(4000));
  const startRun = async (server: Server, options: object, kind = 'fit'): Promise<string> =>
    (await server.post<{ id: string }>('/api/runs', { kind, data: 'loans.csv', options })).id;
  const stateOf = async (server: Server, id: string): Promise<string> =>
    (await server.get<OpenedRun>(`/api/runs/${id}`)).summary.state;

  it('is started, followed from the first event, and opened with its report', async () => {
    const server = await start(folder);
    const id = await startRun(server, SHORT);
    expect(id).toBe('loans-1');
    const events = await server.follow(id);
    expect(events[0]!.kind).toMatch(/reading|encoding/);
    const solves = events.flatMap((event) => (event.kind === 'solve' ? [event] : []));
    expect(solves.map(({ solve }) => solve)).toEqual([1, 2, 3]);
    const { trace } = readResult(join(folder, id)).search;
    expect(solves.map(({ mu, risks }) => ({ mu, risks }))).toEqual(
      trace.map(({ mu, risks }) => ({ mu, risks })),
    );
    expect(solves.at(-1)!.lower).toBeLessThan(solves.at(-1)!.upper!);
    expect(events.at(-1)).toMatchObject({ kind: 'ended', state: 'finished' });
    expect(await server.follow(id, undefined, events.at(-3)!.number)).toEqual(events.slice(-2));
    const { summary, command, request, page, files } = await server.get<OpenedRun>(`/api/runs/${id}`);
    expect(summary).toMatchObject({ id, state: 'finished', data: 'loans.csv', groups: 2 });
    expect(command).toMatch(
      /^fairfront fit loans\.csv --target default --groups sex --ignore grade --model linear/,
    );
    expect(request).toEqual({ kind: 'fit', data: 'loans.csv', options: SHORT });
    expect(page!.sections.length).toBeGreaterThan(3);
    expect(files.map(({ name }) => name)).toContain('report.html');
    expect(readdirSync(join(folder, id, 'process')).sort()).toEqual(['events.ndjson', 'log.txt', 'run.json']);
    expect(readFileSync(join(folder, id, 'process', 'log.txt'), 'utf8')).toBe('');
    expect(await server.end()).toBe(0);
  });

  it('goes on without the server; a new one tells all of it; cancelled and resumed, its result is as of one that nobody disturbed', async () => {
    const first = await start(folder);
    writeFileSync(join(folder, 'loans.csv'), loans(20_000));
    const options = { ...LONG, groups: 'sex,region', maxSolves: 1500 };
    const id = await startRun(first, options);
    const begun = await first.follow(id, (event) => event.kind === 'solve' && event.solve === 5);
    const pid = processOf(folder, id);
    expect(await first.end()).toBe(0);
    expect(isAlive(pid)).toBe(true);

    const second = await start(folder);
    expect(await stateOf(second, id)).toBe('running');
    const told = await second.follow(id, (event) => event.kind === 'solve' && event.solve === 40);
    expect(told.slice(0, begun.length)).toEqual(begun);
    const windows = [second.follow(id), second.follow(id)];
    await second.post(`/api/runs/${id}/cancel`, {});
    const [one, other] = await Promise.all(windows);
    expect(other).toEqual(one);
    expect(one!.at(-1)).toMatchObject({ kind: 'ended', state: 'interrupted' });
    expect(await stateOf(second, id)).toBe('interrupted');
    await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false);
    expect(existsSync(join(folder, id, 'checkpoint', 'fit.bin'))).toBe(true);

    await second.post(`/api/runs/${id}/resume`, {});
    expect(await stateOf(second, id)).toBe('running');
    const resumed = await second.follow(id);
    expect(resumed.filter(({ kind }) => kind === 'ended')).toHaveLength(1);
    expect(resumed.at(-1)).toMatchObject({ state: 'finished' });
    const solves = resumed.flatMap((event) => (event.kind === 'solve' ? [event.solve] : []));
    const undisturbed = await startRun(second, options);
    await second.follow(undisturbed);
    const [mended, whole] = [id, undisturbed].map((name) => readResult(join(folder, name)));
    expect(solves).toEqual(Array.from({ length: whole!.search.solves }, (_, i) => i + 1));
    expect({ ...mended, seconds: 0 }).toEqual({ ...whole, seconds: 0 });
    expect(await second.end()).toBe(0);
  });

  it('goes on in a folder that was moved; what was kept of another run does not', async () => {
    const before = workFolderIn('before');
    writeFileSync(join(before, 'loans.csv'), loans(4000));
    const first = await start(before);
    const cancelled = async (options: object): Promise<string> => {
      const id = await startRun(first, options);
      await first.follow(id, (event) => event.kind === 'solve' && event.solve === 5);
      await first.post(`/api/runs/${id}/cancel`, {});
      expect((await first.follow(id)).at(-1)).toMatchObject({ state: 'interrupted' });
      return id;
    };
    const [id, other] = [await cancelled(LONG), await cancelled({ ...LONG, seed: 2 })];
    expect(await first.end()).toBe(0);
    const after = `${before}-moved`;
    renameSync(before, after);
    const second = await start(after);
    await second.post(`/api/runs/${id}/resume`, {});
    let isResumed = false;
    const told = await second.follow(id, ({ kind }) => {
      isResumed ||= kind === 'resumed';
      return isResumed && kind === 'solve';
    });
    expect(told.at(-1)).toMatchObject({ kind: 'solve' });
    expect(told.at(-1)).not.toMatchObject({ solve: 1 });
    expect(JSON.stringify(told)).not.toContain('going on');
    await second.post(`/api/runs/${id}/cancel`, {});
    cpSync(join(after, id, 'checkpoint'), join(after, other, 'checkpoint'), { recursive: true });
    await second.post(`/api/runs/${other}/resume`, {});
    expect((await second.follow(other)).at(-1)).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('of other data or options'),
    });
    await second.follow(id);
    expect(readdirSync(join(after, id, 'process'))).not.toContain('cancel');
    expect(await second.end()).toBe(0);
  });

  it('that is killed is interrupted where something was kept, and can be resumed; else failed', async () => {
    const server = await start(folder);
    const id = await startRun(server, { ...LONG, maxSolves: 1200 });
    await server.follow(id, (event) => event.kind === 'solve' && event.solve === 300);
    await expect
      .poll(() => existsSync(join(folder, id, 'checkpoint', 'fit.bin')), { timeout: 10_000 })
      .toBe(true);
    const following = server.follow(id);
    process.kill(processOf(folder, id), 'SIGKILL');
    expect((await following).at(-1)).toMatchObject({ kind: 'ended', state: 'interrupted' });
    expect(await stateOf(server, id)).toBe('interrupted');
    await server.post(`/api/runs/${id}/resume`, {});
    expect((await server.follow(id)).at(-1)).toMatchObject({ kind: 'ended', state: 'finished' });

    const front = await startRun(server, { ...TASK, steps: 200 }, 'front');
    await server.follow(front, (event) => event.kind === 'front');
    const ending = server.follow(front);
    process.kill(processOf(folder, front), 'SIGKILL');
    expect((await ending).at(-1)).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('without a word'),
    });
    expect((await server.get<OpenedRun>(`/api/runs/${front}`)).summary).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('killed'),
    });
    await server.ask(`/api/runs/${front}`, { method: 'DELETE' });
    expect(existsSync(join(folder, front))).toBe(false);
    expect(await server.end()).toBe(0);
  });

  it('that fails says why, in the library’s words', async () => {
    const server = await start(folder);
    const id = await startRun(server, { ...SHORT, target: 'nothing' });
    const { kind, message } = (await server.follow(id)).at(-1) as Extract<StudioEvent, { kind: 'ended' }>;
    expect(kind).toBe('ended');
    expect(message).toMatch(/nothing/);
    expect((await server.get<OpenedRun>(`/api/runs/${id}`)).summary).toMatchObject({
      state: 'failed',
      error: message,
    });
    expect(await server.end()).toBe(0);
  });

  it('waits for its turn where two are at work, says so, and can be cancelled while it waits', async () => {
    const server = await start(folder);
    const [one, two, three, four] = await Promise.all(
      Array.from({ length: 4 }, () => startRun(server, LONG)),
    );
    const waits = (event: StudioEvent): boolean => event.kind === 'note' && /waits/.test(event.text);
    const seen = await Promise.all(
      [one, two, three, four].map((id) =>
        server.follow(id!, (event) => waits(event) || (event.kind === 'solve' && event.solve === 2)),
      ),
    );
    const waiting = [one, two, three, four].filter((_, i) => waits(seen[i]!.at(-1)!));
    expect(waiting).toHaveLength(2);
    await server.post(`/api/runs/${waiting[0]}/cancel`, {});
    expect((await server.follow(waiting[0]!)).at(-1)).toMatchObject({ state: 'interrupted' });
    const working = [one, two, three, four].filter((id) => !waiting.includes(id));
    for (const id of working) await server.post(`/api/runs/${id}/cancel`, {});
    const begun = await server.follow(waiting[1]!, (event) => event.kind === 'solve');
    expect(begun.at(-1)).toMatchObject({ kind: 'solve' });
    expect((await server.ask(`/api/runs/${waiting[1]}`, { method: 'DELETE' })).status).toBe(409);
    await server.post(`/api/runs/${waiting[1]}/cancel`, {});
    await server.follow(waiting[1]!);
    // What waited and was cancelled begins anew.
    await server.post(`/api/runs/${waiting[0]}/resume`, {});
    const anew = await server.follow(waiting[0]!, (event) => event.kind === 'solve');
    expect(anew.at(-1)).toMatchObject({ solve: 1 });
    await server.post(`/api/runs/${waiting[0]}/cancel`, {});
    expect(await server.end()).toBe(0);
  });
});

describe.skipIf(absent)('the server', { timeout: 900_000 }, () => {
  it('answers others while it reads 100,000 rows', async () => {
    const columns = Array.from({ length: 20 }, (_, c) => `c${c}`);
    const cell = (row: number, c: number): string =>
      c < 5 ? `level ${(row * (c + 7)) % 11}` : (Math.sin(row * (c + 1)) * 1000).toFixed(3);
    const rows = Array.from({ length: 100_000 }, (_, row) => columns.map((_, c) => cell(row, c)).join(','));
    const server = await start(workFolderIn('rows'));
    expect(
      (await server.put('/api/files/rows.csv', `${columns.join(',')}\n${rows.join('\n')}\n`)).status,
    ).toBe(200);
    let isRead = false;
    const inspection = server.get<{ rows: number }>('/api/inspection?data=rows.csv').finally(() => {
      isRead = true;
    });
    let answered = 0;
    while (!isRead) {
      await server.get('/api/workspace');
      if (!isRead) answered++;
    }
    expect((await inspection).rows).toBe(100_000);
    expect(answered).toBeGreaterThan(3);
    expect(await server.end()).toBe(0);
  });

  it('lists 50 runs, and keeps no memory of those it has started', async () => {
    const folder = workFolderIn('many');
    writeFileSync(join(folder, 'loans.csv'), loans(1500));
    const server = await start(folder);
    const startOne = async (): Promise<string> => {
      const request = { kind: 'fit', data: 'loans.csv', options: SHORT };
      const { id } = await server.post<{ id: string }>('/api/runs', request);
      expect((await server.follow(id)).at(-1)).toMatchObject({ state: 'finished' });
      return id;
    };
    const id = await startOne();
    for (let copy = 2; copy <= 50; copy++)
      cpSync(join(folder, id), join(folder, `copy-${copy}`), { recursive: true });
    const { runs } = await server.get<{ runs: unknown[] }>('/api/workspace');
    expect(runs).toHaveLength(50);
    for (let copy = 2; copy <= 50; copy++) rmSync(join(folder, `copy-${copy}`), { recursive: true });

    const sizes: number[] = [];
    const runOnce = async (): Promise<void> => {
      const own = await startOne();
      await server.get(`/api/runs/${own}`);
      await server.ask(`/api/runs/${own}`, { method: 'DELETE' });
      sizes.push(residentMb(server.child.pid!));
    };
    for (let batch = 0; batch < 8; batch++) await Promise.all([runOnce(), runOnce(), runOnce(), runOnce()]);
    const mean = (part: readonly number[]): number => part.reduce((sum, own) => sum + own, 0) / part.length;
    expect(mean(sizes.slice(24))).toBeLessThan(mean(sizes.slice(8, 16)) * 1.25);
    expect(await server.end()).toBe(0);
  });
});

const parent = workFolder();
function workFolderIn(name: string): string {
  const folder = join(parent, name);
  mkdirSync(folder);
  return folder;
}

/** Memory that a process holds, as the system counts it. */
function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
}
