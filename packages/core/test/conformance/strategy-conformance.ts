// What every strategy must do, whatever it does. Call `describeStrategy` in a test file of the strategy's package.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import '../helpers/close.js';
import {
  createRandom,
  type Observation,
  type Oracle,
  type Strategy,
  sampleSimplex,
  searchMinimaxSync,
  uniformMu,
  vertexMu,
  worstRisk,
} from '../../src/index.js';
import { randomQuadratic, sharedBudgetOracle } from '../search/oracles.js';

export interface StrategyConformanceOptions {
  /** Its weights are drawn, so they do not follow the groups when these are relabelled. Default false. */
  readonly drawsAtRandom?: boolean;
  /** It multiplies weights, so it refuses to start at one of 0. Default false. */
  readonly multiplies?: boolean;
}

type Risks = (mu: readonly number[], solve: number) => readonly number[];

/** Plays risks to a fresh strategy. What it is told is frozen: writing into it throws. */
function play(
  strategy: Strategy,
  initialMu: readonly number[],
  risksAt: Risks,
  solves: number,
): (readonly number[])[] {
  const tried: (readonly number[])[] = [];
  const sequence = strategy.search(
    Object.freeze({ groupCount: initialMu.length, initialMu: Object.freeze([...initialMu]) }),
  );
  let proposal = sequence.next();
  while (!proposal.done && tried.length < solves) {
    const mu = Object.freeze([...proposal.value]);
    const risks = Object.freeze([...risksAt(mu, tried.length)]);
    tried.push(mu);
    const observation: Observation = Object.freeze({
      mu,
      risks,
      trainRisks: risks,
      converged: true,
      suboptimality: 0,
    });
    proposal = sequence.next(observation);
  }
  return tried;
}

function expectOnSimplex(mu: readonly number[], groupCount: number): void {
  expect(mu).toHaveLength(groupCount);
  expect(Math.min(...mu)).toBeGreaterThanOrEqual(0);
  expect(Math.abs(mu.reduce((sum, weight) => sum + weight, 0) - 1)).toBeLessThan(1e-9);
}

const risksOf =
  (oracle: Oracle<unknown>): Risks =>
  (mu) =>
    (oracle.solve(mu, {}) as { risks: readonly number[] }).risks;

/** @param createStrategy a fresh strategy each time, of the same seed where it draws */
export function describeStrategy(
  name: string,
  createStrategy: () => Strategy,
  { drawsAtRandom = false, multiplies = false }: StrategyConformanceOptions = {},
): void {
  const starts = (mus: readonly (readonly number[])[]) =>
    multiplies ? mus.filter((mu) => !mu.includes(0)) : mus;
  describe(`strategy: ${name}`, () => {
    test('has a name and options that survive JSON', () => {
      const { name: own, options } = createStrategy();
      expect(own).toMatch(/^[a-z][a-z-]*$/);
      expect(JSON.parse(JSON.stringify(options))).toEqual(options);
    });

    test('starts at the initial weights', () => {
      for (const initialMu of starts([[0.2, 0.5, 0.3], vertexMu(3, 1), uniformMu(3)])) {
        expect(play(createStrategy(), initialMu, () => [0.3, 0.2, 0.1], 1)).toEqual([initialMu]);
      }
    });

    test('stays on the simplex whatever the risks, and writes into nothing it is told', () => {
      const risk = fc.oneof(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom(0, 1e-300, 1e-9, 0.5, 1, 1e6, 1e12),
      );
      fc.assert(
        fc.property(
          fc.integer({ min: 2, max: 5 }).chain((groupCount) =>
            fc.record({
              rows: fc.array(fc.array(risk, { minLength: groupCount, maxLength: groupCount }), {
                minLength: 2,
                maxLength: 15,
              }),
              seed: fc.integer({ min: 0, max: 1e6 }),
            }),
          ),
          ({ rows, seed }) => {
            const groupCount = rows[0]!.length;
            const initialMu = sampleSimplex(createRandom(seed), groupCount);
            const tried = play(createStrategy(), initialMu, (_, t) => rows[t]!, rows.length);
            for (const mu of tried) expectOnSimplex(mu, groupCount);
          },
        ),
        { seed: 4, numRuns: 150 },
      );
    });

    test.each([2, 3, 64])(
      'serves %d groups, and finds better weights than the initial ones',
      (groupCount) => {
        const oracle = randomQuadratic(groupCount, groupCount).oracle();
        const { best, trace } = searchMinimaxSync(oracle, {
          strategy: createStrategy(),
          initialMu: sampleSimplex(createRandom(17), groupCount),
          gap: 1e-6,
          maxSolves: groupCount === 64 ? 15 : 40,
        });
        for (const { mu } of trace) expectOnSimplex(mu, groupCount);
        expect(worstRisk(best.risks)).toBeLessThan(worstRisk(trace[0]!.risks));
      },
    );

    test('repeats itself bit for bit', () => {
      const risks = risksOf(randomQuadratic(5, 4).oracle());
      const tried = play(createStrategy(), uniformMu(4), risks, 15);
      expect(tried.length).toBeGreaterThan(2);
      expect(play(createStrategy(), uniformMu(4), risks, 15)).toEqual(tried);
    });

    // One that draws has its source of randomness as state, which is handed in.
    if (!drawsAtRandom)
      test('keeps no state between two searches of one strategy object', () => {
        const strategy = createStrategy();
        const risks = risksOf(randomQuadratic(5, 4).oracle());
        expect(play(strategy, uniformMu(4), risks, 10)).toEqual(play(strategy, uniformMu(4), risks, 10));
      });

    test.each([
      ['all risks equal', () => [0.5, 0.5, 0.5]],
      ['no risk at all', () => [0, 0, 0]],
      ['one group without any risk', () => [0.4, 0, 0.6]],
      ['two groups tied for worst', () => [0.6, 0.6, 0.1]],
      ['one group always worst, whatever its weight', () => [0.1, 0.2, 0.9]],
    ])('survives %s', (_, risks) => {
      for (const initialMu of starts([uniformMu(3), [0.2, 0.5, 0.3], vertexMu(3, 0)])) {
        const tried = play(createStrategy(), initialMu, risks, 30);
        for (const mu of tried) expectOnSimplex(mu, 3);
        expect(tried[0]).toEqual(initialMu);
      }
    });

    test('survives a risk of a million at the corners', () => {
      for (const initialMu of starts([uniformMu(3), vertexMu(3, 2), [1 - 2e-12, 1e-12, 1e-12]])) {
        const risks = risksOf(sharedBudgetOracle([0.1, 0.3, 0.2]));
        for (const mu of play(createStrategy(), initialMu, risks, 25)) expectOnSimplex(mu, 3);
      }
    });

    test.each([1e9, 1e-9])('tries the same weights when all risks are %d times as large', (factor) => {
      const problem = randomQuadratic(12, 3);
      const initialMu = [0.5, 0.3, 0.2];
      const tried = play(createStrategy(), initialMu, risksOf(problem.oracle()), 6);
      const scaled = play(createStrategy(), initialMu, risksOf(problem.oracle(undefined, factor)), 6);
      expect(tried.length).toBeGreaterThan(3);
      expect(scaled).toHaveLength(tried.length);
      scaled.forEach((mu, t) => {
        expect(mu).toBeAllClose(tried[t]!, { absolute: 1e-7 });
      });
    });

    if (!drawsAtRandom)
      test('follows the groups when they are relabelled', () => {
        fc.assert(
          fc.property(
            fc.integer({ min: 0, max: 1e6 }),
            fc.integer({ min: 2, max: 5 }),
            (seed, groupCount) => {
              const problem = randomQuadratic(seed, groupCount);
              const initialMu = sampleSimplex(createRandom(seed), groupCount);
              const order = problem.groups.map((_, a) => (a + 1) % groupCount).reverse();
              const permuted = (mu: readonly number[]): number[] => order.map((a) => mu[a]!);
              const tried = play(createStrategy(), initialMu, risksOf(problem.oracle()), 6);
              const moved = play(createStrategy(), permuted(initialMu), risksOf(problem.oracle(order)), 6);
              // A search may end a solve earlier where rounding decides; what both tried must agree.
              expect(Math.abs(moved.length - tried.length)).toBeLessThanOrEqual(1);
              moved.slice(0, tried.length).forEach((mu, t) => {
                expect(mu).toBeAllClose(permuted(tried[t]!), { absolute: 1e-6 });
              });
            },
          ),
          { seed: 6, numRuns: 40 },
        );
      });

    test('is resumed from a trace cut anywhere as if it had not been cut', () => {
      const oracle = randomQuadratic(8, 3).oracle();
      const options = { initialMu: [0.8, 0.1, 0.1], gap: 0, maxSolves: 8 };
      const whole = searchMinimaxSync(oracle, { ...options, strategy: createStrategy() });
      expect(whole.solves).toBeGreaterThan(2);
      for (let cut = 1; cut < whole.solves; cut++) {
        const state = JSON.parse(JSON.stringify({ ...whole.state, trace: whole.state.trace.slice(0, cut) }));
        const resumed = searchMinimaxSync(oracle, {
          ...options,
          strategy: createStrategy(),
          resume: { state },
        });
        expect(resumed.trace).toEqual(whole.trace);
      }
    });
  });
}
