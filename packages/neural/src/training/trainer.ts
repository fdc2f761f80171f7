// Runs training steps: it has the session of the training graph, feeds the state in and takes it out.

import { hiddenWidths, type Network, parameterCount, splitParameters } from '../network/network.js';
import { encodeModel } from '../onnx/encode-model.js';
import type { Runtime, Session, SessionOptions, TensorValue } from '../session/runtime.js';
import { OPTIMISER_MEMORY } from './optimiser.js';
import { maskName, NEXT, stateNames, type TrainingGraphOptions, trainingGraph } from './training-graph.js';
import { isSoft, type TrainingRows } from './training-rows.js';

/** Where training is: the parameters, then the optimiser's memory of them. Never written to. */
export interface NetworkState {
  readonly values: Float32Array;
  /** Steps made since the optimiser's memory was empty. */
  readonly steps: number;
}

export interface Steps {
  readonly mu: readonly number[];
  readonly learningRate: number;
  /** Rows of all batches, one batch after the other. */
  readonly batches: Int32Array;
  /** The dropout masks of each hidden layer: batches × batch size × width. Empty without dropout. */
  readonly masks: readonly Uint8Array[];
}

export interface StepsMade {
  readonly state: NetworkState;
  /** Sums over the batches: each group's risk, and in how many batches it had one that is a number. */
  readonly riskSums: Float32Array;
  readonly presence: Float32Array;
}

/** A session of the training graph with the rows it trains on. */
export class Trainer {
  readonly #session: Session;
  readonly #network: Network;
  readonly #options: TrainingGraphOptions;
  readonly #data: Readonly<Record<string, TensorValue>>;

  private constructor(
    session: Session,
    network: Network,
    options: TrainingGraphOptions,
    train: TrainingRows,
  ) {
    this.#session = session;
    this.#network = network;
    this.#options = options;
    const rows = train.features.rowCount;
    this.#data = {
      features: {
        type: 'float32',
        dims: [rows, network.inputs],
        data: train.features.values as Float32Array,
      },
      ...(isSoft(train)
        ? {
            targets: {
              type: 'float32',
              dims: [rows, network.classes],
              data: Float32Array.from(train.targets),
            },
          }
        : { labels: { type: 'int32', dims: [rows], data: train.labels } }),
      groups: { type: 'int32', dims: [rows], data: train.groups.groups },
    };
  }

  /** Opens a trainer. @param train dense rows of float32 */
  static async open(
    runtime: Runtime,
    network: Network,
    train: TrainingRows,
    options: Omit<TrainingGraphOptions, 'softTargets'>,
    session: SessionOptions,
  ): Promise<Trainer> {
    const model = encodeModel(trainingGraph(network, { ...options, softTargets: isSoft(train) }));
    return new Trainer(await runtime.open(model, session), network, options, train);
  }

  /** The state at the start: these parameters, an empty memory. */
  start(parameters: Float32Array): NetworkState {
    const memories = OPTIMISER_MEMORY[this.#options.optimiser].length;
    const values = new Float32Array(parameters.length * (1 + memories));
    values.set(parameters);
    return { values, steps: 0 };
  }

  /** Makes steps from a state and returns the state after them. */
  async run(state: NetworkState, { mu, learningRate, batches, masks }: Steps): Promise<StepsMade> {
    const { batchSize } = this.#options;
    const steps = batches.length / batchSize;
    const feeds: Record<string, TensorValue> = {
      ...this.#data,
      batches: { type: 'int32', dims: [steps, batchSize], data: batches },
      mu: { type: 'float32', dims: [mu.length], data: Float32Array.from(mu) },
      learningRate: { type: 'float32', dims: [], data: Float32Array.of(learningRate) },
      stepsBefore: { type: 'int64', dims: [], data: BigInt64Array.of(BigInt(state.steps)) },
      steps: { type: 'int64', dims: [], data: BigInt64Array.of(BigInt(steps)) },
    };
    const widths = hiddenWidths(this.#network);
    masks.forEach((data, layer) => {
      feeds[maskName(layer)] = { type: 'uint8', dims: [steps, batchSize, widths[layer]!], data };
    });
    for (const { name, shape, values: data } of this.#parts(state.values)) {
      feeds[name] = { type: 'float32', dims: shape, data };
    }
    const outputs = await this.#session.run(feeds);
    const values = new Float32Array(state.values.length);
    for (const part of this.#parts(values)) {
      part.values.set(outputs[`${NEXT}${part.name}`]!.data as Float32Array);
    }
    return {
      state: { values, steps: state.steps + steps },
      riskSums: outputs['riskSums']!.data as Float32Array,
      presence: outputs['presence']!.data as Float32Array,
    };
  }

  /** The state under the names it has in the graph: parameters, then each memory of them. */
  #parts(values: Float32Array) {
    const names = stateNames(this.#network, this.#options.optimiser);
    const size = parameterCount(this.#network);
    const blocks = Array.from({ length: values.length / size }, (_, block) =>
      splitParameters(this.#network, values.subarray(block * size, (block + 1) * size)),
    );
    return blocks.flat().map((part, i) => ({ ...part, name: names[i]! }));
  }

  close(): Promise<void> {
    return this.#session.close();
  }
}
