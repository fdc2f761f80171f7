// A growing column of levels, numbered as they are met.

import { categoricalColumn } from '@fairfront/core/tables';
import { type Finished, LEVEL_LIMIT, manyLevels } from './finished.js';
import { GrowingArray } from './growing-array.js';

export class LevelCells {
  readonly #name: string;
  readonly #declared: boolean;
  readonly #isMissing: (text: string) => boolean;
  readonly #met = new Map<string, number>();
  /** By row: 0 for missing, k for the k-th level met. */
  readonly cells = new GrowingArray<Uint32Array>(Uint32Array);

  /** @param declared whether somebody said that this is a category, however many levels it has */
  constructor(name: string, declared: boolean, isMissing: (text: string) => boolean) {
    this.#name = name;
    this.#declared = declared;
    this.#isMissing = isMissing;
  }

  /** Whether nothing more need be told: there are too many levels. */
  get isFull(): boolean {
    return !this.#declared && this.#met.size > LEVEL_LIMIT;
  }

  /** 0 for missing, k for the k-th level met. @param text trimmed */
  codeOf(text: string): number {
    const known = this.#met.get(text);
    if (known !== undefined) return known;
    if (this.#isMissing(text)) return 0;
    this.#met.set(text, this.#met.size + 1);
    return this.#met.size;
  }

  finish(): Finished {
    const name = this.#name;
    if (this.isFull) return manyLevels(name, [...this.#met.keys()]);
    return categoricalColumn(name, [...this.#met.keys()], this.cells.take());
  }
}
