// The parts of a fit on disk, where the table does not fit into memory. `stored-parts-in-page.ts` is the same in a page;
// package.json says which of them `#rows` is.

import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { LabelledRows, Table } from '@fairfront/core';
import { blockRowsOf, tableRange } from '@fairfront/core/internal';
import { coreCount } from '#threads';
import { BlockReader, BlockWriter } from '../store/block-file.js';
import { passByThreads } from '../store/pass-crew.js';
import { openRows, RowsWriter, type StoredRows } from '../store/stored-rows.js';
import { Hand } from '../threads/hand.js';
import type { Job } from '../threads/job.js';
import { ensureFolder } from '../write-file.js';

export { openRows, storedRows } from '../store/stored-rows.js';

/** Rows of a table that are read at once. */
const RANGE = 2 ** 17;

/** Rows of features on disk. */
export interface StoredPart {
  readonly features: LabelledRows['features'];
  /** Ends the threads that pass over them, and closes the file; whoever wrote it removes it. */
  close(): void;
}

/**
 * Encodes rows of a table into a file of blocks.
 * @param cache the folder of the file
 * @param encode encodes rows of a table, as `encodeRows`
 */
export function storePart(
  cache: string,
  table: Table,
  rows: Uint32Array,
  encode: (table: Table, rows: Uint32Array) => LabelledRows['features'],
): StoredPart {
  ensureFolder(cache);
  const path = join(cache, `rows-${randomBytes(6).toString('hex')}.bin`);
  const writer = new RowsWriter(path);
  const blockRows = blockRowsOf(encode(tableRange(table, 0, 0), new Uint32Array(0)));
  try {
    for (let start = 0; start < rows.length; start += blockRows) {
      const own = rows.subarray(start, start + blockRows);
      writer.append(
        nearRuns(own).map((run) => {
          const first = run[0]!;
          const range = tableRange(table, first, run.at(-1)! + 1);
          return encode(
            range,
            run.map((row) => row - first),
          );
        }),
      );
    }
    const part = openWithThreads(writer.finish());
    return {
      ...part,
      close: () => {
        part.close();
        rmSync(path, { force: true });
      },
    };
  } catch (error) {
    writer.discard();
    throw error;
  }
}

/**
 * Puts numbers into a file. It stays until its folder goes, or is rid of all but rows.
 * @param cache the folder of the file
 * @param blockLength so many numbers are read at a time
 * @returns reads a block of them; it lasts until the next one is read
 */
export function storeNumbers(
  cache: string,
  numbers: Float64Array,
  blockLength: number,
): (block: number) => Float64Array {
  ensureFolder(cache);
  const writer = new BlockWriter(join(cache, `numbers-${randomBytes(6).toString('hex')}.bin`));
  for (let start = 0; start < numbers.length; start += blockLength) {
    writer.append(numbers.subarray(start, start + blockLength));
  }
  const list = writer.finish();
  const reader = new BlockReader(list);
  const room = new Float64Array(Math.min(blockLength, numbers.length));
  return (block) => {
    const { byteLength } = reader.read(block, new Uint8Array(room.buffer));
    if (block === list.blocks.length - 1) reader.close();
    return room.subarray(0, byteLength / room.BYTES_PER_ELEMENT);
  };
}

/** Opens stored rows, with passes over them by several threads. */
export function openWithThreads(stored: StoredRows): StoredPart {
  const features = openRows(stored);
  const endThreads = passByThreads(features, coreCount());
  return {
    features,
    close: () => {
      endThreads();
      features.closeFile();
    },
  };
}

/** Starts a thread that does tasks of a job as they come. */
export function startHand<Task, Result, Shared>(
  job: Job<Task, Result, Shared>,
  shared: Shared,
): Hand<Task, Result, Shared, never> {
  return new Hand(job, shared);
}

/** Runs of rows that ascend and lie near each other. */
function nearRuns(rows: Uint32Array): Uint32Array[] {
  const runs: Uint32Array[] = [];
  for (let start = 0, i = 1; i <= rows.length; i++) {
    if (i < rows.length && rows[i]! > rows[i - 1]! && rows[i]! - rows[start]! < RANGE) continue;
    runs.push(rows.subarray(start, i));
    start = i;
  }
  return runs;
}
