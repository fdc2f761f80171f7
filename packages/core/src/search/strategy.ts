// A strategy looks for weights: it sees only the weights it tried and the risks they gave.
//
// It is written as a generator, so that it reads as its algorithm does: `const { risks } = yield mu`. It keeps no state
// outside the generator; a search is resumed by playing the recorded trace to a fresh one.

export interface Observation {
  readonly mu: readonly number[];
  /** What models are chosen by. */
  readonly risks: readonly number[];
  /** Risks in the problem that the solve minimised; equal to `risks` unless a validation part steers. */
  readonly trainRisks: readonly number[];
  readonly converged: boolean;
}

export interface StrategyStart {
  readonly groupCount: number;
  /** The first μ to try. */
  readonly initialMu: readonly number[];
}

/** Yields the μ to try next, receives what it gave; returns when there is nothing left to try. */
export type MuSequence = Generator<readonly number[], void, Observation>;

export interface Strategy {
  readonly name: string;
  /** The resolved options, part of the result. */
  readonly options: Readonly<Record<string, number | string | null>>;
  search(start: StrategyStart): MuSequence;
}
