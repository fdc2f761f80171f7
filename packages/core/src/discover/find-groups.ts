// Sub-populations that a model serves worse than the rest of the people, found on one half of the rows and confirmed on
// the other.
//
// The half that searches may be looked at as often as one likes. It brings forth at most m candidates: the conjunction
// of the highest score, then, with the excess of its rows taken away, the next, so that each one has something that
// those before it do not explain; one that shares more than half of its rows with an earlier one is passed over, and it
// ends where chance makes several as good. The half that confirms is looked at once: m tests, with Holm's correction. A
// candidate must lose more than all other rows, and still do so when what the earlier ones lose more is taken away.

import { FairfrontError } from '../error.js';
import { findColumn, type Table } from '../table/table.js';
import { type Condition, codeColumn, membersOf } from './condition.js';
import { adjustByHolm, compareWithRest, type GroupAgainstRest, type JudgedLosses } from './confirm.js';
import type { SearchedColumn, SearchLimits } from './judge.js';
import {
  type Conjunction,
  conditionsOf,
  conjunctionCounts,
  rowsThatMeet,
  searchConjunctions,
} from './search.js';

/** The rows of a table, what a model loses on each, and which half each is in. */
export interface DiscoverRows extends JudgedLosses {
  readonly table: Table;
  /** Row → 0: searches, 1: confirms. Rows of one entity are in one half. */
  readonly halves: Uint8Array;
}

/** How sub-populations are looked for. */
export interface DiscoverSearch {
  /** The columns that they are described by. Default: all. */
  readonly columns?: readonly string[];
  /** Conditions at most, from 1 to 3. Default 3. */
  readonly conditions?: number;
  /** The least share of the rows. Default 0.01. */
  readonly minShare?: number;
  /** The largest share of the rows. Default 0.5: those served worse are the fewer. */
  readonly maxShare?: number;
  /** How many are tested at most. Default 10. */
  readonly candidates?: number;
  /** The chance that any of those confirmed is false. Default 0.05. */
  readonly level?: number;
  /** The level of intervals. Default 0.95. */
  readonly intervalLevel?: number;
}

/** A sub-population that was tested. */
export interface DiscoveredGroup {
  readonly conditions: readonly Condition[];
  /** On the half that searched; its excess is flattered. */
  readonly searched: { readonly rows: number; readonly z: number };
  /** On the half that confirms. */
  readonly confirming: GroupAgainstRest;
  /** The larger of two: that of its excess, and that of what candidates before it do not explain of it. */
  readonly pValue: number;
  /** The p-value with all tests counted in. */
  readonly adjusted: number;
  readonly confirmed: boolean;
}

/** What was found, and among how much. */
export interface Discovery {
  /** Those confirmed first, by their excess as a whole: rows times excess. */
  readonly groups: readonly DiscoveredGroup[];
  /** Conjunctions that a group could have been. */
  readonly conjunctions: number;
  /** Rows that searched and that confirm. */
  readonly rows: readonly [number, number];
}

/** Bins of numbers in which all is looked at, and those in which the ends of intervals are found. */
const BINS = 20;
const FINE_BINS = 80;
/** Two with a larger part of their rows in common, of all rows of either, are told once. */
const MOST_OVERLAP = 0.5;
/**
 * A candidate is tested unless chance alone is expected to make e² ≈ 7 that are as good: it would only make the tests of
 * others stricter.
 */
const LEAST_SCORE = -2;
/** Rows that a group must have in the half that searches. */
const FEWEST_ROWS = 30;

/** Finds sub-populations that are served worse than all other rows. */
export function discoverGroups(rows: DiscoverRows, options: DiscoverSearch = {}): Discovery {
  const { table, losses, weights, halves } = rows;
  const { candidates = 10, level = 0.05, intervalLevel = 0.95 } = options;
  const { conditions = 3, minShare = 0.01, maxShare = 0.5 } = options;
  checkRows(rows);
  const [searching, confirming] = [0, 1].map((half) =>
    Uint32Array.from([...halves.keys()].filter((row) => halves[row] === half)),
  ) as [Uint32Array, Uint32Array];
  const fewest = Math.max(FEWEST_ROWS, Math.floor(minShare * searching.length));
  const names = options.columns ?? table.columns.map(({ name }) => name);
  const columns = names
    .map((name): SearchedColumn => {
      const { kind } = findColumn(table, name, '`columns`');
      const coarse = codeColumn(table, name, searching, fewest, BINS);
      const isSame = kind === 'categorical';
      return { coarse, fine: isSame ? coarse : codeColumn(table, name, searching, fewest, FINE_BINS) };
    })
    .filter(({ coarse }) => coarse.choices.length > 0);
  const own = (values: Float64Array): Float64Array => Float64Array.from(searching, (row) => values[row]!);
  const found = proposeGroups(columns, own(losses), weights && own(weights), candidates, {
    conditions,
    minShare,
    maxShare,
  });
  const left = { ...rows, losses: losses.slice() }; // what is not yet explained
  const tested = found.map(({ conjunction, factor }) => {
    const described = conditionsOf(conjunction);
    const members = membersOf(table, described);
    const against = (own: JudgedLosses): GroupAgainstRest =>
      compareWithRest(own, members, confirming, intervalLevel);
    const [whole, beyond] = [against(rows), against(left)];
    members.forEach((member, row) => {
      if (member === 1) left.losses[row]! *= factor;
    });
    return {
      conditions: described,
      searched: { rows: rowsThatMeet(conjunction.choices).length, z: conjunction.z },
      confirming: whole,
      pValue: Math.max(whole.pValue, beyond.pValue),
    };
  });
  const adjusted = adjustByHolm(tested.map(({ pValue }) => pValue));
  const whole = ({ confirming: { share, excess } }: DiscoveredGroup): number => share * excess.value;
  return {
    groups: tested
      .map((group, i) => ({ ...group, adjusted: adjusted[i]!, confirmed: adjusted[i]! <= level }))
      .sort((a, b) => Number(b.confirmed) - Number(a.confirmed) || whole(b) - whole(a)),
    conjunctions: conjunctionCounts(columns.map(({ coarse }) => coarse.choices.length))
      .slice(0, conditions)
      .reduce((sum, count) => sum + count, 0),
    rows: [searching.length, confirming.length],
  };
}

/** A candidate, its rows of the half that searches, and what its losses are multiplied by to be those of others. */
interface Proposal {
  readonly conjunction: Conjunction;
  readonly members: Uint8Array;
  readonly factor: number;
}

/** The candidates, each with an excess that those before it do not explain. */
function proposeGroups(
  columns: readonly SearchedColumn[],
  losses: Float64Array,
  weights: Float64Array | undefined,
  count: number,
  limits: SearchLimits,
): Proposal[] {
  if (columns.length === 0) return [];
  const left = losses.slice(); // what is not yet explained
  const taken: Proposal[] = [];
  while (taken.length < count) {
    const next = searchConjunctions(columns, { losses: left, weights }, limits, ({ choices }) => {
      const rows = rowsThatMeet(choices);
      return (
        rows.length >= FEWEST_ROWS && taken.every(({ members }) => overlap(rows, members) <= MOST_OVERLAP)
      );
    });
    if (next === undefined || next.score < LEAST_SCORE) break;
    const members = new Uint8Array(losses.length);
    for (const row of rowsThatMeet(next.choices)) members[row] = 1;
    taken.push({ conjunction: next, members, factor: explain(left, weights, members) });
  }
  return taken;
}

/** Lowers the losses of a group until their mean is that of all others. @returns what they are multiplied by */
function explain(losses: Float64Array, weights: Float64Array | undefined, members: Uint8Array): number {
  const [weight, sum] = [
    [0, 0],
    [0, 0],
  ];
  losses.forEach((loss, row) => {
    const own = weights?.[row] ?? 1;
    weight[members[row]!]! += own;
    sum[members[row]!]! += own * loss;
  });
  const factor = sum[0]! / weight[0]! / (sum[1]! / weight[1]!);
  for (let row = 0; row < losses.length; row++) if (members[row] === 1) losses[row]! *= factor;
  return factor;
}

/** Rows in both, as a share of those in either. */
function overlap(rows: Uint32Array, members: Uint8Array): number {
  let both = 0;
  for (const row of rows) both += members[row]!;
  const others = members.reduce((sum, member) => sum + member, 0);
  return both / (rows.length + others - both);
}

function checkRows({ table, losses, weights, entities, halves }: DiscoverRows): void {
  const lengths = { losses, halves, ...(weights && { weights }), ...(entities && { entities }) };
  for (const [name, values] of Object.entries(lengths)) {
    if (values.length === table.rowCount) continue;
    throw new FairfrontError(
      'bad-risks',
      `${name}: there must be one for each of ${table.rowCount} rows; got ${values.length}`,
    );
  }
  if (!losses.every((loss) => loss >= 0 && loss < Number.POSITIVE_INFINITY)) {
    throw new FairfrontError('bad-risks', 'losses: every loss must be a finite number ≥ 0');
  }
}
