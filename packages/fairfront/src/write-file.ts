// Files are written beside their place, flushed to disk and renamed into it: nobody ever reads half of one.
// Files that belong together are renamed together.

import { randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { cannotWrite } from './cannot-write.js';
import { isLocked, lockFolder, ownedName, removeLeftovers } from './lock-folder.js';
import { UsageError } from './usage-error.js';

/** The content of a file; of a long one, what makes its chunks one after another when it is written. */
export type Content = string | Uint8Array | (() => Iterable<Uint8Array>);

/** Writes a file whole: it is there with all of its content, or as it was. */
export function writeWhole(path: string, content: Content): void {
  ensureFolder(dirname(path));
  let beside: string | undefined;
  try {
    beside = writeBeside(dirname(path), content);
    renameSync(beside, path);
  } catch (error) {
    if (beside !== undefined) rmSync(beside, { force: true });
    throw cannotWrite(path, error);
  }
}

/** A file that is written piece by piece: it comes to its place once it is whole. */
export interface GrowingFile {
  /** Where it is until then. */
  readonly beside: string;
  write(bytes: Uint8Array): Promise<void>;
  /** Puts it into its place. */
  keep(): Promise<void>;
  /** Removes what is there of it; of one that was kept, nothing. It is also done when the program ends. */
  discard(): Promise<void>;
}

/** Begins a file that is to be written piece by piece. */
export async function growFile(path: string): Promise<GrowingFile> {
  ensureFolder(dirname(path));
  removeLeftovers(dirname(path));
  const beside = besideName(dirname(path));
  const remove = (): void => rmSync(beside, { force: true });
  try {
    const file = await open(beside, 'wx');
    process.once('exit', remove);
    return {
      beside,
      write: async (bytes) => {
        try {
          for (let done = 0; done < bytes.length; ) done += (await file.write(bytes, done)).bytesWritten;
        } catch (error) {
          throw cannotWrite(path, error);
        }
      },
      keep: async () => {
        try {
          await file.sync();
          await file.close();
          renameSync(beside, path);
          flushFolder(dirname(path));
        } catch (error) {
          throw cannotWrite(path, error);
        }
      },
      discard: async () => {
        process.removeListener('exit', remove);
        await file.close().catch(() => undefined); // which it may be already
        remove();
      },
    };
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

/**
 * What a front, an audit and a comparison leave beside report.html, of which a folder has one: another result takes all
 * away.
 */
export const BESIDE_REPORT: readonly string[] = [
  ...['front.svg', 'models.bin', 'front.json', 'audit.json', 'compare.json', 'discover.json'],
];

/**
 * Writes the files of a result, the one that stands for all of them last. At any moment the folder holds files
 * of the earlier result or of this one, never of both; and a full disk leaves it as it was.
 * @param earlier what an earlier result may have left, also the one that stands for it last
 */
export function writeFolder(
  folder: string,
  files: Readonly<Record<string, Content | undefined>>,
  earlier: readonly string[] = [],
): void {
  ensureFolder(folder);
  const release = isLocked(folder) ? undefined : lockFolder(folder);
  const written: [beside: string, path: string][] = [];
  try {
    for (const [name, content] of Object.entries(files)) {
      if (content !== undefined) written.push([writeBeside(folder, content), join(folder, name)]);
    }
    const replaced = [...new Set([...earlier, ...Object.keys(files)].reverse())].map((name) =>
      join(folder, name),
    );
    for (const path of replaced) checkNoFolder(path); // before anything is gone
    for (const path of replaced) rmSync(path, { force: true });
    flushFolder(folder);
    for (const [beside, path] of written) renameSync(beside, path);
    flushFolder(folder);
  } catch (error) {
    throw cannotWrite(folder, error);
  } finally {
    for (const [beside] of written) rmSync(beside, { force: true });
    release?.();
  }
}

function checkNoFolder(path: string): void {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  throw Object.assign(new Error(path), { code: 'ERR_FS_EISDIR' });
}

/** Writes a new file of a name that nobody can guess, through no link, and waits until it is on the disk. */
function writeBeside(folder: string, content: Content): string {
  const path = besideName(folder);
  const file = openSync(path, 'wx');
  try {
    if (typeof content === 'function') for (const chunk of content()) writeFileSync(file, chunk);
    else writeFileSync(file, content);
    fsyncSync(file);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  return path;
}

function besideName(folder: string): string {
  return join(folder, ownedName(`${randomBytes(8).toString('hex')}.tmp`));
}

/** Waits until the names in a folder are on the disk. Checkpoints do without: an older one is as whole. */
function flushFolder(folder: string): void {
  try {
    const opened = openSync(folder, 'r');
    try {
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
  } catch {
    // Windows and some network file systems have no such thing.
  }
}

/** Makes the folder and those above it. Call it before long work: what cannot be written is better known early. */
export function ensureFolder(path: string): void {
  if (path === '') throw new UsageError('`out` must name a folder; got an empty name');
  // One by one: on a file system that refuses new folders, Node 20 never returns from making several at once.
  const missing: string[] = [];
  for (let folder = resolve(path); !existsSync(folder); folder = dirname(folder)) missing.unshift(folder);
  try {
    for (const folder of missing) makeFolder(folder);
    if (!statSync(path).isDirectory()) throw new Error('it is a file');
    accessSync(path, constants.W_OK);
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process was first, or it is a link that leads nowhere, which shows when it is used.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Where an unfinished run keeps what is needed to resume it, below its folder. */
export const CHECKPOINT = join('checkpoint', 'fit.bin');

/**
 * Refuses a folder that holds a run, finished or not, or that another process is writing to, and makes it
 * where it is missing.
 * @param force whether the run may be replaced; left out by whoever never replaces one
 */
export function checkFolder(path: string, force?: boolean): void {
  ensureFolder(path);
  if (!isLocked(path)) lockFolder(path)();
  const held = existsSync(join(path, 'result.json'))
    ? 'a finished run'
    : existsSync(join(path, CHECKPOINT))
      ? 'an unfinished run'
      : undefined;
  if (!force && held !== undefined) {
    const replace = force === undefined ? '' : ', or replace it with `force: true`';
    throw new UsageError(`${path} holds ${held}; choose another folder with \`out\`${replace}`);
  }
}
