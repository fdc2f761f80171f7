// One tree, grown for given gradients and hessians: depth by depth, or the leaf that gains most first.

import type { Chance } from './find-split.js';
import type { GrowRules } from './grow-buffers.js';
import { type FoundSplit, isLeftSmaller } from './grow-steps.js';

/** A node of a tree that is grown: a leaf, or a split into two. */
export interface GrownNode {
  /** Its rows, as places among all rows that are trained on, were these in the order of the leaves. */
  readonly start: number;
  readonly end: number;
  readonly depth: number;
  readonly gradient: number;
  readonly hessian: number;
  /** The number of the leaf that it was; its left child keeps it. */
  readonly leaf: number;
  split?: FoundSplit;
  /** The place of its left child among the nodes; the right one is next. */
  left?: number;
}

/** A node whose rows are split. */
export interface NodeSplit {
  readonly node: GrownNode;
  readonly best: FoundSplit;
  /** The number of the leaf that is its right child. */
  readonly rightLeaf: number;
}

/** Two children whose best splits are looked for, and the places of their histograms. */
export interface NodePair {
  readonly small: GrownNode;
  readonly smallSlot: number;
  /** It takes over the place of its parent's histogram. The root has no other beside it. */
  readonly large?: GrownNode;
  readonly slot?: number;
}

/** The rows that a tree is grown on, and who splits and sums them. */
export interface GrowingRows {
  readonly rules: GrowRules;
  /** Rows that are trained on. */
  readonly count: number;
  /** Places of histograms. */
  readonly slots: number;
  /** Nodes that are split together, at most. */
  readonly batch: number;
  /** Nodes that may be split before it is known whether the tree takes their splits: they cost no pass of their own. */
  readonly ahead: number;
  /** Begins a tree. @returns Σ g, Σ h and Σ g² */
  begin(): readonly [gradient: number, hessian: number, squares: number];
  /** Splits the rows of nodes. @returns how many go left, by node */
  splitRows(splits: readonly NodeSplit[]): readonly number[];
  /** Makes the histograms of children. @returns the best splits of the smaller and of the larger one, by pair */
  findSplits(
    pairs: readonly NodePair[],
    chance: Chance,
  ): readonly (readonly [small: FoundSplit, large: FoundSplit])[];
}

/** An open node: a leaf that can be split. */
interface Open {
  readonly node: GrownNode;
  readonly slot: number;
  readonly best: FoundSplit;
  /** What it is split into, once that is known. */
  children?: { readonly left: GrownNode; readonly right: GrownNode; readonly open: readonly Open[] };
}

/** A hessian up to this share of the root's is that of no row, but for rounding. */
const ROUNDING = 1e-12;

/**
 * Grows a tree on rows whose gradients are set. Parents come before their children.
 * @returns the nodes; rows are in the order of the leaves
 */
export function growTree(rows: GrowingRows): GrownNode[] {
  const { count, slots, batch, ahead } = rows;
  const { maxDepth, maxLeaves } = rows.rules;
  const [gradient, hessian, squares] = rows.begin();
  const chance = { empty: ROUNDING * hessian, noise: hessian > 0 ? squares / hessian : 0 };
  const root: GrownNode = { start: 0, end: count, depth: 0, gradient, hessian, leaf: 0 };
  const nodes = [root];
  const free = Array.from({ length: slots }, (_, i) => slots - 1 - i);
  const open: Open[] = [];
  let leaves = 1;
  let numbered = 1;
  const canSplit = ({ depth }: GrownNode): boolean => depth < maxDepth && (maxLeaves ?? 2) > 1;

  /** A node is open if it has a split, else its histogram is of no more use. */
  const opened = (node: GrownNode, slot: number, best: FoundSplit): Open[] => {
    if (best.gain > 0) return [{ node, slot, best }];
    free.push(slot);
    return [];
  };
  /** Makes the children of open nodes, and finds their splits. */
  const expand = (list: readonly Open[]): void => {
    const splits = list.map(({ node, best }) => ({ node, best, rightLeaf: numbered++ }));
    const lefts = rows.splitRows(splits);
    const pairs = list.map((own, i) => {
      const { start, end } = own.node;
      const [left, right] = childrenOf(splits[i]!, start + lefts[i]!);
      own.children = { left, right, open: [] };
      const isLeft = isLeftSmaller(lefts[i]!, end - start);
      return { own, small: isLeft ? left : right, large: isLeft ? right : left, slot: own.slot };
    });
    const growing = pairs.filter(({ small, slot }) => {
      if (canSplit(small)) return true;
      free.push(slot);
      return false;
    });
    if (growing.length === 0) return;
    const placed = growing.map((pair) => ({ ...pair, smallSlot: free.pop()! }));
    const found = rows.findSplits(placed, chance);
    placed.forEach(({ own, small, large, slot, smallSlot }, i) => {
      const [bestOfSmall, bestOfLarge] = found[i]!;
      const both = [...opened(small, smallSlot, bestOfSmall), ...opened(large, slot, bestOfLarge)];
      own.children = { ...own.children!, open: both };
    });
  };
  if (canSplit(root) && count > 0) {
    const smallSlot = free.pop()!;
    const [[best]] = rows.findSplits([{ small: root, smallSlot }], chance) as [[FoundSplit, FoundSplit]];
    open.push(...opened(root, smallSlot, best));
  }
  while (open.length > 0 && (maxLeaves === undefined || leaves < maxLeaves)) {
    const chosen = maxLeaves === undefined ? open.splice(-batch) : [takeBest(open)];
    const news = chosen.filter(({ children }) => children === undefined);
    if (news.length > 0) {
      const wanted = maxLeaves === undefined ? 0 : Math.min(ahead, maxLeaves - leaves - 1);
      expand([...news, ...likeliest(open, wanted)]);
    }
    for (const { node, best, children } of chosen) {
      node.split = best;
      node.left = nodes.length;
      nodes.push(children!.left, children!.right);
      open.push(...children!.open);
    }
    leaves += chosen.length;
  }
  return nodes;
}

/** The open nodes that are likeliest to be split next, so that so many have children. */
function likeliest(open: readonly Open[], wanted: number): Open[] {
  if (wanted === 0) return [];
  const news = open.filter(({ children }) => children === undefined);
  const missing = Math.max(0, wanted - (open.length - news.length));
  return news.sort((a, b) => b.best.gain - a.best.gain).slice(0, missing);
}

function childrenOf(
  { node, best, rightLeaf }: NodeSplit,
  middle: number,
): [left: GrownNode, right: GrownNode] {
  const { start, end, gradient, hessian, leaf } = node;
  const { leftGradient, leftHessian } = best;
  const depth = node.depth + 1;
  return [
    { start, end: middle, depth, gradient: leftGradient, hessian: leftHessian, leaf },
    {
      ...{ start: middle, end, depth },
      ...{ gradient: gradient - leftGradient, hessian: hessian - leftHessian, leaf: rightLeaf },
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
