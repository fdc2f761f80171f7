import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { vertexMu } from '../../src/numeric/simplex.js';
import { starBoundary, toPlane } from '../../src/theory/simplex-plane.js';
import { muOf } from '../helpers/arbitraries.js';
import '../helpers/close.js';

const distance = (left: readonly number[], right: readonly number[]): number => {
  const [a, b] = [toPlane(left), toPlane(right)];
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
};

describe('toPlane', () => {
  it('puts the corners where the paper has them, and the centre in the middle [Sec. A.2]', () => {
    expect(toPlane([1, 0, 0])).toEqual([1, 0]);
    expect(toPlane([0, 1, 0])).toEqual([0.5, Math.sqrt(3) / 2]);
    expect(toPlane([0, 0, 1])).toEqual([0, 0]);
    expect(toPlane([1 / 3, 1 / 3, 1 / 3])).toBeAllClose([0.5, Math.sqrt(3) / 6], { absolute: 1e-15 });
  });

  it('keeps the shape: distances are those between weights, over √2', () => {
    fc.assert(
      fc.property(muOf(3), muOf(3), (left, right) => {
        const between = Math.hypot(...left.map((weight, a) => weight - right[a]!));
        expect([distance(left, right)]).toBeAllClose([between / Math.SQRT2], { absolute: 1e-15 });
      }),
    );
  });
});

describe('starBoundary', () => {
  it.each([0, 1, 2])('walks around a disc about e^%d', (group) => {
    const corner = vertexMu(3, group);
    const [start, ...outline] = starBoundary(group, (mu) => distance(mu, corner) < 0.5, 31);
    expect(start).toEqual(corner);
    expect(outline).toHaveLength(31);
    for (const mu of outline) {
      expect(distance(mu, corner)).toBeLessThan(0.5);
      expect(distance(mu, corner)).toBeGreaterThan(0.5 - 2 ** -12);
      expect(mu.every((weight) => weight >= 0)).toBe(true);
      expect([mu.reduce((sum, weight) => sum + weight, 0)]).toBeAllClose([1], { absolute: 1e-15 });
    }
    // From the side towards the next corner to the side towards the one after it.
    expect(outline[0]![(group + 2) % 3]).toBe(0);
    expect(outline.at(-1)![(group + 1) % 3]).toBe(0);
  });

  it('reaches the far side of a region that is the whole triangle, and stays at the corner of an empty one', () => {
    const whole = starBoundary(0, () => true, 3);
    expect(whole).toEqual([
      [1, 0, 0],
      [0, 1, 0],
      [0, 0.5, 0.5],
      [0, 0, 1],
    ]);
    for (const mu of starBoundary(0, () => false, 3)) expect(mu).toEqual([1, 0, 0]);
  });

  it('has 61 rays by default', () => {
    expect(starBoundary(1, () => true)).toHaveLength(62);
  });
});
