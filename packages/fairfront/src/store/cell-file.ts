// A file that takes the cells of many columns, block by block as they are read.

import { type BlockList, BlockWriter } from './block-file.js';
import type { CellForm, CellSink, CellStore, KeptCells } from './kept-cells.js';

/** What a thread needs to write cells: plain data. */
export interface CellFilePlan {
  readonly path: string;
  readonly blockRows: number;
}

/** Whole numbers, the smallest range first; its least number stands for missing. */
const WHOLE = [
  { form: 'i8', bound: 2 ** 7 - 1, Kind: Int8Array },
  { form: 'i16', bound: 2 ** 15 - 1, Kind: Int16Array },
  { form: 'i32', bound: 2 ** 31 - 1, Kind: Int32Array },
] as const;

/** Takes cells of columns into one file. */
export class CellFile implements CellStore {
  readonly blockRows: number;
  readonly #path: string;
  readonly #writer: BlockWriter;
  #count = 0;

  constructor({ path, blockRows }: CellFilePlan) {
    this.blockRows = blockRows;
    this.#path = path;
    this.#writer = new BlockWriter(path);
  }

  begin(): CellSink {
    const blocks: number[] = [];
    const forms: CellForm[] = [];
    const [path, blockRows] = [this.#path, this.blockRows];
    let [rowCount, present, isInfinite] = [0, 0, false];
    return {
      append: (cells) => {
        rowCount += cells.length;
        if (cells instanceof Float64Array) {
          for (let i = 0; i < cells.length; i++) {
            const value = cells[i]!;
            if (!Number.isNaN(value)) present++;
            if (value === Infinity || value === -Infinity) isInfinite = true;
          }
        }
        const { form, bytes } = cells instanceof Float64Array ? packNumbers(cells) : packCodes(cells);
        this.#writer.append(bytes);
        blocks.push(this.#count++);
        forms.push(form);
      },
      finish: (): KeptCells => ({ path, rowCount, blockRows, blocks, forms, present, isInfinite }),
    };
  }

  /** Ends the file. */
  finish(): BlockList {
    return this.#writer.finish();
  }

  /** Ends and removes the file. */
  discard(): void {
    this.#writer.discard();
  }
}

interface Packed {
  readonly form: CellForm;
  readonly bytes: ArrayBufferView;
}

function packCodes(codes: Uint32Array): Packed {
  let most = 0;
  for (let i = 0; i < codes.length; i++) if (codes[i]! > most) most = codes[i]!;
  if (most < 2 ** 8) return { form: 'u8', bytes: Uint8Array.from(codes) };
  return most < 2 ** 16 ? { form: 'u16', bytes: Uint16Array.from(codes) } : { form: 'u32', bytes: codes };
}

/** Numbers in the fewest bits from which they come back as they were. */
function packNumbers(values: Float64Array): Packed {
  const largest = largestWhole(values);
  const range = WHOLE.find(({ bound }) => largest <= bound);
  if (range !== undefined) {
    const packed = new range.Kind(values.length);
    const missing = -range.bound - 1;
    for (let i = 0; i < values.length; i++) packed[i] = Number.isNaN(values[i]!) ? missing : values[i]!;
    return { form: range.form, bytes: packed };
  }
  return areSingles(values)
    ? { form: 'f32', bytes: Float32Array.from(values) }
    : { form: 'f64', bytes: values };
}

/** The largest size of whole numbers and missing ones; infinite where others are among them, or −0. */
function largestWhole(values: Float64Array): number {
  let largest = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (Number.isNaN(value)) continue;
    if (value !== Math.trunc(value) || (value === 0 && 1 / value < 0)) return Infinity;
    if (Math.abs(value) > largest) largest = Math.abs(value);
  }
  return largest;
}

/** Whether all numbers have 32 bits of precision at most. */
function areSingles(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) {
    if (Math.fround(values[i]!) !== values[i]! && !Number.isNaN(values[i]!)) return false;
  }
  return true;
}
