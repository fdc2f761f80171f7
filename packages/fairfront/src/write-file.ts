// Files are written beside their place and renamed into it: nobody ever reads half of one.

import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from './usage-error.js';

/** Writes a file whole: it is there with all of its content, or as it was. */
export function writeWhole(path: string, content: string | Uint8Array): void {
  ensureFolder(dirname(path));
  const beside = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(beside, content);
    renameSync(beside, path);
  } catch (error) {
    if (existsSync(beside)) rmSync(beside);
    throw cannotWrite(path, error);
  }
}

/** Makes the folder and those above it. Call it before long work: what cannot be written is better known early. */
export function ensureFolder(path: string): void {
  // One by one: on a file system that refuses new folders, Node 20 never returns from making several at once.
  const missing: string[] = [];
  for (let folder = resolve(path); !existsSync(folder); folder = dirname(folder)) missing.unshift(folder);
  try {
    for (const folder of missing) mkdirSync(folder);
    if (!statSync(path).isDirectory()) throw new Error('it is a file');
    accessSync(path, constants.W_OK);
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

/** Where an unfinished run keeps what is needed to resume it, below its folder. */
export const CHECKPOINT = join('checkpoint', 'fit.bin');

/**
 * Refuses a folder that holds a run, finished or not, and makes it where it is missing.
 * @param force whether the run may be replaced; left out by whoever never replaces one
 */
export function checkFolder(path: string, force?: boolean): void {
  const held = existsSync(join(path, 'result.json'))
    ? 'a finished run'
    : existsSync(join(path, CHECKPOINT))
      ? 'an unfinished run'
      : undefined;
  if (!force && held !== undefined) {
    const replace = force === undefined ? '' : ', or replace it with `force: true`';
    throw new UsageError(`${path} holds ${held}; choose another folder with \`out\`${replace}`);
  }
  ensureFolder(path);
}

/** Removes those of the files that are there. */
export function removeFiles(folder: string, names: readonly string[]): void {
  for (const name of names) rmSync(join(folder, name), { force: true });
}

function cannotWrite(path: string, error: unknown): UsageError {
  return new UsageError(
    `cannot write ${path}: ${(error as Error).message}. Choose another folder with \`out\``,
  );
}
