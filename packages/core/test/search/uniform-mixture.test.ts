import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import '../helpers/close.js';
import type { Loss } from '../../src/groups/risks.js';
import { createRandom } from '../../src/numeric/random.js';
import { sampleSimplex } from '../../src/numeric/simplex.js';
import type { SyncOracle } from '../../src/pareto/oracle.js';
import { apStar } from '../../src/search/apstar.js';
import { exponentialWeights } from '../../src/search/exponential-weights.js';
import { multiplicativeWeights } from '../../src/search/multiplicative-weights.js';
import {
  averageProbabilities,
  type Mixture,
  mixtureOf,
  searchMixture,
} from '../../src/search/uniform-mixture.js';
import { closedForm, closedFormOracle } from '../../src/theory/closed-form.js';
import { randomProblem } from '../../src/theory/random-problem.js';
import { expectError } from '../helpers/errors.js';
import { goldenRandomMinimax } from '../helpers/golden-theory.js';
import { caught, listOracle, randomQuadratic, tableOracle } from './oracles.js';

const rows = [
  [0.9, 0.2],
  [0.3, 0.8],
  [0.6, 0.5],
];

describe('searchMixture', () => {
  test('keeps every model in order, and mixes their risks', async () => {
    const mixture = await searchMixture(tableOracle(rows), { maxSolves: 3 });
    expect(mixture.models).toEqual([1, 2, 3]);
    expect(mixture.mixtureRisks).toBeAllClose([0.6, 0.5], { absolute: 1e-15 });
    expect(mixture.mixtureTrainRisks).toEqual(mixture.mixtureRisks);
    expect(mixture.worst).toBe(mixture.mixtureRisks[0]);
    expect(mixture.result.solves).toBe(3);
    expect(mixture.result.options.strategy).toEqual({
      name: 'multiplicative-weights',
      options: { horizon: 3, eta: null },
    });
    expect(mixtureOf(mixture.result, mixture.models)).toEqual(mixture);
  });

  test('tells validation and training risks apart', async () => {
    const oracle = { groupCount: 2, solve: () => ({ model: 0, risks: [0.4, 0.2], trainRisks: [0.1, 0.3] }) };
    const { mixtureRisks, mixtureTrainRisks, worst, certificate } = await searchMixture(oracle, {
      maxSolves: 2,
    });
    expect([mixtureRisks, mixtureTrainRisks, worst, certificate.upper]).toEqual([
      [0.4, 0.2],
      [0.1, 0.3],
      0.4,
      null,
    ]);
    expect(certificate.certified).toBe(false);
  });

  test('keeps no models if asked, and tells of each', async () => {
    const told: [number, number][] = [];
    const kept = await searchMixture(tableOracle(rows), { maxSolves: 3 });
    const { models, ...rest } = await searchMixture(tableOracle(rows), {
      maxSolves: 3,
      keepModels: false,
      onModel: async (model, solve) => {
        await new Promise((resolve) => setTimeout(resolve, 0));
        told.push([model, solve]);
      },
      onStep: ({ solve }) => expect(told).toHaveLength(solve), // waited for
    });
    expect(models).toEqual([]);
    expect(told).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
    expect({ ...rest, models: kept.models }).toEqual(kept);
  });

  // Either model alone leaves one group a risk of 1; drawn evenly they leave both 0.5, and nothing does better.
  test('reaches a minimax risk that no single model does, and certifies it', async () => {
    const oracle = listOracle([
      [0, 1],
      [1, 0],
    ]);
    const { worst, certificate, result } = await searchMixture(oracle, { maxSolves: 200 });
    expect(Math.max(...result.best.risks)).toBe(1);
    expect(worst).toBeLessThan(0.53);
    expect(certificate).toMatchObject({ certified: true, upper: worst });
    expect(certificate.lower).toBeLessThanOrEqual(0.5);
    expect(certificate.relativeGap).toBeCloseTo((worst - certificate.lower!) / worst, 12);
  });

  test('goes on from a state as if it had not been cut, with or without models', async () => {
    const oracle = randomQuadratic(8, 3).oracle();
    const options = { maxSolves: 9, initialMu: [0.8, 0.1, 0.1], strategy: exponentialWeights() };
    const whole = await searchMixture(oracle, options);
    for (const cut of [1, 4, 8]) {
      const state = JSON.parse(
        JSON.stringify({ ...whole.result.state, trace: whole.result.trace.slice(0, cut) }),
      );
      const models = whole.models.slice(0, cut);
      expect(await searchMixture(oracle, { ...options, resume: { state, models } })).toEqual(whole);
      expect(models).toHaveLength(cut); // not written into
      const without = await searchMixture(oracle, { ...options, keepModels: false, resume: { state } });
      expect(without).toEqual({ ...whole, models: [] });
      const error = await caught(() => searchMixture(oracle, { ...options, resume: { state } }));
      expect(error).toMatchObject({
        code: 'bad-state',
        message: expect.stringContaining(`each of the ${cut} solves`),
      });
    }
  });

  test('a solve cut short is no part of it', async () => {
    const signal = { aborted: false };
    const inner = tableOracle(rows);
    const { models, mixtureRisks } = await searchMixture<number>(
      {
        groupCount: 2,
        solve: (mu, context) => {
          const solve = inner.solve(mu, context);
          signal.aborted = solve.model === 3;
          return { ...solve, converged: solve.model < 3 };
        },
      },
      { signal, maxSolves: 5 },
    );
    expect(models).toEqual([1, 2]);
    expect(mixtureRisks).toBeAllClose([0.6, 0.5], { absolute: 1e-15 });
  });

  test('takes any strategy', async () => {
    const { result } = await searchMixture(tableOracle(rows), { strategy: apStar(), maxSolves: 3 });
    expect(result.options.strategy.name).toBe('apstar');
  });
});

/** What the mixture's worst risk can at most be above the minimax risk: the formula at the head of the file. */
function guarantee(
  { mixtureRisks, worst, result: { trace } }: Mixture<unknown>,
  rateAt: (solve: number) => number,
): number {
  const group = mixtureRisks.indexOf(worst);
  const scale = Math.max(...trace[0]!.risks);
  let sum = 0;
  trace.forEach(({ mu, risks }, t) => {
    const rise = 1 / rateAt(t + 1) - (t === 0 ? 0 : 1 / rateAt(t));
    const range = Math.max(...risks) - Math.min(...risks);
    sum += -scale * rise * Math.log(mu[group]!) + (rateAt(t + 1) * range ** 2) / (8 * scale);
  });
  return sum / trace.length;
}

describe('how near the mixture comes to the minimax risk', () => {
  const HORIZONS = [5, 20, 80] as const;
  // Golden minimax risks, found by scipy; the seeds have 2 to 6 groups and both losses.
  const problems = [3, 10, 16, 22].map((seed) => {
    const { lower, upper } = goldenRandomMinimax.find((golden) => golden.seed === seed)!;
    const problem = randomProblem(
      createRandom(seed),
      2 + (seed % 5),
      seed % 2 === 0 ? 'brier' : 'cross-entropy',
    );
    return { seed, lower, upper, oracle: closedFormOracle(closedForm(problem)) };
  });

  test.each(problems)(
    'multiplicative weights, problem $seed: within the bound, and nearer with every horizon',
    async ({ lower, upper, oracle }) => {
      const above: number[] = [];
      for (const maxSolves of HORIZONS) {
        const mixture = await searchMixture(oracle, { maxSolves });
        const { worst, certificate, result } = mixture;
        const chen = Math.sqrt(Math.log(oracle.groupCount) / (2 * maxSolves));
        expect(worst).toBeGreaterThanOrEqual(lower);
        expect(worst - upper).toBeLessThanOrEqual(guarantee(mixture, () => chen));
        // Risks in [0, scale]: O(√(ln |A| / T)).
        const scale = Math.max(...result.trace[0]!.risks);
        expect(guarantee(mixture, () => chen)).toBeLessThanOrEqual(scale * chen * (2 + 1 / 8) + 1e-12);
        expect(certificate).toMatchObject({ certified: true, upper: worst });
        expect(certificate.lower).toBeLessThanOrEqual(upper);
        above.push(worst - upper);
      }
      expect(above[1]).toBeLessThan(above[0]!);
      expect(above[2]).toBeLessThan(above[1]!);
    },
  );

  test('a constant rate of 1 keeps the bound tight on problems whose risks meet', async () => {
    for (const { upper, oracle } of problems.slice(0, 2)) {
      const strategy = multiplicativeWeights({ eta: 1 });
      const mixture = await searchMixture(oracle, { strategy, maxSolves: 80 });
      const bound = guarantee(mixture, () => 1);
      expect(mixture.worst - upper).toBeLessThanOrEqual(bound);
      expect(bound).toBeLessThan(0.05 * upper);
    }
  });

  test.each(problems)(
    'exponential weights, problem $seed: within the bound, and nearer with every horizon',
    async ({ lower, upper, oracle }) => {
      const above: number[] = [];
      for (const maxSolves of HORIZONS) {
        const mixture = await searchMixture(oracle, { maxSolves, strategy: exponentialWeights() });
        expect(mixture.worst).toBeGreaterThanOrEqual(lower);
        expect(mixture.worst - upper).toBeLessThanOrEqual(guarantee(mixture, (solve) => solve ** -0.5));
        above.push(mixture.worst - upper);
      }
      expect(above[1]).toBeLessThan(above[0]!);
      expect(above[2]).toBeLessThan(above[1]!);
      expect(above[2]).toBeLessThan(0.03 * upper); // 2.8% at most, when this was written
    },
  );
});

/** Finitely many inputs, p(x|a) and P(Y=1|x,a) known: h^μ(x) = Σ μ_a p(x|a) f_a(x) / Σ μ_a p(x|a). A model is h at every input. */
function finiteOracle(seed: number, groupCount: number, loss: Loss) {
  const random = createRandom(seed);
  const inputs = 6;
  const densities = Array.from({ length: groupCount }, () => sampleSimplex(random, inputs));
  const responses = Array.from({ length: groupCount }, () =>
    Array.from({ length: inputs }, () => random.uniform()),
  );
  const lossOf = (f: number, h: number): number =>
    loss === 'brier'
      ? 2 * (f * (1 - h) ** 2 + (1 - f) * h ** 2)
      : -f * Math.log(h) - (1 - f) * Math.log(1 - h);
  const risksOf = (h: Float64Array): number[] =>
    densities.map((density, a) =>
      density.reduce((sum, p, x) => sum + p * lossOf(responses[a]![x]!, h[x]!), 0),
    );
  const oracle: SyncOracle<Float64Array> = {
    groupCount,
    certifies: true,
    solve: (mu) => {
      const h = Float64Array.from({ length: inputs }, (_, x) => {
        const weights = mu.map((weight, a) => weight * densities[a]![x]!);
        const total = weights.reduce((sum, weight) => sum + weight, 0);
        return weights.reduce((sum, weight, a) => sum + weight * responses[a]![x]!, 0) / total;
      });
      return { model: h, risks: risksOf(h) };
    },
  };
  return { oracle, risksOf };
}

describe('averageProbabilities', () => {
  test('is the mean, entry by entry', () => {
    const predictions = [Float64Array.of(0.1, 0.9), Float64Array.of(0.4, 0.6), Float64Array.of(0.7, 0.3)];
    expect(averageProbabilities(predictions)).toBeAllClose([0.4, 0.6], { absolute: 1e-15 });
    expect(predictions[0]).toEqual(Float64Array.of(0.1, 0.9));
    expect(averageProbabilities(new Array(7).fill(Float64Array.of(0.1, 0.9)))).toEqual(
      Float64Array.of(0.1, 0.9),
    );
  });

  test('is at least as good in every group as the mixture it is made of', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.integer({ min: 2, max: 4 }),
        fc.constantFrom<Loss>('brier', 'cross-entropy'),
        async (seed, groupCount, loss) => {
          const { oracle, risksOf } = finiteOracle(seed, groupCount, loss);
          const initialMu = sampleSimplex(createRandom(seed), groupCount);
          const strategy = exponentialWeights();
          const mixture: Mixture<Float64Array> = await searchMixture(oracle, {
            maxSolves: 10,
            initialMu,
            strategy,
          });
          const averaged = risksOf(averageProbabilities(mixture.models));
          averaged.forEach((risk, a) => {
            expect(risk).toBeLessThanOrEqual(mixture.mixtureRisks[a]! + 1e-14);
          });
          expect(Math.max(...averaged)).toBeGreaterThanOrEqual(mixture.certificate.lower! - 1e-12);
        },
      ),
      { seed: 3, numRuns: 40 },
    );
  });

  test('refuses nothing, and predictions of different lengths', () => {
    expectError(() => averageProbabilities([]), 'bad-option', 'no predictions to average');
    expectError(
      () => averageProbabilities([new Float64Array(2), new Float64Array(2), new Float64Array(3)]),
      'bad-option',
      'model 1 have 2 entries, those of model 3 have 3',
    );
  });
});
