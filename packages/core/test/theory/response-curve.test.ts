import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  mixCurves,
  type ResponseCurve,
  squareWaveCurve,
  stepCurve,
} from '../../src/theory/response-curve.js';
import { real } from '../helpers/arbitraries.js';
import { expectError } from '../helpers/errors.js';
import '../helpers/close.js';

const probability = fc.double({ min: 0, max: 1, noNaN: true });

/** A curve must be constant between neighbouring breakpoints: there the integrals take it for smooth. */
function checkConstantBetweenBreakpoints(curve: ResponseCurve, from: number, to: number): void {
  const points = [from, ...curve.breakpoints(from, to), to];
  points.slice(1).forEach((right, i) => {
    const left = points[i]!;
    expect(right).toBeGreaterThan(left);
    const values = [0.01, 0.3, 0.5, 0.99].map((share) => curve.at(left + share * (right - left)));
    expect(new Set(values).size).toBe(1);
  });
}

describe('stepCurve', () => {
  it('has its levels between the jumps, and at a jump the level to its left [Sec. A.4]', () => {
    const curve = stepCurve([-1, 2], [0.1, 0.5, 0.9]);
    expect([-5, -1, -0.99, 2, 2.01, 50].map(curve.at)).toEqual([0.1, 0.1, 0.5, 0.5, 0.9, 0.9]);
  });

  it('may have no jump at all', () => {
    const curve = stepCurve([], [0.3]);
    expect([curve.at(-1e9), curve.at(1e9)]).toEqual([0.3, 0.3]);
    expect(curve.breakpoints(-10, 10)).toEqual([]);
  });

  it('lists the jumps inside an interval, its ends left out', () => {
    expect(stepCurve([-1, 0, 2], [0, 1, 0, 1]).breakpoints(-1, 2)).toEqual([0]);
  });

  it('is constant between breakpoints', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: -8, max: 8 }), { maxLength: 6 }),
        fc.infiniteStream(probability),
        (jumps, levels) => {
          const rising = jumps.sort((left, right) => left - right);
          checkConstantBetweenBreakpoints(stepCurve(rising, [...levels.take(jumps.length + 1)]), -9, 9);
        },
      ),
    );
  });

  it('names the jump or level that is wrong', () => {
    expectError(() => stepCurve([0], [0.5]), 'bad-problem', '1 jumps', '2 levels', 'got 1');
    expectError(() => stepCurve([1, 1], [0, 0, 0]), 'bad-problem', 'jumps[1] = 1');
    expectError(() => stepCurve([Number.NaN], [0, 0]), 'bad-problem', 'jumps[0] = NaN');
    expectError(() => stepCurve([0], [0, 1.1]), 'bad-problem', 'levels[1]', '1.1');
    expectError(() => stepCurve([0], [-0.1, 1]), 'bad-problem', 'levels[0]', '-0.1');
    expectError(() => stepCurve([], [Number.NaN]), 'bad-problem', 'NaN');
  });
});

describe('squareWaveCurve', () => {
  it('is the curve of Appendix A.5: high where sin 2πx > 0, with other levels right of 0', () => {
    const wave = squareWaveCurve({ below: [0.8, 0.2], above: [0.9, 0.1] });
    fc.assert(
      fc.property(real(20), (x) => {
        const sine = Math.sin(2 * Math.PI * x);
        fc.pre(Math.abs(sine) > 1e-9);
        const wanted = x < 0 ? (sine > 0 ? 0.8 : 0.2) : sine > 0 ? 0.9 : 0.1;
        expect(wave.at(x)).toBe(wanted);
      }),
    );
  });

  it('jumps every half period, 0 included', () => {
    expect(squareWaveCurve({ below: [0, 1] }).breakpoints(-1, 1.2)).toEqual(
      [-0.5, -0, 0.5, 1].map((x) => x + 0),
    );
    expect(squareWaveCurve({ period: 4, below: [0, 1] }).breakpoints(-4, 4)).toEqual([-2, 0, 2]);
  });

  it('is constant between breakpoints, whatever the period', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.1, max: 5, noNaN: true }), real(5), (period, from) => {
        const wave = squareWaveCurve({ period, below: [0.8, 0.2], above: [0.9, 0.1] });
        const points = wave.breakpoints(from, from + 7);
        fc.pre(
          points.every((point, i) => point - (points[i - 1] ?? from) > 1e-6) &&
            from + 7 - (points.at(-1) ?? 0) > 1e-6,
        );
        checkConstantBetweenBreakpoints(wave, from, from + 7);
      }),
    );
  });

  it('refuses a period or level that makes no sense', () => {
    expectError(() => squareWaveCurve({ period: 0, below: [0, 1] }), 'bad-problem', 'period', 'got 0');
    expectError(
      () => squareWaveCurve({ period: Number.POSITIVE_INFINITY, below: [0, 1] }),
      'bad-problem',
      'Infinity',
    );
    expectError(() => squareWaveCurve({ below: [0, 1], above: [2, 0] }), 'bad-problem', 'got 2');
  });
});

describe('mixCurves', () => {
  it('weighs two curves at every point and jumps where either does', () => {
    const mixed = mixCurves(stepCurve([0, 1], [0, 1, 0.5]), stepCurve([1, 2], [1, 0, 1]), 0.25);
    expect([-1, 0.5, 1.5, 3].map(mixed.at)).toBeAllClose([0.25, 1, 0.375, 0.625], { absolute: 1e-15 });
    expect(mixed.breakpoints(-5, 5)).toEqual([0, 1, 2]);
    expect(mixed.breakpoints(0, 2)).toEqual([1]);
  });

  it('is one of the curves at a share of 0 or 1', () => {
    const [left, right] = [stepCurve([0], [0.2, 0.4]), stepCurve([1], [0.6, 0.8])];
    for (const x of [-1, 0.5, 2]) {
      expect(mixCurves(left, right, 0).at(x)).toBe(left.at(x));
      expect(mixCurves(left, right, 1).at(x)).toBe(right.at(x));
    }
  });

  it('refuses a share outside [0, 1]', () => {
    const curve = stepCurve([], [0.5]);
    expectError(() => mixCurves(curve, curve, 1.5), 'bad-problem', 'share', '1.5');
    expectError(() => mixCurves(curve, curve, Number.NaN), 'bad-problem', 'NaN');
  });
});
