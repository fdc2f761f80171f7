// Rows of a file on their way through a model, a batch at a time, and what is counted of all of them.

import { type CategoricalColumn, type Column, FairfrontError, type Table } from '@fairfront/core';
import { describeNearest, listed, quoted, shortened } from '@fairfront/core/internal';
import { Interrupted } from '../interrupted.js';
import { optionText } from '../option-kinds.js';
import { type Finished, isRejected } from '../read/columns/finished.js';
import type { NumberSpelling } from '../read/columns/number-spelling.js';
import { describeSpellings, findOtherSpelling } from '../read/columns/other-spelling.js';
import type { ModelColumn } from '../runs/object-rows.js';
import type { Model, PredictOptions } from '../runs/plain-model.js';
import type { PredictControls } from './predict-options.js';

/** What the rows held of a column that the model takes. */
export interface InputReport {
  readonly name: string;
  readonly kind: ModelColumn['kind'];
  /** Rows without a value. */
  readonly missing: number;
  /** Rows with a level that training did not have; null where the model file does not say which it had. */
  readonly unseen: number | null;
  /** Some of those levels. */
  readonly examples: readonly string[];
}

/** What a model says of a batch. */
export interface Predicted {
  /** rows × classes */
  readonly probabilities: Float64Array;
  /** The class of each row, as its place in `classes`. */
  readonly decided: Int32Array;
  readonly classes: readonly string[];
}

/** Rows that are encoded and predicted together: memory that batches take does not grow with the file. */
const BATCH_ROWS = 8192;
/** Fewer rows where there are very many classes. */
const BATCH_VALUES = 1 << 20;
const EXAMPLES = 3;

/** What numbers were predicted. */
export interface PredictedNumbers {
  readonly mean: number;
  readonly lowest: number;
  readonly highest: number;
}

/** Hands rows to a model and counts. */
export class Batches {
  rowCount = 0;
  /** Rows from which on a batch is full. */
  readonly capacity: number;
  /** By class. */
  readonly decided: number[];
  #sum = 0;
  #lowest = Number.POSITIVE_INFINITY;
  #highest = Number.NEGATIVE_INFINITY;
  readonly #missing: number[];
  readonly #unseen: number[];
  readonly #examples: Set<string>[];
  readonly #known: (ReadonlySet<string> | undefined)[];
  /** Rows before those of the file that is read. */
  #before = 0;

  constructor(
    private readonly model: Model,
    private label: string,
    private readonly options: PredictOptions,
    private readonly controls: PredictControls,
  ) {
    const { classes, columns } = model;
    this.capacity = Math.max(1, Math.min(BATCH_ROWS, Math.floor(BATCH_VALUES / Math.max(1, classes.length))));
    this.decided = classes.map(() => 0);
    this.#missing = columns.map(() => 0);
    this.#unseen = columns.map(() => 0);
    this.#examples = columns.map(() => new Set());
    this.#known = columns.map(({ levels }) => levels && new Set(levels));
  }

  /** Says that the rows that follow are those of another file. */
  beginFile(label: string): void {
    this.label = label;
    this.#before = this.rowCount;
  }

  /**
   * Predicts a batch.
   * @param columns those of the model, in its order
   * @param spelling how the file spells numbers, where an option says it
   */
  async predict(
    rowCount: number,
    columns: readonly Finished[],
    spelling?: NumberSpelling,
  ): Promise<Predicted> {
    if (this.controls.signal?.aborted) throw new Interrupted('predicting was cancelled; no file was written');
    const table: Table = { rowCount, columns: columns.map((column) => this.#checked(column, spelling)) };
    for (const [i, column] of table.columns.entries()) this.#count(column, i);
    const probabilities = await this.model.predict(table, this.options);
    const isNumber = this.model.predicts === 'number';
    const decided = isNumber ? new Int32Array(rowCount) : this.model.decide(probabilities);
    if (isNumber) for (const value of probabilities) this.#countNumber(value);
    else for (const k of decided) this.decided[k]!++;
    this.rowCount += rowCount;
    return { probabilities, decided, classes: this.model.classes };
  }

  /** What was predicted, where that is a number. */
  numbers(): PredictedNumbers | undefined {
    if (this.model.predicts !== 'number' || this.rowCount === 0) return undefined;
    return { mean: this.#sum / this.rowCount, lowest: this.#lowest, highest: this.#highest };
  }

  #countNumber(value: number): void {
    this.#sum += value;
    this.#lowest = Math.min(this.#lowest, value);
    this.#highest = Math.max(this.#highest, value);
  }

  /** What the rows held of each column of the model. */
  inputs(): InputReport[] {
    return this.model.columns.map(({ name, kind }, i) => ({
      name,
      kind,
      missing: this.#missing[i]!,
      unseen: kind === 'categorical' && this.#known[i] === undefined ? null : this.#unseen[i]!,
      examples: [...this.#examples[i]!],
    }));
  }

  #checked(column: Finished, spelling: NumberSpelling | undefined): Column {
    if (!isRejected(column)) return column;
    if (column.rejected === 'many-levels') throw new Error('columns of a model have any number of levels');
    const { rows, counts } = column.others;
    const texts = [...counts.keys()];
    const other = spelling && findOtherSpelling(texts, spelling);
    const ways = [
      'correct it',
      ...(other && other.unit === undefined ? [`read it with ${describeSpellings(other.spellings)}`] : []),
      ...(texts.length <= 5 ? [`if that means missing, add ${optionText('missing', texts)}`] : []),
    ];
    throw new FairfrontError(
      'bad-column',
      `${this.label}: the model takes column ${quoted([column.name])} as numbers, as in training; row ${this.rowCount - this.#before + rows[0]! + 1} has ${quoted(texts, 1)}: ${ways.join(', or ')}`,
    );
  }

  #count(column: Column, index: number): void {
    if (column.kind === 'numeric') {
      let missing = 0;
      for (const value of column.values) if (Number.isNaN(value)) missing++;
      this.#missing[index]! += missing;
      return;
    }
    const counts = countCodes(column);
    const { levels } = column;
    this.#missing[index]! += counts[levels.length]!;
    const known = this.#known[index];
    if (known === undefined) return;
    levels.forEach((level, code) => {
      if (known.has(level)) return;
      this.#unseen[index]! += counts[code]!;
      if (this.#examples[index]!.size < EXAMPLES) this.#examples[index]!.add(shortened(level));
    });
  }
}

/** How many rows have each code; the last one is missing. */
function countCodes({ levels, codes }: CategoricalColumn): Uint32Array {
  const counts = new Uint32Array(levels.length + 1);
  for (let row = 0; row < codes.length; row++) counts[codes[row]!]!++;
  return counts;
}

/** Where the columns of a model are among those of a file. */
export function placesOf(columns: readonly ModelColumn[], names: readonly string[], label: string): number[] {
  const places = new Map(names.map((name, i) => [name, i]));
  const absent = columns.filter(({ name }) => !places.has(name)).map(({ name }) => quoted([name]));
  if (absent.length > 0) {
    const [first] = columns.filter(({ name }) => !places.has(name));
    throw new FairfrontError(
      'bad-column',
      `${label} has no column ${listed(absent, 5)}, which the model takes; ${describeNearest(first!.name, names)}`,
    );
  }
  return columns.map(({ name }) => places.get(name)!);
}
