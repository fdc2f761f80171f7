// A booster of rows in memory, without an oracle around it.

import type { DenseRows } from '@fairfront/core';
import { createArena } from '../../src/bins/arena.js';
import { type BinnedChunks, binChunks } from '../../src/bins/binned-chunks.js';
import { type BinnedRows, binnedBytes, binRows } from '../../src/bins/binned-rows.js';
import type { TreeColumn } from '../../src/bins/columns.js';
import { type ColumnBins, fitBins } from '../../src/bins/fit-bins.js';
import type { TreeRows } from '../../src/bins/row-blocks.js';
import { type BoostingOptions, resolveBoosting } from '../../src/boost/boosted-options.js';
import { Booster, boosterBytes } from '../../src/boost/booster.js';
import { ChunkRoom } from '../../src/grow/chunk-grower.js';
import type { CrewMaker } from '../../src/grow/grower.js';
import type { BoostedLoss } from '../../src/loss/objective.js';

export interface BoosterRows {
  readonly features: DenseRows;
  readonly columns: readonly TreeColumn[];
  readonly labels: ArrayLike<number>;
  /** By default each row is a group of its own, so that μ are weights of rows. */
  readonly groups?: ArrayLike<number>;
  readonly classCount: number;
  readonly loss?: BoostedLoss;
  /** Rows that are held out; by default none. */
  readonly heldOut?: readonly number[];
}

/** Makes a booster. */
export function createBooster(
  rows: BoosterRows,
  options: BoostingOptions,
  crew?: CrewMaker,
): { readonly booster: Booster; readonly binned: BinnedRows } {
  const { bins, resolved, ...problem } = problemOf(rows, options);
  const { rowCount } = rows.features;
  const bytes =
    binnedBytes(rowCount, bins.length) +
    boosterBytes({ ...problem, binned: { columns: bins, rowCount } }, resolved);
  const binned = binRows(createArena(bytes, crew !== undefined), [rows.features], bins);
  return { booster: new Booster({ ...problem, binned }, resolved, crew), binned };
}

/** Makes boosters of rows that are read block by block, which share a room. @param list rows that each holds out */
export function createChunkedBoosters(
  rows: BoosterRows,
  options: BoostingOptions,
  blockRows: number,
  list: readonly (readonly number[])[],
  crew?: CrewMaker,
): { readonly boosters: readonly Booster[]; reads(): number } {
  const { bins, resolved, ...problem } = problemOf(rows, options);
  let reads = 0;
  const chunks = chunksInMemory(rows.features, bins, blockRows, () => reads++);
  const room = new ChunkRoom(chunks, problem, resolved, crew);
  const boosters = list.map(
    (heldOut) => new Booster({ ...problem, ...partRows(rows, heldOut), binned: room }, resolved),
  );
  return { boosters, reads: () => reads };
}

/** Bins of rows that are read block by block, as from a file. */
export function chunksInMemory(
  features: TreeRows,
  columns: readonly ColumnBins[],
  blockRows: number,
  onRead?: () => unknown,
): BinnedChunks {
  const blocks: Uint32Array[] = [];
  binChunks(features, columns, blockRows, (words) => blocks.push(words.slice()));
  return {
    ...{ rowCount: features.rowCount, columns, blockRows },
    readWords: (block, word, into) => {
      onRead?.();
      into.set(blocks[block]!.subarray(word * into.length, (word + 1) * into.length));
    },
  };
}

function partRows({ features }: BoosterRows, heldOut: readonly number[]) {
  const all = Array.from({ length: features.rowCount }, (_, row) => row);
  return {
    trained: Uint32Array.from(all.filter((row) => !heldOut.includes(row))),
    heldOut: Uint32Array.from(heldOut),
  };
}

/** Bins are fitted on the rows that `rows` does not hold out. */
function problemOf(rows: BoosterRows, options: BoostingOptions) {
  const { features, columns, labels, groups, classCount, loss = 'cross-entropy', heldOut = [] } = rows;
  const resolved = resolveBoosting(options);
  const parted = partRows(rows, heldOut);
  const bins = fitBins(features, columns, parted.trained, resolved.bins);
  const own = Int32Array.from(groups ?? Array.from({ length: features.rowCount }, (_, row) => row));
  const names = Array.from(
    { length: own.reduce((most, group) => Math.max(most, group), 0) + 1 },
    (_, group) => String(group),
  );
  return { ...parted, bins, resolved, loss, classCount, columns, labels, groups: { names, groups: own } };
}
