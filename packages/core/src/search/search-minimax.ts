// The one loop that joins an oracle and a strategy: it keeps the best model, the trace and the certificate, and decides when to stop.
//
// The loop itself is a generator that yields the weights to solve for; `searchMinimax` awaits each solve, `searchMinimaxSync` does not.

import { FairfrontError } from '../error.js';
import { worstRisk } from '../groups/risks.js';
import { checkMu, uniformMu } from '../numeric/simplex.js';
import type { CancelSignal, Oracle, Solve, SolveContext, SyncOracle } from '../pareto/oracle.js';
import { apStar } from './apstar.js';
import { type Certificate, createCertifier } from './certificate.js';
import { replay, SEARCH_STATE_SCHEMA, type SearchState, type TraceStep } from './search-state.js';
import type { MuSequence, Observation, Strategy } from './strategy.js';

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
    readonly patience: number;
  };
}

/** The oracle failed; what was found before is in `progress`, unless the first solve failed already. */
export class SearchError<Model = unknown> extends FairfrontError {
  readonly progress: SearchProgress<Model> | undefined;

  constructor(error: FairfrontError, progress: SearchProgress<Model> | undefined) {
    super(error.code, error.message, { cause: error.cause });
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
        patience,
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
      return observed(mu, solve, oracle.groupCount, trace.length + 1);
    } catch (error) {
      if (signal?.aborted) return undefined;
      const found = progress();
      throw new SearchError(asOracleError(error, mu, trace.length + 1, found !== undefined), found);
    }
  }

  const sequence = strategy.search({ groupCount: oracle.groupCount, initialMu });
  let proposal: ReturnType<MuSequence['next']>;
  if (settings.resume === undefined) {
    proposal = sequence.next();
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

    checkMu(proposal.value, oracle.groupCount, `mu proposed by the strategy "${strategy.name}"`);
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
    proposal = sequence.next(step);
  }
}

interface Observed<Model> extends Observation {
  readonly model: Model;
}

function observed<Model>(
  mu: readonly number[],
  solve: Solve<Model>,
  groupCount: number,
  number: number,
): Observed<Model> {
  const { model, risks, trainRisks = risks, converged = true } = solve;
  checkRisks(risks, groupCount, 'risks', number);
  checkRisks(trainRisks, groupCount, 'trainRisks', number);
  return { model, mu: [...mu], risks: [...risks], trainRisks: [...trainRisks], converged };
}

function checkRisks(risks: readonly number[], groupCount: number, name: string, solve: number): void {
  if (risks?.length !== groupCount) {
    throw new FairfrontError(
      'bad-risks',
      `solve ${solve} must return ${name} with one number per group: ${groupCount} groups, but it has ${risks?.length ?? 'none'}`,
    );
  }
  const group = risks.findIndex((risk) => !(risk >= 0 && Number.isFinite(risk)));
  if (group >= 0) {
    throw new FairfrontError(
      'bad-risks',
      `solve ${solve} returned ${name}[${group}] = ${risks[group]}, but a risk must be a finite number ≥ 0. ` +
        'Look for a group without rows, a loss of ln 0, or training that diverged (regularise, or lower its learning rate)',
    );
  }
}

function asOracleError(
  error: unknown,
  mu: readonly number[],
  solve: number,
  hasProgress: boolean,
): FairfrontError {
  if (error instanceof FairfrontError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  const weights = mu.map((weight) => weight.toPrecision(4)).join(', ');
  return new FairfrontError(
    'oracle-failed',
    `the oracle failed in solve ${solve}, at mu = [${weights}]: ${reason}. ` +
      (hasProgress
        ? 'The best model so far is in `progress` of this error; mend the oracle and resume from `progress.state`'
        : 'There was no model before it; mend the oracle and start the search again'),
    { cause: error },
  );
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
