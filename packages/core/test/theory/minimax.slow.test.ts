// Golden minimax risks are in golden/, with the scipy scripts that made them.

import { describe, expect, it } from 'vitest';
import { worstRisk } from '../../src/groups/risks.js';
import { createRandom } from '../../src/numeric/random.js';
import { checkMu, sampleSimplex } from '../../src/numeric/simplex.js';
import { dot } from '../../src/numeric/sum.js';
import { closedForm } from '../../src/theory/closed-form.js';
import { theoryMinimax } from '../../src/theory/minimax.js';
import { randomProblem } from '../../src/theory/random-problem.js';
import { stepCurve } from '../../src/theory/response-curve.js';
import { permute } from '../helpers/arbitraries.js';
import { expectError } from '../helpers/errors.js';
import { goldenProblems, goldenRandomMinimax } from '../helpers/golden-theory.js';
import '../helpers/close.js';

const problemOfSeed = (seed: number) =>
  randomProblem(createRandom(seed), 2 + (seed % 5), seed % 2 === 0 ? 'brier' : 'cross-entropy');

describe('theoryMinimax', () => {
  it.each(goldenRandomMinimax)(
    'certifies random problem $seed to 1e-7, around the value that scipy found',
    ({ seed, firstMean, ...golden }) => {
      const problem = problemOfSeed(seed);
      expect([problem.groups[0]!.mean]).toBeAllClose([firstMean], { absolute: 1e-14 });
      const form = closedForm(problem);
      const { mu, risks, lower, upper } = theoryMinimax(form);
      expect(upper - lower).toBeLessThanOrEqual(1e-7 * upper);
      expect(lower).toBeLessThanOrEqual(golden.upper + 1e-10);
      expect(upper).toBeGreaterThanOrEqual(golden.lower - 1e-10);
      expect([lower, upper]).toBeAllClose([golden.lower, golden.upper], { absolute: 1e-7 });
      // The model handed back is the one the upper bound speaks of.
      checkMu(mu, problem.groups.length);
      expect(worstRisk(risks)).toBe(upper);
      expect(form.decompose(mu).risks).toEqual(risks);
    },
  );

  it('gives bounds that no weights contradict: Φ(μ) ≤ upper and lower ≤ worst risk at μ, anywhere', () => {
    const random = createRandom(99);
    for (let seed = 0; seed < 200; seed += 4) {
      const form = closedForm(problemOfSeed(seed));
      const { lower, upper } = theoryMinimax(form);
      for (let draw = 0; draw < 8; draw++) {
        const mu = sampleSimplex(random, form.problem.groups.length);
        const { risks } = form.decompose(mu);
        expect(dot(mu, risks)).toBeLessThanOrEqual(upper + 1e-10);
        expect(worstRisk(risks)).toBeGreaterThanOrEqual(lower - 1e-10);
      }
    }
  });

  it.each(goldenProblems.filter(({ minimax }) => minimax !== null))(
    'agrees with scipy on $name',
    ({ problem, minimax: golden }) => {
      const { lower, upper } = theoryMinimax(closedForm(problem), 1e-9);
      expect(upper - lower).toBeLessThanOrEqual(1e-9 * upper);
      expect([lower, upper]).toBeAllClose([golden!.lower, golden!.upper], { absolute: 1e-8 });
    },
  );

  it('hands back the classifier of its weights', () => {
    const form = closedForm(problemOfSeed(3));
    const { mu, classifier } = theoryMinimax(form);
    const again = form.classifier(mu);
    for (const x of [-2, 0, 0.7, 2]) expect(classifier(x)).toBe(again(x));
  });

  it('takes fewer solves for a wider gap', () => {
    const form = closedForm(problemOfSeed(8));
    const wide = theoryMinimax(form, 1e-2);
    const narrow = theoryMinimax(form, 1e-9);
    expect(wide.solves).toBeLessThan(narrow.solves);
    expect(wide.upper - wide.lower).toBeLessThanOrEqual(1e-2 * wide.upper);
    expect(narrow.upper - narrow.lower).toBeLessThanOrEqual(1e-9 * narrow.upper);
  });

  it('permutes when the groups are relabelled', () => {
    const problem = problemOfSeed(2); // four groups
    const order = [2, 0, 3, 1];
    const plain = theoryMinimax(closedForm(problem), 1e-9);
    const relabelled = theoryMinimax(
      closedForm({ ...problem, groups: permute(problem.groups, order) }),
      1e-9,
    );
    expect([relabelled.upper]).toBeAllClose([plain.upper], { absolute: 1e-9 });
    expect(relabelled.mu).toBeAllClose(permute(plain.mu, order), { absolute: 1e-5 });
  });

  it('finds the worst irreducible risk where sharing is free', () => {
    const curve = stepCurve([0], [0.1, 0.7]);
    const form = closedForm({
      loss: 'brier',
      groups: [0, 1].map((mean) => ({ name: `${mean}`, mean, curve })),
    });
    const { upper, lower } = theoryMinimax(form, 1e-9);
    expect([lower, upper]).toBeAllClose([worstRisk(form.irreducible), worstRisk(form.irreducible)], {
      absolute: 1e-9,
    });
  });

  it('knows that no risk at all is the best there is', () => {
    const curve = stepCurve([0], [0, 1]);
    const groups = [0, 1].map((mean) => ({ name: `${mean}`, mean, curve }));
    const { lower, upper, solves } = theoryMinimax(closedForm({ loss: 'brier', groups }));
    expect([lower, upper, solves]).toEqual([0, 0, 1]);
  });

  it('says how far it got where the gap cannot be reached, and refuses a single group', () => {
    expectError(
      () => theoryMinimax(closedForm(problemOfSeed(4)), 1e-18),
      'bad-problem',
      'relative gap',
      '1e-18',
    );
    const one = closedForm({ loss: 'brier', groups: [{ name: 'a', mean: 0, curve: stepCurve([], [0.5]) }] });
    expectError(() => theoryMinimax(one), 'bad-groups', 'mu = [1]');
  });
});
