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
import type { BinnedRows } from '../bins/binned-rows.js';
import type { TreeColumn } from '../bins/columns.js';
import { ChunkRoom, chunkGrower } from '../grow/chunk-grower.js';
import { loneCrew } from '../grow/crew.js';
import type { GrownNode } from '../grow/grow-tree.js';
import { type CrewMaker, type Grower, growerBytes, memoryGrower } from '../grow/grower.js';
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
  /** In memory, or with room to read them block by block. */
  readonly binned: BinnedRows | ChunkRoom;
  readonly columns: readonly TreeColumn[];
  readonly loss: BoostedLoss;
  /** 1 where numbers are predicted. */
  readonly classCount: number;
  /** Classes, or numbers. */
  readonly labels: ArrayLike<number>;
  readonly groups: Pick<GroupIndex, 'names' | 'groups' | 'weights'>;
  /** The rows that are trained on; ascending where they are read block by block. */
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
  const { binned, loss, classCount } = problem;
  return stateBytes(binned.rowCount, loss, classCount) + growerBytes(binned, problem, options);
}

/** Boosts trees, a round at a time. */
export class Booster {
  readonly #problem: BoostingProblem;
  readonly #options: ResolvedBoosting;
  /** What scores and labels of the state are measured in. */
  readonly #unit: number;
  readonly #state: RowState;
  readonly #grower: Grower;
  /** The weight of the rows that are trained on, by group: how many they are, unless they have weights. */
  readonly #totals: Float64Array;
  #builder: ModelBuilder | undefined;
  #rounds = 0;
  /** What the weights of rows were made of. */
  #mu: Float64Array | undefined;

  /**
   * @param problem its rows are in an arena that has room for a booster, or read block by block
   * @param createCrew of rows in memory; a room has its own
   */
  constructor(problem: BoostingProblem, options: ResolvedBoosting, createCrew: CrewMaker = loneCrew) {
    const { binned, loss, classCount, labels, trained } = problem;
    this.#problem = problem;
    this.#options = options;
    this.#unit = unitOf(loss, labels);
    if (binned instanceof ChunkRoom) this.#grower = chunkGrower(binned, trained);
    else {
      const state = createState(binned.arena, loss, classCount, labels, this.#unit);
      this.#grower = memoryGrower(binned, state, problem, options, createCrew);
    }
    this.#state = this.#grower.state;
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
    for (let output = 0; output < this.#state.outputs; output++) {
      this.#drawColumns(random.uniform);
      const nodes = this.#grower.grow(output);
      const values = this.#valuesOf(nodes);
      this.#grower.addGrown(nodes, values, output);
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
    this.#grower.addTrees(this.#treesOf(model));
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
    this.#grower.close();
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
    const isKept = this.#grower.takeWeights();
    const isSame = this.#mu?.every((weight, group) => weight === mu[group]) && this.#options.subsample === 1;
    if (isKept && isSame) return;
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
    const { isUsed } = this.#grower;
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

  /** The trees of a model, in the units of the state. */
  *#treesOf(model: BoostedModel) {
    for (let tree = 0; tree < model.treeStarts.length - 1; tree++) {
      const { nodes, values } = treeNodes(model, tree, this.#problem.binned.columns);
      yield { nodes, values: values.map((value) => value / this.#unit), output: tree % this.#state.outputs };
    }
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
