// Reads one part of a CSV file in a thread of its own.

import { parentPort, workerData } from 'node:worker_threads';
import { isRejected } from '../columns/finished.js';
import { type CsvPart, readCsvPart } from './csv-part.js';
import type { CsvPartMessage } from './csv-parts.js';

function send(message: CsvPartMessage, transfer: ArrayBuffer[] = []): void {
  parentPort!.postMessage(message, transfer);
}

const rows = await readCsvPart(workerData as CsvPart, (rowCount, bytes) =>
  send({ kind: 'progress', rowCount, bytes }),
);
const buffers = rows?.finished.flatMap((column) => {
  if (isRejected(column)) return [];
  return [(column.kind === 'numeric' ? column.values : column.codes).buffer as ArrayBuffer];
});
send({ kind: 'rows', rows }, buffers);
