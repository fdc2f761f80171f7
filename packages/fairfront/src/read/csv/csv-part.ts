// One part of a CSV file, from one line's end to another, read as if it were a file of its own.

import { open } from 'node:fs/promises';
import { CHUNK_BYTES } from '../source/source.js';
import { type CsvRows, type CsvRowsTask, readCsvRows } from './csv-rows.js';

/** Plain data, so that a worker can be told. */
export interface CsvPart {
  readonly path: string;
  /** First byte, and the byte after the last. */
  readonly start: number;
  readonly end: number;
  readonly task: CsvRowsTask;
}

/** @returns undefined where the part cannot be read on its own */
export async function readCsvPart(
  part: CsvPart,
  onProgress: (rowCount: number, bytes: number) => void,
): Promise<CsvRows | undefined> {
  try {
    return await readCsvRows(plainChunks(part), part.task, onProgress);
  } catch {
    return undefined; // the file is read again in one piece, and that will say what is wrong, and in which line
  }
}

/** One chunk after another, each in the place of the last. */
async function* plainChunks({ path, start, end }: CsvPart): AsyncGenerator<Buffer> {
  const file = await open(path);
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  try {
    for (let position = start; position < end; ) {
      const { bytesRead } = await file.read(chunk, 0, Math.min(CHUNK_BYTES, end - position), position);
      if (bytesRead === 0) throw new Error('the file has become shorter');
      const bytes = chunk.subarray(0, bytesRead);
      if (bytes.includes('"')) throw new Error('a value in quotes may hold a line end');
      yield bytes;
      position += bytesRead;
    }
  } finally {
    await file.close();
  }
}
