// Columns of numbers and of levels that grow while rows are read, as flat arrays that the reader writes.

import { categoricalColumn, type NumericColumn } from '@fairfront/core/tables';
import { type Finished, LEVEL_LIMIT, type Missing, manyLevels } from './finished.js';
import { PLAIN, type Respell, respell } from './number-spelling.js';
import { isCodeText, isInfiniteText } from './text-values.js';

/**
 * An array of unknown final length. Room that is never written takes no memory where there is much of it, so
 * ask for plenty; there is none before, since a file may have many columns and few rows.
 */
class GrowingArray<Kind extends Float64Array | Uint32Array> {
  readonly #create: new (
    length: number,
  ) => Kind;
  /** Its first `length` values count; replaced when it grows. */
  values: Kind;
  #length = 0;

  constructor(create: new (length: number) => Kind) {
    this.#create = create;
    this.values = new create(0);
  }

  /** Makes room for so many values in all. */
  reserve(capacity: number): void {
    if (capacity <= this.values.length) return;
    const larger = new this.#create(capacity);
    larger.set(this.values.subarray(0, this.#length));
    this.values = larger;
  }

  /** Makes room for `count` more values, to be written by the caller. @returns where they begin */
  extend(count: number): number {
    const start = this.#length;
    if (start + count > this.values.length) this.reserve(Math.max(start + count, 2 * this.values.length));
    this.#length += count;
    return start;
  }

  /** Hands over all values; the array is empty afterwards. */
  take(): Kind {
    const taken = this.values.subarray(0, this.#length) as Kind;
    this.values = new this.#create(0);
    this.#length = 0;
    return taken;
  }
}

const asItIs = respell(PLAIN);

/** A column of numbers, and the texts in it that are none. */
export class GrowingNumbers {
  /** By row; NaN is missing. */
  readonly cells = new GrowingArray<Float64Array>(Float64Array);
  readonly #otherRows: number[] = [];
  readonly #otherCounts = new Map<string, number>();

  /**
   * @param declared whether somebody said that these are numbers, also those with leading zeros
   * @param plain how their texts are spelled plainly. Default: as they are
   */
  constructor(
    readonly name: string,
    readonly declared: boolean,
    readonly missing: Missing,
    readonly plain: Respell = asItIs,
  ) {}

  /**
   * The number that a text stands for; NaN where it is missing or, to be reported, none.
   * @param text trimmed
   */
  numberOf(text: string, row: number): number {
    if (this.missing.has(text)) return Number.NaN;
    const number = Number(this.plain(text) ?? Number.NaN);
    if (Number.isFinite(number) && (this.declared || !isCodeText(text))) return number;
    this.#otherRows.push(row);
    this.#otherCounts.set(text, (this.#otherCounts.get(text) ?? 0) + 1);
    return Number.NaN;
  }

  finish(): Finished {
    const { name, declared } = this;
    const column: NumericColumn = { kind: 'numeric', name, values: this.cells.take() };
    if (this.#otherRows.length === 0) return column;
    const others = { rows: this.#otherRows, counts: this.#otherCounts };
    if ([...others.counts.keys()].every(isInfiniteText)) return { rejected: 'infinite', name, others };
    const numbers = column.values.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : 1), 0);
    return { rejected: 'mixed', name, numbers, declared, others };
  }
}

/** A column of levels, numbered as they are met. */
export class GrowingLevels {
  readonly #met = new Map<string, number>();
  /** By row: 0 for missing, k for the k-th level met. */
  readonly cells = new GrowingArray<Uint32Array>(Uint32Array);

  /** @param declared whether somebody said that this is a category, however many levels it has */
  constructor(
    readonly name: string,
    readonly declared: boolean,
    readonly missing: Missing,
  ) {}

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

  finish(): Finished {
    const levels = [...this.#met.keys()];
    return this.isFull
      ? manyLevels(this.name, levels)
      : categoricalColumn(this.name, levels, this.cells.take());
  }
}
