// How many rows of each cell go to each part: fraction × size, rounded so that the totals come out right too
// (controlled rounding).
//
//   minimise    Σ_p (total_p − target_p)²,  and for the totals so reached  Σ_cp (count_cp − f_p n_c)²
//   subject to  count_cp is ⌊f_p n_c⌋ or ⌈f_p n_c⌉,  Σ_p count_cp = n_c
//
// The targets are those scikit-learn's users know: ⌈f n⌉ for validation and for test, the rest for train. A
// cell has at most two rows left over once every part has its floor. They go where the remainders are
// largest; then left-overs are passed from parts that have too many to parts that have too few, the cheapest
// first. The totals that can be reached are an M-convex set, so when no exchange helps, nothing does (Murota
// 2003, the M-optimality criterion); the unrounded f n lies in its hull, so no part ends more than one row
// from its target.

import { FairfrontError } from '../error.js';
import type { RandomSource } from '../numeric/random.js';
import { drawPart } from './split-parts.js';

/** Shares of the rows for train, validation and test. */
export type Fractions = readonly [train: number, validation: number, test: number];

const DEFAULT_FRACTIONS: Fractions = [0.6, 0.2, 0.2];
const PARTS = [0, 1, 2] as const;

/**
 * How exactly fractions are taken: they sum to 1 within this, and a product this near to whole is whole (0.07
 * · 100 is 7, not 7.000000000000001).
 */
const EXACTNESS = 1e-9;

/** Random and too small to matter unless remainders are the same: so the same part does not win every tie. */
const TIE_BREAK = 1e-6;

/** The fractions, or the default ones; throws unless they are in (0, 1) and sum to 1. */
export function checkFractions(fractions: Fractions = DEFAULT_FRACTIONS): Fractions {
  const sum = fractions.reduce((left, right) => left + right, 0);
  const inRange = fractions.every((fraction) => fraction > 0 && fraction < 1);
  if (fractions.length !== PARTS.length || !inRange || !(Math.abs(sum - 1) <= EXACTNESS)) {
    throw new FairfrontError(
      'bad-option',
      `\`split\`: fractions must be three numbers between 0 and 1, for train, validation and test, that sum to 1; got ${fractions.join(', ')}, which sum to ${sum}`,
    );
  }
  return fractions;
}

/**
 * Cells of one size are alike: their left-overs are counted together. There are at most √(2n) different
 * sizes, hence O(n) in all.
 */
interface AlikeCells {
  readonly cells: number[];
  readonly floors: readonly number[];
  /** f n − ⌊f n⌋ and a tie break, by part; 0 where f n is whole and the part takes nothing more. */
  readonly remainders: readonly number[];
  /** Rows left over in each of the cells: 0, 1 or 2. */
  readonly leftOver: number;
  /** Left-overs of all of these cells that each part takes; at most one of a cell. */
  readonly given: number[];
}

/** One left-over of some cells passed from a part to another. */
interface Exchange {
  readonly alike: AlikeCells;
  readonly from: number;
  readonly to: number;
  /** What it adds to Σ (count − f n)², halved. */
  readonly cost: number;
}

/** How many rows of each cell go to each part. @returns cells × parts */
export function roundCells(sizes: readonly number[], fractions: Fractions, random: RandomSource): Int32Array {
  const bySize = new Map<number, AlikeCells>();
  sizes.forEach((size, cell) => {
    const alike = bySize.get(size) ?? floorCells(size, fractions, random);
    bySize.set(size, alike);
    alike.cells.push(cell);
  });
  const allAlike = [...bySize.values()];
  for (const { cells, remainders, leftOver, given } of allAlike) {
    const falling = [...PARTS].sort((left, right) => remainders[right]! - remainders[left]!);
    for (const part of falling.slice(0, leftOver)) given[part] = cells.length;
  }
  settleTotals(allAlike, targetTotals(sizes, fractions));
  const counts = new Int32Array(sizes.length * PARTS.length);
  for (const alike of allAlike) dealOut(alike, counts, random);
  return counts;
}

function floorCells(size: number, fractions: Fractions, random: RandomSource): AlikeCells {
  const floors = fractions.map((fraction) => floorWithin(fraction * size, size));
  const remainders = fractions.map((fraction, part) => {
    const isWhole = floors[part] === -floorWithin(-fraction * size, size);
    return isWhole ? 0 : fraction * size - floors[part]! + TIE_BREAK * random.uniform();
  });
  const leftOver = floors.reduce((left, floor) => left - floor, size);
  return { cells: [], floors, remainders, leftOver, given: [0, 0, 0] };
}

function targetTotals(sizes: readonly number[], fractions: Fractions): number[] {
  const rowCount = sizes.reduce((left, right) => left + right, 0);
  const validation = -floorWithin(-fractions[1] * rowCount, rowCount);
  const test = -floorWithin(-fractions[2] * rowCount, rowCount);
  return [rowCount - validation - test, validation, test];
}

/** ⌊product⌋, unless it is whole but for rounding. */
function floorWithin(product: number, size: number): number {
  const nearest = Math.round(product);
  return Math.abs(product - nearest) <= Math.min(EXACTNESS * size, 0.1) ? nearest : Math.floor(product);
}

/**
 * Passes left-overs on one by one, the cheapest way first, until the totals cannot come nearer to the
 * targets.
 */
function settleTotals(allAlike: readonly AlikeCells[], targets: readonly number[]): void {
  const excess = PARTS.map((part) =>
    allAlike.reduce(
      (sum, { cells, floors, given }) => sum + cells.length * floors[part]! + given[part]!,
      -targets[part]!,
    ),
  );
  for (;;) {
    const way = cheapestWay(allAlike, excess);
    if (way.length === 0) return;
    for (const { alike, from, to } of way) {
      alike.given[from]!--;
      alike.given[to]!++;
      excess[from]!--;
      excess[to]!++;
    }
  }
}

/**
 * The cheapest exchange, straight or by way of the third part, that brings totals nearer to their targets;
 * none: [].
 */
function cheapestWay(allAlike: readonly AlikeCells[], excess: readonly number[]): readonly Exchange[] {
  let best: readonly Exchange[] = [];
  let bestCost = Number.POSITIVE_INFINITY;
  for (const from of PARTS) {
    for (const to of PARTS) {
      if (excess[from]! - excess[to]! < 2) continue;
      const third = PARTS.length - from - to;
      const step = (start: number, end: number) => cheapestStep(allAlike, start, end);
      for (const way of [[step(from, to)], [step(from, third), step(third, to)]]) {
        if (!way.every((each) => each !== undefined)) continue;
        const cost = way.reduce((sum, each) => sum + each.cost, 0);
        if (cost < bestCost) [best, bestCost] = [way, cost];
      }
    }
  }
  return best;
}

function cheapestStep(allAlike: readonly AlikeCells[], from: number, to: number): Exchange | undefined {
  let best: Exchange | undefined;
  for (const alike of allAlike) {
    const { cells, remainders, given } = alike;
    if (remainders[to] === 0 || given[from] === 0 || given[to] === cells.length) continue;
    const cost = remainders[from]! - remainders[to]!;
    if (best === undefined || cost < best.cost) best = { alike, from, to, cost };
  }
  return best;
}

/** Which of the cells that are alike has its left-overs in which part is drawn. */
function dealOut(
  { cells, floors, leftOver, given }: AlikeCells,
  counts: Int32Array,
  random: RandomSource,
): void {
  // Of two left-overs it is drawn which part goes without: so no part draws twice from one cell.
  const urn = Int32Array.from(given, (rows) => (leftOver === 2 ? cells.length - rows : rows));
  for (const cell of cells) {
    const start = cell * PARTS.length;
    for (const part of PARTS) counts[start + part] = floors[part]! + (leftOver === 2 ? 1 : 0);
    if (leftOver > 0) counts[start + drawPart(urn, 0, random)]! += leftOver === 2 ? -1 : 1;
  }
}
