// Reads one part of a CSV file in a thread of its own.

import { createReadStream } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { CsvPart, CsvPartMessage } from './csv-parts.js';
import { type CsvRows, readCsvRows } from './csv-rows.js';
import { isRejected } from './finished.js';
import { CHUNK_BYTES } from './source.js';

/** A value in quotes may hold a line end, and the part's first or last record may not be whole. */
class QuoteFound extends Error {}

async function* plainChunks({ path, start, end }: CsvPart): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(path, { start, end: end - 1, highWaterMark: CHUNK_BYTES })) {
    if ((chunk as Buffer).includes('"')) throw new QuoteFound();
    yield chunk as Buffer;
  }
}

function send(message: CsvPartMessage, transfer?: ArrayBuffer[]): void {
  parentPort!.postMessage(message, transfer ?? []);
}

async function read(part: CsvPart): Promise<CsvRows | undefined> {
  try {
    return await readCsvRows(plainChunks(part), part.task, (rowCount, bytes) =>
      send({ kind: 'progress', rowCount, bytes }),
    );
  } catch {
    return undefined; // the file is read again in one piece, and that will say what is wrong, and in which line
  }
}

const rows = await read(workerData as CsvPart);
const buffers = rows?.finished.flatMap((column) => {
  if (isRejected(column)) return [];
  return [(column.kind === 'numeric' ? column.values : column.codes).buffer as ArrayBuffer];
});
send({ kind: 'rows', rows }, buffers);
