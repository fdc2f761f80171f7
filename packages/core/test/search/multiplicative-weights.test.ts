import { describe, expect, test } from 'vitest';
import { expectError } from '../helpers/errors.js';
import '../helpers/close.js';
import {
  type MultiplicativeWeightsOptions,
  multiplicativeWeights,
  searchMinimaxSync,
} from '../../src/index.js';
import { tableOracle } from './oracles.js';

function weightsTried(
  options: MultiplicativeWeightsOptions,
  initialMu: readonly number[],
  rows: readonly (readonly number[])[],
): (readonly number[])[] {
  return searchMinimaxSync(tableOracle(rows), {
    strategy: multiplicativeWeights(options),
    initialMu,
    maxSolves: rows.length,
  }).trace.map(({ mu }) => mu);
}

/** The formula at the head of the file, as products of plain exponentials. */
function expected(
  eta: number,
  initialMu: readonly number[],
  rows: readonly (readonly number[])[],
): number[][] {
  const scale = Math.max(...rows[0]!);
  return rows.map((_, t) => {
    const factors = initialMu.map((weight, a) =>
      rows.slice(0, t).reduce((product, risks) => product * Math.exp((eta * risks[a]!) / scale), weight),
    );
    const sum = factors.reduce((left, right) => left + right, 0);
    return factors.map((factor) => factor / sum);
  });
}

const rows = [
  [0.6, 0.3, 0.4],
  [0.2, 0.9, 0.3],
  [0.5, 0.5, 0.1],
  [0.3, 0.2, 0.8],
  [0.4, 0.4, 0.4],
];

describe('multiplicativeWeights', () => {
  // η = ln 2, scale 0.4: (1, 0) doubles the first weight, (0, 2) quadruples the second.
  test('doubles a weight for each risk of one scale at eta = ln 2', () => {
    const tried = weightsTried(
      { eta: Math.LN2 },
      [0.5, 0.5],
      [
        [0.4, 0],
        [0, 0.8],
        [0, 0],
      ],
    );
    expect(tried[0]).toEqual([0.5, 0.5]);
    expect(tried[1]).toBeAllClose([2 / 3, 1 / 3], { absolute: 1e-15 });
    expect(tried[2]).toBeAllClose([1 / 3, 2 / 3], { absolute: 1e-15 });
  });

  test('follows its formula with eta given, from weights that are not uniform', () => {
    const initialMu = [0.5, 0.2, 0.3];
    weightsTried({ eta: 0.7 }, initialMu, rows).forEach((mu, t) => {
      expect(mu).toBeAllClose(expected(0.7, initialMu, rows)[t]!, { absolute: 1e-14 });
    });
  });

  test.each([
    [undefined, 100],
    [8, 8],
  ])('takes eta = √(ln |A| / 2T) by default, with horizon %s meaning T = %d', (horizon, T) => {
    const initialMu = [0.2, 0.5, 0.3];
    const tried = weightsTried(horizon === undefined ? {} : { horizon }, initialMu, rows);
    const formula = expected(Math.sqrt(Math.log(3) / (2 * T)), initialMu, rows);
    tried.forEach((mu, t) => {
      expect(mu).toBeAllClose(formula[t]!, { absolute: 1e-14 });
    });
    expect(tried[1]).not.toEqual(initialMu);
  });

  test('measures risks in units of the first worst risk, so their size does not matter', () => {
    const large = rows.map((risks) => risks.map((risk) => 2 ** 30 * risk));
    expect(weightsTried({}, [0.2, 0.5, 0.3], large)).toEqual(weightsTried({}, [0.2, 0.5, 0.3], rows));
  });

  test('survives risks so large that plain exponentials would overflow', () => {
    const tried = weightsTried(
      { eta: 1 },
      [0.5, 0.5],
      [
        [0.5, 0.5],
        [1e6, 0],
        [0, 0],
      ],
    );
    expect(tried[2]).toEqual([1, 0]);
  });

  test('refuses to start at a weight of 0, which no factor can raise', () => {
    expectError(
      () =>
        searchMinimaxSync(tableOracle([[0.1, 0.9]]), {
          strategy: multiplicativeWeights(),
          initialMu: [1, 0],
        }),
      'bad-mu',
      'initialMu[1] must be > 0: multiplied by any factor, a weight of 0 stays 0',
    );
  });

  test('has nothing left to try when no group has any risk', () => {
    const { stopped, solves } = searchMinimaxSync(tableOracle([[0, 0]]), {
      strategy: multiplicativeWeights(),
    });
    expect([stopped, solves]).toEqual(['exhausted', 1]);
  });

  test('tells its options as they are used, and null where eta follows from the horizon', () => {
    expect(multiplicativeWeights().options).toEqual({ horizon: 100, eta: null });
    expect(multiplicativeWeights({ eta: 0.3, horizon: 7 }).options).toEqual({ horizon: 7, eta: 0.3 });
  });

  test.each<[MultiplicativeWeightsOptions, string]>([
    [{ horizon: 0 }, 'horizon must be a whole number ≥ 1; got 0'],
    [{ horizon: 2.5 }, 'horizon must be a whole number ≥ 1; got 2.5'],
    [{ eta: 0 }, 'eta must be > 0; got 0'],
    [{ eta: Number.POSITIVE_INFINITY }, 'eta must be > 0; got Infinity'],
    [{ eta: Number.NaN }, 'eta must be > 0; got NaN'],
  ])('rejects %o', (options, message) => {
    expect(() => multiplicativeWeights(options)).toThrow(
      expect.objectContaining({ code: 'bad-option', message }),
    );
  });
});
