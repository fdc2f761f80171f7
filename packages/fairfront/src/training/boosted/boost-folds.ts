// The candidates of boosted trees, each boosted on all folds together. What rows out of fold come to steers the weights
// of the minimax candidate, chooses the number of rounds of each, and then the candidate. With a validation part there
// is one fold, which holds that part out.

import type { CancelSignal, LabelledRows } from '@fairfront/core';
import { groupTotals, takeGroups } from '@fairfront/core/internal';
import type { BoostedLoss, ResolvedBoosting, TreeColumn } from '@fairfront/trees';
import {
  type BinnedRows,
  type BoostedRound,
  binnedBytes,
  binRows,
  boosterBytes,
  createArena,
  fitBins,
  type TogetherState,
  toTreeRows,
} from '@fairfront/trees/internal';
import { coreCount, isCompiled, runTasks, SHARES_MEMORY } from '#threads';
import { sharedLabels } from '../../threads/shared-array.js';
import type { Step } from '../select/steps.js';
import { type BeyondMemory, binnedBy } from './beyond-memory.js';
import {
  type BoostData,
  type BoostProgress,
  type BoostReport,
  boostJob,
  type CandidateRun,
  type Fold,
  foldsOfThread,
} from './boost-job.js';
import { createMeeting } from './lockstep.js';

/** What candidates are boosted on. */
export interface FoldBoosting {
  /** All rows: those that are trained on and those that are held out. Of rows with bins in a file, features are not read. */
  readonly rows: LabelledRows;
  readonly columns: readonly TreeColumn[];
  readonly classCount: number;
  readonly loss: BoostedLoss;
  /** Rows that each booster trains on, and rows that it holds out. */
  readonly folds: readonly Omit<Fold, 'offset'>[];
  readonly shares: readonly number[];
  readonly options: ResolvedBoosting;
  readonly steps: readonly Step[];
  /** Time for the steps beyond naive, balanced and minimax. */
  readonly seconds: number;
  readonly keepsModels?: boolean;
  readonly threads?: number | undefined;
  /** The bins of the rows, where they do not fit into memory. */
  readonly beyond?: BeyondMemory | undefined;
}

export interface FoldBoostingHooks {
  readonly signal?: CancelSignal | undefined;
  /** Told how the candidate after so many stands: after a round, or at its best when it is done. */
  onRound?(step: number, told: Pick<BoostedRound, 'round' | 'mu' | 'risks'>): unknown;
  onProgress?(progress: BoostProgress): unknown;
  readonly before?: BoostProgress | undefined;
}

/** Boosts the candidates. @returns those that there was time for; `undefined` if it was interrupted */
export async function boostFolds(
  { rows, columns, classCount, loss, folds, shares, options, steps, ...others }: FoldBoosting,
  { signal, onRound, onProgress, before = { done: [] } }: FoldBoostingHooks = {},
): Promise<CandidateRun[] | undefined> {
  const { seconds, keepsModels = false, threads = coreCount(), beyond } = others;
  const rowCount = rows.labels.length;
  const features = beyond === undefined ? toTreeRows(rows.features, 'rows') : undefined;
  const bins = beyond?.file.columns ?? fitBins(features!, columns, binnedBy({ rows, folds }), options.bins);
  const sizes = { binned: { columns: bins, rowCount }, loss, classCount };
  const bytes = folds.map((fold) => boosterBytes({ ...sizes, ...fold }, options));
  const byFold = folds.map(({ heldOut }) => groupTotals(takeGroups(rows.groups, heldOut)));
  const totals = rows.groups.names.map((_, group) => byFold.reduce((sum, own) => sum + own[group]!, 0));
  const parties = isCompiled(boostJob) ? Math.min(threads, folds.length, beyond?.rooms ?? threads) : 1;
  const joined = new JoinedReports(folds.length, parties, before);
  const { labels, values, groups } = SHARES_MEMORY ? sharedLabels(rows) : rows;
  const binInMemory = (): BinnedRows => {
    const size = bytes.reduce((sum, own) => sum + own, binnedBytes(rowCount, columns.length));
    return binRows(createArena(size, SHARES_MEMORY), [features!], bins);
  };
  /** What threads share, new: where one was stuck the others are in the midst of a round. */
  const createData = (): BoostData => {
    const binned = beyond?.file ?? binInMemory();
    let offset = 'arena' in binned ? binned.arena.used : 0;
    const placed = folds.map((fold, i) => {
      const own = { ...fold, offset };
      offset += bytes[i]!;
      return own;
    });
    return {
      problem: { columns, loss, classCount, labels: values ?? labels, groups },
      binned,
      folds: placed,
      meeting: createMeeting(parties, folds.length, totals.length),
      ...{ shares, totals, options, steps, seconds, keepsModels, threads, before },
    };
  };
  await runTasks(
    Array.from({ length: parties }, (_, thread) => ({ thread })),
    {
      job: boostJob,
      shared: createData(),
      renewed: createData,
      threads: parties,
      signal,
      onReport: async (thread, report) => {
        if (report.kind === 'round') await onRound?.(report.step, report);
        else if (joined.add(thread, report)) {
          await onProgress?.(joined.progress());
          if (report.kind === 'done') {
            const { rounds, mus, risks } = report.run;
            await onRound?.(report.step + 1, { round: rounds, mu: mus.at(-1) ?? shares, risks });
          }
        }
      },
    },
  );
  return signal?.aborted ? undefined : [...joined.progress().done];
}

type StateReport = Exclude<BoostReport, { readonly kind: 'round' }>;

/** Puts together what threads tell of their folds. */
class JoinedReports {
  readonly #done: CandidateRun[];
  #current: TogetherState | undefined;
  /** By step, kind and round: the reports of the threads so far. */
  readonly #open = new Map<string, (StateReport | undefined)[]>();

  constructor(
    private readonly folds: number,
    private readonly threads: number,
    before: BoostProgress,
  ) {
    this.#done = [...before.done];
    this.#current = before.current;
  }

  /** @returns whether all threads have told of it, so that there is something new to go on from */
  add(thread: number, report: StateReport): boolean {
    const rounds = report.kind === 'state' ? report.state.risks.length : report.run.rounds;
    const key = `${report.step} ${report.kind} ${rounds}`;
    const own = this.#open.get(key) ?? Array.from({ length: this.threads }, () => undefined);
    own[thread] = report;
    this.#open.set(key, own);
    if (own.includes(undefined)) return false;
    this.#open.delete(key);
    const all = own as StateReport[];
    if (report.kind === 'state') {
      const models = this.#byFold(all, (one) => (one.kind === 'state' ? one.state.models : []));
      if (report.step === this.#done.length) this.#current = { ...report.state, models };
    } else {
      const heldOut = this.#byFold(all, (one) => (one.kind === 'done' ? one.run.heldOut : []));
      const models = this.#byFold(all, (one) => (one.kind === 'done' ? one.run.models : []));
      this.#done[report.step] = { ...report.run, heldOut, models };
      this.#current = undefined;
    }
    return true;
  }

  progress(): BoostProgress {
    return { done: [...this.#done], current: this.#current };
  }

  #byFold<Item>(reports: readonly StateReport[], items: (report: StateReport) => readonly Item[]): Item[] {
    const all: Item[] = [];
    reports.forEach((report, thread) => {
      const own = items(report);
      if (own.length === 0) return;
      foldsOfThread(this.folds, thread, this.threads).forEach((fold, i) => {
        all[fold] = own[i]!;
      });
    });
    return all;
  }
}
