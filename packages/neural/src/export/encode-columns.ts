// The encoder as a graph: raw columns in, the features of core's `encodeDense` out.
//
//   numeric       (value − mean) / scale, in float64 until it is small; 0 where it is missing
//   categorical   level → the index of its feature, −1 for none → 1 at this index, 0 elsewhere
//   text          the tf-idf of its words, kept as entries: text-features.ts
//
// All columns of a kind go through the same nodes: a runtime takes seconds to open a graph that has nodes of
// its own for each of some hundred columns.

import type { EncodedColumn, Encoder, Feature } from '@fairfront/core';
import type { Graph } from '../graph/graph.js';
import type { DataType, Tensor } from '../graph/tensor.js';
import { ML_DOMAIN } from '../onnx/encode-model.js';
import { div, sub } from '../operators/arithmetic.js';
import { reduceSum } from '../operators/reduce.js';
import { cast, concat } from '../operators/shape.js';
import { encodeCells, type SideColumns } from './encode-cells.js';
import { checkLevels, RAW_TYPES, type RawColumn } from './raw-columns.js';
import { takeColumns } from './take-columns.js';
import { type Entries, encodeTexts, putWords, zeroRows } from './text-features.js';

type EncodedNumeric = Extract<EncodedColumn, { readonly kind: 'numeric' }>;

/** A feature, its index among all, and the input it is made of. */
type Source = Feature & { readonly index: number; readonly cells: Tensor };

/** Some features, rows × their number. */
interface Block {
  readonly of: readonly Source[];
  readonly tensor: Tensor;
}

/** How a model takes the columns of a table: as features of a precision, or, if it is made of trees, as they are. */
export type Encoding = 'float32' | 'float64' | 'columns';

/** The features of rows: those of words as entries, all others side by side. */
export interface Features {
  readonly type: DataType;
  /** How many there are. */
  readonly count: number;
  /** Those that are no words, in their order: rows × their number. Undefined where there is none, or none is asked for. */
  readonly plain: Tensor | undefined;
  /** The index of each of them among all features. */
  readonly places: readonly number[];
  readonly texts: readonly Entries[];
  /** Adds all of them to the graph, once: rows × features. */
  matrix(): Tensor;
  /** Adds the columns as trees take them to the graph, once: rows × columns, float64. */
  cells(): Tensor;
}

/** Columns that come side by side, as one input: rows × columns, float32. */
export interface MadeColumns {
  readonly input: string;
  readonly columns: readonly string[];
}

/**
 * Adds to a graph the raw columns, each rows × 1, and what a model takes of them.
 * @param encoding where it is 'columns', no feature is made
 * @param made columns that are not raw
 */
export function encodeColumns(
  graph: Graph,
  encoder: Encoder,
  raw: readonly RawColumn[],
  encoding: Encoding,
  made?: MadeColumns,
): Features {
  checkLevels(encoder);
  const inputs = new Map(
    raw.map(({ column, input, kind }) => [column, graph.input(input, RAW_TYPES[kind], ['rows', 1])]),
  );
  const side = made && {
    columns: made.columns,
    cells: graph.input(made.input, 'float32', ['rows', made.columns.length]),
  };
  const cells = (): Tensor => encodeCells(graph, encoder, inputs, side);
  if (encoding === 'columns') return createFeatures(graph, 'float64', 0, undefined, [], [], cells);
  const type = encoding;
  const columns = new Map(encoder.columns.map((column) => [column.name, column]));
  // Whether a text is missing is told as it is of a level.
  const kindOf = ({ column, kind }: Feature): Feature['kind'] =>
    columns.get(column)!.kind !== 'numeric' && kind !== 'word' ? 'level' : kind;

  const sources = encoder.features.map((feature, index) => ({
    ...feature,
    index,
    cells: inputs.get(feature.column)!,
  }));
  const block = (kind: Feature['kind'], encode: (of: readonly Source[]) => Tensor): Block[] => {
    const of = sources.filter((source) => kindOf(source) === kind && source.cells !== undefined);
    return of.length === 0 ? [] : [{ of, tensor: cast(graph, encode(of), type) }];
  };
  const numericOf = (of: readonly Source[]): EncodedNumeric[] =>
    of.map(({ column }) => columns.get(column) as EncodedNumeric);
  const sideBlock = ({ columns: names, cells: matrix }: SideColumns): Block => {
    const place = new Map(names.map((name, i) => [name, i]));
    const of = sources.filter(({ column }) => place.has(column));
    const own = takeColumns(
      graph,
      cast(graph, matrix, 'float64'),
      of.map(({ column }) => place.get(column)!),
    );
    return { of, tensor: cast(graph, standardise(graph, numericOf(of), own), type) };
  };
  const blocks = [
    ...block('value', (of) => standardise(graph, numericOf(of), sideBySide(graph, of))),
    ...(side === undefined ? [] : [sideBlock(side)]),
    ...block('missing', (of) => isMissing(graph, sideBySide(graph, of))),
    ...block('level', (of) => matchLevels(graph, of)),
  ];
  const texts = encoder.columns.flatMap((column) => {
    if (column.kind !== 'text') return [];
    const words = sources.flatMap((source) =>
      source.kind === 'word' && source.column === column.name ? [source] : [],
    );
    return [encodeTexts(graph, column, words, words[0]!.index, inputs.get(column.name)!)];
  });
  const places = sources.filter(({ kind }) => kind !== 'word').map(({ index }) => index);
  const plain = blocks.length === 0 ? undefined : inOrder(graph, blocks, places);
  return createFeatures(graph, type, sources.length, plain, places, texts, cells);
}

/** Pictures as the features of a network: bytes, rows × height × width × 3. */
export function pictureFeatures(graph: Graph, pictures: Tensor): Features {
  return createFeatures(graph, pictures.type, 1, pictures, [0], [], () => pictures);
}

function createFeatures(
  graph: Graph,
  type: DataType,
  count: number,
  plain: Tensor | undefined,
  places: readonly number[],
  texts: readonly Entries[],
  encode: () => Tensor,
): Features {
  let made: Tensor | undefined;
  let encoded: Tensor | undefined;
  const matrix = (): Tensor => {
    const [first] = texts;
    if (first === undefined) return plain!;
    let all = zeroRows(graph, first.rowCount, plain === undefined ? count : 1, type);
    if (plain !== undefined) {
      const placeOf = new Map(places.map((index, place) => [index, place]));
      const columns = Array.from({ length: count }, (_, index) => placeOf.get(index) ?? places.length);
      all = takeColumns(graph, concat(graph, [plain, all], 1), columns);
    }
    return texts.reduce((sum, entries) => putWords(graph, entries, sum), all);
  };
  return {
    type,
    count,
    plain,
    places,
    texts,
    matrix() {
      made ??= matrix();
      return made;
    },
    cells() {
      encoded ??= encode();
      return encoded;
    },
  };
}

/** The same features in another precision; words are made in float64, whatever it is. */
export function castFeatures(
  graph: Graph,
  { count, plain, places, texts, cells }: Features,
  type: DataType,
): Features {
  return createFeatures(graph, type, count, plain && cast(graph, plain, type), places, texts, cells);
}

/**
 * Float32 would not tell 1,700,000,001 from its neighbours; what is left when the mean is taken away, it
 * does.
 */
function standardise(graph: Graph, columns: readonly EncodedNumeric[], cells: Tensor): Tensor {
  const row = (values: readonly number[]): Tensor => graph.constant(cells.type, [1, values.length], values);
  const means = row(columns.map(({ mean }) => mean));
  const scales = row(columns.map(({ scale }) => scale));
  const value = div(graph, sub(graph, cells, means), scales);
  return graph.node('Where', [isMissing(graph, cells), graph.scalar(value.type, 0), value], [value])[0]!;
}

function isMissing(graph: Graph, cells: Tensor): Tensor {
  return graph.node('IsNaN', [cells], [{ type: 'bool', shape: cells.shape }])[0]!;
}

/**
 * The index that each column's level has, repeated for all features of the column and compared with theirs.
 */
function matchLevels(graph: Graph, of: readonly Source[]): Tensor {
  const byColumn = new Map<string, Source[]>();
  for (const source of of) {
    const own = byColumn.get(source.column);
    if (own === undefined) byColumn.set(source.column, [source]);
    else own.push(source);
  }
  const columns = [...byColumn.values()];
  const found = concat(
    graph,
    columns.map((own) => findLevels(graph, own)),
    1,
  );
  const repeated = takeColumns(
    graph,
    found,
    columns.flatMap((own, column) => own.map(() => column)),
  );
  const indices = of.map(({ index }) => index);
  const each = graph.constant('int64', [1, indices.length], indices);
  return graph.node('Equal', [repeated, each], [{ type: 'bool', shape: repeated.shape }])[0]!;
}

/** Levels that are rare or new need no entry: what is not listed is `other`, where there is one. */
function findLevels(graph: Graph, own: readonly Source[]): Tensor {
  const { cells } = own[0]!;
  const levels = own.flatMap((source) => (source.kind === 'level' ? [source] : []));
  const indexOf = (wanted: Feature['kind']): number => own.find(({ kind }) => kind === wanted)?.index ?? -1;
  return graph.node('LabelEncoder', [cells], [{ type: 'int64', shape: cells.shape }], {
    domain: ML_DOMAIN,
    attributes: {
      keys_strings: [...levels.map(({ level }) => level), ''],
      values_int64s: { ints: [...levels.map(({ index }) => index), indexOf('missing')] },
      default_int64: indexOf('other'),
    },
  })[0]!;
}

/** Blocks beside each other, then each feature where it belongs. @param indices of all features, ascending */
function inOrder(graph: Graph, blocks: readonly Block[], indices: readonly number[]): Tensor {
  const all = blocks.flatMap(({ of }) => of);
  const placeOf = new Map(all.map(({ index }, place) => [index, place]));
  const tensors = blocks.map(({ tensor }) => tensor);
  return takeColumns(
    graph,
    concat(graph, tensors, 1),
    indices.map((index) => placeOf.get(index)!),
  );
}

function sideBySide(graph: Graph, of: readonly Source[]): Tensor {
  const cells = of.map((source) => source.cells);
  return concat(graph, cells, 1);
}

/**
 * 0, or NaN for a row with an infinite feature: rows × 1. Added to the probabilities, it keeps a model from
 * answering where it cannot know: layers may make something finite of infinity, and a guess would look like a
 * prediction.
 */
export function doubt(graph: Graph, { plain, texts, type }: Features): Tensor {
  if (plain === undefined) return zeroRows(graph, texts[0]!.rowCount, 1, type); // of words none is infinite
  const sum = reduceSum(graph, plain, { axes: [1], keep: true });
  return sub(graph, sum, sum);
}
