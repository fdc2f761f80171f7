import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRandom, type Observation, sampleSimplex, searchMinimaxSync } from '../../src/index.js';
import { dot } from '../../src/internal.js';
import { createCertifier } from '../../src/search/certificate.js';
import { quadraticOracle, randomQuadratic } from './oracles.js';

function observation(
  mu: readonly number[],
  trainRisks: readonly number[],
  {
    converged = true,
    risks = trainRisks,
    suboptimality = 0,
  }: { converged?: boolean; risks?: readonly number[]; suboptimality?: number } = {},
): Observation {
  return { mu, risks, trainRisks, converged, suboptimality };
}

// r = (0.1 + θ², 0.3 + (1 − θ)²) with θ = μ_1: equal, and minimax, at θ = 0.6, where both are 0.46.
const oracle = quadraticOracle([[0], [1]], [0.1, 0.3]);
const solveAt = (theta: number): Observation => {
  const mu = [1 - theta, theta];
  return observation(mu, oracle.solve(mu, {}).risks);
};

describe('createCertifier', () => {
  test('knows nothing before the first solve', () => {
    expect(createCertifier(true).certificate()).toEqual({
      certified: false,
      reason: 'no solve has converged',
      lower: null,
      upper: null,
      relativeGap: null,
    });
  });

  // At θ = 0.5: r = (0.35, 0.55), ⟨μ, r⟩ = 0.45. At θ = 0.8: r = (0.74, 0.34), ⟨μ, r⟩ = 0.42.
  test('takes the best of both bounds over all solves', () => {
    const certifier = createCertifier(true);
    certifier.observe(solveAt(0.5));
    const first = certifier.certificate();
    expect(first.certified).toBe(true);
    expect(first).not.toHaveProperty('reason');
    expect(first.lower).toBeCloseTo(0.45, 14);
    expect(first.upper).toBeCloseTo(0.55, 14);
    expect(first.relativeGap).toBeCloseTo(0.1 / 0.55, 14);
    certifier.observe(solveAt(0.8)); // worse in both
    expect(certifier.certificate()).toEqual(first);
    certifier.observe(solveAt(0.6));
    expect(certifier.certificate().lower).toBeCloseTo(0.46, 14);
    expect(certifier.certificate().upper).toBeCloseTo(0.46, 14);
    expect(certifier.certificate().relativeGap).toBeLessThan(1e-14);
  });

  test('rests on the training risks, not on those that models are chosen by', () => {
    const certifier = createCertifier(true);
    certifier.observe(observation([0.5, 0.5], [0.35, 0.55], { risks: [0.1, 0.2] }));
    expect(certifier.certificate()).toMatchObject({ lower: 0.45, upper: 0.55 });
  });

  test('lets a solve that did not converge tighten nothing', () => {
    const certifier = createCertifier(true);
    certifier.observe(observation([0.5, 0.5], [0.4, 0.42], { converged: false }));
    expect(certifier.certificate()).toMatchObject({
      certified: false,
      reason: 'no solve has converged',
      lower: null,
      upper: null,
    });
    certifier.observe(solveAt(0.5));
    const before = certifier.certificate();
    certifier.observe(observation([0.5, 0.5], [9, 9], { converged: false })); // ⟨μ, r⟩ = 9 would raise the lower bound
    certifier.observe(observation([0.5, 0.5], [0.46, 0.46], { converged: false })); // 0.46 would lower the upper bound
    expect(certifier.certificate()).toEqual(before);
    expect(before.certified).toBe(true);
    expect(before.upper).toBeGreaterThan(0.46);
  });

  test('takes the lower bound down by what the solver leaves open', () => {
    const certifier = createCertifier(true);
    certifier.observe(observation([0.5, 0.5], [0.4, 0.6], { suboptimality: 0.01 }));
    expect(certifier.certificate()).toMatchObject({ certified: true, lower: 0.49, upper: 0.6 });
    certifier.observe(observation([0.4, 0.6], [0.39, 0.595], { suboptimality: 0.05 })); // better at the first μ, by less than 0.01
    expect(certifier.certificate().certified).toBe(true);
    certifier.observe(observation([0.45, 0.55], [0.38, 0.58], { suboptimality: 0.05 })); // better by more
    expect(certifier.certificate().certified).toBe(false);
  });

  test.each([
    [
      'a later solve does better at earlier weights',
      [observation([0.5, 0.5], [0.6, 0.6]), observation([0.4, 0.6], [0.35, 0.5])],
    ],
    [
      'an earlier solve does better at later weights',
      [observation([0.4, 0.6], [0.35, 0.5]), observation([0.5, 0.5], [0.6, 0.6])],
    ],
    [
      'a solve that did not converge does better all the same',
      [observation([0.5, 0.5], [0.6, 0.6]), observation([0.5, 0.5], [0.5, 0.5], { converged: false })],
    ],
  ])('catches an oracle whose solves are not minima: %s', (_, solves) => {
    const certifier = createCertifier(true);
    for (const solve of solves) certifier.observe(solve);
    const { certified, reason, ...bounds } = certifier.certificate();
    expect(certified).toBe(false);
    expect(bounds).toEqual({ lower: null, upper: null, relativeGap: null });
    expect(reason).toMatch(/^the solves are not true minima: .*return its suboptimality/);
  });

  test('never certifies again once a solve was caught', () => {
    const certifier = createCertifier(true);
    certifier.observe(observation([0.5, 0.5], [0.6, 0.6]));
    certifier.observe(solveAt(0.5));
    certifier.observe(solveAt(0.6));
    expect(certifier.certificate().certified).toBe(false);
  });

  test('puts differences below a billionth down to rounding', () => {
    const pair = (excess: number): boolean => {
      const certifier = createCertifier(true);
      certifier.observe(observation([0.5, 0.5], [1 + excess, 1 + excess]));
      certifier.observe(observation([0.4, 0.6], [1, 1]));
      return certifier.certificate().certified;
    };
    expect(pair(0.5e-9)).toBe(true);
    expect(pair(2e-9)).toBe(false);
  });

  test.each([
    ['the network is not convex', 'the network is not convex'],
    [
      undefined,
      'the oracle does not say that its solves are true minima (set `certifies: true` if they are)',
    ],
  ])('says why nothing is certified when the oracle says of itself: %s', (certifies, reason) => {
    const certifier = createCertifier(certifies);
    certifier.observe(solveAt(0.5));
    expect(certifier.certificate()).toEqual({
      certified: false,
      reason,
      lower: null,
      upper: null,
      relativeGap: null,
    });
  });

  test('has no gap where all risks are 0', () => {
    const certifier = createCertifier(true);
    certifier.observe(observation([0.5, 0.5], [0, 0]));
    expect(certifier.certificate()).toEqual({ certified: true, lower: 0, upper: 0, relativeGap: 0 });
  });

  test('brackets the minimax risk at all times, its bounds never moving apart, on random convex problems', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 2, max: 5 }), (seed, groupCount) => {
        const problem = randomQuadratic(seed, groupCount).oracle();
        const random = createRandom(seed);
        const certifier = createCertifier(true);
        const solves: Observation[] = [];
        let before = certifier.certificate();
        for (let t = 0; t < 12; t++) {
          const mu = sampleSimplex(random, groupCount);
          const solve = observation(mu, problem.solve(mu, {}).risks);
          solves.push(solve);
          certifier.observe(solve);
          const now = certifier.certificate();
          expect(now.certified).toBe(true);
          expect(now.lower).toBeGreaterThanOrEqual(before.lower ?? 0);
          expect(now.upper).toBeLessThanOrEqual(before.upper ?? Number.POSITIVE_INFINITY);
          expect(now.lower).toBeLessThanOrEqual(now.upper! * (1 + 1e-12));
          before = now;
        }
        // By definition, recomputed.
        expect(before.lower).toBe(Math.max(...solves.map(({ mu, trainRisks }) => dot(mu, trainRisks))));
        expect(before.upper).toBe(Math.min(...solves.map(({ trainRisks }) => Math.max(...trainRisks))));
      }),
      { seed: 1, numRuns: 40 },
    );
  });

  test('compares with a bounded number of solves: the bounds stay those of all, and a false minimum is still caught', () => {
    const problem = randomQuadratic(3, 3).oracle();
    const random = createRandom(3);
    const certifier = createCertifier(true);
    const solves = Array.from({ length: 1000 }, () => {
      const mu = sampleSimplex(random, 3);
      return observation(mu, problem.solve(mu, {}).risks);
    });
    for (const solve of solves) certifier.observe(solve);
    const { certified, lower, upper } = certifier.certificate();
    expect(certified).toBe(true);
    expect(lower).toBe(Math.max(...solves.map(({ mu, trainRisks }) => dot(mu, trainRisks))));
    expect(upper).toBe(Math.min(...solves.map(({ trainRisks }) => Math.max(...trainRisks))));
    const best = solves.find(({ mu, trainRisks }) => dot(mu, trainRisks) === lower)!;
    certifier.observe({ ...best, trainRisks: best.trainRisks.map((risk) => risk * 0.999) });
    expect(certifier.certificate().certified).toBe(false);
  });

  test('compares no solve with more than 256 others, whatever their number', () => {
    let looks = 0;
    const certifier = createCertifier(true);
    const counted = (trainRisks: readonly number[]): Observation => ({
      ...observation([0.5, 0.5], trainRisks),
      get mu() {
        looks++;
        return [0.5, 0.5];
      },
    });
    for (let solve = 0; solve < 1000; solve++) certifier.observe(counted([0.4, 0.6]));
    looks = 0;
    certifier.observe(counted([0.4, 0.6]));
    expect(looks).toBeGreaterThan(256);
    expect(looks).toBeLessThanOrEqual(2 * 257);
  });

  test('a search whose oracle claims minima that it does not reach ends without a certificate, and says why', () => {
    // It stops at 90% of the way from θ = 0.5: the model found for θ = 0.5 does better at other weights tried.
    const lazy = {
      ...oracle,
      solve: (mu: readonly number[]) =>
        oracle.solve(
          mu.map((weight) => 0.5 + 0.9 * (weight - 0.5)),
          {},
        ),
    };
    const { certificate, stopped } = searchMinimaxSync(lazy, { maxSolves: 30, gap: 1e-3 });
    expect(certificate.certified).toBe(false);
    expect(certificate.reason).toContain('not true minima');
    expect(stopped).toBe('max-solves');
  });
});
