import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/numeric/random.js';
import { threeGroupProblem, twoGroupProblem } from '../../src/theory/paper-problems.js';
import { problemShares } from '../../src/theory/problem.js';
import { stepCurve } from '../../src/theory/response-curve.js';
import { sampleProblem } from '../../src/theory/sample-problem.js';
import { expectError } from '../helpers/errors.js';

const ROWS = 60_000;

describe('sampleProblem', () => {
  it.each([
    { name: 'two groups, 1 : 4', problem: twoGroupProblem },
    { name: 'three groups', problem: threeGroupProblem },
  ])(
    'draws groups, inputs and classes as the problem says, within 5 standard errors: $name',
    ({ problem }) => {
      const { features, labels, groups } = sampleProblem(problem, ROWS, createRandom(3));
      expect(features).toMatchObject({ rowCount: ROWS, columnCount: 1 });
      const shares = problemShares(problem);
      problem.groups.forEach(({ mean, curve }, group) => {
        const share = shares[group]!;
        const rows = [...groups.groups.keys()].filter((row) => groups.groups[row] === group);
        expect(groups.counts[group]).toBe(rows.length);
        expect(Math.abs(rows.length / ROWS - share)).toBeLessThan(
          5 * Math.sqrt((share * (1 - share)) / ROWS),
        );
        const x = rows.map((row) => features.values[row]!);
        const average = x.reduce((sum, value) => sum + value, 0) / x.length;
        const variance = x.reduce((sum, value) => sum + (value - mean) ** 2, 0) / x.length;
        expect(Math.abs(average - mean)).toBeLessThan(5 / Math.sqrt(x.length));
        expect(Math.abs(variance - 1)).toBeLessThan(5 * Math.sqrt(2 / x.length));
        const [jump] = curve.breakpoints(-9, 9);
        for (const isAbove of [false, true]) {
          const side = rows.filter((row) => features.values[row]! > jump! === isAbove);
          const rate = side.filter((row) => labels[row] === 1).length / side.length;
          const truth = curve.at(isAbove ? jump! + 1 : jump! - 1);
          expect(Math.abs(rate - truth)).toBeLessThan(5 * Math.sqrt((truth * (1 - truth)) / side.length));
        }
      });
    },
  );

  it('draws the class from the number that the model sees', () => {
    // Out here float32 knows every second number only, so most rows are rounded, and many to the jump.
    const at = 2 ** 24;
    const problem = {
      loss: 'brier' as const,
      groups: [{ name: 'all', mean: at, curve: stepCurve([at], [0, 1]) }],
    };
    const { features, labels } = sampleProblem(problem, 500, createRandom(1));
    labels.forEach((label, row) => {
      expect(label).toBe(features.values[row]! > at ? 1 : 0);
    });
  });

  it('is the same from the same seed, and a larger sample begins with the smaller', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 50, max: 200 }), fc.nat(200), (seed, rows, more) => {
        const small = sampleProblem(threeGroupProblem, rows, createRandom(seed));
        const large = sampleProblem(threeGroupProblem, rows + more, createRandom(seed));
        expect(large.features.values.slice(0, rows)).toEqual(small.features.values);
        expect(large.labels.slice(0, rows)).toEqual(small.labels);
        expect(large.groups.groups.slice(0, rows)).toEqual(small.groups.groups);
        expect(small.groups.counts.reduce((sum, count) => sum + count, 0)).toBe(rows);
        expect(small.groups.names).toEqual(['group 0', 'group 1', 'group 2']);
      }),
      { numRuns: 30 },
    );
    const values = (seed: number) => sampleProblem(threeGroupProblem, 50, createRandom(seed)).features.values;
    expect(values(1)).not.toEqual(values(2));
  });

  it('refuses a sample that a group is missing from, and says which', () => {
    expectError(
      () => sampleProblem(threeGroupProblem, 2, createRandom(1)),
      'bad-groups',
      'a sample of 2 rows has none of group "group',
      'draw more rows',
    );
  });

  it.each([0, -1, 1.5, Number.NaN])('refuses %d rows', (rowCount) => {
    expectError(
      () => sampleProblem(threeGroupProblem, rowCount, createRandom(1)),
      'bad-option',
      'rowCount must be a whole number ≥ 1',
      String(rowCount),
    );
  });
});
