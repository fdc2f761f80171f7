// Feldman, Friedler, Moeller, Scheidegger & Venkatasubramanian 2015, "Certifying and removing disparate
// impact": every feature's distribution is moved, group by group, towards the median distribution over the
// groups. At λ = 1 no single feature tells the groups apart; several together still may. At λ = 0 nothing
// changes.
//
// Fitted on training rows of a table, before it is encoded; numbers in feldman-numbers.ts, categories in
// feldman-levels.ts. Missing is a level of a category. In a numeric column it is one of two, missing or not,
// where training rows have both: rows become missing, or get a value drawn from their group's, so that a gap
// tells nothing of the group either (an addition of ours).

import { FairfrontError } from '../error.js';
import { count } from '../numbers.js';
import { createRandom, type RandomSource } from '../numeric/random.js';
import { compareLevels } from '../table/levels.js';
import {
  type CategoricalColumn,
  type Column,
  createCodes,
  findColumn,
  firstRepeated,
  isMissing,
  type NumericColumn,
  type Table,
} from '../table/table.js';
import { quoted, rowList } from '../words.js';
import { type LevelShares, levelMoves, levelShares } from './feldman-levels.js';
import { numberMoves, type Quantiles, quantilesOf } from './feldman-numbers.js';

/** Feldman's grid in the paper's comparison: steps of 0.05 [MMPF App. A.6]. */
export const FELDMAN_LAMBDAS: readonly number[] = Array.from({ length: 21 }, (_, i) => i / 20);

/** Plain data: survives `JSON.stringify` and `JSON.parse`. */
export interface Repair {
  /** A row is repaired by the distribution of its group, which must be known at prediction too. */
  readonly needsGroup: true;
  readonly groupCount: number;
  readonly columns: readonly ColumnRepair[];
}

/** The repair of one column. */
export type ColumnRepair = NumericRepair | CategoricalRepair;

/** The repair of a numeric column. */
export interface NumericRepair {
  readonly kind: 'numeric';
  readonly name: string;
  /** By group. */
  readonly quantiles: readonly Quantiles[];
  /** Shares of rows with a value and without; null where all training rows have one, or none has. */
  readonly missing: LevelShares | null;
}

/** The repair of a column of levels. */
export interface CategoricalRepair {
  readonly kind: 'categorical';
  readonly name: string;
  /** Those of the training rows. */
  readonly levels: readonly string[];
  /** One for each level, and last for missing. */
  readonly shares: LevelShares;
}

/** The two levels of a numeric column. */
const PRESENT = 0;
const MISSING = 1;

/**
 * Learns a repair from training rows.
 * @param rows training rows
 * @param groups the group of every row of the table; −1 where it is not used
 */
export function fitRepair(
  table: Table,
  features: readonly string[],
  rows: Uint32Array,
  groups: Int32Array,
  groupCount: number,
): Repair {
  checkRows(table, rows, groups, groupCount);
  const twice = firstRepeated(features);
  if (twice !== undefined) {
    throw new FairfrontError('bad-column', `features name ${quoted([twice])} twice; name each column once`);
  }
  const rowsOf = Array.from({ length: groupCount }, (_, group) =>
    rows.filter((row) => groups[row] === group),
  );
  const empty = rowsOf.findIndex((ofGroup) => ofGroup.length === 0);
  if (empty >= 0) {
    throw new FairfrontError(
      'bad-groups',
      `group ${empty + 1} of ${groupCount} has no training rows: there is no distribution to repair; merge it with another group, or leave it out`,
    );
  }
  const columns = features.map((name): ColumnRepair => {
    const column = findColumn(table, name, 'features');
    return column.kind === 'numeric' ? fitNumeric(column, rowsOf) : fitCategorical(column, rowsOf);
  });
  return { needsGroup: true, groupCount, columns };
}

/**
 * The table with its features repaired in the rows given, each row by the distribution of its own group;
 * everything else is as it was. Levels a column lacks are added where rows may move to them; levels not met
 * in training stay.
 * @param groups the group of every row of the table; −1 where it is not used
 * @param lambda how far, in [0, 1]
 * @param random one draw seeds each feature; from it every row of the table takes two, used or not. So what
 * happens to a row depends on the
 *   seed, the feature's and the row's place alone, not on the other rows, and a row that moves at some λ also moves at a larger one
 */
export function repairTable(
  repair: Repair,
  table: Table,
  rows: Uint32Array,
  groups: Int32Array,
  lambda: number,
  random: RandomSource,
): Table {
  if (!(lambda >= 0 && lambda <= 1)) {
    throw new FairfrontError('bad-option', `lambda must be in [0, 1]; got ${lambda}`);
  }
  checkRows(table, rows, groups, repair.groupCount);
  const columns = [...table.columns];
  const draws: Draws = {
    whether: new Float64Array(table.rowCount),
    where: new Float64Array(table.rowCount),
  };
  for (const fitted of repair.columns) {
    const column = findColumn(table, fitted.name, 'repair');
    if (column.kind !== fitted.kind) {
      throw new FairfrontError(
        'bad-column',
        `repair: column "${fitted.name}" is ${column.kind}, but was ${fitted.kind} when the repair was fitted; declare it as it was`,
      );
    }
    fill(draws, random);
    if (lambda === 0) continue;
    columns[table.columns.indexOf(column)] =
      fitted.kind === 'numeric'
        ? repairNumeric(fitted, column as NumericColumn, rows, groups, lambda, draws)
        : repairCategorical(fitted, column as CategoricalColumn, rows, groups, lambda, draws);
  }
  return { rowCount: table.rowCount, columns };
}

/** Two numbers for every row of the table. */
interface Draws {
  readonly whether: Float64Array;
  readonly where: Float64Array;
}

function fill({ whether, where }: Draws, random: RandomSource): void {
  const own = createRandom(Math.floor(random.uniform() * 2 ** 32));
  for (let row = 0; row < whether.length; row++) {
    whether[row] = own.uniform();
    where[row] = own.uniform();
  }
}

function fitNumeric(column: NumericColumn, rowsOf: readonly Uint32Array[]): NumericRepair {
  const { name, values } = column;
  const present = rowsOf.map((rows) =>
    Float64Array.from(
      rows.filter((row) => !isMissing(column, row)),
      (row) => values[row]!,
    ),
  );
  const counts = rowsOf.map((rows, group) => [present[group]!.length, rows.length - present[group]!.length]);
  const occurs = (level: number): boolean => counts.some((ofGroup) => ofGroup[level]! > 0);
  return {
    kind: 'numeric',
    name,
    quantiles: present.map(quantilesOf),
    missing: occurs(PRESENT) && occurs(MISSING) ? levelShares(counts) : null,
  };
}

function fitCategorical(
  { name, levels, codes }: CategoricalColumn,
  rowsOf: readonly Uint32Array[],
): CategoricalRepair {
  const counts = rowsOf.map((rows) => {
    const ofGroup = new Float64Array(levels.length + 1);
    for (const row of rows) ofGroup[codes[row]!]!++;
    return ofGroup;
  });
  const kept = levels.map((_, code) => code).filter((code) => counts.some((ofGroup) => ofGroup[code]! > 0));
  return {
    kind: 'categorical',
    name,
    levels: kept.map((code) => levels[code]!),
    shares: levelShares(counts.map((ofGroup) => [...kept, levels.length].map((code) => ofGroup[code]!))),
  };
}

function repairNumeric(
  { quantiles, missing }: NumericRepair,
  column: NumericColumn,
  rows: Uint32Array,
  groups: Int32Array,
  lambda: number,
  { whether, where }: Draws,
): Column {
  if (quantiles.every(({ values }) => values.length === 0)) return column;
  const values = column.values.slice();
  const numbers = numberMoves(quantiles, lambda);
  const gaps = missing === null ? undefined : levelMoves(missing, lambda);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const group = groups[row]!;
    const value = column.values[row]!;
    const before = Number.isNaN(value) ? MISSING : PRESENT;
    const after = gaps?.move(group, before, whether[row]!, 0) ?? before;
    if (after === MISSING) values[row] = Number.NaN;
    else if (before === MISSING) values[row] = numbers.draw(group, where[row]!);
    else values[row] = numbers.move(group, value, where[row]!);
  }
  return { ...column, values };
}

function repairCategorical(
  { levels: known, shares }: CategoricalRepair,
  column: CategoricalColumn,
  rows: Uint32Array,
  groups: Int32Array,
  lambda: number,
  { whether, where }: Draws,
): Column {
  const { levels, codes } = withLevels(
    column,
    known.filter((_, k) => shares.target[k]! > 0),
  );
  const moves = levelMoves(shares, lambda);
  // Between codes of the table and places among the known levels, of which missing is the last; −1 for a
  // level not met in training.
  const placeOf = Int32Array.from([...levels.map((level) => known.indexOf(level)), known.length]);
  const codeOf = Int32Array.from([...known.map((level) => levels.indexOf(level)), levels.length]);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const place = placeOf[codes[row]!]!;
    if (place < 0) continue;
    codes[row] = codeOf[moves.move(groups[row]!, place, whether[row]!, where[row]!)]!;
  }
  return { ...column, levels, codes };
}

/** A copy of the column's codes, over its levels and those needed. */
function withLevels(
  { levels, codes }: CategoricalColumn,
  needed: readonly string[],
): Pick<CategoricalColumn, 'levels' | 'codes'> {
  const lacking = needed.filter((level) => !levels.includes(level));
  if (lacking.length === 0) return { levels, codes: codes.slice() };
  const all = [...levels, ...lacking].sort(compareLevels);
  const newCode = [...levels.map((level) => all.indexOf(level)), all.length];
  const result = createCodes(all.length, codes.length);
  for (let row = 0; row < codes.length; row++) result[row] = newCode[codes[row]!]!;
  return { levels: all, codes: result };
}

function checkRows(table: Table, rows: Uint32Array, groups: Int32Array, groupCount: number): void {
  if (groups.length !== table.rowCount) {
    throw new FairfrontError(
      'bad-groups',
      `groups must have an entry for every row of the table: ${count(table.rowCount, 'row')}, but ${groups.length} were given`,
    );
  }
  const outside: number[] = [];
  const ungrouped: number[] = [];
  for (const row of rows) {
    if (row >= table.rowCount) outside.push(row);
    else if (!(groups[row]! >= 0 && groups[row]! < groupCount)) ungrouped.push(row);
  }
  if (outside.length > 0) {
    throw new FairfrontError(
      'bad-table',
      `${rowList(outside)} cannot be repaired: the table has ${count(table.rowCount, 'row')}`,
    );
  }
  if (ungrouped.length > 0) {
    throw new FairfrontError(
      'bad-groups',
      `no group from 0 to ${groupCount - 1} is given for ${rowList(ungrouped)}; give one, or leave the rows out`,
    );
  }
}
