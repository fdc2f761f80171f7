// Training steps as one graph: an ONNX Loop whose body gathers a batch, goes forward and backward through the
// network and makes the step of the optimiser. Parameters and the optimiser's memory are carried from step to
// step inside the runtime; μ and the learning rate are inputs.

import type { Loss } from '@fairfront/core';
import { Graph } from '../graph/graph.js';
import type { DataType, Tensor } from '../graph/tensor.js';
import { hiddenWidths, logits, type Network, parameterShapes } from '../network/network.js';
import { dropout } from '../operators/activations.js';
import { add, shift } from '../operators/arithmetic.js';
import { cast, gather } from '../operators/shape.js';
import { gradients } from './gradients.js';
import { batchObjective } from './objective.js';
import { OPTIMISER_MEMORY, type OptimiserName, optimiserStep } from './optimiser.js';

export interface TrainingGraphOptions {
  readonly loss: Loss;
  readonly groupCount: number;
  readonly batchSize: number;
  readonly optimiser: OptimiserName;
  /** λ ≥ 0. */
  readonly weightDecay: number;
  /** Share of the hidden units that is dropped in each step, in [0, 1). */
  readonly dropout: number;
  /**
   * Whether the target of a row is the probability of each class, `targets`, and not a class, `labels`.
   * Default false.
   */
  readonly softTargets?: boolean;
  /** Default float32. */
  readonly type?: DataType;
}

/** The name of a hidden layer's dropout masks. */
export const maskName = (layer: number): string => `mask${layer + 1}`;

/**
 * The names of the state in the order in which it is carried: parameters, then the optimiser's memory of
 * each.
 */
export function stateNames(network: Network, optimiser: OptimiserName): string[] {
  const names = parameterShapes(network).map(({ name }) => name);
  return [
    ...names,
    ...OPTIMISER_MEMORY[optimiser].flatMap((memory) => names.map((name) => `${name}.${memory}`)),
  ];
}

/** Put before the name of each state that comes out. */
export const NEXT = 'next.';

/** Builds the graph that makes a number of training steps in one run. */
export function trainingGraph(network: Network, options: TrainingGraphOptions): Graph {
  const { groupCount, optimiser, type = 'float32' } = options;
  const graph = new Graph();
  const outer = outerInputs(graph, network, options);
  const steps = graph.input('steps', 'int64', []);
  const shapes = parameterShapes(network);
  const names = stateNames(network, optimiser);
  const state = names.map((name, i) => graph.input(name, type, shapes[i % shapes.length]!.shape));
  const sums = ['riskSums', 'presence'].map((name) =>
    graph.constant(type, [groupCount], new Array(groupCount).fill(0), `${name}.zero`),
  );

  const body = new Graph(graph);
  const iteration = body.input('iteration', 'int64', []);
  const going = body.input('going', 'bool', []);
  const carried = [...state, ...sums].map(({ name, shape }) => body.input(`carried.${name}`, type, shape));
  const next = trainingStep(body, network, options, outer, iteration, carried);
  body.output('goOn', going);
  for (const tensor of next) body.yield(tensor);

  const final = graph.node('Loop', [steps, undefined, ...state, ...sums], [...state, ...sums], {
    attributes: { body },
  });
  names.forEach((name, i) => {
    graph.output(`${NEXT}${name}`, final[i]!);
  });
  /** Summed over the steps: the risk of each group in the batches, and in how many of them it had one. */
  graph.output('riskSums', final[names.length]!);
  graph.output('presence', final[names.length + 1]!);
  return graph;
}

/** The inputs that all steps see and none changes. */
function outerInputs(
  graph: Graph,
  network: Network,
  { groupCount, batchSize, dropout: rate, softTargets = false, type = 'float32' }: TrainingGraphOptions,
) {
  return {
    features: graph.input('features', type, ['rows', network.inputs]),
    targets: softTargets
      ? graph.input('targets', type, ['rows', network.classes])
      : graph.input('labels', 'int32', ['rows']),
    groups: graph.input('groups', 'int32', ['rows']),
    /** Rows of each batch. */
    batches: graph.input('batches', 'int32', ['steps', batchSize]),
    mu: graph.input('mu', type, [groupCount]),
    learningRate: graph.input('learningRate', type, []),
    /** Steps made before. */
    stepsBefore: graph.input('stepsBefore', 'int64', []),
    masks:
      rate > 0
        ? hiddenWidths(network).map((width, layer) =>
            graph.input(maskName(layer), 'uint8', ['steps', batchSize, width]),
          )
        : [],
  };
}

/** @param carried the state, then the sums; @returns the same after one step */
function trainingStep(
  body: Graph,
  network: Network,
  { loss, optimiser, weightDecay, dropout: rate }: TrainingGraphOptions,
  {
    features,
    targets,
    groups,
    batches,
    mu,
    learningRate,
    stepsBefore,
    masks,
  }: ReturnType<typeof outerInputs>,
  iteration: Tensor,
  carried: readonly Tensor[],
): Tensor[] {
  const count = parameterShapes(network).length;
  const parameters = carried.slice(0, count);
  const rows = gather(body, batches, iteration);
  const drop =
    masks.length === 0
      ? undefined
      : (h: Tensor, layer: number): Tensor => dropout(body, h, gather(body, masks[layer]!, iteration), rate);
  const scores = logits(body, network, parameters, gather(body, features, rows), drop);
  const { value, risks, present } = batchObjective(
    body,
    loss,
    scores,
    gather(body, targets, rows),
    gather(body, groups, rows),
    mu,
  );
  const slopes = gradients(body, value, parameters);
  const step = shift(body, cast(body, add(body, iteration, stepsBefore), 'float64'), 1);
  const update = optimiserStep(body, optimiser, learningRate, step, weightDecay);
  const memories = OPTIMISER_MEMORY[optimiser].length;
  const updates = parameters.map((parameter, i) =>
    update(
      parameter,
      slopes[i]!,
      Array.from({ length: memories }, (_, k) => carried[count * (k + 1) + i]!),
    ),
  );
  const [riskSums, presence] = carried.slice(count * (1 + memories)) as [Tensor, Tensor];
  return [
    ...updates.map(({ parameter }) => parameter),
    ...Array.from({ length: memories }, (_, k) => updates.map(({ memory }) => memory[k]!)).flat(),
    add(body, riskSums, risks),
    add(body, presence, present),
  ];
}
