// What trained components say of rows.

import { type DenseRows, type LabelledRows, predictLinear, type SparseRows } from '@fairfront/core';
import {
  type Conditionals,
  conditionalsOf,
  meanMemberships,
  type PlugInComponents,
} from '@fairfront/core/plug-in';
import { Evaluator } from '@fairfront/neural';
import { loadNodeRuntime } from '@fairfront/neural/node';
import { predictBoosted } from '@fairfront/trees';
import { definedOnly } from '../../defined-only.js';
import type { ComponentModel } from './component-job.js';

export class ComponentPredictor {
  readonly #device: string | undefined;
  /** By the number of classes. */
  readonly #evaluators = new Map<number, Evaluator>();

  constructor(device?: string) {
    this.#device = device;
  }

  async probabilities(model: ComponentModel, features: SparseRows | DenseRows): Promise<Float64Array> {
    if ('columnCount' in model) return predictLinear(model, features);
    if ('treeStarts' in model) return predictBoosted(model, features as DenseRows);
    const { network, parameters } = model;
    let evaluator = this.#evaluators.get(network.classes);
    if (evaluator === undefined) {
      const runtime = await loadNodeRuntime();
      evaluator = await Evaluator.open(runtime, network, definedOnly({ device: this.#device }));
      this.#evaluators.set(network.classes, evaluator);
    }
    return evaluator.probabilities(parameters, features as DenseRows);
  }

  conditionals(
    components: PlugInComponents<ComponentModel>,
    features: SparseRows | DenseRows,
  ): Promise<Conditionals> {
    return conditionalsOf(components, features.rowCount, (model) => this.probabilities(model, features));
  }

  /** p_a as p(A|X) has them: its mean at the rows it was trained on, by their weights. */
  async priors(
    components: PlugInComponents<ComponentModel>,
    { features, groups }: Pick<LabelledRows, 'features' | 'groups'>,
  ): Promise<number[]> {
    const memberships = await this.probabilities(components.membership, features);
    return meanMemberships(memberships, components.outcomes.length, groups.weights);
  }

  async close(): Promise<void> {
    for (const evaluator of this.#evaluators.values()) await evaluator.close();
  }
}
