import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heightAt, type RocHull, rocHull, shareAlongEdge, vertexAt } from '../../src/postprocess/roc-hull.js';

const hullOf = (positives: readonly number[], negatives: readonly number[]): RocHull =>
  rocHull(Float64Array.from(positives).sort(), Float64Array.from(negatives).sort());

describe('rocHull', () => {
  it('goes from never to always by the thresholds no mixture of others is better than', () => {
    // 0.9+ 0.8+ 0.7- 0.6+ 0.5+ 0.4- 0.3-: at 0.7 a false positive more, at no gain.
    expect(hullOf([0.9, 0.8, 0.6, 0.5], [0.7, 0.4, 0.3])).toEqual({
      fpr: [0, 0, 1 / 3, 1],
      tpr: [0, 0.5, 1, 1],
      thresholds: ['never', 0.8, 0.5, 'always'],
    });
  });

  it('counts rows of the same score at once', () => {
    expect(hullOf([0.5, 0.5, 0.2], [0.5, 0.2])).toEqual({
      fpr: [0, 0.5, 1],
      tpr: [0, 2 / 3, 1],
      thresholds: ['never', 0.5, 'always'],
    });
  });

  it('is the diagonal where scores say nothing, or the opposite', () => {
    for (const hull of [hullOf([1, 1, 1], [1]), hullOf([0, 0.1], [0.8, 0.9])]) {
      expect(hull).toEqual({ fpr: [0, 1], tpr: [0, 1], thresholds: ['never', 'always'] });
    }
  });

  it('lies on or above every threshold and has corners on the right of each other only', () => {
    const scores = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(scores, scores, (positives, negatives) => {
        const hull = hullOf(positives, negatives);
        const above = (own: readonly number[], threshold: number): number =>
          own.filter((score) => score >= threshold).length / own.length;
        for (const score of [...positives, ...negatives]) {
          const [fpr, tpr] = [above(negatives, score), above(positives, score)];
          expect(heightAt(hull, fpr)).toBeGreaterThanOrEqual(tpr - 1e-15);
        }
        hull.thresholds.forEach((threshold, i) => {
          const bound = threshold === 'never' ? Infinity : threshold === 'always' ? -Infinity : threshold;
          expect(hull.fpr[i]).toBe(above(negatives, bound));
          expect(hull.tpr[i]).toBe(above(positives, bound));
          if (i < 2) return;
          const slope = (k: number): number =>
            (hull.tpr[k]! - hull.tpr[k - 1]!) / (hull.fpr[k]! - hull.fpr[k - 1]!);
          expect(slope(i)).toBeLessThan(slope(i - 1));
        });
      }),
    );
  });

  it('keeps no zero that JSON would lose the sign of', () => {
    expect(hullOf([0.5, -0], [-1]).thresholds[1]).toBe(0);
  });
});

describe('heightAt', () => {
  const hull = hullOf([0.9, 0.8, 0.6, 0.5], [0.7, 0.4, 0.3]);

  it('is the top of an upright edge, a vertex, or on the line between two', () => {
    expect([0, 1 / 3, 1].map((rate) => heightAt(hull, rate))).toEqual([0.5, 1, 1]);
    expect(heightAt(hull, 1 / 6)).toBe(0.75);
    expect([0, 0.1, 1 / 3, 0.9, 1].map((rate) => vertexAt(hull, rate))).toEqual([1, 1, 2, 2, 3]);
    expect(shareAlongEdge(hull, 1, 1 / 6)).toBe(0.5);
    expect(shareAlongEdge(hull, 3, 1)).toBe(0);
  });
});
