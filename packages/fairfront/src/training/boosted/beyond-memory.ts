// Whether the bins and the state of rows fit into memory; where they do not, the bins go to a file.

import type { BoostedLoss, KeepBins, ResolvedBoosting, TreeColumn } from '@fairfront/trees';
import { binnedBytes, boosterBytes, chunkedBytes, fitBins, toTreeRows } from '@fairfront/trees/internal';
import { openBinned, removeBinned, writeBinned } from '#binned';
import type { BinnedFile } from './binned-file.js';
import { numbersBelow, type RowsOfFolds } from './rows-of-folds.js';

/** Memory that there is, and a folder for what does not fit. */
export interface MemoryLimit {
  readonly bytes: number;
  readonly folder: string;
}

/** Bins in a file. */
export interface BeyondMemory {
  readonly file: BinnedFile;
  /** How many threads have room to grow trees of their own. */
  readonly rooms: number;
}

/** What is boosted. */
interface Boosted extends Pick<RowsOfFolds, 'rows' | 'folds'> {
  readonly columns: readonly TreeColumn[];
  readonly classCount: number;
  readonly loss: BoostedLoss;
}

/** The share of the memory that boosting may take: labels, predictions and Node itself have the rest. */
const SHARE = 0.5;
/** An arena cannot be larger. */
const MOST_BYTES = 2 ** 32 - 2 ** 20;

/** The rows that bins are fitted on: those that one booster trains on, of several all. */
export function binnedBy({ rows, folds }: Pick<RowsOfFolds, 'rows' | 'folds'>): Uint32Array {
  return folds.length === 1 ? folds[0]!.trained : numbersBelow(rows.labels.length);
}

/** Puts the bins of rows into a file if boosting them in memory takes too much of it. The file is the caller's to remove. */
export function binBeyondMemory(
  problem: Boosted,
  options: ResolvedBoosting,
  { bytes, folder }: MemoryLimit,
): BeyondMemory | undefined {
  const { rows, columns, classCount, loss, folds } = problem;
  const features = toTreeRows(rows.features, 'rows');
  const { rowCount } = features;
  const bins = fitBins(features, columns, binnedBy(problem), options.bins);
  const sizes = { binned: { columns: bins, rowCount }, loss, classCount };
  const inMemory = folds.reduce(
    (sum, fold) => sum + boosterBytes({ ...sizes, ...fold }, options),
    binnedBytes(rowCount, columns.length),
  );
  if (fits(inMemory, bytes)) return undefined;
  const file = writeBinned(folder, features, bins);
  const { room, booster } = chunkedBytes(file, { loss, classCount }, options);
  return { file, rooms: Math.max(1, Math.floor((SHARE * bytes - folds.length * booster) / room)) };
}

/** Keeps the bins of an oracle in a file if boosting in memory takes too much of it, until they are removed. */
export function keepBeyondMemory({ bytes, folder }: MemoryLimit): {
  readonly keepBins: KeepBins;
  remove(): void;
} {
  const files: BinnedFile[] = [];
  return {
    keepBins: (rows, bins, inMemory) => {
      if (fits(inMemory, bytes)) return undefined;
      files.push(writeBinned(folder, rows, bins));
      return openBinned(files.at(-1)!);
    },
    remove: () => files.forEach(removeBinned),
  };
}

function fits(inMemory: number, bytes: number): boolean {
  return inMemory <= Math.min(SHARE * bytes, MOST_BYTES);
}
