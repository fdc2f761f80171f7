// Runs training steps: it has the session of the training graph, feeds the state in and takes it out.

import type { LabelledRows, SparseRows } from '@fairfront/core';
import { areStreamed, type StreamedRows } from '@fairfront/core/internal';
import { hiddenWidths, inputWidth, type Network, takesPictures } from '../network/network.js';
import { sizeOf } from '../network/parameter.js';
import { encodeModel } from '../onnx/encode-model.js';
import type { Runtime, Session, SessionOptions, TensorValue } from '../session/runtime.js';
import type { PictureMoves } from './batches.js';
import { isSparse, paddedRows, widestRow } from './sparse-batch.js';
import {
  MOVES,
  maskName,
  NEXT,
  stateShapes,
  type TrainingGraphOptions,
  trainingGraph,
} from './training-graph.js';
import { fedTargets, isSoft, type TrainingRows } from './training-rows.js';

/**
 * Where training is: the parameters, then the optimiser's memory of those that are trained. Never written to.
 */
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
  /** How pictures are moved: batches × batch size each. Needed where the trainer augments. */
  readonly moves?: PictureMoves | undefined;
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
  /** What is fed of the rows, by the row. */
  readonly #data: Readonly<Record<string, TensorValue>>;
  readonly #sparse: SparseRows | undefined;
  /** Rows that are read when they are drawn. */
  readonly #streamed: StreamedRows | undefined;
  /** Values of the widest sparse row. */
  readonly #widest: number;

  private constructor(
    session: Session,
    network: Network,
    options: TrainingGraphOptions,
    train: TrainingRows,
  ) {
    this.#session = session;
    this.#network = network;
    this.#options = options;
    const { features, groups } = train;
    const rows = features.rowCount;
    const targets = fedTargets(train);
    this.#sparse = isSparse(features) ? features : undefined;
    this.#widest = isSparse(features) ? widestRow(features) : 0;
    this.#streamed = areStreamed(features) ? features : undefined;
    const isFed = !isSparse(features) && !areStreamed(features);
    this.#data = {
      ...(isFed ? { features: allRows(network, features.values as Float32Array) } : {}),
      ...(targets === undefined
        ? { labels: { type: 'int32', dims: [rows], data: (train as LabelledRows).labels } }
        : { targets: { type: 'float32', dims: [rows, network.classes], data: targets } }),
      groups: { type: 'int32', dims: [rows], data: groups.groups },
    };
  }

  /** Opens a trainer. @param train rows that `checkTrainingRows` has passed */
  static async open(
    runtime: Runtime,
    network: Network,
    train: TrainingRows,
    options: Omit<TrainingGraphOptions, 'softTargets' | 'sparse'>,
    session: SessionOptions,
  ): Promise<Trainer> {
    const all = {
      ...options,
      softTargets: isSoft(train) || train.values !== undefined,
      sparse: isSparse(train.features),
    };
    const model = encodeModel(trainingGraph(network, all));
    return new Trainer(await runtime.open(model, session), network, all, train);
  }

  /** Bytes that each step of a run is handed of its rows; 0 where all rows are there already. */
  get bytesPerStep(): number {
    const { batchSize } = this.#options;
    return this.#streamed === undefined
      ? 8 * this.#widest * batchSize
      : 4 * this.#streamed.columnCount * batchSize;
  }

  /** The state at the start: these parameters, an empty memory. */
  start(parameters: Float32Array): NetworkState {
    const shapes = stateShapes(this.#network, this.#options.optimiser);
    const values = new Float32Array(shapes.reduce((sum, { shape }) => sum + sizeOf(shape), 0));
    values.set(parameters);
    return { values, steps: 0 };
  }

  /** Makes steps from a state and returns the state after them. */
  async run(state: NetworkState, { mu, learningRate, batches, masks, moves }: Steps): Promise<StepsMade> {
    const { batchSize } = this.#options;
    const steps = batches.length / batchSize;
    const feeds: Record<string, TensorValue> = {
      ...this.#fed(batches, [steps, batchSize]),
      mu: { type: 'float32', dims: [mu.length], data: Float32Array.from(mu) },
      learningRate: { type: 'float32', dims: [], data: Float32Array.of(learningRate) },
      stepsBefore: { type: 'int64', dims: [], data: BigInt64Array.of(BigInt(state.steps)) },
      steps: { type: 'int64', dims: [], data: BigInt64Array.of(BigInt(steps)) },
    };
    const widths = hiddenWidths(this.#network);
    masks.forEach((data, layer) => {
      feeds[maskName(layer)] = { type: 'uint8', dims: [steps, batchSize, widths[layer]!], data };
    });
    if (this.#sparse !== undefined) {
      const dims = [steps, batchSize, this.#widest];
      const { columns, values } = paddedRows(this.#sparse, batches, this.#widest);
      feeds['columns'] = { type: 'int32', dims, data: columns };
      feeds['values'] = { type: 'float32', dims, data: values };
    }
    if (moves !== undefined) {
      for (const name of MOVES) {
        feeds[name] = { type: 'int32', dims: [steps, batchSize], data: moves[name] };
      }
    }
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

  /** All rows and which are drawn; or, where they are not in memory, those that are drawn. */
  #fed(batches: Int32Array, dims: readonly number[]): Record<string, TensorValue> {
    if (this.#streamed === undefined)
      return { ...this.#data, batches: { type: 'int32', dims, data: batches } };
    const { values } = this.#streamed.readRows!(batches);
    const drawn: Record<string, TensorValue> = {
      features: allRows(this.#network, values as Float32Array),
      batches: { type: 'int32', dims, data: batches.map((_, i) => i) },
    };
    for (const [name, value] of Object.entries(this.#data)) drawn[name] = drawnRows(value, batches);
    return drawn;
  }

  /** The state under the names it has in the graph: parameters, then each memory of them. */
  #parts(values: Float32Array) {
    let end = 0;
    return stateShapes(this.#network, this.#options.optimiser).map(({ name, shape }) => {
      const start = end;
      end += sizeOf(shape);
      return { name, shape, values: values.subarray(start, end) };
    });
  }

  close(): Promise<void> {
    return this.#session.close();
  }
}

function allRows(network: Network, data: Float32Array | Uint8Array): TensorValue {
  const width = inputWidth(network);
  return { type: takesPictures(network) ? 'uint8' : 'float32', dims: [data.length / width, width], data };
}

/** Some rows of what is fed of all. */
function drawnRows({ type, dims, data }: TensorValue, rows: Int32Array): TensorValue {
  const [all, ...shape] = dims;
  const from = data as Float32Array;
  const each = from.length / all!;
  const drawn = new (from.constructor as Float32ArrayConstructor)(rows.length * each);
  rows.forEach((row, i) => {
    drawn.set(from.subarray(row * each, (row + 1) * each), i * each);
  });
  return { type, dims: [rows.length, ...shape], data: drawn };
}
