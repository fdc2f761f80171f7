// One part of a CSV file, from one line's end to another, read as if it were a file of its own.

import { createReadStream } from 'node:fs';
import { type CsvRows, type CsvRowsTask, readCsvRows } from './csv-rows.js';
import { CHUNK_BYTES } from './source.js';

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

async function* plainChunks({ path, start, end }: CsvPart): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(path, { start, end: end - 1, highWaterMark: CHUNK_BYTES })) {
    if ((chunk as Buffer).includes('"')) throw new Error('a value in quotes may hold a line end');
    yield chunk as Buffer;
  }
}
