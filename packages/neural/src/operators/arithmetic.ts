// Element by element, with broadcasting: shapes are aligned at the last axis, and a size of 1 is stretched.
//
//   gradients, for z = f(x, y) and ż = ∂/∂z:
//   x + y → ż, ż      x − y → ż, −ż      x y → ż y, ż x      x / y → ż / y, −ż z / y
// each summed over the axes along which its operand was stretched.

import { FairfrontError } from '@fairfront/core';
import type { Backward, Graph } from '../graph/graph.js';
import { broadcastShape, describeTensor, type Tensor } from '../graph/tensor.js';
import { sumTo } from './reduce.js';

/** x + y */
export function add(graph: Graph, x: Tensor, y: Tensor): Tensor {
  return binary(graph, 'Add', x, y, (dz) => [() => sumTo(graph, dz, x), () => sumTo(graph, dz, y)]);
}

/** x − y */
export function sub(graph: Graph, x: Tensor, y: Tensor): Tensor {
  return binary(graph, 'Sub', x, y, (dz) => [
    () => sumTo(graph, dz, x),
    () => neg(graph, sumTo(graph, dz, y)),
  ]);
}

/** x y, element by element */
export function mul(graph: Graph, x: Tensor, y: Tensor): Tensor {
  return binary(graph, 'Mul', x, y, (dz) => [
    () => sumTo(graph, mul(graph, dz, y), x),
    () => sumTo(graph, mul(graph, dz, x), y),
  ]);
}

/** x / y, element by element */
export function div(graph: Graph, x: Tensor, y: Tensor): Tensor {
  const z = binary(graph, 'Div', x, y, (dz) => [
    () => sumTo(graph, div(graph, dz, y), x),
    () => neg(graph, sumTo(graph, mul(graph, div(graph, dz, y), z), y)),
  ]);
  return z;
}

/** −x */
export function neg(graph: Graph, x: Tensor): Tensor {
  return unary(graph, 'Neg', x, (dz) => neg(graph, dz));
}

/** √x */
export function sqrt(graph: Graph, x: Tensor): Tensor {
  const z = unary(graph, 'Sqrt', x, (dz) => div(graph, dz, scale(graph, z, 2)));
  return z;
}

/** e^x */
export function exp(graph: Graph, x: Tensor): Tensor {
  const z = unary(graph, 'Exp', x, (dz) => mul(graph, dz, z));
  return z;
}

/** factor · x */
export function scale(graph: Graph, x: Tensor, factor: number): Tensor {
  return mul(graph, x, graph.scalar(x.type, factor));
}

/** x + term */
export function shift(graph: Graph, x: Tensor, term: number): Tensor {
  return add(graph, x, graph.scalar(x.type, term));
}

/** A node of one input whose output has its type and shape. */
export function unary(
  graph: Graph,
  operator: string,
  x: Tensor,
  backward: (outputGradient: Tensor) => Tensor,
  attributes = {},
): Tensor {
  return graph.node(operator, [x], [x], { attributes, backward: (dz) => [() => backward(dz)] })[0]!;
}

function binary(graph: Graph, operator: string, x: Tensor, y: Tensor, backward: Backward): Tensor {
  if (x.type !== y.type) {
    throw new FairfrontError('bad-graph', `types differ: ${describeTensor(x)} and ${describeTensor(y)}`);
  }
  return graph.node(operator, [x, y], [{ type: x.type, shape: broadcastShape(x, y) }], { backward })[0]!;
}
