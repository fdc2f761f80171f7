// Boosted trees as an oracle: every solve boosts anew for its weights, until the validation value of ⟨μ, r⟩ has not
// fallen for some rounds. Boosting takes steps down and stops early on purpose, so a solve is no minimum of anything, and
// nothing is certified.

import {
  type CancelSignal,
  FairfrontError,
  type LabelledRows,
  type Loss,
  type Solve,
  type SolveContext,
  type SyncOracle,
} from '@fairfront/core';
import {
  checkLabelledRows,
  checkLossOf,
  checkMu,
  checkSameShape,
  groupTotals,
  joinGroups,
} from '@fairfront/core/internal';
import { createArena } from '../bins/arena.js';
import type { BinnedChunks } from '../bins/binned-chunks.js';
import { binnedBytes, binRows } from '../bins/binned-rows.js';
import { checkColumns, type TreeColumn } from '../bins/columns.js';
import { type ColumnBins, fitBins } from '../bins/fit-bins.js';
import { joinTreeRows, type TreeRows, toTreeRows } from '../bins/row-blocks.js';
import { ChunkRoom } from '../grow/chunk-grower.js';
import type { CrewMaker } from '../grow/grower.js';
import { type BoostedModel, predictBoosted } from '../model/boosted-model.js';
import { boostTogether } from './boost-together.js';
import { type BoostingOptions, type ResolvedBoosting, resolveBoosting } from './boosted-options.js';
import { Booster, type BoostingProblem, boosterBytes } from './booster.js';
import { type Course, fixedCourse, minimaxCourse } from './course.js';

/** Options of `boostedOracle`. */
export interface BoostedOracleOptions extends BoostingOptions {
  /** What each column of the rows is. */
  readonly columns: readonly TreeColumn[];
  /** 1: a number is predicted, by the squared loss. */
  readonly classCount: number;
  /** Default cross-entropy. */
  readonly loss?: Loss;
  /** Who grows the trees: `nodeThreads(2)` of `@fairfront/trees/node`. Default: this thread. */
  readonly crew?: CrewMaker;
  /** Where the bins of rows are kept that do not fit into memory. Default: all are in memory. */
  readonly keepBins?: KeepBins;
}

/**
 * Keeps the bins of rows outside of memory.
 * @param bytes what boosting in memory would take
 * @returns how to read them; `undefined` where they are to be in memory
 */
export type KeepBins = (
  rows: TreeRows,
  bins: readonly ColumnBins[],
  bytes: number,
) => BinnedChunks | undefined;

/** What boosting has come to. */
export interface BoostedSolve extends Solve<BoostedModel> {
  readonly trainRisks: readonly number[];
  /** The weights of the groups in each round. */
  readonly mus: readonly (readonly number[])[];
}

/** Boosted trees as an oracle. */
export interface BoostedOracle extends SyncOracle<BoostedModel> {
  readonly options: ResolvedBoosting;
  /** Trains the trees that minimise Σ μ_a r_a, and measures the risk of each group. */
  solve(mu: readonly number[], context: SolveContext<BoostedModel>): BoostedSolve;
  /**
   * Boosts once for the group that is served worst: between trees, the weights follow the groups' validation risks. It
   * does the work of a search around `solve`.
   */
  boostMinimax(signal?: CancelSignal): BoostedSolve;
  /** The probability of each class for every row, rows × classes; or the number that is predicted for each. */
  predict(model: BoostedModel, features: TreeRows): Float64Array;
  /** Call it when no more is to be solved. */
  close(): void;
}

/** Why boosted trees certify nothing. */
export const UNCERTIFIED =
  'boosted trees are grown one after the other and stopped early, so a solve is no minimum that a bound could rest on';

/**
 * An oracle whose solves boost trees.
 * @param train rows × columns; NaN is missing, a category the number of its level
 * @param validation rows to choose the number of trees and models by, in the same groups; without them all trees are grown
 */
export function boostedOracle(
  train: LabelledRows,
  options: BoostedOracleOptions,
  validation?: LabelledRows,
): BoostedOracle {
  const { columns, classCount, loss = 'cross-entropy', crew, keepBins, ...boosting } = options;
  const resolved = resolveBoosting(boosting);
  checkLossOf(loss, classCount);
  const problem = joinRows(train, validation, { columns, classCount, loss, crew, keepBins }, resolved);
  const booster = new Booster(problem, resolved, crew);
  const groupCount = train.groups.names.length;
  /** One round in any case, so that a solve that is cancelled at once has risks. */
  const boost = (course: Course, signal: CancelSignal | undefined): BoostedSolve => {
    let mus: BoostedSolve['mus'] = [];
    if (validation === undefined) {
      booster.restart();
      do {
        mus = [...mus, course.next()];
        booster.addRound(mus.at(-1)!);
      } while (booster.rounds < resolved.trees && !signal?.aborted);
    } else {
      const totals = groupTotals(validation.groups);
      const run = boostTogether({ boosters: [booster], course, trees: resolved.trees, totals, signal });
      if (booster.rounds > run.rounds) booster.resume(booster.model(), run.rounds);
      mus = run.mus;
    }
    const trainRisks = booster.trainRisks();
    return {
      model: booster.model(),
      mus,
      risks: validation === undefined ? trainRisks : booster.heldOutRisks(),
      trainRisks,
      converged: !signal?.aborted,
    };
  };
  return {
    groupCount,
    certifies: UNCERTIFIED,
    options: resolved,
    predict: predictBoosted,
    close: () => booster.close(),
    solve: (mu, { signal }) => {
      checkMu(mu, groupCount);
      return boost(fixedCourse(mu), signal);
    },
    boostMinimax: (signal) => {
      if (validation === undefined) {
        throw new FairfrontError(
          'bad-problem',
          'weights that follow risks need rows that were not trained on; hand validation rows to the oracle',
        );
      }
      return boost(minimaxCourse(groupCount), signal);
    },
  };
}

type JoinOptions = Pick<BoostedOracleOptions, 'columns' | 'classCount'> & {
  readonly loss: Loss;
  readonly crew: CrewMaker | undefined;
  readonly keepBins: KeepBins | undefined;
};

/** Puts training and validation rows into bins fitted on the training rows. */
function joinRows(
  train: LabelledRows,
  validation: LabelledRows | undefined,
  { columns, classCount, loss, crew, keepBins }: JoinOptions,
  options: ResolvedBoosting,
): BoostingProblem {
  const parts = validation === undefined ? [train] : [train, validation];
  const features = parts.map((part, i) => {
    const name = i === 0 ? 'train' : 'validation';
    checkLabelledRows(part, classCount, name, true);
    const own = toTreeRows(part.features, name);
    checkColumns(own, columns, name);
    return own;
  });
  if (validation !== undefined) checkSameShape(train, validation);
  const trained = rowsFrom(0, features[0]!.rowCount);
  const heldOut = rowsFrom(trained.length, features[1]?.rowCount ?? 0);
  const rowCount = trained.length + heldOut.length;
  const bins = fitBins(features[0]!, columns, trained, options.bins);
  const sizes = { binned: { columns: bins, rowCount }, loss, classCount, trained, heldOut };
  const labels = joined(parts.map(({ labels, values }) => (classCount === 1 ? values! : labels)));
  const bytes = binnedBytes(rowCount, columns.length) + boosterBytes(sizes, options);
  const chunks = keepBins?.(features.reduce(joinTreeRows), bins, bytes);
  const binned =
    chunks === undefined
      ? binRows(createArena(bytes, crew !== undefined), features, bins)
      : new ChunkRoom(chunks, { loss, classCount, labels }, options, crew);
  return {
    binned,
    columns,
    loss,
    classCount,
    labels,
    groups: validation === undefined ? train.groups : joinGroups(train.groups, validation.groups),
    trained,
    heldOut,
  };
}

function rowsFrom(first: number, count: number): Uint32Array {
  const rows = new Uint32Array(count);
  for (let i = 0; i < count; i++) rows[i] = first + i;
  return rows;
}

function joined(lists: readonly ArrayLike<number>[]): Float64Array {
  const all = new Float64Array(lists.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}
