// Files of blocks: what is read is what was written, or an error that names the file.

import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DenseRows, SparseRows } from '@fairfront/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BlockReader, BlockWriter } from '../../src/store/block-file.js';
import { openRows, RowsWriter } from '../../src/store/stored-rows.js';
import { workFolder } from '../runs/run-fit.js';

const folder = workFolder();
let files = 0;
const newFile = (): string => join(folder, `${++files}.bin`);

function written(blocks: readonly (readonly Uint8Array[])[]) {
  const writer = new BlockWriter(newFile());
  for (const pieces of blocks) writer.append(...pieces);
  return writer.finish();
}

describe('a file of blocks', () => {
  it('is read as it was written, whole blocks and parts of them, in any order', () => {
    const piece = fc.uint8Array({ maxLength: 40 });
    const blocks = fc.array(fc.array(piece, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(blocks, fc.nat(), fc.nat(), fc.nat(), (given, which, a, b) => {
        const reader = new BlockReader(written(given));
        const block = which % given.length;
        const whole = Buffer.concat(given[block]!);
        const [from, to] = [a % (whole.length + 1), b % (whole.length + 1)].sort((one, other) => one - other);
        const room = new Uint8Array(200);
        for (let time = 0; time < 2; time++) {
          expect(Buffer.from(reader.read(block, room, from, to))).toEqual(whole.subarray(from, to));
          expect(Buffer.from(reader.read(block, room))).toEqual(whole);
        }
        reader.close();
      }),
      { numRuns: 50 },
    );
  });

  it('on a storage is checked at every read of a block, elsewhere at the first', () => {
    const list = written([[Uint8Array.of(1, 2, 3)]]);
    const room = new Uint8Array(3);
    const [reader, shared] = [new BlockReader(list), new BlockReader({ ...list, isShared: true })];
    for (const each of [reader, shared]) expect([...each.read(0, room)]).toEqual([1, 2, 3]);
    writeFileSync(list.path, Uint8Array.of(1, 2, 4));
    expect([...reader.read(0, room)]).toEqual([1, 2, 4]);
    expect(() => shared.read(0, room)).toThrow('its checksum is another');
  });

  it('with a byte changed is refused by name, and only the block that has it', () => {
    const list = written([[Uint8Array.of(1, 2, 3)], [Uint8Array.of(4, 5, 6)]]);
    const bytes = readFileSync(list.path);
    bytes[4]! ^= 1;
    writeFileSync(list.path, bytes);
    const reader = new BlockReader(list);
    const room = new Uint8Array(3);
    expect([...reader.read(0, room)]).toEqual([1, 2, 3]);
    expect(() => reader.read(1, room, 0, 1)).toThrow(/bin.*block 2 cannot be read: its checksum is another/);
  });

  it('that was cut or removed is refused by name', () => {
    const list = written([[Uint8Array.of(1, 2, 3)]]);
    truncateSync(list.path, 2);
    expect(() => new BlockReader(list).read(0, new Uint8Array(3))).toThrow(/bin.*the file ends before it/);
    const gone = { ...list, path: `${list.path}.gone` };
    expect(() => new BlockReader(gone).read(0, new Uint8Array(3))).toThrow(/gone.*there is no such file/);
  });

  it('that cannot be written is removed, and says so', () => {
    const path = newFile();
    writeFileSync(path, 'in the way');
    expect(() => new BlockWriter(path)).toThrow(/cannot write .*bin.*make room, or choose another folder/);
    const writer = new BlockWriter(newFile());
    writer.append(Uint8Array.of(1));
    const list = writer.finish();
    expect(() => writer.append(Uint8Array.of(2))).toThrow(/cannot write/); // closed, as a disk that fails
    expect(existsSync(list.path)).toBe(false);
  });
});

describe('stored rows', () => {
  const sparse: SparseRows = {
    rowCount: 3,
    columnCount: 5,
    offsets: Uint32Array.of(0, 2, 2, 3),
    columns: Uint16Array.of(0, 4, 2),
    values: Float64Array.of(1.5, -2, 3),
  };
  const dense: DenseRows = {
    rowCount: 4,
    columnCount: 2,
    values: Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8),
  };

  it('that are sparse are those that were written, pieces of a block joined', () => {
    const writer = new RowsWriter(newFile());
    writer.append([sparse, sparse]);
    writer.append([sparse]);
    const rows = openRows(writer.finish());
    expect(rows).toMatchObject({ rowCount: 9, columnCount: 5, blockEnds: [6, 9], entryCount: 9 });
    expect(rows.readBlock(1)).toEqual(sparse);
    expect(rows.readBlock(0)).toEqual({
      ...sparse,
      rowCount: 6,
      offsets: Uint32Array.of(0, 2, 2, 3, 5, 5, 6),
      columns: Uint16Array.of(0, 4, 2, 0, 4, 2),
      values: Float64Array.of(1.5, -2, 3, 1.5, -2, 3),
    });
    expect(() => rows.values).toThrow('read block by block');
  });

  it('that are dense can be read from anywhere', () => {
    const writer = new RowsWriter(newFile());
    writer.append([dense]);
    writer.append([{ ...dense, values: dense.values.map((value) => 10 * value) as Float32Array }]);
    const rows = openRows(writer.finish());
    expect(rows.readBlock(0)).toEqual(dense);
    expect(rows.readRows!([5, 0, 3, 4, 4])).toEqual({
      rowCount: 5,
      columnCount: 2,
      values: Float32Array.of(30, 40, 1, 2, 7, 8, 10, 20, 10, 20),
    });
  });
});
