// A network's predictions: class probabilities and risks. The network runs in float32; softmax, losses and
// their means are computed in float64.

import { type DenseRows, FairfrontError, type Loss, meanRisks } from '@fairfront/core';
import { toBrierScores, toCrossEntropies, toProbabilities } from '@fairfront/core/internal';
import { Graph } from '../graph/graph.js';
import { logits, type Network, parameterShapes, splitParameters } from '../network/network.js';
import { encodeModel } from '../onnx/encode-model.js';
import type { Runtime, Session, SessionOptions, TensorValue } from '../session/runtime.js';
import { isSoft, softLosses, type TrainingRows } from './training-rows.js';

/** Rows that go through the network at once: enough for fast products, few enough for little memory. */
const CHUNK_ROWS = 1024;

/** Predicts with networks of one architecture. Close it when no more is to be predicted. */
export class Evaluator {
  readonly #session: Session;
  readonly #network: Network;

  private constructor(session: Session, network: Network) {
    this.#session = session;
    this.#network = network;
  }

  /** Opens an evaluator. */
  static async open(runtime: Runtime, network: Network, session: SessionOptions = {}): Promise<Evaluator> {
    const graph = new Graph();
    const features = graph.input('features', 'float32', ['rows', network.inputs]);
    const parameters = parameterShapes(network).map(({ name, shape }) => graph.input(name, 'float32', shape));
    graph.output('scores', logits(graph, network, parameters, features));
    return new Evaluator(await runtime.open(encodeModel(graph), session), network);
  }

  /** The probability of each class for every row: rows × classes. */
  async probabilities(parameters: Float32Array, features: DenseRows): Promise<Float64Array> {
    const scores = await this.#scores(parameters, features);
    toProbabilities(scores, this.#network.classes);
    return scores;
  }

  /** The risk of every group, r_a: its mean loss. */
  async risks(parameters: Float32Array, rows: TrainingRows, loss: Loss): Promise<number[]> {
    const scores = await this.#scores(parameters, rows.features as DenseRows);
    if (isSoft(rows)) {
      return meanRisks(softLosses(loss, scores, this.#network.classes, rows.targets), rows.groups);
    }
    const losses = new Float64Array(rows.labels.length);
    const toLosses = loss === 'brier' ? toBrierScores : toCrossEntropies;
    toLosses(scores, this.#network.classes, rows.labels, losses);
    return meanRisks(losses, rows.groups);
  }

  /** Gives its memory back. */
  close(): Promise<void> {
    return this.#session.close();
  }

  async #scores(
    parameters: Float32Array,
    { rowCount, columnCount, values }: DenseRows,
  ): Promise<Float64Array> {
    const { inputs, classes } = this.#network;
    if (columnCount !== inputs) {
      throw new FairfrontError(
        'bad-problem',
        `the network has ${inputs} inputs, but these rows have ${columnCount} features; encode them with the encoder of the training rows`,
      );
    }
    const feeds: Record<string, TensorValue> = {};
    for (const { name, shape, values: data } of splitParameters(this.#network, parameters)) {
      feeds[name] = { type: 'float32', dims: shape, data };
    }
    const scores = new Float64Array(rowCount * classes);
    for (let from = 0; from < rowCount; from += CHUNK_ROWS) {
      const count = Math.min(CHUNK_ROWS, rowCount - from);
      const data = (values as Float32Array).subarray(from * inputs, (from + count) * inputs);
      feeds['features'] = { type: 'float32', dims: [count, inputs], data };
      const outputs = await this.#session.run(feeds);
      scores.set(outputs['scores']!.data as Float32Array, from * classes);
    }
    return scores;
  }
}
