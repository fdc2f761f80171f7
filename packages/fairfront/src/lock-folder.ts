// One process at a time writes into a folder. Each puts a lock there, an empty file whose name says which
// process it is, and then looks for the locks of others: of two that come at once, at least one sees the
// other. Where the system tells when a process started, a name is never used again, so that the locks and
// temporary files of processes that have ended can be removed by anyone at any time.

import { closeSync, existsSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { cannotWrite } from './cannot-write.js';
import { UsageError } from './usage-error.js';

const HOST = hostname().replace(/\W/g, '-').slice(0, 64);
const OWNED = /^\.fairfront-(\d+)-(\d+)-([\w-]+)\.(lock|[0-9a-f]{16}\.tmp)$/;

const OWN_LOCK = ownedName('lock');

/** The name of a file or folder of this process that is not to outlive it. */
export function ownedName(ending: string): string {
  return `.fairfront-${process.pid}-${statusOf(process.pid).started}-${HOST}.${ending}`;
}

/** Whether this process has locked the folder. */
export function isLocked(folder: string): boolean {
  return existsSync(join(folder, OWN_LOCK));
}

/**
 * Locks a folder until what it returns is called, or the program ends. Refuses one that is locked already.
 * Removes what processes that were killed have left in it.
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, OWN_LOCK);
  try {
    closeSync(openSync(path, 'wx'));
  } catch (error) {
    const isOwn = (error as NodeJS.ErrnoException).code === 'EEXIST';
    throw isOwn ? held(folder, OWN_LOCK) : cannotWrite(folder, error);
  }
  const release = (): void => {
    process.removeListener('exit', release);
    rmSync(path, { force: true });
  };
  process.once('exit', release);
  removeLeftovers(folder);
  const locks = listOwned(folder).filter((name) => name.endsWith('.lock'));
  const other = locks.find((name) => name !== OWN_LOCK && !ownerHasEnded(name));
  if (other === undefined) return release;
  release();
  throw held(folder, other);
}

/** Whether any living process has locked the folder. */
export function isHeld(folder: string): boolean {
  return listOwned(folder).some((name) => name.endsWith('.lock') && !ownerHasEnded(name));
}

/** Removes the locks, temporary files and folders of processes that have ended. */
export function removeLeftovers(folder: string): void {
  for (const name of listOwned(folder).filter(ownerHasEnded)) {
    try {
      rmSync(join(folder, name), { recursive: name.endsWith('.tmp'), force: true });
    } catch {
      // Another user's, say: it does no harm.
    }
  }
}

function listOwned(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => OWNED.test(name));
  } catch {
    return []; // no folder, nothing in it
  }
}

/** Whether the process that made a file has ended. Of other machines nobody knows. */
function ownerHasEnded(name: string): boolean {
  const { pid, started, host } = ownerOf(name);
  if (host !== HOST) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return true;
  }
  const now = statusOf(pid); // the number may be another's by now
  return now.hasEnded || (now.started !== '0' && now.started !== started);
}

function ownerOf(name: string): { pid: number; started: string; host: string } {
  const [, pid, started, host] = OWNED.exec(name)!;
  return { pid: Number(pid), started: started!, host: host! };
}

/**
 * When a process started, in ticks since the machine did, 0 where it cannot be told; and whether it has ended,
 * and only its parent has not asked how.
 */
function statusOf(pid: number): { started: string; hasEnded: boolean } {
  try {
    // proc(5): the second field, a name in parentheses, may hold anything; the third is the state, the 22nd
    // the start.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)!.split(' ');
    return { started: fields[19]!, hasEnded: /^[ZX]/.test(fields[0]!) };
  } catch {
    return { started: '0', hasEnded: false };
  }
}

function held(folder: string, lock: string): UsageError {
  const { pid, host } = ownerOf(lock);
  const who = host === HOST ? `process ${pid}` : `process ${pid} on ${host}`;
  return new UsageError(
    `${folder} is being written to by ${who}: wait until it is done, or choose another folder with \`out\`; if that process has ended, or is another program, remove ${join(folder, lock)}`,
  );
}
