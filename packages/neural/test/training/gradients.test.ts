// Reverse mode as such: how the gradients of operators are put together.

import { createRandom } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import { expectError } from '../../../core/test/helpers/errors.js';
import { Graph } from '../../src/graph/graph.js';
import type { Tensor } from '../../src/graph/tensor.js';
import { logSoftmax, tanh } from '../../src/operators/activations.js';
import { add, div, exp, mul, neg, scale, sqrt, sub } from '../../src/operators/arithmetic.js';
import { gemm, matMul } from '../../src/operators/matrix.js';
import { reduceMean } from '../../src/operators/normalisation.js';
import { reduceSum } from '../../src/operators/reduce.js';
import { gather, reshape } from '../../src/operators/shape.js';
import { gradients } from '../../src/training/gradients.js';
import { centralDifferences } from '../helpers/central-differences.js';
import { uniforms } from '../helpers/random-values.js';
import { feed, numbers, runGraph, withGraph } from '../helpers/run-graph.js';
import '../../../core/test/helpers/close.js';

/** The slope of f at a number. */
async function slopeAt(f: (graph: Graph, x: Tensor) => Tensor, at: number): Promise<number> {
  const graph = new Graph();
  const x = graph.input('x', 'float64', []);
  graph.output('slope', gradients(graph, f(graph, x), [x])[0]!);
  const { slope } = await runGraph(graph, { x: feed('float64', { shape: [], data: Float64Array.of(at) }) });
  expect(slope!.dims).toEqual([]);
  return slope!.data[0] as number;
}

describe('a tensor that is used several times', () => {
  it.each<[string, (graph: Graph, x: Tensor) => Tensor, (x: number) => number]>([
    ['x + x', (g, x) => add(g, x, x), () => 2],
    ['x − x', (g, x) => sub(g, x, x), () => 0],
    ['x x', (g, x) => mul(g, x, x), (x) => 2 * x],
    ['x x x', (g, x) => mul(g, mul(g, x, x), x), (x) => 3 * x ** 2],
    ['x + eˣ + 3x', (g, x) => add(g, add(g, x, exp(g, x)), scale(g, x, 3)), (x) => 4 + Math.exp(x)],
    [
      'y + y², y = eˣ: a use in the middle',
      (g, x) => {
        const y = exp(g, x);
        return add(g, y, mul(g, y, y));
      },
      (x) => Math.exp(x) + 2 * Math.exp(2 * x),
    ],
    [
      'x √x / (1 + x), uses at different depths',
      (g, x) => div(g, mul(g, x, sqrt(g, x)), add(g, g.scalar('float64', 1), x)),
      (x) => (1.5 * Math.sqrt(x) * (1 + x) - x ** 1.5) / (1 + x) ** 2,
    ],
    ['x itself', (_, x) => x, () => 1],
  ])('%s', async (_, f, slope) => {
    for (const x of [0.5, 1.25, 3]) expect(await slopeAt(f, x)).toBeCloseTo(slope(x), 12);
  });
});

it('goes through a chain of many kinds of operators, to all of several tensors', async () => {
  const random = createRandom(9);
  const inputs = [[3, 4], [4, 2], [2], [3, 1]].map((shape) => uniforms(random, shape));
  const graph = new Graph();
  const to = inputs.map(({ shape }, i) => graph.input(`x${i}`, 'float64', shape));
  const [a, w, b, s] = to as [Tensor, Tensor, Tensor, Tensor];
  const rows = graph.constant('int64', [4], [2, 0, 2, 1]);
  const h = tanh(graph, add(graph, mul(graph, gemm(graph, a, w, { bias: b }), s), s)); // 3 × 2
  const picked = gather(graph, logSoftmax(graph, h), rows); // 4 × 2
  const square = matMul(graph, reshape(graph, picked, [2, 4]), reshape(graph, neg(graph, picked), [4, 2]));
  const objective = reduceSum(graph, mul(graph, square, reduceMean(graph, w)));
  gradients(graph, objective, to).forEach((gradient, i) => {
    graph.output(`slope${i}`, gradient);
  });
  graph.output('objective', objective);
  await withGraph(graph, async (run) => {
    const at = (values: typeof inputs) =>
      run(Object.fromEntries(values.map((value, i) => [`x${i}`, feed('float64', value)])));
    const differences = await centralDifferences(
      async (values) => numbers((await at(values as typeof inputs))['objective']!).data[0]!,
      inputs,
    );
    const outputs = await at(inputs);
    differences.forEach(({ data }, i) => {
      expect(numbers(outputs[`slope${i}`]!).data).toBeAllClose(data, { absolute: 1e-8, relative: 1e-8 });
    });
  });
});

it('sums over rows whose number is open', async () => {
  const graph = new Graph();
  const x = graph.input('x', 'float64', ['rows', 2]);
  const w = graph.input('w', 'float64', [2, 3]);
  const bias = graph.input('bias', 'float64', [3]);
  const ones = graph.input('ones', 'float64', [1, 'rows']);
  const c = graph.constant('float64', [3, 1], [1, 10, 100]);
  const sum = matMul(graph, ones, matMul(graph, gemm(graph, x, w, { bias }), c)); // 1 × 1
  const [byWeights, byBias] = gradients(graph, reshape(graph, sum, []), [w, bias]);
  graph.output('byWeights', byWeights!);
  graph.output('byBias', byBias!);
  for (const rows of [1, 4]) {
    const { byWeights: weights, byBias: slope } = await runGraph(graph, {
      x: feed('float64', { shape: [rows, 2], data: Float64Array.from({ length: 2 * rows }, (_, i) => i) }),
      w: feed('float64', { shape: [2, 3], data: new Float64Array(6) }),
      bias: feed('float64', { shape: [3], data: new Float64Array(3) }),
      ones: feed('float64', { shape: [1, rows], data: new Float64Array(rows).fill(1) }),
    });
    const [even, odd] = [rows * (rows - 1), rows ** 2]; // sums of the two columns
    expect(slope!.data).toEqual(Float64Array.of(rows, 10 * rows, 100 * rows));
    expect(weights!.data).toEqual(Float64Array.of(even, 10 * even, 100 * even, odd, 10 * odd, 100 * odd));
  }
});

describe('what is not asked for', () => {
  /** Operators that were added for the gradients. */
  function added(build: (graph: Graph) => { of: Tensor; to: Tensor[] }): string[] {
    const graph = new Graph();
    const { of, to } = build(graph);
    const before = graph.nodes.length;
    gradients(graph, of, to);
    return graph.nodes.slice(before).map(({ operator }) => operator);
  }

  it('costs no product: the gradient to the data of a layer', () => {
    const layer = (graph: Graph) => {
      const x = graph.input('x', 'float32', [5, 4]);
      const w = graph.input('w', 'float32', [4, 3]);
      return { x, w, of: reduceSum(graph, matMul(graph, x, w)) };
    };
    const products = (to: 'x' | 'w' | 'both'): number =>
      added((graph) => {
        const { x, w, of } = layer(graph);
        return { of, to: to === 'both' ? [x, w] : [{ x, w }[to]] };
      }).filter((operator) => operator === 'Gemm').length;
    expect([products('w'), products('x'), products('both')]).toEqual([1, 1, 2]);
  });

  it('is not gone through: operators that depend on nothing asked for', () => {
    const operators = added((graph) => {
      const x = graph.input('x', 'float32', [3]);
      const y = graph.input('y', 'float32', [3]);
      // The gradient of tanh by y is not needed; nor is anything of what is beside the way to `of`.
      exp(graph, x);
      return { of: reduceSum(graph, mul(graph, x, tanh(graph, y))), to: [x] };
    });
    expect(operators).toEqual(['Reshape', 'Expand', 'Mul']);
  });

  it('is stopped at: what comes before a tensor in the middle', () => {
    const operators = added((graph) => {
      const x = graph.input('x', 'float32', [3]);
      const middle = exp(graph, x);
      return { of: reduceSum(graph, neg(graph, middle)), to: [middle] };
    });
    expect(operators).toEqual(['Reshape', 'Expand', 'Neg']);
  });
});

describe('errors', () => {
  it('only a number has a gradient', () => {
    const graph = new Graph();
    const x = graph.input('x', 'float32', [2]);
    expectError(() => gradients(graph, x, [x]), 'bad-graph', 'only a number', 'x: float32[2]');
    const one = reduceSum(graph, x, { keep: true });
    expectError(() => gradients(graph, one, [x]), 'bad-graph', 'only a number', 'float32[1]');
  });

  it('a number that does not depend on what is asked for', () => {
    const graph = new Graph();
    const x = graph.input('x', 'float32', [2]);
    const y = graph.input('y', 'float32', ['rows']);
    const sum = reduceSum(graph, x);
    exp(graph, y);
    expectError(
      () => gradients(graph, sum, [x, y]),
      'bad-graph',
      `${sum.name}: float32[] does not depend on y: float32[rows]`,
    );
  });

  it('a way through an operator that has no gradient', () => {
    const graph = new Graph();
    const x = graph.input('x', 'float32', [2]);
    const [floor] = graph.node('Floor', [x], [x]);
    expectError(
      () => gradients(graph, reduceSum(graph, floor!), [x]),
      'bad-graph',
      'Floor has no gradient',
      'the way to x leads through it',
    );
  });

  it('not where such an operator lies beside the way', async () => {
    const graph = new Graph();
    const x = graph.input('x', 'float64', [2]);
    graph.node('Floor', [x], [x]);
    graph.output('slope', gradients(graph, reduceSum(graph, x), [x])[0]!);
    const { slope } = await runGraph(graph, {
      x: feed('float64', { shape: [2], data: Float64Array.of(3, 4) }),
    });
    expect(slope!.data).toEqual(Float64Array.of(1, 1));
  });
});
