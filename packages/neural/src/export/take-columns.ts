import type { Graph } from '../graph/graph.js';
import type { Tensor } from '../graph/tensor.js';

/** Some columns of a matrix, in this order. */
export function takeColumns(graph: Graph, x: Tensor, columns: readonly number[]): Tensor {
  if (columns.length === x.shape[1] && columns.every((column, i) => column === i)) return x;
  const indices = graph.constant('int64', [columns.length], columns);
  return graph.node('Gather', [x, indices], [{ type: x.type, shape: ['rows', columns.length] }], {
    attributes: { axis: 1 },
  })[0]!;
}
