// Reverse-mode differentiation: walks a graph's nodes backwards and adds to it the nodes that compute
//   ∂ of / ∂ x   for each x asked for.
// Where a tensor is used several times the gradients of its uses are summed.

import { FairfrontError } from '@fairfront/core';
import type { Graph, GraphNode } from '../graph/graph.js';
import { describeTensor, type Tensor } from '../graph/tensor.js';
import { add } from '../operators/arithmetic.js';

/**
 * Adds to a graph the gradient of a number with respect to each of some tensors.
 * @param of a number (shape []) computed in `graph` itself
 */
export function gradients(graph: Graph, of: Tensor, to: readonly Tensor[]): Tensor[] {
  if (of.shape.length > 0) {
    throw new FairfrontError('bad-graph', `only a number has a gradient; got ${describeTensor(of)}`);
  }
  const { nodes, reached } = nodesFrom(to, graph.nodes);
  const found = new Map<string, Tensor>([[of.name, graph.scalar(of.type, 1)]]);
  for (const node of nodes.reverse()) {
    const outputGradient = found.get(node.outputs[0]!.name);
    if (outputGradient === undefined) continue;
    if (node.backward === undefined) {
      throw new FairfrontError(
        'bad-graph',
        `${node.operator} has no gradient, but the way to ${to.map(({ name }) => name).join(', ')} leads through it`,
      );
    }
    node.backward(outputGradient).forEach((gradient, i) => {
      const input = node.inputs[i];
      if (gradient === undefined || input === undefined || !reached.has(input.name)) return;
      const before = found.get(input.name);
      found.set(input.name, before === undefined ? gradient() : add(graph, before, gradient()));
    });
  }
  return to.map((tensor) => {
    const gradient = found.get(tensor.name);
    if (gradient !== undefined) return gradient;
    throw new FairfrontError(
      'bad-graph',
      `${describeTensor(of)} does not depend on ${describeTensor(tensor)}`,
    );
  });
}

/** What depends on `from`: nodes in the order in which they run, and names of tensors. */
function nodesFrom(from: readonly Tensor[], all: readonly GraphNode[]) {
  const reached = new Set(from.map(({ name }) => name));
  const nodes = all.filter(({ inputs, outputs }) => {
    if (!inputs.some((input) => input !== undefined && reached.has(input.name))) return false;
    for (const { name } of outputs) reached.add(name);
    return true;
  });
  return { nodes, reached };
}
