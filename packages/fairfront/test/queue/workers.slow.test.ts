// Runs on workers that are processes of their own: the same files as one process writes, whatever happens meanwhile.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '@fairfront/core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listWorkers } from '../../src/queue/list-workers.js';
import { isProgramAbsent } from '../runs/fit-child.js';
import { checkpointOf, FOUR_GROUPS, TWO_GROUPS, workFolder, writeLoans } from '../runs/run-fit.js';
import { isRedisAbsent, type RedisServer, startRedis } from './redis-server.js';
import { Crew, startProcess } from './worker-processes.js';

const PLUG_IN = ['--estimation', 'plug-in', '--max-solves', '20'];
const NETWORK = ['--model', 'mlp', '--hidden', '8', '--max-epochs', '3', '--max-solves', '2'];
const folder = workFolder();
const loans = writeLoans(folder, 1000);
let count = 0;
const fresh = (name: string): string => join(folder, `${name}-${count++}`);

/** Runs a command to its end in a folder of its own. @returns the folder */
async function finish(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const out = fresh('out');
  const { code, said } = await startProcess([...args, '--out', out], environment).ended;
  expect({ code, said: code === 0 ? '' : said }).toEqual({ code: 0, said: '' });
  return out;
}

/** The files of a folder that do not tell of time. */
function filesOf(out: string): Record<string, string> {
  const names = readdirSync(out, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    names.sort().map((name) => [name.slice(out.length), readFileSync(name).toString('latin1')]),
  );
}

describe.skipIf(isProgramAbsent() || isRedisAbsent())('a run on workers', { timeout: 180_000 }, () => {
  let server: RedisServer;
  const crews: Crew[] = [];
  const crew = (
    storage: string,
    environment?: Readonly<Record<string, string>>,
    redis = server.url,
  ): Crew => {
    mkdirSync(storage, { recursive: true });
    const made = new Crew(redis, storage, environment);
    crews.push(made);
    return made;
  };
  const active = async (): Promise<number> => (await listWorkers({ redis: server.url })).tasks.active;
  const elsewhere = (storage: string): string[] => ['--workers', server.url, '--storage', storage];
  beforeAll(async () => {
    server = await startRedis();
  });
  afterEach(async () => {
    await Promise.all(crews.splice(0).map((own) => own.end()));
  });
  afterAll(() => server?.remove());

  it.each<[string, readonly number[], readonly string[]]>([
    ['fit by folds', [1, 2, 4], ['fit', loans, ...FOUR_GROUPS]],
    ['fit of trees', [1, 2, 4], ['fit', loans, ...TWO_GROUPS, '--model', 'boosted', '--trees', '30']],
    ['plug-in fit', [1, 2, 4], ['fit', loans, ...TWO_GROUPS, ...PLUG_IN]],
    ['fit of networks on splits', [2], ['fit', loans, ...TWO_GROUPS, ...NETWORK, '--splits', '3']],
    ['front', [2], ['front', loans, ...TWO_GROUPS, '--steps', '20']],
    ['search for sub-populations', [2], ['discover', loans, '--target', 'default', '--ignore', 'grade']],
  ])('writes the files of one process, however many workers there are: a %s', async (_, counts, args) => {
    const alone = filesOf(await finish(args));
    for (const workers of counts) {
      const storage = fresh('storage');
      const own = crew(storage);
      own.start(workers);
      expect(filesOf(await finish([...args, ...elsewhere(storage)]))).toEqual(alone);
      expect(readdirSync(join(storage, 'results')).length).toBeGreaterThan(0);
      await own.end();
    }
  });

  it('has workers pass over rows that do not fit into memory', async () => {
    const exact = ['--model', 'linear', '--select', 'validation', '--search', 'exact', '--l2', '1e-3'];
    const args = ['fit', writeLoans(folder, 150_000), ...TWO_GROUPS, ...exact, '--memory', '1MB'];
    const alone = filesOf(await finish(args));
    const storage = fresh('storage');
    crew(storage).start(2);
    expect(filesOf(await finish([...args, ...elsewhere(storage)]))).toEqual(alone);
    expect(readdirSync(join(storage, 'results')).length).toBeGreaterThan(20);
  });

  it('has workers boost trees whose bins do not fit into memory', async () => {
    const trees = ['--model', 'boosted', '--trees', '10'];
    const args = ['fit', writeLoans(folder, 20_000), ...TWO_GROUPS, ...trees, '--memory', '1MB'];
    const alone = filesOf(await finish(args));
    const storage = fresh('storage');
    crew(storage).start(2);
    expect(filesOf(await finish([...args, ...elsewhere(storage)]))).toEqual(alone);
    expect(readdirSync(join(storage, 'results')).length).toBeGreaterThan(2);
  });

  it('trains the cells of a table', async () => {
    const args = ['paper', 'table-5', '--quick', '--splits', '2', '--only', 'MMPF LR,Zafar'];
    const alone = await finish(args);
    const storage = fresh('storage');
    crew(storage).start(2);
    const there = await finish([...args, ...elsewhere(storage)]);
    const table = (out: string): unknown => JSON.parse(readFileSync(join(out, 'table-5.json'), 'utf8'));
    expect(withoutTimes(table(there))).toEqual(withoutTimes(table(alone)));
  });

  it('survives ten killed workers and a killed Redis', async () => {
    const args = ['fit', writeLoans(folder, 4000), ...FOUR_GROUPS];
    const alone = filesOf(await finish(args));
    const storage = fresh('storage');
    const own = crew(storage);
    own.start(3);
    await own.ready();
    const random = createRandom(Number(process.env['FAIRFRONT_SEED'] ?? 1));
    const out = fresh('out');
    const run = startProcess([...args, ...elsewhere(storage), '--out', out]);
    let hasEnded = false;
    const ended = run.ended.finally(() => {
      hasEnded = true;
    });
    await expect.poll(active, { timeout: 30_000, interval: 20 }).toBeGreaterThan(0);
    let kills = 0;
    while (kills < 10 && !hasEnded) {
      await own.replace(Math.floor(own.workers.length * random.uniform()));
      if (++kills === 4) {
        await server.kill();
        await sleep(1000);
        await server.start();
      }
      await sleep(200 + 600 * random.uniform());
      own.restart(); // as whatever starts workers does with one that found no Redis
    }
    await own.ready();
    const { code, said } = await ended;
    expect({ code, said: code === 0 ? '' : said }).toEqual({ code: 0, said: '' });
    expect(kills).toBe(10);
    expect(filesOf(out)).toEqual(alone);
    expect(said).toMatch(/Redis at 127\.0\.0\.1:\d+ is away; it is waited for/);
    const { tasks } = await listWorkers({ redis: server.url });
    expect(tasks).toEqual({ waiting: 0, active: 0, failed: 0 });
  });

  it('takes a result that is delivered twice once, and waits for a storage that is away', async () => {
    const args = ['fit', loans, ...TWO_GROUPS, ...PLUG_IN];
    const alone = filesOf(await finish(args));
    const storage = fresh('storage');
    const own = crew(storage);
    own.start(1);
    await own.ready();
    const out = fresh('out');
    const run = startProcess([...args, ...elsewhere(storage), '--out', out]);
    const [first] = own.workers;
    await expect.poll(active, { timeout: 20_000, interval: 20 }).toBe(1);
    first!.child.kill('SIGSTOP'); // in the midst of a task, which is taken for lost
    renameSync(storage, `${storage}-away`);
    await sleep(3000);
    renameSync(`${storage}-away`, storage);
    own.start(1);
    await sleep(7000);
    first!.child.kill('SIGCONT'); // it goes on with what another has done
    expect((await run.ended).code).toBe(0);
    expect(filesOf(out)).toEqual(alone);
    const results = readdirSync(join(storage, 'results'), { recursive: true }).map(String);
    expect(results.filter((name) => name.includes('.tmp'))).toEqual([]);
  });

  it('is cancelled and resumed; a worker that is asked to end hands its task back', async () => {
    const args = ['fit', loans, ...FOUR_GROUPS];
    const alone = filesOf(await finish(args));
    const storage = fresh('storage');
    const own = crew(storage);
    own.start(1);
    await own.ready();
    const out = fresh('out');
    const run = startProcess([...args, ...elsewhere(storage), '--out', out]);
    await expect.poll(() => existsSync(checkpointOf(out)), { timeout: 30_000, interval: 50 }).toBe(true);
    run.child.kill('SIGINT');
    const cancelled = await run.ended;
    expect(cancelled).toMatchObject({ code: 130, said: expect.stringContaining('fairfront fit --resume') });
    await expect
      .poll(async () => (await listWorkers({ redis: server.url })).tasks, { timeout: 10_000 })
      .toMatchObject({ waiting: 0, active: 0 });
    const again = startProcess(['fit', '--resume', '--out', out, ...elsewhere(storage)]);
    await expect.poll(active, { timeout: 20_000, interval: 20 }).toBe(1);
    const [worker] = own.workers.splice(0);
    own.start(1);
    worker!.child.kill('SIGTERM');
    const { code, said } = await worker!.ended;
    expect({ code, said }).toMatchObject({
      code: 0,
      said: expect.stringMatching(/\d+ tasks done, 0 failed/),
    });
    expect((await again.ended).code).toBe(0);
    expect(filesOf(out)).toEqual(alone);
  });

  it('keeps the password to itself, and speaks TLS', async () => {
    const certificate = selfSigned(folder);
    if (certificate === undefined) return;
    const { cert, key } = certificate;
    const tlsPort = server.port + 1 > 65_535 ? server.port - 1 : server.port + 1;
    const secret = await startRedis(
      'not-to-be-shown',
      ...['--tls-port', `${tlsPort}`, '--tls-cert-file', cert, '--tls-key-file', key],
      ...['--tls-auth-clients', 'no', '--tls-ca-cert-file', cert],
    );
    try {
      const storage = fresh('storage');
      const redis = `rediss://:not-to-be-shown@localhost:${tlsPort}`;
      const trusting = { NODE_EXTRA_CA_CERTS: cert };
      const own = crew(storage, trusting, redis);
      own.start(1);
      await own.ready();
      const args = ['fit', loans, ...TWO_GROUPS, ...PLUG_IN];
      await finish([...args, '--storage', storage], { ...trusting, FAIRFRONT_REDIS: redis });
      const listed = await startProcess(['workers'], { ...trusting, FAIRFRONT_REDIS: redis }).ended;
      expect(listed.said).toMatch(/0 waiting, 0 under way, 0 failed/);
      const doubting = await startProcess(['workers', '--redis', redis]).ended;
      expect(doubting.code).toBe(2);
      expect(doubting.said).toMatch(/cannot be reached .*certificate/);
      for (const text of [own.workers[0]!.said(), listed.said, doubting.said]) {
        expect(text).not.toContain('not-to-be-shown');
      }
    } finally {
      await secret.remove();
    }
  });
});

/** A certificate of this machine, where openssl can make one. */
function selfSigned(into: string): { readonly cert: string; readonly key: string } | undefined {
  const [cert, key] = [join(into, 'cert.pem'), join(into, 'key.pem')];
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
    ...['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert],
  ]);
  if (made.status === 0) return { cert, key };
  process.stdout.write('skipped: Redis with TLS, since there is no openssl to make a certificate\n');
  return undefined;
}

function withoutTimes(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, own) => (/seconds|Ms$/i.test(key) ? undefined : own)));
}
