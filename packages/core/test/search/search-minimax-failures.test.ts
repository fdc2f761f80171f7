// What stops a search early: cancellation, oracles that fail, and options it cannot use.

import { describe, expect, test } from 'vitest';
import {
  apStar,
  FairfrontError,
  type Oracle,
  SearchError,
  type SearchOptions,
  type Solve,
  type Strategy,
  searchMinimax,
  searchMinimaxSync,
} from '../../src/index.js';
import { caught, listOracle, quadraticOracle, tableOracle } from './oracles.js';

const rows = [
  [0.8, 0.1],
  [0.2, 0.6],
  [0.7, 0.3],
  [0.5, 0.4],
];

describe('cancelling with an AbortController', () => {
  test('before the first solve there is no model: an error says so, and the oracle is not asked', async () => {
    const controller = new AbortController();
    controller.abort();
    let asked = 0;
    const oracle: Oracle<null> = {
      groupCount: 2,
      solve: () => {
        asked += 1;
        return { model: null, risks: [1, 1] };
      },
    };
    const { signal } = controller;
    for (const action of [
      () => searchMinimax(oracle, { signal }),
      () => searchMinimaxSync({ ...oracle, solve: () => ({ model: asked++, risks: [1, 1] }) }, { signal }),
    ]) {
      const error = (await caught(action)) as FairfrontError;
      expect(error).toBeInstanceOf(FairfrontError);
      expect(error.code).toBe('cancelled');
      expect(error.message).toContain('before its first solve');
    }
    expect(asked).toBe(0);
  });

  test('between two solves the best so far is the result', () => {
    const controller = new AbortController();
    const result = searchMinimaxSync(tableOracle(rows), {
      signal: controller.signal,
      onStep: ({ solve }) => {
        if (solve === 3) controller.abort();
      },
    });
    expect(result).toMatchObject({ stopped: 'cancelled', solves: 3, best: { model: 2, solve: 2 } });
  });

  test('during a solve that rejects for it, the best so far is the result', async () => {
    const controller = new AbortController();
    const table = tableOracle(rows);
    let asked = 0;
    const oracle: Oracle<number> = {
      groupCount: 2,
      solve: async (mu, context) => {
        asked += 1;
        if (asked < 3) return table.solve(mu, context);
        return await new Promise<Solve<number>>((_, reject) => {
          const signal = context.signal as AbortSignal;
          signal.addEventListener('abort', () => reject(signal.reason));
          setTimeout(() => controller.abort(), 1);
        });
      },
    };
    const result = await searchMinimax(oracle, { signal: controller.signal });
    expect(asked).toBe(3);
    expect(result).toMatchObject({ stopped: 'cancelled', solves: 2, best: { model: 2, solve: 2 } });
  });

  test('during a solve that finishes all the same, that solve still counts', async () => {
    const controller = new AbortController();
    const table = tableOracle(rows);
    const oracle: Oracle<number> = {
      groupCount: 2,
      solve: async (mu, context) => {
        const solve = table.solve(mu, context);
        if (solve.model === 2) controller.abort();
        return solve;
      },
    };
    const result = await searchMinimax(oracle, { signal: controller.signal });
    expect(result).toMatchObject({ stopped: 'cancelled', solves: 2, best: { model: 2 } });
  });

  test('during the first solve there is no model yet', async () => {
    const controller = new AbortController();
    const oracle: Oracle<null> = {
      groupCount: 2,
      solve: async () => {
        controller.abort();
        throw new Error('stopped');
      },
    };
    expect(await caught(() => searchMinimax(oracle, { signal: controller.signal }))).toMatchObject({
      code: 'cancelled',
    });
  });
});

describe('an oracle that fails', () => {
  const failure = new TypeError('out of memory');
  const failingAt = (solve: number, fail: () => never) => {
    const table = tableOracle(rows);
    let asked = 0;
    return {
      groupCount: 2,
      solve: (mu: readonly number[]) => {
        asked += 1;
        if (asked === solve) fail();
        return table.solve(mu, {});
      },
    };
  };
  const throwing = failingAt.bind(null, 4, () => {
    throw failure;
  });

  test.each([
    ['throws', () => searchMinimaxSync(throwing())],
    [
      'rejects',
      () => {
        const oracle = throwing();
        return searchMinimax({ ...oracle, solve: async (mu) => oracle.solve(mu) });
      },
    ],
  ])(
    'and %s leaves the best so far in the error, with the cause, the solve and the way out',
    async (_, action) => {
      const error = (await caught(action)) as SearchError<number>;
      expect(error).toBeInstanceOf(SearchError);
      expect(error).toBeInstanceOf(FairfrontError);
      expect(error.code).toBe('oracle-failed');
      expect(error.cause).toBe(failure);
      expect(error.message).toMatch(/failed in solve 4, at mu = \[0\.\d+, 0\.\d+\]: out of memory\./);
      expect(error.message).toContain('resume from its state');
      expect(error.progress!.best).toMatchObject({ model: 2, risks: [0.2, 0.6], solve: 2 });
      expect(error.progress!.trace.map(({ risks }) => risks)).toEqual(rows.slice(0, 3));
      expect(error.progress!.state.trace).toHaveLength(3);
    },
  );

  test('can be mended and the search resumed from the error', async () => {
    const error = (await caught(() => searchMinimaxSync(throwing()))) as SearchError<number>;
    const rest = tableOracle(rows.slice(3));
    const { state, best } = error.progress!;
    const resumed = searchMinimaxSync(rest, { resume: { state, model: best.model }, maxSolves: 4 });
    const whole = searchMinimaxSync(tableOracle(rows), { maxSolves: 4 });
    expect(resumed.trace).toEqual(whole.trace);
  });

  test('at the first solve leaves nothing, and does not send the user to look for it', async () => {
    const oracle = failingAt(1, () => {
      throw failure;
    });
    const error = (await caught(() => searchMinimaxSync(oracle))) as SearchError;
    expect(error).toBeInstanceOf(SearchError);
    expect(error.progress).toBeUndefined();
    expect(error.cause).toBe(failure);
    expect(error.message).toContain('in solve 1');
    expect(error.message).not.toContain('progress');
    expect(error.message).toContain('mend it and start the search again');
  });

  test('may throw what is not an Error', async () => {
    const oracle = failingAt(2, () => {
      throw 'no more disk';
    });
    const error = (await caught(() => searchMinimaxSync(oracle))) as SearchError;
    expect(error.message).toContain('no more disk');
    expect(error.cause).toBe('no more disk');
  });

  test('with an error of ours keeps its code and message, and the best so far', async () => {
    const oracle = failingAt(3, () => {
      throw new FairfrontError('bad-problem', 'a risk is infinite');
    });
    const error = (await caught(() => searchMinimaxSync(oracle))) as SearchError;
    expect(error).toBeInstanceOf(SearchError);
    expect(error.code).toBe('bad-problem');
    expect(error.message).toMatch(/the oracle failed in solve 3, at mu = .*: a risk is infinite/);
    expect(error.progress!.best.solve).toBe(2);
  });

  test('by returning nothing is told apart from a crash of ours', async () => {
    const error = await caught(() =>
      searchMinimaxSync({ groupCount: 2, solve: () => undefined as unknown as Solve<null> }),
    );
    expect(error).toMatchObject({ name: 'SearchError', code: 'oracle-failed' });
  });
});

describe('risks that are none', () => {
  test.each([
    ['NaN', [0.5, Number.NaN], 'solve 2 returned risks[1] = NaN, but a risk must be a finite number ≥ 0'],
    ['infinity', [Number.POSITIVE_INFINITY, 0.5], 'solve 2 returned risks[0] = Infinity'],
    ['a negative number', [0.5, -1e-3], 'solve 2 returned risks[1] = -0.001'],
    ['too few', [0.5], 'solve 2 must return risks with one number per group: 2 groups, but it has 1'],
    [
      'too many',
      [0.5, 0.4, 0.3],
      'solve 2 must return risks with one number per group: 2 groups, but it has 3',
    ],
    ['missing', undefined as unknown as number[], '2 groups, but it has none'],
  ])('%s: the error names the group, and carries the best so far', async (_, risks, message) => {
    const error = (await caught(() => searchMinimaxSync(tableOracle([rows[0]!, risks])))) as SearchError;
    expect(error).toBeInstanceOf(SearchError);
    expect(error.code).toBe('bad-risks');
    expect(error.message).toContain(message);
    expect(error.progress!.best.model).toBe(1);
  });

  test('training risks are held to the same', async () => {
    const oracle = {
      groupCount: 2,
      solve: () => ({ model: null, risks: [0.5, 0.5], trainRisks: [Number.NaN, 0.5] }),
    };
    const error = await caught(() => searchMinimaxSync(oracle));
    expect(error).toMatchObject({ code: 'bad-risks', progress: undefined });
    expect((error as Error).message).toContain('solve 1 returned trainRisks[0] = NaN');
  });
});

describe('what cannot be searched with', () => {
  const oracle = quadraticOracle([[0], [1]], [0.1, 0.3]);

  test.each([1, 0, 2.5, Number.NaN])('a group count of %d', async (groupCount) => {
    const error = await caught(() => searchMinimaxSync({ ...oracle, groupCount }));
    expect(error).toMatchObject({ code: 'bad-groups' });
    expect((error as Error).message).toContain(`must be a whole number ≥ 2; got ${groupCount}`);
  });

  test.each([
    [
      'of the wrong length',
      [0.2, 0.3, 0.5],
      'initialMu must have one weight per group: 2 groups, but 3 weights',
    ],
    ['that do not sum to 1', [0.5, 0.4], 'initialMu must sum to 1; got 0.9'],
    ['of which one is negative', [1.5, -0.5], 'initialMu[1] must be a finite number ≥ 0; got -0.5'],
    ['of which one is NaN', [Number.NaN, 1], 'initialMu[0] must be a finite number ≥ 0; got NaN'],
  ])('initial weights %s', async (_, initialMu, message) => {
    const error = await caught(() => searchMinimax(oracle, { initialMu }));
    expect(error).toMatchObject({ code: 'bad-mu' });
    expect((error as Error).message).toContain(message);
  });

  test.each<[SearchOptions<readonly number[]>, string]>([
    [{ maxSolves: 0 }, 'maxSolves must be a whole number ≥ 1; got 0'],
    [{ maxSolves: 2.5 }, 'maxSolves must be a whole number ≥ 1; got 2.5'],
    [{ gap: -1e-3 }, 'gap must be a number ≥ 0; got -0.001'],
    [{ gap: Number.NaN }, 'gap must be a number ≥ 0; got NaN'],
    [{ patience: 0 }, 'patience must be a number ≥ 1; got 0'],
    [{ patience: Number.NaN }, 'patience must be a number ≥ 1; got NaN'],
  ])('options out of range: %o', (options, message) => {
    expect(() => searchMinimaxSync(oracle, options)).toThrow(
      expect.objectContaining({ code: 'bad-option', message }),
    );
  });

  test('a strategy that proposes weights off the simplex: the error names it', async () => {
    const strategy: Strategy = {
      name: 'careless',
      options: {},
      *search({ initialMu }) {
        yield initialMu;
        yield [0.7, 0.7];
      },
    };
    const error = await caught(() => searchMinimaxSync(listOracle(rows), { strategy, gap: 0 }));
    expect(error).toMatchObject({ name: 'SearchError', code: 'bad-mu', progress: { best: { solve: 1 } } });
    expect((error as Error).message).toMatch(
      /the strategy "careless" failed after solve 1: the mu it proposed must sum to 1; got 1.4/,
    );
  });

  test('a strategy that throws: the best so far is not lost', async () => {
    const strategy: Strategy = {
      name: 'fragile',
      options: {},
      *search({ initialMu }) {
        yield initialMu;
        throw new RangeError('lost my way');
      },
    };
    const error = (await caught(() =>
      searchMinimaxSync(listOracle(rows), { strategy, gap: 0 }),
    )) as SearchError;
    expect(error).toMatchObject({
      name: 'SearchError',
      code: 'strategy-failed',
      progress: { best: { solve: 1 } },
    });
    expect(error.message).toMatch(/the strategy "fragile" failed after solve 1: lost my way/);
  });

  test('options are looked at before the oracle is asked', async () => {
    let asked = false;
    const curious: Oracle<null> = {
      groupCount: 2,
      solve: () => {
        asked = true;
        return { model: null, risks: [1, 1] };
      },
    };
    await caught(() => searchMinimax(curious, { strategy: apStar(), maxSolves: -1 }));
    expect(asked).toBe(false);
  });
});
