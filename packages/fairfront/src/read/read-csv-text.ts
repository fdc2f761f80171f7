// Reads CSV that is in memory, as a page has it, by the rules of files.

import { shortened } from '@fairfront/core/internal';
import { latin1Text, utf8Bytes } from '#bytes';
import { checkOptions } from '../option-kinds.js';
import { UsageError } from '../usage-error.js';
import { readCsv } from './csv/read-csv.js';
import { READ_KINDS, type Reading, type ReadOptions, readSource } from './read-options.js';
import { HEAD_BYTES, knownFormat, LONGEST_LABEL, type Source } from './source/formats.js';
import { ReadError } from './source/read-error.js';

/** What may be said of CSV in memory; `encoding` of bytes only. */
export type CsvTextOptions = Omit<ReadOptions, 'format' | 'image' | 'stdin' | 'table' | 'sql'>;

/**
 * Reads CSV as a table.
 * @param content the text, or the bytes of a file, also gzipped
 * @param name what a person calls it; by its end tabs are known (.tsv)
 */
export async function readCsvText(
  content: string | Uint8Array,
  options: CsvTextOptions = {},
  name = 'the text',
): Promise<Reading> {
  const source = openText(content, name);
  checkOptions(options, READ_KINDS);
  if (typeof content === 'string' && options.encoding !== undefined) {
    throw new UsageError('`encoding`: a text has letters already; leave it out');
  }
  return readSource(source, options, (wanted) => readCsv(source, options, wanted));
}

/** What is in memory, as a source. Refuses what is not CSV. */
export function openText(content: string | Uint8Array, name: string): Source {
  const bytes = typeof content === 'string' ? utf8Bytes(content) : content;
  if (!(bytes instanceof Uint8Array)) throw new UsageError('CSV must be a text, or the bytes of a file');
  const label = shortened(name, LONGEST_LABEL);
  const known = knownFormat(latin1Text(bytes, 0, Math.min(HEAD_BYTES, bytes.length)), name, label);
  if (known.format !== 'csv') {
    throw new ReadError(`${label} is ${known.format}, and here only CSV is read; save the table as CSV`);
  }
  return { path: name, original: name, label, size: bytes.length, bytes, ...known };
}
