// The folder that all machines share. What is put there lies under its SHA-256 and is never changed; a result lies under
// the name that its task gives it (`task-key.ts`). Files are written beside their place and renamed, and checked when
// they are read. Nothing outside the folder is read or written: names are made of sums, never taken from a job.
//
//   fairfront-storage      which storage it is, so that neither an empty mount point nor another one is taken for it
//   objects/ab/abcd…       tasks, and what tasks share
//   results/ab/abcd…       results

import { createHash, randomBytes } from 'node:crypto';
import { accessSync, constants, createReadStream, mkdirSync, readFileSync, statSync } from 'node:fs';
import { access, copyFile, mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FairfrontError } from '@fairfront/core';
import { describeFileError } from '../describe-file-error.js';
import { seal, unseal } from '../sealed-file.js';
import { UsageError } from '../usage-error.js';

const MARKER = 'fairfront-storage';
const OBJECT = 'fairfront.object/1';
const RESULT = 'fairfront.task-result/1';

/** A storage that is away is waited for so long. */
const PATIENCE_MS = 10 * 60_000;
const LONGEST_PAUSE_MS = 2000;
const UNUSED_PAUSE_MS = 500;
const MADE_WITHIN_MS = 3000;

export interface StorageHooks {
  /** Told, once, that the storage is away and is waited for; and that it is back. */
  onAway?(text: string): unknown;
  /** Once it is aborted, nothing is waited for. */
  readonly signal?: { readonly aborted: boolean } | undefined;
}

/** Opens the storage of a run, and makes it where it is missing. */
export async function makeStorage(folder: string, hooks: StorageHooks = {}): Promise<Storage> {
  try {
    mkdirSync(folder, { recursive: true });
    if (idOf(folder) === undefined) {
      const id = randomBytes(6).toString('hex');
      await writeFile(join(folder, MARKER), `${id}\n`, { flag: 'wx' }).catch(unlessThere);
    }
  } catch (error) {
    throw new UsageError(
      `\`storage\`: cannot write ${folder}: ${describeFileError(error)}; name a folder that all machines can write to`,
    );
  }
  return openStorage(folder, hooks, MADE_WITHIN_MS); // another run may be about to write it
}

/** Opens the storage of a worker, and waits for the first run to make one of the folder, which must be there. */
export async function openStorage(
  folder: string,
  hooks: StorageHooks = {},
  patienceMs = Number.POSITIVE_INFINITY,
): Promise<Storage> {
  try {
    if (!statSync(folder).isDirectory()) throw new Error('it is a file');
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new UsageError(
      `\`storage\`: ${folder} is no folder that can be written to: ${describeFileError(error)}; mount or make it first, and name the same as the run does`,
    );
  }
  for (let waited = 0; ; waited += UNUSED_PAUSE_MS) {
    const id = idOf(folder);
    if (id !== undefined) return new Storage(folder, id, hooks);
    if (waited === 0) hooks.onAway?.(`${folder} is no storage yet; the first run that names it makes it one`);
    if (waited > patienceMs)
      throw new UsageError(
        `\`storage\`: ${join(folder, MARKER)} is not what fairfront writes; name another folder, or remove it`,
      );
    if (hooks.signal?.aborted) throw broken(folder, 'it was not waited for any longer');
    await sleep(UNUSED_PAUSE_MS);
  }
}

export class Storage {
  readonly folder: string;
  #isAway = false;
  /** Values that were put there; they are never changed. */
  readonly #put = new WeakMap<object, { readonly address: string; readonly bytes: number }>();
  /** Files that were put there, by path. */
  readonly #files = new Map<string, string>();

  /** @param id which storage it is; only its own tasks are for whoever has it */
  constructor(
    folder: string,
    readonly id: string,
    private readonly hooks: StorageHooks = {},
  ) {
    this.folder = resolve(folder);
  }

  /** Puts a value there, unless it is there already. @returns its address */
  async put(value: unknown): Promise<{ readonly address: string; readonly bytes: number }> {
    const known = isPlain(value) ? this.#put.get(value) : undefined; // what tasks share is put for every round of them
    if (known !== undefined && (await this.#isThere(this.#path('objects', known.address)))) return known;
    const sealed = seal(OBJECT, await this.#withAddresses(value));
    const address = sumOf(sealed);
    const path = this.#path('objects', address);
    if (!(await this.#isThere(path))) await this.#write(path, sealed);
    const there = { address, bytes: sealed.length };
    if (isPlain(value)) this.#put.set(value, there);
    return there;
  }

  /** The value at an address. One that is missing or damaged is an error; whoever put it there can do so again. */
  async get(address: string): Promise<unknown> {
    const path = this.#path('objects', address);
    const sealed = await this.#read(path);
    if (sealed === undefined) throw new LostObject(address, 'is not on the storage');
    try {
      if (sumOf(sealed) !== address) throw new Error('another content');
      return this.#withPaths(unseal(OBJECT, sealed));
    } catch {
      await rm(path, { force: true });
      throw new LostObject(address, 'was damaged on the storage, and was removed');
    }
  }

  /** The value with files of blocks by the address of their content, put there first: rows that do not fit into memory. */
  async #withAddresses(value: unknown): Promise<unknown> {
    if (!isPlain(value)) return value;
    if (isBlockList(value)) {
      const { path, ...list } = value;
      return { ...list, file: await this.#putFile(path) };
    }
    const entries = Object.entries(value).map(async ([name, own]) => [name, await this.#withAddresses(own)]);
    return Object.fromEntries(await Promise.all(entries));
  }

  /** The same with paths inside the storage; others are not taken from anybody. */
  #withPaths(value: unknown): unknown {
    if (!isPlain(value)) return value;
    if (Object.hasOwn(value, 'blocks')) {
      const { path: _, file, ...list } = value;
      if (!Array.isArray(list['blocks'])) throw new Error('a list of blocks that is none');
      return { ...list, path: this.#path('objects', `${file}`), isShared: true };
    }
    return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, this.#withPaths(own)]));
  }

  /** Puts the content of a file there, unless it is there already. @returns its address */
  async #putFile(from: string): Promise<string> {
    const known = this.#files.get(from);
    if (known !== undefined && (await this.#isThere(this.#path('objects', known)))) return known;
    const address = await sumOfFile(from);
    const path = this.#path('objects', address);
    // One that a power failure has damaged is made anew.
    if ((await this.#isThere(path)) && (await sumOfFile(path)) !== address) await rm(path, { force: true });
    if (!(await this.#isThere(path))) await this.#place(path, (beside) => copyFile(from, beside));
    this.#files.set(from, address);
    return address;
  }

  /** Keeps a result under the name that its task gives it. */
  async putResult(key: string, result: unknown): Promise<void> {
    await this.#write(this.#path('results', key), seal(RESULT, { key, result }));
  }

  /** Whether a result may be there; `result` checks it. */
  hasResult(key: string): Promise<boolean> {
    return this.#isThere(this.#path('results', key));
  }

  /** The result of a task, where it is there and whole. One that is damaged is removed. */
  async result(key: string): Promise<{ readonly result: unknown } | undefined> {
    const path = this.#path('results', key);
    const sealed = await this.#read(path);
    if (sealed === undefined) return undefined;
    try {
      const kept = unseal(RESULT, sealed) as { readonly key: string; readonly result: unknown };
      if (kept.key === key) return { result: kept.result };
    } catch {
      // as one that is of another task
    }
    await rm(path, { force: true });
    return undefined;
  }

  #path(kind: 'objects' | 'results', name: string): string {
    if (!/^[0-9a-f]{64}$/.test(name)) throw new FairfrontError('bad-state', 'an address is 64 digits');
    return join(this.folder, kind, name.slice(0, 2), name);
  }

  #isThere(path: string): Promise<boolean> {
    return this.#patiently(() => isThere(path));
  }

  #read(path: string): Promise<Buffer | undefined> {
    return this.#patiently(async () => {
      try {
        await this.#checkInside(dirname(path));
        return await readFile(path, { flag: constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
        return undefined;
      }
    });
  }

  #write(path: string, content: Uint8Array): Promise<void> {
    return this.#place(path, (beside) => writeFile(beside, content, { flag: 'wx' }));
  }

  /** Has a file written beside its place, and renames it. */
  #place(path: string, write: (beside: string) => Promise<unknown>): Promise<void> {
    return this.#patiently(async () => {
      // Not from the root on: a storage that is away must not be made anew beside its mount.
      await mkdir(dirname(dirname(path))).catch(unlessThere);
      await mkdir(dirname(path)).catch(unlessThere);
      await this.#checkInside(dirname(path));
      const beside = `${path}.${randomBytes(8).toString('hex')}.tmp`;
      try {
        await write(beside); // not flushed: what a power failure takes is noticed by its sum, and made again
        await rename(beside, path);
      } catch (error) {
        await rm(beside, { force: true }).catch(() => undefined);
        throw error;
      }
    });
  }

  async #isMarked(): Promise<boolean> {
    return readFile(join(this.folder, MARKER), 'latin1').then(
      (text) => text === `${this.id}\n`,
      () => false, // also what a server that is gone answers
    );
  }

  /** Refuses a folder that a link leads out of the storage. */
  async #checkInside(folder: string): Promise<void> {
    if ((await realpath(folder)).startsWith((await realpath(this.folder)) + sep)) return;
    throw new Error('a link in it leads elsewhere');
  }

  /** Does something with files; where the storage is away, when it is back. What fails otherwise is tried once more. */
  async #patiently<Result>(act: () => Promise<Result>): Promise<Result> {
    const until = performance.now() + PATIENCE_MS;
    let failures = 0;
    for (let pause = 100; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      let failure: unknown;
      let result: Result | undefined;
      const isThereBefore = await this.#isMarked(); // an empty mount point is not written to
      try {
        if (isThereBefore) result = await act();
      } catch (error) {
        failure = error;
        failures++;
      }
      if (isThereBefore && (await this.#isMarked())) {
        if (this.#isAway) this.hooks.onAway?.(`the storage ${this.folder} is back`);
        this.#isAway = false;
        if (failure === undefined) return result as Result;
        if (failures > 1) throw broken(this.folder, describeFileError(failure));
      } else {
        failures = 0;
        if (!this.#isAway) this.hooks.onAway?.(`the storage ${this.folder} is away; it is waited for`);
        this.#isAway = true;
      }
      if (performance.now() > until || this.hooks.signal?.aborted) throw broken(this.folder, 'it is away');
      await sleep(pause);
    }
  }
}

async function sumOfFile(path: string): Promise<string> {
  const sum = createHash('sha256');
  for await (const bytes of createReadStream(path)) sum.update(bytes as Buffer);
  return sum.digest('hex');
}

/** Whether a value is an object of fields, and no list or array of numbers. */
function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

/** Whether a value says where the blocks of a file are. */
function isBlockList(value: Record<string, unknown>): value is Record<string, unknown> & { path: string } {
  return typeof value['path'] === 'string' && Array.isArray(value['blocks']);
}

/** The sum in the first line of a sealed file, which `unseal` holds against its content. */
function sumOf(sealed: Buffer): string {
  return /^\S+ \S+ ([0-9a-f]{64})\n/.exec(sealed.toString('latin1', 0, 200))?.[1] ?? '';
}

async function isThere(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return false;
  }
}

/** Which storage a folder is; undefined where it is none. */
function idOf(folder: string): string | undefined {
  try {
    return /^([0-9a-f]{12})\n$/.exec(readFileSync(join(folder, MARKER), 'latin1'))?.[1];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

/** What a task needs is not there; whoever put it there can do so again. */
export class LostObject extends FairfrontError {
  constructor(address: string, why: string) {
    super('worker-failed', `${address.slice(0, 12)}… ${why}`);
    this.name = 'LostObject';
  }
}

function broken(folder: string, why: string): FairfrontError {
  return new FairfrontError('worker-failed', `the storage ${folder} cannot be used: ${why}`);
}
