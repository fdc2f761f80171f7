// The columns of a table in files of blocks, read when they are asked for.

import { basename, join } from 'node:path';
import { type Cells, storedColumn } from '@fairfront/core/internal';
import { type Column, createCodes, createTable } from '@fairfront/core/tables';
import { type BlockList, BlockReader } from './block-file.js';
import { CellFile, type CellFilePlan } from './cell-file.js';
import type { CellForm, CellStore, KeptCells, KeptColumn } from './kept-cells.js';

const VIEWS = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  i8: Int8Array,
  i16: Int16Array,
  i32: Int32Array,
  f32: Float32Array,
  f64: Float64Array,
};
/** What stands for a missing number among whole ones. */
const MISSING: Partial<Record<CellForm, number>> = { i8: -(2 ** 7), i16: -(2 ** 15), i32: -(2 ** 31) };

/** The files of a table's columns, as plain data. */
export interface StoredFiles {
  readonly blockRows: number;
  readonly lists: readonly BlockList[];
}

/** Keeps the columns of one table in a folder. */
export class TableStore {
  readonly #folder: string;
  readonly #blockRows: number;
  readonly #lists = new Map<string, BlockList>();
  readonly #readers = new Map<string, BlockReader>();
  readonly #columns = new Map<string, KeptColumn>();
  #scratch = new ArrayBuffer(0);
  #files = 0;

  /** @param blockRows rows of a column that are written at a time */
  constructor(folder: string, blockRows: number) {
    this.#folder = folder;
    this.#blockRows = blockRows;
  }

  /** Opens the files of a table that were written before; throws where one is damaged. */
  static open(folder: string, { blockRows, lists }: StoredFiles): TableStore {
    const store = new TableStore(folder, blockRows);
    for (const list of lists) {
      store.add(list);
      const reader = store.#readers.get(basename(list.path))!;
      for (const [block, { length }] of list.blocks.entries()) {
        reader.read(block, new Uint8Array(store.#room(length), 0, length));
      }
    }
    return store;
  }

  /** The files of all columns. */
  files(): StoredFiles {
    return { blockRows: this.#blockRows, lists: [...this.#lists.values()] };
  }

  /** Where the cells of a column are. */
  keptColumn(name: string): KeptColumn | undefined {
    return this.#columns.get(name);
  }

  /** Names another file for cells, for this thread or another to write. */
  nextFile(): CellFilePlan {
    return { path: join(this.#folder, `cells-${++this.#files}.bin`), blockRows: this.#blockRows };
  }

  /** Does some work with a file that takes cells; there is none left where the work fails. */
  async fill<Result>(work: (cells: CellStore) => Promise<Result>): Promise<Result> {
    const file = new CellFile(this.nextFile());
    try {
      const result = await work(file);
      this.add(file.finish());
      return result;
    } catch (error) {
      file.discard();
      throw error;
    }
  }

  /** Takes a file that was written. */
  add(list: BlockList): void {
    const name = basename(list.path);
    this.#lists.set(name, list);
    this.#readers.set(name, new BlockReader({ ...list, path: join(this.#folder, name) }));
  }

  /** Makes a column of kept cells, whose files were added; refuses one with infinite numbers as any table does. */
  column(column: KeptColumn): Column {
    this.#columns.set(column.name, column);
    const rowCount = column.kept.reduce((sum, cells) => sum + cells.rowCount, 0);
    if (column.kept.some(({ isInfinite }) => isInfinite)) {
      createTable([
        { kind: 'numeric', name: column.name, values: this.#read(column, 0, rowCount) as Float64Array },
      ]);
    }
    return storedColumn(column, rowCount, (from, to) => this.#read(column, from, to));
  }

  /** Closes all files; they are opened again when they are needed. */
  close(): void {
    for (const reader of this.#readers.values()) reader.close();
  }

  #read(column: KeptColumn, from: number, to: number): Cells {
    if (column.kind === 'numeric') {
      const values = new Float64Array(to - from);
      this.#visit(column.kept, from, to, values, (at, cells, form) => putNumbers(values, at, cells, form));
      return values;
    }
    const codes = createCodes(column.levels.length, to - from);
    this.#visit(column.kept, from, to, undefined, (at, cells, _, { codes: levels }) => {
      for (let i = 0; i < cells.length; i++) codes[at + i] = levels[cells[i]!]!;
    });
    return codes;
  }

  /**
   * Reads the cells of some rows, block by block.
   * @param into where numbers go that lie in the file as they are to be
   * @param put is handed other cells, and the row of the first of them, counted from `from`
   */
  #visit<Kept extends KeptCells>(
    all: readonly Kept[],
    from: number,
    to: number,
    into: Float64Array | undefined,
    put: (at: number, cells: InstanceType<(typeof VIEWS)[CellForm]>, form: CellForm, kept: Kept) => void,
  ): void {
    let start = 0; // of the rows in a file
    for (const kept of all) {
      const { blockRows, rowCount } = kept;
      const end = Math.min(to - start, rowCount);
      for (let row = Math.max(from - start, 0); row < end; ) {
        const block = Math.floor(row / blockRows);
        const first = row - block * blockRows;
        const count = Math.min(blockRows - first, end - row);
        const form = kept.forms[block]!;
        const View = VIEWS[form];
        const size = View.BYTES_PER_ELEMENT;
        const at = start + row - from;
        const isReady = form === 'f64' && into !== undefined;
        const room = isReady
          ? new Uint8Array(into.buffer, into.byteOffset + at * size, count * size)
          : new Uint8Array(this.#room(count * size), 0, count * size);
        this.#readers
          .get(basename(kept.path))!
          .read(kept.blocks[block]!, room, first * size, (first + count) * size);
        if (!isReady) put(at, new View(this.#scratch, 0, count), form, kept);
        row += count;
      }
      start += rowCount;
    }
  }

  #room(size: number): ArrayBuffer {
    if (size > this.#scratch.byteLength) this.#scratch = new ArrayBuffer(size);
    return this.#scratch;
  }
}

function putNumbers(values: Float64Array, at: number, cells: ArrayLike<number>, form: CellForm): void {
  const missing = MISSING[form];
  if (missing === undefined) {
    values.set(cells, at);
    return;
  }
  for (let i = 0; i < cells.length; i++) values[at + i] = cells[i] === missing ? Number.NaN : cells[i]!;
}
