import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { integrate } from '../../src/numeric/quadrature.js';
import { real } from '../helpers/arbitraries.js';
import { expectError } from '../helpers/errors.js';
import '../helpers/close.js';

/** One integrand. */
const scalar =
  (f: (x: number) => number) =>
  (x: number, out: Float64Array): void => {
    out[0] = f(x);
  };

describe('integrate', () => {
  it('is exact for monomials up to degree 31 on one panel, and no further', () => {
    const degrees = Array.from({ length: 32 }, (_, degree) => degree);
    const { values, evaluations } = integrate(
      (x, out) => {
        degrees.forEach((degree) => {
          out[degree] = x ** degree;
        });
      },
      32,
      [0, 1],
      { maxPanels: 1 },
    );
    expect(evaluations).toBe(21);
    expect(values).toBeAllClose(
      degrees.map((degree) => 1 / (degree + 1)),
      { absolute: 2e-16 },
    );
    const power = (degree: number): number =>
      integrate(
        scalar((x) => x ** degree),
        1,
        [-1, 1],
        { maxPanels: 1 },
      ).values[0]!;
    expect(Math.abs(power(30) - 2 / 31)).toBeLessThan(1e-16);
    expect(Math.abs(power(32) - 2 / 33)).toBeGreaterThan(1e-12);
  });

  it('shares the evaluations among several integrands, each with its own result', () => {
    const { values, status } = integrate(
      (x, out) => {
        out[0] = 1;
        out[1] = Math.cos(x);
        out[2] = Math.exp(-x);
      },
      3,
      [0, 1, 2],
    );
    expect(status).toBe('converged');
    expect(values).toBeAllClose([2, Math.sin(2), 1 - Math.exp(-2)], { absolute: 1e-15 });
  });

  it('refines until the hardest of the integrands is accurate', () => {
    const { values, errors, status } = integrate(
      (x, out) => {
        out[0] = x;
        out[1] = Math.sqrt(x);
      },
      2,
      [0, 1],
    );
    expect(status).toBe('converged');
    expect(values).toBeAllClose([1 / 2, 2 / 3], { absolute: 1e-12 });
    expect(errors[1]).toBeLessThanOrEqual(1e-12);
  });

  it('meets a jump at a breakpoint without noticing it', () => {
    const jump = 0.123456789;
    const step = scalar((x) => (x > jump ? Math.exp(x) : 1));
    const exact = jump + 1 + Math.E - Math.exp(jump);
    const split = integrate(step, 1, [-1, jump, 1]);
    expect(split.values).toBeAllClose([exact], { absolute: 1e-15 });
    expect(split.evaluations).toBe(2 * 21);
    const unaware = integrate(step, 1, [-1, 1]);
    expect(unaware.values).toBeAllClose([exact], { absolute: 1e-11 });
    expect(unaware.evaluations).toBeGreaterThan(20 * 21);
  });

  it('finds narrow peaks by halving', () => {
    const width = 1e-4;
    const { values, status } = integrate(
      scalar((x) => width / Math.PI / ((x - 0.3) ** 2 + width ** 2)),
      1,
      [-1, 1],
    );
    const exact = (Math.atan(0.7 / width) + Math.atan(1.3 / width)) / Math.PI;
    expect(status).toBe('converged');
    expect(values).toBeAllClose([exact], { absolute: 1e-12 });
  });

  it.each([
    ['smooth', (x: number) => Math.exp(Math.sin(3 * x)), 2.0188898451843835],
    ['with a kink', (x: number) => Math.abs(x - 0.37), 0.5 - 0.37 + 0.37 ** 2],
    ['with a root at its end', (x: number) => Math.sqrt(x), 2 / 3],
    ['oscillating', (x: number) => Math.cos(50 * x), Math.sin(50) / 50],
    ['with a jump', (x: number) => (x > 1 / 3 ? 1 : 0), 2 / 3],
  ])('estimates an error that is not below the true one: %s', (_, f, exact) => {
    for (const maxPanels of [1, 2, 3, 5, 10, 20]) {
      const { values, errors } = integrate(scalar(f), 1, [0, 1], { maxPanels });
      expect(Math.abs(values[0]! - exact)).toBeLessThanOrEqual(errors[0]! + 4e-16);
    }
  });

  it('estimates honestly across families of ever harder integrands', () => {
    for (let k = 1; k < 100; k++) {
      const root = (x: number): number => Math.sqrt(x + 1 / k);
      const rootExact = (2 / 3) * ((1 + 1 / k) ** 1.5 - (1 / k) ** 1.5);
      const peak = (x: number): number => 1 / (1 + (k * (x - 0.5)) ** 2);
      const peakExact = (2 / k) * Math.atan(k / 2);
      for (const maxPanels of [1, 2, 3, 5]) {
        const options = { maxPanels, tolerance: 1e-300 };
        const { values, errors } = integrate(
          (x, out) => {
            out[0] = root(x);
            out[1] = peak(x);
          },
          2,
          [0, 1],
          options,
        );
        expect(Math.abs(values[0]! - rootExact)).toBeLessThanOrEqual(errors[0]! + 1e-15);
        expect(Math.abs(values[1]! - peakExact)).toBeLessThanOrEqual(errors[1]! + 1e-15);
      }
    }
  });

  it('keeps to the tolerance asked for, with less work for a looser one', () => {
    const f = scalar((x) => Math.sqrt(x));
    const loose = integrate(f, 1, [0, 1], { tolerance: 1e-4 });
    const tight = integrate(f, 1, [0, 1], { tolerance: 1e-10 });
    expect(loose.errors[0]).toBeLessThanOrEqual(1e-4);
    expect(tight.errors[0]).toBeLessThanOrEqual(1e-10);
    expect(loose.evaluations).toBeLessThan(tight.evaluations);
  });

  it('says `stopped` when the panels ran out, with the error it has', () => {
    const { status, errors, evaluations } = integrate(
      scalar((x) => Math.abs(x - Math.SQRT1_2)),
      1,
      [0, 1],
      {
        maxPanels: 3,
        tolerance: 1e-15,
      },
    );
    expect(status).toBe('stopped');
    expect(errors[0]).toBeGreaterThan(1e-15);
    expect(evaluations).toBe(21 + 2 * 42);
  });

  it.each([
    ['infinite', () => Number.POSITIVE_INFINITY],
    ['infinite on one side', (x: number) => (x > 0.5 ? Number.POSITIVE_INFINITY : 1)],
    ['not a number', () => Number.NaN],
  ])('says `stopped` at once where the integrand is %s', (_, f) => {
    const { status, evaluations } = integrate(scalar(f), 1, [0, 1]);
    expect(status).toBe('stopped');
    expect(evaluations).toBe(21);
  });

  it('allows repeated breakpoints, and an interval without length', () => {
    expect(
      integrate(
        scalar(() => 3),
        1,
        [0, 0, 1, 1],
      ).values,
    ).toBeAllClose([3], { absolute: 1e-15 });
    expect(
      integrate(
        scalar(() => 3),
        1,
        [2, 2],
      ),
    ).toEqual({
      values: [0],
      errors: [0],
      evaluations: 0,
      status: 'converged',
    });
  });

  it('refuses breakpoints that are too few, unsorted or not finite, and says which', () => {
    const run = (...breakpoints: number[]) =>
      integrate(
        scalar(() => 1),
        1,
        breakpoints,
      );
    expectError(() => run(), 'bad-option', 'at least 2', 'got 0');
    expectError(() => run(1), 'bad-option', 'got 1');
    expectError(() => run(0, 2, 1), 'bad-option', 'breakpoints[2] = 1');
    expectError(() => run(0, Number.POSITIVE_INFINITY), 'bad-option', 'breakpoints[1] = Infinity');
    expectError(() => run(Number.NaN, 1), 'bad-option', 'breakpoints[0] = NaN');
  });

  it('adds up: the integral does not depend on where it is split', () => {
    fc.assert(
      fc.property(fc.array(real(3), { maxLength: 6 }), (inner) => {
        const points = [-3, ...inner.sort((left, right) => left - right), 3];
        const { values } = integrate(
          scalar((x) => Math.exp(-x * x)),
          1,
          points,
        );
        expect(values).toBeAllClose([1.7724146965190428], { absolute: 1e-12 }); // √π erf(3)
      }),
    );
  });

  it('is linear in the integrand', () => {
    fc.assert(
      fc.property(real(10), real(10), (a, b) => {
        const { values } = integrate(
          (x, out) => {
            out[0] = Math.exp(x);
            out[1] = Math.sin(5 * x);
            out[2] = a * Math.exp(x) + b * Math.sin(5 * x);
          },
          3,
          [0, 2],
        );
        expect([values[2]!]).toBeAllClose([a * values[0]! + b * values[1]!], { absolute: 1e-12 });
      }),
    );
  });
});
