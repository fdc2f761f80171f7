// Every operator, from one table: its value against plain f64 arithmetic, its gradient against central
// differences.

import { readdirSync } from 'node:fs';
import { createRandom } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import type { Values } from '../helpers/arrays.js';
import { centralDifferences } from '../helpers/central-differences.js';
import { withGraph } from '../helpers/run-graph.js';
import { activationCases } from './activation-cases.js';
import { arithmeticCases } from './arithmetic-cases.js';
import { matrixCases } from './matrix-cases.js';
import { buildCase, type OperatorCase, referenceObjective, runCase } from './operator-case.js';
import { pictureCases } from './picture-cases.js';
import { reduceCases } from './reduce-cases.js';
import { shapeCases } from './shape-cases.js';
import '../../../core/test/helpers/close.js';

const CASES = [
  ...arithmeticCases,
  ...matrixCases,
  ...activationCases,
  ...reduceCases,
  ...shapeCases,
  ...pictureCases,
];

/** Nothing flows back through them: see constants.test.ts. */
const WITHOUT_GRADIENT = ['cast', 'filled', 'oneHot'];
/** What operators are made with; no operators themselves. */
const NO_OPERATORS = ['reduced', 'unary', 'windowAttributes', 'windowCounts'];
/** The runtime has no f64 kernel for them. */
const FLOAT32_ONLY = ['elu', 'conv', 'averagePool'];

const named = (cases: readonly OperatorCase[]) =>
  cases.map((one) => [`${one.operator}: ${one.title}`, one] as const);

it('has a case for every operator there is', async () => {
  const folder = new URL('../../src/operators/', import.meta.url);
  const exported: string[] = [];
  for (const file of readdirSync(folder)) {
    const module = (await import(new URL(file, folder).href)) as Record<string, unknown>;
    exported.push(...Object.keys(module).filter((name) => typeof module[name] === 'function'));
  }
  const known = new Set([...CASES.map(({ operator }) => operator), ...WITHOUT_GRADIENT, ...NO_OPERATORS]);
  expect([...known].sort()).toEqual(exported.sort());
});

describe('in f64', () => {
  const random = createRandom(6);

  it.each(named(CASES.filter(({ operator }) => !FLOAT32_ONLY.includes(operator))))('%s', async (_, one) => {
    const { graph, shape, coefficients } = buildCase(one, 'float64', random);
    await withGraph(graph, async (run) => {
      const at = (inputs: OperatorCase['inputs']) => runCase(run, one, 'float64', coefficients, inputs);
      const { z, slopes } = await at(one.inputs);
      const expected = one.reference(one.inputs);
      expect(z.shape).toEqual(shape);
      expect(z.shape).toEqual(expected.shape);
      expect(z.data).toBeAllClose(expected.data, { absolute: 1e-14, relative: 1e-14 });
      const differences = await centralDifferences(
        async (inputs) => (await at(inputs)).objective,
        one.inputs,
      );
      slopes.forEach((slope, i) => {
        expect(slope.shape).toEqual(one.inputs[i]!.shape);
        expect(slope.data).toBeAllClose(differences[i]!.data, { absolute: 2e-9, relative: 2e-9 });
      });
    });
  });

  it.each(named(CASES.filter(({ operator }) => FLOAT32_ONLY.includes(operator))))(
    'there is no %s in the runtime',
    async (_, one) => {
      const { graph } = buildCase(one, 'float64', random);
      await expect(withGraph(graph, async () => 0)).rejects.toThrow('Could not find an implementation');
    },
  );
});

// What training runs in. Arguments are numbers of f32, so the reference in f64 starts from the same. An entry
// is made of about ten roundings, each of at most 2⁻²⁴ = 6e-8 of the largest number on the way, and that is
// at most about three times the largest in the result: 10 · 3 · 6e-8 ≈ 2e-6.
describe('in f32', () => {
  const random = createRandom(7);
  const rounding = (expected: Values) => ({
    absolute: 2e-6 * Math.max(1, ...expected.data.map(Math.abs)),
  });

  it.each(named(CASES))('%s', async (_, one) => {
    const { graph, coefficients } = buildCase(one, 'float32', random);
    const { z, slopes } = await withGraph(graph, (run) =>
      runCase(run, one, 'float32', coefficients, one.inputs),
    );
    const expected = one.reference(one.inputs);
    expect(z.data).toBeAllClose(expected.data, rounding(expected));
    const differences = await centralDifferences(referenceObjective(one, coefficients), one.inputs);
    slopes.forEach((slope, i) => {
      expect(slope.data).toBeAllClose(differences[i]!.data, rounding(differences[i]!));
    });
  });
});
