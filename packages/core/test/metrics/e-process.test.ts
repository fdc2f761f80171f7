// Evidence against a promise: exact small cases, fair games, and a state that goes on to the bit.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addLosses,
  EProcess,
  type EProcessState,
  meanEValue,
  startEProcess,
} from '../../src/metrics/e-process.js';
import { createRandom } from '../../src/numeric/random.js';

function after(state: EProcessState, losses: readonly number[]): EProcess {
  const process = new EProcess(state);
  for (const loss of losses) process.add(loss);
  return process;
}

describe('an e-process', () => {
  it('begins with 1, half of it staked on bets that can lose half at most', () => {
    const state = startEProcess(0.2, 0.16);
    expect(new EProcess(state).value).toBe(1);
    // δ / (σ² + δ²) for δ = 0.005, 0.01, 0.02, 0.04, 0.08, 0.16
    const deltas = [0.005, 0.01, 0.02, 0.04, 0.08, 0.16];
    state.bets.forEach((bet, i) => {
      expect(bet).toBeCloseTo(deltas[i]! / (0.16 + deltas[i]! ** 2), 12);
    });
    expect(startEProcess(0.2, 0).bets).toEqual(new Array(6).fill(2.5));
  });

  it('multiplies what is staked, and keeps the largest value', () => {
    const start = { promise: 0.5, bets: [1, 0.5], wealth: [0.5, 0.5], rows: 0, sum: 0, largest: 1 };
    const up = after(start, [1]);
    expect(up.value).toBe((0.75 + 0.625) / 2 + 0.5);
    const down = after(start, [1, 0]);
    expect(down.value).toBe((0.375 + 0.46875) / 2 + 0.5);
    expect(down.state).toEqual({ ...start, wealth: [0.375, 0.46875], rows: 2, sum: 1, largest: up.value });
  });

  it('stakes a quarter after 100 rows, a twelfth after 200', () => {
    const still = { promise: 0.5, bets: [0], wealth: [0.5], rows: 0, sum: 0, largest: 1 };
    const wealthAfter = (rows: number): number => after(still, new Array(rows).fill(1)).state.wealth[0]!;
    expect([100, 101, 200, 201].map(wealthAfter)).toEqual([0.5, 0.75, 0.75, 0.75 + 1 / 12]);
    for (const rows of [1, 100, 101, 250]) {
      expect(after(still, new Array(rows).fill(1)).value).toBeCloseTo(1, 12); // no bet: nothing won, nothing lost
    }
  });

  it.each([0, 95, 195])(
    'is fair where the promise just holds: the mean of all outcomes is what it was (%d rows)',
    (rows) => {
      const promise = 0.3;
      const start = { ...after(startEProcess(promise, 0.2), new Array(rows).fill(promise)).state };
      const before = new EProcess(start).value;
      const count = 10;
      let mean = 0;
      for (let outcome = 0; outcome < 2 ** count; outcome++) {
        const losses = Array.from({ length: count }, (_, i) => (outcome >> i) & 1);
        const chance = losses.reduce((product, loss) => product * (loss ? promise : 1 - promise), 1);
        mean += chance * after(start, losses).value;
      }
      expect(mean).toBeCloseTo(before, 12);
    },
  );

  it('goes on from its state as JSON, to the bit, wherever rows are cut', () => {
    const losses = fc.array(fc.double({ min: 0, max: 7, noNaN: true }), { maxLength: 350 });
    fc.assert(
      fc.property(
        losses,
        fc.nat(350),
        fc.double({ min: 1e-3, max: 3, noNaN: true }),
        (rows, cut, promise) => {
          const start = startEProcess(promise, 0.3);
          const first = after(start, rows.slice(0, cut));
          const second = after(JSON.parse(JSON.stringify(first.state)), rows.slice(cut));
          const whole = after(start, rows);
          expect(second.state).toEqual(whole.state);
          expect(second.value).toBe(whole.value);
          expect(new EProcess(whole.state).value).toBe(whole.value);
        },
      ),
    );
  });

  it('stays a number whatever comes', () => {
    const broken = after(startEProcess(1e-6, 0), new Array(5000).fill(1));
    expect(broken.value).toBeGreaterThan(1e299);
    expect(Number.isFinite(broken.value)).toBe(true);
    const kept = after(startEProcess(1, 0), new Array(5000).fill(0));
    expect(kept.value).toBeGreaterThan(0);
    expect(kept.state.largest).toBe(1);
  });

  it('catches a decline that comes late, though the promise was kept easily for long', () => {
    const random = createRandom(3);
    const losses = (count: number, rate: number): number[] =>
      Array.from({ length: count }, () => (random.uniform() < rate ? 1 : 0));
    const process = after(startEProcess(0.2, 0.16), losses(10_000, 0.15));
    expect(process.state.largest).toBeLessThan(20);
    for (const loss of losses(1500, 0.3)) process.add(loss);
    expect(process.state.largest).toBeGreaterThan(20); // one game from the beginning alone would be at e^−30
  });
});

it('groups are counted row by row, and their order does not matter', () => {
  const random = createRandom(5);
  const losses = Float64Array.from({ length: 400 }, () => random.uniform());
  const groups = Int32Array.from({ length: 400 }, () => Math.floor(3 * random.uniform()));
  const starts = [0.3, 0.4, 0.6].map((promise) => startEProcess(promise, 0.08));
  const processes = starts.map((start) => new EProcess(start));
  const largest = addLosses(processes, losses, groups, 1);
  const turned = [...starts].reverse().map((start) => new EProcess(start));
  const turnedLargest = addLosses(
    turned,
    losses,
    groups.map((group) => 2 - group),
    1,
  );
  expect(turned.map(({ value }) => value).reverse()).toEqual(processes.map(({ value }) => value));
  expect(turnedLargest / largest).toBeCloseTo(1, 12);
  // The largest mean is met on the way, row by row: here by hand.
  const again = starts.map((start) => new EProcess(start));
  let most = 1;
  losses.forEach((loss, row) => {
    again[groups[row]!]!.add(loss);
    most = Math.max(most, meanEValue(again));
  });
  expect(largest).toBe(most);
  expect(largest).toBeGreaterThanOrEqual(meanEValue(processes));
});
