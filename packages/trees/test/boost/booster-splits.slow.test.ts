// Whole rounds of boosting against trying every split: gradients are written down from the formulas, from scores that
// the model so far predicts.

import { createRandom, type DenseRows } from '@fairfront/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type BinnedRows, binAt } from '../../src/bins/binned-rows.js';
import { resolveBoosting } from '../../src/boost/boosted-options.js';
import { CATEGORY_SPLITS } from '../../src/grow/find-split.js';
import type { GrownNode } from '../../src/grow/grow-tree.js';
import type { BoostedLoss } from '../../src/loss/objective.js';
import { type BoostedModel, firstRounds, predictScores } from '../../src/model/boosted-model.js';
import { treeNodes } from '../../src/model/model-builder.js';
import { type PlainRows, sumOf } from '../grow/brute-force.js';
import { checkTree } from '../grow/check-tree.js';
import { createBooster } from '../helpers/create-booster.js';
import { oneOf, randomTable, wholeNumber } from '../helpers/random-tables.js';
import '../../../core/test/helpers/close.js';

const CASES: readonly { readonly loss: BoostedLoss; readonly classCount: number }[] = [
  { loss: 'cross-entropy', classCount: 2 },
  { loss: 'cross-entropy', classCount: 3 },
  { loss: 'brier', classCount: 2 },
  { loss: 'brier', classCount: 3 },
  { loss: 'squared', classCount: 1 },
];
const ROUNDS = 3;

/** Gradient and hessian of a row of weight 1, by output. */
function derivatives(loss: BoostedLoss, scores: readonly number[], label: number): [g: number, h: number][] {
  if (loss === 'squared') return [[scores[0]! - label, 1]];
  const logits = scores.length === 1 ? [0, scores[0]!] : scores;
  const sum = logits.reduce((all, z) => all + Math.exp(z), 0);
  const p = logits.map((z) => Math.exp(z) / sum);
  const residual = p.map((own, k) => own - (k === label ? 1 : 0));
  /** ∂p_j/∂z_k */
  const slope = (j: number, k: number): number => p[j]! * ((j === k ? 1 : 0) - p[k]!);
  const all = p.map((own, k): [number, number] => {
    if (loss === 'cross-entropy') return [residual[k]!, own * (1 - own)];
    const g = p.reduce((total, _, j) => total + 2 * residual[j]! * slope(j, k), 0);
    return [g, p.reduce((total, _, j) => total + 2 * slope(j, k) ** 2, 0)];
  });
  // Of two classes the second alone; of more every hessian is doubled.
  return scores.length === 1 ? [all[1]!] : all.map(([g, h]) => [g, 2 * h]);
}

/** The nodes of a tree with the rows that they have, from the model alone. */
function grownNodes(
  model: BoostedModel,
  tree: number,
  binned: BinnedRows,
  plain: PlainRows,
): { nodes: GrownNode[]; rows: number[] } {
  const { nodes: routes } = treeNodes(model, tree, binned.columns);
  const found: GrownNode[] = [];
  const rows: number[] = [];
  const visit = (node: number, own: readonly number[], depth: number): void => {
    const start = rows.length;
    const { split, left } = routes[node]!;
    if (split === undefined) rows.push(...own);
    else {
      const goesLeft = (row: number): boolean => split.goesLeft[binAt(binned, row, split.column)] === 1;
      visit(left!, own.filter(goesLeft), depth + 1);
      visit(
        left! + 1,
        own.filter((row) => !goesLeft(row)),
        depth + 1,
      );
    }
    const { gradient, hessian } = sumOf(plain, own);
    const gain = model.gain[model.treeStarts[tree]! + node]!;
    const sums = { leftGradient: 0, leftHessian: 0 };
    const range = { start, end: rows.length, depth, gradient, hessian, leaf: node };
    found[node] = split === undefined ? range : { ...range, split: { ...split, ...sums, gain }, left: left! };
  };
  visit(0, Array.from(plain.bins.keys()), 0);
  return { nodes: found, rows };
}

/** Gradients that the tree of an output was grown on. @param scores before its round, rows × outputs */
function plainRows(
  { loss, outputs, output }: { loss: BoostedLoss; outputs: number; output: number },
  scores: Float64Array,
  labels: ArrayLike<number>,
  weights: readonly number[],
  binned: BinnedRows,
): PlainRows {
  const rows = weights.map((weight, row) => {
    const own = Array.from(scores.subarray(row * outputs, (row + 1) * outputs));
    const [g, h] = derivatives(loss, own, labels[row]!)[output]!;
    return { g: Math.fround(weight * g), h: Math.fround(weight * h) };
  });
  return {
    columns: binned.columns,
    bins: rows.map((_, row) => binned.columns.map((_, c) => binAt(binned, row, c))),
    gradients: rows.map(({ g }) => g),
    hessians: rows.map(({ h }) => h),
  };
}

it.each(CASES)(
  'boosts $loss of $classCount classes by the best splits and values of leaves',
  ({ loss, classCount }) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (seed) => {
        const random = createRandom(seed);
        const { features, columns } = randomTable(random);
        const { rowCount } = features as DenseRows;
        const labels = Array.from({ length: rowCount }, () =>
          loss === 'squared' ? 4 * random.uniform() : wholeNumber(random, 0, classCount - 1),
        );
        const weights = labels.map(() => (random.uniform() < 0.2 ? 0 : 0.2 + random.exponential()));
        const all = weights.reduce((sum, weight) => sum + weight, 0);
        if (all === 0) return;
        const options = {
          trees: ROUNDS,
          learningRate: 0.3,
          lambda: oneOf(random, [0.1, 1]),
          minChildWeight: oneOf(random, [0, 0.5]),
          maxDepth: wholeNumber(random, 1, 4),
          categories: oneOf(random, CATEGORY_SPLITS),
          setPenalty: oneOf(random, [0, 1]),
          ...(random.uniform() < 0.4 ? { maxLeaves: wholeNumber(random, 2, 6) } : {}),
        };
        const { booster, binned } = createBooster({ features, columns, labels, classCount, loss }, options);
        for (let round = 0; round < ROUNDS; round++) booster.addRound(weights.map((weight) => weight / all));
        const model = booster.model();
        const outputs = model.base.length;
        const mean1 = weights.map((weight) => (weight / all) * rowCount);
        expect(model.treeStarts).toHaveLength(1 + ROUNDS * outputs);
        for (let tree = 0; tree < ROUNDS * outputs; tree++) {
          const before = predictScores(firstRounds(model, Math.floor(tree / outputs)), features);
          const plain = plainRows({ loss, outputs, output: tree % outputs }, before, labels, mean1, binned);
          const { nodes, rows } = grownNodes(model, tree, binned, plain);
          checkTree(plain, nodes, rows, resolveBoosting(options), { rounding: 3e-6 });
          const first = model.treeStarts[tree]!;
          nodes.forEach(({ split, gradient, hessian }, i) => {
            const value = (-0.3 * gradient) / (hessian + options.lambda);
            expect([model.value[first + i]!]).toBeAllClose([split === undefined ? value : 0], {
              relative: 1e-5,
              absolute: 1e-5,
            });
          });
        }
      }),
      { numRuns: 60 },
    );
  },
);
