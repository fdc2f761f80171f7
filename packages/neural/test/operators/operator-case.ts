// One operator on one set of shapes: how the graph is built, and what comes out according to plain f64
// arithmetic. It is checked on the number Σ c ∘ z, z the output and c random, whose slope by z is c.

import type { RandomSource } from '@fairfront/core';
import { Graph } from '../../src/graph/graph.js';
import { type DataType, knownShape, type Tensor } from '../../src/graph/tensor.js';
import { mul } from '../../src/operators/arithmetic.js';
import { reduceSum } from '../../src/operators/reduce.js';
import type { Session } from '../../src/session/runtime.js';
import { gradients } from '../../src/training/gradients.js';
import { inner, type Values } from '../helpers/arrays.js';
import { uniforms } from '../helpers/random-values.js';
import { feed, numbers } from '../helpers/run-graph.js';

export interface OperatorCase {
  /** The name it is exported under. */
  readonly operator: string;
  /** What is special about the shapes or the options. */
  readonly title: string;
  /** What there is a gradient to. */
  readonly inputs: readonly Values[];
  /** What there is none to: indices, masks. */
  readonly given?: readonly { readonly type: DataType; readonly values: Values }[];
  readonly build: (graph: Graph, inputs: readonly Tensor[], given: readonly Tensor[]) => Tensor;
  readonly reference: (inputs: readonly Values[]) => Values;
}

export interface BuiltCase {
  readonly graph: Graph;
  /** Declared by the operator; to be held against what the runtime says. */
  readonly shape: readonly number[];
  /** c */
  readonly coefficients: Values;
}

export function buildCase(
  { inputs, given = [], build }: OperatorCase,
  type: DataType,
  random: RandomSource,
): BuiltCase {
  const graph = new Graph();
  const x = inputs.map(({ shape }, i) => graph.input(`x${i}`, type, shape));
  const fixed = given.map((one, i) => graph.input(`given${i}`, one.type, one.values.shape));
  const z = build(graph, x, fixed);
  const shape = knownShape(z);
  const c = graph.input('c', type, shape);
  const objective = reduceSum(graph, mul(graph, c, z));
  gradients(graph, objective, x).forEach((gradient, i) => {
    graph.output(`slope${i}`, gradient);
  });
  graph.output('z', z);
  graph.output('objective', objective);
  return { graph, shape, coefficients: uniforms(random, shape) };
}

export interface CaseResult {
  readonly z: Values;
  readonly objective: number;
  readonly slopes: readonly Values[];
}

export async function runCase(
  run: Session['run'],
  { given = [] }: OperatorCase,
  type: DataType,
  coefficients: Values,
  inputs: readonly Values[],
): Promise<CaseResult> {
  const outputs = await run({
    c: feed(type, coefficients),
    ...Object.fromEntries(inputs.map((input, i) => [`x${i}`, feed(type, input)])),
    ...Object.fromEntries(given.map((one, i) => [`given${i}`, feed(one.type, one.values)])),
  });
  return {
    z: numbers(outputs['z']!),
    objective: numbers(outputs['objective']!).data[0]!,
    slopes: inputs.map((_, i) => numbers(outputs[`slope${i}`]!)),
  };
}

/** Σ c ∘ z by plain arithmetic. */
export function referenceObjective({ reference }: OperatorCase, coefficients: Values) {
  return (inputs: readonly Values[]): number => inner(coefficients, reference(inputs));
}
