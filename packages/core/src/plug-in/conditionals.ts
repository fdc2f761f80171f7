// The two distributions that a plug-in classifier is made of, at some rows, and the classifier itself [MMPF Thm 4.2, Alg. 3]:
//
//   h^μ(x) = Σ_a w_a p(a|x) p(y|x,a) / Σ_a w_a p(a|x),      w_a = μ_a / p_a
//
// By Bayes' rule p(a|x) / p_a is p(x|a) up to a factor that all groups share, so no density of x is ever needed.

import { FairfrontError } from '../error.js';
import { checkMu } from '../numeric/simplex.js';
import { CompensatedSum } from '../numeric/sum.js';

export interface Conditionals {
  readonly rowCount: number;
  readonly classCount: number;
  /** p(y | x, a) for each group: rows × classes. */
  readonly outcomes: readonly Float64Array[];
  /** p(a | x): rows × groups. */
  readonly memberships: Float64Array;
}

export function checkConditionals(conditionals: Conditionals, part: string): void {
  const { rowCount, classCount, outcomes, memberships } = conditionals;
  const groupCount = outcomes.length;
  if (groupCount === 0)
    throw new FairfrontError('bad-groups', `${part}: a plug-in classifier needs groups; got none`);
  outcomes.forEach((own, group) => {
    checkSize(own, rowCount * classCount, `${part}: p(y|x,a) of group ${group + 1} must be rows × classes`);
  });
  checkSize(memberships, rowCount * groupCount, `${part}: p(a|x) must be rows × groups`);
}

function checkSize(values: Float64Array, size: number, rule: string): void {
  if (values.length !== size) {
    throw new FairfrontError('bad-problem', `${rule}, ${size} numbers; got ${values.length}`);
  }
  const odd = values.findIndex((value) => !(value >= 0 && value <= 1 + 1e-6));
  if (odd >= 0) {
    throw new FairfrontError(
      'bad-problem',
      `${rule}, each a probability; number ${odd + 1} is ${values[odd]}`,
    );
  }
}

/** p(a|x) p(y|x,a) = p(a, y | x): rows × classes × groups. @param order which row comes where; by default as they are */
export function jointProbabilities(
  { rowCount, classCount, outcomes, memberships }: Conditionals,
  order?: ArrayLike<number>,
): Float64Array {
  const groupCount = outcomes.length;
  const joint = new Float64Array(rowCount * classCount * groupCount);
  for (let i = 0, k = 0; i < rowCount; i++) {
    const row = order === undefined ? i : order[i]!;
    for (let c = 0; c < classCount; c++) {
      for (let group = 0; group < groupCount; group++, k++) {
        joint[k] = memberships[row * groupCount + group]! * outcomes[group]![row * classCount + c]!;
      }
    }
  }
  return joint;
}

/** The mean of p(a|x): the groups' shares as the estimate has them. @param memberships rows × groups */
export function meanMemberships(memberships: Float64Array, groupCount: number): number[] {
  return Array.from({ length: groupCount }, (_, group) => {
    const sum = new CompensatedSum();
    for (let k = group; k < memberships.length; k += groupCount) sum.add(memberships[k]!);
    return (sum.value * groupCount) / memberships.length;
  });
}

/** w_a = μ_a / p_a, into `out`. @param priors p_a, the groups' shares */
export function groupFactors(mu: readonly number[], priors: readonly number[], out: Float64Array): void {
  for (let group = 0; group < out.length; group++) out[group] = mu[group]! / priors[group]!;
}

/**
 * h^μ at one row, into `out`, a number for each class. Where no group with weight has a share in the row, every h is as good: it is p(y|x) there,
 * what the population's mixture says.
 * @param joint as `jointProbabilities` gives them; those of the row begin `at`
 */
export function mixRow(joint: Float64Array, at: number, factors: Float64Array, out: Float64Array): void {
  const groupCount = factors.length;
  let total = 0;
  for (let c = 0, k = at; c < out.length; c++) {
    let sum = 0;
    for (let group = 0; group < groupCount; group++, k++) sum += factors[group]! * joint[k]!;
    out[c] = sum;
    total += sum;
  }
  if (!(total > 0)) {
    total = 0;
    for (let c = 0, k = at; c < out.length; c++) {
      let sum = 0;
      for (let group = 0; group < groupCount; group++, k++) sum += joint[k]!;
      out[c] = sum;
      total += sum;
    }
  }
  for (let c = 0; c < out.length; c++) out[c]! /= total;
}

/** h^μ at every row: rows × classes. @param priors p_a, the groups' shares */
export function plugInProbabilities(
  conditionals: Conditionals,
  mu: readonly number[],
  priors: readonly number[],
): Float64Array {
  checkConditionals(conditionals, 'predict');
  checkMu(mu, priors.length);
  const { rowCount, classCount, outcomes } = conditionals;
  const joint = jointProbabilities(conditionals);
  const factors = new Float64Array(outcomes.length);
  groupFactors(mu, priors, factors);
  const probabilities = new Float64Array(rowCount * classCount);
  const stride = classCount * outcomes.length;
  for (let row = 0; row < rowCount; row++) {
    mixRow(joint, row * stride, factors, probabilities.subarray(row * classCount, (row + 1) * classCount));
  }
  return probabilities;
}
