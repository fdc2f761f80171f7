// Training steps as one graph: an ONNX Loop whose body gathers a batch, goes forward and backward through the
// network and makes the step of the optimiser. Parameters, batch normalisation's running statistics among
// them, and the optimiser's memory are carried from step to step inside the runtime; μ and the learning rate
// are inputs.

import type { Loss } from '@fairfront/core';
import { Graph } from '../graph/graph.js';
import type { DataType, Tensor } from '../graph/tensor.js';
import {
  hiddenWidths,
  inputWidth,
  logits,
  type Network,
  type ParameterShape,
  parameterShapes,
  takesPictures,
} from '../network/network.js';
import { passPictures } from '../network/picture-network.js';
import { dropout } from '../operators/activations.js';
import { add, shift } from '../operators/arithmetic.js';
import { cast, gather } from '../operators/shape.js';
import { gradients } from './gradients.js';
import { batchObjective } from './objective.js';
import { OPTIMISER_MEMORY, type OptimiserName, optimiserStep } from './optimiser.js';
import { denseBatch } from './sparse-batch.js';

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
   * Whether the target of a row is the probability of each class or a number, `targets`, and not a class, `labels`.
   * Default false.
   */
  readonly softTargets?: boolean;
  /** Whether rows are sparse: their columns and values come batch by batch. Default false. */
  readonly sparse?: boolean;
  /** Whether pictures are cropped and flipped at random. Default false. */
  readonly augment?: boolean;
  /** Default float32. */
  readonly type?: DataType;
}

/** The name of a hidden layer's dropout masks. */
export const maskName = (layer: number): string => `mask${layer + 1}`;

/** The inputs that say how the pictures of each batch are moved. */
export const MOVES = ['down', 'right', 'flip'] as const;

/**
 * Names and shapes of the state in the order in which it is carried: parameters, then the optimiser's memory
 * of each that is trained.
 */
export function stateShapes(network: Network, optimiser: OptimiserName): ParameterShape[] {
  const parameters = parameterShapes(network);
  const trained = parameters.filter(({ isStatistic }) => !isStatistic);
  return [
    ...parameters,
    ...OPTIMISER_MEMORY[optimiser].flatMap((memory) =>
      trained.map(({ name, shape }) => ({ name: `${name}.${memory}`, shape })),
    ),
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
  const state = stateShapes(network, optimiser).map(({ name, shape }) => graph.input(name, type, shape));
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
  state.forEach(({ name }, i) => {
    graph.output(`${NEXT}${name}`, final[i]!);
  });
  /** Summed over the steps: the risk of each group in the batches, and in how many of them it had one. */
  graph.output('riskSums', final[state.length]!);
  graph.output('presence', final[state.length + 1]!);
  return graph;
}

/** The inputs that all steps see and none changes. */
function outerInputs(graph: Graph, network: Network, options: TrainingGraphOptions) {
  const { groupCount, batchSize, dropout: rate, softTargets = false, type = 'float32' } = options;
  return {
    ...featureInputs(graph, network, options),
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

interface FeatureInputs {
  /** Rows × their numbers. */
  readonly features?: Tensor;
  /** Of sparse rows: steps × batch × widest. */
  readonly columns?: Tensor;
  readonly values?: Tensor;
  /** As `MOVES`, steps × batch. */
  readonly moves?: readonly Tensor[];
}

/** What the rows are fed as: all of them, or, sparse ones, those of each batch. */
function featureInputs(
  graph: Graph,
  network: Network,
  { batchSize, sparse = false, augment = false, type = 'float32' }: TrainingGraphOptions,
): FeatureInputs {
  const perBatch = (name: string, own: DataType, ...more: string[]): Tensor =>
    graph.input(name, own, ['steps', batchSize, ...more]);
  if (sparse) {
    return { columns: perBatch('columns', 'int32', 'widest'), values: perBatch('values', type, 'widest') };
  }
  const isPicture = takesPictures(network);
  return {
    features: graph.input('features', isPicture ? 'uint8' : type, ['rows', inputWidth(network)]),
    ...(isPicture && augment ? { moves: MOVES.map((name) => perBatch(name, 'int32')) } : {}),
  };
}

type OuterInputs = ReturnType<typeof outerInputs>;

/** @param carried the state, then the sums; @returns the same after one step */
function trainingStep(
  body: Graph,
  network: Network,
  options: TrainingGraphOptions,
  outer: OuterInputs,
  iteration: Tensor,
  carried: readonly Tensor[],
): Tensor[] {
  const { loss, optimiser, weightDecay } = options;
  const { targets, groups, batches, mu, learningRate, stepsBefore } = outer;
  const shapes = parameterShapes(network);
  const parameters = carried.slice(0, shapes.length);
  const rows = gather(body, batches, iteration);
  const { scores, nextStatistics } = batchScores(body, network, options, outer, iteration, parameters, rows);
  const { value, risks, present } = batchObjective(
    body,
    loss,
    scores,
    gather(body, targets, rows),
    gather(body, groups, rows),
    mu,
  );
  const trained = parameters.filter((_, i) => !shapes[i]!.isStatistic);
  const slopes = gradients(body, value, trained);
  const step = shift(body, cast(body, add(body, iteration, stepsBefore), 'float64'), 1);
  const update = optimiserStep(body, optimiser, learningRate, step, weightDecay);
  const memories = OPTIMISER_MEMORY[optimiser].length;
  const updates = trained.map((parameter, i) =>
    update(
      parameter,
      slopes[i]!,
      Array.from({ length: memories }, (_, k) => carried[shapes.length + trained.length * k + i]!),
    ),
  );
  let done = 0;
  const nextParameters = shapes.map(({ name, isStatistic }) =>
    isStatistic ? nextStatistics.get(name)! : updates[done++]!.parameter,
  );
  const [riskSums, presence] = carried.slice(-2) as [Tensor, Tensor];
  return [
    ...nextParameters,
    ...Array.from({ length: memories }, (_, k) => updates.map(({ memory }) => memory[k]!)).flat(),
    add(body, riskSums, risks),
    add(body, presence, present),
  ];
}

/** The logits of a batch as they are in training, and what running statistics are after it. */
function batchScores(
  body: Graph,
  network: Network,
  { dropout: rate }: TrainingGraphOptions,
  { features, columns, values, moves, masks }: OuterInputs,
  iteration: Tensor,
  parameters: readonly Tensor[],
  rows: Tensor,
): { readonly scores: Tensor; readonly nextStatistics: ReadonlyMap<string, Tensor> } {
  const ofBatch = (all: Tensor): Tensor => gather(body, all, iteration);
  if (takesPictures(network)) {
    const [down, right, flip] = moves?.map(ofBatch) ?? [];
    return passPictures(body, network, parameters, gather(body, features!, rows), {
      moves: flip === undefined ? undefined : { down: down!, right: right!, flip },
    });
  }
  const x =
    columns === undefined
      ? gather(body, features!, rows)
      : denseBatch(body, ofBatch(columns), ofBatch(values!), network.inputs);
  const drop =
    masks.length === 0
      ? undefined
      : (h: Tensor, layer: number): Tensor => dropout(body, h, ofBatch(masks[layer]!), rate);
  return { scores: logits(body, network, parameters, x, drop), nextStatistics: new Map() };
}
