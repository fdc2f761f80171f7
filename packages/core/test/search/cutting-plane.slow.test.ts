import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import '../helpers/close.js';
import {
  apStar,
  type CuttingPlaneOptions,
  createRandom,
  cuttingPlane,
  type SearchOptions,
  type SyncOracle,
  searchMinimaxSync,
  uniformMu,
} from '../../src/index.js';
import {
  closedForm,
  closedFormOracle,
  randomProblem,
  threeGroupProblem,
  twoGroupProblem,
} from '../../src/theory.js';
import {
  BUDGET_PRICE,
  listOptimum,
  listOracle,
  quadraticOracle,
  randomQuadratic,
  sharedBudgetOracle,
} from './oracles.js';

const search = <Model>(oracle: SyncOracle<Model>, options: SearchOptions<Model> = {}) =>
  searchMinimaxSync(oracle, { strategy: cuttingPlane(), ...options });

describe('problems solved by hand', () => {
  // Targets 0 and 1 on a line: θ = μ_1, r = (0.1 + θ², 0.3 + (1 − θ)²), equal at θ = 0.6.
  test('two groups whose risks meet', () => {
    const { stopped, best, certificate } = search(quadraticOracle([[0], [1]], [0.1, 0.3]), { gap: 1e-10 });
    expect(stopped).toBe('gap');
    expect(best.mu).toBeAllClose([0.4, 0.6], { absolute: 1e-9 });
    expect(best.risks).toBeAllClose([0.46, 0.46], { absolute: 1e-9 });
    expect(certificate.lower).toBeCloseTo(0.46, 9);
  });

  // The second group's floor of 2 is above anything the first can suffer: all weight on the second, r = (0 + 1, 2).
  test('an optimum at a corner', () => {
    const { stopped, best, certificate } = search(quadraticOracle([[0], [1]], [0, 2]), { gap: 1e-10 });
    expect(stopped).toBe('gap');
    expect(best.mu).toBeAllClose([0, 1], { absolute: 1e-9 });
    expect(best.risks).toBeAllClose([1, 2], { absolute: 1e-8 });
    expect(certificate.upper).toBeCloseTo(2, 9);
  });

  // As the first, and a third group in between that is never the worst: it gets no weight.
  test('an optimum on a face', () => {
    const { stopped, best } = search(quadraticOracle([[0], [1], [0.5]], [0.1, 0.3, 0]), { gap: 1e-10 });
    expect(stopped).toBe('gap');
    expect(best.mu).toBeAllClose([0.4, 0.6, 0], { absolute: 1e-8 });
    expect(best.risks).toBeAllClose([0.46, 0.46, 0.01], { absolute: 1e-8 });
  });

  test('no risk at all: one solve proves it, and without a certificate there is nothing left to try', () => {
    expect(search(listOracle([[0, 0, 0]]))).toMatchObject({ stopped: 'gap', solves: 1 });
    const { certifies: _, ...plain } = listOracle([[0, 0, 0]]);
    const initialMu = [0.2, 0.3, 0.5];
    expect(search(plain, { initialMu })).toMatchObject({ stopped: 'exhausted', solves: 1 });
  });
});

describe('a finite list of models, of which none closes the gap', () => {
  // 0.2 a + 1 (1 − a) = 0.9 a + 0.1 (1 − a) at a = 9/16, where both are 0.55. The best single model has 0.9.
  test('ends as converged, with the optimum of the linear program as its lower bound', () => {
    const { stopped, best, certificate } = search(
      listOracle([
        [0.2, 1],
        [0.9, 0.1],
      ]),
    );
    expect(stopped).toBe('converged');
    expect(best.model).toBe(1);
    expect(certificate).toMatchObject({ certified: true, upper: 0.9 });
    expect(certificate.lower).toBeCloseTo(0.55, 11);
  });

  // Only the first two models count, and they agree on 0.55 along a whole segment of weights: every point of it is a maximum.
  test('ends as converged where the maximum is not a point but a segment', () => {
    const { stopped, solves, certificate } = search(
      listOracle([
        [0.2, 1, 0.5],
        [0.9, 0.1, 0.6],
        [0.5, 0.8, 0.1],
        [0.7, 0.7, 0.7],
      ]),
    );
    expect(stopped).toBe('converged');
    expect(certificate.lower).toBeCloseTo(0.55, 11);
    expect(solves).toBeLessThanOrEqual(40); // measured: 37
  });

  test('does so for random lists', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 2, max: 12 }), (seed, count) => {
        const random = createRandom(seed);
        const models = Array.from({ length: count }, () => [random.uniform(), random.uniform()]);
        const { stopped, certificate } = search(listOracle(models), { gap: 0 });
        expect(certificate.lower).toBeCloseTo(listOptimum(models), 10);
        expect(['converged', 'gap']).toContain(stopped);
      }),
      { seed: 5, numRuns: 60 },
    );
  });
});

describe('many groups', () => {
  // Measured: 15 solves for the Brier score, 23 for cross-entropy.
  test.each([
    ['brier' as const, 15],
    ['cross-entropy' as const, 23],
  ])('64 groups reach a certified gap of 1e-3 with %s in %d solves', (loss, atMost) => {
    const oracle = closedFormOracle(closedForm(randomProblem(createRandom(1), 64, loss)));
    const { stopped, solves, certificate } = search(oracle, { gap: 1e-3 });
    expect(stopped).toBe('gap');
    expect(certificate.certified).toBe(true);
    expect(certificate.relativeGap).toBeLessThanOrEqual(1e-3);
    expect(solves).toBeLessThanOrEqual(atMost);
  });
});

describe('degenerate corners, where a solve has a risk of a million', () => {
  // 0.1 + p / x = 0.3 + p / (1 − x): 0.2 x² − (0.2 + 2 p) x + p = 0.
  const price = BUDGET_PRICE;
  const share = (0.2 + 2 * price - Math.sqrt((0.2 + 2 * price) ** 2 - 0.8 * price)) / 0.4;

  test.each([
    ['the centre', [0.5, 0.5]],
    ['near a corner', [1 - 1e-12, 1e-12]],
    ['a corner', [1, 0]],
    ['the other corner', [0, 1]],
  ])('reaches the known optimum of two groups from %s', (_, initialMu) => {
    const { stopped, certificate, trace } = search(sharedBudgetOracle([0.1, 0.3]), { gap: 1e-6, initialMu });
    expect(stopped).toBe('gap');
    expect(certificate.certified).toBe(true);
    expect(certificate.upper! / (0.1 + price / share) - 1).toBeLessThan(1e-6);
    if (initialMu.includes(0)) expect(Math.max(...trace[0]!.risks)).toBeGreaterThan(0.9e6);
  });

  test.each([
    ['the centre', [1 / 3, 1 / 3, 1 / 3]],
    ['near a corner', [1 - 2e-12, 1e-12, 1e-12]],
    ['a corner', [1, 0, 0]],
  ])('certifies a gap of 1e-6 for three groups from %s', (_, initialMu) => {
    const { stopped, certificate } = search(sharedBudgetOracle([0.1, 0.3, 0.2]), { gap: 1e-6, initialMu });
    expect(stopped).toBe('gap');
    expect(certificate.certified).toBe(true);
  });

  test('a risk of 1e9 at the first solve does not blur the programs after it', () => {
    const worse = (oracle: SyncOracle<readonly number[]>): SyncOracle<readonly number[]> => ({
      ...oracle,
      solve: (mu, context) => {
        const { model, risks } = oracle.solve(mu, context);
        return { model, risks: risks.map((risk) => (risk > 1e5 ? 1e9 : risk)) };
      },
    });
    const { stopped } = search(worse(sharedBudgetOracle([0.1, 0.3, 0.2])), {
      gap: 1e-6,
      initialMu: [1, 0, 0],
    });
    expect(stopped).toBe('gap');
  });
});

describe('solves that stopped before their minimum', () => {
  // θ = μ_1 again, the second solve three times as bad as its minimum.
  const exact = quadraticOracle([[0], [1]], [0.1, 0.3]);
  const poorAtSecond = (): SyncOracle<readonly number[]> => {
    let solves = 0;
    return {
      ...exact,
      solve: (mu, context) => {
        solves += 1;
        const { model, risks } = exact.solve(mu, context);
        if (solves !== 2) return { model, risks };
        return { model, risks: risks.map((risk) => 3 * risk), converged: false };
      },
    };
  };

  // At (½, ½): r = (0.35, 0.55), Φ = 0.45. The plane of the poor solve lies above that of the first, which allows at most 0.55, at μ_1 = 1.
  // The level step goes to the nearest μ that allows 0.55 − 0.3 (0.55 − 0.45) = 0.52 = 0.35 + 0.2 μ_1. Were 3 Φ taken for a lower
  // bound, nothing could be gained any more, and the step would go to the corner.
  test('do not raise the lower bound that guides the search, as worked by hand', () => {
    const { trace } = search(poorAtSecond(), { maxSolves: 3 });
    expect(trace[2]!.mu).toBeAllClose([0.15, 0.85], { absolute: 1e-8 });
  });

  test('do not keep it from the optimum', () => {
    const { stopped, best, certificate } = search(poorAtSecond(), { gap: 1e-8 });
    expect(stopped).toBe('gap');
    expect(certificate.lower).toBeCloseTo(0.46, 8);
    expect(best.risks).toBeAllClose([0.46, 0.46], { absolute: 1e-8 });
  });
});

describe('solves that are no minima at all', () => {
  // The lower bound then lies above what the planes allow, and the programs between them have no solution.
  test.each([2, 3, 5])(
    'risks without any rhyme for %d groups end the search early or late, but never with an error',
    (groupCount) => {
      for (let seed = 0; seed < 30; seed++) {
        const random = createRandom(seed);
        const solve = () => ({
          model: null,
          risks: Array.from({ length: groupCount }, () => random.uniform()),
        });
        const { stopped, best, trace } = search({ groupCount, solve }, { maxSolves: 25 });
        expect(['exhausted', 'max-solves']).toContain(stopped);
        expect(Math.max(...best.risks)).toBe(Math.min(...trace.map(({ risks }) => Math.max(...risks))));
      }
    },
  );
});

describe('which risks guide', () => {
  test('the training risks do; those that models are chosen by do not', () => {
    const exact = quadraticOracle([[0], [1]], [0.1, 0.3]);
    const oracle: SyncOracle<readonly number[]> = {
      ...exact,
      solve: (mu, context) => {
        const { model, risks } = exact.solve(mu, context);
        return { model, risks: [...risks].reverse(), trainRisks: risks };
      },
    };
    const tried = (o: SyncOracle<readonly number[]>) => search(o, { gap: 1e-8 }).trace.map(({ mu }) => mu);
    expect(tried(oracle)).toEqual(tried(exact));
  });
});

describe('how many solves it takes', () => {
  // Measured. A change of the algorithm may lower them; what raises them must say why.
  test.each([
    ["the paper's two groups", 1e-4, 3, twoGroupProblem],
    ["the paper's two groups", 1e-7, 3, twoGroupProblem],
    ["the paper's three groups", 1e-4, 5, threeGroupProblem],
    ["the paper's three groups", 1e-7, 6, threeGroupProblem],
  ])('%s, to a certified gap of %f: at most %d', (_, gap, atMost, problem) => {
    const { stopped, solves, certificate } = search(closedFormOracle(closedForm(problem)), { gap });
    expect(stopped).toBe('gap');
    expect(certificate.certified).toBe(true);
    expect(solves).toBeLessThanOrEqual(atMost);
  });

  // Measured for these 20 problems at a gap of 1e-3: 147 against 2191 of APStar. The design asks for a quarter.
  test('random problems of 2 to 6 groups, to a certified gap of 1e-3: at most a quarter of what APStar takes', () => {
    let ours = 0;
    let paper = 0;
    for (let seed = 0; seed < 20; seed++) {
      const loss = seed % 2 === 0 ? 'brier' : 'cross-entropy';
      const oracle = closedFormOracle(closedForm(randomProblem(createRandom(seed), 2 + (seed % 5), loss)));
      const cutting = search(oracle, { gap: 1e-3 });
      expect(cutting.stopped).toBe('gap');
      ours += cutting.solves;
      paper += searchMinimaxSync(oracle, { strategy: apStar(), gap: 1e-3, maxSolves: 400 }).solves;
    }
    expect(ours).toBeLessThanOrEqual(paper / 4);
    expect(ours).toBeLessThanOrEqual(147);
  });
});

describe('fine gaps', () => {
  // Problems on which several steps in a row bring neither bound nearer before the worst risk falls again.
  test.each([13, 43, 74, 169])('a gap of 1e-10 is reached on random problem %d', (seed) => {
    const loss = seed % 2 === 0 ? 'cross-entropy' : 'brier';
    const problem = randomProblem(createRandom(seed), 2 + (seed % 5), loss);
    expect(search(closedFormOracle(closedForm(problem)), { gap: 1e-10 }).stopped).toBe('gap');
  });
});

describe('relabelling the groups', () => {
  test('permutes the optimum', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 2, max: 6 }), (seed, groupCount) => {
        const problem = randomQuadratic(seed, groupCount);
        const order = problem.groups.map((_, a) => (a + 1 + (seed % (groupCount - 1))) % groupCount);
        const gap = 1e-8;
        const plain = search(problem.oracle(), { gap });
        const moved = search(problem.oracle(order), { gap });
        expect([plain.stopped, moved.stopped]).toEqual(['gap', 'gap']);
        expect(moved.best.risks).toBeAllClose(
          order.map((a) => plain.best.risks[a]!),
          { absolute: 1e-3 }, // a group that is not the worst may differ by the root of the gap
        );
        expect(moved.certificate.upper! / plain.certificate.upper! - 1).toBeLessThan(2 * gap);
      }),
      { seed: 2, numRuns: 40 },
    );
  });
});

describe('options', () => {
  test('are told as they are used', () => {
    expect(cuttingPlane().options).toEqual({ levelShare: 0.3, sufficientShrink: 0.9, maxPlanes: 256 });
  });

  test('with few planes kept it still gets there', () => {
    const oracle = closedFormOracle(closedForm(threeGroupProblem));
    const { stopped } = search(oracle, { strategy: cuttingPlane({ maxPlanes: 4 }), gap: 1e-4 });
    expect(stopped).toBe('gap');
  });

  test('starts at the initial weights', () => {
    expect(search(randomQuadratic(1, 3).oracle(), { maxSolves: 1 }).best.mu).toEqual(uniformMu(3));
  });

  test.each<[CuttingPlaneOptions, string]>([
    [{ levelShare: 0 }, 'levelShare must be in (0, 1); got 0'],
    [{ levelShare: 1 }, 'levelShare must be in (0, 1); got 1'],
    [{ sufficientShrink: 0 }, 'sufficientShrink must be in (0, 1]; got 0'],
    [{ sufficientShrink: 1.1 }, 'sufficientShrink must be in (0, 1]; got 1.1'],
    [{ maxPlanes: 1 }, 'maxPlanes must be a whole number ≥ 2; got 1'],
    [{ maxPlanes: 2.5 }, 'maxPlanes must be a whole number ≥ 2; got 2.5'],
  ])('rejects %o', (options, message) => {
    expect(() => cuttingPlane(options)).toThrow(expect.objectContaining({ code: 'bad-option', message }));
  });
});
