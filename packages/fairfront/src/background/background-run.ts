// A fit or a front in a process of its own, which goes on when whoever started it has ended. It is followed, cancelled
// and resumed by its folder: all that is known of it is in files.

import { spawn } from 'node:child_process';
import { closeSync, lstatSync, openSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { quoted } from '@fairfront/core/internal';
import { definedOnly } from '../defined-only.js';
import { type FrontOptions, resolveFrontOptions } from '../front/front-options.js';
import { isHeld } from '../lock-folder.js';
import { checkOptions } from '../option-kinds.js';
import { FILES } from '../runs/finished-run.js';
import { divideOptions, SOURCE_KINDS } from '../task/data-options.js';
import { KEPT_FEATURES } from '../training/backbone.js';
import { resolveFitOptions } from '../training/options/fit-options.js';
import { UsageError } from '../usage-error.js';
import { BESIDE_REPORT, CHECKPOINT, checkFolder, ensureFolder, writeWhole } from '../write-file.js';
import {
  cancelFile,
  type KeptRequest,
  logFile,
  processFolder,
  RUN_SCHEMA,
  readRequest,
  type StartRequest,
} from './run-files.js';
import { isUnderWay, summariseRun } from './run-summary.js';

export interface StartSettings {
  /** The folder where relative names begin. Default: the current one. */
  readonly from?: string;
  /** How many runs in the same folder work at once; others wait for their turn. Default 2. */
  readonly atOnce?: number;
}

/** What the process is told. */
export interface Order {
  readonly folder: string;
  readonly request: KeptRequest;
  readonly resume: boolean;
}

/** What it answers, once its folder is locked. */
export interface Answer {
  readonly error?: string;
}

const AT_ONCE = 2;

/**
 * Starts a fit or a front in a process of its own, which goes on when this one ends.
 * @param folder that of the run, which is made where it is missing
 */
export async function startRun(
  request: StartRequest,
  folder: string,
  { from = '.', atOnce = AT_ONCE }: StartSettings = {},
): Promise<void> {
  checkRequest(request);
  checkFolder(folder);
  if (readRequest(folder) !== undefined) throw new UsageError(`${folder} holds a run; choose another folder`);
  const { kind, data, options } = request;
  const kept: KeptRequest = {
    ...{ schema: RUN_SCHEMA, kind, data, options: definedOnly(options) },
    ...{ started: Date.now(), from: resolve(from), atOnce },
  };
  await order({ folder: resolve(folder), request: kept, resume: false });
}

export interface ResumeSettings {
  /** The folder where relative names begin. Default: where the run was started. */
  readonly from?: string;
  /** Refuses what cannot be asked for, by throwing: run.json is a file like any other. Default: the options are checked. */
  check?(request: StartRequest): void;
}

/** Goes on with a run that was interrupted, from where it stopped where something was kept, or else anew. */
export async function resumeRun(
  folder: string,
  { from, check = checkRequest }: ResumeSettings = {},
): Promise<void> {
  const request = readRequest(folder);
  const { state } = summariseRun(folder) ?? {};
  if (request === undefined || state === undefined) {
    throw new UsageError(`${folder} holds no run that was started in a process of its own`);
  }
  if (state === 'running' || state === 'finished') {
    throw new UsageError(`${folder}: the run is ${state === 'running' ? 'under way' : 'finished'}`);
  }
  check(request);
  const placed = { ...request, from: resolve(from ?? request.from) };
  await order({ folder: resolve(folder), request: placed, resume: true });
}

/**
 * Asks a run to end as soon as it can, and to keep what is needed to resume it.
 * @returns whether it was under way
 */
export function cancelRun(folder: string): boolean {
  if (!isHeld(processFolder(folder))) return false;
  // By a file, never by a signal: the number of its process may be that of another program by now.
  writeWhole(cancelFile(folder), '');
  return true;
}

/** Removes a run that is not under way: the files that runs leave, and its folder if nothing else is in it. */
export function removeRun(folder: string): void {
  if (isUnderWay(folder) || isHeld(folder)) {
    throw new UsageError(`${folder}: the run is under way; cancel it first`);
  }
  // What stands for the run goes last: a run that is half removed can be removed again.
  const names = [dirname(CHECKPOINT), KEPT_FEATURES, ...BESIDE_REPORT, ...FILES, 'process'];
  for (const name of names) rmSync(join(folder, name), { recursive: true, force: true });
  if (lstatSync(folder).isDirectory() && readdirSync(folder).length === 0) rmdirSync(folder);
}

/** Refuses what cannot be asked for, before anything is started. */
export function checkRequest({ kind, data, options }: StartRequest): void {
  if (kind !== 'fit' && kind !== 'front') {
    throw new UsageError(`\`kind\` must be fit or front; got ${quoted([String(kind)])}`);
  }
  if (typeof data !== 'string' || data === '' || data === '-') {
    throw new UsageError('`data` must name a file, or a dataset');
  }
  const [source, others] = divideOptions(options);
  checkOptions(source, SOURCE_KINDS);
  if (kind === 'fit') resolveFitOptions(others);
  else resolveFrontOptions(others as FrontOptions);
}

/** Starts the process, and waits until it has the folder. */
async function order(message: Order): Promise<void> {
  const { folder, request } = message;
  ensureFolder(processFolder(folder));
  const log = openSync(logFile(folder), 'a');
  const entry = fileURLToPath(new URL('./run-child.js', import.meta.url));
  const child = spawn(process.execPath, [entry], {
    cwd: request.from,
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log, log, 'ipc'],
  });
  try {
    await new Promise<void>((started, failed) => {
      child.once('error', failed);
      child.once('exit', (code, signal) =>
        failed(new Error(`the process of the run ended at once (${signal ?? code}); see ${logFile(folder)}`)),
      );
      child.once('message', ({ error }: Answer) =>
        error === undefined ? started() : failed(new UsageError(error)),
      );
      child.send(message, (error) => error && failed(error));
    });
  } finally {
    closeSync(log);
    child.removeAllListeners();
    child.on('error', () => undefined); // that it cannot be told any more is no matter
    child.unref();
  }
}
