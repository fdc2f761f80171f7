// What trained parts say of rows.

import { type DenseRows, predictLinear, type SparseRows } from '@fairfront/core';
import {
  type Conditionals,
  conditionalsOf,
  meanMemberships,
  type PlugInParts,
} from '@fairfront/core/plug-in';
import { Evaluator } from '@fairfront/neural';
import { loadNodeRuntime } from '@fairfront/neural/node';
import { definedOnly } from '../../defined-only.js';
import type { PartModel } from './part-job.js';

export class PartPredictor {
  readonly #device: string | undefined;
  /** By the number of classes. */
  readonly #evaluators = new Map<number, Evaluator>();

  constructor(device?: string) {
    this.#device = device;
  }

  async probabilities(model: PartModel, features: SparseRows | DenseRows): Promise<Float64Array> {
    if ('columnCount' in model) return predictLinear(model, features);
    const { network, parameters } = model;
    let evaluator = this.#evaluators.get(network.classes);
    if (evaluator === undefined) {
      const runtime = await loadNodeRuntime();
      evaluator = await Evaluator.open(runtime, network, definedOnly({ device: this.#device }));
      this.#evaluators.set(network.classes, evaluator);
    }
    return evaluator.probabilities(parameters, features as DenseRows);
  }

  conditionals(parts: PlugInParts<PartModel>, features: SparseRows | DenseRows): Promise<Conditionals> {
    return conditionalsOf(parts, features.rowCount, (model) => this.probabilities(model, features));
  }

  /** p_a as p(A|X) has them: its mean at the rows it was trained on. */
  async priors(parts: PlugInParts<PartModel>, features: SparseRows | DenseRows): Promise<number[]> {
    const memberships = await this.probabilities(parts.membership, features);
    return meanMemberships(memberships, parts.outcomes.length);
  }

  async close(): Promise<void> {
    for (const evaluator of this.#evaluators.values()) await evaluator.close();
  }
}
