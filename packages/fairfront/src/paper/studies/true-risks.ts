// The risks and accuracies that any classifier has under a problem's true distributions, not on a sample of
// them:
//
//   r_a          = ∫ p(x|a) [ f_a(x) ℓ(h(x), 1) + (1 − f_a(x)) ℓ(h(x), 0) ] dx
//   P(correct|a) = ∫ p(x|a) [ f_a(x) where h(x) ≥ ½, 1 − f_a(x) elsewhere ] dx
//
// A network answers many x at once and in its own time, so the nodes are fixed beforehand: a Gauss rule on
// each of many short intervals, none of which has a jump of an f_a inside.

import type { ClassLoss } from '@fairfront/core';
import { compensatedSum } from '@fairfront/core/internal';
import { densityAt, type TheoryProblem } from '@fairfront/core/theory';

export interface InputRule {
  /** Where the classifier is asked. */
  readonly nodes: Float64Array;
  /** ∫ g dx ≈ Σ weights_i g(nodes_i) */
  readonly weights: Float64Array;
}

/** Beyond this distance from its mean a standard normal has a mass of 2e-19. */
const TAIL = 9;
/** Short against the distance over which a trained network changes its mind. */
const LONGEST_INTERVAL = 0.02;
/**
 * Gauss–Legendre with 4 nodes on [−1, 1], exact for polynomials of degree 7: half of the nodes, and their
 * weights.
 */
const GAUSS = [0, 1].map((i) => {
  const root = (2 / 7) * Math.sqrt(6 / 5);
  return {
    node: Math.sqrt(3 / 7 + (i === 0 ? -root : root)),
    weight: (18 + (i === 0 ? 1 : -1) * Math.sqrt(30)) / 36,
  };
});

/** Makes the integration rule of a problem. */
export function inputRule({ groups }: TheoryProblem): InputRule {
  const means = groups.map(({ mean }) => mean);
  const [from, to] = [Math.min(...means) - TAIL, Math.max(...means) + TAIL];
  const jumps = groups.flatMap(({ curve }) => curve.breakpoints(from, to));
  const ends = [...new Set([from, ...jumps, to])].sort((left, right) => left - right);
  const nodes: number[] = [];
  const weights: number[] = [];
  ends.slice(1).forEach((end, i) => {
    const start = ends[i]!;
    const count = Math.ceil((end - start) / LONGEST_INTERVAL);
    const half = (end - start) / (2 * count);
    for (let k = 0; k < count; k++) {
      const centre = start + (2 * k + 1) * half;
      for (const { node, weight } of GAUSS) {
        nodes.push(centre - half * node, centre + half * node);
        weights.push(half * weight, half * weight);
      }
    }
  });
  return { nodes: Float64Array.from(nodes), weights: Float64Array.from(weights) };
}

/**
 * Computes a classifier's true risk in each group.
 * @param predictions P(Y = 1 | x) by the classifier, at every node
 */
export function trueRisks(problem: TheoryProblem, rule: InputRule, predictions: ArrayLike<number>): number[] {
  return groupExpectations(problem, rule, predictions, expectedLoss[problem.loss]);
}

/**
 * Computes how often a classifier that says 1 where h ≥ ½ is right in each group.
 * @param predictions as for `trueRisks`
 */
export function trueAccuracies(
  problem: TheoryProblem,
  rule: InputRule,
  predictions: ArrayLike<number>,
): number[] {
  return groupExpectations(problem, rule, predictions, (f, h) => (h >= 0.5 ? f : 1 - f));
}

/** E[of(f_a(X), h(X)) | a], by group. */
function groupExpectations(
  { groups }: TheoryProblem,
  { nodes, weights }: InputRule,
  predictions: ArrayLike<number>,
  of: (f: number, h: number) => number,
): number[] {
  const terms = new Float64Array(nodes.length);
  return groups.map(({ mean, curve }) => {
    for (let i = 0; i < nodes.length; i++) {
      const x = nodes[i]!;
      terms[i] = weights[i]! * densityAt(x - mean) * of(curve.at(x), predictions[i]!);
    }
    return compensatedSum(terms);
  });
}

/** The expected loss of a prediction h where P(Y = 1) is f. */
const expectedLoss: Readonly<Record<ClassLoss, (f: number, h: number) => number>> = {
  brier: (f, h) => 2 * f * (1 - h) ** 2 + 2 * (1 - f) * h ** 2,
  'cross-entropy': (f, h) => (f === 0 ? 0 : -f * Math.log(h)) - (f === 1 ? 0 : (1 - f) * Math.log1p(-h)),
};
