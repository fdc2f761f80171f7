// A strategy looks for weights: it sees only the weights it tried and the risks they gave.
//
// It is written as a generator, so that it reads as its algorithm does: `const { risks } = yield mu`. It
// keeps no state outside the generator; a search is resumed by playing the recorded trace to a fresh one.

import { dot } from '../numeric/sum.js';

/** What a strategy sees of a solve. */
export interface Observation {
  readonly mu: readonly number[];
  /** What models are chosen by. */
  readonly risks: readonly number[];
  /** Risks in the problem that the solve minimised; equal to `risks` unless a validation part steers. */
  readonly trainRisks: readonly number[];
  readonly converged: boolean;
  /** By how much Σ μ_a trainRisks_a can at most be above its minimum, where the solve converged. */
  readonly suboptimality: number;
}

/**
 * Σ_a μ_a trainRisks_a: where the solve reached its minimum, a lower bound of the minimax risk; 0 where it
 * did not.
 */
export function lowerBound({ mu, trainRisks, converged, suboptimality }: Observation): number {
  return converged ? dot(mu, trainRisks) - suboptimality : 0;
}

/** What a strategy is told at the start. */
export interface StrategyStart {
  readonly groupCount: number;
  /** The first μ to try. */
  readonly initialMu: readonly number[];
}

/** Yields the μ to try next, receives what it gave; returns when there is nothing left to try. */
export type MuSequence = Generator<readonly number[], void, Observation>;

/** Looks for weights: it sees only the weights tried and the risks they gave. */
export interface Strategy {
  readonly name: string;
  /** The resolved options, part of the result. */
  readonly options: Readonly<Record<string, number | string | null>>;
  /** Begins a search: a generator that yields weights and receives the risks they gave. */
  search(start: StrategyStart): MuSequence;
}
