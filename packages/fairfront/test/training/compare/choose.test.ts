// One value out of a grid: the lowest worst cross-entropy on validation rows.

import { describe, expect, it } from 'vitest';
import type { PreparedFit } from '../../../src/task/prepare-fit.js';
import { type Candidate, chooseValue } from '../../../src/training/compare/choose.js';

/** Two groups of one row each, both of class 1. */
const rows = {
  labels: Int32Array.of(1, 1),
  groups: { names: ['A', 'B'], groups: Int32Array.of(0, 1), counts: [1, 1] },
};
/** Training and test rows are not there: to look at them would be an error. */
const fit = {
  parts: { validation: rows },
  task: { target: { classes: ['no', 'yes'] } },
} as unknown as PreparedFit;

interface Made extends Candidate {
  readonly value: number;
}

/** Gives class 1 these probabilities, in A and in B. */
function made(value: number, a: number, b: number): Made {
  return {
    value,
    predict: (part) => {
      expect(part).toBe('validation');
      return Float64Array.of(1 - a, a, 1 - b, b);
    },
  };
}

const byValue: Readonly<Record<number, readonly [number, number]>> = {
  1: [0.9, 0.2], // the best mean, but B is served badly
  2: [0.5, 0.4],
  3: [0.4, 0.5],
  4: [0.3, 0.9],
};
const train = (value: number): Made => made(value, ...byValue[value]!);

describe('chooseValue', () => {
  it('takes the one whose worst group is served best, the first of equals', async () => {
    const chosen = (await chooseValue(fit, [1, 3, 2, 4], train, () => {}))!;
    expect(chosen.value).toBe(3);
    expect(chosen.candidate.value).toBe(3);
    expect(chosen.grid.map(({ value }) => value)).toEqual([1, 3, 2, 4]);
    [0.2, 0.4, 0.4, 0.3].forEach((p, i) => {
      expect(chosen.grid[i]!.worst).toBeCloseTo(-Math.log(p), 12);
    });
    expect((await chooseValue(fit, [2, 3], train, () => {}))!.value).toBe(2);
  });

  it('hands on the model before, to start from', async () => {
    const before: (number | undefined)[] = [];
    const watched = (value: number, last: Made | undefined): Made => {
      before.push(last?.value);
      return train(value);
    };
    await chooseValue(fit, [4, 2, 1], watched, () => {});
    expect(before).toEqual([undefined, 4, 2]);
  });

  it('tells how many are done before each', async () => {
    const told: number[] = [];
    await chooseValue(fit, [1, 2, 3], train, (done) => told.push(done));
    expect(told).toEqual([0, 1, 2]);
  });

  it('waits for who is told, and ends where it is interrupted meanwhile', async () => {
    const signal = { aborted: false };
    const trained: number[] = [];
    const chosen = await chooseValue(
      fit,
      [1, 2, 3],
      (value) => {
        trained.push(value);
        return train(value);
      },
      async (done) => {
        await new Promise((resume) => setImmediate(resume));
        signal.aborted = done === 1;
      },
      signal,
    );
    expect(chosen).toBeUndefined();
    expect(trained).toEqual([1]);
  });
});
