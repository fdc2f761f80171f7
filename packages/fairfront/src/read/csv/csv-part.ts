// One part of a CSV file, from one line's end to another, read as if it were a file of its own; a job for a
// worker thread.

import { open } from 'node:fs/promises';
import type { Job } from '../../threads/job.js';
import { CHUNK_BYTES } from '../source/bytes.js';
import { type CsvRows, type CsvRowsTask, readCsvRows } from './csv-rows.js';

/** A part of a file: plain data that can be sent to a worker. */
export interface CsvPart {
  readonly path: string;
  /** Its first byte, and the byte after its last. */
  readonly start: number;
  readonly end: number;
  readonly task: CsvRowsTask;
}

/** How much of a part has been read. */
export interface CsvPartProgress {
  readonly rowCount: number;
  readonly bytes: number;
}

export const csvPartJob: Job<CsvPart, CsvRows | undefined, undefined, CsvPartProgress> = {
  worker: new URL('./csv-worker.js', import.meta.url),
  run: (part, _, report) => readCsvPart(part, report),
};

/** Reads a part; returns nothing where it cannot be read on its own. */
export async function readCsvPart(
  part: CsvPart,
  report: (progress: CsvPartProgress) => unknown,
): Promise<CsvRows | undefined> {
  try {
    return await readCsvRows(plainChunks(part), part.task, (rowCount, bytes) => report({ rowCount, bytes }));
  } catch {
    return undefined; // the file is read again in one piece, which finds out what is wrong, and in which line
  }
}

/** The bytes of a part, chunk by chunk, each in the memory of the one before. */
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
