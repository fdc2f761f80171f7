// The loop as it runs when all goes well; what stops it early is in search-minimax-failures.test.ts, resuming in search-state.test.ts.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  apStar,
  createRandom,
  cuttingPlane,
  multiplicativeWeights,
  type Oracle,
  randomSearch,
  type SearchOptions,
  type SearchStep,
  type SolveContext,
  type Strategy,
  type SyncOracle,
  searchMinimax,
  searchMinimaxSync,
  uniformMu,
  worstRisk,
} from '../../src/index.js';
import { dot } from '../../src/internal.js';
import { exponentialWeights } from '../../src/search/exponential-weights.js';
import { listOracle, quadraticOracle, randomQuadratic, tableOracle } from './oracles.js';

const STRATEGIES: readonly [string, () => Strategy][] = [
  ['apStar', () => apStar()],
  ['multiplicativeWeights', () => multiplicativeWeights()],
  ['exponentialWeights', () => exponentialWeights()],
  ['randomSearch', () => randomSearch({ random: createRandom(9) })],
  ['cuttingPlane', () => cuttingPlane()],
];

function asynchronous<Model>(oracle: SyncOracle<Model>): Oracle<Model> {
  return {
    ...oracle,
    solve: async (mu, context) => {
      await new Promise((resolve) => setTimeout(resolve, 0));
      return oracle.solve(mu, context);
    },
  };
}

describe('what is found', () => {
  test.each(STRATEGIES)('is the same for oracles that answer at once and later: %s', async (_, create) => {
    const oracle = randomQuadratic(3, 4).oracle();
    const options = { maxSolves: 15, gap: 1e-9 };
    const now = searchMinimaxSync(oracle, { ...options, strategy: create() });
    const later = await searchMinimax(asynchronous(oracle), { ...options, strategy: create() });
    expect(later).toEqual(now);
    expect(await searchMinimax(oracle, { ...options, strategy: create() })).toEqual(now);
  });

  // Worst risks 0.8, 0.6, 0.7, 0.6, 0.5, 0.9: better at solves 1, 2 and 5; an equal one is not better.
  test('the best model is kept, the trace marks where it got better, and everything is counted', () => {
    const rows = [
      [0.8, 0.1],
      [0.2, 0.6],
      [0.7, 0.3],
      [0.6, 0.6],
      [0.5, 0.4],
      [0.1, 0.9],
    ];
    const { best, trace, solves, stopped } = searchMinimaxSync(tableOracle(rows), { maxSolves: 6 });
    expect(solves).toBe(6);
    expect(stopped).toBe('max-solves');
    expect(trace.map(({ risks }) => risks)).toEqual(rows);
    expect(trace.map(({ improved }) => improved)).toEqual([true, true, false, false, true, false]);
    expect(best).toEqual({
      model: 5,
      mu: trace[4]!.mu,
      risks: [0.5, 0.4],
      trainRisks: [0.5, 0.4],
      solve: 5,
      relativeGap: null,
    });
  });

  test('validation risks choose the best model, training risks carry the certificate', () => {
    // Solve 2 is best by `risks`, solve 1 by `trainRisks`.
    const solves = [
      { model: 'first', risks: [0.9, 0.8], trainRisks: [0.5, 0.4] },
      { model: 'second', risks: [0.6, 0.7], trainRisks: [0.3, 0.7] },
    ];
    let asked = 0;
    const { best, certificate, trace } = searchMinimaxSync(
      { groupCount: 2, certifies: true, solve: () => solves[asked++]! },
      { strategy: apStar(), maxSolves: 2 },
    );
    expect(best).toMatchObject({ model: 'second', risks: [0.6, 0.7], trainRisks: [0.3, 0.7], solve: 2 });
    expect(certificate.upper).toBe(0.5);
    // The certificate's gap is that of the other model; the best one has its own.
    expect(best.relativeGap).toBeCloseTo((0.7 - certificate.lower!) / 0.7, 12);
    expect(best.relativeGap).toBeGreaterThan(certificate.relativeGap!);
    // μ = (½, ½), then APStar steers by `risks`: the first group is the worst there, too.
    expect(certificate.lower).toBe(Math.max(dot(trace[0]!.mu, [0.5, 0.4]), dot(trace[1]!.mu, [0.3, 0.7])));
  });

  test('APStar is steered by the validation risks', () => {
    const oracle = {
      groupCount: 2,
      solve: () => ({ model: null, risks: [0.2, 0.6], trainRisks: [0.6, 0.2] }),
    };
    expect(searchMinimaxSync(oracle, { maxSolves: 2 }).trace[1]!.mu).toEqual([0.25, 0.75]);
  });

  test('the options are part of the result as they were used', () => {
    const oracle = listOracle([[0.5, 0.4, 0.3]]);
    expect(searchMinimaxSync(oracle).options).toEqual({
      strategy: { name: 'apstar', options: { alpha: 0.5, decayCap: 20, tolerance: 0 } },
      initialMu: uniformMu(3),
      maxSolves: 100,
      gap: 1e-4,
      patience: null,
    });
    const strategy = cuttingPlane({ levelShare: 0.5 });
    const chosen = { initialMu: [0.2, 0.3, 0.5], maxSolves: 7, gap: 0.01, patience: 3 };
    expect(searchMinimaxSync(oracle, { strategy, ...chosen }).options).toEqual({
      strategy: { name: 'cutting-plane', options: strategy.options },
      ...chosen,
    });
  });

  test('the best worst risk never rises along the trace, and the best is the least of all', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e6 }),
        fc.integer({ min: 2, max: 6 }),
        fc.constantFrom(...STRATEGIES.map(([, create]) => create)),
        (seed, groupCount, create) => {
          const random = createRandom(seed);
          const bests: number[] = [];
          // Risks without any rhyme: the loop must keep its word for every oracle.
          const oracle = {
            groupCount,
            solve: () => ({ model: null, risks: Array.from({ length: groupCount }, () => random.uniform()) }),
          };
          const { best, trace } = searchMinimaxSync(oracle, {
            strategy: create(),
            maxSolves: 12,
            onStep: ({ bestWorstRisk }) => bests.push(bestWorstRisk),
          });
          const worst = trace.map(({ risks }) => worstRisk(risks));
          expect(bests).toEqual(worst.map((_, t) => Math.min(...worst.slice(0, t + 1))));
          expect(worstRisk(best.risks)).toBe(Math.min(...worst));
          expect(trace.map(({ improved }) => improved)).toEqual(
            worst.map((value, t) => value < Math.min(Number.POSITIVE_INFINITY, ...worst.slice(0, t))),
          );
        },
      ),
      { seed: 8, numRuns: 60 },
    );
  });
});

describe('what the oracle is handed', () => {
  test('the weights as an array of its own, the signal, and the best model so far to start from', () => {
    const contexts: SolveContext<number>[] = [];
    const table = tableOracle([
      [0.8, 0.1],
      [0.2, 0.6],
      [0.7, 0.3],
    ]);
    const signal = { aborted: false };
    const { trace } = searchMinimaxSync<number>(
      {
        ...table,
        solve: (mu, context) => {
          contexts.push(context);
          const solve = table.solve(mu, context);
          (mu as number[]).fill(7); // a careless oracle hurts only itself
          return solve;
        },
      },
      { maxSolves: 3, signal },
    );
    expect(contexts.map(({ best }) => best)).toEqual([
      undefined,
      { mu: trace[0]!.mu, model: 1 },
      { mu: trace[1]!.mu, model: 2 },
    ]);
    expect(contexts.every((context) => context.signal === signal)).toBe(true);
    expect(trace[0]!.mu).toEqual([0.5, 0.5]);
    expect(trace[1]!.mu).toEqual([0.75, 0.25]);
  });

  test('inputs are not changed, and what they become later changes nothing', () => {
    const risks = [0.6, 0.2];
    const initialMu = Object.freeze([0.3, 0.7]) as readonly number[];
    const options: SearchOptions<null> = Object.freeze({ initialMu, maxSolves: 3, gap: 0 });
    const { trace, best } = searchMinimaxSync(
      { groupCount: 2, certifies: true, solve: () => ({ model: null, risks }) },
      options,
    );
    expect(risks).toEqual([0.6, 0.2]);
    risks.fill(9); // an oracle that reuses its array
    expect(trace.map((step) => step.risks)).toEqual([
      [0.6, 0.2],
      [0.6, 0.2],
      [0.6, 0.2],
    ]);
    expect(best.risks).toEqual([0.6, 0.2]);
  });
});

describe('why it stopped', () => {
  const oracle = quadraticOracle([[0], [1]], [0.1, 0.3]);

  test('gap: at the first certificate that is close enough', () => {
    const { stopped, certificate, trace } = searchMinimaxSync(oracle, { strategy: apStar(), gap: 0.01 });
    expect(stopped).toBe('gap');
    expect(certificate.relativeGap).toBeLessThanOrEqual(0.01);
    const oneLess = searchMinimaxSync(oracle, { gap: 0.01, maxSolves: trace.length - 1 });
    expect(oneLess.stopped).toBe('max-solves');
    expect(oneLess.certificate.relativeGap).toBeGreaterThan(0.01);
  });

  test('not gap, however close, where nothing is certified', () => {
    const { stopped, certificate, best } = searchMinimaxSync(
      { ...oracle, certifies: 'only a guess' },
      { gap: 0.5, maxSolves: 4 },
    );
    expect(stopped).toBe('max-solves');
    expect(best.relativeGap).toBeNull();
    expect(certificate).toMatchObject({ certified: false, reason: 'only a guess', relativeGap: null });
  });

  test('max-solves: exactly as many as asked for', () => {
    let asked = 0;
    const counting: SyncOracle<readonly number[]> = {
      ...oracle,
      solve: (mu, context) => {
        asked += 1;
        return oracle.solve(mu, context);
      },
    };
    expect(searchMinimaxSync(counting, { gap: 0, maxSolves: 5 })).toMatchObject({
      stopped: 'max-solves',
      solves: 5,
    });
    expect(asked).toBe(5);
  });

  // Better at solve 2; solves 3 and 4 are not.
  test('patience: that many solves in a row without a better one', () => {
    const rows = [
      [0.8, 0.1],
      [0.2, 0.6],
      [0.7, 0.3],
      [0.6, 0.6],
      [0.1, 0.1],
    ];
    expect(searchMinimaxSync(tableOracle(rows), { patience: 2 })).toMatchObject({
      stopped: 'patience',
      solves: 4,
      best: { solve: 2 },
    });
  });

  test('converged: the strategy has nothing left to try', () => {
    const strategy: Strategy = {
      name: 'once',
      options: {},
      *search({ initialMu }) {
        yield initialMu;
      },
    };
    expect(searchMinimaxSync(oracle, { strategy, gap: 0 })).toMatchObject({
      stopped: 'converged',
      solves: 1,
    });
    expect(searchMinimaxSync({ ...oracle, certifies: 'only a guess' }, { strategy, gap: 0 })).toMatchObject({
      stopped: 'exhausted',
      solves: 1,
    });
  });
});

describe('onStep', () => {
  test('is called once after each solve, with bounds that only tighten', () => {
    const steps: SearchStep[] = [];
    const { trace, certificate } = searchMinimaxSync(randomQuadratic(2, 3).oracle(), {
      gap: 1e-6,
      maxSolves: 25,
      onStep: (step) => steps.push(step),
    });
    expect(steps.map(({ solve }) => solve)).toEqual(trace.map((_, t) => t + 1));
    steps.forEach((step, t) => {
      expect(step).toMatchObject(trace[t]!);
      expect(step.worstRisk).toBe(worstRisk(trace[t]!.risks));
      const before = steps[t - 1]?.certificate ?? { lower: 0, upper: Number.POSITIVE_INFINITY };
      expect(step.certificate.certified).toBe(true);
      expect(step.certificate.lower).toBeGreaterThanOrEqual(before.lower!);
      expect(step.certificate.upper).toBeLessThanOrEqual(before.upper!);
    });
    expect(steps.at(-1)!.certificate).toEqual(certificate);
    expect(steps.at(-1)!.certificate.lower).toBeGreaterThan(steps[0]!.certificate.lower!);
  });
});
