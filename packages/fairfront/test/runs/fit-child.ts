// `fairfront` as a process of its own, to be killed. It is the built program, which `npm test` makes first.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { checkpointOf } from './run-fit.js';

/** The program's own file. */
export const program = fileURLToPath(new URL('../../bin/fairfront.js', import.meta.url));
const built = fileURLToPath(new URL('../../dist/cli/fit.js', import.meta.url));

/** Whether there is no program to kill; says so. */
export function isProgramAbsent(): boolean {
  if (existsSync(built)) return false;
  process.stdout.write(`skipped: killing a run, since there is no ${built} (npm run build)\n`);
  return true;
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly err: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

export function startProgram(...args: readonly string[]): Started {
  return startProgramIn({}, ...args);
}

/** @param temporary where its temporary files go, if not where all do; @param stdin whether there is any */
export function startProgramIn(
  { temporary, stdin = false }: { readonly temporary?: string; readonly stdin?: boolean },
  ...args: readonly string[]
): Started {
  const child = spawn(process.execPath, [program, ...args], {
    stdio: [stdin ? 'pipe' : 'ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...(temporary === undefined ? {} : { TMPDIR: temporary }) },
  });
  let err = '';
  child.stderr!.on('data', (chunk) => {
    err += chunk;
  });
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, err }));
  return { child, ended };
}

export const startFit = (...args: readonly string[]) => startProgram('fit', ...args);

export interface Moment {
  /** Once the checkpoint was seen to change so often. Default 1. */
  readonly changes?: number;
  /** And then so much later. Default 0. */
  readonly delayMs?: number;
}

/** Ends a fit by this signal at this moment. */
export function endBy(
  signal: NodeJS.Signals,
  moment: Moment,
  out: string,
  ...args: readonly string[]
): Promise<Ended> {
  return endProgramBy(signal, moment, checkpointOf(out), 'fit', ...args, '--out', out);
}

/** @param checkpoint the file to watch */
export async function endProgramBy(
  signal: NodeJS.Signals,
  { changes = 1, delayMs = 0 }: Moment,
  checkpoint: string,
  ...args: readonly string[]
): Promise<Ended> {
  let before = versionOf(checkpoint);
  const { child, ended } = startProgram(...args);
  for (let seen = 0; seen < changes && child.exitCode === null; ) {
    await wait(2);
    const now = versionOf(checkpoint);
    if (now !== before) seen++;
    before = now;
  }
  if (delayMs > 0) await wait(delayMs);
  child.kill(signal);
  return ended;
}

/** A file that is written anew is another file: it was renamed into its place. */
function versionOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? '' : `${found.ino} ${found.mtimeMs}`;
}

function wait(ms: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, ms));
}
