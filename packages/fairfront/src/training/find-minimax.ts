// The minimax model of a fit: by a search, steered by validation risks, or exactly, by training risks alone. Then the
// refinement.

import {
  type Certificate,
  groupShares,
  type Oracle,
  type Refinement,
  refinePareto,
  type Strategy,
  searchMinimax,
  type TraceStep,
  worstRisk,
} from '@fairfront/core';
import { dot, gapOf } from '@fairfront/core/internal';
import { definedOnly } from '../defined-only.js';
import type { PreparedFit } from '../task/prepare-fit.js';
import type { FitHooks, SearchCheckpoint } from './fit-hooks.js';
import { maxSolvesOf, type ResolvedFit, type SearchName, type SolvingSearch } from './options/fit-options.js';
import { strategyOf } from './options/strategy-of.js';
import type { Objective } from './select/objective.js';

export interface FoundMinimax<Model> {
  readonly model: Model;
  readonly mu: readonly number[];
  /** On validation rows. */
  readonly risks: readonly number[];
  /** On training rows, with the penalty: those the certificate speaks of. */
  readonly trainRisks: readonly number[];
  /**
   * By which share of it its worst training risk can at most be above the best possible; null where nothing is
   * certified.
   */
  readonly relativeGap: number | null;
  readonly search: SearchReport;
}

export interface SearchReport {
  readonly strategy: SearchName;
  readonly options: Strategy['options'];
  /** Which rows' risks chose the model. */
  readonly steeredBy: 'validation' | 'train';
  /** How many solves it took; iterations where the search was exact. */
  readonly solves: number;
  readonly stopped: string;
  readonly maxSolves: number | null;
  readonly gap: number;
  readonly trace: readonly TraceStep[];
  readonly certificate: Certificate;
  /** What the model was chosen for, where that is not the least worst risk; the certificate is of it then. */
  readonly objective?: Objective;
  /** What the last solves changed; null if they were not asked for. */
  readonly refinement: RefinementReport | null;
}

export interface RefinementReport {
  /** By which share the worst risk was allowed to rise. */
  readonly tolerance: number;
  /** How much of the weights are the groups' shares. */
  readonly share: number;
  readonly solves: number;
  /** Mean risk over the population, before and after, on the rows that chose the model. */
  readonly populationRisk: { readonly before: number; readonly after: number };
  readonly risksBefore: readonly number[];
  /** Whether a group has no weight in the end: a model may be better for some and as good for the rest. */
  readonly weaklyOptimal: boolean;
}

/** Not the gap of the search: whoever wants a closer proof does not want less for the other groups. */
const REFINE_TOLERANCE = 1e-4;

type MinimaxOptions = Pick<ResolvedFit, 'model' | 'estimation' | 'maxSolves' | 'gap' | 'refine' | 'seed'> & {
  readonly search: SearchName;
};

/** What a search found, before the refinement. */
export interface Candidate<Model> {
  readonly model: Model;
  readonly mu: readonly number[];
  readonly risks: readonly number[];
  readonly trainRisks: readonly number[];
  readonly report: Omit<SearchReport, 'refinement'>;
}

export interface MinimaxStart<Model> {
  readonly resume?: SearchCheckpoint<Model> | undefined;
  /** Solves the problem without a search, where that is possible. */
  readonly exactly?: () => Candidate<Model>;
}

/** @returns `undefined` if it was interrupted */
export async function findMinimax<Model>(
  { parts }: { readonly parts: Pick<PreparedFit['parts'], 'train'> },
  oracle: Oracle<Model>,
  options: MinimaxOptions,
  hooks: FitHooks<Model>,
  { resume, exactly }: MinimaxStart<Model> = {},
): Promise<FoundMinimax<Model> | undefined> {
  if (hooks.signal?.aborted) return undefined;
  const found =
    options.search === 'exact'
      ? exactly?.()
      : await search(oracle, options.search as SolvingSearch, options, hooks, resume);
  if (found === undefined || hooks.signal?.aborted) return undefined;
  const shares = groupShares(parts.train.groups);
  const refined = refines(options)
    ? await refinePareto(oracle, found, {
        shares,
        tolerance: REFINE_TOLERANCE,
        ...definedOnly({ signal: hooks.signal }),
        onSolve: (solve, total) => hooks.onEvent?.({ kind: 'refine', solve, total }),
      })
    : undefined;
  if (hooks.signal?.aborted) return undefined;
  const { model, mu, risks, trainRisks } = refined ?? found;
  const { certificate, objective } = found.report;
  return {
    model,
    mu,
    risks,
    trainRisks,
    relativeGap:
      objective === undefined ? gapOf(certificate, worstRisk(trainRisks)) : certificate.relativeGap,
    search: {
      ...found.report,
      refinement: refined === undefined ? null : refinementReport(refined, found.risks, shares),
    },
  };
}

/** The last solves of networks and trees trained jointly cost as much as their search: they are made if asked for. */
export function refines({
  refine,
  model,
  estimation,
}: Pick<ResolvedFit, 'refine' | 'model' | 'estimation'>): boolean {
  if (refine !== undefined) return refine === true || refine === 'mean';
  return model === 'linear' || estimation === 'plug-in';
}

async function search<Model>(
  oracle: Oracle<Model>,
  name: SolvingSearch,
  options: MinimaxOptions,
  { signal, onEvent, onCheckpoint }: FitHooks<Model>,
  resume: SearchCheckpoint<Model> | undefined,
): Promise<Candidate<Model> | undefined> {
  const { gap, seed } = options;
  const maxSolves = maxSolvesOf(options);
  const {
    best,
    stopped,
    solves,
    trace,
    certificate,
    options: used,
  } = await searchMinimax(oracle, {
    strategy: strategyOf(name, maxSolves, seed),
    maxSolves,
    gap,
    ...definedOnly({ signal, resume }),
    onStep: async ({ solve, mu, risks, bestWorstRisk, certificate }, found) => {
      await onCheckpoint?.(() => {
        const { best, state } = found();
        return { search: { model: best.model, state } };
      }, false);
      await onEvent?.({
        kind: 'solve',
        search: name,
        solve,
        maxSolves,
        bestWorstRisk,
        mu,
        risks,
        lower: certificate.certified ? certificate.lower : null,
        upper: certificate.certified ? certificate.upper : null,
        relativeGap: certificate.certified ? certificate.relativeGap : null,
      });
    },
  });
  if (stopped === 'cancelled') return undefined;
  const { model, mu, risks, trainRisks } = best;
  return {
    model,
    mu,
    risks,
    trainRisks,
    report: {
      strategy: name,
      options: used.strategy.options,
      steeredBy: 'validation',
      solves,
      stopped,
      maxSolves,
      gap,
      trace,
      certificate,
    },
  };
}

function refinementReport(
  { share, solves, risks, weaklyOptimal }: Refinement<unknown>,
  before: readonly number[],
  shares: readonly number[],
): RefinementReport {
  return {
    tolerance: REFINE_TOLERANCE,
    share,
    solves,
    populationRisk: { before: dot(shares, before), after: dot(shares, risks) },
    risksBefore: before,
    weaklyOptimal,
  };
}
