// A booster of rows in memory, without an oracle around it.

import type { DenseRows } from '@fairfront/core';
import { createArena } from '../../src/bins/arena.js';
import { type BinnedRows, binnedBytes, binRows } from '../../src/bins/binned-rows.js';
import type { TreeColumn } from '../../src/bins/columns.js';
import { fitBins } from '../../src/bins/fit-bins.js';
import { type BoostingOptions, resolveBoosting } from '../../src/boost/boosted-options.js';
import { Booster, boosterBytes, type CrewMaker } from '../../src/boost/booster.js';
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
  { features, columns, labels, groups, classCount, loss = 'cross-entropy', heldOut = [] }: BoosterRows,
  options: BoostingOptions,
  crew?: CrewMaker,
): { readonly booster: Booster; readonly binned: BinnedRows } {
  const resolved = resolveBoosting(options);
  const { rowCount } = features;
  const all = Array.from({ length: rowCount }, (_, row) => row);
  const trained = Uint32Array.from(all.filter((row) => !heldOut.includes(row)));
  const bins = fitBins(features, columns, trained, resolved.bins);
  const sizes = { loss, classCount, trained, heldOut: Uint32Array.from(heldOut) };
  const bytes =
    binnedBytes(rowCount, columns.length) +
    boosterBytes({ ...sizes, binned: { columns: bins, rowCount } }, resolved);
  const binned = binRows(createArena(bytes, crew !== undefined), [features], bins);
  const own = Int32Array.from(groups ?? all);
  const names = Array.from({ length: Math.max(...own) + 1 }, (_, group) => String(group));
  const problem = { ...sizes, binned, columns, labels, groups: { names, groups: own } };
  return { booster: new Booster(problem, resolved, crew), binned };
}
