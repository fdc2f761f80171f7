// Random crops and flips of pictures (rows × channels × height × width) inside the graph. Each row of a batch
// is shifted by whole pixels, zeros coming in from outside, and then mirrored where asked:
//
//   z[n, c, i, j] = x[n, c, i − down[n], j′ − right[n]],   j′ = j, or width − 1 − j where flip[n] is 1
//
// Both axes are products with selection matrices, made in the graph: z = R x S with R[n, i, k] = 1 where
// i − k = down[n] and S[n, k, j] = 1 where j′ − k = right[n].

import type { Graph } from '../graph/graph.js';
import { knownShape, type Tensor } from '../graph/tensor.js';
import { add, mul } from './arithmetic.js';
import { cast, reshape, transpose } from './shape.js';

/** The most pixels that a side may have. */
export const LARGEST_SIDE = 4096;

/** Mean and scale of ImageNet's pixels from 0 to 1, red, green and blue: what most networks are trained with. */
export const IMAGENET = { mean: [0.485, 0.456, 0.406], scale: [0.229, 0.224, 0.225] };

/** How each row of the batch is moved: three lists of int32. */
export interface Moves {
  /** Pixels downwards. */
  readonly down: Tensor;
  /** Pixels to the right. */
  readonly right: Tensor;
  /** 1 where the picture is mirrored left to right, else 0. */
  readonly flip: Tensor;
}

/** Shifts each picture of a batch and mirrors it where asked. */
export function shiftAndFlip(graph: Graph, x: Tensor, { down, right, flip }: Moves): Tensor {
  const [height, width] = knownShape({ ...x, shape: x.shape.slice(2) }) as [number, number];
  const table = (size: number, entry: (k: number, j: number) => number): Tensor =>
    graph.constant(
      'int32',
      [1, 1, size, size],
      Int32Array.from({ length: size * size }, (_, at) => entry(Math.floor(at / size), at % size)),
    );
  const perRow = (list: Tensor): Tensor => reshape(graph, list, [list.shape[0]!, 1, 1, 1]);
  const select = (differences: Tensor, by: Tensor): Tensor => {
    const shape = [x.shape[0]!, 1, ...differences.shape.slice(2)];
    const [equal] = graph.node('Equal', [differences, perRow(by)], [{ type: 'bool', shape }]);
    return cast(graph, equal!, x.type);
  };
  const shifted = table(width, (k, j) => j - k);
  const mirrored = table(width, (_, j) => width - 1 - 2 * j); // what mirroring adds to j
  const columns = select(add(graph, shifted, mul(graph, mirrored, perRow(flip))), right);
  const rows = select(
    table(height, (i, k) => i - k),
    down,
  );
  return batchProduct(graph, x, { rows, columns });
}

/** R x S for each row and channel; no gradient flows to R and S. */
function batchProduct(
  graph: Graph,
  x: Tensor,
  { rows, columns }: { readonly rows: Tensor; readonly columns: Tensor },
): Tensor {
  const turned = (matrix: Tensor): Tensor => transpose(graph, matrix, [0, 1, 3, 2]);
  const [down] = graph.node('MatMul', [rows, x], [x], {
    backward: (dz) => [undefined, () => graph.node('MatMul', [turned(rows), dz], [x])[0]!],
  });
  return graph.node('MatMul', [down!, columns], [x], {
    backward: (dz) => [() => graph.node('MatMul', [dz, turned(columns)], [x])[0]!],
  })[0]!;
}
