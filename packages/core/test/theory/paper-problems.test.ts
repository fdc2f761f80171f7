import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasEqualRisks, worstGroup } from '../../src/groups/risks.js';
import { simplexGrid, uniformMu } from '../../src/numeric/simplex.js';
import { closedForm } from '../../src/theory/closed-form.js';
import { limitingCases } from '../../src/theory/limiting-cases.js';
import { theoryMinimax } from '../../src/theory/minimax.js';
import { plugInStudyProblem, threeGroupProblem, twoGroupProblem } from '../../src/theory/paper-problems.js';
import { problemShares, type TheoryProblem } from '../../src/theory/problem.js';
import { real } from '../helpers/arbitraries.js';
import { expectError } from '../helpers/errors.js';
import { goldenProblems } from '../helpers/golden-theory.js';
import '../helpers/close.js';

const printed = ({ groups }: TheoryProblem) =>
  groups.map(({ mean, curve }) => {
    const [threshold] = curve.breakpoints(-10, 10);
    return { mean, threshold, low: curve.at(threshold!), high: curve.at(threshold! + 1e-9) };
  });

describe('twoGroupProblem', () => {
  it('has the parameters the paper prints for Figure 1', () => {
    expect(twoGroupProblem.loss).toBe('brier');
    expect(printed(twoGroupProblem)).toEqual([
      { mean: -0.5, threshold: -0.25, low: 0.3, high: 0.7 },
      { mean: 0.5, threshold: 0.25, low: 0.05, high: 0.95 },
    ]);
    expect(problemShares(twoGroupProblem)).toEqual([0.2, 0.8]);
  });

  it('reaches equal risks nowhere on its front: the noisier group is always worse off, as in Figure 1', () => {
    const form = closedForm(twoGroupProblem);
    for (const mu of simplexGrid(2, 50)) {
      const { risks } = form.decompose(mu);
      expect(worstGroup(risks)).toBe(0);
      expect(hasEqualRisks(risks, 0.05)).toBe(false);
    }
  });

  it('is fairest with all weight on the noisier group, which Naive and Balanced are not', () => {
    const form = closedForm(twoGroupProblem);
    const { upper, mu } = theoryMinimax(form);
    expect([upper]).toBeAllClose([0.42], { absolute: 1e-7 }); // 2 · 0.3 · 0.7
    expect(mu[0]).toBeGreaterThan(0.99);
    expect(form.decompose(problemShares(twoGroupProblem)).risks[0]).toBeGreaterThan(0.44);
    expect(form.decompose(uniformMu(2)).risks[0]).toBeGreaterThan(0.425);
  });
});

describe('threeGroupProblem', () => {
  it('has the parameters the paper prints for Figures 2 and 6', () => {
    expect(threeGroupProblem.loss).toBe('brier');
    expect(printed(threeGroupProblem)).toEqual([
      { mean: -0.5, threshold: -0.25, low: 0.1, high: 0.9 },
      { mean: 0, threshold: 0, low: 0.1, high: 0.9 },
      { mean: 0.5, threshold: 0.25, low: 0.1, high: 0.8 },
    ]);
    expect(problemShares(threeGroupProblem)).toEqual([1 / 3, 1 / 3, 1 / 3]);
  });

  it('does not reach equal risks at its optimum, unlike the published figure: the middle group has no weight', () => {
    const { mu, risks } = theoryMinimax(closedForm(threeGroupProblem), 1e-9);
    expect(risks).toBeAllClose([0.28662, 0.26424, 0.28662], { absolute: 5e-6 });
    expect([mu[1]!]).toBeAllClose([0], { absolute: 1e-6 });
    expect(hasEqualRisks(risks, 0.05)).toBe(false);
    const { minimax } = goldenProblems.find(({ name }) => name === 'three groups of Figure 2, brier')!;
    expect(mu).toBeAllClose(minimax!.mu, { absolute: 1e-5 });
  });
});

describe('plugInStudyProblem', () => {
  const curves = (lambda: number) =>
    plugInStudyProblem({ m1: 0, lambda }).groups.map(({ curve }) => curve.at) as [
      (x: number) => number,
      (x: number) => number,
    ];

  it('has the means, shares and loss of the study', () => {
    const { groups, loss } = plugInStudyProblem({ m1: 1.5, lambda: 0.2 });
    expect(loss).toBe('brier');
    expect(groups.map(({ mean }) => mean)).toEqual([0, 1.5]);
    expect(problemShares({ groups, loss })).toEqual([0.5, 0.5]);
  });

  it('has an f_0 of 0.2 and 0.8 left of 0, 0.1 and 0.9 right of it, high where sin 2πx > 0', () => {
    const [f0] = curves(0);
    expect([-1.75, -1.25, -0.75, -0.25].map(f0)).toEqual([0.8, 0.2, 0.8, 0.2]);
    expect([0.25, 0.75, 1.25, 1.75].map(f0)).toEqual([0.9, 0.1, 0.9, 0.1]);
    fc.assert(
      fc.property(real(20), (x) => {
        const wave = Math.sin(2 * Math.PI * x);
        fc.pre(Math.abs(wave) > 1e-9);
        const right = x >= 0 ? 1 : 0;
        const printed = (0.6 + 0.2 * right) * (wave > 0 ? 1 : 0) + 0.2 - 0.1 * right;
        expect(f0(x)).toBeCloseTo(printed, 12);
      }),
    );
  });

  it('has an f_1 of f_0 and its rounded opposite', () => {
    // Left of 0 high and low, right of 0 high and low.
    const at = [-0.75, -0.25, 0.25, 0.75];
    expect(at.map(curves(0)[1])).toEqual(at.map(curves(0)[0]));
    expect(at.map(curves(0.5)[1])).toBeAllClose([0.4, 0.6, 0.45, 0.55], { absolute: 1e-15 });
    expect(at.map(curves(0.8)[1])).toBeAllClose([0.16, 0.84, 0.18, 0.82], { absolute: 1e-15 });
    fc.assert(
      fc.property(real(20), fc.double({ min: 0, max: 1, noNaN: true }), (x, lambda) => {
        const [f0, f1] = curves(lambda);
        const mixed = (1 - lambda) * f0(x) + lambda * (1 - Math.round(f0(x)));
        expect(f1(x)).toBeCloseTo(mixed, 12);
      }),
    );
  });

  it('is a limiting case of the paper where λ = 0: the front is the utopia point', () => {
    const form = closedForm(plugInStudyProblem({ m1: 1, lambda: 0 }));
    expect(limitingCases(form).dependence).toBe(0);
    for (const mu of [
      [1, 0],
      [0.3, 0.7],
    ]) {
      expect(form.decompose(mu).risks).toBeAllClose(form.irreducible, { absolute: 1e-12 });
    }
    // 2 · 0.8 · 0.2 and 2 · 0.9 · 0.1, half of X|0 on either side.
    expect([form.irreducible[0]!]).toBeAllClose([0.25], { absolute: 1e-12 });
    expect(form.irreducible[1]).toBeLessThan(0.25);
  });

  it('has a minimax optimum with equal risks in the middle, where X tells nothing of the group', () => {
    // X ⊥ A: h = f_0 + t (f_1 − f_0) everywhere, risks r_0 = n_0 + t² d and r_1 = n_1 + (1 − t)² d with d = E[2 (f_0 − f_1)²].
    const form = closedForm(plugInStudyProblem({ m1: 0, lambda: 0.5 }));
    const { mu, risks } = theoryMinimax(form, 1e-9);
    const noise = [0.25, (0.48 + 0.495) / 2] as const;
    const distance = (2 * 0.4 ** 2 + 2 * 0.45 ** 2) / 2;
    const t = (1 + (noise[1] - noise[0]) / distance) / 2;
    expect(mu).toBeAllClose([1 - t, t], { absolute: 1e-5 });
    expect(risks).toBeAllClose([noise[0] + t ** 2 * distance, noise[1] + (1 - t) ** 2 * distance], {
      absolute: 1e-6,
    });
  });

  it('refuses parameters without meaning', () => {
    expectError(() => plugInStudyProblem({ m1: -1, lambda: 0 }), 'bad-problem', 'm1', '≥ 0', '-1');
    expectError(() => plugInStudyProblem({ m1: Number.NaN, lambda: 0 }), 'bad-problem', 'm1');
    expectError(() => plugInStudyProblem({ m1: 0, lambda: 1.1 }), 'bad-problem', 'lambda', '[0, 1]', '1.1');
  });
});
