// The columns of a table as trees take them, as a graph: core's `encodeColumns`, one number for each column.
//
//   numeric       the number, rounded to float32; NaN where it is missing
//   categorical   level → its number among the column's levels; NaN where it is missing or new
//
// A number too large for float32 becomes infinite here, the largest one in the library. Trees only ask whether it is at
// most a threshold, and exported ones give both the same answer: boosted-scores.ts.

import type { Encoder } from '@fairfront/core';
import { levelNumbers } from '@fairfront/core/internal';
import type { Graph } from '../graph/graph.js';
import type { Tensor } from '../graph/tensor.js';
import { ML_DOMAIN } from '../onnx/encode-model.js';
import { cast, concat } from '../operators/shape.js';
import { takeColumns } from './take-columns.js';

/** Columns that are side by side in one tensor: rows × columns, float32. */
export interface SideColumns {
  readonly columns: readonly string[];
  readonly cells: Tensor;
}

/**
 * Adds to a graph the columns as trees take them: rows × columns, float64.
 * @param inputs the cells of each raw column, rows × 1
 * @param made columns that are not raw
 */
export function encodeCells(
  graph: Graph,
  encoder: Encoder,
  inputs: ReadonlyMap<string, Tensor>,
  made?: SideColumns,
): Tensor {
  const raw = encoder.columns.flatMap(({ name, kind }) => {
    const cells = inputs.get(name);
    return cells === undefined ? [] : [{ name, kind, cells }];
  });
  const numbers = raw.filter(({ kind }) => kind === 'numeric');
  const levels = raw.filter(({ kind }) => kind !== 'numeric');
  const blocks: Tensor[] = [];
  if (numbers.length > 0) {
    const all = concat(
      graph,
      numbers.map(({ cells }) => cells),
      1,
    );
    blocks.push(cast(graph, all, 'float32'));
  }
  if (made !== undefined) blocks.push(made.cells);
  for (const { name, cells } of levels) blocks.push(numberLevels(graph, encoder, name, cells));
  const names = [
    ...numbers.map(({ name }) => name),
    ...(made?.columns ?? []),
    ...levels.map(({ name }) => name),
  ];
  const placeOf = new Map(names.map((name, place) => [name, place]));
  const ordered = takeColumns(
    graph,
    concat(graph, blocks, 1),
    encoder.columns.map(({ name }) => placeOf.get(name)!),
  );
  return cast(graph, ordered, 'float64'); // what trees add up is as wide as what they ask for
}

/** Levels that are rare or new need no entry: what is not listed is `other`, where there is one. */
function numberLevels(graph: Graph, encoder: Encoder, column: string, cells: Tensor): Tensor {
  const { numbers, other } = levelNumbers(encoder, column);
  return graph.node('LabelEncoder', [cells], [{ type: 'float32', shape: cells.shape }], {
    domain: ML_DOMAIN,
    attributes: {
      keys_strings: [...numbers.keys(), ''],
      values_floats: { floats: [...numbers.values(), Number.NaN] },
      default_float: { float: other },
    },
  })[0]!;
}
