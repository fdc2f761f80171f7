// An oracle solves the linear weighting problem [MMPF Eq. 2]: for weights μ on the groups it finds the model
//   h^μ = argmin_h Σ_a μ_a r_a(h)
// Whatever can be trained for given weights can be one: a linear model, a network, a formula, a user's own
// function.

/**
 * Anything with a flag that says whether to stop. An `AbortSignal` is one, and reaches the oracle as it was
 * handed over.
 */
export interface CancelSignal {
  readonly aborted: boolean;
}

/** What an oracle returns: a model and the risks of the groups. */
export interface Solve<Model> {
  readonly model: Model;
  /** Risk of each group, by which models are chosen: on validation data where there is such a part. */
  readonly risks: readonly number[];
  /**
   * Risk of each group in the problem that was minimised; the certificate rests on them. By default `risks`.
   */
  readonly trainRisks?: readonly number[];
  /** `false` if the solve stopped before its minimum; it then tightens no bound. By default `true`. */
  readonly converged?: boolean;
  /**
   * By how much Σ μ_a trainRisks_a can at most be above its minimum, ≥ 0: what the solver's tolerance leaves
   * open. The lower bound is taken down by it. By default 0: exact up to rounding.
   */
  readonly suboptimality?: number;
}

/** What an oracle is told beside the weights. */
export interface SolveContext<Model> {
  readonly signal?: CancelSignal | undefined;
  /** The best model so far, to start the solve from; none on the first solve. */
  readonly best?: { readonly mu: readonly number[]; readonly model: Model } | undefined;
}

/** Anything that can be trained for given group weights. */
export interface Oracle<Model> {
  readonly groupCount: number;
  /**
   * `true` if a converged solve is a true minimum of Σ μ_a trainRisks_a, so that bounds on the minimax risk
   * follow; otherwise the reason why not, in words. By default nothing is certified.
   */
  readonly certifies?: true | string;
  /** Trains the model that minimises Σ μ_a r_a, and measures the risk of each group. */
  solve(mu: readonly number[], context: SolveContext<Model>): Solve<Model> | Promise<Solve<Model>>;
}

/** An oracle whose solves return at once. */
export interface SyncOracle<Model> extends Oracle<Model> {
  /** Trains the model that minimises Σ μ_a r_a, and measures the risk of each group. */
  solve(mu: readonly number[], context: SolveContext<Model>): Solve<Model>;
}
