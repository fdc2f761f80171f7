// Plug-in estimation with estimated conditionals gets to the closed form, the more rows there are.

import { describe, expect, it } from 'vitest';
import type { LabelledRows } from '../../src/groups/labelled-rows.js';
import { worstRisk } from '../../src/groups/risks.js';
import { predictLinear } from '../../src/linear/linear-model.js';
import { createRandom } from '../../src/numeric/random.js';
import { assembleComponents, conditionalsOf, planComponents } from '../../src/plug-in/components.js';
import { type Conditionals, plugInProbabilities } from '../../src/plug-in/conditionals.js';
import { fitLinearComponent } from '../../src/plug-in/linear-component.js';
import { plugInOracle } from '../../src/plug-in/plug-in-oracle.js';
import { cuttingPlane } from '../../src/search/cutting-plane.js';
import { searchMinimaxSync } from '../../src/search/search-minimax.js';
import { closedForm } from '../../src/theory/closed-form.js';
import { theoryMinimax } from '../../src/theory/minimax.js';
import { threeGroupProblem, twoGroupProblem } from '../../src/theory/paper-problems.js';
import type { TheoryProblem } from '../../src/theory/problem.js';
import { sampleProblem } from '../../src/theory/sample-problem.js';
import { type InputRule, inputRule, trueRisks } from './theory-rows.js';

/** Learns from one sample what it says at any inputs. */
type Learner = (
  problem: TheoryProblem,
  sample: LabelledRows,
) => Promise<{ priors: readonly number[]; at: (inputs: ArrayLike<number>) => Promise<Conditionals> }>;

/** The true worst risk of the classifier that a plug-in search finds on two samples of n rows, above the least there is. */
async function excess(
  problem: TheoryProblem,
  rule: InputRule,
  least: number,
  learn: Learner,
  rows: number,
  seed: number,
) {
  const [train, validation] = [2 * seed, 2 * seed + 1].map((own) =>
    sampleProblem(problem, rows, createRandom(own)),
  ) as [LabelledRows, LabelledRows];
  const { priors, at } = await learn(problem, train);
  const oracle = plugInOracle({
    loss: problem.loss,
    priors,
    validation: { ...validation, conditionals: await at(validation.features.values) },
    train: await at(train.features.values),
  });
  const { best } = searchMinimaxSync(oracle, { strategy: cuttingPlane(), maxSolves: 25 });
  const h = plugInProbabilities(await at(rule.inputs), best.model.mu, priors);
  const positive = rule.inputs.map((_, i) => h[2 * i + 1]!);
  return worstRisk(trueRisks(problem, rule, positive)) - least;
}

/** x, and for each jump on which side of it: then p(y|x,a) and p(a|x) are linear models indeed. */
const learnLinear: Learner = async (problem, sample) => {
  const jumps = problem.groups.flatMap(({ curve }) => curve.breakpoints(-9, 9));
  const columnCount = 1 + jumps.length;
  const featuresOf = (inputs: ArrayLike<number>) => ({
    rowCount: inputs.length,
    columnCount,
    values: Float64Array.from(
      Array.from(inputs).flatMap((x) => [x, ...jumps.map((jump) => (x > jump ? 1 : 0))]),
    ),
  });
  const data = { ...sample, features: featuresOf(sample.features.values) };
  const plan = planComponents(data, data, 2);
  const models = plan.tasks.map((task) => fitLinearComponent(data, task, { l2: 1e-8 }));
  const parts = assembleComponents(plan, models);
  return {
    priors: parts.priors,
    at: (inputs) => {
      const features = featuresOf(inputs);
      return conditionalsOf(parts, features.rowCount, (model) => predictLinear(model, features));
    },
  };
};

/** Shares of classes and of groups, bin by bin, in which jumps lie on ends of bins; Laplace's rule. */
const learnBins: Learner = async ({ groups }, { features, labels, groups: index }) => {
  const width = features.rowCount < 1000 ? 0.25 : features.rowCount < 10_000 ? 0.125 : 0.0625;
  const reach = 3;
  const binCount = (2 * reach) / width + 2;
  const binOf = (x: number): number => Math.min(binCount - 1, Math.max(0, Math.ceil((x + reach) / width)));
  const counts = groups.map(() => Array.from({ length: binCount }, () => [1, 1] as [number, number]));
  features.values.forEach((x, row) => {
    counts[index.groups[row]!]![binOf(x)]![labels[row] as 0 | 1]++;
  });
  const totals = counts.map((own) => own.map(([no, yes]) => no + yes));
  return {
    priors: index.counts.map((count) => count / features.rowCount),
    at: async (inputs) => {
      const bins = Array.from(inputs, binOf);
      return {
        rowCount: bins.length,
        classCount: 2,
        outcomes: counts.map((own, a) =>
          Float64Array.from(bins.flatMap((bin) => own[bin]!.map((n) => n / totals[a]![bin]!))),
        ),
        memberships: Float64Array.from(
          bins.flatMap((bin) => {
            const all = totals.reduce((sum, own) => sum + own[bin]!, 0);
            return totals.map((own) => own[bin]! / all);
          }),
        ),
      };
    },
  };
};

describe('plug-in estimation from samples', () => {
  const SIZES = [200, 1600, 12_800];
  const SEEDS = [1, 2, 3, 4, 5, 6];

  it.each([
    { what: 'linear parts', learn: learnLinear, problem: threeGroupProblem },
    {
      what: 'linear parts, cross-entropy',
      learn: learnLinear,
      problem: { ...twoGroupProblem, loss: 'cross-entropy' as const },
    },
    { what: 'shares by bins', learn: learnBins, problem: threeGroupProblem },
  ])('gets nearer to the minimax risk the more rows there are: $what', async ({ learn, problem }) => {
    const { lower } = theoryMinimax(closedForm(problem));
    const rule = inputRule(problem);
    const means: number[] = [];
    for (const rows of SIZES) {
      let sum = 0;
      for (const seed of SEEDS) {
        const own = await excess(problem, rule, lower, learn, rows, seed);
        expect(own).toBeGreaterThan(-1e-9); // no classifier is better than the best
        sum += own;
      }
      means.push(sum / SEEDS.length);
    }
    // Measured: from one size to the next to 0.42 of it at most, and in the end to 0.03 of the minimax risk at most; other seeds, 0.52.
    expect(means[1]! / means[0]!).toBeLessThan(0.7);
    expect(means[2]! / means[1]!).toBeLessThan(0.7);
    expect(means[2]!).toBeLessThan(0.04 * lower);
  });
});
