import { closedForm, plugInStudyProblem } from '@fairfront/core/theory';
import { describe, expect, it } from 'vitest';
import { describeDependence } from '../../src/paper/estimation-words.js';
import { figure7 } from '../../src/paper/figures/figure-7.js';

const { examples } = figure7();
const [caseI, caseII, both] = examples as [
  (typeof examples)[number],
  (typeof examples)[number],
  (typeof examples)[number],
];

describe('figure 7', () => {
  it('has Case I, Case II and both, with parameters of the paper’s grids', () => {
    expect(caseI.m1).toBeGreaterThan(0);
    expect(caseI.lambda).toBe(0);
    expect(caseII.m1).toBe(0);
    expect(caseII.lambda).toBeGreaterThan(0);
    expect(both.m1 * both.lambda).toBeGreaterThan(0);
    for (const { m1, lambda } of examples) {
      expect([0, 0.5, 1, 1.5, 2]).toContain(m1);
      expect([0, 0.2, 0.5, 0.8]).toContain(lambda);
    }
  });

  it('has h* = f where Y ⊥ A | X, and the utopia point as optimum', () => {
    expect(caseI.responses[0]).toEqual(caseI.responses[1]);
    caseI.classifier.forEach((h, i) => {
      expect(h).toBeCloseTo(caseI.responses[0]![i]!, 12);
    });
    caseI.minimax.risks.forEach((risk, group) => {
      expect(risk).toBeCloseTo(caseI.utopia[group]!, 9);
    });
  });

  it('has the same mixture of both curves everywhere as h* where X ⊥ A: the minimax weights', () => {
    const { mu } = caseII.minimax;
    expect(caseII.densities[0]).toEqual(caseII.densities[1]);
    caseII.classifier.forEach((h, i) => {
      expect(h).toBeCloseTo(mu[0]! * caseII.responses[0]![i]! + mu[1]! * caseII.responses[1]![i]!, 12);
    });
    expect(mu[0]).toBeGreaterThan(0.1);
  });

  it('has an h* that tends to the group’s own at either end, and is no such mixture between', () => {
    const last = both.x.length - 1;
    const off = (i: number, group: number): number =>
      Math.abs(both.classifier[i]! - both.responses[group]![i]!);
    expect(off(0, 0)).toBeLessThan(0.01);
    expect(off(last, 1)).toBeLessThan(1e-5);
    expect(off(0, 1)).toBeGreaterThan(0.1);
    // Further out, as the paper says of ±∞.
    const form = closedForm(plugInStudyProblem(both));
    const classifier = form.classifier(both.minimax.mu);
    const [f0, f1] = form.problem.groups.map(({ curve }) => curve.at) as [
      (x: number) => number,
      (x: number) => number,
    ];
    expect(classifier(-20.25)).toBeCloseTo(f0(-20.25), 12);
    expect(classifier(20.25)).toBeCloseTo(f1(20.25), 12);
    const shares = [-2.25, -1.25, -0.25].map((x) => (classifier(x) - f0(x)) / (f1(x) - f0(x)));
    expect(shares[0]).toBeLessThan(0.2);
    expect(shares[2]).toBeGreaterThan(0.8);
  });

  it('has densities that integrate to 1 around their means, and a point on either side of every jump', () => {
    for (const { x, densities, responses, m1 } of examples) {
      const integral = (values: readonly number[]): number =>
        values.slice(1).reduce((sum, value, i) => sum + ((value + values[i]!) / 2) * (x[i + 1]! - x[i]!), 0);
      for (const density of densities) expect(integral(density)).toBeCloseTo(1, 3);
      const means = densities.map((density) => integral(density.map((p, i) => p * x[i]!)));
      expect(means[0]).toBeCloseTo(0, 2);
      expect(means[1]).toBeCloseTo(m1, 2);
      const jumps = x
        .slice(1)
        .flatMap((to, i) => (responses[0]![i] === responses[0]![i + 1] ? [] : [to - x[i]!]));
      expect(jumps).toHaveLength(19);
      for (const width of jumps) expect(width).toBeLessThan(1e-8);
    }
  });

  it('is told in words: the case, its parameters, weights and risks', () => {
    const words = describeDependence({ examples });
    expect(words).toContain('Case I, groups differ in x alone (m₁ = 2, λ = 0):');
    expect(words).toContain('Case II, groups differ in Y given x alone (m₁ = 0, λ = 0.5):');
    expect(words).toMatch(/group 0 +0\.2500 +0\.3406 +0\.3406 +0\.4983 +0\.1724/);
  });
});
