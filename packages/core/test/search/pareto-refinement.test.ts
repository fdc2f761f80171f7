import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createRandom,
  cuttingPlane,
  FairfrontError,
  linearOracle,
  type Oracle,
  type RefinementStart,
  refinePareto,
  type Solve,
  searchMinimaxSync,
  solveLinearMinimax,
  worstRisk,
} from '../../src/index.js';
import { dot } from '../../src/internal.js';
import { muOf } from '../helpers/arbitraries.js';
import { makeData } from '../linear/linear-problems.js';
import { caught, listOracle, quadraticOracle, randomQuadratic } from './oracles.js';
import '../helpers/close.js';

/** The model for these weights, as a search would hand it over. */
async function startAt<Model>(oracle: Oracle<Model>, mu: readonly number[]): Promise<RefinementStart<Model>> {
  const { model, risks, trainRisks = risks } = await oracle.solve(mu, {});
  return { model, mu, risks, trainRisks };
}

// The first two serve the worst group alike; the third serves the other best and the worst group worse.
const models = [
  [1, 0.5],
  [1, 0.2],
  [3, 0],
];
const mostlyOther = [0.05, 0.95];

// On a line: the first group, at 0, has risk 1 + θ² and is the worst; the other, at 1/2, has (θ − 1/2)². With shares (1/2, 1/2) weights
// of (1 − ε/2, ε/2) give θ = ε/4, so a tolerance t holds up to ε = 4 √t.
const line = quadraticOracle([[0], [0.5]], [1, 0]);
const half = [0.5, 0.5];

describe('refinePareto', () => {
  it('takes the model that is better for the group without weight, at no cost for the other', async () => {
    const oracle = listOracle(models);
    const start = await startAt(oracle, [1, 0]);
    expect(start.model).toBe(0);
    const { model, risks, trainRisks, mu, share, gain, solves } = await refinePareto(oracle, start, {
      shares: mostlyOther,
    });
    expect([model, risks, trainRisks]).toEqual([1, [1, 0.2], [1, 0.2]]);
    // A share of 1 takes the third model; 0.3 holds, and three more shares between them gain nothing beyond.
    expect([share, solves]).toEqual([0.3, 5]);
    expect(mu).toBeAllClose([0.7 + 0.3 * 0.05, 0.3 * 0.95], { absolute: 1e-15 });
    expect(gain).toBeCloseTo(0.95 * 0.3, 15);
  });

  it('says that the model is only weakly optimal where a corner of the front lets no share hold', async () => {
    // ⟨(½, ½, 0), r⟩ is ½ for all three. The start serves the worst group best; a coin between the other two would have risks
    // (½, ½, ¼), but each of them alone has a worst risk of ¾.
    const corner = listOracle([
      [0.5, 0.5, 0.4],
      [0.25, 0.75, 0.4],
      [0.75, 0.25, 0.1],
    ]);
    const start = await startAt(corner, [0.5, 0.5, 0]);
    const kept = await refinePareto(corner, start, { shares: [0.3, 0.3, 0.4] });
    expect(kept).toMatchObject({ model: 0, share: 0, weaklyOptimal: true });
    // With a weight on every group a minimum cannot be dominated, gained or not.
    const loose = await refinePareto(corner, start, { shares: [0.3, 0.3, 0.4], tolerance: 0.5 });
    expect(loose).toMatchObject({ model: 2, share: 1, weaklyOptimal: false });
    const even = await refinePareto(line, await startAt(line, half), { shares: half });
    expect(even).toMatchObject({ share: 0, weaklyOptimal: false });
  });

  it('goes as far as the worst risk holds', async () => {
    const { model, share, gain, risks, solves } = await refinePareto(line, await startAt(line, [1, 0]), {
      shares: half,
    });
    // ε = 0.04 is the limit: 0.03 holds, then √(0.03 · 0.1) and 0.0405 do not, and 0.0349 does.
    const between = Math.sqrt(0.03 * 0.1);
    expect(share).toBeCloseTo(Math.sqrt(0.03 * Math.sqrt(0.03 * between)), 15);
    expect(solves).toBe(4 + 3);
    const theta = share / 4;
    expect(model[0]).toBeCloseTo(theta, 15);
    expect(risks).toBeAllClose([1 + theta ** 2, (theta - 0.5) ** 2], { relative: 1e-14 });
    expect(gain).toBeCloseTo((1 + 0.25) / 2 - (risks[0]! + risks[1]!) / 2, 15);
  });

  it('takes the model of the shares themselves if that holds, and then asks no further', async () => {
    const found = await refinePareto(line, await startAt(line, [1, 0]), { shares: half, tolerance: 0.07 });
    expect(found).toMatchObject({ share: 1, solves: 1, mu: half });
    expect(found.model[0]).toBeCloseTo(0.25, 15);
  });

  it('hands back the very model where nothing is to be gained', async () => {
    for (const [mu, tolerance] of [
      [[1, 0], 0], // no step holds the worst risk to the last bit
      [half, 1], // it is the best for the population already
    ] as const) {
      const start = await startAt(line, mu);
      const found = await refinePareto(line, start, { shares: half, tolerance });
      expect(found).toMatchObject({ share: 0, gain: 0, mu });
      expect(found.model).toBe(start.model);
      expect([found.risks, found.trainRisks]).toEqual([start.risks, start.trainRisks]);
      expect(found.solves).toBe(tolerance === 0 ? 11 : 1);
    }
  });

  it('holds the worst risk and never raises that of the population, whatever the problem', async () => {
    let refined = 0;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 1e6 }), muOf(4), async (seed, shares) => {
        const oracle = randomQuadratic(seed, 4).oracle();
        const { best } = searchMinimaxSync(oracle, { strategy: cuttingPlane(), gap: 1e-8 });
        const found = await refinePareto(oracle, best, { shares });
        expect(worstRisk(found.risks)).toBeLessThanOrEqual(worstRisk(best.risks) * (1 + 1e-4));
        expect(found.gain).toBeGreaterThanOrEqual(0);
        expect(dot(shares, found.risks)).toBeCloseTo(dot(shares, best.risks) - found.gain, 12);
        expect(found.solves).toBeLessThanOrEqual(14);
        expect(found.mu.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
        const { risks } = oracle.solve(found.mu, {});
        expect(risks).toBeAllClose(found.risks, { relative: 1e-9 }); // found.mu is what the model was solved for
        if (found.share > 0) refined++;
      }),
      { numRuns: 60, seed: 61 },
    );
    expect(refined).toBeGreaterThan(30);
  });

  it('looks at training and at validation risks', async () => {
    const shifted = (of: 'risks' | 'trainRisks'): Oracle<number> => {
      const inner = listOracle(models);
      return {
        ...inner,
        solve: (mu, context) => {
          const { model, risks } = inner.solve(mu, context);
          const better = risks.map((risk) => risk / 10);
          // One kind of risk rises with the second model, which the other kind says is as good.
          const worse = model === 1 ? [2, 2] : [1, 1];
          return of === 'risks'
            ? { model, risks: worse, trainRisks: better }
            : { model, risks: better, trainRisks: worse };
        },
      };
    };
    for (const kind of ['risks', 'trainRisks'] as const) {
      const oracle = shifted(kind);
      const { share } = await refinePareto(oracle, await startAt(oracle, [1, 0]), { shares: mostlyOther });
      expect(share).toBe(0);
    }
  });

  it('tells each solve beforehand, and the oracle the best so far and the signal', async () => {
    const told: [number, number][] = [];
    const signal = { aborted: false };
    const seen: { readonly best: unknown; readonly signal: unknown }[] = [];
    const inner = listOracle(models);
    const oracle: Oracle<number> = {
      ...inner,
      solve: async (mu, context) => {
        expect(told).toHaveLength(seen.length + 1);
        seen.push({ best: context.best, signal: context.signal });
        return inner.solve(mu, context);
      },
    };
    const start = { model: 0, mu: [1, 0], risks: [1, 0.5], trainRisks: [1, 0.5] };
    const { mu } = await refinePareto(oracle, start, {
      shares: mostlyOther,
      signal,
      onSolve: (solve, total) => told.push([solve, total]),
    });
    expect(told).toEqual([1, 2, 3, 4, 5].map((solve) => [solve, 14]));
    expect(seen.every((context) => context.signal === signal)).toBe(true);
    expect(seen[0]!.best).toEqual({ mu: [1, 0], model: 0 });
    expect(seen[2]!.best).toEqual({ mu, model: 1 });
  });

  it('stops when it is told to, with what it has', async () => {
    const oracle = listOracle(models);
    const start = await startAt(oracle, [1, 0]);
    const refuse = { ...oracle, solve: () => expect.unreachable('no solve was wanted') };
    const before = await refinePareto(refuse, start, { shares: mostlyOther, signal: { aborted: true } });
    expect(before).toEqual({ ...start, share: 0, gain: 0, solves: 0, weaklyOptimal: true });

    const signal = { aborted: false };
    const during = await refinePareto(oracle, start, {
      shares: mostlyOther,
      signal,
      onSolve: (solve) => {
        signal.aborted = solve === 2;
      },
    });
    expect(during).toMatchObject({ model: 1, share: 0.3, solves: 2 });
  });

  it('is not disturbed by an oracle that writes into the weights', async () => {
    const oracle = listOracle(models);
    const rude: Oracle<number> = {
      ...oracle,
      solve: (mu, context) => {
        const solve = oracle.solve(mu, context);
        (mu as number[]).fill(7);
        return solve;
      },
    };
    const start = { model: 0, mu: Object.freeze([1, 0]), risks: [1, 0.5], trainRisks: [1, 0.5] };
    const shares = Object.freeze([...mostlyOther]);
    const { mu } = await refinePareto(rude, start, { shares });
    expect(mu).toBeAllClose([0.715, 0.285], { absolute: 1e-15 });
  });

  it.each([
    [{ shares: [1] }, 'bad-mu', 'shares must have one weight per group: 2 groups, but 1 weights were given'],
    [{ shares: [0.5, 0.6] }, 'bad-mu', 'shares must sum to 1; got 1.1'],
    [{ shares: [1.5, -0.5] }, 'bad-mu', 'shares[1] must be a finite number ≥ 0; got -0.5'],
    [{ shares: half, tolerance: -1e-9 }, 'bad-option', 'tolerance must be a number ≥ 0; got -1e-9'],
    [{ shares: half, tolerance: Number.NaN }, 'bad-option', 'tolerance must be a number ≥ 0; got NaN'],
  ] as const)('refuses %j', async (options, code, message) => {
    const start = await startAt(line, half);
    const error = (await caught(() => refinePareto(line, start, options))) as FairfrontError;
    expect(error).toBeInstanceOf(FairfrontError);
    expect([error.code, error.message.includes(message)]).toEqual([code, true]);
  });

  it('names itself when a solve has no risks to compare', async () => {
    const start = await startAt(line, half);
    const broken = {
      ...line,
      solve: (): Solve<readonly number[]> => ({ model: [0], risks: [Number.NaN, 1] }),
    };
    const error = (await caught(() => refinePareto(broken, start, { shares: half }))) as FairfrontError;
    expect(error.code).toBe('bad-risks');
    expect(error.message).toContain('the refinement returned risks[0] = NaN');
  });

  it('serves a group that the exact minimax of a linear model left without weight', async () => {
    const data = makeData(createRandom(6), {
      classCount: 2,
      columnCount: 3,
      groupRows: [60, 300],
      noise: [0, 0.5],
      tilt: 0,
    });
    const options = { classCount: 2, l2: 1e-3 };
    const { model, mu, risks, penalty } = solveLinearMinimax(data, options);
    expect(mu).toEqual([0, 1]);
    const trainRisks = risks.map((risk) => risk + penalty);
    const found = await refinePareto(
      linearOracle(data, options),
      { model, mu, risks, trainRisks },
      { shares: half },
    );
    expect(found.risks[0]).toBeLessThan(risks[0]! - 1e-3);
    expect(worstRisk(found.trainRisks)).toBeLessThanOrEqual(worstRisk(trainRisks) * (1 + 1e-4));
    expect(found.share).toBeGreaterThan(0);
  });
});
