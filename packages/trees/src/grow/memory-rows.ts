// Rows in memory that trees are grown on: they are put in the order of the leaves.

import type { Crew } from './crew.js';
import { BYTE_VALUES, type GrowBuffers } from './grow-buffers.js';
import { bestOfThreads, leftRows, writeTasks } from './grow-steps.js';
import type { GrowingRows, NodePair } from './grow-tree.js';

/** The rows of buffers, which a crew splits and sums. */
export function rowsInMemory(buffers: GrowBuffers, crew: Crew): GrowingRows {
  const { rules, rows, slots, batch, ahead } = buffers;
  return {
    ...{ rules, slots, batch, ahead },
    count: rows.length,
    begin: () => gatherGradients(buffers),
    splitRows: (splits) => {
      splits.forEach(({ best }, i) => {
        buffers.tables.set(best.goesLeft, BYTE_VALUES * i);
      });
      writeTasks(
        buffers,
        splits.map(({ node: { start, end }, best: { column } }) => ({ start, end, column })),
      );
      crew.splitRows(splits.length);
      return splits.map((_, i) => leftRows(buffers, i));
    },
    findSplits: (pairs, chance) => {
      writePairs(buffers, pairs);
      crew.findSplits(pairs.length, chance);
      return bestSplits(buffers, crew, pairs.length);
    },
  };
}

/** Writes down which histograms are to be made. */
export function writePairs(buffers: GrowBuffers, pairs: readonly NodePair[]): void {
  writeTasks(
    buffers,
    pairs.map(({ small, smallSlot, large, slot }) => ({
      start: small.start,
      end: small.end,
      smallSlot,
      largeSlot: slot ?? -1,
      smallGradient: small.gradient,
      smallHessian: small.hessian,
      largeGradient: large?.gradient ?? 0,
      largeHessian: large?.hessian ?? 0,
    })),
  );
}

/** What threads have found for so many pairs. */
export function bestSplits(
  buffers: GrowBuffers,
  { threads }: Crew,
  count: number,
): ReturnType<GrowingRows['findSplits']> {
  return Array.from(
    { length: count },
    (_, i) => [bestOfThreads(buffers, 2 * i, threads), bestOfThreads(buffers, 2 * i + 1, threads)] as const,
  );
}

/** Puts the gradients of rows in their order. @returns Σ g, Σ h and Σ g² */
function gatherGradients({ rows, ordered, state: { gradients } }: GrowBuffers): [number, number, number] {
  let gradient = 0;
  let hessian = 0;
  let squares = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const g = gradients[2 * row]!;
    const h = gradients[2 * row + 1]!;
    ordered[2 * i] = g;
    ordered[2 * i + 1] = h;
    gradient += g;
    hessian += h;
    squares += g * g;
  }
  return [gradient, hessian, squares];
}
