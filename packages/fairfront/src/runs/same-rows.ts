// Whether two models were judged by the same rows: only then is the change from one to the other measured row by row.

import type { GroupIndex } from '@fairfront/core';

/** What one model said of rows that can be told apart. */
export interface JudgedRows {
  /** The place of each row in the data. */
  readonly rows: Uint32Array;
  readonly labels: Int32Array;
  readonly groups: GroupIndex;
  /** Row → whose it is. */
  readonly entities?: ArrayLike<number> | undefined;
  /** rows × classes */
  readonly probabilities: Float64Array;
}

/** What keeps two models from being compared row by row. */
export type RowsDiffer = 'rows' | 'labels' | 'groups';

/** Whether rows count for the same in both, or once in both. Rows are told by their place. */
export function haveSameWeights(first: JudgedRows, other: JudgedRows): boolean {
  const [own, theirs] = [first.groups.weights, other.groups.weights];
  if (own === undefined || theirs === undefined) return own === theirs;
  const known = new Map(Array.from(other.rows, (row, i) => [row, theirs[i]]));
  return first.rows.every((row, i) => !known.has(row) || known.get(row) === own[i]);
}

/** Rows by their place and, where groups overlap, by how often they came before. */
function toldApart(rows: Uint32Array): string[] {
  const met = new Map<number, number>();
  return Array.from(rows, (row) => {
    const copy = met.get(row) ?? 0;
    met.set(row, copy + 1);
    return `${row} ${copy}`;
  });
}

/** What the other model said, in the order of the first one's rows; or in what they differ. Classes are the same. */
export function joinRows(first: JudgedRows, other: JudgedRows): Float64Array | RowsDiffer {
  const { labels, groups } = first;
  const rows = toldApart(first.rows);
  const places = new Map(toldApart(other.rows).map((row, i) => [row, i]));
  if (rows.length !== places.size || rows.some((row) => !places.has(row))) return 'rows';
  const order = Uint32Array.from(rows, (row) => places.get(row)!);
  if (order.some((i, own) => other.labels[i] !== labels[own])) return 'labels';
  const nameOf = ({ names, groups }: GroupIndex, row: number): string | undefined => names[groups[row]!];
  if (order.some((i, own) => nameOf(other.groups, i) !== nameOf(groups, own))) return 'groups';
  const width = other.probabilities.length / order.length;
  const joined = new Float64Array(other.probabilities.length);
  order.forEach((i, own) => {
    joined.set(other.probabilities.subarray(i * width, (i + 1) * width), own * width);
  });
  return joined;
}
