// Rows ranked by a score, and the AUC of as many of each as are asked for.

/** Rows by score, ascending, for one AUC. */
export interface RankedRows {
  /** Places among the rows of the group. */
  readonly order: Uint32Array;
  /** By rank: 1 where the row is positive. */
  readonly isPositive: Uint8Array;
  /** By rank: 1 where the next row has a higher score. */
  readonly isLastOfTie: Uint8Array;
}

/** Ranks rows by score; undefined where all rows are positive, or none is: there is no AUC. */
export function rankRows(
  rows: Uint32Array,
  scoreOf: (row: number) => number,
  isPositive: (row: number) => boolean,
): RankedRows | undefined {
  const positives = rows.reduce((sum, row) => sum + (isPositive(row) ? 1 : 0), 0);
  if (positives === 0 || positives === rows.length) return undefined;
  const scores = Float64Array.from(rows, scoreOf);
  const order = Uint32Array.from(rows.keys()).sort((left, right) => scores[left]! - scores[right]!);
  return {
    order,
    isPositive: Uint8Array.from(order, (place) => (isPositive(rows[place]!) ? 1 : 0)),
    isLastOfTie: Uint8Array.from(order, (place, rank) =>
      rank === order.length - 1 || scores[place] !== scores[order[rank + 1]!] ? 1 : 0,
    ),
  };
}

/**
 * The AUC where each row counts so often; NaN where only one kind counts.
 * @param counts by place among the rows: how often it was drawn, times its weight where it has one
 */
export function countedAuc(
  { order, isPositive, isLastOfTie }: RankedRows,
  counts: Uint32Array | Float64Array,
): number {
  let below = 0; // negatives with a lower score
  let positives = 0;
  let tiedPositives = 0;
  let tiedNegatives = 0;
  let wins = 0; // twice
  for (let rank = 0; rank < order.length; rank++) {
    const count = counts[order[rank]!]!;
    const positive = count * isPositive[rank]!;
    tiedPositives += positive;
    tiedNegatives += count - positive;
    if (isLastOfTie[rank] === 1) {
      wins += tiedPositives * (2 * below + tiedNegatives);
      below += tiedNegatives;
      positives += tiedPositives;
      tiedPositives = 0;
      tiedNegatives = 0;
    }
  }
  return wins / 2 / (positives * below);
}
