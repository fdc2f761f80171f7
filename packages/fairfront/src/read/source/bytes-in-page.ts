// Bytes as a page handles them: `bytes.ts` without Node.

import type { Source } from './formats.js';
import { ReadError } from './read-error.js';

/** Bytes that are handed on at a time: between two chunks others have their turn. */
export const CHUNK_BYTES = 1 << 20;

/** Hands on the bytes of a source in chunks, unpacked. */
export async function* readChunks({
  label,
  gzipped,
  bytes = new Uint8Array(0),
}: Pick<Source, 'path' | 'label' | 'gzipped' | 'bytes'>): AsyncGenerator<Uint8Array> {
  if (!gzipped) {
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
    return;
  }
  const packed = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
  const reader = packed.pipeThrough(new DecompressionStream('gzip')).getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } catch (error) {
    const why = (error as Error).message;
    throw new ReadError(`${label}: the gzip data is damaged or cut off (${why})`, { cause: error });
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

const encoder = new TextEncoder();
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A text of UTF-8. */
export function utf8Text(bytes: Uint8Array, start: number, end: number): string {
  return utf8.decode(bytes.subarray(start, end));
}

/** Arguments that a call takes. */
const CALL = 8192;

/** One character for each byte. */
export function latin1Text(bytes: Uint8Array, start = 0, end = bytes.length): string {
  let text = '';
  for (let at = start; at < end; at += CALL) {
    text += String.fromCharCode(...bytes.subarray(at, Math.min(end, at + CALL)));
  }
  return text;
}

/** A text of UTF-16, the low byte first; halves of characters stay what they are. */
export function utf16Text(bytes: Uint8Array, start: number, end: number): string {
  const units = new Uint16Array(bytes.slice(start, end).buffer);
  let text = '';
  for (let at = 0; at < units.length; at += CALL)
    text += String.fromCharCode(...units.subarray(at, at + CALL));
  return text;
}

/** The bytes of a text as UTF-8; half a character becomes U+FFFD. */
export function utf8Bytes(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Whether bytes are a text of UTF-8. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Room for so many bytes. */
export function byteRoom(size: number): Uint8Array {
  return new Uint8Array(size);
}

/** Puts chunks behind each other. */
export function joinBytes(chunks: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(chunks.reduce((size, { length }) => size + length, 0));
  let place = 0;
  for (const chunk of chunks) {
    all.set(chunk, place);
    place += chunk.length;
  }
  return all;
}

/** Copies some bytes to a place. @returns how many */
export function copyBytes(
  from: Uint8Array,
  to: Uint8Array,
  place: number,
  start: number,
  end: number,
): number {
  to.set(from.subarray(start, end), place);
  return end - start;
}

/** Writes a text of ASCII to the beginning of a room. */
export function writeAscii(text: string, to: Uint8Array): void {
  encoder.encodeInto(text, to);
}
