import { describe, expect, test } from 'vitest';
import '../helpers/close.js';
import { type ApStarOptions, apStar, type Observation, searchMinimaxSync } from '../../src/index.js';
import { tableOracle } from './oracles.js';

/** The weights tried when the n-th solve gives the n-th row of risks. */
function weightsTried(
  options: ApStarOptions,
  initialMu: readonly number[],
  rows: readonly (readonly number[])[],
): (readonly number[])[] {
  const sequence = apStar(options).search({ groupCount: initialMu.length, initialMu });
  const tried: (readonly number[])[] = [];
  let proposal = sequence.next();
  for (const risks of rows) {
    if (proposal.done) return tried;
    const mu = proposal.value;
    tried.push(mu);
    const observation: Observation = { mu, risks, trainRisks: risks, converged: true, suboptimality: 0 };
    proposal = sequence.next(observation);
  }
  if (!proposal.done) tried.push(proposal.value);
  return tried;
}

const THIRDS = [1 / 3, 1 / 3, 1 / 3];

describe('apStar', () => {
  // Worked by hand, α = 1/2 and K_min = 2. With η = 1_μ / |1_μ| the update of Algorithm 1 is then μ ← (K μ + η) / (K + 1).
  //
  //   solve  μ                     r                  r̄ before     r̄     K   1_μ         why
  //   1      (1/3, 1/3, 1/3)       (0.8, 0.4, 0.2)    –            0.8   1   (1, 0, 0)   start
  //   2      (2/3, 1/6, 1/6)       (0.5, 0.7, 0.3)    0.8          0.7   2   (0, 1, 0)   better, K = min(2, 2)
  //   3      (4/9, 4/9, 1/9)       (0.75, 0.7, 0.4)   0.7          0.7   3   (1, 1, 0)   no better; two unmet, one of them at r̄ itself
  //   4      (11/24, 11/24, 1/12)  (0.6, 0.6, 0.65)   0.7          0.65  2   (0, 0, 1)   better, K = min(4, 2): the cap acts
  //   5      (11/36, 11/36, 7/18)  (0.66, 0.64, 0.5)  0.65         0.65  3   (1, 0, 0)   no better
  //   6      (23/48, 11/48, 7/24)  (0.6, 0.6, 0.6)    0.65         0.6   2   (1, 1, 1)   better, a tie of all
  //   7      (31/72, 19/72, 11/36)
  const rows = [
    [0.8, 0.4, 0.2],
    [0.5, 0.7, 0.3],
    [0.75, 0.7, 0.4],
    [0.6, 0.6, 0.65],
    [0.66, 0.64, 0.5],
    [0.6, 0.6, 0.6],
  ];
  const weights = [
    THIRDS,
    [2 / 3, 1 / 6, 1 / 6],
    [4 / 9, 4 / 9, 1 / 9],
    [11 / 24, 11 / 24, 1 / 12],
    [11 / 36, 11 / 36, 7 / 18],
    [23 / 48, 11 / 48, 7 / 24],
    [31 / 72, 19 / 72, 11 / 36],
  ];

  test('follows Algorithm 1 through improvements, the cap on K, failures and ties, as worked by hand', () => {
    const tried = weightsTried({ alpha: 0.5, decayCap: 2 }, THIRDS, rows);
    expect(tried).toHaveLength(weights.length);
    tried.forEach((mu, t) => {
      expect(mu).toBeAllClose(weights[t]!, { absolute: 1e-15 });
    });
  });

  test('makes the same trace inside a search, with an improvement marked where r̄ fell', () => {
    const { trace, best } = searchMinimaxSync(tableOracle(rows), {
      strategy: apStar({ decayCap: 2 }),
      maxSolves: 6,
    });
    trace.forEach(({ mu }, t) => {
      expect(mu).toBeAllClose(weights[t]!, { absolute: 1e-15 });
    });
    expect(trace.map(({ improved }) => improved)).toEqual([true, true, false, true, false, true]);
    expect(best.model).toBe(6);
  });

  // α = 1/4: μ ← (α K μ + (1 − α) η) / ((K − 1) α + 1), so with K = 1, 2, 3: (μ + 3 η) / 4, (2 μ + 3 η) / 5, (μ + η) / 2.
  test('gives alpha and K their parts in the step, as worked by hand for alpha = 1/4', () => {
    const tried = weightsTried({ alpha: 0.25 }, THIRDS, [
      [0.8, 0.1, 0.1], // K = 1
      [0.1, 0.9, 0.1], // K = 2, no better
      [0.1, 0.1, 0.9], // K = 3, no better
    ]);
    expect(tried).toHaveLength(4);
    expect(tried[1]).toBeAllClose([5 / 6, 1 / 12, 1 / 12], { absolute: 1e-15 });
    expect(tried[2]).toBeAllClose([1 / 3, 19 / 30, 1 / 30], { absolute: 1e-15 });
    expect(tried[3]).toBeAllClose([1 / 6, 19 / 60, 31 / 60], { absolute: 1e-15 });
  });

  // 21 solves that never improve bring K to 21; then an improvement: K = min(22, 20).
  test('caps K at 20 by default, the value of the authors', () => {
    const [mu, next] = weightsTried(
      {},
      [0.5, 0.5],
      [...Array.from({ length: 21 }, (_, t) => (t % 2 === 0 ? [0.8, 0.1] : [0.1, 0.8])), [0.1, 0.7]],
    ).slice(-2) as [readonly number[], readonly number[]];
    expect(next).toBeAllClose([(20 * mu[0]!) / 21, (20 * mu[1]! + 1) / 21], { absolute: 1e-15 });
  });

  test('counts a fall of the worst risk as an improvement only beyond the tolerance', () => {
    // With decayCap = 1 an improvement shows as K = 1: the step μ ← (μ + η) / 2 instead of (2 μ + η) / 3.
    const after = (tolerance: number, worst: number): readonly number[] =>
      weightsTried(
        { decayCap: 1, tolerance },
        [0.5, 0.5],
        [
          [0.8, 0.2],
          [worst, 0.1],
        ],
      )[2]!;
    expect(after(0.1, 0.75)).toBeAllClose([5 / 6, 1 / 6], { absolute: 1e-15 });
    expect(after(0.1, 0.71)).toBeAllClose([7 / 8, 1 / 8], { absolute: 1e-15 });
    expect(after(0, 0.75)).toBeAllClose([7 / 8, 1 / 8], { absolute: 1e-15 });
  });

  test('keeps r̄ where it was as long as the fall stays within the tolerance', () => {
    // Worst risks 0.8, 0.75, 0.7 at a tolerance of 0.1: 0.7 counts against 0.8, and would not against 0.75.
    const tried = weightsTried(
      { decayCap: 1, tolerance: 0.1 },
      [0.5, 0.5],
      [
        [0.8, 0.2],
        [0.75, 0.1],
        [0.1, 0.7],
      ],
    );
    expect(tried[3]).toBeAllClose([5 / 12, 7 / 12], { absolute: 1e-15 });
  });

  test.each([
    ['a corner whose group is the worst', [1, 0, 0], [0.9, 0.1, 0.2]],
    ['equal weights under equal risks', THIRDS, [0.5, 0.5, 0.5]],
    ['half and half under a tie of two', [0, 0.5, 0.5], [0.2, 0.7, 0.7]],
  ])('has nothing left to try at a fixed point: %s', (_, initialMu, risks) => {
    const { stopped, solves } = searchMinimaxSync(tableOracle([risks, risks]), {
      strategy: apStar(),
      initialMu,
    });
    expect(stopped).toBe('exhausted');
    expect(solves).toBe(1);
  });

  test('tells its options as they are used', () => {
    expect(apStar().options).toEqual({ alpha: 0.5, decayCap: 20, tolerance: 0 });
    expect(apStar({ alpha: 0.2, decayCap: 3, tolerance: 0.01 }).options).toEqual({
      alpha: 0.2,
      decayCap: 3,
      tolerance: 0.01,
    });
  });

  test.each<[ApStarOptions, string]>([
    [{ alpha: 0 }, 'alpha must be in (0, 1); got 0'],
    [{ alpha: 1 }, 'alpha must be in (0, 1); got 1'],
    [{ alpha: Number.NaN }, 'alpha must be in (0, 1); got NaN'],
    [{ decayCap: 0 }, 'decayCap must be a whole number ≥ 1; got 0'],
    [{ decayCap: 1.5 }, 'decayCap must be a whole number ≥ 1; got 1.5'],
    [{ tolerance: -0.1 }, 'tolerance must be in [0, 1); got -0.1'],
    [{ tolerance: 1 }, 'tolerance must be in [0, 1); got 1'],
  ])('rejects %o', (options, message) => {
    expect(() => apStar(options)).toThrow(expect.objectContaining({ code: 'bad-option', message }));
  });
});
