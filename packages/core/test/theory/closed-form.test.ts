// Golden numbers are in golden/, with the scipy and mpmath script that made them.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClassLoss } from '../../src/groups/risks.js';
import { integrate } from '../../src/numeric/quadrature.js';
import { uniformMu, vertexMu } from '../../src/numeric/simplex.js';
import { dot } from '../../src/numeric/sum.js';
import { type Classifier, closedForm, closedFormOracle } from '../../src/theory/closed-form.js';
import { densityAt, integrationPanels } from '../../src/theory/gaussian.js';
import type { TheoryGroup, TheoryProblem } from '../../src/theory/problem.js';
import { randomProblem } from '../../src/theory/random-problem.js';
import { stepCurve } from '../../src/theory/response-curve.js';
import { muOf, permute, randomSource } from '../helpers/arbitraries.js';
import { expectError } from '../helpers/errors.js';
import { goldenProblems } from '../helpers/golden-theory.js';
import '../helpers/close.js';

const group = (mean: number, jumps: number[], levels: number[]): TheoryGroup => ({
  name: `at ${mean}`,
  mean,
  curve: stepCurve(jumps, levels),
});

const someLoss = fc.constantFrom<ClassLoss>('brier', 'cross-entropy');
const someProblem = fc
  .tuple(randomSource, fc.integer({ min: 2, max: 5 }), someLoss)
  .map(([random, groupCount, loss]) => randomProblem(random, groupCount, loss));
/** A problem and as many weights as asked for. */
const problemWithMus = (count: number) =>
  someProblem.chain((problem) =>
    fc.tuple(
      fc.constant(problem),
      fc.array(muOf(problem.groups.length), { minLength: count, maxLength: count }),
    ),
  );

/** The risks of any classifier: expectations of the loss itself. */
function risksOf(
  { groups, loss }: TheoryProblem,
  classifier: Classifier,
  panels: readonly number[],
): readonly number[] {
  const { values, status } = integrate(
    (x, out) => {
      const h = classifier(x);
      const [ifOne, ifZero] =
        loss === 'brier' ? [2 * (1 - h) ** 2, 2 * h ** 2] : [-Math.log(h), -Math.log1p(-h)];
      groups.forEach(({ mean, curve }, a) => {
        const f = curve.at(x);
        out[a] = densityAt(x - mean) * (f * ifOne + (1 - f) * ifZero);
      });
    },
    groups.length,
    panels,
  );
  expect(status).toBe('converged');
  return values;
}

describe('closedForm against an independent computation', () => {
  const cases = goldenProblems.flatMap(({ name, problem, solves }) =>
    solves.map((solve) => ({ name, problem, ...solve })),
  );

  it.each(cases)('$name, μ = $mu: risks and both parts agree to 1e-8', ({ problem, mu, ...golden }) => {
    const { risks, irreducible, priceOfSharing } = closedForm(problem).decompose(mu);
    expect(risks).toBeAllClose(golden.risks, { absolute: 1e-8 });
    expect(irreducible).toBeAllClose(golden.irreducible, { absolute: 1e-8 });
    expect(priceOfSharing).toBeAllClose(golden.priceOfSharing, { absolute: 1e-8 });
  });

  it('is in fact accurate to 1e-12 in every case', () => {
    // Measured: off by 4e-14 at most (means 60 apart), and by 2e-15 where the groups overlap.
    for (const { problem, mu, ...golden } of cases) {
      const { risks } = closedForm(problem).decompose(mu);
      expect(risks).toBeAllClose(golden.risks, { absolute: 1e-12 });
    }
  });
});

describe('the classifier of Theorem 4.2', () => {
  it('averages the curves by weight and density', () => {
    const classifier = closedForm({
      loss: 'brier',
      groups: [group(-1, [0], [0.2, 0.6]), group(1, [0.5], [0.9, 0.3])],
    }).classifier([0.25, 0.75]);
    for (const x of [-3, -0.2, 0.4, 0.6, 2]) {
      const [left, right] = [0.25 * densityAt(x + 1), 0.75 * densityAt(x - 1)];
      const [f, g] = [x > 0 ? 0.6 : 0.2, x > 0.5 ? 0.3 : 0.9];
      expect([classifier(x)]).toBeAllClose([(left * f + right * g) / (left + right)], { absolute: 1e-15 });
    }
  });

  it("is the group's own curve at a corner, also where the density of that group underflows", () => {
    const form = closedForm({
      loss: 'brier',
      groups: [group(-30, [0], [0.2, 0.6]), group(30, [1], [0.9, 0.3])],
    });
    const [first, second] = [form.classifier([1, 0]), form.classifier([0, 1])];
    for (const x of [-80, -30, 0.5, 2, 7, 8, 30, 80]) {
      expect([first(x)]).toBeAllClose([x > 0 ? 0.6 : 0.2], { absolute: 1e-12 });
      expect([second(x)]).toBeAllClose([x > 1 ? 0.3 : 0.9], { absolute: 1e-12 });
    }
  });

  it('goes over to the nearest group in the tails', () => {
    const classifier = closedForm({
      loss: 'cross-entropy',
      groups: [group(-1, [], [0.2]), group(1, [], [0.9])],
    }).classifier([0.999, 0.001]);
    expect([classifier(-500), classifier(500)]).toBeAllClose([0.2, 0.9], { absolute: 1e-12 });
  });

  it('has the risks that decompose says', () => {
    fc.assert(
      fc.property(problemWithMus(1), ([problem, mus]) => {
        const form = closedForm(problem);
        const direct = risksOf(problem, form.classifier(mus[0]!), integrationPanels(problem));
        expect(form.decompose(mus[0]!).risks).toBeAllClose(direct, { absolute: 1e-11 });
      }),
      { numRuns: 40 },
    );
  });

  it('minimises Σ μ_a r_a: whatever is changed about it costs', () => {
    const bump = fc.record({
      from: fc.double({ min: -2, max: 1, noNaN: true }),
      width: fc.double({ min: 0.1, max: 2, noNaN: true }),
      share: fc.double({ min: 0.01, max: 0.5, noNaN: true }),
      target: fc.constantFrom(0.01, 0.5, 0.99),
    });
    fc.assert(
      fc.property(problemWithMus(1), bump, ([problem, mus], { from, width, share, target }) => {
        const mu = mus[0]!;
        const form = closedForm(problem);
        const h = form.classifier(mu);
        const changed: Classifier = (x) =>
          x > from && x < from + width ? (1 - share) * h(x) + share * target : h(x);
        const panels = [...integrationPanels(problem), from, from + width].sort(
          (left, right) => left - right,
        );
        expect(dot(mu, risksOf(problem, changed, panels))).toBeGreaterThan(
          dot(mu, form.decompose(mu).risks) - 1e-12,
        );
      }),
      { numRuns: 40 },
    );
  });
});

describe('decompose', () => {
  it('of one group has nothing to share: r = E[2 f (1 − f)] and E[H(f)]', () => {
    const groups = [group(0, [0], [0.1, 0.4])];
    const entropy = (f: number): number => -f * Math.log(f) - (1 - f) * Math.log(1 - f);
    const brier = closedForm({ loss: 'brier', groups }).decompose([1]);
    expect(brier.risks).toBeAllClose([0.09 + 0.24], { absolute: 1e-13 });
    expect(brier.priceOfSharing).toBeAllClose([0], { absolute: 1e-13 });
    const crossEntropy = closedForm({ loss: 'cross-entropy', groups }).decompose([1]);
    expect(crossEntropy.risks).toBeAllClose([(entropy(0.1) + entropy(0.4)) / 2], { absolute: 1e-13 });
  });

  it('is arithmetic where all groups have the same X and constant curves', () => {
    // h = 0.25 · 0.2 + 0.75 · 0.6 = 0.5
    const groups = [group(0, [], [0.2]), group(0, [], [0.6])];
    const brier = closedForm({ loss: 'brier', groups }).decompose([0.25, 0.75]);
    expect(brier.irreducible).toBeAllClose([0.32, 0.48], { absolute: 1e-13 });
    expect(brier.priceOfSharing).toBeAllClose([0.18, 0.02], { absolute: 1e-13 });
    const crossEntropy = closedForm({ loss: 'cross-entropy', groups }).decompose([0.25, 0.75]);
    expect(crossEntropy.risks).toBeAllClose([Math.LN2, Math.LN2], { absolute: 1e-13 });
  });

  it('sums to the risks, with parts that are not negative and an irreducible part that ignores μ', () => {
    fc.assert(
      fc.property(problemWithMus(2), ([problem, mus]) => {
        const form = closedForm(problem);
        for (const mu of mus) {
          const { risks, irreducible, priceOfSharing } = form.decompose(mu);
          expect(irreducible).toEqual(form.irreducible);
          risks.forEach((risk, a) => {
            expect(irreducible[a]).toBeGreaterThan(0);
            expect(priceOfSharing[a]).toBeGreaterThanOrEqual(0);
            expect([irreducible[a]! + priceOfSharing[a]!]).toBeAllClose([risk], { absolute: 1e-15 });
          });
        }
      }),
      { numRuns: 30 },
    );
  });

  it('gives each group its irreducible risk when it is the only one that counts', () => {
    fc.assert(
      fc.property(someProblem, (problem) => {
        const form = closedForm(problem);
        problem.groups.forEach((_, a) => {
          const { risks } = form.decompose(vertexMu(problem.groups.length, a));
          expect([risks[a]!]).toBeAllClose([form.irreducible[a]!], { absolute: 1e-13 });
        });
      }),
      { numRuns: 20 },
    );
  });

  it('is a minimum: no other weights have a lower Σ μ_a r_a', () => {
    fc.assert(
      fc.property(problemWithMus(2), ([problem, [mu, other]]) => {
        const form = closedForm(problem);
        const least = dot(mu!, form.decompose(mu!).risks);
        expect(dot(mu!, form.decompose(other!).risks)).toBeGreaterThanOrEqual(least - 1e-12);
      }),
      { numRuns: 100 },
    );
  });

  it('makes Φ concave: half way it is not below the mean of the ends', () => {
    fc.assert(
      fc.property(problemWithMus(2), ([problem, [left, right]]) => {
        const form = closedForm(problem);
        const phi = (mu: readonly number[]): number => dot(mu, form.decompose(mu).risks);
        const middle = left!.map((weight, a) => (weight + right![a]!) / 2);
        expect(phi(middle)).toBeGreaterThanOrEqual((phi(left!) + phi(right!)) / 2 - 1e-12);
      }),
      { numRuns: 60 },
    );
  });

  it('permutes when the groups are relabelled', () => {
    const cases = problemWithMus(1).chain(([problem, [mu]]) => {
      const all = [...problem.groups.keys()];
      return fc.tuple(
        fc.constant(problem),
        fc.constant(mu!),
        fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
      );
    });
    fc.assert(
      fc.property(cases, ([problem, mu, order]) => {
        const relabelled = closedForm({ ...problem, groups: permute(problem.groups, order) });
        const risks = closedForm(problem).decompose(mu).risks;
        expect(relabelled.decompose(permute(mu, order)).risks).toBeAllClose(permute(risks, order), {
          absolute: 1e-12,
        });
      }),
      { numRuns: 30 },
    );
  });

  it('does not depend on how frequent the groups are', () => {
    const groups = [group(0, [0], [0.2, 0.6]), group(1, [1], [0.9, 0.3])];
    const alike = closedForm({ loss: 'brier', groups }).decompose([0.4, 0.6]);
    const unlike = closedForm({
      loss: 'brier',
      groups: groups.map((one, a) => ({ ...one, share: 1 + 9 * a })),
    }).decompose([0.4, 0.6]);
    expect(unlike).toEqual(alike);
  });

  it.each([20, 35, 36, 37, 37.5, 38, 38.3, 38.5, 39, 40, 60, 200])(
    'is exact for a group without weight %d away, where densities underflow',
    (distance) => {
      // Group 1 is served by f_0 = 0.6 for all of its X.
      const groups = [group(0, [0], [0.3, 0.6]), group(distance, [distance], [0.2, 0.7])];
      expect(closedForm({ loss: 'brier', groups }).decompose([1, 0]).risks).toBeAllClose([0.45, 0.54], {
        absolute: 1e-10,
      });
      const entropies = [0.2, 0.7].map((f) => -f * Math.log(0.6) - (1 - f) * Math.log(0.4));
      expect([closedForm({ loss: 'cross-entropy', groups }).decompose([1, 0]).risks[1]!]).toBeAllClose(
        [(entropies[0]! + entropies[1]!) / 2],
        { absolute: 1e-10 },
      );
    },
  );

  it('stays finite with levels of exactly 0 and 1 and means of ±30 as long as every group has weight', () => {
    const groups = [group(-30, [-30], [0, 1]), group(0, [0], [1, 0]), group(30, [30], [1, 0])];
    const form = closedForm({ loss: 'cross-entropy', groups });
    for (const mu of [uniformMu(3), [1e-12, 1e-12, 1 - 2e-12], [0.999, 0.0005, 0.0005]]) {
      const { risks } = form.decompose(mu);
      expect(risks.every((risk) => Number.isFinite(risk) && risk >= 0)).toBe(true);
    }
    expect(form.decompose(uniformMu(3)).risks).toBeAllClose([0, 0, 0], { absolute: 1e-12 });
  });

  it('says so where a risk is infinite: no weight, and a prediction of exactly 0 or 1', () => {
    const form = closedForm({
      loss: 'cross-entropy',
      groups: [group(0, [0], [0, 1]), group(1, [], [0.5])],
    });
    expectError(() => form.decompose([1, 0]), 'bad-problem', 'infinite', 'every weight above 0');
    // The Brier score is bounded.
    const brier = closedForm({ ...form.problem, loss: 'brier' });
    expect(brier.decompose([1, 0]).risks).toBeAllClose([0, 1], { absolute: 1e-12 });
  });

  it('refuses weights off the simplex and problems that make no sense', () => {
    const form = closedForm({ loss: 'brier', groups: [group(0, [], [0.5]), group(1, [], [0.5])] });
    expectError(() => form.decompose([0.5, 0.6]), 'bad-mu', 'sum to 1');
    expectError(() => form.classifier([1]), 'bad-mu', '2 groups');
    expectError(() => closedForm({ loss: 'brier', groups: [] }), 'bad-problem', 'at least one group');
  });
});

describe('closedFormOracle', () => {
  it('solves with the classifier and the risks of the closed form, and certifies', () => {
    const form = closedForm({
      loss: 'brier',
      groups: [group(0, [0], [0.2, 0.6]), group(1, [1], [0.9, 0.3])],
    });
    const oracle = closedFormOracle(form);
    expect([oracle.groupCount, oracle.certifies]).toEqual([2, true]);
    const { model, risks } = oracle.solve([0.3, 0.7], {});
    expect(risks).toEqual(form.decompose([0.3, 0.7]).risks);
    expect([-1, 0.5, 2].map(model)).toEqual([-1, 0.5, 2].map(form.classifier([0.3, 0.7])));
  });
});
