// Boosted trees: scores are sums of the leaves that a row falls into, probabilities the softmax of the scores.
//
//   z_k = base_k + Σ_t value of the leaf of tree t        p_k = exp(z_k) / Σ_l exp(z_l)
//
// With two classes one output is enough: z_1 is that of the second class, z_0 = 0. With one class the score is a number
// that is predicted. All trees are in the same flat arrays.

import { FairfrontError } from '@fairfront/core';
import { toProbabilities } from '@fairfront/core/internal';
import { type TreeColumn, toCell } from '../bins/columns.js';
import { forEachBlock, type TreeRows } from '../bins/row-blocks.js';
import { treeOutputs } from '../loss/objective.js';

/** Boosted trees, plain data. Where nothing else is said, arrays have an entry for each node of all trees. */
export interface BoostedModel {
  /** 1 where a number is predicted. */
  readonly classCount: number;
  readonly columns: readonly TreeColumn[];
  /** The score before the first tree, by output. */
  readonly base: Float64Array;
  /** Tree t has the nodes from `treeStarts[t]` up to `treeStarts[t + 1]`; a round has a tree for each output. */
  readonly treeStarts: Uint32Array;
  /** The column that a node asks for; −1 in a leaf. */
  readonly column: Int32Array;
  /** Numbers up to it go left. */
  readonly threshold: Float32Array;
  /** 1 where missing cells go left. */
  readonly missingLeft: Uint8Array;
  /** The left child; the right one is next. */
  readonly left: Uint32Array;
  /** What a leaf adds to the score. */
  readonly value: Float32Array;
  /** By how much a split lowered what was minimised; of two sets of levels, what chance gains is taken off. */
  readonly gain: Float32Array;
  /** Node n sends left the levels from `levelStarts[n]` up to `levelStarts[n + 1]` of `levels`; nodes + 1. */
  readonly levelStarts: Uint32Array;
  readonly levels: Uint32Array;
}

/** Whether a model is boosted trees. */
export function isBoosted(model: object): model is BoostedModel {
  return 'treeStarts' in model;
}

/** How many rounds a model was boosted for. */
export function roundCount({ treeStarts, classCount }: BoostedModel): number {
  return (treeStarts.length - 1) / treeOutputs(classCount);
}

/** The first rounds of a model. */
export function firstRounds(model: BoostedModel, rounds: number): BoostedModel {
  const trees = rounds * treeOutputs(model.classCount);
  const nodes = model.treeStarts[trees]!;
  const { treeStarts, column, threshold, missingLeft, left, value, gain, levelStarts, levels } = model;
  return {
    ...model,
    treeStarts: treeStarts.slice(0, trees + 1),
    column: column.slice(0, nodes),
    threshold: threshold.slice(0, nodes),
    missingLeft: missingLeft.slice(0, nodes),
    left: left.slice(0, nodes),
    value: value.slice(0, nodes),
    gain: gain.slice(0, nodes),
    levelStarts: levelStarts.slice(0, nodes + 1),
    levels: levels.slice(0, levelStarts[nodes]!),
  };
}

/** The probability of each class for every row: rows × classes; or the number that is predicted for each. */
export function predictBoosted(model: BoostedModel, features: TreeRows): Float64Array {
  const scores = predictScores(model, features);
  if (model.classCount === 1) return scores;
  const { rowCount } = features;
  if (model.classCount > 2) {
    toProbabilities(scores, model.classCount);
    return scores;
  }
  const probabilities = new Float64Array(rowCount * 2);
  for (let row = 0; row < rowCount; row++) {
    probabilities[2 * row] = -scores[row]!;
    probabilities[2 * row + 1] = scores[row]!;
  }
  toProbabilities(probabilities, 1);
  return probabilities;
}

/** The scores of every row: rows × outputs. */
export function predictScores(model: BoostedModel, features: TreeRows): Float64Array {
  const { base, columns, treeStarts, column, threshold, missingLeft, left, value } = model;
  const { rowCount, columnCount } = features;
  if (columnCount !== columns.length) {
    throw new FairfrontError(
      'bad-problem',
      `the trees were grown on ${columns.length} columns, but these rows have ${columnCount}; encode them with the encoder of the training rows`,
    );
  }
  const sets = setsOf(model);
  const outputs = base.length;
  const scores = new Float64Array(rowCount * outputs);
  const cells = new Float64Array(columnCount);
  forEachBlock(features, (block, first) => {
    const { values } = block;
    for (let row = 0; row < block.rowCount; row++) {
      for (let c = 0; c < columnCount; c++) cells[c] = toCell(values[row * columnCount + c]!);
      for (let k = 0; k < outputs; k++) {
        let score = base[k]!;
        for (let t = k; t < treeStarts.length - 1; t += outputs) {
          let node = treeStarts[t]!;
          for (let c = column[node]!; c >= 0; c = column[node]!) {
            const cell = cells[c]!;
            const set = sets[node];
            let goesLeft: boolean;
            if (Number.isNaN(cell)) goesLeft = missingLeft[node] === 1;
            else if (set === undefined) goesLeft = cell <= threshold[node]!;
            else goesLeft = ((set[cell >> 5]! >>> (cell & 31)) & 1) === 1;
            node = goesLeft ? left[node]! : left[node]! + 1;
          }
          score += value[node]!;
        }
        scores[(first + row) * outputs + k] = score;
      }
    }
  });
  return scores;
}

/** The levels that go left as bits, for nodes that ask for a category. */
function setsOf({ columns, column, levelStarts, levels }: BoostedModel): (Uint32Array | undefined)[] {
  return Array.from(column, (c, node) => {
    const asked = columns[c];
    if (asked?.kind !== 'categorical') return undefined;
    const bits = new Uint32Array((asked.levels >> 5) + 1);
    for (let i = levelStarts[node]!; i < levelStarts[node + 1]!; i++) {
      bits[levels[i]! >> 5]! |= 1 << (levels[i]! & 31);
    }
    return bits;
  });
}
