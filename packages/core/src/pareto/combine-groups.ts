// An oracle of other groups, each a mean of an oracle's own: groups that overlap, whose cells the oracle knows; regrets,
// which are risks less what a group could have alone. Weights ν of the others are weights μ = Vᵀν of its own, so a solve
// is one of its solves, and certified as they are.

import { FairfrontError } from '../error.js';
import { dot } from '../numeric/sum.js';
import type { Oracle, Solve } from './oracle.js';

/** What the other groups are. */
export interface Combination {
  /** V, others × groups, each row ≥ 0 and of sum 1: the risks of the others are V r. */
  readonly means: readonly (readonly number[])[];
  /**
   * The same for the rows that `risks` are measured on, where shares of cells differ from those trained on. By default
   * `means`.
   */
  readonly measured?: readonly (readonly number[])[];
  /** Taken off the risks of the others. Default 0. */
  readonly offsets?: readonly number[];
}

const SUM_TOLERANCE = 1e-9;

/** The oracle of other groups. */
export function combineGroups<Model>(oracle: Oracle<Model>, combination: Combination): Oracle<Model> {
  const { means, measured = means, offsets = means.map(() => 0) } = combination;
  for (const rows of [means, measured]) {
    if (rows.length !== offsets.length) {
      throw new FairfrontError(
        'bad-groups',
        `means must be ${offsets.length}, one for each offset; got ${rows.length}`,
      );
    }
    for (const row of rows) checkMean(row, oracle.groupCount);
  }
  const risksOf = (rows: Combination['means'], risks: readonly number[]): number[] =>
    rows.map((row, k) => dot(row, risks) - offsets[k]!);
  const combined = (solve: Solve<Model>): Solve<Model> => ({
    ...solve,
    risks: risksOf(measured, solve.risks),
    trainRisks: risksOf(means, solve.trainRisks ?? solve.risks),
  });
  const weights = (nu: readonly number[]): number[] =>
    Array.from({ length: oracle.groupCount }, (_, a) =>
      nu.reduce((sum, own, k) => sum + own * means[k]![a]!, 0),
    );
  return {
    groupCount: means.length,
    ...(oracle.certifies !== undefined && { certifies: oracle.certifies }),
    solve: (nu, { best, ...context }) => {
      const own = best && { best: { ...best, mu: weights(best.mu) } };
      const solve = oracle.solve(weights(nu), { ...context, ...own });
      return solve instanceof Promise ? solve.then(combined) : combined(solve);
    },
  };
}

function checkMean(row: readonly number[], groupCount: number): void {
  const sum = row.reduce((total, share) => total + share, 0);
  if (row.length === groupCount && row.every((share) => share >= 0) && Math.abs(sum - 1) <= SUM_TOLERANCE)
    return;
  throw new FairfrontError(
    'bad-groups',
    `each mean must have ${groupCount} shares ≥ 0 that sum to 1; got ${row.join(', ')}`,
  );
}
