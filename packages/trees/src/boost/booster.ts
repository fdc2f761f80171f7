// Boosting, a round at a time: the weights of the groups may change from round to round. Rows are trained on, or held out
// to tell how well that goes.
//
//   weight of a row of group a:  μ_a · n / n_a            n, n_a: rows that are trained on, all and of the group
//   where rows have weights      μ_a · n · w_i / W_a      W_a: the weight of the group
//
// so that naive training, where μ are the groups' shares, gives every row the weight 1, or its own, scaled to a mean
// of 1.

import { createRandom, type GroupIndex } from '@fairfront/core';
import { CompensatedSum } from '@fairfront/core/internal';
import { alignedBytes, allocate } from '../bins/arena.js';
import type { BinnedRows } from '../bins/binned-rows.js';
import type { TreeColumn } from '../bins/columns.js';
import { type Crew, loneCrew } from '../grow/crew.js';
import {
  BYTE_VALUES,
  createGrowBuffers,
  type GrowBuffers,
  growBytes,
  LEAF_BATCH,
} from '../grow/grow-buffers.js';
import { writeTasks } from '../grow/grow-steps.js';
import { type GrownNode, growTree } from '../grow/grow-tree.js';
import { type RoutedRows, routeRows } from '../grow/route-rows.js';
import { createKernels, type Kernels } from '../kernels/kernels.js';
import {
  type BoostedLoss,
  baseOf,
  createState,
  lossesOf,
  type RowState,
  stateBytes,
  unitOf,
} from '../loss/objective.js';
import { type BoostedModel, firstRounds, roundCount } from '../model/boosted-model.js';
import { ModelBuilder, treeNodes } from '../model/model-builder.js';
import type { ResolvedBoosting } from './boosted-options.js';

/** What is boosted. Labels and groups are those of all rows. */
export interface BoostingProblem {
  readonly binned: BinnedRows;
  readonly columns: readonly TreeColumn[];
  readonly loss: BoostedLoss;
  /** 1 where numbers are predicted. */
  readonly classCount: number;
  /** Classes, or numbers. */
  readonly labels: ArrayLike<number>;
  readonly groups: Pick<GroupIndex, 'names' | 'groups' | 'weights'>;
  /** The rows that are trained on. */
  readonly trained: Uint32Array;
  /** The rows that are held out. */
  readonly heldOut: Uint32Array;
}

/** The bytes that a booster takes in the arena of its rows. */
export function boosterBytes(
  problem: Pick<BoostingProblem, 'loss' | 'classCount' | 'trained' | 'heldOut'> & {
    readonly binned: Pick<BinnedRows, 'columns' | 'rowCount'>;
  },
  options: ResolvedBoosting,
): number {
  const { binned, loss, classCount, trained, heldOut } = problem;
  return (
    stateBytes(binned.rowCount, loss, classCount) +
    growBytes(binned, trained.length, options) +
    alignedBytes(BYTE_VALUES) +
    2 * alignedBytes(4 * Math.max(trained.length, heldOut.length))
  );
}

/** Makes the threads that grow the trees of a booster. */
export type CrewMaker = (buffers: GrowBuffers) => Crew;

/** Boosts trees, a round at a time. */
export class Booster {
  readonly #problem: BoostingProblem;
  readonly #options: ResolvedBoosting;
  /** What scores and labels of the state are measured in. */
  readonly #unit: number;
  readonly #state: RowState;
  readonly #buffers: GrowBuffers;
  readonly #routed: RoutedRows;
  readonly #kernels: Kernels;
  readonly #crew: Crew;
  /** The weight of the rows that are trained on, by group: how many they are, unless they have weights. */
  readonly #totals: Float64Array;
  #builder: ModelBuilder | undefined;
  #rounds = 0;
  /** What the weights of rows were made of. */
  #mu: Float64Array | undefined;

  /** @param problem its rows are in an arena that has room for a booster */
  constructor(problem: BoostingProblem, options: ResolvedBoosting, createCrew: CrewMaker = loneCrew) {
    const { arena } = problem.binned;
    const { binned, loss, classCount, labels, trained, heldOut } = problem;
    this.#problem = problem;
    this.#options = options;
    this.#unit = unitOf(loss, labels);
    this.#state = createState(arena, loss, classCount, labels, this.#unit);
    this.#buffers = createGrowBuffers(arena, binned, this.#state, trained.length, options);
    const room = Math.max(trained.length, heldOut.length);
    this.#routed = {
      rows: allocate(arena, Uint32Array, room),
      scratch: allocate(arena, Uint32Array, room),
      table: allocate(arena, Uint8Array, BYTE_VALUES),
    };
    this.#kernels = createKernels(arena.memory, arena.isShared);
    this.#crew = createCrew(this.#buffers);
    this.#totals = this.#weighGroups(trained);
  }

  /** Rounds so far. */
  get rounds(): number {
    return this.#rounds;
  }

  /** Grows the trees of a round for given group weights. */
  addRound(mu: ArrayLike<number>): void {
    this.#setWeights(mu);
    this.#builder ??= this.#begin();
    const random = createRandom((this.#options.seed + 0x9e3779b9 * (this.#rounds + 1)) >>> 0);
    this.#drawRows(random.uniform);
    const { rows } = this.#buffers;
    for (let output = 0; output < this.#state.outputs; output++) {
      this.#drawColumns(random.uniform);
      this.#crew.setGradients(output);
      rows.set(this.#problem.trained);
      const nodes = growTree(this.#buffers, this.#crew);
      const values = this.#valuesOf(nodes);
      this.#addLeaves(nodes, values, output);
      this.#route(this.#problem.heldOut, nodes, values, output);
      this.#builder.addTree(nodes, values);
    }
    this.#rounds++;
  }

  /** Begins anew, as if no round had been added. */
  restart(): void {
    this.#builder = undefined;
    this.#rounds = 0;
  }

  /**
   * Goes on from a model that was boosted on the same rows with the same options and weights.
   * @param rounds of the model, from the first on; default all
   */
  resume(model: BoostedModel, rounds = roundCount(model)): void {
    if (rounds < roundCount(model)) {
      this.resume(firstRounds(model, rounds));
      return;
    }
    this.#builder = this.#begin(model.base);
    const { outputs } = this.#state;
    for (let tree = 0; tree < model.treeStarts.length - 1; tree++) {
      const { nodes, values: inUnits } = treeNodes(model, tree, this.#problem.binned.columns);
      const values = inUnits.map((value) => value / this.#unit);
      this.#route(this.#problem.trained, nodes, values, tree % outputs);
      this.#route(this.#problem.heldOut, nodes, values, tree % outputs);
    }
    this.#builder.addAll(model);
    this.#rounds = roundCount(model);
  }

  /** The scores of the rows that are held out: rows × outputs, in their order. */
  heldOutScores(): Float64Array {
    return this.#scoresOf(this.#problem.heldOut);
  }

  /** The sum of the losses of each group among the rows that are held out, by weight. */
  heldOutSums(): Float64Array {
    return this.#sums(this.#problem.heldOut);
  }

  /** The mean loss of each group among the rows that are held out. */
  heldOutRisks(): number[] {
    const totals = this.#weighGroups(this.#problem.heldOut);
    return Array.from(this.heldOutSums(), (sum, group) => sum / totals[group]!);
  }

  /** The mean loss of each group among the rows that are trained on. */
  trainRisks(): number[] {
    return Array.from(this.#sums(this.#problem.trained), (sum, group) => sum / this.#totals[group]!);
  }

  /** The model of the rounds so far. @param rounds from the first on; default all */
  model(rounds = this.#rounds): BoostedModel {
    const all = (this.#builder ?? this.#begin()).model();
    return rounds < this.#rounds ? firstRounds(all, rounds) : all;
  }

  /** Call it when no more rounds are to be added. */
  close(): void {
    this.#crew.close?.();
  }

  #weighGroups(rows: Uint32Array): Float64Array {
    const { names, groups, weights } = this.#problem.groups;
    const totals = new Float64Array(names.length);
    for (let i = 0; i < rows.length; i++)
      totals[groups[rows[i]!]!]! += weights === undefined ? 1 : weights[rows[i]!]!;
    return totals;
  }

  #begin(base?: Float64Array): ModelBuilder {
    const { classCount, columns, binned } = this.#problem;
    const start = base ?? baseOf(this.#shares());
    const { scores } = this.#state;
    for (let i = 0; i < scores.length; i++) scores[i] = start[i % start.length]! / this.#unit;
    return new ModelBuilder(classCount, columns, binned.columns, start, this.#unit);
  }

  /** The share of the weight that each class has, or the weighted mean of the numbers. */
  #shares(): number[] {
    const { classCount, labels, trained } = this.#problem;
    const sums = new Float64Array(classCount);
    let all = 0;
    for (let i = 0; i < trained.length; i++) {
      const row = trained[i]!;
      const weight = this.#state.weights[row]!;
      if (classCount === 1) sums[0]! += weight * labels[row]!;
      else sums[labels[row]!]! += weight;
      all += weight;
    }
    return Array.from(sums, (sum) => (all > 0 ? sum / all : 1 / classCount));
  }

  #setWeights(mu: ArrayLike<number>): void {
    const { trained, groups } = this.#problem;
    const isSet = this.#mu?.every((weight, group) => weight === mu[group]) && this.#options.subsample === 1;
    if (isSet) return;
    this.#mu = Float64Array.from(this.#totals, (_, group) => mu[group]!);
    const factors = Float64Array.from(this.#totals, (own, group) =>
      own === 0 ? 0 : (mu[group]! * trained.length) / own,
    );
    for (let i = 0; i < trained.length; i++) {
      this.#state.weights[trained[i]!] = factors[groups.groups[trained[i]!]!]!;
    }
    const { weights } = groups;
    if (weights === undefined) return;
    for (let i = 0; i < trained.length; i++) this.#state.weights[trained[i]!]! *= weights[trained[i]!]!;
  }

  /** Rows that a round does not see have no weight in it. */
  #drawRows(uniform: () => number): void {
    const { subsample } = this.#options;
    const { trained } = this.#problem;
    if (subsample === 1) return;
    for (let i = 0; i < trained.length; i++) if (uniform() >= subsample) this.#state.weights[trained[i]!] = 0;
  }

  #drawColumns(uniform: () => number): void {
    const { columnSample } = this.#options;
    const { isUsed } = this.#buffers;
    if (columnSample === 1) return;
    let wanted = Math.max(1, Math.round(columnSample * isUsed.length));
    for (let c = 0; c < isUsed.length; c++) {
      const isDrawn = uniform() * (isUsed.length - c) < wanted;
      isUsed[c] = isDrawn ? 1 : 0;
      if (isDrawn) wanted--;
    }
  }

  /** −η G / (H + λ), in float32 as in an exported model. */
  #valuesOf(nodes: readonly GrownNode[]): Float32Array {
    const { learningRate, lambda } = this.#options;
    return Float32Array.from(nodes, ({ gradient, hessian }) => {
      const size = hessian + lambda;
      return size > 0 ? (-learningRate * gradient) / size : 0;
    });
  }

  /** Adds the values of leaves to the scores of the rows that are trained on, which are in their order. */
  #addLeaves(nodes: readonly GrownNode[], values: Float32Array, output: number): void {
    const leaves = nodes.flatMap(({ split, start, end }, node) =>
      split === undefined ? [{ start, end, output, value: values[node]! }] : [],
    );
    for (let first = 0; first < leaves.length; first += LEAF_BATCH) {
      const batch = leaves.slice(first, first + LEAF_BATCH);
      writeTasks(this.#buffers, batch);
      this.#crew.addScores(batch.length);
    }
  }

  #route(
    list: Uint32Array,
    nodes: Parameters<typeof routeRows>[0],
    values: Float32Array,
    output: number,
  ): void {
    const { rows, scratch, table } = this.#routed;
    rows.set(list);
    const own = { rows: rows.subarray(0, list.length), scratch, table };
    routeRows(nodes, this.#problem.binned, this.#kernels, own, (node, inLeaf) =>
      this.#addToScores(inLeaf, output, values[node]!),
    );
  }

  #addToScores(rows: Uint32Array, output: number, value: number): void {
    const { outputs } = this.#state;
    for (let i = 0; i < rows.length; i++) this.#state.scores[rows[i]! * outputs + output]! += value;
  }

  /** In the target's units. */
  #scoresOf(rows: Uint32Array): Float64Array {
    const { outputs, scores: all } = this.#state;
    const scores = new Float64Array(rows.length * outputs);
    for (let i = 0; i < rows.length; i++) {
      for (let k = 0; k < outputs; k++) scores[i * outputs + k] = all[rows[i]! * outputs + k]! * this.#unit;
    }
    return scores;
  }

  #sums(rows: Uint32Array): Float64Array {
    const { groups, labels } = this.#problem;
    const { loss, outputs } = this.#state;
    const own = loss === 'squared' ? new Float64Array(rows.length) : new Int32Array(rows.length);
    for (let i = 0; i < rows.length; i++) own[i] = labels[rows[i]!]!;
    const losses = lossesOf(loss, outputs, this.#scoresOf(rows), own);
    const sums = groups.names.map(() => new CompensatedSum());
    const { weights } = groups;
    if (weights !== undefined) for (let i = 0; i < rows.length; i++) losses[i]! *= weights[rows[i]!]!;
    for (let i = 0; i < rows.length; i++) sums[groups.groups[rows[i]!]!]!.add(losses[i]!);
    return Float64Array.from(sums, (sum) => sum.value);
  }
}
