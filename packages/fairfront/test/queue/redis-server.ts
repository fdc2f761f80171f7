// A Redis server of a test's own, on a free port of this machine, with its data in a folder that is gone afterwards.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Whether there is no Redis to start; says so. */
export function isRedisAbsent(): boolean {
  if (spawnSync('redis-server', ['--version']).status === 0) return false;
  process.stdout.write(
    'skipped: work on several machines, since there is no redis-server (apt install redis-server)\n',
  );
  return true;
}

export interface RedisServer {
  readonly port: number;
  /** Its address, with the password if it has one. */
  readonly url: string;
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>;
  /** Starts it again, with what it had on disk. */
  start(): Promise<void>;
  /** Ends it, and removes its folder. */
  remove(): Promise<void>;
}

/** Starts a server that writes what it is told to disk. @param args more of its settings */
export async function startRedis(password?: string, ...args: readonly string[]): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'fairfront-redis-'));
  const port = await freePort();
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    child = spawn(
      'redis-server',
      [
        ...['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder],
        ...['--appendonly', 'yes', '--appendfsync', 'always', '--save', ''],
        ...(password === undefined ? [] : ['--requirepass', password]),
        ...args,
      ],
      { stdio: 'ignore' },
    );
    await reached(port, child);
  };
  const kill = async (): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
  };
  await start();
  return {
    port,
    url: `redis://${password === undefined ? '' : `:${encodeURIComponent(password)}@`}127.0.0.1:${port}`,
    kill,
    start,
    remove: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A port that nobody listens at. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { readonly port: number };
  server.close();
  await once(server, 'close');
  return port;
}

async function reached(port: number, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (child.exitCode !== null) throw new Error(`redis-server ended with code ${child.exitCode}`);
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await sleep(50);
  }
  throw new Error('redis-server does not answer');
}
