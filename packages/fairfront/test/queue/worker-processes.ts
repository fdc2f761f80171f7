// Workers and runs as processes of the built program.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { makeStorage } from '../../src/queue/storage.js';
import { program } from '../runs/fit-child.js';

export interface Process {
  readonly child: ChildProcess;
  /** What it wrote so far, on both streams. */
  said(): string;
  readonly ended: Promise<{ readonly code: number | null; readonly said: string }>;
}

/** Starts the program. */
export function startProcess(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Process {
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said += chunk;
    });
  }
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, said }));
  return { child, said: () => said, ended };
}

/** Workers with one thread each; `end` kills those that are left. */
export class Crew {
  readonly workers: Process[] = [];

  constructor(
    private readonly redis: string,
    private readonly storage: string,
    private readonly environment: Readonly<Record<string, string>> = {},
  ) {}

  start(count = 1): void {
    for (let i = 0; i < count; i++) {
      const args = ['worker', '--storage', this.storage, '--threads', '1'];
      this.workers.push(startProcess(args, { FAIRFRONT_REDIS: this.redis, ...this.environment }));
    }
  }

  /** Kills a worker at once, and starts another. */
  async replace(place: number): Promise<void> {
    const [worker] = this.workers.splice(place, 1);
    worker!.child.kill('SIGKILL');
    await worker!.ended;
    this.start();
  }

  /** Starts another for every worker that has ended by itself. */
  restart(): void {
    for (const [place, { child }] of [...this.workers.entries()].reverse()) {
      if (child.exitCode === null) continue;
      this.workers.splice(place, 1);
      this.start();
    }
  }

  /** Resolves when all workers have said that they listen. */
  async ready(): Promise<void> {
    await makeStorage(this.storage); // as the first run does
    for (const { said, child } of this.workers) {
      while (!said().includes('Ctrl-C ends it')) {
        if (child.exitCode !== null) throw new Error(said());
        await new Promise((wait) => setTimeout(wait, 50));
      }
    }
  }

  async end(): Promise<void> {
    for (const { child, ended } of this.workers.splice(0)) {
      child.kill('SIGKILL');
      await ended;
    }
  }
}
