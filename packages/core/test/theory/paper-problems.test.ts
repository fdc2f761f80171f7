import { describe, expect, it } from 'vitest';
import { hasEqualRisks, worstGroup } from '../../src/groups/risks.js';
import { simplexGrid, uniformMu } from '../../src/numeric/simplex.js';
import { closedForm } from '../../src/theory/closed-form.js';
import { theoryMinimax } from '../../src/theory/minimax.js';
import { threeGroupProblem, twoGroupProblem } from '../../src/theory/paper-problems.js';
import { problemShares, type TheoryProblem } from '../../src/theory/problem.js';
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
