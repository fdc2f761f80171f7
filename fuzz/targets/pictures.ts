// Pictures of strangers: files, cells of a table and tars, named by cells as hostile as any. They give pixels, or a
// message.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { columnOfTexts, createTable } from '@fairfront/core';
import { readPictures } from 'fairfront/internal';
import fc from 'fast-check';
import sharp from 'sharp';
import { hostileText } from '../inputs/hostile-texts.js';
import { mutatedBytes, share } from '../inputs/mutations.js';
import { orRefused, workFolder } from '../outcome.js';
import type { Target } from '../target.js';

interface Input {
  /** Where the bytes are: in a file, in the cell itself, or in a tar; or they are a tar. */
  readonly place: 'file' | 'cell' | 'inside a tar' | 'tar';
  readonly bytes: Uint8Array;
  /** Instead of the one that names them. */
  readonly cell?: string;
  /** Whether nothing is wrong with them. */
  readonly isWhole?: true;
}

const SIZE = 6;
const NAME = 'folder/picture';
const PIPE = 'pipe';

export const pictures: Target<Input> = {
  inputs: async () => {
    const whole = await encodedPictures();
    const files = fc.constantFrom(...whole);
    const tars = files.map(tarOf);
    const places = fc.constantFrom('file' as const, 'cell' as const, 'inside a tar' as const);
    return fc.oneof(
      fc.record({ place: places, bytes: files, isWhole: fc.constant(true as const) }),
      fc.record({ place: places, bytes: files, cell: oddPath }),
      { weight: 10, arbitrary: fc.record({ place: places, bytes: mutatedBytes(files) }) },
      { weight: 4, arbitrary: fc.record({ place: places, bytes: changedHeader(whole[0]!) }) },
      { weight: 2, arbitrary: fc.record({ place: fc.constant('tar' as const), bytes: mutatedBytes(tars) }) },
      { weight: 4, arbitrary: fc.record({ place: fc.constant('tar' as const), bytes: changedTar(tars) }) },
    );
  },
  attempt: async ({ place, bytes, cell, isWhole }) => {
    const isTar = place === 'tar' || place === 'inside a tar';
    const parent = inFolder();
    const own = join(parent, isTar ? 'pictures.tar' : NAME);
    writeFileSync(own, place === 'inside a tar' ? tarOf(bytes) : bytes);
    const named = place === 'cell' ? `data:image/png;base64,${Buffer.from(bytes).toString('base64')}` : NAME;
    const table = createTable([columnOfTexts('path', [cell ?? named, cell ?? named])]);
    const read = await orRefused(() =>
      readPictures(table, { column: 'path', size: SIZE, folder: isTar ? own : parent }),
    );
    if (isWhole) assert.notEqual(read, undefined);
    if (read !== undefined) assert.equal(read.values.length, 2 * SIZE * SIZE * 3);
  },
};

let folder: string | undefined;
/** A folder with a file that nobody ever writes to. */
function inFolder(): string {
  if (folder === undefined) {
    folder = join(workFolder(), 'pictures');
    mkdirSync(join(folder, 'folder'), { recursive: true });
    execFileSync('mkfifo', [join(folder, PIPE)]);
  }
  return folder;
}

const oddPath = fc.oneof(
  fc.constantFrom(PIPE, '/dev/zero', '/dev/stdin', '/', '..', 'folder', `${NAME}/x`, `folder/../${NAME}`),
  hostileText,
);

/** The same few pixels in every format that is decoded. PNG comes first. */
async function encodedPictures(): Promise<Uint8Array[]> {
  const pixels = Uint8Array.from({ length: 9 * 7 * 4 }, (_, i) => (i * 37) % 256);
  const made = sharp(pixels, { raw: { width: 9, height: 7, channels: 4 } });
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="7"><filter id="f"><feGaussianBlur stdDeviation="2"/></filter><g id="g" filter="url(#f)"><rect width="5" height="5"/></g><use href="#g" x="2"/></svg>';
  const encoded = await Promise.all(
    [
      made.clone().png(),
      made.clone().png({ progressive: true, palette: true }),
      made.clone().toColourspace('rgb16').png(),
      made.clone().withMetadata({ orientation: 6 }).jpeg({ progressive: true }),
      made.clone().webp(),
      made.clone().webp({ lossless: true }),
      made.clone().gif(),
      made.clone().tiff({ compression: 'lzw' }),
      made.clone().avif({ effort: 0 }),
    ].map((each) => each.toBuffer()),
  );
  return [...encoded, Buffer.from(svg)].map((each) => Uint8Array.from(each));
}

/** A PNG whose first chunk says something else, and has a checksum for it. */
function changedHeader(png: Uint8Array): fc.Arbitrary<Uint8Array> {
  const length = fc.oneof(
    fc.constantFrom(0, 1, 16_384, 65_535, 2 ** 31 - 1, 2 ** 32 - 1),
    fc.nat({ max: 40 }),
  );
  return fc
    .tuple(length, length, fc.uint8Array({ minLength: 2, maxLength: 2 }), fc.boolean())
    .map(([width, height, [depth, colour], isInterlaced]) => {
      const bytes = Buffer.from(png);
      bytes.writeUInt32BE(width, 16);
      bytes.writeUInt32BE(height, 20);
      if (depth! % 2 === 0) bytes[24] = 2 ** (depth! % 5);
      if (colour! % 2 === 0) bytes[25] = colour! % 8;
      bytes[28] = isInterlaced ? 1 : 0;
      bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
      return Uint8Array.from(bytes);
    });
}

const BLOCK = 512;

function tarOf(content: Uint8Array): Uint8Array {
  const header = Buffer.alloc(BLOCK);
  header.write(NAME, 0);
  header.write(content.length.toString(8).padStart(11, '0'), 124);
  header.write('0', 156);
  const padding = Buffer.alloc(((BLOCK - (content.length % BLOCK)) % BLOCK) + 2 * BLOCK);
  return Uint8Array.from(Buffer.concat([signed(header), content, padding]));
}

/** A tar whose first header says something else, and has a checksum for it. */
function changedTar(tars: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Uint8Array> {
  const text = fc.oneof(fc.constantFrom('7'.repeat(12), '0', '\0', '-1', ' 777', '5', 'L'), hostileText);
  const at = fc.oneof(
    fc.constantFrom(0, 124, 156, 345),
    share.map((each) => Math.floor(each * BLOCK)),
  );
  return fc
    .tuple(tars, fc.array(fc.tuple(at, text), { minLength: 1, maxLength: 3 }))
    .map(([tar, changes]) => {
      const header = Buffer.from(tar.subarray(0, BLOCK));
      for (const [from, letters] of changes) header.write(letters, from);
      return Uint8Array.from(Buffer.concat([signed(header), tar.subarray(BLOCK)]));
    });
}

function signed(header: Buffer): Buffer {
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}
