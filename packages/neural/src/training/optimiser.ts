// One step of an optimiser, as a graph.
//
//   sgd    θ ← θ − lr g
//   adam   m ← β₁ m + (1 − β₁) g,   v ← β₂ v + (1 − β₂) g²,   θ ← θ − lr m̂ / (√v̂ + ε)   (Kingma & Ba 2015)
//          with m̂ = m / (1 − β₁ᵗ), v̂ = v / (1 − β₂ᵗ)
//
// Here m and v are kept without their factors (1 − β): M = m / (1 − β₁), V = v / (1 − β₂). Then θ ← θ − rate
// · M / (√V + floor), where rate and floor are two numbers a step: three passes over the parameters fewer.
// Weight decay is the decoupled one (Loshchilov & Hutter 2019), θ ← θ − lr λ θ, on weights and not on biases.

import type { Graph } from '../graph/graph.js';
import type { Tensor } from '../graph/tensor.js';
import { add, div, mul, scale, sqrt, sub } from '../operators/arithmetic.js';
import { cast, reshape } from '../operators/shape.js';

/** The optimisers by name. */
export const OPTIMISERS = ['adam', 'sgd'] as const;
export type OptimiserName = (typeof OPTIMISERS)[number];

const BETA_1 = 0.9;
const BETA_2 = 0.999;
const EPSILON = 1e-8;

/** The names of what an optimiser remembers of each parameter; 0 at the start. */
export const OPTIMISER_MEMORY: Record<OptimiserName, readonly string[]> = {
  adam: ['first', 'second'],
  sgd: [],
};

export interface Update {
  readonly parameter: Tensor;
  readonly memory: readonly Tensor[];
}

/**
 * Adds to a graph what all parameters share, and returns the function that adds the step of one.
 * @param step from 1; float64, as β₂ᵗ is too close to 1 for less
 */
export function optimiserStep(
  graph: Graph,
  name: OptimiserName,
  learningRate: Tensor,
  step: Tensor,
  weightDecay: number,
): (parameter: Tensor, gradient: Tensor, memory: readonly Tensor[]) => Update {
  const decayed = (parameter: Tensor): Tensor => {
    if (weightDecay === 0 || parameter.shape.length < 2) return parameter;
    const kept = sub(graph, graph.scalar(learningRate.type, 1), scale(graph, learningRate, weightDecay));
    return mul(graph, parameter, kept);
  };
  if (name === 'sgd') {
    return (parameter, gradient) => ({
      parameter: sub(graph, decayed(parameter), mul(graph, gradient, learningRate)),
      memory: [],
    });
  }
  const { rate, floor } = adamNumbers(graph, learningRate, step);
  return (parameter, gradient, memory) => {
    const { shape } = parameter;
    const [theta, slope, ...kept] = [parameter, gradient, ...memory].map((one) => withoutOnes(graph, one));
    const first = add(graph, scale(graph, kept[0]!, BETA_1), slope!);
    const second = add(graph, scale(graph, kept[1]!, BETA_2), mul(graph, slope!, slope!));
    const direction = div(graph, first, add(graph, sqrt(graph, second), floor));
    return {
      parameter: reshape(graph, sub(graph, decayed(theta!), mul(graph, direction, rate)), shape),
      memory: [first, second].map((one) => reshape(graph, one, shape)),
    };
  };
}

/** The kernels of a 1 × 1 convolution as a matrix: the runtime takes axes of size 1 at the end one by one. */
function withoutOnes(graph: Graph, x: Tensor): Tensor {
  const [, , height, width] = x.shape;
  return height === 1 && width === 1 ? reshape(graph, x, x.shape.slice(0, 2)) : x;
}

function adamNumbers(graph: Graph, learningRate: Tensor, step: Tensor) {
  const one = graph.scalar('float64', 1);
  const unbiased = (beta: number): Tensor => {
    const [power] = graph.node('Pow', [graph.scalar('float64', beta), step], [step]);
    return scale(graph, sub(graph, one, power!), 1 / (1 - beta));
  };
  const root = sqrt(graph, unbiased(BETA_2));
  const rate = div(graph, mul(graph, cast(graph, learningRate, 'float64'), root), unbiased(BETA_1));
  return {
    rate: cast(graph, rate, learningRate.type),
    floor: cast(graph, scale(graph, root, EPSILON), learningRate.type),
  };
}
