// Boosted trees: made up, so that they ask everything that trees can ask, or trained.

import { createRandom, type Encoder, encodeColumns, type Table } from '@fairfront/core';
import { allRows } from '../../../core/test/encoder/encoder-tables.js';
import { treeColumns } from '../../src/bins/tree-columns.js';
import { boostedOracle } from '../../src/boost/boosted-oracle.js';
import type { BoostedModel } from '../../src/model/boosted-model.js';

export interface MadeTrees {
  readonly classCount?: number;
  /** How many for each output. */
  readonly trees?: number;
  readonly depth?: number;
  readonly seed?: number;
  /** Of thresholds; by default numbers around 0. */
  readonly thresholds?: readonly number[];
}

/** Trees that ask for columns, thresholds and levels at random; some of them are a leaf. */
export function madeTrees(
  columns: BoostedModel['columns'],
  { classCount = 2, trees = 5, depth = 4, seed = 1, thresholds }: MadeTrees = {},
): BoostedModel {
  const { uniform } = createRandom(seed);
  const pick = (count: number): number => Math.floor(count * uniform());
  const outputs = classCount === 2 ? 1 : classCount;
  const nodes: { column: number; threshold: number; left: number; value: number; levels: number[] }[] = [];
  const addNode = (): number =>
    nodes.push({ column: -1, threshold: 0, left: 0, value: uniform() - 0.5, levels: [] }) - 1;
  const treeStarts = [0];
  for (let tree = 0; tree < trees * outputs; tree++) {
    let last = [addNode()];
    for (let level = 0; level < depth; level++) {
      last = last.flatMap((node) => {
        if (uniform() < 0.1) return [];
        const column = pick(columns.length);
        const asked = columns[column]!;
        const left = addNode();
        addNode();
        const share = uniform();
        const threshold = thresholds === undefined ? 4 * uniform() - 2 : thresholds[pick(thresholds.length)]!;
        nodes[node] =
          asked.kind === 'numeric'
            ? { column, threshold, left, value: 0, levels: [] }
            : {
                column,
                threshold: 0,
                left,
                value: 0,
                levels: numbersUpTo(asked.levels).filter(() => uniform() < share),
              };
        return [left, left + 1];
      });
    }
    treeStarts.push(nodes.length);
  }
  const levelStarts = [0];
  for (const { levels } of nodes) levelStarts.push(levelStarts.at(-1)! + levels.length);
  return {
    classCount,
    columns,
    base: Float64Array.from({ length: outputs }, () => uniform() - 0.5),
    treeStarts: Uint32Array.from(treeStarts),
    column: Int32Array.from(nodes, ({ column }) => column),
    threshold: Float32Array.from(nodes, ({ threshold }) => threshold),
    missingLeft: Uint8Array.from(nodes, ({ column }) => (column < 0 ? 0 : pick(2))),
    left: Uint32Array.from(nodes, ({ left }) => left),
    value: Float32Array.from(nodes, ({ value }) => value),
    gain: Float32Array.from(nodes, ({ column }) => (column < 0 ? 0 : 10 * uniform())),
    levelStarts: Uint32Array.from(levelStarts),
    levels: Uint32Array.from(nodes.flatMap(({ levels }) => levels)),
  };
}

/** Trees that were boosted on all rows of a table, in one group. @param labels the class of each row */
export function trainedTrees(
  encoder: Encoder,
  table: Table,
  labels: readonly number[],
  categories: 'sets' | 'one-hot',
): BoostedModel {
  const { rowCount } = table;
  const rows = {
    features: encodeColumns(encoder, table, allRows(table)),
    labels: Int32Array.from(labels),
    groups: { names: ['all'], groups: new Int32Array(rowCount), counts: [rowCount] },
  };
  const options = { columns: treeColumns(encoder), classCount: Math.max(...labels) + 1, categories };
  const oracle = boostedOracle(rows, { ...options, trees: 20, maxDepth: 4, minChildWeight: 0.1 });
  try {
    return oracle.solve([1], {}).model;
  } finally {
    oracle.close();
  }
}

function numbersUpTo(count: number): number[] {
  return Array.from({ length: count }, (_, number) => number);
}
