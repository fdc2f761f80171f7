// Test rows in which the cells of one column are replaced, to see what the models then say of them.

import {
  type Column,
  type GroupIndex,
  type LabelledRows,
  type RandomSource,
  type Table,
  takeRows,
} from '@fairfront/core';
import {
  columnNamed,
  createCodes,
  entryCount,
  rowsByGroup,
  shuffle,
  takeLabelledRows,
} from '@fairfront/core/internal';
import { encodeRows, type PreparedFit, partEntities } from '../task/prepare-fit.js';
import type { FittedModels } from '../training/fitted-models.js';

/** Numbers of the matrices that are made at once. */
const MOST_NUMBERS = 2 ** 22;

/** Some test rows of a fit, which can be given other cells. */
export class AlteredRows {
  readonly #fit: PreparedFit;
  /** Places of the rows in the test part. */
  readonly #places: Uint32Array;
  readonly #used: Table;
  /** By how many times the rows are in it, one after another. */
  readonly #tables = new Map<number, Table>();

  /** @param places rows of the test part */
  constructor(fit: PreparedFit, places: Uint32Array) {
    const { table } = fit.task;
    this.#fit = fit;
    this.#places = places;
    this.#used = {
      rowCount: table.rowCount,
      columns: fit.encoder.columns.map(({ name }) => columnNamed(table, name)!),
    };
  }

  get rowCount(): number {
    return this.#places.length;
  }

  /** Whose the rows are, where rows belong together. */
  get entities(): Uint32Array | undefined {
    const all = partEntities(this.#fit, 'test');
    return all && Uint32Array.from(this.#places, (place) => all[place]!);
  }

  /** The rows as they are. */
  asTheyAre(): LabelledRows {
    return takeLabelledRows(this.#fit.parts.test, this.#places);
  }

  /** Some of the rows, by their places among these. */
  take(places: Uint32Array): AlteredRows {
    return new AlteredRows(
      this.#fit,
      Uint32Array.from(places, (place) => this.#places[place]!),
    );
  }

  /** The cells of a column for these rows, each that of a test row drawn without replacement: a seeded shuffle. */
  dealt(name: string, random: RandomSource): Column {
    const donors = Uint32Array.from(this.#fit.task.splits[0]!.test);
    shuffle(donors, random);
    const column = columnNamed(this.#used, name)!;
    const { rowCount } = this.#used;
    return takeRows({ rowCount, columns: [column] }, donors.subarray(0, this.rowCount)).columns[0]!;
  }

  /**
   * What models say of the rows with other cells in a column.
   * @param versions the column's cells for these rows, one version after another
   * @returns for each version and each model rows × classes
   */
  async predict<Model>(
    { predictRows }: Pick<FittedModels<Model>, 'predictRows'>,
    models: readonly Model[],
    versions: readonly Column[],
  ): Promise<Float64Array[][]> {
    const { features: usual } = this.#fit.parts.test;
    const numbers = Math.max(1, entryCount(usual) / usual.rowCount) * this.rowCount;
    const atOnce = Math.max(1, Math.floor(MOST_NUMBERS / numbers));
    const said: Float64Array[][] = [];
    for (let start = 0; start < versions.length; start += atOnce) {
      const some = versions.slice(start, start + atOnce);
      const altered = this.#altered(some);
      const encoded = encodeRows(
        this.#fit,
        altered,
        Uint32Array.from({ length: altered.rowCount }, (_, i) => i),
      );
      const all: Float64Array[] = [];
      for (const model of models) all.push(await predictRows(model, encoded));
      some.forEach((_, i) => {
        said.push(all.map((own) => part(own, i, some.length)));
      });
    }
    return said;
  }

  /** The rows as often as there are versions of a column, each time with another one. */
  #altered(versions: readonly Column[]): Table {
    const copies = versions.length;
    const rows = this.#fit.task.splits[0]!.test;
    const table =
      this.#tables.get(copies) ??
      takeRows(
        this.#used,
        Uint32Array.from(
          { length: copies * this.rowCount },
          (_, i) => rows[this.#places[i % this.rowCount]!]!,
        ),
      );
    this.#tables.set(copies, table);
    const own = stacked(versions, table.rowCount);
    return { ...table, columns: table.columns.map((column) => (column.name === own.name ? own : column)) };
  }
}

function part(values: Float64Array, index: number, count: number): Float64Array {
  const size = values.length / count;
  return values.subarray(index * size, (index + 1) * size);
}

/** Versions of one column, one below the other. */
function stacked(versions: readonly Column[], rowCount: number): Column {
  const first = versions[0]!;
  const all =
    first.kind === 'numeric' ? new Float64Array(rowCount) : createCodes(first.levels.length, rowCount);
  const size = rowCount / versions.length;
  versions.forEach((own, i) => {
    all.set(own.kind === 'numeric' ? own.values : own.codes, i * size);
  });
  return first.kind === 'numeric'
    ? { ...first, values: all as Float64Array }
    : { ...first, codes: all as typeof first.codes };
}

/** At most so many rows, drawn within groups: a small group stays whole, large ones are cut to one size. */
export function thinByGroup(index: GroupIndex, most: number, random: RandomSource): Uint32Array {
  const { counts } = index;
  const cap = capFor(counts, most);
  const chosen = rowsByGroup(index).map((own) => {
    if (own.length > cap) shuffle(own, random);
    return own.subarray(0, cap);
  });
  const rows = new Uint32Array(chosen.reduce((sum, { length }) => sum + length, 0));
  let next = 0;
  for (const own of chosen) {
    rows.set(own, next);
    next += own.length;
  }
  return rows.sort();
}

/** The largest size that groups can be cut to so that all together have at most so many rows; at least 1. */
function capFor(counts: readonly number[], most: number): number {
  let left = most;
  const sizes = [...counts].sort((one, other) => one - other);
  for (const [i, size] of sizes.entries()) {
    const each = Math.floor(left / (sizes.length - i));
    if (size > each) return Math.max(1, each);
    left -= size;
  }
  return Math.max(1, ...counts);
}
