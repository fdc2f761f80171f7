// Columns of numbers and of levels that grow while rows are read, as flat arrays that the reader writes.

import { categoricalColumn, orderLevels } from '@fairfront/core/tables';
import type { CellSink, CellStore, KeptCells } from '../../store/kept-cells.js';
import { type Grown, LEVEL_LIMIT, type Missing, manyLevels } from './finished.js';
import { PLAIN, type Respell, respell } from './number-spelling.js';
import { isCodeText, isInfiniteText } from './text-values.js';

/**
 * An array of unknown final length. Room that is never written takes no memory where there is much of it, so
 * ask for plenty; there is none before, since a file may have many columns and few rows. Where cells go elsewhere,
 * it holds only the last of them.
 */
class GrowingArray<Kind extends Float64Array | Uint32Array> {
  readonly #create: new (
    length: number,
  ) => Kind;
  readonly #sink: CellSink | undefined;
  readonly #blockRows: number;
  /** Its first `length` values count; replaced when it grows. */
  values: Kind;
  /** Rows before the first of `values`, which have gone elsewhere. */
  before = 0;
  #length = 0;

  /** @param store where all cells but the last go. Default: they stay */
  constructor(create: new (length: number) => Kind, store: CellStore | undefined) {
    this.#create = create;
    this.#sink = store?.begin();
    this.#blockRows = store?.blockRows ?? Number.POSITIVE_INFINITY;
    this.values = new create(0);
  }

  /** Makes room for so many values in all. */
  reserve(capacity: number): void {
    if (this.#sink === undefined) this.#enlarge(capacity);
  }

  /** Makes room for `count` more values, to be written by the caller. @returns their place in `values` */
  extend(count: number): number {
    if (this.#length >= this.#blockRows) this.#handOver();
    const start = this.#length;
    if (start + count > this.values.length) this.#enlarge(Math.max(start + count, 2 * this.values.length));
    this.#length += count;
    return start;
  }

  /** Hands over all values, or says where they are; the array is empty afterwards. */
  take(): Kind | KeptCells {
    if (this.#sink !== undefined) {
      this.#handOver();
      if (this.#length > 0) this.#sink.append(this.values.subarray(0, this.#length));
    }
    const taken = this.values.subarray(0, this.#length) as Kind;
    this.values = new this.#create(0);
    this.#length = 0;
    return this.#sink?.finish() ?? taken;
  }

  /** All whole blocks go elsewhere. */
  #handOver(): void {
    let done = 0;
    for (; this.#length - done >= this.#blockRows; done += this.#blockRows) {
      this.#sink!.append(this.values.subarray(done, done + this.#blockRows));
    }
    this.values.copyWithin(0, done, this.#length);
    this.#length -= done;
    this.before += done;
  }

  #enlarge(capacity: number): void {
    if (capacity <= this.values.length) return;
    const larger = new this.#create(capacity);
    larger.set(this.values.subarray(0, this.#length));
    this.values = larger;
  }
}

const asItIs = respell(PLAIN);

/** A column of numbers, and the texts in it that are none. */
export class GrowingNumbers {
  /** By row; NaN is missing. */
  readonly cells: GrowingArray<Float64Array>;
  readonly #otherRows: number[] = [];
  readonly #otherCounts = new Map<string, number>();

  /**
   * @param declared whether somebody said that these are numbers, also those with leading zeros
   * @param plain how their texts are spelled plainly. Default: as they are
   * @param store where cells go that are not to stay in memory
   */
  constructor(
    readonly name: string,
    readonly declared: boolean,
    readonly missing: Missing,
    readonly plain: Respell = asItIs,
    store?: CellStore,
  ) {
    this.cells = new GrowingArray(Float64Array, store);
  }

  /**
   * The number that a text stands for; NaN where it is missing or, to be reported, none.
   * @param text trimmed
   * @param place of the cell in `cells`
   */
  numberOf(text: string, place: number): number {
    if (this.missing.has(text)) return Number.NaN;
    const number = Number(this.plain(text) ?? Number.NaN);
    if (Number.isFinite(number) && (this.declared || !isCodeText(text))) return number;
    this.#otherRows.push(this.cells.before + place);
    this.#otherCounts.set(text, (this.#otherCounts.get(text) ?? 0) + 1);
    return Number.NaN;
  }

  finish(): Grown {
    const { name, declared } = this;
    const cells = this.cells.take();
    if (this.#otherRows.length === 0) {
      return isKeptCells(cells)
        ? { kind: 'numeric', name, kept: [cells] }
        : { kind: 'numeric', name, values: cells };
    }
    const others = { rows: this.#otherRows, counts: this.#otherCounts };
    if ([...others.counts.keys()].every(isInfiniteText)) return { rejected: 'infinite', name, others };
    const numbers = isKeptCells(cells)
      ? cells.present
      : cells.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : 1), 0);
    return { rejected: 'mixed', name, numbers, declared, others };
  }
}

/** A column of levels, numbered as they are met. */
export class GrowingLevels {
  readonly #met = new Map<string, number>();
  /** By row: 0 for missing, k for the k-th level met. */
  readonly cells: GrowingArray<Uint32Array>;

  /**
   * @param declared whether somebody said that this is a category, however many levels it has
   * @param store where cells go that are not to stay in memory
   */
  constructor(
    readonly name: string,
    readonly declared: boolean,
    readonly missing: Missing,
    store?: CellStore,
  ) {
    this.cells = new GrowingArray(Uint32Array, store);
  }

  /** Whether there are too many levels already, so that further rows change nothing. */
  get isFull(): boolean {
    return !this.declared && this.#met.size > LEVEL_LIMIT;
  }

  /** 0 for missing, k for the k-th level met. @param text trimmed */
  codeOf(text: string): number {
    const known = this.#met.get(text);
    if (known !== undefined) return known;
    if (this.missing.has(text)) return 0;
    this.#met.set(text, this.#met.size + 1);
    return this.#met.size;
  }

  finish(): Grown {
    const { name } = this;
    const met = [...this.#met.keys()];
    if (this.isFull) return manyLevels(name, met);
    const cells = this.cells.take();
    if (!isKeptCells(cells)) return categoricalColumn(name, met, cells);
    const { levels, codes } = orderLevels(met);
    return { kind: 'categorical', name, levels, kept: [{ ...cells, codes }] };
  }
}

const isKeptCells = (cells: ArrayBufferView | KeptCells): cells is KeptCells => 'blocks' in cells;
