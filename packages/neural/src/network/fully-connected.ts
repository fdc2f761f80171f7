// Fully connected networks: dense layers with a softmax on top [MMPF, Table of architectures].
//
//   linear   logits = x W + b
//   mlp      h ← g(h W + b) for each hidden layer
//   resnet   h ← g(x W + b), then for each block h ← g(h + g(h W₁ + b₁) W₂ + b₂);
//            "(512x512)x2" is two blocks of two layers, 512 wide
//
// g is the activation, "gate" in the paper. Weights are inputs × outputs.
//
// Without a gate and without dropout a network is a product of matrices, which may be taken from either end.
// From the logits' end it has as many rows as there are classes, not as there are rows in the batch: a step
// of training is nearly all the optimiser's.

import { FairfrontError } from '@fairfront/core';
import type { Graph } from '../graph/graph.js';
import type { Tensor } from '../graph/tensor.js';
import { elu, relu } from '../operators/activations.js';
import { add } from '../operators/arithmetic.js';
import { gemm } from '../operators/matrix.js';
import { reshape, transpose } from '../operators/shape.js';
import type { Parameter } from './parameter.js';

/** The kinds of fully connected networks. */
export const FULLY_CONNECTED_KINDS = ['linear', 'mlp', 'resnet'] as const;
/** The functions that may follow hidden layers. */
export const ACTIVATIONS = ['elu', 'relu', 'none'] as const;

/** The architecture of a fully connected network. */
export interface FullyConnectedNetwork {
  readonly kind: (typeof FULLY_CONNECTED_KINDS)[number];
  /** Features of a row. */
  readonly inputs: number;
  /** 1: a number is predicted. */
  readonly classes: number;
  /**
   * The width of each hidden layer; for a resnet that of each block, all equal. Empty for a linear network.
   */
  readonly hidden: readonly number[];
  readonly activation: (typeof ACTIVATIONS)[number];
}

/** Dropout at the output of a hidden layer. */
export type Drop = (h: Tensor, layer: number) => Tensor;

interface Layer {
  readonly name: string;
  readonly inputs: number;
  readonly outputs: number;
}

/** Refuses a fully connected network that cannot be built; the error names the mistake. */
export function checkFullyConnected({ kind, inputs, hidden, activation }: FullyConnectedNetwork): void {
  const refuse = (message: string): never => {
    throw new FairfrontError('bad-option', message);
  };
  if (!ACTIVATIONS.includes(activation)) {
    const names = ACTIVATIONS.map((name) => `"${name}"`).join(', ');
    refuse(
      `a network's activation must be one of ${names}; got ${String(activation)}. Take \`activation: 'elu'\`, or 'none' for a network without`,
    );
  }
  if (!Array.isArray(hidden)) {
    refuse(
      `a network's hidden must list the widths of its hidden layers, [] for none; got ${String(hidden)}`,
    );
  }
  if (!(Number.isInteger(inputs) && inputs >= 1)) refuse(`a network needs at least one input; got ${inputs}`);
  const odd = hidden.find((width) => !(Number.isInteger(width) && width >= 1));
  if (odd !== undefined) refuse(`hidden widths must be whole numbers ≥ 1; got ${odd}`);
  if (kind === 'linear' && hidden.length > 0) {
    refuse(`a linear network has no hidden layers; got ${hidden.join(', ')}`);
  }
  if (kind !== 'linear' && hidden.length === 0)
    refuse(`a network of kind ${kind} needs hidden layers; got none`);
  if (kind === 'resnet' && hidden.some((width) => width !== hidden[0])) {
    refuse(
      `the blocks of a resnet must all be of one width, for each adds to what it was given; got ${hidden.join(', ')}`,
    );
  }
}

/** The parameters of all layers, weights before biases. */
export function fullyConnectedParameters(network: FullyConnectedNetwork): Parameter[] {
  return layers(network).flatMap(({ name, inputs, outputs }): Parameter[] => [
    { name: `${name}.weights`, shape: [inputs, outputs], start: 'orthogonal' },
    { name: `${name}.bias`, shape: [outputs], start: 'zeros' },
  ]);
}

/** The width of every hidden layer's output, which dropout acts on. */
export function layerWidths(network: FullyConnectedNetwork): number[] {
  return layers(network)
    .slice(0, -1)
    .map(({ outputs }) => outputs);
}

/** Adds to a graph the logits of a batch: rows × classes. */
export function fullyConnectedLogits(
  graph: Graph,
  network: FullyConnectedNetwork,
  parameters: readonly Tensor[],
  x: Tensor,
  drop?: Drop,
): Tensor {
  if (network.activation === 'none' && network.hidden.length > 0 && drop === undefined) {
    return gatelessLogits(graph, network, parameters, x);
  }
  const features = lastHidden(graph, network, parameters, x, drop);
  return dense(graph, features, parameters, parameters.length / 2 - 1);
}

/** Adds to a graph the input of the last layer: rows × the width of the last hidden layer. */
export function lastHidden(
  graph: Graph,
  network: FullyConnectedNetwork,
  parameters: readonly Tensor[],
  x: Tensor,
  drop: Drop = (h) => h,
): Tensor {
  const gate = (h: Tensor): Tensor => activate(graph, network.activation, h);
  const last = parameters.length / 2 - 1;
  let h = x;
  if (network.kind === 'resnet') {
    h = drop(gate(dense(graph, h, parameters, 0)), 0);
    for (let layer = 1; layer < last; layer += 2) {
      const inner = drop(gate(dense(graph, h, parameters, layer)), layer);
      h = drop(gate(add(graph, h, dense(graph, inner, parameters, layer + 1))), layer + 1);
    }
  } else {
    for (let layer = 0; layer < last; layer++) h = drop(gate(dense(graph, h, parameters, layer)), layer);
  }
  return h;
}

function dense(graph: Graph, h: Tensor, parameters: readonly Tensor[], layer: number): Tensor {
  return gemm(graph, h, parameters[2 * layer]!, { bias: parameters[2 * layer + 1]! });
}

/** Carries A and c with logits = h Aᵀ + c from the last layer to the first. */
function gatelessLogits(
  graph: Graph,
  { kind }: FullyConnectedNetwork,
  parameters: readonly Tensor[],
  x: Tensor,
): Tensor {
  const weights = (layer: number): Tensor => parameters[2 * layer]!;
  const before = (a: Tensor, layer: number): Tensor => gemm(graph, a, weights(layer), { transB: true });
  const shift = (c: Tensor, a: Tensor, layer: number): Tensor => {
    const bias = parameters[2 * layer + 1]!;
    const row = reshape(graph, bias, [1, bias.shape[0]!]);
    return gemm(graph, row, a, { transB: true, bias: c });
  };
  const last = parameters.length / 2 - 1;
  let a = transpose(graph, weights(last));
  let c = parameters[2 * last + 1]!;
  const passLayer = (layer: number): void => {
    c = shift(c, a, layer);
    a = before(a, layer);
  };
  if (kind === 'resnet') {
    for (let layer = last - 1; layer > 0; layer -= 2) {
      c = shift(c, a, layer);
      const inner = before(a, layer);
      c = shift(c, inner, layer - 1);
      a = add(graph, a, before(inner, layer - 1));
    }
    passLayer(0);
  } else {
    for (let layer = last - 1; layer >= 0; layer--) passLayer(layer);
  }
  return gemm(graph, x, a, { transB: true, bias: c });
}

function activate(graph: Graph, activation: FullyConnectedNetwork['activation'], h: Tensor): Tensor {
  switch (activation) {
    case 'elu':
      return elu(graph, h);
    case 'relu':
      return relu(graph, h);
    case 'none':
      return h;
  }
}

function layers({ kind, inputs, classes, hidden }: FullyConnectedNetwork): Layer[] {
  const width = hidden.at(-1) ?? inputs;
  const head = { name: 'head', inputs: width, outputs: classes };
  if (kind === 'resnet') {
    return [
      { name: 'stem', inputs, outputs: width },
      ...hidden.flatMap((_, block) =>
        ['first', 'second'].map((half) => ({
          name: `block${block + 1}.${half}`,
          inputs: width,
          outputs: width,
        })),
      ),
      head,
    ];
  }
  return [
    ...hidden.map((outputs, i) => ({ name: `layer${i + 1}`, inputs: hidden[i - 1] ?? inputs, outputs })),
    head,
  ];
}
