// Optima of other objectives against scipy's, and the proofs that come with them: `golden/objectives.py` makes those of
// cross-entropy, `golden/squared.py` those of the squared loss.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { groupIndex, groupShares } from '../../src/groups/group-index.js';
import { takeLabelledRows } from '../../src/groups/labelled-rows.js';
import { overlappingGroups } from '../../src/groups/overlapping-groups.js';
import { linearDial } from '../../src/linear/linear-dial.js';
import { linearLexicographic } from '../../src/linear/linear-lexicographic.js';
import { linearSolver } from '../../src/linear/solve-linear.js';
import { type LinearMinimax, solveLinearMinimax } from '../../src/linear/solve-linear-minimax.js';
import { uniformMu } from '../../src/numeric/simplex.js';
import { dot } from '../../src/numeric/sum.js';
import { allWeights, boundedRatio, ofMeans } from '../../src/pareto/weight-set.js';
import '../helpers/close.js';

interface Golden {
  readonly l2: number;
  readonly giveUp: number;
  readonly tolerance: number;
  readonly problems: readonly {
    readonly features: readonly (readonly number[])[];
    readonly labels?: readonly number[];
    readonly values?: readonly number[];
    readonly first: readonly number[];
    readonly second: readonly number[];
    readonly alone: readonly number[];
    readonly minimax: number;
    /** The model for the shares of the groups, in closed form. */
    readonly ridge?: readonly number[];
    readonly ratioEqual: number;
    readonly ratioShares: number;
    readonly overlap: number;
    readonly regret: number;
    readonly dial: number;
    readonly stages: readonly number[];
  }[];
}

const read = (file: string): Golden =>
  JSON.parse(readFileSync(new URL(`golden/${file}`, import.meta.url), 'utf8')) as Golden;
const CASES = [
  { loss: 'cross-entropy', classCount: 2, golden: read('objectives.json') },
  { loss: 'squared', classCount: 1, golden: read('squared.json') },
] as const;
const NEAR = 1e-6;

/** The optimum is the golden one, and lies between the bounds. */
function expectOptimum({ certificate: { lower, upper } }: LinearMinimax, optimum: number): void {
  expect(Math.abs(upper - optimum)).toBeLessThan(NEAR * Math.min(1, optimum));
  expect(lower).toBeLessThanOrEqual(optimum + 1e-8);
  expect(upper).toBeGreaterThanOrEqual(optimum - 1e-8);
}

const problems = CASES.flatMap(({ golden, ...solved }) =>
  golden.problems.map((problem, i) => ({ i, solved, golden, ...problem })),
);

describe.each(problems)('problem $i, $solved.loss', ({ solved, golden, ...problem }) => {
  const { features, first, second, values } = problem;
  const rowCount = features.length;
  const family = (groups: readonly number[], letter: string) =>
    groupIndex(groups.map((a) => `${letter}${a}`));
  const groups = family(first, 'a');
  const rows = {
    features: { rowCount, columnCount: 3, values: Float64Array.from(features.flat()) },
    labels: Int32Array.from(problem.labels ?? new Int32Array(rowCount)),
    ...(values && { values: Float64Array.from(values) }),
    groups,
  };
  const options = { ...solved, l2: golden.l2, gap: 1e-8 };
  const shares = groupShares(groups);
  const minimax = solveLinearMinimax(rows, options);

  it('is minimax', () => expectOptimum(minimax, problem.minimax));

  if (problem.ridge) {
    it('is ridge regression', () => {
      const { model, suboptimality } = linearSolver(rows, options).solve(shares);
      expect(model.parameters).toBeAllClose(problem.ridge!, { relative: 1e-10, absolute: 1e-12 });
      expect(suboptimality).toBeLessThan(1e-12);
    });
  }

  it('has a ratio of weights', () => {
    const within = (base: readonly number[], ratio: number): LinearMinimax =>
      solveLinearMinimax(rows, { ...options, weights: boundedRatio(base, ratio) });
    const equal = within(uniformMu(3), 2);
    expectOptimum(equal, problem.ratioEqual);
    expect(Math.max(...equal.mu) / Math.min(...equal.mu)).toBeLessThanOrEqual(2 + 1e-12);
    expectOptimum(within(shares, 3), problem.ratioShares);
    expectOptimum(within(shares, Number.POSITIVE_INFINITY), problem.minimax);
    const naive = within(shares, 1);
    expect(naive.mu).toBeAllClose(shares, { absolute: 1e-12 });
  });

  it('has overlapping groups', () => {
    const { cells, means } = overlappingGroups([groups, family(second, 'b')]);
    const weights = ofMeans(allWeights(means.length), means);
    expectOptimum(solveLinearMinimax({ ...rows, groups: cells }, { ...options, weights }), problem.overlap);
  });

  it('has the same where rows are copied for each family', () => {
    const places = Array.from({ length: 2 * first.length }, (_, i) => i % first.length);
    const names = [...first.map((a) => `a${a}`), ...second.map((b) => `b${b}`)];
    const copied = { ...takeLabelledRows(rows, places), groups: groupIndex(names) };
    expectOptimum(solveLinearMinimax(copied, options), problem.overlap);
  });

  it('has the least regret', () => {
    const weights = ofMeans(
      allWeights(3),
      [0, 1, 2].map((a) => [0, 1, 2].map((b) => (a === b ? 1 : 0))),
      problem.alone,
    );
    expectOptimum(solveLinearMinimax(rows, { ...options, weights }), problem.regret);
  });

  it('has the least mean risk for what the worst group gives up', () => {
    const [end, point] = linearDial(rows, { ...options, minimax, giveUps: [0, golden.giveUp] });
    expect(end!.found).toBe(minimax);
    expectOptimum(point!.found, problem.dial);
    const { risks, penalty } = point!.found;
    expect(Math.max(...risks) + penalty).toBeLessThanOrEqual(minimax.certificate.upper + golden.giveUp);
    expect(point!.meanRisk + penalty).toBeCloseTo(dot(shares, risks) + penalty, 12);
  });

  it('is lexicographic', () => {
    const { stages } = linearLexicographic(rows, { ...options, minimax, tolerance: golden.tolerance });
    expect(stages).toHaveLength(problem.stages.length);
    problem.stages.forEach((optimum, i) => {
      expect(Math.abs(stages[i]!.certificate.upper - optimum)).toBeLessThan(NEAR);
    });
  });
});
