import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  brierResiduals,
  crossEntropyResiduals,
  toBrierScores,
  toCrossEntropies,
  toProbabilities,
} from '../../src/linear/softmax.js';
import { real } from '../helpers/arbitraries.js';
import { centralDifferences } from './linear-problems.js';
import '../helpers/close.js';

type ToLosses = typeof toCrossEntropies;

/** Losses and probabilities, the scores left as they were. */
function lose(toLosses: ToLosses, scores: readonly number[], outputs: number, labels: readonly number[]) {
  const probabilities = Float64Array.from(scores);
  const losses = new Float64Array(labels.length);
  toLosses(probabilities, outputs, Int32Array.from(labels), losses);
  return { losses, probabilities };
}

function residualsAt(
  toResiduals: typeof crossEntropyResiduals,
  scores: readonly number[],
  outputs: number,
  labels: readonly number[],
): Float64Array {
  const probabilities = Float64Array.from(scores);
  toProbabilities(probabilities, outputs);
  const residuals = new Float64Array(scores.length);
  toResiduals(probabilities, outputs, Int32Array.from(labels), residuals);
  return residuals;
}

const ln2 = Math.LN2;

describe('one output', () => {
  it('gives odds of 1 : 3 for a score of ln 3', () => {
    const z = Math.log(3);
    const { losses, probabilities } = lose(toCrossEntropies, [z, z, -z, 0], 1, [0, 1, 1, 0]);
    expect(probabilities).toBeAllClose([0.75, 0.75, 0.25, 0.5], { relative: 1e-15 });
    expect(losses).toBeAllClose([Math.log(4), Math.log(4 / 3), Math.log(4), ln2], { relative: 1e-15 });
    const brier = lose(toBrierScores, [z, z, -z, 0], 1, [0, 1, 1, 0]);
    expect(brier.losses).toBeAllClose([2 * 0.5625, 2 * 0.0625, 2 * 0.5625, 0.5], { relative: 1e-15 });
    expect(brier.probabilities).toEqual(probabilities);
  });

  // z, class, p, −ln p(y), Brier score; e⁻⁴⁰ = 4.248e-18, e⁻⁷⁴⁵ is the last before 0.
  it.each([
    [0, 0, 0.5, ln2, 0.5],
    [40, 1, 1, 4.248354255291589e-18, 0],
    [40, 0, 1, 40, 2],
    [-40, 1, 4.248354255291589e-18, 40, 2],
    [-40, 0, 4.248354255291589e-18, 4.248354255291589e-18, 2 * 4.248354255291589e-18 ** 2],
    [-745, 0, 5e-324, 5e-324, 0],
    [1e3, 1, 1, 0, 0],
    [1e3, 0, 1, 1e3, 2],
    [-1e3, 1, 0, 1e3, 2],
    [1e308, 1, 1, 0, 0],
    [1e308, 0, 1, 1e308, 2],
    [-1e308, 1, 0, 1e308, 2],
    [-1e308, 0, 0, 0, 0],
    [5e-324, 1, 0.5, ln2, 0.5],
  ])('score %d, class %d: probability %d, cross-entropy %d, Brier score %d', (z, label, p, loss, brier) => {
    const actual = lose(toCrossEntropies, [z], 1, [label]);
    expect(actual.probabilities).toBeAllClose([p], { relative: 1e-15 });
    expect(actual.losses).toBeAllClose([loss], { relative: 1e-15 });
    expect(lose(toBrierScores, [z], 1, [label]).losses).toBeAllClose([brier], { relative: 1e-14 });
    const slopes = residualsAt(crossEntropyResiduals, [z], 1, [label]);
    expect(slopes).toBeAllClose([p - label], { relative: 1e-15 });
    expect(residualsAt(brierResiduals, [z], 1, [label]).every(Number.isFinite)).toBe(true);
  });
});

describe('several outputs', () => {
  it('gives 1 : 2 : 5 for scores ln 1, ln 2, ln 5', () => {
    const scores = [0, Math.log(2), Math.log(5)];
    const { losses, probabilities } = lose(toCrossEntropies, [...scores, ...scores], 3, [0, 2]);
    expect(probabilities.subarray(3)).toBeAllClose([0.125, 0.25, 0.625], { relative: 1e-15 });
    expect(losses).toBeAllClose([Math.log(8), Math.log(8 / 5)], { relative: 1e-14 });
    const brier = lose(toBrierScores, [...scores, ...scores], 3, [0, 2]);
    expect(brier.losses).toBeAllClose([49 / 64 + 4 / 64 + 25 / 64, 1 / 64 + 4 / 64 + 9 / 64], {
      relative: 1e-14,
    });
    expect(brier.probabilities).toEqual(probabilities);
  });

  it.each([
    { scores: [0, 0, 0], label: 1, p: [1 / 3, 1 / 3, 1 / 3], loss: Math.log(3) },
    { scores: [1e3, 0, -1e3], label: 0, p: [1, 0, 0], loss: 0 },
    { scores: [1e3, 0, -1e3], label: 1, p: [1, 0, 0], loss: 1e3 },
    { scores: [1e3, 0, -1e3], label: 2, p: [1, 0, 0], loss: 2e3 },
    { scores: [-1e3, -1e3, -2e3], label: 0, p: [0.5, 0.5, 0], loss: ln2 },
    { scores: [1e16, 1e16, 0], label: 1, p: [0.5, 0.5, 0], loss: ln2 },
    { scores: [1e308, 0, 0], label: 0, p: [1, 0, 0], loss: 0 },
    { scores: [1e308, 0, 0], label: 2, p: [1, 0, 0], loss: 1e308 },
    { scores: [1e308, 1e308, -1e308], label: 0, p: [0.5, 0.5, 0], loss: ln2 },
    { scores: [-1e308, -1e308, -1e308], label: 2, p: [1 / 3, 1 / 3, 1 / 3], loss: Math.log(3) },
    { scores: [0, -40, -40], label: 1, p: [1, Math.exp(-40), Math.exp(-40)], loss: 40 },
  ])('scores $scores, class $label: cross-entropy $loss', ({ scores, label, p, loss }) => {
    const actual = lose(toCrossEntropies, scores, 3, [label]);
    expect(actual.probabilities).toBeAllClose(p, { relative: 1e-15 });
    expect(actual.losses).toBeAllClose([loss], { relative: 1e-15 });
    const expected = p.reduce((sum, q, k) => sum + (q - (k === label ? 1 : 0)) ** 2, 0);
    expect(lose(toBrierScores, scores, 3, [label]).losses).toBeAllClose([expected], { relative: 1e-14 });
    const slopes = residualsAt(crossEntropyResiduals, scores, 3, [label]);
    expect(slopes).toBeAllClose(
      p.map((q, k) => q - (k === label ? 1 : 0)),
      { relative: 1e-15 },
    );
    expect(residualsAt(brierResiduals, scores, 3, [label]).every(Number.isFinite)).toBe(true);
  });

  it('does not see what all scores of a row have in common', () => {
    // Eighths and a power of 2, so that the shift itself is exact.
    const eighths = fc.array(fc.integer({ min: -80, max: 80 }), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(eighths, fc.integer({ min: 0, max: 3 }), (whole, label) => {
        const scores = whole.map((value) => value / 8);
        const shifted = scores.map((z) => z + 2 ** 40);
        expect(lose(toCrossEntropies, shifted, 4, [label])).toEqual(
          lose(toCrossEntropies, scores, 4, [label]),
        );
        expect(lose(toBrierScores, shifted, 4, [label])).toEqual(lose(toBrierScores, scores, 4, [label]));
      }),
    );
  });

  it('agrees with one output when there are two, the first of them 0', () => {
    fc.assert(
      fc.property(real(50), fc.integer({ min: 0, max: 1 }), (z, label) => {
        for (const toLosses of [toCrossEntropies, toBrierScores]) {
          const one = lose(toLosses, [z], 1, [label]);
          const two = lose(toLosses, [0, z], 2, [label]);
          expect(two.losses).toBeAllClose(one.losses, { absolute: 1e-14, relative: 1e-14 });
          expect([two.probabilities[1]!]).toBeAllClose(one.probabilities, { relative: 1e-14 });
        }
      }),
    );
  });
});

describe('derivatives by the scores', () => {
  const cases = [
    ['cross-entropy', toCrossEntropies, crossEntropyResiduals],
    ['the Brier score', toBrierScores, brierResiduals],
  ] as const;

  it.each(cases)('are central differences of %s', (_, toLosses, toResiduals) => {
    const problem = fc
      .constantFrom(1, 2, 3, 5)
      .chain((outputs) =>
        fc.tuple(
          fc.constant(outputs),
          fc.array(real(8), { minLength: outputs, maxLength: outputs }),
          fc.integer({ min: 0, max: Math.max(1, outputs - 1) }),
        ),
      );
    fc.assert(
      fc.property(problem, ([outputs, scores, label]) => {
        const differences = centralDifferences(
          (at) => lose(toLosses, Array.from(at), outputs, [label]).losses[0]!,
          Float64Array.from(scores),
        );
        const residuals = residualsAt(toResiduals, scores, outputs, [label]);
        expect(residuals).toBeAllClose(differences, { absolute: 1e-9 });
        if (outputs > 1) expect(residuals.reduce((sum, r) => sum + r, 0)).toBeCloseTo(0, 14);
      }),
    );
  });

  it.each(cases)('are kept apart by row: %s', (_, __, toResiduals) => {
    const rows = [
      [0.3, -1, 2],
      [1, 1, -3],
    ];
    const both = residualsAt(toResiduals, rows.flat(), 3, [2, 0]);
    expect(both.subarray(0, 3)).toEqual(residualsAt(toResiduals, rows[0]!, 3, [2]));
    expect(both.subarray(3)).toEqual(residualsAt(toResiduals, rows[1]!, 3, [0]));
  });
});
