// What a search tells: each step, the best model, everything known so far, and why it ended.

import { FairfrontError, type FairfrontErrorCode } from '../error.js';
import type { Certificate } from './certificate.js';
import type { SearchState, TraceStep } from './search-state.js';
import type { Strategy } from './strategy.js';

/**
 * Why a search ended.
 * - `gap`: the best model is certified to be close enough
 * - `max-solves`: the solves allowed are used up
 * - `patience`: no better model for so many solves
 * - `converged`: the strategy has nothing left to try, and the certificate says how close the best model is
 * - `exhausted`: the strategy has nothing left to try, but nothing is certified, so there may be better
 *   models
 * - `cancelled`: by the signal
 */
export type StopReason = 'gap' | 'max-solves' | 'patience' | 'converged' | 'exhausted' | 'cancelled';

/** What a search tells after each solve. */
export interface SearchStep extends TraceStep {
  /** Which solve this was, from 1. */
  readonly solve: number;
  readonly worstRisk: number;
  readonly bestWorstRisk: number;
  readonly certificate: Certificate;
}

/** The model with the least worst risk so far. */
export interface BestModel<Model> {
  readonly model: Model;
  readonly mu: readonly number[];
  readonly risks: readonly number[];
  readonly trainRisks: readonly number[];
  /** Which solve found it, from 1. */
  readonly solve: number;
  /**
   * The share of this very model's worst training risk that might at most be saved, 1 − lower / worst; null
   * where nothing is certified. It is larger than the certificate's gap where validation risks chose
   * another model than training risks would have.
   */
  readonly relativeGap: number | null;
}

/** Everything known so far; also what an error carries along. */
export interface SearchProgress<Model> {
  readonly best: BestModel<Model>;
  readonly trace: readonly TraceStep[];
  readonly certificate: Certificate;
  /** Plain data to resume from. It does not hold the model. */
  readonly state: SearchState;
}

/** What a search found, and why it ended. */
export interface SearchResult<Model> extends SearchProgress<Model> {
  readonly stopped: StopReason;
  readonly solves: number;
  /** The options as they were used. */
  readonly options: {
    readonly strategy: { readonly name: string; readonly options: Strategy['options'] };
    readonly initialMu: readonly number[];
    readonly maxSolves: number;
    readonly gap: number;
    /** null: unlimited. */
    readonly patience: number | null;
  };
}

/**
 * The oracle, the strategy or a callback failed; what was found before is in `progress`, unless the first
 * solve failed already.
 */
export class SearchError<Model = unknown> extends FairfrontError {
  readonly progress: SearchProgress<Model> | undefined;

  constructor(
    code: FairfrontErrorCode,
    message: string,
    cause: unknown,
    progress: SearchProgress<Model> | undefined,
  ) {
    super(code, message, { cause });
    this.name = 'SearchError';
    this.progress = progress;
  }
}
