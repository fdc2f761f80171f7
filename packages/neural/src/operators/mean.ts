// Means along axes.

import type { Graph } from '../graph/graph.js';
import { knownShape, type Tensor } from '../graph/tensor.js';
import { scale } from './arithmetic.js';
import { expand, type ReduceOptions, reduced } from './reduce.js';
import { reshape } from './shape.js';

export function reduceMean(graph: Graph, x: Tensor, options: ReduceOptions = {}): Tensor {
  const { axes, kept, shape } = reduced(x, options);
  const { keep = false } = options;
  return graph.node('ReduceMean', [x], [{ type: x.type, shape }], {
    attributes: { axes: { ints: axes }, keepdims: keep ? 1 : 0 },
    backward: (dz) => [
      () => {
        const sizes = knownShape(x);
        const terms = axes.reduce((product, axis) => product * sizes[axis]!, 1);
        return expand(graph, reshape(graph, scale(graph, dz, 1 / terms), kept), x);
      },
    ],
  })[0]!;
}
