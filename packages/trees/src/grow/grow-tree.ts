// One tree, grown for given gradients and hessians: depth by depth, or the leaf that gains most first.

import type { Crew } from './crew.js';
import type { GrowBuffers } from './grow-buffers.js';
import { bestOfThreads, type FoundSplit, isLeftSmaller, leftRows, writeTasks } from './grow-steps.js';

/** A node of a tree that is grown: a leaf, or a split into two. */
export interface GrownNode {
  /** Its rows, as places in `rows` of the buffers. */
  readonly start: number;
  readonly end: number;
  readonly depth: number;
  readonly gradient: number;
  readonly hessian: number;
  split?: FoundSplit;
  /** The place of its left child among the nodes; the right one is next. */
  left?: number;
}

/** An open node: a leaf that can be split. */
interface Open {
  readonly node: GrownNode;
  readonly slot: number;
  readonly best: FoundSplit;
}

/** A hessian up to this share of the root's is that of no row, but for rounding. */
const ROUNDING = 1e-12;

/**
 * Grows a tree on the rows of the buffers, whose gradients are set. Parents come before their children.
 * @returns the nodes; rows are in the order of the leaves
 */
export function growTree(buffers: GrowBuffers, crew: Crew): GrownNode[] {
  const { rows, state, ordered, rules, slots, batch } = buffers;
  const { maxDepth, maxLeaves } = rules;
  const [gradient, hessian, squares] = gatherGradients(rows, state.gradients, ordered);
  const chance = { empty: ROUNDING * hessian, noise: hessian > 0 ? squares / hessian : 0 };
  const root: GrownNode = { start: 0, end: rows.length, depth: 0, gradient, hessian };
  const nodes = [root];
  const free = Array.from({ length: slots }, (_, i) => slots - 1 - i);
  const open: Open[] = [];
  let leaves = 1;
  const canSplit = ({ depth }: GrownNode): boolean => depth < maxDepth && (maxLeaves ?? 2) > 1;

  /** Keeps a node open if it has a split, else its histogram is of no more use. */
  const keep = (node: GrownNode, slot: number, child: number): void => {
    const best = bestOfThreads(buffers, child, crew.threads);
    if (best.gain > 0) open.push({ node, slot, best });
    else free.push(slot);
  };
  if (canSplit(root) && rows.length > 0) {
    const slot = free.pop()!;
    const none = { largeSlot: -1, smallGradient: gradient, smallHessian: hessian };
    writeTasks(buffers, [
      { start: 0, end: rows.length, smallSlot: slot, ...none, largeGradient: 0, largeHessian: 0 },
    ]);
    crew.findSplits(1, chance);
    keep(root, slot, 0);
  }
  while (open.length > 0 && (maxLeaves === undefined || leaves < maxLeaves)) {
    const chosen = maxLeaves === undefined ? open.splice(-batch) : [takeBest(open)];
    chosen.forEach(({ best }, i) => {
      buffers.tables.set(best.goesLeft, 256 * i);
    });
    writeTasks(
      buffers,
      chosen.map(({ node: { start, end }, best: { column } }) => ({ start, end, column })),
    );
    crew.splitRows(chosen.length);
    leaves += chosen.length;
    const pairs = chosen.map(({ node, best, slot }, i) => {
      const middle = node.start + leftRows(buffers, i);
      const [left, right] = childrenOf(node, best, middle);
      node.split = best;
      node.left = nodes.length;
      nodes.push(left, right);
      const isLeft = isLeftSmaller(middle - node.start, node.end - node.start);
      return { small: isLeft ? left : right, large: isLeft ? right : left, slot };
    });
    const growing = pairs.filter(({ small, slot }) => {
      if (canSplit(small)) return true;
      free.push(slot);
      return false;
    });
    if (growing.length === 0) continue;
    const placed = growing.map((pair) => ({ ...pair, smallSlot: free.pop()! }));
    writeTasks(
      buffers,
      placed.map(({ small, large, slot, smallSlot }) => ({
        start: small.start,
        end: small.end,
        smallSlot,
        largeSlot: slot,
        smallGradient: small.gradient,
        smallHessian: small.hessian,
        largeGradient: large.gradient,
        largeHessian: large.hessian,
      })),
    );
    crew.findSplits(placed.length, chance);
    placed.forEach(({ small, large, slot, smallSlot }, i) => {
      keep(small, smallSlot, 2 * i);
      keep(large, slot, 2 * i + 1);
    });
  }
  return nodes;
}

/** Puts the gradients of rows in their order. @returns Σ g, Σ h and Σ g² */
function gatherGradients(
  rows: Uint32Array,
  gradients: Float32Array,
  ordered: Float32Array,
): [gradient: number, hessian: number, squares: number] {
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

function childrenOf(
  { start, end, depth, gradient, hessian }: GrownNode,
  { leftGradient, leftHessian }: FoundSplit,
  middle: number,
): [left: GrownNode, right: GrownNode] {
  return [
    { start, end: middle, depth: depth + 1, gradient: leftGradient, hessian: leftHessian },
    {
      start: middle,
      end,
      depth: depth + 1,
      gradient: gradient - leftGradient,
      hessian: hessian - leftHessian,
    },
  ];
}

/** Takes the open node whose split gains most, of equals the one that was opened first. */
function takeBest(open: Open[]): Open {
  let best = 0;
  open.forEach((one, i) => {
    if (one.best.gain > open[best]!.best.gain) best = i;
  });
  return open.splice(best, 1)[0]!;
}
