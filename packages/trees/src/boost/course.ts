// Which group weights the rounds of boosting get.
//
//   fixed      the same weights in every round: naive, balanced, or any other
//   minimax    weights that follow the groups' risks on rows held out, so that one run does the work of a search
//   mixed      on the way from fixed weights to those of a minimax run, round by round
//
// The minimax rule is a controller with two terms, on how far each risk is below the worst one, e_a = r_a / max r − 1 ≤ 0:
//
//   ln μ_a(t + 1) = INTEGRAL · Σ_{s ≤ t} e_a(s) + PROPORTIONAL · e_a(t) − ln Σ
//
// The sum is exponentiated gradient ascent: it settles where the risks of all groups with weight are equal. The second
// term answers at once, before the sum has built up; without it some hundred trees are over before the weights arrive
// (docs/trees.md has the comparison with a search). It begins with equal weights.

import { uniformMu, worstRisk } from '@fairfront/core';
import { dot } from '@fairfront/core/internal';

/** Weights for one round after the other. */
export interface Course {
  /** The weights of the next round. */
  next(): readonly number[];
  /** Told what the groups' risks are after the round. */
  observe(risks: readonly number[]): void;
  /** What the number of rounds is chosen by: the least. */
  value(risks: readonly number[]): number;
}

const INTEGRAL = 0.1;
const PROPORTIONAL = 5;
/** A weight below e to this power is as good as none, and must be able to come back. */
const LEAST_LOG = -20;

/** The same weights in every round. */
export function fixedCourse(mu: readonly number[]): Course {
  return { next: () => mu, observe: () => undefined, value: (risks) => dot(mu, risks) };
}

/** Weights that follow the groups' risks. */
export function minimaxCourse(groupCount: number): Course {
  let sums: number[] = Array.from({ length: groupCount }, () => 0);
  let mu: readonly number[] = uniformMu(groupCount);
  return {
    next: () => mu,
    observe: (risks) => {
      const worst = worstRisk(risks);
      if (!(worst > 0)) return;
      const errors = risks.map((risk) => risk / worst - 1);
      sums = sums.map((sum, group) => sum + INTEGRAL * errors[group]!);
      const highest = Math.max(...sums);
      sums = sums.map((sum) => Math.max(sum - highest, LEAST_LOG));
      mu = softmax(sums.map((sum, group) => sum + PROPORTIONAL * errors[group]!));
    },
    value: worstRisk,
  };
}

/**
 * The weights of given rounds; behind them those of the last.
 * @param reference the weights that the number of rounds is chosen by
 */
export function listedCourse(
  mus: readonly (readonly number[])[],
  reference: readonly number[] = meanMu(mus),
): Course {
  let round = 0;
  return {
    next: () => mus[Math.min(round++, mus.length - 1)]!,
    observe: () => undefined,
    value: (risks) => dot(reference, risks),
  };
}

/** The weights at some step on the way from fixed ones (0) to those of a run (1), round by round. */
export function mixedMus(
  from: readonly number[],
  mus: readonly (readonly number[])[],
  step: number,
): number[][] {
  return mus.map((mu) => mu.map((weight, group) => (1 - step) * from[group]! + step * weight));
}

/** The mean weights of some rounds. */
export function meanMu(mus: readonly (readonly number[])[]): number[] {
  return mus[0]!.map((_, group) => mus.reduce((sum, mu) => sum + mu[group]!, 0) / mus.length);
}

function softmax(logs: readonly number[]): number[] {
  const highest = Math.max(...logs);
  const powers = logs.map((log) => Math.exp(log - highest));
  const sum = powers.reduce((all, power) => all + power, 0);
  return powers.map((power) => power / sum);
}
