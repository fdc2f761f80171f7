// Where the files inside a tar archive are (POSIX.1-1988 ustar). Headers are read, contents are skipped.
//   header: 512 bytes; name 0–99, size 124–135 octal, checksum 148–155 octal, type 156, prefix 345–499
//   contents follow, filled up to whole blocks; a block of zeros ends the archive

import { closeSync, openSync, readSync } from 'node:fs';
import { FairfrontError } from '@fairfront/core';

export interface TarIndex {
  readonly path: string;
  /** In the order of the archive. */
  readonly names: readonly string[];
  /** By file: where its first byte is. */
  readonly offsets: Float64Array; // not Uint32Array: archives may pass 4 GB
  /** By file, in bytes. */
  readonly lengths: Float64Array;
}

const BLOCK = 512;

/** Lists the files of an archive and where their contents begin. */
export function indexTar(path: string): TarIndex {
  const file = openSync(path, 'r');
  try {
    return readHeaders(path, file);
  } finally {
    closeSync(file);
  }
}

function readHeaders(path: string, file: number): TarIndex {
  const names: string[] = [];
  const offsets: number[] = [];
  const lengths: number[] = [];
  const header = Buffer.alloc(BLOCK);
  const probe = Buffer.alloc(1);
  let position = 0;
  for (;;) {
    if (readSync(file, header, 0, BLOCK, position) < BLOCK)
      throw damaged(path, position, 'it ends too early');
    if (header.every((byte) => byte === 0)) break;
    const length = readOctal(header, 124, 12);
    if (Number.isNaN(length) || readOctal(header, 148, 8) !== checksumOf(header)) {
      throw damaged(path, position, 'there should be a header');
    }
    const start = position + BLOCK;
    if (length > 0 && readSync(file, probe, 0, 1, start + length - 1) < 1) {
      throw damaged(path, position, 'it ends within a file');
    }
    const type = String.fromCharCode(header[156]!);
    if (type === '0' || type === '\0') {
      names.push(nameOf(header));
      offsets.push(start);
      lengths.push(length);
    } else if (type !== '5') {
      // What follows would have another name or place than its header says.
      throw damaged(path, position, `it has an entry of type "${type}"; repack it with tar --format=ustar`);
    }
    position = start + Math.ceil(length / BLOCK) * BLOCK;
  }
  return { path, names, offsets: Float64Array.from(offsets), lengths: Float64Array.from(lengths) };
}

function nameOf(header: Buffer): string {
  const prefix = readText(header, 345, 155);
  const name = readText(header, 0, 100);
  return prefix === '' ? name : `${prefix}/${name}`;
}

function readText(header: Buffer, from: number, length: number): string {
  const field = header.subarray(from, from + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? length : end);
}

/** NaN for what is not an octal number. */
function readOctal(header: Buffer, from: number, length: number): number {
  const text = readText(header, from, length).trim();
  return /^[0-7]+$/.test(text) ? Number.parseInt(text, 8) : Number.NaN;
}

/** The sum of the header's bytes, those of the checksum itself counted as spaces. */
function checksumOf(header: Buffer): number {
  return header.reduce((sum, byte, i) => sum + (i >= 148 && i < 156 ? 32 : byte), 0);
}

function damaged(path: string, position: number, what: string): FairfrontError {
  return new FairfrontError('bad-file', `${path} is not a tar that can be read: at byte ${position} ${what}`);
}
