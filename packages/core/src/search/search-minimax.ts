// The one loop that joins an oracle and a strategy: it keeps the best model, the trace and the certificate, and decides when to stop.
//
// The loop itself is a generator that yields the weights to solve for; `searchMinimax` awaits each solve, `searchMinimaxSync` does not.

import { FairfrontError, type FairfrontErrorCode } from '../error.js';
import { worstRisk } from '../groups/risks.js';
import { checkMu, uniformMu } from '../numeric/simplex.js';
import type { CancelSignal, Oracle, Solve, SolveContext, SyncOracle } from '../pareto/oracle.js';
import { apStar } from './apstar.js';
import { type Certificate, createCertifier } from './certificate.js';
import { type Observed, observe } from './observe.js';
import { replay, SEARCH_STATE_SCHEMA, type SearchState, type TraceStep } from './search-state.js';
import type { MuSequence, Strategy } from './strategy.js';

export interface SearchOptions<Model> {
  /** Where to look for weights. Default `apStar()`. */
  readonly strategy?: Strategy;
  /** The first μ, on the simplex. Default uniform: the Balanced classifier. */
  readonly initialMu?: readonly number[];
  /** Solves at most, those of a resumed search included; whole, ≥ 1. Default 100. */
  readonly maxSolves?: number;
  /** Certified relative gap at which to stop, ≥ 0; 0 stops only at equality. Default 1e-4. */
  readonly gap?: number;
  /** Solves in a row without a better worst risk after which to stop, ≥ 1. Default Infinity. */
  readonly patience?: number;
  /** Looked at before each solve, and handed to the oracle. */
  readonly signal?: CancelSignal;
  /** Told after each solve. */
  readonly onStep?: (step: SearchStep) => void;
  /** Goes on from an earlier search with the same strategy, options and random seed. */
  readonly resume?: {
    readonly state: SearchState;
    /** The best model of that search, as the caller kept it. Left out, it is solved for once more. */
    readonly model?: Model;
  };
}

/**
 * `gap`: certified close enough · `max-solves` · `patience`: no better model for so long · `converged`: the strategy has nothing left to try ·
 * `cancelled`: by the signal.
 */
export type StopReason = 'gap' | 'max-solves' | 'patience' | 'converged' | 'cancelled';

export interface SearchStep extends TraceStep {
  /** Which solve this was, from 1. */
  readonly solve: number;
  readonly worstRisk: number;
  readonly bestWorstRisk: number;
  readonly certificate: Certificate;
}

export interface BestModel<Model> {
  readonly model: Model;
  readonly mu: readonly number[];
  readonly risks: readonly number[];
  readonly trainRisks: readonly number[];
  /** Which solve found it, from 1. */
  readonly solve: number;
}

/** Everything known so far; also what an error carries along. */
export interface SearchProgress<Model> {
  readonly best: BestModel<Model>;
  readonly trace: readonly TraceStep[];
  readonly certificate: Certificate;
  /** Plain data to resume from. It does not hold the model. */
  readonly state: SearchState;
}

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

/** The oracle or the strategy failed; what was found before is in `progress`, unless the first solve failed already. */
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

/** Looks for the weights whose model serves its worst group best: min_h max_a r_a(h) [MMPF Sec. 5]. */
export async function searchMinimax<Model>(
  oracle: Oracle<Model>,
  options: SearchOptions<Model> = {},
): Promise<SearchResult<Model>> {
  const search = run(oracle, options);
  let next = search.next();
  while (!next.done) {
    let solve: Solve<Model>;
    try {
      solve = await oracle.solve(next.value.mu, next.value.context);
    } catch (error) {
      next = search.throw(error);
      continue;
    }
    next = search.next(solve);
  }
  return next.value;
}

/** The same for an oracle whose solves return at once. */
export function searchMinimaxSync<Model>(
  oracle: SyncOracle<Model>,
  options: SearchOptions<Model> = {},
): SearchResult<Model> {
  const search = run(oracle, options);
  let next = search.next();
  while (!next.done) {
    let solve: Solve<Model>;
    try {
      solve = oracle.solve(next.value.mu, next.value.context);
    } catch (error) {
      next = search.throw(error);
      continue;
    }
    next = search.next(solve);
  }
  return next.value;
}

type Proposal = ReturnType<MuSequence['next']>;
type FailureCode = Extract<FairfrontErrorCode, 'oracle-failed' | 'strategy-failed'>;

interface SolveRequest<Model> {
  readonly mu: readonly number[];
  readonly context: SolveContext<Model>;
}

function* run<Model>(
  oracle: Oracle<Model>,
  options: SearchOptions<Model>,
): Generator<SolveRequest<Model>, SearchResult<Model>, Solve<Model>> {
  const settings = resolve(oracle, options);
  const { strategy, initialMu, maxSolves, gap, patience, signal } = settings;
  const certifier = createCertifier(oracle.certifies);
  const trace: TraceStep[] = [];
  let best: BestModel<Model> | undefined;

  const progress = (): SearchProgress<Model> | undefined =>
    best && {
      best,
      trace,
      certificate: certifier.certificate(),
      state: {
        schema: SEARCH_STATE_SCHEMA,
        strategy: strategy.name,
        options: strategy.options,
        trace: [...trace],
      },
    };
  const finish = (stopped: StopReason): SearchResult<Model> => {
    const found = progress();
    if (found === undefined) {
      throw new FairfrontError(
        'cancelled',
        'the search was cancelled before its first solve: there is no model yet',
      );
    }
    return {
      ...found,
      stopped,
      solves: trace.length,
      options: {
        strategy: { name: strategy.name, options: strategy.options },
        initialMu,
        maxSolves,
        gap,
        patience: Number.isFinite(patience) ? patience : null,
      },
    };
  };
  /** Asks the oracle; what it gets wrong becomes an error that carries the best so far. `undefined` if it was cancelled. */
  function* ask(
    mu: readonly number[],
  ): Generator<SolveRequest<Model>, Observed<Model> | undefined, Solve<Model>> {
    try {
      const solve = yield {
        mu: [...mu],
        context: { signal, best: best && { mu: best.mu, model: best.model } },
      };
      return observe(mu, solve, oracle.groupCount, trace.length + 1);
    } catch (error) {
      if (signal?.aborted) return undefined;
      const weights = mu.map((weight) => weight.toPrecision(4)).join(', ');
      throw failure(
        'oracle-failed',
        `the oracle failed in solve ${trace.length + 1}, at mu = [${weights}]`,
        error,
      );
    }
  }
  /** The strategy's next wish, checked in the same way. */
  const propose = (next: () => Proposal): Proposal => {
    try {
      const proposal = next();
      if (!proposal.done) checkMu(proposal.value, oracle.groupCount, 'the mu it proposed');
      return proposal;
    } catch (error) {
      throw failure(
        'strategy-failed',
        `the strategy "${strategy.name}" failed ${trace.length === 0 ? 'at its start' : `after solve ${trace.length}`}`,
        error,
      );
    }
  };
  const failure = (code: FailureCode, what: string, error: unknown): SearchError<Model> => {
    const found = progress();
    const wayOut =
      found === undefined
        ? 'There was no model before it; mend it and start the search again'
        : 'The best model so far is in `progress` of this error; mend it and resume from `progress.state`';
    const reason = error instanceof Error ? error.message : String(error);
    // An error that says how to mend it keeps its own code.
    const ownCode = error instanceof FairfrontError ? (error as FairfrontError).code : code;
    return new SearchError(ownCode, `${what}: ${reason}. ${wayOut}`, error, found);
  };

  const sequence = strategy.search({ groupCount: oracle.groupCount, initialMu });
  let proposal: Proposal;
  if (settings.resume === undefined) {
    proposal = propose(() => sequence.next());
  } else {
    const { state } = settings.resume;
    let bestIndex = 0;
    proposal = replay(state, strategy, sequence, (step) => {
      trace.push(step);
      certifier.observe(step);
      if (step.improved) bestIndex = trace.length - 1;
    });
    const { mu, risks, trainRisks } = trace[bestIndex]!;
    let { model } = settings.resume;
    if (model === undefined) {
      const again = signal?.aborted ? undefined : yield* ask(mu);
      if (again === undefined) return finish('cancelled');
      model = again.model;
    }
    best = { model, mu, risks, trainRisks, solve: bestIndex + 1 };
  }

  for (;;) {
    const certificate = certifier.certificate();
    if (certificate.certified && certificate.relativeGap <= gap) return finish('gap');
    if (best !== undefined && trace.length - best.solve >= patience) return finish('patience');
    if (proposal.done) return finish('converged');
    if (trace.length >= maxSolves) return finish('max-solves');
    if (signal?.aborted) return finish('cancelled');

    const seen = yield* ask(proposal.value);
    if (seen === undefined) return finish('cancelled');
    const { model, ...observation } = seen;
    const improved: boolean = best === undefined || worstRisk(observation.risks) < worstRisk(best.risks);
    if (improved) {
      const { mu, risks, trainRisks } = observation;
      best = { model, mu, risks, trainRisks, solve: trace.length + 1 };
    }
    const step: TraceStep = { ...observation, improved };
    trace.push(step);
    certifier.observe(step);
    settings.onStep?.({
      ...step,
      solve: trace.length,
      worstRisk: worstRisk(step.risks),
      bestWorstRisk: worstRisk(best!.risks),
      certificate: certifier.certificate(),
    });
    proposal = propose(() => sequence.next(step));
  }
}

function resolve<Model>(oracle: Oracle<Model>, options: SearchOptions<Model>) {
  const { groupCount } = oracle;
  if (!(Number.isInteger(groupCount) && groupCount >= 2)) {
    throw new FairfrontError(
      'bad-groups',
      `groupCount of the oracle must be a whole number ≥ 2; got ${groupCount}. With one group the minimax model is the ordinary one: solve for mu = [1]`,
    );
  }
  const {
    strategy = apStar(),
    initialMu = uniformMu(groupCount),
    maxSolves = 100,
    gap = 1e-4,
    patience = Number.POSITIVE_INFINITY,
  } = options;
  checkMu(initialMu, groupCount, 'initialMu');
  if (!(Number.isInteger(maxSolves) && maxSolves >= 1)) {
    throw new FairfrontError('bad-option', `maxSolves must be a whole number ≥ 1; got ${maxSolves}`);
  }
  if (!(gap >= 0)) throw new FairfrontError('bad-option', `gap must be a number ≥ 0; got ${gap}`);
  if (!(patience >= 1))
    throw new FairfrontError('bad-option', `patience must be a number ≥ 1; got ${patience}`);
  return { ...options, strategy, initialMu: [...initialMu], maxSolves, gap, patience };
}
