// [MMPF Lemma 3.2]: r_a(h_ER) ≥ r_a(h*_ER) ≥ r_a(h*) for every group a and every equal risk classifier h_ER of the family, where h* is the
// minimax classifier and h*_ER is what the rule makes of it. Equal risk classifiers are found by following equal-risk-path.ts down as far as it goes,
// so that the worst of families that could break the first inequality are tried.

import { describe, expect, it } from 'vitest';
import { groupIndex, meanRisks } from '../../src/groups/group-index.js';
import type { LabelledRows } from '../../src/groups/labelled-rows.js';
import type { ClassLoss } from '../../src/groups/risks.js';
import { worstRisk } from '../../src/groups/risks.js';
import { predictLinear } from '../../src/linear/linear-model.js';
import { solveLinearMinimax } from '../../src/linear/solve-linear-minimax.js';
import { rowOutcomes } from '../../src/metrics/row-outcomes.js';
import { type Integrand, integrate } from '../../src/numeric/quadrature.js';
import { createRandom, type RandomSource } from '../../src/numeric/random.js';
import { dot } from '../../src/numeric/sum.js';
import type { SyncOracle } from '../../src/pareto/oracle.js';
import { expectedRisks, fitEqualRisk } from '../../src/postprocess/equal-risk.js';
import { lossesByClass } from '../../src/postprocess/withheld-output.js';
import { cuttingPlane } from '../../src/search/cutting-plane.js';
import { searchMinimaxSync } from '../../src/search/search-minimax.js';
import { closedForm } from '../../src/theory/closed-form.js';
import { densityAt, integrationPanels } from '../../src/theory/gaussian.js';
import { theoryMinimax } from '../../src/theory/minimax.js';
import type { TheoryProblem } from '../../src/theory/problem.js';
import { randomProblem } from '../../src/theory/random-problem.js';
import { sampleProblem } from '../../src/theory/sample-problem.js';
import { makeData, plainRisks } from '../linear/linear-problems.js';
import '../helpers/close.js';
import { EQUAL, equalRiskPath } from './equal-risk-path.js';

/** What is known of X and Y where X takes finitely many values, or only matters by which cell it is in. */
interface Cells {
  readonly loss: ClassLoss;
  /** P(cell | group): groups × cells */
  readonly shares: readonly (readonly number[])[];
  /** P(Y = 1 | cell, group): groups × cells */
  readonly chances: readonly (readonly number[])[];
}

/** @param h P(Y = 1) as predicted in each cell */
function cellRisks({ loss, shares, chances }: Cells, h: readonly number[]): number[] | undefined {
  if (h.some((value) => !(value > 0.002 && value < 0.998))) return undefined;
  return shares.map((own, a) =>
    own.reduce((sum, share, x) => {
      const [p, f] = [h[x]!, chances[a]![x]!];
      const expected =
        loss === 'brier'
          ? 2 * (f * (1 - p) ** 2 + (1 - f) * p ** 2)
          : -f * Math.log(p) - (1 - f) * Math.log(1 - p);
      return sum + share * expected;
    }, 0),
  );
}

/** A problem with known distributions, for classifiers that are constant between the jumps of its curves. */
function panelCells(problem: TheoryProblem): Cells {
  const { groups, loss } = problem;
  const panels = integrationPanels(problem);
  const densities: Integrand = (x, out) => {
    groups.forEach(({ mean }, a) => {
      out[a] = densityAt(x - mean);
    });
  };
  const masses = panels.slice(1).map((to, i) => integrate(densities, groups.length, [panels[i]!, to]).values);
  return {
    loss,
    shares: groups.map((_, a) => masses.map((own) => own[a]!)),
    chances: groups.map(({ curve }) => masses.map((_, i) => curve.at((panels[i]! + panels[i + 1]!) / 2))),
  };
}

/** The largest standard error of a group's risk. */
function largestError(
  loss: ClassLoss,
  probabilities: Float64Array,
  { labels, groups }: LabelledRows,
): number {
  const losses = rowOutcomes(probabilities, labels, 2)[loss === 'brier' ? 'brier' : 'crossEntropy'];
  const squares = meanRisks(
    losses.map((own) => own ** 2),
    groups,
  );
  const errors = meanRisks(losses, groups).map((mean, a) =>
    Math.sqrt((squares[a]! - mean ** 2) / groups.counts[a]!),
  );
  return Math.max(...errors);
}

/** The inequality is not idle: most paths come down to the bound, within what their last step leaves. */
function expectTight(excesses: readonly number[]): void {
  const near = excesses.filter((excess) => excess < 0.02);
  expect(near.length).toBeGreaterThanOrEqual(excesses.length * 0.6);
}

/** How far above the minimax risk the best equal risk classifier of the path is, as a share. All of them must be above. */
function expectLemma(
  path: readonly (readonly number[])[],
  rule: {
    readonly risk: number;
    readonly groups: readonly { readonly before: number; readonly after: number }[];
  },
  slack: number,
): number {
  for (const risks of path) {
    expect(worstRisk(risks) - Math.min(...risks)).toBeLessThan(EQUAL);
    rule.groups.forEach(({ before, after }, a) => {
      expect(risks[a]).toBeGreaterThanOrEqual(after - slack);
      expect(after).toBeGreaterThanOrEqual(before - 1e-12);
    });
  }
  return path.at(-1)![0]! / rule.risk - 1;
}

const CELLS = 6;

/** Rows of 2 to 4 groups in a few cells, and the minimax classifier among all functions of the cell (Theorem 4.2). */
function finiteProblem(random: RandomSource, groupCount: number, loss: ClassLoss) {
  const counts = Array.from({ length: groupCount }, () =>
    Array.from({ length: CELLS }, () => [0, 1].map(() => 1 + Math.floor(8 * random.uniform() ** 2))),
  ); // groups × cells × classes
  const rows = counts.flatMap((own, a) =>
    own.flatMap((byLabel, cell) =>
      byLabel.flatMap((count, label) => Array.from({ length: count }, () => ({ a, cell, label }))),
    ),
  );
  const groups = groupIndex(rows.map(({ a }) => String(a)));
  const cells: Cells = {
    loss,
    shares: counts.map((own, a) => own.map(([no, yes]) => (no! + yes!) / groups.counts[a]!)),
    chances: counts.map((own) => own.map(([no, yes]) => yes! / (no! + yes!))),
  };
  const oracle: SyncOracle<number[]> = {
    groupCount,
    certifies: true,
    solve: (mu) => {
      const weigh = (cell: number, value: (a: number) => number): number =>
        mu.reduce((sum, weight, a) => sum + weight * cells.shares[a]![cell]! * value(a), 0);
      const model = Array.from(
        { length: CELLS },
        (_, cell) => weigh(cell, (a) => cells.chances[a]![cell]!) / weigh(cell, () => 1),
      );
      return { model, risks: cellRisks(cells, model)! };
    },
  };
  const { best, certificate } = searchMinimaxSync(oracle, {
    strategy: cuttingPlane(),
    gap: 1e-9,
    maxSolves: 500,
  });
  const probabilities = Float64Array.from(
    rows.flatMap(({ cell }) => [1 - best.model[cell]!, best.model[cell]!]),
  );
  const labels = Int32Array.from(rows, ({ label }) => label);
  return { cells, best, certificate, probabilities, labels, groups };
}

describe('Lemma 3.2', () => {
  it('holds on the rows of random problems with finitely many inputs', () => {
    const random = createRandom(1);
    const excesses = Array.from({ length: 30 }, (_, trial) => {
      const loss = trial % 2 === 0 ? 'brier' : 'cross-entropy';
      const { cells, best, certificate, probabilities, labels, groups } = finiteProblem(
        random,
        2 + (trial % 3),
        loss,
      );
      expect(certificate.relativeGap).toBeLessThanOrEqual(1e-9);
      const rule = fitEqualRisk(probabilities, labels, groups, 2, loss);
      expect(rule.groups.map(({ before }) => before)).toBeAllClose(best.risks, { absolute: 1e-13 });
      expect(expectedRisks(rule, probabilities, labels, groups)).toBeAllClose(
        best.risks.map(() => worstRisk(best.risks)),
        { absolute: 1e-9 },
      );
      const path = equalRiskPath((h) => cellRisks(cells, h), new Array<number>(CELLS).fill(0.5));
      return expectLemma(path, rule, 1e-9);
    });
    expectTight(excesses);
  });

  it('holds on random problems with known distributions', () => {
    const random = createRandom(2);
    const excesses = Array.from({ length: 12 }, (_, trial) => {
      const problem = randomProblem(random, 2 + (trial % 3), trial % 2 === 0 ? 'brier' : 'cross-entropy');
      const cells = panelCells(problem);
      const found = theoryMinimax(closedForm(problem));
      // The rule learns from a sample, and is judged by the distributions.
      const sample = sampleProblem(problem, 10_000, random);
      const chances = Array.from(sample.features.values, found.classifier);
      const probabilities = Float64Array.from(chances.flatMap((chance) => [1 - chance, chance]));
      const rule = fitEqualRisk(probabilities, sample.labels, sample.groups, 2, problem.loss);
      const noise = largestError(problem.loss, probabilities, sample);
      const minimaxRisk = worstRisk(found.risks);
      const trueRule = {
        risk: minimaxRisk,
        groups: rule.groups.map(({ rho, output }, a) => {
          const [no, yes] = [...lossesByClass(problem.loss, output)] as [number, number];
          const share = dot(cells.shares[a]!, cells.chances[a]!); // P(Y = 1 | a)
          const after = (1 - rho) * found.risks[a]! + rho * (share * yes + (1 - share) * no);
          expect(Math.abs(after - minimaxRisk)).toBeLessThan(4 * noise);
          return { before: found.risks[a]!, after: minimaxRisk };
        }),
      };
      const path = equalRiskPath(
        (h) => cellRisks(cells, h),
        cells.shares[0]!.map(() => 0.5),
      );
      return expectLemma(path, trueRule, 1e-9);
    });
    expectTight(excesses);
  });

  it('holds among linear models', () => {
    const random = createRandom(3);
    const excesses = Array.from({ length: 6 }, (_, trial) => {
      const groupCount = 2 + (trial % 2);
      const data = makeData(random, {
        classCount: 2,
        columnCount: 3,
        groupRows: [40, 35, 30].slice(0, groupCount),
        noise: Array.from({ length: groupCount }, () => 0.3 + 0.5 * random.uniform()),
        tilt: 0.8,
      });
      const found = solveLinearMinimax(data, { classCount: 2, l2: 1e-8, gap: 1e-8 });
      const probabilities = predictLinear(found.model, data.features);
      const rule = fitEqualRisk(probabilities, data.labels, data.groups, 2, 'cross-entropy');
      expect(expectedRisks(rule, probabilities, data.labels, data.groups)).toBeAllClose(
        found.risks.map(() => worstRisk(found.risks)),
        { absolute: 1e-9 },
      );
      const path = equalRiskPath(
        (parameters) => plainRisks(data, 2, 'cross-entropy', parameters),
        new Array<number>(data.features.columnCount + 1).fill(0),
      );
      return expectLemma(path, rule, 1e-6); // the penalty's share of the worst risk
    });
    expectTight(excesses);
  });
});
