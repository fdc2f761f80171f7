// The two distributions that a plug-in classifier is made of, at some rows, and the classifier itself [MMPF
// Thm 4.2, Alg. 3]:
//
//   h^μ(x) = Σ_a w_a p(a|x) p(y|x,a) / Σ_a w_a p(a|x),      w_a = μ_a / p_a
//
// By Bayes' rule p(a|x) / p_a is p(x|a) up to a factor that all groups share, so no density of x is ever
// needed.

import { FairfrontError } from '../error.js';
import { strayWeights } from '../groups/group-index.js';
import { checkMu } from '../numeric/simplex.js';
import { CompensatedSum, compensatedSum } from '../numeric/sum.js';

/** p(y | x, a) and p(a | x) at some rows. */
export interface Conditionals {
  readonly rowCount: number;
  readonly classCount: number;
  /** p(y | x, a) for each group: rows × classes. */
  readonly outcomes: readonly Float64Array[];
  /** p(a | x): rows × groups. */
  readonly memberships: Float64Array;
  /** Row → what it counts for, where rows have weights. */
  readonly weights?: Float64Array | undefined;
}

/** Throws unless both distributions are distributions, for the same rows and groups. */
export function checkConditionals(conditionals: Conditionals, part: string): void {
  const { rowCount, classCount, outcomes, memberships } = conditionals;
  const groupCount = outcomes.length;
  if (groupCount === 0)
    throw new FairfrontError('bad-groups', `${part}: a plug-in classifier needs groups; got none`);
  outcomes.forEach((own, group) => {
    checkRows(own, rowCount, classCount, `${part}: p(y|x,a) of group ${group + 1} must be rows × classes`);
  });
  checkRows(memberships, rowCount, groupCount, `${part}: p(a|x) must be rows × groups`);
  const { weights } = conditionals;
  if (weights !== undefined && (weights.length !== rowCount || strayWeights(weights).length > 0)) {
    throw new FairfrontError(
      'bad-weight',
      `${part}: weights must be a finite number ≥ 0 for each of ${rowCount} rows`,
    );
  }
}

/** How far from 1 the probabilities of a row may sum, as for predictions: single precision is welcome. */
const SUM_TOLERANCE = 1e-6;

function checkRows(values: Float64Array, rowCount: number, width: number, rule: string): void {
  const size = rowCount * width;
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
  for (let row = 0, k = 0; row < rowCount; row++) {
    let sum = 0;
    for (const end = k + width; k < end; k++) sum += values[k]!;
    if (!(Math.abs(sum - 1) <= SUM_TOLERANCE)) {
      throw new FairfrontError(
        'bad-problem',
        `${rule}, each row a distribution; row ${row + 1} sums to ${sum}. Scores need a softmax first`,
      );
    }
  }
}

/** Throws unless there is a share in (0, 1] for each group. @param priors p_a */
export function checkPriors(priors: readonly number[], groupCount: number): void {
  if (priors.length !== groupCount) {
    throw new FairfrontError(
      'bad-problem',
      `there must be a share for each of ${groupCount} groups; got ${priors.length}`,
    );
  }
  const bad = priors.findIndex((prior) => !(prior > 0 && prior <= 1));
  if (bad >= 0) {
    throw new FairfrontError(
      'bad-groups',
      `the share of group ${bad + 1} must be in (0, 1]; got ${priors[bad]}. Leave out groups without rows`,
    );
  }
}

/**
 * p(a|x) p(y|x,a) = p(a, y | x): rows × classes × groups.
 * @param order which row comes where; by default as they are
 */
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

/**
 * The mean of p(a|x): the groups' shares as the estimate has them.
 * @param memberships rows × groups
 * @param weights of the rows, where they have any
 */
export function meanMemberships(
  memberships: Float64Array,
  groupCount: number,
  weights?: Float64Array | undefined,
): number[] {
  return Array.from({ length: groupCount }, (_, group) => {
    const sum = new CompensatedSum();
    if (weights === undefined) {
      for (let k = group; k < memberships.length; k += groupCount) sum.add(memberships[k]!);
      return (sum.value * groupCount) / memberships.length;
    }
    weights.forEach((weight, row) => {
      sum.add(weight * memberships[row * groupCount + group]!);
    });
    return (sum.value * groupCount) / (compensatedSum(weights) * groupCount);
  });
}

/** w_a = μ_a / p_a, into `out`. @param priors p_a, the groups' shares */
export function groupFactors(mu: readonly number[], priors: readonly number[], out: Float64Array): void {
  for (let group = 0; group < out.length; group++) out[group] = mu[group]! / priors[group]!;
}

/** Below it a weighted sum has lost digits to underflow. */
export const SMALLEST_SUM = 1e-290;

/**
 * h^μ at one row, into `out`, a number for each class. Where no group with weight has a share in the row,
 * every h is as good: it is p(y|x) there, what the population's mixture says.
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
  if (!(total > SMALLEST_SUM)) {
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
  const { rowCount, classCount, outcomes } = conditionals;
  checkConditionals(conditionals, 'predict');
  checkPriors(priors, outcomes.length);
  checkMu(mu, outcomes.length);
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
