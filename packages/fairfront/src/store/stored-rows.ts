// Rows of features on disk, for tables that do not fit into memory: a file of blocks, each the rows that sums are taken
// over together, encoded once and read at every pass.

import type { DenseRows, LabelledRows, SparseRows } from '@fairfront/core';
import {
  type ColumnIndices,
  createIndices,
  createValues,
  type Precision,
  type StreamedRows,
  streamedRows,
} from '@fairfront/core/internal';
import { type BlockList, BlockReader, BlockWriter } from './block-file.js';

/** What a thread needs to read stored rows: plain data. */
export interface StoredRows {
  readonly list: BlockList;
  readonly rowCount: number;
  readonly columnCount: number;
  readonly blockEnds: readonly number[];
  readonly isSparse: boolean;
  readonly precision: Precision;
}

/** Rows that are read from a file. */
export interface StoredFeatures extends StreamedRows {
  readonly stored: StoredRows;
  /** Closes the file; it is opened again when it is needed. */
  closeFile(): void;
}

/** Writes rows into a file of blocks. */
export class RowsWriter {
  readonly #writer: BlockWriter;
  readonly #ends: number[] = [];
  #columnCount = 0;
  #isSparse = true;
  #precision: Precision = 'f64';

  /** @param path a file that is not there yet */
  constructor(path: string) {
    this.#writer = new BlockWriter(path);
  }

  /** Adds the rows of a block, in pieces. */
  append(pieces: readonly (SparseRows | DenseRows)[]): void {
    const first = pieces[0]!;
    const rowCount = pieces.reduce((sum, piece) => sum + piece.rowCount, 0);
    this.#columnCount = first.columnCount;
    this.#isSparse = 'offsets' in first;
    this.#precision = first.values instanceof Float32Array ? 'f32' : 'f64';
    this.#ends.push((this.#ends.at(-1) ?? 0) + rowCount);
    const sparse = pieces.filter((piece): piece is SparseRows => 'offsets' in piece);
    this.#writer.append(
      ...pieces.map(({ values }) => values),
      ...(this.#isSparse ? [joinedOffsets(sparse, rowCount)] : []),
      ...sparse.map(({ columns }) => columns),
    );
  }

  /** Ends the file. */
  finish(): StoredRows {
    return {
      list: this.#writer.finish(),
      rowCount: this.#ends.at(-1) ?? 0,
      columnCount: this.#columnCount,
      blockEnds: this.#ends,
      isSparse: this.#isSparse,
      precision: this.#precision,
    };
  }

  /** Ends and removes the file. */
  discard(): void {
    this.#writer.discard();
  }
}

function joinedOffsets(pieces: readonly SparseRows[], rowCount: number): Uint32Array {
  const offsets = new Uint32Array(rowCount + 1);
  let [row, entries] = [0, 0];
  for (const piece of pieces) {
    for (let i = 1; i <= piece.rowCount; i++) offsets[++row] = entries + piece.offsets[i]!;
    entries += piece.values.length;
  }
  return offsets;
}

/** Opens stored rows. The arrays of a block are good until the next one is read. */
export function openRows(stored: StoredRows): StoredFeatures {
  const { list, rowCount, columnCount, blockEnds, isSparse, precision } = stored;
  const reader = new BlockReader(list);
  const largest = list.blocks.reduce((most, { length }) => Math.max(most, length), 0);
  let room: ArrayBuffer | undefined;
  const numberBytes = createValues(precision, 0).BYTES_PER_ELEMENT;
  const indexBytes = createIndices(columnCount, 0).BYTES_PER_ELEMENT;
  const rowsIn = (block: number): number => blockEnds[block]! - (block === 0 ? 0 : blockEnds[block - 1]!);
  const entriesIn = (block: number): number => {
    const { length } = list.blocks[block]!;
    return isSparse ? (length - 4 * (rowsIn(block) + 1)) / (numberBytes + indexBytes) : length / numberBytes;
  };
  const readBlock = (block: number): SparseRows | DenseRows => {
    room ??= new ArrayBuffer(largest);
    reader.read(block, new Uint8Array(room));
    const [rows, entries] = [rowsIn(block), entriesIn(block)];
    const values =
      precision === 'f32' ? new Float32Array(room, 0, entries) : new Float64Array(room, 0, entries);
    if (!isSparse) return { rowCount: rows, columnCount, values };
    const Indices = createIndices(columnCount, 0).constructor as new (
      buffer: ArrayBuffer,
      at: number,
      length: number,
    ) => ColumnIndices;
    const at = entries * numberBytes;
    const offsets = new Uint32Array(room, at, rows + 1);
    return {
      rowCount: rows,
      columnCount,
      offsets,
      columns: new Indices(room, at + offsets.byteLength, entries),
      values,
    };
  };
  const readRows = (rows: ArrayLike<number>): DenseRows => {
    const values = createValues(precision, rows.length * columnCount);
    const bytes = new Uint8Array(values.buffer);
    const each = columnCount * numberBytes;
    for (let i = 0; i < rows.length; ) {
      const block = blockOf(blockEnds, rows[i]!);
      let end = i + 1;
      while (end < rows.length && rows[end] === rows[end - 1]! + 1 && rows[end]! < blockEnds[block]!) end++;
      const first = rows[i]! - (blockEnds[block]! - rowsIn(block));
      reader.read(block, bytes.subarray(i * each), first * each, (first + end - i) * each);
      i = end;
    }
    return { rowCount: rows.length, columnCount, values };
  };
  const entryCount = blockEnds.reduce((sum, _, block) => sum + entriesIn(block), 0);
  const features = streamedRows(
    { rowCount, columnCount, blockEnds, isSparse, entryCount },
    readBlock,
    isSparse ? undefined : readRows,
  );
  return Object.defineProperties(features, {
    stored: { value: stored },
    closeFile: { value: () => reader.close() },
  }) as StoredFeatures;
}

/** The block that a row is in. */
function blockOf(ends: readonly number[], row: number): number {
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (row < ends[middle]!) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** What stored features are made of; undefined for features in memory. */
export function storedRows(features: LabelledRows['features']): StoredRows | undefined {
  return (features as Partial<StoredFeatures>).stored;
}
