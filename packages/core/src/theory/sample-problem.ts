// Rows drawn from a problem with known distributions [MMPF Sec. A.4]: A by the groups' shares, X | a ~ N(m_a,
// 1), Y | X, a ~ Ber(f_a(X)).

import { FairfrontError } from '../error.js';
import type { LabelledRows } from '../groups/labelled-rows.js';
import { standardNormal } from '../numeric/normal.js';
import type { RandomSource } from '../numeric/random.js';
import { quoted } from '../words.js';
import { checkProblem, problemShares, type TheoryProblem } from './problem.js';

/**
 * One feature, x, in float32. Rows are drawn one after the other, so a larger sample from the same seed
 * begins with the smaller one.
 * @param rowCount a whole number ≥ 1; every group must get a row
 */
export function sampleProblem(problem: TheoryProblem, rowCount: number, random: RandomSource): LabelledRows {
  checkProblem(problem);
  if (!(Number.isInteger(rowCount) && rowCount >= 1)) {
    throw new FairfrontError('bad-option', `rowCount must be a whole number ≥ 1; got ${rowCount}`);
  }
  const names = problem.groups.map(({ name }) => name);
  const ends = cumulative(problemShares(problem));
  const values = new Float32Array(rowCount);
  const labels = new Int32Array(rowCount);
  const groups = new Int32Array(rowCount);
  const counts = names.map(() => 0);
  for (let row = 0; row < rowCount; row++) {
    const place = random.uniform();
    let group = 0;
    while (group < ends.length - 1 && place >= ends[group]!) group++;
    const { mean, curve } = problem.groups[group]!;
    // The class is that of the number the model will see.
    values[row] = mean + standardNormal(random);
    labels[row] = random.uniform() < curve.at(values[row]!) ? 1 : 0;
    groups[row] = group;
    counts[group]!++;
  }
  const empty = names.filter((_, group) => counts[group] === 0);
  if (empty.length > 0) {
    throw new FairfrontError(
      'bad-groups',
      `a sample of ${rowCount} rows has none of group ${quoted(empty)}; draw more rows, or take another seed`,
    );
  }
  return { features: { rowCount, columnCount: 1, values }, labels, groups: { names, groups, counts } };
}

function cumulative(shares: readonly number[]): number[] {
  let sum = 0;
  return shares.map((share) => {
    sum += share;
    return sum;
  });
}
