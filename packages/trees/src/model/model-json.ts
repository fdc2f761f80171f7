// Boosted trees as JSON, for people to read and for programs in any language. A tree is the list of its nodes; its first
// node is the root.
//
//   leaf    what it adds to the score                                          -0.12
//   split   [column, threshold or levels, missing left, left child, gain]      [2, 0.5, 1, 1, 12.3]
//
// Numbers up to the threshold go left, or the levels of a list; missing cells do where there is a 1. The left child is the
// number of a node of the same tree, counted from 0; the right child is the next one.

import { FairfrontError } from '@fairfront/core';
import { shortened } from '@fairfront/core/internal';
import type { TreeColumn } from '../bins/columns.js';
import { treeOutputs } from '../loss/objective.js';
import type { BoostedModel } from './boosted-model.js';

/** A node that asks for a column. */
export type SplitJson = readonly [
  column: number,
  goesLeft: number | readonly number[],
  missingLeft: number,
  left: number,
  gain: number,
];

/** Boosted trees as JSON. */
export interface BoostedJson {
  readonly classCount: number;
  readonly columns: readonly TreeColumn[];
  readonly base: readonly number[];
  readonly trees: readonly (readonly (number | SplitJson)[])[];
}

/** Writes boosted trees as plain data that survives JSON. */
export function boostedToJson(model: BoostedModel): BoostedJson {
  const { classCount, columns, base, treeStarts, column, threshold, missingLeft, left, value, gain } = model;
  const { levelStarts, levels } = model;
  const nodeOf = (node: number, first: number): number | SplitJson => {
    const asked = columns[column[node]!];
    if (asked === undefined) return shortest(value[node]!);
    const goesLeft =
      asked.kind === 'numeric'
        ? shortest(threshold[node]!)
        : [...levels.subarray(levelStarts[node], levelStarts[node + 1])];
    return [column[node]!, goesLeft, missingLeft[node]!, left[node]! - first, shortest(gain[node]!)];
  };
  return {
    classCount,
    columns,
    base: [...base],
    trees: Array.from({ length: treeStarts.length - 1 }, (_, tree) => {
      const first = treeStarts[tree]!;
      return Array.from({ length: treeStarts[tree + 1]! - first }, (__, i) => nodeOf(first + i, first));
    }),
  };
}

/** The number with the fewest digits that is this one in float32. */
function shortest(value: number): number {
  for (let digits = 1; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number(value.toPrecision(9));
}

/** To a tree a level is a number of float32, which counts up to here. */
const MOST_LEVELS = 2 ** 24;

/** A node as it is in the arrays of a model, but for its left child, which is counted from the root of its tree. */
interface ParsedNode {
  readonly column: number;
  readonly threshold: number;
  readonly missingLeft: number;
  readonly left: number;
  readonly value: number;
  readonly gain: number;
  readonly levels: readonly number[];
}

const LEAF: ParsedNode = { column: -1, threshold: 0, missingLeft: 0, left: 0, value: 0, gain: 0, levels: [] };

/** Checks boosted trees that were read from JSON. @param json what `JSON.parse` made of them */
export function parseBoosted(json: unknown): BoostedModel {
  const fields = record(json, 'the model');
  const classCount = wholeNumber(fields.classCount, 'classCount', 1);
  const columns = list(fields.columns, 'columns').map((column, i) => parseColumn(column, `columns[${i}]`));
  if (columns.length === 0) fail('columns', 'name a column', columns);
  const outputs = treeOutputs(classCount);
  const base = list(fields.base, 'base');
  if (base.length !== outputs) fail('base', `have a number for each of ${outputs} outputs`, base);
  const trees = list(fields.trees, 'trees').map((tree, i) => parseTree(tree, columns, `trees[${i}]`));
  if (trees.length % outputs !== 0) fail('the number of trees', `be a multiple of ${outputs}`, trees.length);
  const nodes = trees.flat();
  const starts = startsOf(trees);
  return {
    classCount,
    columns,
    base: Float64Array.from(base, (score, i) => finite(score, `base[${i}]`)),
    treeStarts: starts,
    column: Int32Array.from(nodes, ({ column }) => column),
    threshold: Float32Array.from(nodes, ({ threshold }) => threshold),
    missingLeft: Uint8Array.from(nodes, ({ missingLeft }) => missingLeft),
    left: Uint32Array.from(
      trees.flatMap((tree, i) => tree.map(({ left, column }) => (column < 0 ? 0 : starts[i]! + left))),
    ),
    value: Float32Array.from(nodes, ({ value }) => value),
    gain: Float32Array.from(nodes, ({ gain }) => gain),
    levelStarts: startsOf(nodes.map(({ levels }) => levels)),
    levels: Uint32Array.from(nodes.flatMap(({ levels }) => levels)),
  };
}

/** Where each list starts when they stand behind each other, and where the last one ends. */
function startsOf(lists: readonly (readonly unknown[])[]): Uint32Array {
  const starts = new Uint32Array(lists.length + 1);
  lists.forEach(({ length }, i) => {
    starts[i + 1] = starts[i]! + length;
  });
  return starts;
}

/** Every node but the root must be the child of one split that stands before it. */
function parseTree(json: unknown, columns: readonly TreeColumn[], field: string): ParsedNode[] {
  const tree = list(json, field);
  if (tree.length === 0) fail(field, 'have a node', tree);
  const isMet = new Uint8Array(tree.length); // as the root or a child
  isMet[0] = 1;
  return tree.map((item, i) => {
    const own = `${field}[${i}]`;
    if (isMet[i] === 0) fail(own, 'be the child of a split before it', item);
    if (!Array.isArray(item)) return { ...LEAF, value: float32(item, own) };
    const node = parseSplit(item, columns, own);
    const { left } = node;
    // All up to this one are met, and those beyond the tree are undefined.
    if (!(isMet[left] === 0 && isMet[left + 1] === 0)) {
      fail(`${own}[3]`, 'name the first of two nodes after it that are no children yet', left);
    }
    isMet.fill(1, left, left + 2);
    return node;
  });
}

function parseSplit(split: readonly unknown[], columns: readonly TreeColumn[], field: string): ParsedNode {
  if (split.length !== 5) fail(field, 'be a number, or a list of five', split);
  const column = wholeNumber(split[0], `${field}[0]`, 0, columns.length - 1);
  const asked = columns[column]!;
  return {
    ...LEAF,
    column,
    ...(asked.kind === 'numeric'
      ? { threshold: float32(split[1], `${field}[1]`) }
      : { levels: parseLevels(split[1], asked.levels, `${field}[1]`) }),
    missingLeft: wholeNumber(split[2], `${field}[2]`, 0, 1),
    left: wholeNumber(split[3], `${field}[3]`, 0),
    gain: float32(split[4], `${field}[4]`),
  };
}

function parseLevels(json: unknown, count: number, field: string): number[] {
  const levels = list(json, field) as readonly number[];
  const isRight = levels.every(
    (level, i) => Number.isInteger(level) && level > (levels[i - 1] ?? -1) && level < count,
  );
  return isRight ? [...levels] : fail(field, `be some of ${count} levels, ascending from 0`, levels);
}

function parseColumn(json: unknown, field: string): TreeColumn {
  const { kind, levels } = record(json, field);
  if (kind === 'numeric') return { kind };
  if (kind !== 'categorical') fail(`${field}.kind`, 'be "numeric" or "categorical"', kind);
  return { kind: 'categorical', levels: wholeNumber(levels, `${field}.levels`, 0, MOST_LEVELS) };
}

type Fields = Readonly<Partial<Record<keyof BoostedJson | 'kind' | 'levels', unknown>>>;

function record(json: unknown, field: string): Fields {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
    ? json
    : fail(field, 'be an object', json);
}

function list(json: unknown, field: string): readonly unknown[] {
  return Array.isArray(json) ? json : fail(field, 'be a list', json);
}

function finite(json: unknown, field: string): number {
  return Number.isFinite(json) ? (json as number) : fail(field, 'be a number', json);
}

function float32(json: unknown, field: string): number {
  const value = Math.fround(finite(json, field));
  return Number.isFinite(value) ? value : fail(field, 'be a number of float32', json);
}

function wholeNumber(json: unknown, field: string, min: number, max = Number.MAX_SAFE_INTEGER): number {
  if (Number.isInteger(json) && (json as number) >= min && (json as number) <= max) return json as number;
  const upTo = max === Number.MAX_SAFE_INTEGER ? '' : ` to ${max}`;
  return fail(field, `be a whole number from ${min}${upTo}`, json);
}

function fail(field: string, rule: string, value: unknown): never {
  const shown = shortened(JSON.stringify(value) ?? String(value));
  throw new FairfrontError(
    'bad-file',
    `the trees are damaged: ${field} must ${rule}; got ${shown}. Hand them over as they were written, or fit them again`,
  );
}
