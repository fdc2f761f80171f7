// A model that grows by a tree at a time.

import type { TreeColumn } from '../bins/columns.js';
import type { ColumnBins } from '../bins/fit-bins.js';
import type { GrownNode } from '../grow/grow-tree.js';
import type { RouteNode } from '../grow/route-rows.js';
import type { BoostedModel } from './boosted-model.js';

/** Of float32. */
const LARGEST_GAIN = 3.4e38;

/** Collects trees in the arrays of a model. */
export class ModelBuilder {
  readonly #treeStarts: number[] = [0];
  readonly #column: number[] = [];
  readonly #threshold: number[] = [];
  readonly #missingLeft: number[] = [];
  readonly #left: number[] = [];
  readonly #value: number[] = [];
  readonly #gain: number[] = [];
  readonly #levelStarts: number[] = [0];
  readonly #levels: number[] = [];

  constructor(
    private readonly classCount: number,
    private readonly columns: readonly TreeColumn[],
    private readonly bins: readonly ColumnBins[],
    private readonly base: Float64Array,
    /** What the values of trees that are added are measured in. */
    private readonly unit = 1,
  ) {}

  /** Adds a tree. @param values what each node adds where it is a leaf */
  addTree(nodes: readonly GrownNode[], values: Float32Array): void {
    const first = this.#column.length;
    nodes.forEach(({ split, left }, i) => {
      this.#column.push(split?.column ?? -1);
      this.#left.push(split === undefined ? 0 : first + left!);
      this.#value.push(split === undefined ? values[i]! * this.unit : 0);
      this.#gain.push(Math.min((split?.gain ?? 0) * this.unit ** 2, LARGEST_GAIN));
      let threshold = 0;
      if (split !== undefined) {
        const { kind, thresholds, binOfLevel, count } = this.bins[split.column]!;
        if (kind === 'numeric') threshold = thresholds[split.goesLeft.lastIndexOf(1, count - 1)]!;
        else {
          binOfLevel.forEach((bin, level) => {
            if (split.goesLeft[bin] === 1) this.#levels.push(level);
          });
        }
        this.#missingLeft.push(split.goesLeft[count]!);
      } else this.#missingLeft.push(0);
      this.#threshold.push(threshold);
      this.#levelStarts.push(this.#levels.length);
    });
    this.#treeStarts.push(this.#column.length);
  }

  /** Goes on from a model. */
  addAll(model: BoostedModel): void {
    const copy = (to: number[], from: ArrayLike<number>, skip = 0): void => {
      for (let i = skip; i < from.length; i++) to.push(from[i]!);
    };
    copy(this.#treeStarts, model.treeStarts, 1);
    copy(this.#column, model.column);
    copy(this.#threshold, model.threshold);
    copy(this.#missingLeft, model.missingLeft);
    copy(this.#left, model.left);
    copy(this.#value, model.value);
    copy(this.#gain, model.gain);
    copy(this.#levelStarts, model.levelStarts, 1);
    copy(this.#levels, model.levels);
  }

  /** The model of all trees so far. */
  model(): BoostedModel {
    return {
      classCount: this.classCount,
      columns: this.columns,
      base: this.base,
      treeStarts: Uint32Array.from(this.#treeStarts),
      column: Int32Array.from(this.#column),
      threshold: Float32Array.from(this.#threshold),
      missingLeft: Uint8Array.from(this.#missingLeft),
      left: Uint32Array.from(this.#left),
      value: Float32Array.from(this.#value),
      gain: Float32Array.from(this.#gain),
      levelStarts: Uint32Array.from(this.#levelStarts),
      levels: Uint32Array.from(this.#levels),
    };
  }
}

/** A tree of a model, as rows are routed through it by their bins. */
export function treeNodes(
  { treeStarts, column, threshold, missingLeft, left, value, levelStarts, levels }: BoostedModel,
  tree: number,
  bins: readonly ColumnBins[],
): { readonly nodes: RouteNode[]; readonly values: Float32Array } {
  const first = treeStarts[tree]!;
  const end = treeStarts[tree + 1]!;
  const nodes = Array.from({ length: end - first }, (_, i): RouteNode => {
    const node = first + i;
    const asked = bins[column[node]!];
    if (asked === undefined) return {};
    const { kind, count, thresholds, binOfLevel } = asked;
    const goesLeft = new Uint8Array(256);
    goesLeft[count] = missingLeft[node]!;
    if (kind === 'numeric') {
      for (let bin = 0; bin < count; bin++) goesLeft[bin] = thresholds[bin]! <= threshold[node]! ? 1 : 0;
    } else {
      for (let k = levelStarts[node]!; k < levelStarts[node + 1]!; k++) goesLeft[binOfLevel[levels[k]!]!] = 1;
    }
    return { split: { column: column[node]!, goesLeft }, left: left[node]! - first };
  });
  return { nodes, values: value.slice(first, end) };
}
