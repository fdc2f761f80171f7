// The one loop that joins an oracle and a strategy: it keeps the best model, the trace and the certificate,
// and decides when to stop.
//
// The loop itself is a generator that yields what it wants done, a solve or a call back; `searchMinimax`
// awaits each, `searchMinimaxSync` does not.

import { FairfrontError, type FairfrontErrorCode } from '../error.js';
import { worstRisk } from '../groups/risks.js';
import { checkMu, uniformMu } from '../numeric/simplex.js';
import { checkGroupCount, checkSolve } from '../pareto/check-solve.js';
import type { CancelSignal, Oracle, Solve, SolveContext, SyncOracle } from '../pareto/oracle.js';
import { apStar } from './apstar.js';
import { createCertifier, gapOf } from './certificate.js';
import {
  type BestModel,
  SearchError,
  type SearchProgress,
  type SearchResult,
  type SearchStep,
  type StopReason,
} from './search-result.js';
import { replay, SEARCH_STATE_SCHEMA, type SearchState, type TraceStep } from './search-state.js';
import type { MuSequence, Observation, Strategy } from './strategy.js';

/** Options of `searchMinimax`. */
export interface SearchOptions<Model> {
  /** Where to look for weights. Default `apStar()`. */
  readonly strategy?: Strategy;
  /**
   * The first μ, on the simplex. Default uniform, the Balanced classifier; in a resumed search the one it
   * began with.
   */
  readonly initialMu?: readonly number[];
  /** Solves at most, those of a resumed search included; whole, ≥ 1. Default 100. */
  readonly maxSolves?: number;
  /** Certified relative gap at which to stop, ≥ 0; 0 stops only at equality. Default 1e-4. */
  readonly gap?: number;
  /** Solves in a row without a better worst risk after which to stop, ≥ 1. Default Infinity. */
  readonly patience?: number;
  /**
   * Looked at before each solve, and handed to the oracle. Solves that never wait leave no room for a timer
   * or a click to set it: let `onStep` wait for a moment then.
   */
  readonly signal?: CancelSignal;
  /**
   * Told after each solve. `searchMinimax` waits for it, so it can let others run, or write a checkpoint of
   * what `progress` gives: everything known so far, the best model included.
   */
  readonly onStep?: (step: SearchStep, progress: () => SearchProgress<Model>) => unknown;
  /** Goes on from an earlier search with the same strategy, options and random seed. */
  readonly resume?: {
    readonly state: SearchState;
    /** The best model of that search, as the caller kept it. Left out, it is solved for once more. */
    readonly model?: Model;
  };
}

/** Looks for the weights whose model serves its worst group best: min_h max_a r_a(h) [MMPF Sec. 5]. */
export async function searchMinimax<Model>(
  oracle: Oracle<Model>,
  options: SearchOptions<Model> = {},
): Promise<SearchResult<Model>> {
  const search = run(oracle, options);
  let next = search.next();
  while (!next.done) {
    let answer: unknown;
    try {
      answer = await next.value();
    } catch (error) {
      next = search.throw(error);
      continue;
    }
    next = search.next(answer);
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
    let answer: unknown;
    try {
      answer = next.value();
    } catch (error) {
      next = search.throw(error);
      continue;
    }
    next = search.next(answer);
  }
  return next.value;
}

/** Something to be done outside the loop, at once or in time. */
type Task = () => unknown;
type Proposal = ReturnType<MuSequence['next']>;
type Found<Model> = Omit<BestModel<Model>, 'relativeGap'>;

function* run<Model>(
  oracle: Oracle<Model>,
  options: SearchOptions<Model>,
): Generator<Task, SearchResult<Model>, unknown> {
  const settings = resolve(oracle, options);
  const { strategy, initialMu, maxSolves, gap, patience, signal, resume, onStep } = settings;
  const certifier = createCertifier(oracle.certifies);
  const trace: TraceStep[] = [];
  let best: Found<Model> | undefined;

  const progress = (): SearchProgress<Model> | undefined => {
    if (best === undefined) return undefined;
    const certificate = certifier.certificate();
    return {
      best: { ...best, relativeGap: gapOf(certificate, worstRisk(best.trainRisks)) },
      trace: [...trace],
      certificate,
      state: {
        schema: SEARCH_STATE_SCHEMA,
        strategy: strategy.name,
        options: strategy.options,
        trace: [...trace],
      },
    };
  };
  const finish = (stopped: StopReason): SearchResult<Model> => {
    const found = progress();
    if (found === undefined) {
      throw new FairfrontError(
        'cancelled',
        resume === undefined
          ? 'the search was cancelled before its first solve: there is no model yet'
          : 'the search was cancelled before its best model was solved for again; resume from the same state',
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
  /** An error that carries the best so far. One that says how to mend it keeps its own code. */
  const failure = (code: FairfrontErrorCode, what: string, error: unknown): SearchError<Model> => {
    const found = progress();
    let wayOut = 'There was no model before it; mend it and start the search again';
    if (found !== undefined) {
      wayOut = 'The best model so far is in the progress of this error; mend it and resume from its state';
    } else if (resume !== undefined) wayOut = 'Mend it and resume from the same state';
    const reason = error instanceof Error ? error.message : String(error);
    return new SearchError(
      error instanceof FairfrontError ? error.code : code,
      `${what}: ${reason}. ${wayOut}`,
      error,
      found,
    );
  };
  /** Asks the oracle. `undefined` if it was cancelled. */
  function* ask(
    mu: readonly number[],
    solveNumber: number,
  ): Generator<Task, Required<Solve<Model>> | undefined, unknown> {
    const context: SolveContext<Model> = { signal, best: best && { mu: best.mu, model: best.model } };
    try {
      const solve = yield () => oracle.solve([...mu], context);
      const checked = checkSolve(solve as Solve<Model>, oracle.groupCount, `solve ${solveNumber}`);
      return signal?.aborted && !checked.converged ? undefined : checked; // one cut short is no step
    } catch (error) {
      if (signal?.aborted) return undefined;
      const digits = mu.map((weight) => weight.toPrecision(4)).join(', ');
      throw failure('oracle-failed', `the oracle failed in solve ${solveNumber}, at mu = [${digits}]`, error);
    }
  }
  /** The strategy's next wish, checked. */
  const propose = (next: () => Proposal): Proposal => {
    try {
      const proposal = next();
      if (!proposal.done) checkMu(proposal.value, oracle.groupCount, 'the mu it proposed');
      return proposal;
    } catch (error) {
      const when = trace.length === 0 ? 'at its start' : `after solve ${trace.length}`;
      throw failure('strategy-failed', `the strategy "${strategy.name}" failed ${when}`, error);
    }
  };

  const sequence = strategy.search({ groupCount: oracle.groupCount, initialMu });
  let next = (): Proposal => sequence.next();
  if (resume !== undefined) {
    let bestStep: Observation | undefined;
    let bestSolve = 0;
    const last = replay(resume.state, oracle.groupCount, strategy, sequence, (step) => {
      certifier.observe(step);
      const improved = bestStep === undefined || worstRisk(step.risks) < worstRisk(bestStep.risks);
      trace.push({ ...step, improved });
      if (!improved) return;
      bestStep = step;
      bestSolve = trace.length;
    });
    next = () => last;
    const { mu, risks, trainRisks } = bestStep!;
    let { model } = resume;
    if (model === undefined) {
      const again = signal?.aborted ? undefined : yield* ask(mu, bestSolve);
      if (again === undefined) return finish('cancelled');
      model = again.model;
    }
    best = { model, mu, risks, trainRisks, solve: bestSolve };
  }

  for (;;) {
    const certificate = certifier.certificate();
    if (certificate.certified && certificate.relativeGap <= gap) return finish('gap');
    if (best !== undefined && trace.length - best.solve >= patience) return finish('patience');
    const proposal = propose(next);
    if (proposal.done) return finish(certificate.certified ? 'converged' : 'exhausted');
    if (trace.length >= maxSolves) return finish('max-solves');
    if (signal?.aborted) return finish('cancelled');

    const mu = [...proposal.value];
    const solve = yield* ask(mu, trace.length + 1);
    if (solve === undefined) return finish('cancelled');
    const { model, ...seen } = solve;
    const improved: boolean = best === undefined || worstRisk(seen.risks) < worstRisk(best.risks);
    const step: TraceStep = { mu, ...seen, improved };
    trace.push(step);
    certifier.observe(step);
    if (improved || best === undefined) {
      best = { model, mu, risks: seen.risks, trainRisks: seen.trainRisks, solve: trace.length };
    }
    const told: SearchStep = {
      ...step,
      solve: trace.length,
      worstRisk: worstRisk(step.risks),
      bestWorstRisk: worstRisk(best.risks),
      certificate: certifier.certificate(),
    };
    try {
      yield () => onStep?.(told, () => progress()!);
    } catch (error) {
      throw failure('callback-failed', `onStep failed after solve ${trace.length}`, error);
    }
    next = () => sequence.next(step);
  }
}

function resolve<Model>(oracle: Oracle<Model>, options: SearchOptions<Model>) {
  checkGroupCount(oracle.groupCount);
  const resumed = options.resume?.state?.trace?.[0]?.mu;
  const {
    strategy = apStar(),
    initialMu = resumed?.length === oracle.groupCount ? resumed : uniformMu(oracle.groupCount),
    maxSolves = 100,
    gap = 1e-4,
    patience = Number.POSITIVE_INFINITY,
  } = options;
  checkMu(initialMu, oracle.groupCount, 'initialMu');
  if (!(Number.isInteger(maxSolves) && maxSolves >= 1)) {
    throw new FairfrontError('bad-option', `maxSolves must be a whole number ≥ 1; got ${maxSolves}`);
  }
  if (!(gap >= 0)) throw new FairfrontError('bad-option', `gap must be a number ≥ 0; got ${gap}`);
  if (!(patience >= 1))
    throw new FairfrontError('bad-option', `patience must be a number ≥ 1; got ${patience}`);
  const { signal, onStep, resume } = options;
  return { strategy, initialMu: [...initialMu], maxSolves, gap, patience, signal, onStep, resume };
}
