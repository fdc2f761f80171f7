// Groups too small to be judged: their metrics say more of chance than of the model. Plain data, for others
// to put into words.

import { effectiveCounts, effectiveRows, type GroupIndex } from '../groups/group-index.js';
import type { Estimate } from '../numeric/bootstrap.js';

/** From which size on a group can be judged. Where rows have weights, they are counted by what they tell (Kish 1965). */
export interface SmallGroupLimits {
  /**
   * Fewest rows, and fewest entities where these are given; default 30, as low as a mean of rows is called
   * about normal.
   */
  readonly minRows?: number | undefined;
  /** Fewest rows of every class; default 10, as few as let a rate over them take steps of a tenth. */
  readonly minClassRows?: number | undefined;
  /**
   * Widest interval of accuracy; default 0.2: ten points to either side hide any gap between groups that one
   * would act on. For 95% it takes about 96 rows of a group where half of the guesses are right to be as
   * narrow, and 49 where 85% are.
   */
  readonly maxWidth?: number | undefined;
}

/** The last alone says nothing against the group as a whole, only against what is said of that class. */
export type TooSmallReason = 'few-rows' | 'few-entities' | 'wide-interval' | 'few-rows-of-class';

/** A group, and the first reason against judging it, in the order of TooSmallReason. */
export interface TooSmallGroup {
  readonly group: number;
  readonly rows: number;
  /** How many rows of one weight tell as much, where rows have weights. */
  readonly effectiveRows?: number;
  readonly reason: TooSmallReason;
  /** What there is: rows, entities, rows of the class, width of the interval. */
  readonly found: number;
  /** What was asked for. */
  readonly limit: number;
  /** The rarest class in the group, where the reason is its rows. */
  readonly rarestClass?: number;
}

/** What is known beside rows and labels; a reason without its evidence is not looked for. */
export interface SmallGroupEvidence {
  /** By group. */
  readonly entityCounts?: readonly number[] | undefined;
  /** Intervals of the accuracy, by group. */
  readonly accuracies?: readonly Estimate[] | undefined;
}

/** Finds the groups that are too small to be judged, and why. */
export function groupsTooSmall(
  labels: Int32Array,
  index: GroupIndex,
  classCount: number,
  { entityCounts, accuracies }: SmallGroupEvidence = {},
  { minRows = 30, minClassRows = 10, maxWidth = 0.2 }: SmallGroupLimits = {},
): TooSmallGroup[] {
  const { groups, counts, weights } = index;
  const cellOf = (row: number): number => groups[row]! * classCount + labels[row]!; // groups × classes
  const cellCount = counts.length * classCount;
  const classRows = weights
    ? Float64Array.from(
        effectiveCounts(
          weights,
          labels.map((_, row) => cellOf(row)),
          cellCount,
        ),
      )
    : new Float64Array(cellCount);
  if (weights === undefined) for (let row = 0; row < labels.length; row++) classRows[cellOf(row)]!++;
  const sizes = effectiveRows(index);
  return counts.flatMap((rows, group): TooSmallGroup[] => {
    const size = sizes[group]!;
    const because = (reason: TooSmallReason, found: number, limit: number): TooSmallGroup[] => [
      { group, rows, ...(weights && { effectiveRows: size }), reason, found, limit },
    ];
    if (size < minRows) return because('few-rows', size, minRows);
    const entities = entityCounts?.[group] ?? size;
    if (entities < minRows) return because('few-entities', entities, minRows);
    const interval = accuracies?.[group];
    const width = interval === undefined ? 0 : interval.high - interval.low;
    if (width > maxWidth) return because('wide-interval', width, maxWidth);
    const own = classRows.subarray(group * classCount, (group + 1) * classCount);
    const fewest = own.reduce((least, count) => Math.min(least, count));
    if (fewest >= minClassRows) return [];
    const [found] = because('few-rows-of-class', fewest, minClassRows);
    return [{ ...found!, rarestClass: own.indexOf(fewest) }];
  });
}
