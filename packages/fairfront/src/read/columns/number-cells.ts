// A growing column of numbers, and the texts in it that are none.

import type { NumericColumn } from '@fairfront/core/tables';
import type { Finished } from './finished.js';
import { GrowingArray } from './growing-array.js';
import { isCodeText, isInfiniteText, isNumberText } from './text-values.js';

export class NumberCells {
  readonly #name: string;
  readonly #declared: boolean;
  readonly #isMissing: (text: string) => boolean;
  readonly cells = new GrowingArray<Float64Array>(Float64Array);
  readonly #otherRows: number[] = [];
  readonly #otherCounts = new Map<string, number>();

  /** @param declared whether somebody said that these are numbers, also those with leading zeros */
  constructor(name: string, declared: boolean, isMissing: (text: string) => boolean) {
    this.#name = name;
    this.#declared = declared;
    this.#isMissing = isMissing;
  }

  /** The number that a text stands for; NaN where it is missing, or is none, which is kept in mind. @param text trimmed */
  numberOf(text: string, row: number): number {
    if (this.#isMissing(text)) return Number.NaN;
    if (isNumberText(text) && !isInfiniteText(text) && (this.#declared || !isCodeText(text))) {
      return Number(text);
    }
    this.#otherRows.push(row);
    this.#otherCounts.set(text, (this.#otherCounts.get(text) ?? 0) + 1);
    return Number.NaN;
  }

  finish(): Finished {
    const name = this.#name;
    const column: NumericColumn = { kind: 'numeric', name, values: this.cells.take() };
    if (this.#otherRows.length === 0) return column;
    const others = { rows: this.#otherRows, counts: this.#otherCounts };
    if ([...others.counts.keys()].every(isInfiniteText)) return { rejected: 'infinite', name, others };
    const numbers = column.values.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : 1), 0);
    return { rejected: 'mixed', name, numbers, declared: this.#declared, others };
  }
}
