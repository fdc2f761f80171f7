// A split that keeps the rows of one entity (patient, lesion, household) together, stratified as far as
// entities allow.
//
// The wanted counts are those of the stratified split. Entities are placed one by one, the large first while
// there is room to make up for them (as in iterative stratification, Sechidis et al. 2011), each where it
// lowers
//
//   Σ_cp lack_cp² / (f_p n_c)
//
// most: with m_c of its rows in cell c, in the part p of the greatest Σ_c m_c (2 lack_cp − m_c) / (f_p n_c).
// Dividing by f_p n_c fills the parts at one pace, so that each gets its share of the large entities too. A
// row that is an entity of its own always finds a part that lacks it: with such rows alone the counts are
// exactly those of the stratified split. Where they are not met, each entity is taken up once more and moved
// if that is better for cells and totals together; the totals count as one more cell, that of all rows.

import { FairfrontError } from '../error.js';
import { firstUses } from '../numeric/first-uses.js';
import type { RandomSource } from '../numeric/random.js';
import { rowNumbers, rowsWhere } from '../numeric/row-numbers.js';
import { shuffle } from '../numeric/shuffle.js';
import { findColumn, isMissing, type Table } from '../table/table.js';
import { quoted, rowList } from '../words.js';
import {
  collectParts,
  NO_PART,
  type Numbering,
  numberByFirstUse,
  PART_NAMES,
  type Split,
} from './split-parts.js';
import { checkFractions, type Fractions, roundCells } from './split-rounding.js';
import type { SplitOptions } from './stratified-split.js';

const PART_COUNT = PART_NAMES.length;

/**
 * Rows of one entity stay together. With few entities a part may be empty.
 * @param cells row → cell (group × class); negative: the row is left out of all parts
 * @param entities row → entity, any whole numbers ≥ 0
 */
export function entitySplit(cells: Int32Array, entities: ArrayLike<number>, options: SplitOptions): Split {
  const { random } = options;
  const fractions = checkFractions(options.fractions);
  checkEntities(cells, entities);
  const cellNumbering = numberByFirstUse(cells, cells);
  const entityNumbering = numberByFirstUse(entities, cells);
  const wanted = roundCells([...cellNumbering.sizes], fractions, random);
  const lacks = new Lacks(wanted, fractions, cellNumbering, entityNumbering);

  const parts = new Uint8Array(entityNumbering.sizes.length); // by entity
  const falling = fallingOrder(entityNumbering.sizes, random);
  for (const entity of falling) {
    const first = Math.floor(random.uniform() * PART_COUNT); // among equals any may win
    parts[entity] = lacks.bestPart(entity, first, false);
    lacks.change(entity, parts[entity]!, -1);
  }
  if (lacks.isAny()) {
    for (const entity of falling) {
      lacks.change(entity, parts[entity]!, 1);
      parts[entity] = lacks.bestPart(entity, parts[entity]!, true);
      lacks.change(entity, parts[entity]!, -1);
    }
  }
  return collectParts(
    Uint8Array.from(entityNumbering.numbers, (entity) => (entity < 0 ? NO_PART : parts[entity]!)),
  );
}

/** How many rows of each cell, and in all, each part still lacks; below 0 it has too many. */
class Lacks {
  /** Cells × parts; the totals are one more cell. */
  readonly #lack: Int32Array;
  /** 1 / (f_p n_c), cells × parts. */
  readonly #price: Float64Array;
  /** The cell that stands for all rows. */
  readonly #all: number;
  /** Cells of the entities' rows, those of entity e from `starts[e]` up to `starts[e + 1]`. */
  readonly #cells: Int32Array;
  readonly #starts: Uint32Array;
  /** m_c of the entity at hand; all 0 between entities. */
  readonly #counts: Int32Array;
  readonly #gains = new Float64Array(PART_COUNT);

  /** @param wanted cells × parts */
  constructor(wanted: Int32Array, fractions: Fractions, cells: Numbering, entities: Numbering) {
    const { items: rows, starts } = groupByNumber(entities.numbers, entities.sizes.length);
    this.#cells = Int32Array.from(rows, (row) => cells.numbers[row]!);
    this.#starts = starts;
    this.#all = cells.sizes.length;
    this.#counts = new Int32Array(this.#all);
    this.#lack = new Int32Array((this.#all + 1) * PART_COUNT);
    this.#lack.set(wanted);
    wanted.forEach((rowCount, i) => {
      this.#lack[this.#all * PART_COUNT + (i % PART_COUNT)]! += rowCount;
    });
    this.#price = Float64Array.from(this.#lack, (_, i) => {
      const size = cells.sizes[Math.floor(i / PART_COUNT)] ?? rows.length;
      return 1 / (fractions[i % PART_COUNT]! * size);
    });
  }

  isAny(): boolean {
    return this.#lack.some((rowCount) => rowCount !== 0);
  }

  /** The part that gains most by an entity that is in none; `first` if no other gains more. */
  bestPart(entity: number, first: number, withTotals: boolean): number {
    const [start, end] = [this.#starts[entity]!, this.#starts[entity + 1]!];
    this.#gains.fill(0);
    for (let i = start; i < end; i++) this.#counts[this.#cells[i]!]!++;
    // Row by row, each with its share of m_c (…): so the entity's cells need not be listed.
    for (let i = start; i < end; i++) this.#addGains(this.#cells[i]!, this.#counts[this.#cells[i]!]!, 1);
    for (let i = start; i < end; i++) this.#counts[this.#cells[i]!] = 0;
    if (withTotals) this.#addGains(this.#all, end - start, end - start);
    let best = first;
    for (let part = 0; part < PART_COUNT; part++) if (this.#gains[part]! > this.#gains[best]!) best = part;
    return best;
  }

  /** @param by −1 when the entity comes into the part, 1 when it leaves */
  change(entity: number, part: number, by: 1 | -1): void {
    const [start, end] = [this.#starts[entity]!, this.#starts[entity + 1]!];
    for (let i = start; i < end; i++) this.#lack[this.#cells[i]! * PART_COUNT + part]! += by;
    this.#lack[this.#all * PART_COUNT + part]! += by * (end - start);
  }

  /** factor · (2 lack_cp − count) / (f_p n_c) for every part. */
  #addGains(cell: number, count: number, factor: number): void {
    for (let part = 0, i = cell * PART_COUNT; part < PART_COUNT; part++, i++) {
      this.#gains[part]! += factor * (2 * this.#lack[i]! - count) * this.#price[i]!;
    }
  }
}

/** Entities from large to small; those of one size in random order. */
function fallingOrder(sizes: Uint32Array, random: RandomSource): Uint32Array {
  const shuffled = rowNumbers(sizes.length);
  shuffle(shuffled, random);
  const largest = sizes.reduce((left, right) => Math.max(left, right), 0);
  const ranks = Int32Array.from(shuffled, (entity) => largest - sizes[entity]!);
  return groupByNumber(ranks, largest + 1).items.map((place) => shuffled[place]!);
}

/**
 * Places in `numbers` by the number found there, in their order: those of k from `starts[k]` up to `starts[k
 * + 1]`. Negative: none.
 */
function groupByNumber(
  numbers: Int32Array,
  numberCount: number,
): { readonly items: Uint32Array; readonly starts: Uint32Array } {
  const starts = new Uint32Array(numberCount + 1);
  for (const number of numbers) if (number >= 0) starts[number + 1]!++;
  for (let number = 0; number < numberCount; number++) starts[number + 1]! += starts[number]!;
  const next = starts.slice();
  const items = new Uint32Array(starts[numberCount]!);
  for (let place = 0; place < numbers.length; place++) {
    const number = numbers[place]!;
    if (number >= 0) items[next[number]!++] = place;
  }
  return { items, starts };
}

function checkEntities(cells: Int32Array, entities: ArrayLike<number>): void {
  if (entities.length !== cells.length) {
    throw new FairfrontError(
      'bad-split',
      `there are ${cells.length} rows with a cell but ${entities.length} with an entity; give every row both`,
    );
  }
  const bad = rowsWhere(
    cells.length,
    (row) => cells[row]! >= 0 && !(Number.isInteger(entities[row]) && entities[row]! >= 0),
  );
  if (bad.length > 0) {
    throw new FairfrontError(
      'bad-split',
      `an entity must be a whole number ≥ 0; it is ${entities[bad[0]!]} in ${rowList(bad)}; number the entities, or leave these rows out`,
    );
  }
}

/**
 * Row → whose it is, from 0.
 * @param groups row → group; −1: it does not matter whose the row is
 * @param wantedFor what asks for it, for the error: "split by"
 */
export function entitiesOf(
  table: Table,
  by: string,
  groups: Int32Array,
  wantedFor: string,
): ArrayLike<number> {
  const column = findColumn(table, by, wantedFor);
  const missing = rowsWhere(groups.length, (row) => groups[row]! >= 0 && isMissing(column, row));
  if (missing.length > 0) {
    throw new FairfrontError(
      'bad-split',
      `${wantedFor} ${quoted([column.name])}: it is missing in ${rowList(missing)}, so it is not known whose they are; fill it, or do without it`,
    );
  }
  if (column.kind === 'categorical') return column.codes;
  const { values } = column;
  let largest = 0;
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if (value < 0 || value % 1 !== 0) largest = Infinity;
    else if (value > largest) largest = value;
  }
  const uses = firstUses(largest, values.length);
  const entities = new Uint32Array(values.length);
  for (let row = 0; row < values.length; row++) {
    if (!Number.isNaN(values[row]!)) entities[row] = uses.numberOf(values[row]!);
  }
  return entities;
}
