// The risks of a plug-in classifier on labelled rows. Every weight vector costs one pass over the rows, and
// nothing is allocated in it: rows lie group after group, so that each group's sum is a plain loop.
//
// Cross-entropy, and the Brier score of two classes, need the probability of the row's own class y alone:
//   h_y = Σ_a w_a p(a|x) p(y|x,a) / Σ_a w_a p(a|x)
// so numerator and denominator of each group lie side by side. With more classes the Brier score needs them
// all; so are rows whose weights differ looked at one by one, since products of probabilities cannot be weighed.

import { type GroupIndex, groupTotals, takeWeights } from '../groups/group-index.js';
import type { ClassLoss } from '../groups/risks.js';
import { type Conditionals, jointProbabilities, mixRow, SMALLEST_SUM } from './conditionals.js';
import { crossEntropyOf, rowLoss } from './row-loss.js';

/** Rows with estimates, a class and a group. */
export interface PlugInRows {
  readonly conditionals: Conditionals;
  /** Row → class. */
  readonly labels: Int32Array;
  readonly groups: GroupIndex;
}

/** Computes the risks of h^μ on labelled rows. */
export interface PlugInRisks {
  /** r_a of h^μ, into `out`. @param factors μ_a / p_a */
  into(out: number[], factors: Float64Array): void;
}

/** Prepares the risks of h^μ on labelled rows for many μ. */
export function plugInRisks(rows: PlugInRows, loss: ClassLoss): PlugInRisks {
  const order = groupOrder(rows.groups);
  const { counts, weights } = rows.groups;
  const isEven = weights === undefined || weights.every((weight) => weight === weights[0]);
  const totals = isEven ? counts : groupTotals(rows.groups);
  const lossSum =
    isEven && (loss === 'cross-entropy' || rows.conditionals.classCount === 2)
      ? lossesOfLabels(rows, loss, order)
      : lossesOfClasses(rows, loss, order, isEven ? undefined : weights);
  return {
    into: (out, factors) => {
      for (let group = 0, start = 0; group < out.length; group++) {
        const end = start + counts[group]!;
        out[group] = lossSum(start, end, factors) / totals[group]!;
        start = end;
      }
    },
  };
}

/** Sums the losses of the rows of a group: a number returned for every row would be put on the heap. */
type LossSum = (start: number, end: number, factors: Float64Array) => number;

function lossesOfLabels({ conditionals, labels }: PlugInRows, loss: ClassLoss, order: Uint32Array): LossSum {
  const { classCount, outcomes, memberships, rowCount } = conditionals;
  const groupCount = outcomes.length;
  const pairs = new Float64Array(2 * rowCount * groupCount); // p(a|x) p(y|x,a), p(a|x)
  for (let i = 0, k = 0; i < rowCount; i++) {
    const row = order[i]!;
    for (let group = 0; group < groupCount; group++) {
      const membership = memberships[row * groupCount + group]!;
      pairs[k++] = membership * outcomes[group]![row * classCount + labels[row]!]!;
      pairs[k++] = membership;
    }
  }
  const isBrier = loss === 'brier';
  const width = 2 * groupCount;
  return (start, end, factors) => {
    let sum = 0;
    let lost = 0; // what rounding took from the sum (Kahan)
    let product = 1; // of probabilities whose logarithm is still to be taken: one for many of them
    for (let from = start * width; from < end * width; from += width) {
      let own = 0;
      let total = 0;
      for (let group = 0, k = from; group < groupCount; group++, k += 2) {
        own += factors[group]! * pairs[k]!;
        total += factors[group]! * pairs[k + 1]!;
      }
      if (!(total > SMALLEST_SUM)) {
        own = 0;
        total = 0;
        for (let k = from; k < from + width; k += 2) {
          own += pairs[k]!;
          total += pairs[k + 1]!;
        }
      }
      const probability = own / total;
      let term = 0;
      if (isBrier) term = 2 * (1 - probability) * (1 - probability);
      else if (probability < SMALLEST_FACTOR) term = crossEntropyOf(probability);
      else {
        product *= probability < 1 ? probability : 1;
        if (product > SMALLEST_PRODUCT) continue;
        term = -Math.log(product);
        product = 1;
      }
      const rest = term - lost;
      const next = sum + rest;
      lost = next - sum - rest;
      sum = next;
    }
    return sum - lost - Math.log(product);
  };
}

/** Probabilities are multiplied as long as nothing is near underflow. */
const SMALLEST_FACTOR = 1e-30;
const SMALLEST_PRODUCT = 1e-270;

function lossesOfClasses(
  { conditionals, labels }: PlugInRows,
  loss: ClassLoss,
  order: Uint32Array,
  rowWeights: Float64Array | undefined,
): LossSum {
  const joint = jointProbabilities(conditionals, order);
  const own = Int32Array.from(order, (row) => labels[row]!);
  const weights = rowWeights && takeWeights(rowWeights, order);
  const mixed = new Float64Array(conditionals.classCount);
  const stride = conditionals.classCount * conditionals.outcomes.length;
  return (start, end, factors) => {
    let sum = 0;
    let lost = 0;
    for (let row = start; row < end; row++) {
      mixRow(joint, row * stride, factors, mixed);
      const ownLoss = rowLoss(loss, mixed, own[row]!);
      const term = (weights === undefined ? ownLoss : weights[row]! * ownLoss) - lost;
      const next = sum + term;
      lost = next - sum - term;
      sum = next;
    }
    return sum;
  };
}

/** Rows by group, within a group as they were. */
function groupOrder({ groups, counts }: GroupIndex): Uint32Array {
  const next = new Uint32Array(counts.length);
  for (let group = 1; group < counts.length; group++) next[group] = next[group - 1]! + counts[group - 1]!;
  const order = new Uint32Array(groups.length);
  groups.forEach((group, row) => {
    order[next[group]!++] = row;
  });
  return order;
}
