// One value of a baseline's parameter out of its grid: the one whose worst group has the lowest cross-entropy on
// validation rows [MMPF App. A.6].

import { groupMetrics, type LabelledRows, type PartName } from '@fairfront/core';
import type { PreparedFit } from '../../task/prepare-fit.js';

export interface Candidate {
  /** The probabilities for a part: rows × classes. */
  predict(part: PartName): Float64Array;
}

export interface GridPoint {
  readonly value: number;
  /** Worst cross-entropy of a group on validation rows. */
  readonly worst: number;
}

export interface Chosen<C extends Candidate> {
  readonly candidate: C;
  /** What it says of the rows that chose, from a model not trained on them; absent: `predict('validation')`. */
  readonly choosing?: { readonly rows: LabelledRows; readonly probabilities: Float64Array };
  readonly value: number;
  readonly grid: readonly GridPoint[];
}

export interface CompareHooks {
  /** @param done of all values of all methods */
  onValue?(method: string, done: number, total: number): unknown;
  readonly signal?: { readonly aborted: boolean };
}

/**
 * @param train makes the model for a value; handed the one before it in the grid, to start from
 * @returns `undefined` if it was interrupted
 */
export async function chooseValue<C extends Candidate>(
  { parts, task }: PreparedFit,
  values: readonly number[],
  train: (value: number, before: C | undefined) => C,
  onValue: (done: number) => unknown,
  signal?: CompareHooks['signal'],
): Promise<Chosen<C> | undefined> {
  const { labels, groups } = parts.validation;
  const grid: GridPoint[] = [];
  let best: Omit<Chosen<C>, 'grid'> | undefined;
  let before: C | undefined;
  let lowest = Number.POSITIVE_INFINITY;
  for (const [i, value] of values.entries()) {
    await onValue(i);
    if (signal?.aborted) return undefined;
    const candidate = train(value, before);
    before = candidate;
    const { worst } = groupMetrics(
      candidate.predict('validation'),
      labels,
      groups,
      task.target.classes.length,
    ).crossEntropy;
    grid.push({ value, worst });
    if (worst < lowest) {
      lowest = worst;
      best = { candidate, value };
    }
  }
  return { ...best!, grid };
}
