// Bytes as Node handles them: where they come from, how they become texts, how they are copied. `bytes-in-page.ts` does the same in a page;
// package.json says which of them `#bytes` is.

import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createGunzip, type Gunzip } from 'node:zlib';
import { describeFileError } from '../../describe-file-error.js';
import type { Source } from './formats.js';
import { ReadError } from './read-error.js';

export { joinBytes, utf8Bytes, writeAscii } from './bytes-in-page.js';
export { isUtf8 };

export const CHUNK_BYTES = 1 << 20;

/** Reads the bytes of a file, or those that are there already, in chunks, unpacked. */
export async function* readChunks({
  path,
  label,
  gzipped,
  bytes,
}: Pick<Source, 'path' | 'label' | 'gzipped' | 'bytes'>): AsyncGenerator<Uint8Array> {
  const file =
    bytes === undefined ? createReadStream(path, { highWaterMark: CHUNK_BYTES }) : Readable.from([bytes]);
  const unpacked = gzipped ? createGunzip({ chunkSize: CHUNK_BYTES }) : file;
  try {
    if (unpacked !== file)
      file.on('error', (error: Error) => unpacked.destroy(error)).pipe(unpacked as Gunzip);
    for await (const chunk of unpacked) yield chunk as Uint8Array;
  } catch (error) {
    const what = gzipped ? 'the gzip data is damaged or cut off' : 'it cannot be read';
    throw new ReadError(`${label}: ${what} (${describeFileError(error)})`, { cause: error });
  } finally {
    file.destroy();
  }
}

/** A text of UTF-8. */
export function utf8Text(bytes: Uint8Array, start: number, end: number): string {
  return asBuffer(bytes).toString('utf8', start, end);
}

/** One character for each byte. */
export function latin1Text(bytes: Uint8Array, start = 0, end = bytes.length): string {
  return asBuffer(bytes).toString('latin1', start, end);
}

/** A text of UTF-16, the low byte first; halves of characters stay what they are. */
export function utf16Text(bytes: Uint8Array, start: number, end: number): string {
  return asBuffer(bytes).toString('utf16le', start, end);
}

/** Room for so many bytes, whatever is in it. As a Buffer it becomes texts without a new view for each. */
export function byteRoom(size: number): Uint8Array {
  return Buffer.allocUnsafe(size);
}

/** Copies some bytes to a place, faster than by a view of them. @returns how many */
export function copyBytes(
  from: Uint8Array,
  to: Uint8Array,
  place: number,
  start: number,
  end: number,
): number {
  return asBuffer(from).copy(to, place, start, end);
}

function asBuffer(bytes: Uint8Array): Buffer {
  return bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
