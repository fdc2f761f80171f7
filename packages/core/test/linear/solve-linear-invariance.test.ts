// What must not matter to a linear model, or only as it should: the order of groups and columns, how often all rows are there, how zeros are stored.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LabelledRows, type LinearSolve, linearSolver, type RandomSource } from '../../src/index.js';
import { muOf, permute, randomSource } from '../helpers/arbitraries.js';
import { featureRows, makeData, sparse, takeDataRows, withGroupOrder, withRows } from './linear-problems.js';
import '../helpers/close.js';

const order = [2, 0, 1];
const problems = fc.record({
  random: randomSource,
  classCount: fc.constantFrom(2, 3),
  mu: muOf(3),
  loss: fc.constantFrom('cross-entropy', 'brier'),
});

const make = (random: RandomSource, classCount: number): LabelledRows =>
  makeData(random, {
    classCount,
    columnCount: 3,
    groupRows: [20, 12, 5],
    noise: [0.3, 0.5, 0.4],
    zeros: 0.4,
  });

/** As far as a few hundred iterations can carry a difference in the last bit. */
const close = { absolute: 1e-6 };

function checkAll(
  check: (data: LabelledRows, mu: readonly number[], solve: Solver, random: RandomSource) => void,
): void {
  fc.assert(
    fc.property(problems, ({ random, classCount, mu, loss }) => {
      const options = { classCount, loss, l2: 1e-2, tolerance: 1e-14 };
      check(
        make(random, classCount),
        mu,
        (data, weights) => linearSolver(data, options).solve(weights),
        random,
      );
    }),
    { numRuns: 40, seed: 31 },
  );
}

type Solver = (data: LabelledRows, mu: readonly number[]) => LinearSolve;

describe('linearSolver', () => {
  it('permutes its answer with the groups', () => {
    checkAll((data, mu, solve) => {
      const there = solve(withGroupOrder(data, order), permute(mu, order));
      expect(there.risks).toBeAllClose(permute(solve(data, mu).risks, order), close);
    });
  });

  it('permutes its weights with the columns', () => {
    checkAll((data, mu, solve) => {
      const rows = featureRows(data).map((row) => permute(row, order));
      const [here, there] = [solve(data, mu), solve(withRows(data, rows), mu)];
      const parameters = Array.from({ length: here.model.parameters.length / 4 }, (_, k) => [
        ...permute(Array.from(here.model.parameters.subarray(4 * k, 4 * k + 3)), order),
        here.model.parameters[4 * k + 3]!,
      ]).flat();
      expect(there.model.parameters).toBeAllClose(parameters, { absolute: 1e-4 });
      expect(there.risks).toBeAllClose(here.risks, close);
    });
  });

  it('is the same when every row is there twice', () => {
    checkAll((data, mu, solve) => {
      const rows = Array.from(data.labels, (_, row) => row);
      expect(solve(takeDataRows(data, [...rows, ...rows]), mu).risks).toBeAllClose(
        solve(data, mu).risks,
        close,
      );
    });
  });

  it('is the same for rows in another order', () => {
    checkAll((data, mu, solve) => {
      const rows = Array.from(data.labels, (_, row) => row).reverse();
      expect(solve(takeDataRows(data, rows), mu).risks).toBeAllClose(solve(data, mu).risks, close);
    });
  });

  it('is the same for sparse rows', () => {
    checkAll((data, mu, solve) => {
      const [here, there] = [solve(data, mu), solve(sparse(data), mu)];
      expect(there.risks).toBeAllClose(here.risks, close);
      expect(there.model.parameters).toBeAllClose(here.model.parameters, { absolute: 1e-4 });
    });
  });

  it('turns its weights around when two classes change places', () => {
    checkAll((data, mu, solve) => {
      if (data.labels.includes(2)) return;
      const turned = { ...data, labels: data.labels.map((label) => 1 - label) };
      const [here, there] = [solve(data, mu), solve(turned, mu)];
      expect(there.risks).toBeAllClose(here.risks, close);
      expect(there.model.parameters).toBeAllClose(
        here.model.parameters.map((value) => -value),
        { absolute: 1e-4 },
      );
    });
  });

  it('is the weighted solve of the rows themselves: a group of twice the weight is one with rows twice', () => {
    // Of groups in proportion to their rows, mu is the shares: doubling a group's rows is doubling its share.
    checkAll((data, _, solve) => {
      const rows = Array.from(data.labels, (_, row) => row);
      const oneGroup = (rowsOfAll: readonly number[]): LabelledRows => {
        const taken = takeDataRows(data, rowsOfAll);
        const groups = {
          names: ['all'],
          groups: new Int32Array(rowsOfAll.length),
          counts: [rowsOfAll.length],
        };
        return { ...taken, groups };
      };
      const twice = [...rows, ...rows.filter((row) => data.groups.groups[row] === 1)];
      const [a, b, c] = data.groups.counts as [number, number, number];
      const total = a + 2 * b + c;
      const byWeight = solve(data, [a / total, (2 * b) / total, c / total]);
      expect(solve(oneGroup(twice), [1]).objective).toBeCloseTo(byWeight.objective, 6);
    });
  });
});
