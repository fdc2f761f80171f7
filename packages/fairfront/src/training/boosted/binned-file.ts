// The bins of rows that do not fit into memory, in a file of blocks. `binned-file-in-page.ts` is the same in a page;
// package.json says which of them `#binned` is.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BinnedChunks, ColumnBins, TreeRows } from '@fairfront/trees';
import { binChunks } from '@fairfront/trees/internal';
import { type BlockList, BlockReader, BlockWriter } from '../../store/block-file.js';
import { ensureFolder } from '../../write-file.js';

/** The bins of rows in a file: plain data, which threads can be handed. */
export interface BinnedFile extends Omit<BinnedChunks, 'readWords'> {
  readonly list: BlockList;
}

/** Words of a block: 8 MB. */
const BLOCK_WORDS = 2 ** 21;

let written = 0;

/**
 * Puts rows into bins, and these into a file.
 * @param folder made where it is not there
 * @param blockRows rows of a block; any number of them gives the same trees
 */
export function writeBinned(
  folder: string,
  features: TreeRows,
  columns: readonly ColumnBins[],
  blockRows = Math.max(1024, Math.floor(BLOCK_WORDS / Math.max(1, Math.ceil(columns.length / 4)))),
): BinnedFile {
  ensureFolder(folder);
  const writer = new BlockWriter(join(folder, `bins-${process.pid}-${++written}.bin`));
  const { rowCount } = features;
  const rows = Math.min(blockRows, Math.max(1, rowCount));
  try {
    binChunks(features, columns, rows, (words) => writer.append(words));
    return { rowCount, columns, blockRows: rows, list: writer.finish() };
  } catch (error) {
    writer.discard();
    throw error;
  }
}

/** Opens bins in a file. */
export function openBinned({ list, rowCount, columns, blockRows }: BinnedFile): BinnedChunks {
  const reader = new BlockReader(list);
  return {
    ...{ rowCount, columns, blockRows },
    readWords: (block, word, into) => {
      const { buffer, byteOffset, byteLength } = into;
      const from = word * byteLength;
      reader.read(block, new Uint8Array(buffer, byteOffset, byteLength), from, from + byteLength);
    },
  };
}

/** Removes the file. */
export function removeBinned({ list }: BinnedFile): void {
  rmSync(list.path, { force: true });
}
