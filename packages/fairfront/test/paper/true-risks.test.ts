import { createRandom, uniformMu } from '@fairfront/core';
import {
  closedForm,
  plugInStudyProblem,
  randomProblem,
  squareWaveCurve,
  type TheoryProblem,
  theoryMinimax,
  threeGroupProblem,
  twoGroupProblem,
} from '@fairfront/core/theory';
import { describe, expect, it } from 'vitest';
import { inputRule, trueAccuracies, trueRisks } from '../../src/paper/studies/true-risks.js';

const risksOf = (problem: TheoryProblem, classifier: (x: number) => number): number[] => {
  const rule = inputRule(problem);
  return trueRisks(problem, rule, rule.nodes.map(classifier));
};

function expectClose(actual: readonly number[], expected: readonly number[], relative: number): void {
  expect(actual).toHaveLength(expected.length);
  actual.forEach((value, i) => {
    expect(Math.abs(value - expected[i]!)).toBeLessThan(relative * expected[i]!);
  });
}

describe('inputRule', () => {
  it('integrates polynomials of degree 7 over what it covers exactly, and has no node on a jump', () => {
    const { nodes, weights } = inputRule(threeGroupProblem);
    const [from, to] = [-9.5, 9.5];
    for (const power of [0, 2, 6]) {
      const sum = nodes.reduce((total, x, i) => total + weights[i]! * x ** power, 0);
      expectClose([sum], [(to ** (power + 1) - from ** (power + 1)) / (power + 1)], 1e-11);
    }
    for (const jump of [-0.25, 0, 0.25]) expect(nodes).not.toContain(jump);
    // As many nodes left of a jump as its intervals have: none straddles it.
    expect(nodes.filter((x) => x < 0 && x > -0.25).length % 4).toBe(0);
  });
});

describe('trueRisks', () => {
  const random = createRandom(5);
  it.each([
    { name: 'two groups', problem: twoGroupProblem },
    { name: 'three groups', problem: threeGroupProblem },
    { name: 'random, brier', problem: randomProblem(random, 4, 'brier') },
    { name: 'random, cross-entropy', problem: randomProblem(random, 3, 'cross-entropy') },
  ])('of the closed form’s own classifiers are the closed form’s risks: $name', ({ problem }) => {
    const form = closedForm(problem);
    const mus = [uniformMu(problem.groups.length), theoryMinimax(form, 1e-5).mu];
    for (const mu of mus) {
      expectClose(risksOf(problem, form.classifier(mu)), form.decompose(mu).risks, 1e-9);
    }
  });

  it('of a constant and of the truth itself are known', () => {
    // 2 f (1 − ½)² + 2 (1 − f) ½² = ½ whatever f is; of one who always says 0.1 the middle group has half its mass right of its jump.
    expectClose(
      risksOf(threeGroupProblem, () => 0.5),
      [0.5, 0.5, 0.5],
      1e-12,
    );
    expectClose(
      [risksOf(threeGroupProblem, () => 0.1)[1]!],
      [0.5 * 0.18 + 0.5 * (0.9 * 1.62 + 0.1 * 0.02)],
      1e-12,
    );
    const own = threeGroupProblem.groups.map(
      ({ curve }, group) => risksOf(threeGroupProblem, curve.at)[group]!,
    );
    expectClose(own, closedForm(threeGroupProblem).irreducible, 1e-11);
  });

  it('are those of curves with many jumps, too, and of certain outcomes under cross-entropy', () => {
    const wave: TheoryProblem = {
      loss: 'cross-entropy',
      groups: [
        { name: 'wave', mean: 0, curve: squareWaveCurve({ period: 0.3, below: [0.2, 1] }) },
        { name: 'flat', mean: 1, curve: squareWaveCurve({ below: [0.5, 0.5] }) },
      ],
    };
    const form = closedForm(wave);
    expectClose(risksOf(wave, form.classifier([0.7, 0.3])), form.decompose([0.7, 0.3]).risks, 1e-9);
    const certain = { name: 'certain', mean: 0, curve: squareWaveCurve({ below: [0, 1] }) };
    expect(risksOf({ loss: 'cross-entropy', groups: [certain] }, certain.curve.at)[0]).toBeCloseTo(0, 15);
  });

  it('of a steep sigmoid, as networks are, agree with the same rule at ten times the nodes', () => {
    const sigmoid = (x: number) => 1 / (1 + Math.exp(-40 * (x - 0.13)));
    const step = 1e-4;
    const brute = threeGroupProblem.groups.map(({ mean, curve }) => {
      let sum = 0;
      for (let k = -90_000; k < 90_000; k++) {
        const x = (k + 0.5) * step;
        const [f, h] = [curve.at(x), sigmoid(x)];
        const density = Math.exp(-0.5 * (x - mean) ** 2) / Math.sqrt(2 * Math.PI);
        sum += step * density * (2 * f * (1 - h) ** 2 + 2 * (1 - f) * h ** 2);
      }
      return sum;
    });
    expectClose(risksOf(threeGroupProblem, sigmoid), brute, 1e-7);
  });
});

describe('trueAccuracies', () => {
  const accuraciesOf = (problem: TheoryProblem, classifier: (x: number) => number): number[] => {
    const rule = inputRule(problem);
    return trueAccuracies(problem, rule, rule.nodes.map(classifier));
  };
  const study = plugInStudyProblem({ m1: 0, lambda: 0.5 });

  it('are those of each group under its own distributions', () => {
    // Half of each group is left of 0. Who follows f_0 is right of group 0 in 0.8 and 0.9 of cases, of group 1 in 0.4 and 0.45.
    const [first, second] = study.groups;
    expectClose(accuraciesOf(study, first!.curve.at), [0.85, 0.425], 1e-12);
    expectClose(accuraciesOf(study, second!.curve.at), [0.15, 0.575], 1e-12);
  });

  it('depend on the side of ½ alone, and ½ itself says 1', () => {
    const wave = study.groups[0]!.curve.at;
    expect(accuraciesOf(study, (x) => (wave(x) > 0.5 ? 0.51 : 0.49))).toEqual(accuraciesOf(study, wave));
    expect(accuraciesOf(study, (x) => (wave(x) > 0.5 ? 0.5 : 0.1))).toEqual(accuraciesOf(study, wave));
    // Who always says 1 is right where Y = 1.
    const always = accuraciesOf(threeGroupProblem, () => 0.5);
    expectClose([always[1]!], [0.5 * 0.1 + 0.5 * 0.9], 1e-12);
  });

  it('of a group further to the right count its own inputs', () => {
    // P(X < 0) of N(2, 1) is 0.02275.
    const far = plugInStudyProblem({ m1: 2, lambda: 0 });
    const below = 0.022750131948179212;
    expectClose(accuraciesOf(far, far.groups[0]!.curve.at), [0.85, 0.9 - 0.1 * below], 1e-11);
  });
});
