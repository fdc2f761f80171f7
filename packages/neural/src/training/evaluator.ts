// A network's predictions: class probabilities or numbers, risks, and the features that its last layer gets. The network
// runs in float32; softmax, losses and their means are computed in float64.

import { type DenseRows, FairfrontError, type Loss, meanRisks, type SparseRows } from '@fairfront/core';
import {
  areStreamed,
  toBrierScores,
  toCrossEntropies,
  toProbabilities,
  toSquaredErrors,
} from '@fairfront/core/internal';
import { Graph } from '../graph/graph.js';
import type { Tensor } from '../graph/tensor.js';
import {
  featureWidth,
  inputWidth,
  largestPerRow,
  lastFeatures,
  logits,
  type Network,
  parameterShapes,
  splitParameters,
  takesPictures,
} from '../network/network.js';
import { encodeModel } from '../onnx/encode-model.js';
import type { Runtime, Session, SessionOptions, TensorValue } from '../session/runtime.js';
import { isSparse, writeDense } from './sparse-batch.js';
import { isSoft, softLosses, type TrainingRows } from './training-rows.js';

/** Rows that go through the network at once: enough for fast products, few enough for little memory. */
const CHUNK_ROWS = 1024;
/** Numbers of the largest tensor at once, where rows are pictures or sparse: 16 MB. */
const CHUNK_NUMBERS = 2 ** 22;

const OUTPUT = 'output';

/** Adds to a graph what is computed of the rows. */
type Build = (graph: Graph, network: Network, parameters: readonly Tensor[], rows: Tensor) => Tensor;

/** Predicts with networks of one architecture. Close it when no more is to be predicted. */
export class Evaluator {
  readonly #network: Network;
  readonly #scores: Session;
  /** Opened when features are first asked for. */
  #features: Promise<Session> | undefined;
  readonly #openFeatures: () => Promise<Session>;

  private constructor(network: Network, scores: Session, openFeatures: () => Promise<Session>) {
    this.#network = network;
    this.#scores = scores;
    this.#openFeatures = openFeatures;
  }

  /** Opens an evaluator. */
  static async open(runtime: Runtime, network: Network, session: SessionOptions = {}): Promise<Evaluator> {
    const openGraph = (build: Build): Promise<Session> => {
      const graph = new Graph();
      const type = takesPictures(network) ? 'uint8' : 'float32';
      const rows = graph.input('features', type, ['rows', inputWidth(network)]);
      const parameters = parameterShapes(network).map(({ name, shape }) =>
        graph.input(name, 'float32', shape),
      );
      graph.output(OUTPUT, build(graph, network, parameters, rows));
      return runtime.open(encodeModel(graph), session);
    };
    return new Evaluator(network, await openGraph(logits), () => openGraph(lastFeatures));
  }

  /** The probability of each class for every row, rows × classes; or the number that is predicted for each. */
  async probabilities(parameters: Float32Array, features: DenseRows | SparseRows): Promise<Float64Array> {
    const scores = await this.#rowScores(parameters, features);
    if (this.#network.classes > 1) toProbabilities(scores, this.#network.classes);
    return scores;
  }

  /** The input of the last layer for every row: rows × `featureWidth`. */
  async features(parameters: Float32Array, rows: DenseRows | SparseRows): Promise<Float32Array> {
    this.#features ??= this.#openFeatures().catch((error: unknown) => {
      this.#features = undefined; // there is nothing to close
      throw error;
    });
    const features = new Float32Array(rows.rowCount * featureWidth(this.#network));
    await this.#run(await this.#features, parameters, rows, features);
    return features;
  }

  /** The risk of every group, r_a: its mean loss. */
  async risks(parameters: Float32Array, rows: TrainingRows, loss: Loss): Promise<number[]> {
    const scores = await this.#rowScores(parameters, rows.features);
    if (isSoft(rows)) {
      return meanRisks(softLosses(loss, scores, this.#network.classes, rows.targets), rows.groups);
    }
    const losses = new Float64Array(rows.labels.length);
    if (loss === 'squared') {
      toSquaredErrors(scores, rows.values!, 0, losses);
      return meanRisks(losses, rows.groups);
    }
    const toLosses = loss === 'brier' ? toBrierScores : toCrossEntropies;
    toLosses(scores, this.#network.classes, rows.labels, losses);
    return meanRisks(losses, rows.groups);
  }

  /** Gives its memory back. */
  async close(): Promise<void> {
    await this.#scores.close();
    await (await this.#features)?.close();
  }

  async #rowScores(parameters: Float32Array, rows: DenseRows | SparseRows): Promise<Float64Array> {
    const scores = new Float64Array(rows.rowCount * this.#network.classes);
    await this.#run(this.#scores, parameters, rows, scores);
    return scores;
  }

  /** Runs rows through a session, some at a time. @param into rows × what the session gives of each */
  async #run(
    session: Session,
    parameters: Float32Array,
    rows: DenseRows | SparseRows,
    into: Float64Array | Float32Array,
  ): Promise<void> {
    const inputs = inputWidth(this.#network);
    if (rows.columnCount !== inputs) {
      throw new FairfrontError('bad-problem', this.#misfit(inputs, rows.columnCount));
    }
    const feeds: Record<string, TensorValue> = {};
    for (const { name, shape, values } of splitParameters(this.#network, parameters)) {
      feeds[name] = { type: 'float32', dims: shape, data: values };
    }
    const chunk = this.#chunkRows(rows);
    const dense = isSparse(rows) ? new Float32Array(Math.min(chunk, rows.rowCount) * inputs) : undefined;
    for (let from = 0; from < rows.rowCount; from += chunk) {
      const to = Math.min(rows.rowCount, from + chunk);
      feeds['features'] = chunkFeed(rows, from, to, dense);
      const outputs = await session.run(feeds);
      into.set(outputs[OUTPUT]!.data as Float32Array, (from * into.length) / rows.rowCount);
    }
  }

  #chunkRows(rows: DenseRows | SparseRows): number {
    if (!takesPictures(this.#network) && !isSparse(rows)) return CHUNK_ROWS;
    return Math.max(1, Math.min(CHUNK_ROWS, Math.floor(CHUNK_NUMBERS / largestPerRow(this.#network))));
  }

  #misfit(inputs: number, columns: number): string {
    if (!takesPictures(this.#network)) {
      return `the network has ${inputs} inputs, but these rows have ${columns} features; encode them with the encoder of the training rows`;
    }
    const { height, width } = this.#network.picture;
    return `the network takes pictures of ${height} × ${width} pixels, ${inputs} bytes a row, but these rows have ${columns}; resize them as those of the training`;
  }
}

/** @param dense where sparse rows are made dense, some at a time */
function chunkFeed(
  rows: DenseRows | SparseRows,
  from: number,
  to: number,
  dense: Float32Array | undefined,
): TensorValue {
  const { columnCount } = rows;
  const dims = [to - from, columnCount];
  if (isSparse(rows)) {
    const data = dense!.subarray(0, (to - from) * columnCount);
    writeDense(rows, from, to, data);
    return { type: 'float32', dims, data };
  }
  const data = denseRange(rows, from, to) as Float32Array | Uint8Array;
  return { type: data instanceof Uint8Array ? 'uint8' : 'float32', dims, data };
}

/** The numbers of rows [from, to). */
function denseRange(rows: DenseRows, from: number, to: number): DenseRows['values'] {
  if (!areStreamed(rows)) return rows.values.subarray(from * rows.columnCount, to * rows.columnCount);
  return rows.readRows!(Uint32Array.from({ length: to - from }, (_, i) => from + i)).values;
}
