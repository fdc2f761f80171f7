// Plug-in estimation with the true conditionals is the closed form.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClassLoss } from '../../src/groups/risks.js';
import { worstRisk } from '../../src/groups/risks.js';
import { createRandom } from '../../src/numeric/random.js';
import { uniformMu, vertexMu } from '../../src/numeric/simplex.js';
import { plugInProbabilities } from '../../src/plug-in/conditionals.js';
import { plugInOracle } from '../../src/plug-in/plug-in-oracle.js';
import { cuttingPlane } from '../../src/search/cutting-plane.js';
import { searchMinimaxSync } from '../../src/search/search-minimax.js';
import { closedForm } from '../../src/theory/closed-form.js';
import { theoryMinimax } from '../../src/theory/minimax.js';
import { threeGroupProblem, twoGroupProblem } from '../../src/theory/paper-problems.js';
import { problemShares, type TheoryProblem } from '../../src/theory/problem.js';
import { randomProblem } from '../../src/theory/random-problem.js';
import { stepCurve } from '../../src/theory/response-curve.js';
import { muOf, randomSource } from '../helpers/arbitraries.js';
import { indexOf } from './plug-in-problems.js';
import { trueConditionals, trueOracle } from './theory-rows.js';
import '../helpers/close.js';

const LOSSES: readonly ClassLoss[] = ['brier', 'cross-entropy'];

const problemWithMu = fc
  .tuple(
    randomSource,
    fc.integer({ min: 2, max: 5 }),
    fc.constantFrom(...LOSSES),
    fc.array(fc.double({ min: 0.05, max: 20, noNaN: true }), { minLength: 5, maxLength: 5 }),
  )
  .map(([random, groupCount, loss, shares]): TheoryProblem => {
    const { groups } = randomProblem(random, groupCount, loss);
    return { loss, groups: groups.map((group, a) => ({ ...group, share: shares[a]! })) };
  })
  .chain((problem) => fc.tuple(fc.constant(problem), muOf(problem.groups.length)));

const papers = [
  { name: 'two groups, 1 : 4', problem: twoGroupProblem },
  { name: 'three groups', problem: threeGroupProblem },
].flatMap(({ name, problem }) => LOSSES.map((loss) => ({ name, loss, problem: { ...problem, loss } })));

describe('with the true conditionals', () => {
  it.each(papers)('has the risks of the closed form: $name, $loss', ({ problem }) => {
    const groupCount = problem.groups.length;
    const form = closedForm(problem);
    const oracle = trueOracle(problem);
    const corners = problem.groups.map((_, group) => vertexMu(groupCount, group));
    for (const mu of [uniformMu(groupCount), problemShares(problem), ...corners]) {
      // Wanted to 1e-6; the rule is exact to rounding.
      expect(oracle.solve(mu, {}).risks).toBeAllClose(form.decompose(mu).risks, { absolute: 1e-11 });
    }
  });

  it('has the risks of the closed form: random problems, shares and weights, corners included', () => {
    fc.assert(
      fc.property(problemWithMu, ([problem, mu]) => {
        const { risks } = trueOracle(problem).solve(mu, {});
        expect(risks).toBeAllClose(closedForm(problem).decompose(mu).risks, { absolute: 1e-10 });
      }),
      { numRuns: 60 },
    );
  });

  it('is the classifier of the closed form, at every x', () => {
    const inputs = fc.array(fc.double({ min: -8, max: 8, noNaN: true }), { minLength: 20, maxLength: 20 });
    fc.assert(
      fc.property(problemWithMu, inputs, ([problem, mu], xs) => {
        const h = closedForm(problem).classifier(mu);
        const found = plugInProbabilities(trueConditionals(problem, xs), mu, problemShares(problem));
        expect(found).toBeAllClose(
          xs.flatMap((x) => [1 - h(x), h(x)]),
          { absolute: 1e-12 },
        );
      }),
    );
  });

  it.each(papers)('finds the minimax risk: $name, $loss', ({ problem }) => {
    const exact = theoryMinimax(closedForm(problem), 1e-9);
    const { best, certificate } = searchMinimaxSync(trueOracle(problem), {
      strategy: cuttingPlane(),
      gap: 1e-8,
    });
    expect([worstRisk(best.risks)]).toBeAllClose([exact.upper], { absolute: 1e-6 });
    expect(certificate.certified).toBe(true);
    expect(certificate.lower).toBeLessThanOrEqual(exact.upper + 1e-9);
    expect(certificate.upper).toBeGreaterThanOrEqual(exact.lower - 1e-9);
  });

  it('finds the minimax risk of random problems', () => {
    for (let seed = 0; seed < 6; seed++) {
      const problem = randomProblem(createRandom(seed), 2 + (seed % 4), LOSSES[seed % 2]!);
      const exact = theoryMinimax(closedForm(problem));
      const { best } = searchMinimaxSync(trueOracle(problem), { strategy: cuttingPlane(), gap: 1e-7 });
      expect([worstRisk(best.risks)]).toBeAllClose([exact.upper], { absolute: 1e-6 });
    }
  });

  it.each(LOSSES)('has the risks of the closed form on labelled rows, too: %s', (loss) => {
    // X ⊥ A, and jumps at eighths of N(0, 1): a row in the middle of each eighth says all there is to say, and with levels of whole
    // twentieths twenty rows at the same x have exactly the right labels.
    const eighths = [-1.1503493803760079, -0.31863936396437514, 0.6744897501960817];
    const problem: TheoryProblem = {
      loss,
      groups: [
        { name: 'a', mean: 0, share: 1, curve: stepCurve([eighths[0]!, eighths[1]!], [0.1, 0.45, 0.9]) },
        { name: 'b', mean: 0, share: 3, curve: stepCurve([eighths[2]!], [0.75, 0.05]) },
      ],
    };
    const middles = [-1.5, -0.9, -0.5, -0.1, 0.1, 0.5, 0.9, 1.5];
    const rows = middles.flatMap((x) =>
      problem.groups.flatMap(({ share, curve }, group) =>
        Array.from({ length: 20 * share! }, (_, k) => ({
          x,
          group,
          label: k < Math.round(20 * share! * curve.at(x)) ? 1 : 0,
        })),
      ),
    );
    const conditionals = trueConditionals(
      problem,
      rows.map(({ x }) => x),
    );
    const oracle = plugInOracle({
      loss,
      priors: problemShares(problem),
      validation: {
        conditionals,
        labels: Int32Array.from(rows, ({ label }) => label),
        groups: indexOf(
          Int32Array.from(rows, ({ group }) => group),
          2,
        ),
      },
      train: conditionals,
    });
    for (const mu of [
      [0.3, 0.7],
      [1, 0],
      [0, 1],
    ]) {
      const expected = closedForm(problem).decompose(mu).risks;
      const { risks, trainRisks } = oracle.solve(mu, {});
      expect(risks).toBeAllClose(expected, { absolute: 1e-12 });
      expect(trainRisks!).toBeAllClose(expected, { absolute: 1e-12 });
    }
  });
});
