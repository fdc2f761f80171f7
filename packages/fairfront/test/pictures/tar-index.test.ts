import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FairfrontError } from '@fairfront/core';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { indexTar, type TarIndex } from '../../src/pictures/tar-index.js';
import { makeTar } from '../datasets/make-tar.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairfront-tar-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function index(bytes: Uint8Array): TarIndex {
  const path = join(folder, 'a.tar');
  writeFileSync(path, bytes);
  return indexTar(path);
}

const contents = ({ path, offsets, lengths }: TarIndex): Buffer[] => {
  const bytes = readFileSync(path);
  return Array.from(offsets, (offset, i) => bytes.subarray(offset, offset + lengths[i]!));
};

it('finds every file, whatever its name and size', () => {
  const file = fc.record({
    name: fc.stringMatching(/^[a-zA-Z0-9_.-]{1,100}$/),
    content: fc.uint8Array({ maxLength: 1_600 }).map((bytes) => Buffer.from(bytes)),
  });
  fc.assert(
    fc.property(fc.array(file, { maxLength: 8 }), (files) => {
      const found = index(makeTar(files));
      expect(found.names).toEqual(files.map(({ name }) => name));
      expect(contents(found)).toEqual(files.map(({ content }) => content));
    }),
  );
});

it('skips folders and joins prefixes', () => {
  const found = index(
    makeTar([
      { name: 'images/', content: Buffer.alloc(0), type: '5' },
      { name: 'a.jpg', prefix: 'images', content: Buffer.from('abc') },
      { name: 'old.jpg', content: Buffer.from('d'), type: '\0' },
    ]),
  );
  expect(found.names).toEqual(['images/a.jpg', 'old.jpg']);
  expect(contents(found).map(String)).toEqual(['abc', 'd']);
});

const good = makeTar([
  { name: 'a', content: Buffer.alloc(700, 1) },
  { name: 'b', content: Buffer.alloc(10, 2) },
]);
const changed = (at: number, byte: number): Buffer => {
  const bytes = Buffer.from(good);
  bytes[at] = byte;
  return bytes;
};

it.each([
  ['nothing', Buffer.alloc(0), /at byte 0 it ends too early/],
  ['no tar', Buffer.alloc(2048, 65), /at byte 0 there should be a header/],
  ['a name changed', changed(0, 66), /at byte 0 there should be a header/],
  ['a size changed', changed(512 + 1024 + 130, 0x37), /at byte 1536 there should be a header/],
  ['cut off within a file', good.subarray(0, 900), /at byte 0 it ends within a file/],
  ['cut off after a file', good.subarray(0, 1536), /at byte 1536 it ends too early/],
  ['long names', makeTar([{ name: 'x', content: Buffer.from('y'), type: 'L' }]), /type "L"; repack it/],
])('refuses what is damaged: %s', (_, bytes, message) => {
  expect(() => index(bytes)).toThrow(FairfrontError);
  expect(() => index(bytes)).toThrow(message);
});
