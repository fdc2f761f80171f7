// What a search owes its caller on the way: onStep is waited for, and a resumed search says where it stands.

import { describe, expect, test } from 'vitest';
import {
  apStar,
  createRandom,
  type Oracle,
  randomSearch,
  type SearchError,
  type SyncOracle,
  searchMinimax,
  searchMinimaxSync,
} from '../../src/index.js';

describe('onStep', () => {
  const steady: Oracle<null> = { groupCount: 2, solve: (mu) => ({ model: null, risks: [...mu] }) };

  test('is waited for, so that a timer can cancel a search whose solves never wait', async () => {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), 5);
    const { stopped, solves } = await searchMinimax(steady, {
      strategy: randomSearch({ random: createRandom(1) }),
      maxSolves: 100_000,
      signal: controller.signal,
      onStep: () => new Promise((resolve) => setImmediate(resolve)),
    });
    clearTimeout(timer);
    expect(stopped).toBe('cancelled');
    expect(solves).toBeGreaterThan(0);
    expect(solves).toBeLessThan(100_000);
  });

  test.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('disk full');
      },
    ],
    ['rejects', () => Promise.reject(new Error('disk full'))],
  ])('that %s does not lose the best so far', async (_, onStep) => {
    const error = (await searchMinimax(steady, { onStep }).catch((reason: unknown) => reason)) as SearchError;
    expect(error).toMatchObject({
      name: 'SearchError',
      code: 'callback-failed',
      progress: { best: { solve: 1 } },
    });
    expect(error.message).toContain('onStep failed after solve 1: disk full');
  });
});

describe('a resumed search that ends before its best model is back', () => {
  const steady: SyncOracle<null> = { groupCount: 2, solve: (mu) => ({ model: null, risks: [...mu] }) };
  const strategy = apStar();
  const { state } = searchMinimaxSync(steady, { strategy, maxSolves: 3 });

  test('says so when it is cancelled', () => {
    expect(() =>
      searchMinimaxSync(steady, { strategy, resume: { state }, signal: { aborted: true } }),
    ).toThrow(/before its best model was solved for again; resume from the same state/);
  });

  test('names the solve it repeats when the oracle fails', () => {
    const broken = {
      ...steady,
      solve: () => {
        throw new Error('no more disk');
      },
    };
    expect(() => searchMinimaxSync(broken, { strategy, resume: { state } })).toThrow(
      /failed in solve 1, at mu = .*no more disk. Mend it and resume from the same state/,
    );
  });
});
