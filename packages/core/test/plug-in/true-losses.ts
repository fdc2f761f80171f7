// Rows of a problem whose distributions are known, with the losses of its true conditionals: what estimates would have if they were perfect.

import type { GroupIndex } from '../../src/groups/group-index.js';
import { createRandom } from '../../src/numeric/random.js';
import { crossEntropyOf } from '../../src/plug-in/row-loss.js';
import { closedForm } from '../../src/theory/closed-form.js';
import { densityAt } from '../../src/theory/gaussian.js';
import { problemShares, type TheoryProblem } from '../../src/theory/problem.js';
import { sampleProblem } from '../../src/theory/sample-problem.js';

export interface TrueLosses {
  /** Of p(y|x,a). */
  readonly own: Float64Array;
  /** Of h^μ. */
  readonly shared: Float64Array;
  /** −ln p(a|x). */
  readonly membership: Float64Array;
  readonly groups: GroupIndex;
}

export function trueLosses(
  problem: TheoryProblem,
  mu: readonly number[],
  rowCount: number,
  seed: number,
): TrueLosses {
  const { features, labels, groups } = sampleProblem(problem, rowCount, createRandom(seed));
  const classify = closedForm(problem).classifier(mu);
  const shares = problemShares(problem);
  const lossAt = (row: number, positive: number): number => {
    const probability = labels[row] === 1 ? positive : 1 - positive;
    return problem.loss === 'brier' ? 2 * (1 - probability) ** 2 : crossEntropyOf(probability);
  };
  const byRow = (value: (x: number, row: number) => number): Float64Array =>
    Float64Array.from(features.values, value);
  return {
    own: byRow((x, row) => lossAt(row, problem.groups[groups.groups[row]!]!.curve.at(x))),
    shared: byRow((x, row) => lossAt(row, classify(x))),
    membership: byRow((x, row) => {
      const joint = problem.groups.map(({ mean }, a) => shares[a]! * densityAt(x - mean));
      return crossEntropyOf(joint[groups.groups[row]!]! / joint.reduce((sum, value) => sum + value, 0));
    }),
    groups,
  };
}

/** Rows group by group. */
export function groupsOf(...counts: readonly number[]): GroupIndex {
  return {
    names: counts.map((_, group) => String.fromCharCode(65 + group)),
    groups: Int32Array.from(counts.flatMap((rowCount, group) => new Array<number>(rowCount).fill(group))),
    counts,
  };
}
