// Where rows fall in a tree that is grown: rows that were not trained on, and all rows where boosting goes on.

import type { BinnedRows } from '../bins/binned-rows.js';
import { COLUMNS_PER_WORD, type Kernels } from '../kernels/kernels.js';

/** A node that asks for a column, or a leaf. */
export interface RouteNode {
  readonly split?: { readonly column: number; readonly goesLeft: Uint8Array };
  readonly left?: number;
}

/** Rows in the arena, and room to put them in order. */
export interface RoutedRows {
  readonly rows: Uint32Array;
  readonly scratch: Uint32Array;
  /** A byte for each bin. */
  readonly table: Uint8Array;
}

/** Puts rows in the order of the leaves. @param visit told of each leaf: its node, and its rows */
export function routeRows(
  nodes: readonly RouteNode[],
  { words }: BinnedRows,
  kernels: Kernels,
  { rows, scratch, table }: RoutedRows,
  visit: (node: number, rows: Uint32Array) => void,
): void {
  const starts = new Uint32Array(nodes.length);
  const ends = new Uint32Array(nodes.length);
  ends[0] = rows.length;
  nodes.forEach(({ split, left }, node) => {
    const start = starts[node]!;
    const end = ends[node]!;
    if (start === end) return;
    if (split === undefined) {
      visit(node, rows.subarray(start, end));
      return;
    }
    table.set(split.goesLeft);
    const middle =
      start +
      kernels.partition(
        words[Math.floor(split.column / COLUMNS_PER_WORD)]!.byteOffset,
        rows.byteOffset + 4 * start,
        rows.byteOffset + 4 * end,
        scratch.byteOffset + 4 * start,
        8 * (split.column % COLUMNS_PER_WORD),
        table.byteOffset,
      );
    rows.set(scratch.subarray(start, start + end - middle), middle);
    starts[left!] = start;
    ends[left!] = middle;
    starts[left! + 1] = middle;
    ends[left! + 1] = end;
  });
}
