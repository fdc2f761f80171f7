// Repair of a category. Every group's shares of the levels, p_a, move towards their median over the groups:
//
//   q = median_a p_a, over its sum        target_a = (1 − λ) p_a + λ q
//   P(row of group a leaves level k) = λ max(0, p_ak − q_k) / p_ak
//   P(it goes to level j)            ∝ max(0, q_j − p_aj)
//
// Only levels with a surplus give rows, so as few move as can: λ Σ_k max(0, p_ak − q_k) of the group. The
// target is that of Feldman et al.'s program, which fills it by counts and a maximum flow; a probability for
// each row reaches the same shares and also says what to do with rows that come later.

import { compensatedSum } from '../numeric/sum.js';

/** Shares of the levels in each group, and the shares that a full repair gives all of them. */
export interface LevelShares {
  /** Share of each level in each group. */
  readonly byGroup: readonly (readonly number[])[];
  /** q: what a full repair gives every group. */
  readonly target: readonly number[];
}

/**
 * Shares of the levels in each group, and their medians scaled to sum to 1.
 * @param counts rows of each level in each group, none of them empty
 */
export function levelShares(counts: readonly ArrayLike<number>[]): LevelShares {
  const byGroup = counts.map((ofGroup) => {
    const rows = compensatedSum(ofGroup);
    return Array.from(ofGroup, (count) => count / rows);
  });
  const column = new Float64Array(counts.length);
  const overGroups = (level: number): Float64Array => {
    for (let group = 0; group < counts.length; group++) column[group] = byGroup[group]![level]!;
    return column.sort();
  };
  const medians = byGroup[0]!.map((_, level) => medianOfSorted(overGroups(level)));
  // Where no level is common to half of the groups the medians are all 0: the mean is what is left.
  const middle = medians.some((share) => share > 0)
    ? medians
    : medians.map((_, level) => compensatedSum(overGroups(level)));
  const sum = compensatedSum(middle);
  return { byGroup, target: middle.map((share) => share / sum) };
}

/** The middle number, or the mean of the two in the middle. @param sorted rising, at least one */
export function medianOfSorted(sorted: Float64Array): number {
  const upper = sorted[sorted.length >> 1]!;
  const lower = sorted[(sorted.length - 1) >> 1]!;
  return lower === upper ? lower : 0.5 * lower + 0.5 * upper; // halves first: the sum may be too large for a number
}

/** The level a row gets for the one it has. */
export interface LevelMoves {
  /**
   * @param whether uniform on [0, 1): the row moves if it is below the probability to leave
   * @param where uniform on [0, 1): where to, if it moves
   */
  move(group: number, level: number, whether: number, where: number): number;
}

/** How a repair of strength λ moves rows from level to level. */
export function levelMoves({ byGroup, target }: LevelShares, lambda: number): LevelMoves {
  const levelCount = target.length;
  const leaving = new Float64Array(byGroup.length * levelCount); // groups × levels
  const arriving = new Float64Array(byGroup.length * levelCount); // summed up over the levels of a group
  byGroup.forEach((shares, group) => {
    let deficit = 0;
    shares.forEach((share, level) => {
      const at = group * levelCount + level;
      const surplus = share - target[level]!;
      if (surplus > 0) leaving[at] = (lambda * surplus) / share;
      else deficit -= surplus;
      arriving[at] = deficit;
    });
    // What is left of rounding where a group is at its target already.
    if (deficit === 0) leaving.fill(0, group * levelCount, (group + 1) * levelCount);
  });
  return {
    move: (group, level, whether, where) => {
      const first = group * levelCount;
      if (whether >= leaving[first + level]!) return level;
      const end = first + levelCount;
      const height = where * arriving[end - 1]!;
      let at = first;
      while (arriving[at]! <= height) at++;
      return at - first;
    },
  };
}
