// What is another file in a page does the same as in Node.

import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listPackages } from '../../../../scripts/entry-points.mjs';
import { sha256 } from '../../src/hash-in-page.js';
import * as node from '../../src/read/source/bytes.js';
import * as page from '../../src/read/source/bytes-in-page.js';

const bytes = fc.uint8Array({ maxLength: 300 });
/** Halves of characters too. */
const anyText = fc.string({ unit: 'binary', maxLength: 100 });

describe('bytes in a page', () => {
  it('become the texts that they become in Node', () => {
    fc.assert(
      fc.property(bytes, fc.nat(300), fc.nat(300), (own, one, other) => {
        const [start, end] = [Math.min(one, other, own.length), Math.min(Math.max(one, other), own.length)];
        expect(page.utf8Text(own, start, end)).toBe(node.utf8Text(own, start, end));
        expect(page.latin1Text(own, start, end)).toBe(node.latin1Text(own, start, end));
        const whole = end - ((end - start) % 2);
        expect(page.utf16Text(own, start, whole)).toBe(node.utf16Text(own, start, whole));
        expect(page.isUtf8(own)).toBe(node.isUtf8(own));
      }),
    );
  });

  it('are those of texts, joined and copied as in Node', () => {
    fc.assert(
      fc.property(anyText, bytes, (text, own) => {
        expect([...page.utf8Bytes(text)]).toEqual([...Buffer.from(text)]);
        expect([...page.joinBytes([own, own])]).toEqual([...Buffer.concat([own, own])]);
        const [here, there] = [new Uint8Array(310), new Uint8Array(310)];
        const [start, end] = [Math.min(1, own.length), own.length];
        expect(page.copyBytes(own, here, 5, start, end)).toBe(node.copyBytes(own, there, 5, start, end));
        expect(here).toEqual(there);
      }),
      { examples: [['\ud800', new Uint8Array([1])]], numRuns: 50 },
    );
  });

  it('are unpacked, and damage is said', async () => {
    const source = { path: 'a.csv.gz', label: 'a.csv.gz', gzipped: true };
    const packed = gzipSync('x'.repeat(100_000));
    const read = async (own: Uint8Array): Promise<number> => {
      let size = 0;
      for await (const chunk of page.readChunks({ ...source, bytes: own })) size += chunk.length;
      return size;
    };
    expect(await read(packed)).toBe(100_000);
    await expect(read(packed.subarray(0, 50))).rejects.toThrow(
      'a.csv.gz: the gzip data is damaged or cut off',
    );
  });
});

it('SHA-256 in a page is that of Node, however it is fed', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(bytes, anyText), { maxLength: 5 }), (pieces) => {
      const [ours, theirs] = [sha256(), createHash('sha256')];
      for (const piece of pieces) {
        ours.update(piece);
        theirs.update(piece);
      }
      expect(ours.digest()).toBe(theirs.digest('hex'));
    }),
  );
  for (const length of [55, 56, 63, 64, 65, 119, 120]) {
    const text = 'a'.repeat(length);
    expect(sha256().update(text).digest()).toBe(createHash('sha256').update(text).digest('hex'));
  }
});

it.each(listPackages().flatMap(({ imports }) => imports))(
  '$specifier offers in a page what is used of it',
  async ({ source, inPage }) => {
    const [here, there] = await Promise.all([import(source), import(inPage)]);
    for (const [name, value] of Object.entries(there)) {
      expect([name, typeof value]).toEqual([name, typeof here[name]]);
    }
    const nodesOwn = ['revived', 'nodeThreads', 'askToEnd', 'describeEnd'];
    expect(Object.keys(there).sort()).toEqual(
      Object.keys(here)
        .filter((name) => !nodesOwn.includes(name))
        .sort(),
    );
  },
);
