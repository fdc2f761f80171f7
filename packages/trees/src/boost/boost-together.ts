// Several boosters, one round after the other together: each holds other rows out, and the risks of all rows held out
// steer the weights and choose the number of rounds. With folds every row is held out once; with a validation part there
// is one booster.

import type { CancelSignal } from '@fairfront/core';
import type { BoostedModel } from '../model/boosted-model.js';
import type { Booster } from './booster.js';
import type { Course } from './course.js';

/** Rounds without a better value after which boosting ends. */
export const PATIENCE = 30;

/** Boosters that go on together. */
export interface Together {
  readonly boosters: readonly Booster[];
  readonly course: Course;
  /** Rounds at most. */
  readonly trees: number;
  /** Rows held out by all boosters, by group; where they have weights, the sum of these. */
  readonly totals: ArrayLike<number>;
  /**
   * Adds what others hold out: takes the sums of losses of each booster here, by group, and returns those of all
   * boosters in their order. Default: there are no others.
   */
  readonly exchange?: (own: readonly Float64Array[]) => readonly Float64Array[];
  readonly signal?: CancelSignal | undefined;
  /** Told after each round. What `state` returns can be gone on from. */
  readonly onRound?: ((round: BoostedRound, state: () => TogetherState) => void) | undefined;
  /** What a run had come to when it was interrupted: the same models go on with the same weights. */
  readonly resume?: TogetherState | undefined;
}

/** How a round went. */
export interface BoostedRound {
  readonly round: number;
  /** The weights of the groups in it. */
  readonly mu: readonly number[];
  /** By group, on the rows held out. */
  readonly risks: readonly number[];
  readonly best: number;
}

/** A run that can go on. */
export interface TogetherState {
  /** By booster here. */
  readonly models: readonly BoostedModel[];
  /** By round: the risks that were seen. */
  readonly risks: readonly (readonly number[])[];
}

/** What boosting together has come to. */
export interface BoostedTogether {
  /** The round that is best on the rows held out, and so how many rounds to take. */
  readonly rounds: number;
  /** Its risks, by group. */
  readonly risks: readonly number[];
  /** The weights of each round up to it. */
  readonly mus: readonly (readonly number[])[];
  /** By booster here: the scores of the rows it holds out, at that round. */
  readonly heldOut: readonly Float64Array[];
}

/** Boosts until more rounds are of no use. */
export function boostTogether({
  boosters,
  course,
  trees,
  totals,
  exchange = (own) => own,
  signal,
  onRound,
  resume,
}: Together): BoostedTogether {
  const mus: (readonly number[])[] = [];
  const seen: (readonly number[])[] = [];
  let best = { rounds: 0, value: Number.POSITIVE_INFINITY, risks: [] as readonly number[] };
  let heldOut: readonly Float64Array[] = [];
  /** Whether the round is the best so far. */
  const judge = (risks: readonly number[]): boolean => {
    seen.push(risks);
    const value = course.value(risks);
    course.observe(risks);
    if (!(value < best.value)) return false;
    best = { rounds: seen.length, value, risks };
    return true;
  };
  for (const booster of boosters) booster.restart();
  for (const risks of resume?.risks ?? []) {
    mus.push(course.next());
    judge(risks);
  }
  if (resume !== undefined) {
    boosters.forEach((booster, i) => {
      booster.resume(resume.models[i]!, best.rounds);
    });
    heldOut = boosters.map((booster) => booster.heldOutScores());
    boosters.forEach((booster, i) => {
      booster.resume(resume.models[i]!);
    });
  }
  const isOver = (): boolean =>
    seen.length >= trees || seen.length - best.rounds >= PATIENCE || signal?.aborted === true;
  while (seen.length === 0 || !isOver()) {
    const mu = course.next();
    mus.push(mu);
    for (const booster of boosters) booster.addRound(mu);
    const sums = exchange(boosters.map((booster) => booster.heldOutSums()));
    const risks = Array.from(totals, (total, group) => {
      let sum = 0;
      for (const own of sums) sum += own[group]!;
      return sum / total;
    });
    if (judge(risks)) heldOut = boosters.map((booster) => booster.heldOutScores());
    onRound?.({ round: seen.length, mu, risks, best: best.value }, () => ({
      models: boosters.map((booster) => booster.model()),
      risks: [...seen],
    }));
  }
  return {
    rounds: best.rounds,
    risks: best.risks,
    mus: mus.slice(0, best.rounds),
    heldOut,
  };
}
