// How often `discover` finds a planted sub-population, how much of it, and how often anything where there is nothing.
//
// 20,000 rows, six columns of numbers and eight of levels, independent of each other. A model says q or 1 − q, with q
// uniform between 0.1 and 0.3, whatever the columns are, and is right about it: everybody is served alike. Planted are
// 3% of the rows, described by two or three conditions: there the model is surer than it should be, so that its mean
// cross-entropy is 1.5 times that of all others. Found: a confirmed sub-population has a Jaccard index of at least 0.5
// with the planted one; anything less is told beside it.

import {
  assignFolds,
  type Column,
  createRandom,
  createTable,
  type GroupIndex,
  type RandomSource,
  type Table,
} from '@fairfront/core';
import { type Discovery, discoverGroups, membersOf } from '@fairfront/core/discover';

const ROWS = 20_000;
const SHARE = 0.03;
const RATIO = 1.5;

/** Seeds that were not looked at while the search was made: its constants were chosen by seeds below 100,000. */
const PLANTED_SEED = 1_000_000;
const EMPTY_SEED = 9_000_000;

/** How a planted sub-population is described. */
export const DESIGNS = ['two levels', 'level, interval', 'two levels, interval', 'two intervals'] as const;
export type Design = (typeof DESIGNS)[number];

/** Rows of a simulation. */
export interface Simulated {
  readonly table: Table;
  /** By row: whether it was planted. */
  readonly planted: Uint8Array;
  /** The probability of the second class that the model says, and what was true. */
  readonly said: Float64Array;
  readonly labels: Int32Array;
}

/** Makes rows with a planted sub-population, or with none. */
export function simulateRows(random: RandomSource, design?: Design, rows = ROWS): Simulated {
  const { uniform } = random;
  const wanted = Math.round(SHARE * rows);
  for (;;) {
    const columns = drawColumns(random, rows);
    const planted = design === undefined ? new Uint8Array(rows) : plant(columns, design, wanted, random);
    if (planted === undefined) continue; // too few rows met the other conditions
    const said = Float64Array.from({ length: rows }, () => {
      const q = 0.1 + 0.2 * uniform();
      return uniform() < 0.5 ? q : 1 - q;
    });
    const shrink = shrinkFor(RATIO);
    const labels = Int32Array.from(said, (p, row) => {
      const own = planted[row] === 1 ? 0.5 + shrink * (p - 0.5) : p;
      return uniform() < own ? 1 : 0;
    });
    return { table: createTable(columns), planted, said, labels };
  }
}

/** How much nearer to ½ the truth is than what the model says, for so many times its risk. */
function shrinkFor(ratio: number): number {
  let [right, even] = [0, 0]; // risks where the model is right and where truth is a coin
  const steps = 1000;
  for (let i = 0; i < steps; i++) {
    const q = 0.1 + (0.2 * (i + 0.5)) / steps;
    right -= (q * Math.log(q) + (1 - q) * Math.log(1 - q)) / steps;
    even -= (Math.log(q) + Math.log(1 - q)) / (2 * steps);
  }
  return (even - ratio * right) / (even - right);
}

function drawColumns({ uniform, exponential }: RandomSource, rows: number): Column[] {
  const numbers = Array.from({ length: 6 }, (_, c): Column => {
    const draw = c % 2 === 0 ? exponential : () => Math.round(18 + 60 * uniform());
    return { kind: 'numeric', name: `number ${c + 1}`, values: Float64Array.from({ length: rows }, draw) };
  });
  const levels = Array.from({ length: 8 }, (_, c): Column => {
    const names = Array.from({ length: c + 2 }, (_, level) => `level ${level + 1}`);
    const codes = Uint8Array.from({ length: rows }, () => Math.floor(names.length * uniform()));
    return { kind: 'categorical', name: `category ${c + 1}`, levels: names, codes };
  });
  return [...numbers, ...levels];
}

/** Chooses conditions until exactly so many rows meet them all: an interval is as long as it must be. */
function plant(
  columns: readonly Column[],
  design: Design,
  wanted: number,
  { uniform }: RandomSource,
): Uint8Array | undefined {
  const rows = columns[0]!.kind === 'numeric' ? columns[0]!.values.length : 0;
  const pick = (from: number, count: number): number => from + Math.floor(count * uniform());
  let met = Array.from({ length: rows }, (_, row) => row);
  const byLevel = (column: Column): void => {
    if (column.kind !== 'categorical') return;
    const level = Math.floor(column.levels.length * uniform());
    met = met.filter((row) => column.codes[row] === level);
  };
  const byInterval = (column: Column, length: number): void => {
    if (column.kind !== 'numeric') return;
    const sorted = [...met].sort((one, other) => column.values[one]! - column.values[other]!);
    const start = Math.floor(uniform() * Math.max(0, sorted.length - length));
    met = sorted.slice(start, start + length);
  };
  if (design === 'two levels') {
    byLevel(columns[pick(9, 2)]!); // four or five levels
    byLevel(columns[pick(11, 3)]!); // six to eight: about 3% together
    return Math.abs(met.length / wanted - 1) > 0.25 ? undefined : members(met, rows);
  }
  if (design === 'two intervals') byInterval(columns[0]!, Math.round((0.1 + 0.2 * uniform()) * rows));
  if (design === 'level, interval') byLevel(columns[pick(6, 5)]!);
  if (design === 'two levels, interval') {
    byLevel(columns[pick(6, 2)]!);
    byLevel(columns[pick(8, 2)]!);
  }
  if (met.length < wanted) return undefined;
  byInterval(columns[2]!, wanted);
  return members(met, rows);
}

function members(met: readonly number[], rows: number): Uint8Array {
  const all = new Uint8Array(rows);
  for (const row of met) all[row] = 1;
  return all;
}

/** What `discover` finds by the losses of these rows. */
export function discoverIn({ table, said, labels }: Simulated, random: RandomSource): Discovery {
  const losses = said.map((p, row) => -Math.log(labels[row] === 1 ? p : 1 - p));
  const groups: GroupIndex = {
    names: ['all'],
    groups: new Int32Array(losses.length),
    counts: [losses.length],
  };
  return discoverGroups({ table, losses, halves: assignFolds({ labels, groups }, 2, random) });
}

/** The largest Jaccard index of a confirmed sub-population with the planted one; null where nothing is confirmed. */
export function bestOverlap(table: Table, planted: Uint8Array, { groups }: Discovery): number | null {
  const confirmed = groups.filter((group) => group.confirmed);
  if (confirmed.length === 0) return null;
  const overlaps = confirmed.map(({ conditions }) => {
    const own = membersOf(table, conditions);
    let [both, either] = [0, 0];
    own.forEach((member, row) => {
      both += member & planted[row]!;
      either += member | planted[row]!;
    });
    return both / either;
  });
  return Math.max(...overlaps);
}

/** In how many of so many simulations without a planted sub-population anything is found. */
export function falseFinds(simulations: number, firstSeed = 1, rows = ROWS): number {
  let found = 0;
  for (let i = 0; i < simulations; i++) {
    const random = createRandom(firstSeed + i);
    const { groups } = discoverIn(simulateRows(random, undefined, rows), random);
    if (groups.some(({ confirmed }) => confirmed)) found++;
  }
  return found;
}

/** In how many of so many simulations the planted sub-population is found, and anything at all. */
export function plantedFinds(
  design: Design,
  simulations: number,
  firstSeed = 1,
): { readonly found: number; readonly anything: number; readonly medianOverlap: number } {
  const overlaps = Array.from({ length: simulations }, (_, i) => {
    const random = createRandom(firstSeed + i);
    const simulated = simulateRows(random, design);
    return bestOverlap(simulated.table, simulated.planted, discoverIn(simulated, random));
  });
  const known = overlaps.map((overlap) => overlap ?? 0).sort((one, other) => one - other);
  return {
    found: known.filter((overlap) => overlap >= 0.5).length,
    anything: overlaps.filter((overlap) => overlap !== null).length,
    medianOverlap: known[Math.floor(known.length / 2)]!,
  };
}

/** Measures finds and false finds, and prints tables. */
export function studyDiscover(): object {
  const planted = DESIGNS.map((design, i) => {
    const { found, anything, medianOverlap } = plantedFinds(design, 25, PLANTED_SEED * (i + 1));
    return { design, simulations: 25, found, anything, 'median Jaccard': medianOverlap.toFixed(2) };
  });
  process.stdout.write(`A planted sub-population of 3% with ${RATIO} times the risk, ${ROWS} rows\n`);
  console.table(planted);
  const found = planted.reduce((sum, row) => sum + row.found, 0);
  process.stdout.write('The same without a planted one\n');
  return { planted, found, without: studyNothing(0, 1000) };
}

/** Counts false finds in some of the simulations without a planted one: hours of them can be run in parts. */
export function studyNothing(
  from: number,
  to: number,
): { readonly simulations: number; readonly found: number } {
  const without = { simulations: to - from, found: falseFinds(to - from, EMPTY_SEED + from) };
  console.table([without]);
  return without;
}
