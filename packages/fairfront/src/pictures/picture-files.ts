// Where the bytes of a picture are: the cell of a table holds a path, below a folder or inside a tar, or the
// bytes themselves as a data URI with base64.

import { statSync } from 'node:fs';
import { type FileHandle, open, readFile, stat } from 'node:fs/promises';
import { posix, resolve } from 'node:path';
import { FairfrontError } from '@fairfront/core';
import { shortened } from '@fairfront/core/internal';
import { describeFileError } from '../describe-file-error.js';
import { optionText } from '../option-text.js';
import { UsageError } from '../usage-error.js';
import { indexTar } from './tar-index.js';

/** Finds the bytes of pictures. */
export interface PictureFiles {
  /** Reads the bytes that a cell stands for; throws what completes "lesion.jpg: …". */
  read(cell: string): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Before the bytes of a picture that is in a cell itself. */
const DATA_URI = /^data:[^,]*;base64,/i;

/** A cell as messages name it. */
export function cellName(cell: string): string {
  return DATA_URI.test(cell) ? 'a picture in the table' : shortened(cell, 120);
}

/** Opens a folder, or a tar, where pictures are. */
export async function openPictureFiles(folder: string): Promise<PictureFiles> {
  let isFolder: boolean;
  try {
    isFolder = statSync(folder).isDirectory();
  } catch (error) {
    throw new UsageError(`${optionText('imageFolder', folder)}: ${describeFileError(error)}`);
  }
  if (isFolder)
    return withData(
      (path) => readWhole(resolve(folder, path)),
      async () => undefined,
    );
  const { names, offsets, lengths } = indexTar(folder);
  const places = new Map(names.map((name, i) => [posix.normalize(name), i]));
  const archive = await open(folder);
  return withData(
    async (path) => {
      const wanted = posix.normalize(path);
      if (posix.isAbsolute(wanted) || wanted.startsWith('..')) {
        throw new FairfrontError('bad-file', 'a path inside a tar begins at its root, without / and ..');
      }
      const place = places.get(wanted);
      if (place === undefined) throw new FairfrontError('bad-file', 'the tar has no such file');
      return readRange(archive, offsets[place]!, lengths[place]!);
    },
    () => archive.close(),
  );
}

function withData(readPath: PictureFiles['read'], close: PictureFiles['close']): PictureFiles {
  const read = async (cell: string): Promise<Uint8Array> => {
    const [head] = DATA_URI.exec(cell) ?? [];
    if (head !== undefined) return Buffer.from(cell.slice(head.length), 'base64');
    try {
      return await readPath(cell);
    } catch (error) {
      throw error instanceof FairfrontError
        ? error
        : new FairfrontError('bad-file', describeFileError(error), { cause: error });
    }
  };
  return { read, close };
}

/** A cell may name anything; a device or a pipe may never end. */
async function readWhole(path: string): Promise<Uint8Array> {
  const status = await stat(path);
  if (!status.isFile() && !status.isDirectory()) {
    throw new FairfrontError('bad-file', 'it is a device or a pipe, no file');
  }
  return readFile(path);
}

async function readRange(file: FileHandle, from: number, length: number): Promise<Uint8Array> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
  return buffer.subarray(0, bytesRead);
}
