// The words of a text column as features in a graph, weighed by tf-idf as core's `planText` does it, in
// float64. There may be ten thousand of them and a text has a few: they are kept as entries, one for each
// word that a row has, and a linear model takes its weights by them. Networks get them as a matrix.

import type { EncodedColumn, Feature } from '@fairfront/core';
import { inverseFrequency } from '@fairfront/core/internal';
import type { Graph } from '../graph/graph.js';
import type { DataType, Tensor } from '../graph/tensor.js';
import { add, div, mul, shift, sqrt } from '../operators/arithmetic.js';
import { cast } from '../operators/shape.js';
import { findWords, operators } from './find-words.js';

type EncodedText = Extract<EncodedColumn, { readonly kind: 'text' }>;
export type WordFeature = Extract<Feature, { readonly kind: 'word' }>;

/** Features that are not 0, by row. */
export interface Entries {
  /** The row of each entry, int64. */
  readonly rows: Tensor;
  /** The word of each entry, int64: its index among the column's. */
  readonly words: Tensor;
  /** Float64. */
  readonly values: Tensor;
  /** The index of the column's first word among all features; its words stand side by side. */
  readonly first: number;
  readonly wordCount: number;
  /** How many rows there are: [1], int64. */
  readonly rowCount: Tensor;
}

/** Adds to a graph the entries of a text column. @param texts rows × 1 */
export function encodeTexts(
  graph: Graph,
  column: EncodedText,
  features: readonly WordFeature[],
  first: number,
  texts: Tensor,
): Entries {
  const op = operators(graph);
  const one = (value: number): Tensor => graph.constant('int64', [1], [value]);
  const wordCount = features.length;
  const { words, runs } = findWords(
    graph,
    texts,
    features.map(({ word }) => word),
  );
  const size = op('Shape', [texts], 'int64', [2]);
  const rowCount = op('Gather', [size, one(0)], 'int64', [1]);

  const isKnown = op('GreaterOrEqual', [words, graph.scalar('int64', 0)], 'bool', words.shape);
  const places = op.flat(op('NonZero', [isKnown], 'int64', [1, 'known']));
  const width = op('Max', [runs, graph.scalar('int64', 1)], 'int64', []);
  const count = graph.scalar('int64', wordCount);
  const pairs = add(
    graph,
    mul(graph, div(graph, places, width), count),
    op('Gather', [words, places], 'int64', places.shape),
  );
  // A pair of no row, which stands last: so there is one, if no text has a known word.
  const beyond = mul(graph, rowCount, count);
  const [distinct, , , counts] = graph.node(
    'Unique',
    [op('Concat', [pairs, beyond], 'int64', ['pairs'], { axis: 0 })],
    [
      { type: 'int64', shape: ['entries'] },
      { type: 'int64', shape: ['entries'] },
      { type: 'int64', shape: ['pairs'] },
      { type: 'int64', shape: ['entries'] },
    ],
  );
  const butLast = (x: Tensor): Tensor => op('Slice', [x, one(0), one(-1)], x.type, ['entries']);
  const pair = butLast(distinct!);
  const rows = div(graph, pair, count);
  const own = op('Mod', [pair, count], 'int64', ['entries']);
  const often = cast(graph, butLast(counts!), 'float64');
  const frequency = column.sublinear ? shift(graph, op('Log', [often], 'float64', ['entries']), 1) : often;
  const inverse = features.map((feature) => inverseFrequency(column, feature));
  const weights = op('Gather', [graph.constant('float64', [wordCount], inverse), own], 'float64', [
    'entries',
  ]);
  const weighed = mul(graph, frequency, weights);
  const nothing = op('Expand', [graph.scalar('float64', 0), rowCount], 'float64', ['rows']);
  const squares = op('ScatterElements', [nothing, rows, mul(graph, weighed, weighed)], 'float64', ['rows'], {
    axis: 0,
    reduction: 'add',
  });
  const norms = op('Gather', [sqrt(graph, squares), rows], 'float64', ['entries']);
  return { rows, words: own, values: div(graph, weighed, norms), first, wordCount, rowCount };
}

/**
 * Adds to a graph what the words of each row come to in a linear model: rows × outputs, float64.
 * @param weights outputs × features, of all features
 */
export function timesWeights(
  graph: Graph,
  { rows, words, values, first, wordCount, rowCount }: Entries,
  weights: Float64Array,
  outputs: number,
): Tensor {
  const op = operators(graph);
  const columns = weights.length / outputs;
  const own = new Float64Array(wordCount * outputs); // words × outputs
  for (let word = 0; word < wordCount; word++) {
    for (let k = 0; k < outputs; k++) own[word * outputs + k] = weights[k * columns + first + word]!;
  }
  const list = graph.constant('float64', [wordCount, outputs], own);
  const shape = ['entries', outputs];
  const column = (x: Tensor): Tensor =>
    op('Unsqueeze', [x, graph.constant('int64', [1], [1])], x.type, ['entries', 1]);
  const terms = mul(graph, op('Gather', [list, words], 'float64', shape), column(values));
  const zeros = zeroRows(graph, rowCount, outputs, 'float64');
  return op('ScatterND', [zeros, column(rows), terms], 'float64', ['rows', outputs], { reduction: 'add' });
}

/** Puts the words of each row into a matrix of all features. @param matrix rows × features, 0 for words */
export function putWords(graph: Graph, { rows, words, values, first }: Entries, matrix: Tensor): Tensor {
  const op = operators(graph);
  const column = (x: Tensor): Tensor =>
    op('Unsqueeze', [x, graph.constant('int64', [1], [1])], x.type, ['entries', 1]);
  const features = add(graph, words, graph.scalar('int64', first));
  const places = op('Concat', [column(rows), column(features)], 'int64', ['entries', 2], { axis: 1 });
  return op('ScatterND', [matrix, places, cast(graph, values, matrix.type)], matrix.type, matrix.shape);
}

/** A matrix of zeros with a row for each row of the texts. */
export function zeroRows(graph: Graph, rowCount: Tensor, columns: number, type: DataType): Tensor {
  const op = operators(graph);
  const shape = op('Concat', [rowCount, graph.constant('int64', [1], [columns])], 'int64', [2], { axis: 0 });
  return op('Expand', [graph.scalar(type, 0), shape], type, ['rows', columns]);
}
