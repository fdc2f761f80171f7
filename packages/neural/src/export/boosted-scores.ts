// Boosted trees as nodes of a graph: all trees of a model are one TreeEnsemble (ai.onnx.ml 5). On float64 it adds up in
// float64, as the library does, and it can ask whether a level is in a set. (TreeEnsembleRegressor, which older runtimes
// know, can do neither: it gives float32 and has no sets.)

import type { BoostedModel } from '@fairfront/trees';
import { toCell } from '@fairfront/trees/internal';
import type { Attributes, Graph } from '../graph/graph.js';
import type { Tensor } from '../graph/tensor.js';
import { ML_DOMAIN } from '../onnx/encode-model.js';
import { add, mul } from '../operators/arithmetic.js';

/**
 * Adds the scores of boosted trees to a graph: rows × classes, float64; of a number, rows × 1.
 * @param cells the columns as trees take them: rows × columns, float64
 */
export function boostedScores(graph: Graph, model: BoostedModel, cells: Tensor): Tensor {
  const outputs = model.base.length;
  const [sums] = graph.node('TreeEnsemble', [cells], [{ type: 'float64', shape: ['rows', outputs] }], {
    domain: ML_DOMAIN,
    attributes: ensembleOf(model),
  });
  const row = (values: readonly number[]): Tensor => graph.constant('float64', [1, values.length], values);
  if (outputs > 1 || model.classCount === 1) return add(graph, sums!, row([...model.base]));
  return add(graph, mul(graph, sums!, row([0, 1])), row([0, model.base[0]!])); // that of the first of two classes is 0
}

/** What a node asks of a cell, by the numbers that ONNX has for it. */
const MODES = { isAtMost: 0, isEqual: 4, isMember: 6 } as const;

interface Question {
  readonly column: number;
  readonly mode: keyof typeof MODES;
  /** What the cell is compared with, where it is not looked for in a set. */
  readonly split: number;
  readonly members?: ArrayLike<number>;
  /** Whether the answer for a missing cell is yes. */
  readonly isMissing: boolean;
}

/** A node, or a leaf, by its number among its like. */
interface Place {
  readonly number: number;
  readonly isLeaf: boolean;
}

/** Collects the nodes and leaves of trees in the lists that the operator takes. */
class Ensemble {
  readonly #roots: number[] = [];
  readonly #columns: number[] = [];
  readonly #modes: number[] = [];
  readonly #splits: number[] = [];
  readonly #members: number[] = [];
  readonly #missing: number[] = [];
  readonly #yes: Place[] = [];
  readonly #no: Place[] = [];
  readonly #weights: number[] = [];
  readonly #targets: number[] = [];

  constructor(private readonly outputs: number) {}

  addLeaf(weight: number, output: number): Place {
    this.#targets.push(output);
    return { number: this.#weights.push(weight) - 1, isLeaf: true };
  }

  addNode({ column, mode, split, members, isMissing }: Question, yes: Place, no: Place): Place {
    this.#columns.push(column);
    this.#splits.push(split);
    if (members !== undefined) for (let i = 0; i < members.length; i++) this.#members.push(members[i]!);
    if (members !== undefined) this.#members.push(Number.NaN); // ends the set
    this.#missing.push(isMissing ? 1 : 0);
    this.#yes.push(yes);
    this.#no.push(no);
    return { number: this.#modes.push(MODES[mode]) - 1, isLeaf: false };
  }

  addRoot({ number }: Place): void {
    this.#roots.push(number);
  }

  attributes(): Attributes {
    const numbers = (places: readonly Place[]) => ({ ints: places.map(({ number }) => number) });
    const leafs = (places: readonly Place[]) => ({ ints: places.map(({ isLeaf }) => (isLeaf ? 1 : 0)) });
    const list = (type: 'float64' | 'uint8', values: readonly number[]) => ({ tensor: { type, values } });
    return {
      n_targets: this.outputs,
      aggregate_function: 1, // the sum
      tree_roots: { ints: this.#roots },
      nodes_featureids: { ints: this.#columns },
      nodes_modes: list('uint8', this.#modes),
      nodes_splits: list('float64', this.#splits),
      nodes_missing_value_tracks_true: { ints: this.#missing },
      nodes_truenodeids: numbers(this.#yes),
      nodes_trueleafs: leafs(this.#yes),
      nodes_falsenodeids: numbers(this.#no),
      nodes_falseleafs: leafs(this.#no),
      leaf_targetids: { ints: this.#targets },
      leaf_weights: list('float64', this.#weights),
      ...(this.#members.length > 0 && { membership_values: list('float64', this.#members) }),
    };
  }
}

function ensembleOf(model: BoostedModel): Attributes {
  const { base, treeStarts, column, left, value } = model;
  const outputs = base.length;
  const ensemble = new Ensemble(outputs);
  const places = new Array<Place>(column.length);
  for (let tree = 0; tree < treeStarts.length - 1; tree++) {
    const first = treeStarts[tree]!;
    const output = tree % outputs;
    for (let node = treeStarts[tree + 1]! - 1; node >= first; node--) {
      if (column[node]! < 0) {
        places[node] = ensemble.addLeaf(value[node]!, output);
        continue;
      }
      const { question, isTurned } = questionOf(model, node);
      const [yes, no] = [places[left[node]!]!, places[left[node]! + 1]!]; // children come after their parents
      places[node] = isTurned ? ensemble.addNode(question, no, yes) : ensemble.addNode(question, yes, no);
    }
    ensemble.addRoot(
      column[first]! < 0 ? fork(ensemble, places[first]!, value[first]!, output) : places[first]!,
    );
  }
  if (treeStarts.length === 1) ensemble.addRoot(fork(ensemble, ensemble.addLeaf(0, 0), 0, 0)); // no trees
  return ensemble.attributes();
}

/**
 * A tree that is a leaf, as a node whose answers lead to leaves of the same weight. ONNX writes such a tree with one leaf
 * for both answers, which some versions of onnxruntime misread.
 */
function fork(ensemble: Ensemble, leaf: Place, weight: number, output: number): Place {
  const question = { column: 0, mode: 'isAtMost', split: 0, isMissing: false } as const;
  return ensemble.addNode(question, leaf, ensemble.addLeaf(weight, output));
}

/** The largest number that trees know; larger ones are taken for it. */
const LARGEST = toCell(Number.POSITIVE_INFINITY);

/** What a node asks. @returns `isTurned`: yes goes right */
function questionOf(
  { columns, column, threshold, missingLeft, levelStarts, levels }: BoostedModel,
  node: number,
): { readonly question: Question; readonly isTurned: boolean } {
  const asked = columns[column[node]!]!;
  const isLeft = missingLeft[node] === 1;
  const ask = (rest: Pick<Question, 'mode' | 'split' | 'members'>, isTurned = false) => ({
    question: { column: column[node]!, isMissing: isLeft !== isTurned, ...rest },
    isTurned,
  });
  if (asked.kind === 'numeric') {
    const split = threshold[node]!;
    return ask({ mode: 'isAtMost', split: split >= LARGEST ? Number.POSITIVE_INFINITY : split });
  }
  const goLeft = levels.subarray(levelStarts[node], levelStarts[node + 1]);
  const isTurned = goLeft.length > asked.levels / 2; // the file holds the shorter list
  const members = isTurned ? others(goLeft, asked.levels) : goLeft;
  if (members.length === 0) return ask({ mode: 'isAtMost', split: -1 }, isTurned); // no level's number is as small
  if (members.length === 1) return ask({ mode: 'isEqual', split: members[0]! }, isTurned);
  return ask({ mode: 'isMember', split: 0, members }, isTurned);
}

function others(levels: Uint32Array, count: number): Uint32Array {
  const known = new Set(levels);
  return Uint32Array.from({ length: count }, (_, level) => level).filter((level) => !known.has(level));
}
