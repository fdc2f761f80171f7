// One part of a CSV file, from one line's end to another, read as if it were a file of its own; a job for a
// worker thread.

import { open } from 'node:fs/promises';
import type { BlockList } from '../../store/block-file.js';
import { CellFile, type CellFilePlan } from '../../store/cell-file.js';
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
  /** Where its cells go, if they are not to stay in memory. */
  readonly cells?: CellFilePlan | undefined;
}

/** The rows of a part, and where those of its cells are that did not stay in memory. */
export type CsvPartRows = CsvRows & { readonly file?: BlockList | undefined };

/** How much of a part has been read. */
export interface CsvPartProgress {
  readonly rowCount: number;
  readonly bytes: number;
}

export const csvPartJob: Job<CsvPart, CsvPartRows | undefined, undefined, CsvPartProgress> = {
  worker: new URL('./csv-worker.js', import.meta.url),
  run: (part, _, report) => readCsvPart(part, report),
};

/** Reads a part; returns nothing where it cannot be read on its own. */
export async function readCsvPart(
  part: CsvPart,
  report: (progress: CsvPartProgress) => unknown,
): Promise<CsvPartRows | undefined> {
  const { task, cells } = part;
  let file: CellFile | undefined;
  try {
    file = cells && new CellFile(cells);
    const piece = { task, chunks: () => plainChunks(part) };
    const rows = await readCsvRows([piece], (rowCount, bytes) => report({ rowCount, bytes }), file);
    return { ...rows, file: file?.finish() };
  } catch {
    file?.discard();
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
