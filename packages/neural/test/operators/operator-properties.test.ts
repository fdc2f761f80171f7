import { createRandom } from '@fairfront/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Graph } from '../../src/graph/graph.js';
import type { Tensor } from '../../src/graph/tensor.js';
import { expand, sumTo } from '../../src/operators/reduce.js';
import { transpose } from '../../src/operators/shape.js';
import { combine, inner, map, sizeOf, type Values } from '../helpers/arrays.js';
import { centralDifferences } from '../helpers/central-differences.js';
import { uniforms } from '../helpers/random-values.js';
import { feed, numbers, runGraph, withGraph } from '../helpers/run-graph.js';
import { BINARY } from './arithmetic-cases.js';
import { buildCase, type OperatorCase, referenceObjective, runCase } from './operator-case.js';
import '../../../core/test/helpers/close.js';

const RUNS = { numRuns: 40 };
const seed = fc.integer({ min: 0, max: 2 ** 32 - 1 }).map(createRandom);
const shape = fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 4 });

/** What can be stretched to a shape: axes at the front left out, others of size 1. */
const narrower = (to: readonly number[]): fc.Arbitrary<number[]> =>
  fc
    .tuple(
      fc.integer({ min: 0, max: to.length }),
      fc.array(fc.boolean(), { minLength: to.length, maxLength: to.length }),
    )
    .map(([without, ones]) => to.map((size, axis) => (ones[axis] ? 1 : size)).slice(without));

async function evaluate(x: Values, build: (graph: Graph, x: Tensor) => Tensor): Promise<Values> {
  const graph = new Graph();
  graph.output('y', build(graph, graph.input('x', 'float64', x.shape)));
  const { y } = await runGraph(graph, { x: feed('float64', x) });
  return numbers(y!);
}
const like = (to: readonly number[]): Tensor => ({ name: 'like', type: 'float64', shape: to });

describe('stretched operands', () => {
  const operands = shape.chain((to) =>
    fc.tuple(fc.constantFrom(...BINARY), narrower(to), narrower(to), seed),
  );

  it('have the gradient that central differences find, in any shapes', async () => {
    await fc.assert(
      fc.asyncProperty(operands, async ([{ operator, build, formula }, left, right, random]) => {
        const one: OperatorCase = {
          operator,
          title: '',
          inputs: [uniforms(random, left), uniforms(random, right, [0.5, 2])],
          build: (graph, [x, y]) => build(graph, x!, y!),
          reference: ([x, y]) => combine(x!, y!, formula),
        };
        const { graph, coefficients } = buildCase(one, 'float64', random);
        const { z, slopes } = await withGraph(graph, (run) =>
          runCase(run, one, 'float64', coefficients, one.inputs),
        );
        expect(z.data).toBeAllClose(one.reference(one.inputs).data, {});
        const differences = await centralDifferences(referenceObjective(one, coefficients), one.inputs);
        slopes.forEach((slope, i) => {
          expect(slope.shape).toEqual(one.inputs[i]!.shape);
          expect(slope.data).toBeAllClose(differences[i]!.data, { absolute: 2e-8, relative: 2e-8 });
        });
      }),
      RUNS,
    );
  });
});

describe('expand and sumTo', () => {
  const pair = shape.chain((to) => fc.tuple(fc.constant(to), narrower(to), seed));

  it('one after the other multiply by how often an entry was repeated', async () => {
    await fc.assert(
      fc.asyncProperty(pair, async ([to, from, random]) => {
        // Eighths: their sums are exact.
        const x = map(uniforms(random, from), (value) => Math.round(8 * value) / 8);
        const there = await evaluate(x, (graph, tensor) =>
          sumTo(graph, expand(graph, tensor, like(to)), like(from)),
        );
        expect(there.shape).toEqual(from);
        const repeats = sizeOf(to) / sizeOf(from);
        expect(there.data).toBeAllClose(map(x, (value) => value * repeats).data, {});
      }),
      RUNS,
    );
  });

  it('are adjoint: ⟨expand x, y⟩ = ⟨x, sumTo y⟩', async () => {
    await fc.assert(
      fc.asyncProperty(pair, async ([to, from, random]) => {
        const [x, y] = [uniforms(random, from), uniforms(random, to)];
        const wide = await evaluate(x, (graph, tensor) => expand(graph, tensor, like(to)));
        const narrow = await evaluate(y, (graph, tensor) => sumTo(graph, tensor, like(from)));
        expect(wide.shape).toEqual(to);
        expect(narrow.shape).toEqual(from);
        expect(inner(wide, y)).toBeCloseTo(inner(x, narrow), 11);
      }),
      RUNS,
    );
  });
});

describe('transpose', () => {
  it('back and forth changes nothing', async () => {
    const ordered = shape.chain((sizes) =>
      fc.tuple(
        fc.constant(sizes),
        fc.shuffledSubarray(
          sizes.map((_, axis) => axis),
          { minLength: sizes.length },
        ),
        seed,
      ),
    );
    await fc.assert(
      fc.asyncProperty(ordered, async ([sizes, order, random]) => {
        const x = uniforms(random, sizes);
        const back = order.map((_, axis) => order.indexOf(axis));
        expect(await evaluate(x, (graph, t) => transpose(graph, transpose(graph, t, order), back))).toEqual(
          x,
        );
        expect(await evaluate(x, (graph, t) => transpose(graph, transpose(graph, t)))).toEqual(x);
      }),
      RUNS,
    );
  });
});
