// Algorithm 2 to the letter, on scripted epochs: what is trained from where with which learning rate, what is
// kept, when it ends.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { epochsOf, memoryOf, numberOf, play, type Script, START, scriptOf } from './scripted-problem.js';

const numbers = <Item>(items: readonly Item[], of: (item: Item) => number): number[] => items.map(of);

describe('an epoch', () => {
  it('makes ⌈N / n_B⌉ steps on rows of the training part', async () => {
    for (const [rowCount, places] of [
      [10, 12],
      [8, 8],
      [3, 4],
    ] as const) {
      const { runs } = await play({ ...scriptOf(1, 0.9), rowCount, options: { maxEpochs: 1 } });
      expect(runs).toHaveLength(1);
      expect(runs[0]!.batches).toHaveLength(places);
      expect(Math.max(...runs[0]!.batches)).toBeLessThan(rowCount);
      expect(runs[0]!.masks).toEqual([]);
    }
  });

  it('makes as many steps as are asked for at least', async () => {
    for (const [epochSteps, places] of [
      [2, 12], // ten rows are three batches of four
      [5, 20],
    ] as const) {
      const { runs } = await play({
        ...scriptOf(1, 0.9),
        rowCount: 10,
        options: { maxEpochs: 1, epochSteps },
      });
      expect(runs[0]!.batches).toHaveLength(places);
      expect(Math.max(...runs[0]!.batches)).toBeLessThan(10);
    }
  });

  it('is of other batches than the one before, also after a failure', async () => {
    const { runs } = await play({ ...scriptOf(1, 2, 0.5, 3), rowCount: 40, options: { maxEpochs: 3 } });
    expect(new Set(runs.map(({ batches }) => batches.join())).size).toBe(3);
  });

  it('begins where the best network is, with what the optimiser remembered then', async () => {
    const { runs } = await play({ ...scriptOf(1, 0.9, 5, 6, 0.8, 7), options: { maxEpochs: 5 } });
    expect(numbers(runs, ({ state }) => state.values[0]!)).toEqual([0, 1, 1, 1, 4]);
    expect(runs[0]!.state).toBe(START);
    for (const [run, from] of [
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 4],
    ] as const) {
      expect([...runs[run]!.state.values.subarray(4)]).toEqual(memoryOf(from));
    }
    expect(numbers(runs, ({ state }) => state.steps)).toEqual([0, 3, 3, 3, 6]);
  });
});

describe('what an epoch changes', () => {
  it('the learning rate falls by γ after each failure, and stays so', async () => {
    const { runs, told, model } = await play({
      ...scriptOf(1, 2, 0.9, 2, 2, 0.8, 0.7),
      options: { maxEpochs: 6, learningRate: 1, decay: 0.25 },
    });
    expect(numbers(runs, ({ learningRate }) => learningRate)).toEqual([
      1,
      0.25,
      0.25,
      0.25 ** 2,
      0.25 ** 3,
      0.25 ** 3,
    ]);
    expect(numbers(told, ({ progress }) => progress.failures)).toEqual([1, 0, 1, 2, 0, 0]);
    expect(numbers(told, ({ progress }) => progress.learningRate)).toEqual([
      0.25,
      0.25,
      0.25 ** 2,
      0.25 ** 3,
      0.25 ** 3,
      0.25 ** 3,
    ]);
    expect(model.training).toEqual({ status: 'max-epochs', epochs: 6, learningRate: 0.25 ** 3 });
  });

  it('is told: whether it was better, and the risks of the best network, not of the last', async () => {
    const { told } = await play({
      start: [1, 3],
      mu: [0.25, 0.75],
      epochs: [{ risks: [2, 2] }, { risks: [9, 9] }, { risks: [4, 1] }],
      options: { maxEpochs: 3 },
    });
    expect(told.map(({ report }) => report)).toEqual([
      { improved: true, risks: [2, 2], objective: 2, maxEpochs: 3 },
      { improved: false, risks: [2, 2], objective: 2, maxEpochs: 3 },
      { improved: true, risks: [4, 1], objective: 1.75, maxEpochs: 3 },
    ]);
    expect(numbers(told, ({ progress }) => progress.epoch)).toEqual([1, 2, 3]);
    expect(told.every(({ progress }) => progress.mu.join() === '0.25,0.75')).toBe(true);
  });

  it('is judged by ⟨μ, r⟩: the risk of a group without weight has no say', async () => {
    const script = { start: [1, 1], epochs: [{ risks: [0.9, 50] }], options: { maxEpochs: 1 } };
    expect(numberOf(await play({ ...script, mu: [1, 0] }))).toBe(1);
    expect(numberOf(await play({ ...script, mu: [0.5, 0.5] }))).toBe(0);
  });

  it('the same risk is better: the paper has ≤', async () => {
    const solve = await play({ ...scriptOf(1, 1, 1), options: { maxEpochs: 2 } });
    expect(numberOf(solve)).toBe(2);
    expect(solve.told.map(({ report }) => report.improved)).toEqual([true, true]);
    expect(solve.model.training!.learningRate).toBe(1);
  });

  it('with minImprovement less than that share is a failure', async () => {
    const solve = await play({
      ...scriptOf(1, 0.75, 0.5, 0.375, 0.25),
      options: { maxEpochs: 4, minImprovement: 0.5 },
    });
    expect(solve.told.map(({ report }) => report.improved)).toEqual([false, true, false, true]);
  });
});

describe('a solve ends', () => {
  it('with the n_P-th failure in a row', async () => {
    const { model, told, ...solve } = await play({
      ...scriptOf(1, 2, 2, 0.9, 2, 2, 2),
      options: { patience: 3 },
    });
    expect(model.training).toEqual({ status: 'patience', epochs: 6, learningRate: 0.25 ** 5 });
    expect(told).toHaveLength(6);
    expect(numberOf({ model, ...solve })).toBe(3);
    expect(solve.risks).toEqual([0.9, 0.9]);
  });

  it('after n_E epochs', async () => {
    const { model, runs } = await play({ ...scriptOf(1, 0.9, 0.8), options: { maxEpochs: 2 } });
    expect(model.training).toEqual({ status: 'max-epochs', epochs: 2, learningRate: 1 });
    expect(runs).toHaveLength(2);
  });

  it.each([
    ['better', 0.9, 1, 1],
    ['worse', 1.1, 0, 0.25],
  ])(
    'once an epoch, %s or not, moves parameters by less than float32 can tell',
    async (_, risk, best, rate) => {
      const solve = await play({ start: [1, 1], epochs: [{ risks: [risk, risk], moves: 0 }] });
      expect(solve.model.training).toEqual({ status: 'settled', epochs: 1, learningRate: rate });
      expect(numberOf(solve)).toBe(best);
      expect(solve.told).toHaveLength(1);
    },
  );

  it('not while they move by more', async () => {
    const epochs = [{ risks: [0.9, 0.9], moves: 2 ** -22 }, ...epochsOf(0.8)];
    const { model } = await play({ start: [1, 1], epochs, options: { maxEpochs: 2 } });
    expect(model.training!.status).toBe('max-epochs');
  });

  it.each([
    [1, 2, {}, 'settled'],
    [1, 0.9, {}, 'max-epochs'], // the learning rate asked for is never too small
    [1, 2, { settle: false }, 'max-epochs'],
    [1e6, 2, {}, 'max-epochs'],
  ])(
    'with Adam at learning rate %d beside parameters of 2³⁰, risk then %d, %o: %s',
    async (learningRate, risk, more, status) => {
      const options = { optimiser: 'adam', learningRate, maxEpochs: 2, ...more } as const;
      const { model } = await play({ ...scriptOf(1, risk, 0.8), options });
      expect(model.training!.status).toBe(status);
    },
  );

  it('with parameters of its own, which nobody else writes to', async () => {
    const { model, told } = await play({ ...scriptOf(1, 0.9), options: { maxEpochs: 1 } });
    expect(model.parameters.buffer).not.toBe(told[0]!.progress.state.values.buffer);
    expect(model.parameters).toHaveLength(4);
  });
});

describe('any run of epochs', () => {
  // [MMPF Alg. 2] once more, in numbers alone.
  function byHand(start: number, risks: readonly number[], patience: number, maxEpochs: number) {
    let [best, number, rate, failures, epoch] = [start, 0, 1, 0, 0];
    const rates: number[] = [];
    while (failures < patience && epoch < maxEpochs) {
      rates.push(rate);
      epoch++;
      if (risks[epoch - 1]! <= best) [best, number, failures] = [risks[epoch - 1]!, epoch, 0];
      else [rate, failures] = [0.5 * rate, failures + 1];
    }
    return { best, number, rates, epoch, status: failures < patience ? 'max-epochs' : 'patience' };
  }

  it('goes as written down in the paper', async () => {
    const risk = fc.integer({ min: 1, max: 9 });
    await fc.assert(
      fc.asyncProperty(
        risk,
        fc.array(risk, { minLength: 12, maxLength: 12 }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 12 }),
        async (start, risks, patience, maxEpochs) => {
          const solve = await play({
            ...scriptOf(start, ...risks),
            options: { patience, maxEpochs, decay: 0.5 },
          });
          const expected = byHand(start, risks, patience, maxEpochs);
          expect(numberOf(solve)).toBe(expected.number);
          expect(solve.risks).toEqual([expected.best, expected.best]);
          expect(numbers(solve.runs, ({ learningRate }) => learningRate)).toEqual(expected.rates);
          expect(solve.model.training).toMatchObject({ status: expected.status, epochs: expected.epoch });
        },
      ),
      { numRuns: 200 },
    );
  });

  it.each<[string, Script]>([
    ['out of patience', { ...scriptOf(1, 2, 0.9, 2, 2, 0.8, 2, 2, 2), options: { patience: 3 } }],
    ['at the last epoch', { ...scriptOf(1, 2, 0.9, 0.9, 2), options: { maxEpochs: 4 } }],
    ['settled by a better epoch', settledBy(0.8)],
    ['settled by a worse epoch', settledBy(2)],
    ['settled and out of patience', { ...settledBy(2), options: { patience: 1 } }],
  ])('that ends %s goes on from the end of any epoch as if nothing had been', async (_, script) => {
    const whole = await play(script);
    for (const { progress } of whole.told) {
      const { model, risks } = await play({ ...script, from: progress });
      expect({ model, risks }, `from epoch ${progress.epoch}`).toEqual({
        model: whole.model,
        risks: whole.risks,
      });
    }
  });

  /** The second epoch moves nothing; one after it would be better. */
  function settledBy(risk: number): Script {
    const epochs = [...epochsOf(0.9), { risks: [risk, risk], moves: 0 }, ...epochsOf(0.7)];
    return { start: [1, 1], epochs, options: { maxEpochs: 3 } };
  }
});
