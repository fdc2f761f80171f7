import { describe, expect, it } from 'vitest';
import { rowOutcomes } from '../../src/metrics/row-outcomes.js';
import '../helpers/close.js';

const outcomeOf = (probabilities: readonly number[], label: number) => {
  const { hits, confidences, brier, crossEntropy } = rowOutcomes(
    Float64Array.from(probabilities),
    Int32Array.of(label),
    probabilities.length,
  );
  return { hit: hits[0]!, confidence: confidences[0]!, brier: brier[0]!, crossEntropy: crossEntropy[0]! };
};

describe('rowOutcomes', () => {
  it('guesses the most probable class, the first on a tie', () => {
    expect([0, 1, 2].map((label) => outcomeOf([0.25, 0.5, 0.25], label).hit)).toEqual([0, 1, 0]);
    expect([0, 1, 2].map((label) => outcomeOf([0.25, 0.375, 0.375], label).hit)).toEqual([0, 1, 0]);
    expect([0, 1].map((label) => outcomeOf([0.5, 0.5], label).hit)).toEqual([1, 0]);
  });

  it('is as confident as the guess is probable, whatever the label', () => {
    expect([0, 1, 2].map((label) => outcomeOf([0.25, 0.5, 0.25], label).confidence)).toEqual([0.5, 0.5, 0.5]);
  });

  it('sums the Brier score over the classes', () => {
    expect(outcomeOf([0.25, 0.5, 0.25], 0).brier).toBe(0.75 ** 2 + 0.5 ** 2 + 0.25 ** 2);
    expect(outcomeOf([1, 0], 1).brier).toBe(2);
    expect(outcomeOf([1, 0], 0).brier).toBe(0);
  });

  it.each([
    [1, 0],
    [0.5, Math.LN2],
    [1e-15, 15 * Math.LN10],
    [1e-16, 16 * Math.LN10],
    [1e-300, 300 * Math.LN10],
    [2 ** -1074, 1074 * Math.LN2],
    [0, 1074 * Math.LN2],
  ])('loses −ln p where the label had p = %d, and for 0 as for the smallest double', (p, loss) => {
    expect([outcomeOf([1 - p, p], 1).crossEntropy]).toBeAllClose([loss], { relative: 1e-15 });
  });

  it('takes a probability that rounding left above 1 for 1', () => {
    const { confidence, crossEntropy } = outcomeOf([0, 1 + 2 ** -23], 1);
    expect(confidence).toBe(1);
    expect(crossEntropy).toBe(0);
    expect(Object.is(outcomeOf([1, 0], 0).crossEntropy, 0)).toBe(true); // and not −0
  });

  it('keeps rows apart', () => {
    const { guesses, hits, confidences, brier } = rowOutcomes(
      Float64Array.of(1, 0, 0, 0, 0.25, 0.75),
      Int32Array.of(0, 1),
      3,
    );
    expect([...guesses]).toEqual([0, 2]);
    expect([...hits]).toEqual([1, 0]);
    expect([...confidences]).toEqual([1, 0.75]);
    expect([...brier]).toEqual([0, 0.75 ** 2 + 0.75 ** 2]);
  });
});
