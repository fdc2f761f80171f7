import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addPrejudiceResiduals, prejudiceIndex } from '../../src/baselines/kamishima-prejudice-index.js';
import { type GroupIndex, groupIndex } from '../../src/groups/group-index.js';
import { createRandom, type RandomSource } from '../../src/numeric/random.js';
import { randomSource } from '../helpers/arbitraries.js';
import { normals } from '../linear/linear-problems.js';
import '../helpers/close.js';

/** Rows × classes, summing to 1. */
function randomProbabilities(random: RandomSource, rows: number, classCount: number): number[][] {
  return Array.from({ length: rows }, () => {
    const weights = Array.from(normals(random, classCount, 2), Math.exp);
    const sum = weights.reduce((left, right) => left + right, 0);
    return weights.map((weight) => weight / sum);
  });
}

/** (1/n) Σ_i Σ_y p_iy ln(m_ay / m_y), as it is written. */
function plainIndex(rows: readonly (readonly number[])[], { groups }: GroupIndex): number {
  const mean = (some: readonly (readonly number[])[], y: number): number =>
    some.reduce((sum, row) => sum + row[y]!, 0) / some.length;
  return (
    rows.reduce((total, row, i) => {
      const own = rows.filter((_, j) => groups[j] === groups[i]);
      return row.reduce((sum, p, y) => {
        return p === 0 ? sum : sum + p * Math.log(mean(own, y) / mean(rows, y));
      }, total);
    }, 0) / rows.length
  );
}

const ofTwo = (ones: readonly number[], groups: string): number =>
  prejudiceIndex(Float64Array.from(ones), 1, groupIndex([...groups])).value;

describe('prejudiceIndex', () => {
  it('is the formula, for any number of classes and groups', () => {
    fc.assert(
      fc.property(
        randomSource,
        fc.constantFrom(2, 3, 4),
        fc.constantFrom(1, 2, 3),
        (random, classCount, groupCount) => {
          const rows = randomProbabilities(random, 12, classCount);
          const index = groupIndex(rows.map((_, i) => String(i % groupCount)));
          const flat = Float64Array.from(classCount === 2 ? rows.map((row) => row[1]!) : rows.flat());
          const { value } = prejudiceIndex(flat, classCount === 2 ? 1 : classCount, index);
          expect(value).toBeGreaterThanOrEqual(0);
          expect([value]).toBeAllClose([plainIndex(rows, index)], { absolute: 1e-15, relative: 1e-12 });
        },
      ),
      { numRuns: 100, seed: 51 },
    );
  });

  it('is 0 where groups have the same means, and for one group', () => {
    expect(ofTwo([0.2, 0.6, 0.3, 0.5], 'aabb')).toBeLessThan(1e-30);
    expect(ofTwo([0.2, 0.6, 0.3], 'aaa')).toBe(0);
    expect(ofTwo([0, 0, 0, 0], 'abab')).toBe(0);
    expect(ofTwo([1, 1, 1, 1], 'abab')).toBe(0);
  });

  it('is the entropy of the groups where the class gives them away', () => {
    expect(ofTwo([0, 1, 0, 1], 'abab')).toBeCloseTo(Math.LN2, 15);
    const entropy = -0.25 * Math.log(0.25) - 0.75 * Math.log(0.75);
    expect(ofTwo([1, 0, 0, 0], 'abbb')).toBeCloseTo(entropy, 15);
    const three = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
    expect(prejudiceIndex(three, 3, groupIndex(['a', 'b', 'c'])).value).toBeCloseTo(Math.log(3), 15);
  });

  it('has its digits where means all but agree: half of the mean square of their distances, relative', () => {
    for (const d of [2 ** -20, 2 ** -40]) {
      const leading = (d * d) / 2 / 0.25 + (d * d) / 2 / 0.75; // Σ_y m_y (d/m_y)² / 2
      expect(ofTwo([0.25 + d, 0.25 - d], 'ab') / leading).toBeCloseTo(1, 9);
    }
  });

  it('does not jump where it goes over from the series to the logarithm', () => {
    // u = ±0.01 for class 1, 1e-9 on either side.
    const [below, above] = [0.01 - 1e-9, 0.01 + 1e-9].map((u) => ofTwo([0.5 * (1 + u), 0.5 * (1 - u)], 'ab'));
    expect((above! - below!) / (2e-9 * 0.01)).toBeCloseTo(1, 3);
  });
});

describe('addPrejudiceResiduals', () => {
  it('is finite where probabilities are 0 or 1', () => {
    const groups = groupIndex(['a', 'a', 'b', 'b']);
    const cases: [number[], number][] = [
      [[0, 0, 1, 1], 1],
      [[0, 0, 1, 0.5], 1],
      [[1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0.5, 0.5], 3],
    ];
    for (const [probabilities, outputs] of cases) {
      const p = Float64Array.from(probabilities);
      const { value, logRatios } = prejudiceIndex(p, outputs, groups);
      const residuals = new Float64Array(p.length).fill(1);
      addPrejudiceResiduals(p, outputs, groups.groups, logRatios, 300, residuals);
      expect([value, ...residuals].every(Number.isFinite)).toBe(true);
    }
  });

  it('adds, times the factor', () => {
    const random = createRandom(4);
    const index = groupIndex([...'abcabc']);
    const p = Float64Array.from(randomProbabilities(random, 6, 3).flat());
    const { logRatios } = prejudiceIndex(p, 3, index);
    const [one, four] = [1, 4].map((factor) => {
      const residuals = new Float64Array(18).fill(0.5);
      addPrejudiceResiduals(p, 3, index.groups, logRatios, factor, residuals);
      return residuals.map((residual) => residual - 0.5);
    }) as [Float64Array, Float64Array];
    expect(four).toBeAllClose(
      one.map((residual) => 4 * residual),
      { absolute: 1e-15 },
    );
    // Scores that all grow by the same leave probabilities as they are.
    for (let row = 0; row < 6; row++) {
      expect(one[3 * row]! + one[3 * row + 1]! + one[3 * row + 2]!).toBeCloseTo(0, 15);
    }
  });
});
