// Files that a page sends, written as they come, never whole in memory: to a name that nobody can guess, and from there
// to one that was free.

import { createHash, type Hash, randomBytes } from 'node:crypto';
import { createReadStream, renameSync, rmSync, statSync } from 'node:fs';
import { mkdtemp, open } from 'node:fs/promises';
import { join, parse } from 'node:path';
import type { Readable } from 'node:stream';
import { cannotWrite } from '../cannot-write.js';
import { ownedName, removeLeftovers } from '../lock-folder.js';
import { Refusal } from './refusal.js';
import type { StudioFolder } from './workspace.js';

/** A file on its way. */
export interface Upload {
  readonly name: string;
  readonly bytes: Readable;
  /** As the sender says. */
  readonly length: number | undefined;
  /** Bytes that are taken at most. */
  readonly limit: number;
}

/**
 * Adds a file to the folder; one that is there is never replaced.
 * @returns its name: another than it was sent with where that is taken by other content
 */
export async function addFile(folder: StudioFolder, upload: Upload): Promise<string> {
  folder.checkNewData(upload.name);
  removeLeftovers(folder.path);
  const beside = join(folder.path, ownedName(`${randomBytes(8).toString('hex')}.tmp`));
  const sum = createHash('sha256');
  try {
    await writeNew(beside, upload, sum);
    const digest = sum.digest('hex');
    const { name, ext } = splitName(upload.name);
    for (let number = 1; ; number++) {
      const taken = number === 1 ? upload.name : `${name}-${number}${ext}`;
      if (await reserve(join(folder.path, taken))) {
        renameSync(beside, join(folder.path, taken));
        return taken;
      }
      if (await hasContent(folder, taken, statSync(beside).size, digest)) return taken;
    }
  } finally {
    rmSync(beside, { force: true });
  }
}

/** Writes a file into a folder of its own, for as long as some work takes. */
export async function withUpload<Result>(
  folder: StudioFolder,
  upload: Upload,
  work: (path: string, place: string) => Promise<Result>,
): Promise<Result> {
  folder.checkNewName(upload.name);
  const place = await mkdtemp(join(folder.own, 'file-'));
  try {
    const path = join(place, upload.name);
    await writeNew(path, upload);
    return await work(path, place);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** A sender hears that the file is too large when it has sent it, or after this time. */
const HEAR_OUT_MS = 5000;

async function writeNew(path: string, { bytes, length, limit }: Upload, sum?: Hash): Promise<void> {
  const file = await open(path, 'wx').catch((error) => {
    throw cannotWrite(path, error);
  });
  try {
    let sent = 0;
    let patience = Number.POSITIVE_INFINITY;
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      sent += chunk.length;
      if (Math.max(sent, length ?? 0) > limit) {
        // What comes is dropped. To stop listening would cut the connection, and the sender would not hear why.
        if (patience === Number.POSITIVE_INFINITY) patience = performance.now() + HEAR_OUT_MS;
        if (performance.now() > patience) break;
        continue;
      }
      sum?.update(chunk);
      await writeAll(file, chunk).catch((error) => {
        throw cannotWrite(path, error);
      });
    }
    if (Math.max(sent, length ?? 0) > limit) {
      throw new Refusal(
        413,
        `the file is larger than ${Math.floor(limit / 1e6)} MB, the limit; start the studio with a higher --limit, or copy the file into the folder`,
      );
    }
    if (length !== undefined && sent !== length) throw new Refusal(400, 'the file did not come whole');
  } finally {
    await file.close();
  }
}

async function writeAll(file: Awaited<ReturnType<typeof open>>, bytes: Buffer): Promise<void> {
  for (let done = 0; done < bytes.length; ) done += (await file.write(bytes, done)).bytesWritten;
}

/** Takes a name, through no link. @returns false where it is taken */
async function reserve(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx')).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw cannotWrite(path, error);
  }
}

/** Whether a file of the folder has this content: dropped twice, it is one file. */
async function hasContent(
  folder: StudioFolder,
  name: string,
  size: number,
  digest: string,
): Promise<boolean> {
  let path: string;
  try {
    path = folder.file(name);
  } catch {
    return false; // a folder, or a link that leads out
  }
  if (statSync(path).size !== size) return false;
  const sum = createHash('sha256');
  for await (const chunk of createReadStream(path)) sum.update(chunk as Buffer);
  return sum.digest('hex') === digest;
}

/** loans.csv.gz is loans and .csv.gz. */
function splitName(whole: string): { name: string; ext: string } {
  const [, inner, gz = ''] = /^(.*?)(\.gz)?$/is.exec(whole)!;
  const { name, ext } = parse(inner!);
  return { name, ext: ext + gz };
}
