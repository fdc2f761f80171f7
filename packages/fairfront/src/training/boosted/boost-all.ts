// Models on all rows that are trained on, with the weights and for as many rounds as their candidates say.

import type { CancelSignal } from '@fairfront/core';
import type { BoostedModel } from '@fairfront/trees';
import {
  type BinnedRows,
  Booster,
  binnedBytes,
  binRows,
  boosterBytes,
  ChunkRoom,
  createArena,
  fitBins,
  toTreeRows,
} from '@fairfront/trees/internal';
import { openBinned } from '#binned';
import { crewFor } from '#crew';
import { SHARES_MEMORY } from '#threads';
import { turn } from '../../threads/turn.js';
import type { FoldBoosting } from './boost-folds.js';
import type { CandidateRun } from './boost-job.js';
import type { BoostedProgress } from './boosted-progress.js';
import { numbersBelow } from './rows-of-folds.js';

export interface BoostAllHooks {
  readonly signal?: CancelSignal | undefined;
  /** Told how many models are done, and how the next one stands. */
  onTree?(done: number, total: number, tree: number, trees: number): unknown;
  /** Handed what a run can go on from. */
  onProgress(progress: BoostedProgress): unknown;
  readonly before: BoostedProgress;
}

/** Between two states that are handed over, which a run can go on from. */
const STATE_MS = 5000;
/** Between two events. */
const EVENT_MS = 100;

/**
 * Boosts some candidates on all rows.
 * @param places of the candidates among the runs
 * @returns their models by place; `undefined` if it was interrupted
 */
export async function boostAll(
  problem: Pick<FoldBoosting, 'rows' | 'columns' | 'classCount' | 'loss' | 'options' | 'threads' | 'beyond'>,
  runs: readonly CandidateRun[],
  places: readonly number[],
  { signal, onTree, onProgress, before }: BoostAllHooks,
): Promise<Readonly<Record<number, BoostedModel>> | undefined> {
  const { rows, columns, classCount, loss, options, threads, beyond } = problem;
  const features = toTreeRows(rows.features, 'rows');
  const { rowCount } = features;
  const all = numbersBelow(rowCount);
  const labels = rows.values ?? rows.labels;
  const parts = { loss, classCount, trained: all, heldOut: new Uint32Array(0) };
  const crew = crewFor(features, threads);
  const binInMemory = (): BinnedRows => {
    const bins = fitBins(features, columns, all, options.bins);
    const bytes = boosterBytes({ binned: { columns: bins, rowCount }, ...parts }, options);
    const arena = createArena(binnedBytes(rowCount, columns.length) + bytes, SHARES_MEMORY);
    return binRows(arena, [features], bins);
  };
  const binned =
    beyond === undefined
      ? binInMemory()
      : new ChunkRoom(openBinned(beyond.file), { loss, classCount, labels }, options, crew);
  const booster = new Booster({ binned, columns, labels, groups: rows.groups, ...parts }, options, crew);
  const trained: Record<number, BoostedModel> = { ...before.trained };
  try {
    let { growing } = before;
    for (const [i, place] of places.entries()) {
      if (trained[place] !== undefined) continue;
      const { rounds, mus } = runs[place]!;
      booster.restart();
      if (growing !== undefined) booster.resume(growing);
      growing = undefined;
      let [told, kept] = [0, performance.now()];
      while (booster.rounds < rounds) {
        booster.addRound(mus[booster.rounds]!);
        if (performance.now() - told > EVENT_MS) {
          await onTree?.(i, places.length, booster.rounds, rounds);
          await turn();
          told = performance.now();
        }
        if (signal?.aborted) return undefined;
        if (performance.now() - kept < STATE_MS) continue;
        await onProgress({ trained: { ...trained }, growing: booster.model() });
        kept = performance.now();
      }
      trained[place] = booster.model();
      await onProgress({ trained: { ...trained }, growing: undefined });
    }
    return trained;
  } finally {
    booster.close();
  }
}
