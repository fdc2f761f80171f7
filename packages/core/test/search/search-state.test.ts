import { describe, expect, test } from 'vitest';
import {
  apStar,
  createRandom,
  cuttingPlane,
  FairfrontError,
  multiplicativeWeights,
  randomSearch,
  type SearchState,
  type Strategy,
  type SyncOracle,
  searchMinimax,
  searchMinimaxSync,
} from '../../src/index.js';
import { exponentialWeights } from '../../src/search/exponential-weights.js';
import { caught, randomQuadratic } from './oracles.js';

const oracle = randomQuadratic(2, 4).oracle(); // an optimum that is no corner: every strategy has some way to go
const initialMu = [0.1, 0.2, 0.3, 0.4];

const STRATEGIES: readonly [string, () => Strategy][] = [
  ['apStar', () => apStar({ alpha: 0.4 })],
  ['multiplicativeWeights', () => multiplicativeWeights({ horizon: 30 })],
  ['exponentialWeights', () => exponentialWeights({ eta: 0.5 })],
  ['randomSearch', () => randomSearch({ random: createRandom(21) })],
  ['cuttingPlane', () => cuttingPlane()],
];

const throughJson = (state: SearchState): SearchState => JSON.parse(JSON.stringify(state)) as SearchState;

/** Counts what is asked of an oracle. */
function counted<Model>(inner: SyncOracle<Model>): { oracle: SyncOracle<Model>; asked: () => number } {
  let asked = 0;
  return {
    asked: () => asked,
    oracle: {
      ...inner,
      solve: (mu, context) => {
        asked += 1;
        return inner.solve(mu, context);
      },
    },
  };
}

describe('a search resumed from its state, through JSON', () => {
  const options = { initialMu, gap: 1e-12, maxSolves: 12 };

  test.each(STRATEGIES)('goes on bit for bit as if it had not been interrupted: %s', (_, create) => {
    const whole = searchMinimaxSync(oracle, { ...options, strategy: create() });
    expect(whole.solves).toBeGreaterThanOrEqual(6);
    for (const after of [1, 2, 5]) {
      const part = searchMinimaxSync(oracle, { ...options, strategy: create(), maxSolves: after });
      expect(part.solves).toBe(after);
      const { oracle: counting, asked } = counted(oracle);
      const resumed = searchMinimaxSync(counting, {
        ...options,
        strategy: create(),
        resume: { state: throughJson(part.state), model: part.best.model },
      });
      expect(resumed).toEqual(whole);
      expect(asked()).toBe(whole.solves - after);
    }
  });

  test.each(STRATEGIES)(
    'solves once more for the best model where none is handed over: %s',
    async (_, create) => {
      const whole = searchMinimaxSync(oracle, { ...options, strategy: create() });
      const part = searchMinimaxSync(oracle, { ...options, strategy: create(), maxSolves: 5 });
      const { oracle: counting, asked } = counted(oracle);
      const resumed = await searchMinimax(counting, {
        ...options,
        strategy: create(),
        resume: { state: throughJson(part.state) },
      });
      expect(resumed).toEqual(whole);
      expect(asked()).toBe(whole.solves - 5 + 1);
    },
  );

  test('hands the model given to the first solve, to start from', () => {
    const part = searchMinimaxSync(oracle, { ...options, maxSolves: 3 });
    let best: unknown;
    searchMinimaxSync<readonly number[]>(
      {
        ...oracle,
        solve: (mu, context) => {
          best ??= context.best;
          return oracle.solve(mu, context);
        },
      },
      { ...options, maxSolves: 4, resume: { state: part.state, model: [7, 7, 7] } },
    );
    expect(best).toEqual({ mu: part.best.mu, model: [7, 7, 7] });
  });

  test('keeps the best of before if nothing better follows', () => {
    const part = searchMinimaxSync(oracle, { ...options, maxSolves: 4 });
    const poor = { ...oracle, solve: () => ({ model: [0], risks: [9, 9, 9, 9] }) };
    const { best, trace } = searchMinimaxSync(poor, {
      ...options,
      maxSolves: 6,
      resume: { state: part.state, model: part.best.model },
    });
    expect({ ...best, relativeGap: 0 }).toEqual({ ...part.best, relativeGap: 0 });
    expect(trace).toHaveLength(6);
  });

  test('asks nothing of the oracle where the state already has all solves', () => {
    const part = searchMinimaxSync(oracle, { ...options, maxSolves: 5 });
    const { oracle: counting, asked } = counted(oracle);
    const resumed = searchMinimaxSync(counting, {
      ...options,
      maxSolves: 5,
      resume: { state: part.state, model: part.best.model },
    });
    expect(resumed).toEqual(part);
    expect(asked()).toBe(0);
  });

  test('tells onStep of new solves only, numbered on', () => {
    const part = searchMinimaxSync(oracle, { ...options, maxSolves: 3 });
    const solves: number[] = [];
    searchMinimaxSync(oracle, {
      ...options,
      maxSolves: 5,
      resume: { state: part.state, model: part.best.model },
      onStep: ({ solve }) => solves.push(solve),
    });
    expect(solves).toEqual([4, 5]);
  });

  test('asks nothing of the oracle when cancelled before it began', async () => {
    const { state } = searchMinimaxSync(oracle, { ...options, maxSolves: 3 });
    const { oracle: counting, asked } = counted(oracle);
    const signal = { aborted: true };
    const error = await caught(() => searchMinimaxSync(counting, { ...options, resume: { state }, signal }));
    expect(error).toMatchObject({ code: 'cancelled' });
    expect(asked()).toBe(0);
  });

  test('does not change the state it came from', () => {
    const { state, best } = searchMinimaxSync(oracle, { ...options, maxSolves: 3 });
    const before = JSON.stringify(state);
    searchMinimaxSync(oracle, { ...options, resume: { state, model: best.model } });
    expect(JSON.stringify(state)).toBe(before);
  });
});

describe('a state that does not fit', () => {
  const random = (seed: number): Strategy => randomSearch({ random: createRandom(seed) });
  const stateOf = (strategy: Strategy): SearchState =>
    searchMinimaxSync(oracle, { strategy, initialMu, gap: 0, maxSolves: 3 }).state;
  const resume = (state: SearchState, strategy: Strategy, mu = initialMu): Promise<unknown> =>
    caught(() => searchMinimaxSync(oracle, { strategy, initialMu: mu, gap: 0, resume: { state } }));

  test.each<[string, () => Promise<unknown>, string[]]>([
    [
      'another strategy',
      () => resume(stateOf(apStar()), cuttingPlane()),
      ['made by apstar {"alpha":0.5', 'uses cutting-plane {', 'resume with the same strategy and options'],
    ],
    [
      'other options',
      () => resume(stateOf(apStar({ alpha: 0.3 })), apStar()),
      ['"alpha":0.3', '"alpha":0.5', 'resume with the same strategy and options'],
    ],
    [
      'another strategy with the same options',
      () => resume(stateOf(random(1)), { ...random(1), name: 'sobol' }),
      ['made by random {"seed":1}', 'uses sobol {"seed":1}'],
    ],
    ['another seed', () => resume(stateOf(random(1)), random(2)), ['{"seed":1}', '{"seed":2}']],
    ['nothing', () => resume(null as never, apStar()), ['must have schema']],
    ['an empty step', () => resume({ ...stateOf(apStar()), trace: [{} as never] }, apStar()), ['solve 1']],
    [
      'a random source that was drawn from',
      () => {
        const source = createRandom(1);
        source.uniform();
        return resume(stateOf(random(1)), randomSearch({ random: source }));
      },
      ['does not repeat solve 2', 'has not been drawn from'],
    ],
    [
      'other initial weights',
      () => resume(stateOf(apStar()), apStar(), [0.25, 0.25, 0.25, 0.25]),
      ['does not repeat solve 1', 'same initialMu'],
    ],
    [
      'a trace that was tampered with',
      () => {
        const { trace, ...rest } = throughJson(stateOf(apStar()));
        const risks = [...trace[1]!.risks].reverse();
        return resume({ ...rest, trace: [trace[0]!, { ...trace[1]!, risks }, trace[2]!] }, apStar());
      },
      ['does not repeat solve 3'],
    ],
    [
      'no solve at all',
      () => resume({ ...stateOf(apStar()), trace: [] }, apStar()),
      ['schema "fairfront.search/1"', 'at least one solve'],
    ],
    [
      'another schema',
      () => resume({ ...stateOf(apStar()), schema: 'fairfront.result/1' as never }, apStar()),
      ['must have schema "fairfront.search/1"'],
    ],
  ])('%s: bad-state, with what to do', async (_, action, parts) => {
    const error = (await action()) as FairfrontError;
    expect(error).toBeInstanceOf(FairfrontError);
    expect(error.code).toBe('bad-state');
    for (const part of parts) expect(error.message).toContain(part);
  });

  test('a step without risks is named', async () => {
    const { trace, ...rest } = throughJson(stateOf(apStar()));
    const error = await resume({ ...rest, trace: [{ ...trace[0]!, risks: [] }] }, apStar());
    expect(error).toMatchObject({ code: 'bad-risks' });
    expect((error as Error).message).toContain('solve 1 of the state');
  });

  test('options in another order fit, and what improved is found out again', () => {
    const state = throughJson(stateOf(apStar()));
    const reordered = {
      ...state,
      options: Object.fromEntries(Object.entries(state.options).reverse()),
      trace: state.trace.map((step) => ({ ...step, improved: false })),
    };
    const options = { gap: 0, maxSolves: 5 };
    const whole = searchMinimaxSync(oracle, { ...options, initialMu });
    expect(searchMinimaxSync(oracle, { ...options, resume: { state: reordered } }).trace).toEqual(
      whole.trace,
    );
  });

  test('of a problem with another number of groups: bad-state', async () => {
    const error = await caught(() =>
      searchMinimaxSync(randomQuadratic(1, 3).oracle(), { resume: { state: stateOf(apStar()) } }),
    );
    expect(error).toMatchObject({ code: 'bad-state' });
  });
});
