// Which columns trees ask for, by what the questions gained in training.

import type { BoostedModel } from '@fairfront/trees';
import type { PreparedFit } from '../task/prepare-fit.js';

/** The share of all gains that splits by a column have. */
export interface ColumnGain {
  readonly column: string;
  readonly naive: number;
  readonly minimax: number;
}

/** The gains of each column in two models, largest first. */
export function columnGains(
  { encoder }: PreparedFit,
  models: Readonly<Record<'naive' | 'minimax', BoostedModel>>,
): ColumnGain[] {
  const naive = sharesOf(models.naive);
  const minimax = sharesOf(models.minimax);
  return encoder.columns
    .map(({ name }, i) => ({ column: name, naive: naive[i]!, minimax: minimax[i]! }))
    .sort((one, other) => Math.max(other.naive, other.minimax) - Math.max(one.naive, one.minimax));
}

function sharesOf({ columns, column, gain }: BoostedModel): Float64Array {
  const sums = new Float64Array(columns.length);
  let all = 0;
  column.forEach((asked, node) => {
    if (asked < 0) return;
    sums[asked]! += gain[node]!;
    all += gain[node]!;
  });
  return all === 0 ? sums : sums.map((sum) => sum / all);
}
