import { describe, expect, test } from 'vitest';
import { expectError } from '../helpers/errors.js';
import '../helpers/close.js';
import { type ExponentialWeightsOptions, exponentialWeights } from '../../src/search/exponential-weights.js';
import { multiplicativeWeights } from '../../src/search/multiplicative-weights.js';
import { searchMinimaxSync } from '../../src/search/search-minimax.js';
import type { Strategy } from '../../src/search/strategy.js';
import { tableOracle } from './oracles.js';

const rows = [
  [0.6, 0.3, 0.4],
  [0.2, 0.9, 0.3],
  [0.5, 0.5, 0.1],
  [0.3, 0.2, 0.8],
  [0.4, 0.4, 0.4],
];
const initialMu = [0.5, 0.2, 0.3];

const weightsTried = (strategy: Strategy): (readonly number[])[] =>
  searchMinimaxSync(tableOracle(rows), { strategy, initialMu, maxSolves: rows.length }).trace.map(
    ({ mu }) => mu,
  );

/** The update of the paper, one solve after another, each weight normalised at once. */
function expected(eta: number, power: number): number[][] {
  const tried = [initialMu];
  rows.slice(0, -1).forEach((risks, t) => {
    const rate = eta / (t + 1) ** power;
    const raised = tried[t]!.map((weight, a) => weight * Math.exp((rate * risks[a]!) / 0.6));
    const sum = raised.reduce((left, right) => left + right, 0);
    tried.push(raised.map((weight) => weight / sum));
  });
  return tried;
}

describe('exponentialWeights', () => {
  test.each<[ExponentialWeightsOptions, number, number]>([
    [{}, 1, 0.5],
    [{ eta: 0.3 }, 0.3, 0.5],
    [{ eta: 2, power: 0.25 }, 2, 0.25],
    [{ power: 1 }, 1, 1],
  ])('follows its update at the rate η / t^power: %o', (options, eta, power) => {
    const formula = expected(eta, power);
    weightsTried(exponentialWeights(options)).forEach((mu, t) => {
      expect(mu).toBeAllClose(formula[t]!, { absolute: 1e-14 });
    });
  });

  test('is multiplicative weights where the rate stays', () => {
    expect(weightsTried(exponentialWeights({ eta: 0.7, power: 0 }))).toEqual(
      weightsTried(multiplicativeWeights({ eta: 0.7 })),
    );
    expect(weightsTried(exponentialWeights({ eta: 0.7 }))).not.toEqual(
      weightsTried(multiplicativeWeights({ eta: 0.7 })),
    );
  });

  test('refuses to start at a weight of 0, which no factor can raise', () => {
    expectError(
      () =>
        searchMinimaxSync(tableOracle([[0.1, 0.9]]), { strategy: exponentialWeights(), initialMu: [1, 0] }),
      'bad-mu',
      'initialMu[1] must be > 0: multiplied by any factor, a weight of 0 stays 0',
    );
  });

  test('has nothing left to try when no group has any risk', () => {
    const { stopped, solves } = searchMinimaxSync(tableOracle([[0, 0]]), { strategy: exponentialWeights() });
    expect([stopped, solves]).toEqual(['exhausted', 1]);
  });

  test('tells its options as they are used', () => {
    expect(exponentialWeights()).toMatchObject({
      name: 'exponential-weights',
      options: { eta: 1, power: 0.5 },
    });
  });

  test.each<[ExponentialWeightsOptions, string]>([
    [{ eta: 0 }, 'eta must be > 0; got 0'],
    [{ eta: Number.POSITIVE_INFINITY }, 'eta must be > 0; got Infinity'],
    [{ power: -0.1 }, 'power must be in [0, 1]; got -0.1'],
    [{ power: 1.1 }, 'power must be in [0, 1]; got 1.1'],
    [{ power: Number.NaN }, 'power must be in [0, 1]; got NaN'],
  ])('rejects %o', (options, message) => {
    expect(() => exponentialWeights(options)).toThrow(
      expect.objectContaining({ code: 'bad-option', message }),
    );
  });
});
