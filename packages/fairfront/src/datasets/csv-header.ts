// The first line of a CSV, also gzipped, and whether anything follows: a file of gigabytes is not read for it.

import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { parseRecord } from '../read/csv/csv-head.js';
import { ReadError } from '../read/source/read-error.js';

export interface CsvHeader {
  readonly columns: readonly string[];
  readonly hasRows: boolean;
}

const LONGEST = 2 ** 20;

export async function readCsvHeader(path: string): Promise<CsvHeader> {
  const source = createReadStream(path);
  const gunzip = path.endsWith('.gz') ? createGunzip() : undefined;
  const stream = gunzip === undefined ? source : source.on('error', (e) => gunzip.destroy(e)).pipe(gunzip);
  let text = '';
  try {
    for await (const chunk of stream) {
      text += (chunk as Buffer).toString('latin1');
      if (/\n\s*\S/.test(text) || text.length > LONGEST) break;
    }
  } catch (error) {
    throw new ReadError(`${path}: ${(error as Error).message}`, { cause: error });
  } finally {
    source.destroy();
  }
  const { fields, end } = parseRecord(text, 0, ',');
  return { columns: fields, hasRows: text.slice(end).trim() !== '' };
}
