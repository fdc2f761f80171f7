// Who grows the trees of a booster and keeps the scores of its rows. Rows are in memory here; `chunk-grower.ts` reads
// them block by block.

import { alignedBytes, allocate } from '../bins/arena.js';
import type { BinnedRows } from '../bins/binned-rows.js';
import { createKernels } from '../kernels/kernels.js';
import type { RowState } from '../loss/objective.js';
import type { Crew } from './crew.js';
import {
  BYTE_VALUES,
  createGrowBuffers,
  type GrowBuffers,
  type GrowRules,
  growBytes,
  LEAF_BATCH,
} from './grow-buffers.js';
import { writeTasks } from './grow-steps.js';
import { type GrownNode, growTree } from './grow-tree.js';
import { rowsInMemory } from './memory-rows.js';
import { type RouteNode, routeRows } from './route-rows.js';

/** A tree that rows are routed through, with the value of each leaf. */
export interface RoutedTree {
  readonly nodes: readonly RouteNode[];
  readonly values: Float32Array;
  readonly output: number;
}

/** Grows trees and keeps scores. */
export interface Grower {
  /** What is known of all rows. */
  readonly state: RowState;
  /** By column: 0 where the next tree does without it. */
  readonly isUsed: Uint8Array;
  /** Takes the weights of rows in hand. @returns whether they are still those that were set before */
  takeWeights(): boolean;
  /** Grows a tree for the gradients of an output. */
  grow(output: number): GrownNode[];
  /** Adds the values of the leaves of the tree that was just grown to the scores of all rows. */
  addGrown(nodes: readonly GrownNode[], values: Float32Array, output: number): void;
  /** Adds the values of other trees' leaves, one tree after the other. */
  addTrees(trees: Iterable<RoutedTree>): void;
  close(): void;
}

/** Makes the threads that grow trees. */
export type CrewMaker = (buffers: GrowBuffers) => Crew;

/** Rows that are trained on, and rows that are held out. */
export interface PartedRows {
  readonly trained: Uint32Array;
  readonly heldOut: Uint32Array;
}

/** The bytes that growing takes in an arena, beside the state of rows. */
export function growerBytes(
  binned: Pick<BinnedRows, 'columns'>,
  { trained, heldOut }: PartedRows,
  rules: GrowRules,
): number {
  return (
    growBytes(binned, { trained: trained.length }, rules) +
    alignedBytes(BYTE_VALUES) +
    2 * alignedBytes(4 * Math.max(trained.length, heldOut.length))
  );
}

/** Grows trees on rows in memory. */
export function memoryGrower(
  binned: BinnedRows,
  state: RowState,
  { trained, heldOut }: PartedRows,
  rules: GrowRules,
  createCrew: CrewMaker,
): Grower {
  const { arena } = binned;
  const buffers = createGrowBuffers(arena, binned, state, { trained: trained.length }, rules);
  const room = Math.max(trained.length, heldOut.length);
  const routed = allocate(arena, Uint32Array, room);
  const scratch = allocate(arena, Uint32Array, room);
  const table = allocate(arena, Uint8Array, BYTE_VALUES);
  const kernels = createKernels(arena.memory, arena.isShared);
  const crew = createCrew(buffers);
  const growing = rowsInMemory(buffers, crew);
  const route = (list: Uint32Array, { nodes, values, output }: RoutedTree): void => {
    const { scores, outputs } = state;
    routed.set(list);
    const own = { rows: routed.subarray(0, list.length), scratch, table };
    routeRows(nodes, binned, kernels, own, (node, rows) => {
      for (let i = 0; i < rows.length; i++) scores[rows[i]! * outputs + output]! += values[node]!;
    });
  };
  return {
    state,
    isUsed: buffers.isUsed,
    takeWeights: () => true,
    grow: (output) => {
      crew.setGradients(output);
      buffers.rows.set(trained);
      return growTree(growing);
    },
    addGrown: (nodes, values, output) => {
      // Rows that are trained on are in the order of the leaves.
      const leaves = nodes.flatMap(({ split, start, end }, node) =>
        split === undefined ? [{ start, end, output, value: values[node]! }] : [],
      );
      for (let first = 0; first < leaves.length; first += LEAF_BATCH) {
        const batch = leaves.slice(first, first + LEAF_BATCH);
        writeTasks(buffers, batch);
        crew.addScores(batch.length);
      }
      route(heldOut, { nodes, values, output });
    },
    addTrees: (trees) => {
      for (const tree of trees) {
        route(trained, tree);
        route(heldOut, tree);
      }
    },
    close: () => crew.close?.(),
  };
}
