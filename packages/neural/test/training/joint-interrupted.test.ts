// Algorithm 2 where it does not come to its end: cancelled or diverged, and what is left then.

import { describe, expect, it } from 'vitest';
import { DivergedError } from '../../src/training/diverged-error.js';
import { epochsOf, numberOf, play, type Script, scriptOf } from './scripted-problem.js';

describe('a solve that is cancelled', () => {
  it('between two epochs has the best network so far', async () => {
    const signal = { aborted: false };
    const solve = await play({
      ...scriptOf(1, 0.9, 2, 0.8),
      signal,
      onEpoch: ({ epoch }) => {
        signal.aborted = epoch === 2;
      },
    });
    expect(solve.runs).toHaveLength(2);
    expect(solve.model.training).toEqual({ status: 'cancelled', epochs: 2, learningRate: 0.25 });
    expect(numberOf(solve)).toBe(1);
    expect(solve.risks).toEqual([0.9, 0.9]);
  });

  it('within an epoch forgets that epoch', async () => {
    const signal = { aborted: false };
    const solve = await play({
      ...scriptOf(1, 0.9, 0.8),
      rowCount: 4001, // 4001 steps of one row: three runs
      options: { batchSize: 1 },
      signal,
      onRun: (run) => {
        signal.aborted = run === 4;
      },
    });
    expect(solve.runs.map(({ batches }) => batches.length)).toEqual([2000, 2000, 1, 2000]);
    expect(solve.told).toHaveLength(1);
    expect(solve.model.training).toEqual({ status: 'cancelled', epochs: 1, learningRate: 1 });
    expect(numberOf(solve)).toBe(1);
  });

  it('before it began makes no step', async () => {
    const solve = await play({ ...scriptOf(1, 0.9), signal: { aborted: true } });
    expect(solve.runs).toEqual([]);
    expect(solve.model.training!.status).toBe('cancelled');
    expect(numberOf(solve)).toBe(0);
  });
});

describe('a solve that diverges', () => {
  const NaNs = [Number.NaN, Number.POSITIVE_INFINITY];

  async function divergence(script: Script): Promise<DivergedError> {
    const error = await play(script).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(DivergedError);
    expect(error).toMatchObject({ code: 'diverged', name: 'DivergedError' });
    return error;
  }

  it.each(NaNs)(
    'to %d everywhere: epoch, remedy, the best network, and the group that fared worst',
    async (risk) => {
      const epochs = [...epochsOf(2, 0.9), { risks: [risk, risk], batchRisks: [1, 5] }];
      const { epoch, group, best, message } = await divergence({ start: [1, 1], epochs });
      expect({ epoch, group }).toEqual({ epoch: 3, group: 'b' });
      expect(best.parameters[0]).toBe(2);
      expect(best.training).toMatchObject({ epochs: 2 });
      for (const part of ['epoch 3', 'group "b"', 'learning rate 0.25', '0.025']) {
        expect(message).toContain(part);
      }
    },
  );

  it.each(NaNs)('to %d in one group', async (risk) => {
    const { epoch, group, best } = await divergence({
      start: [1, 1],
      epochs: [...epochsOf(0.9), { risks: [risk, 1], batchRisks: [1, 5] }],
    });
    expect({ epoch, group }).toEqual({ epoch: 2, group: 'a' });
    expect(best.parameters[0]).toBe(1);
  });

  it('at its start says so before a step is made', async () => {
    const { epoch, group } = await divergence({ start: [1, Number.NaN], epochs: [] });
    expect({ epoch, group }).toEqual({ epoch: 0, group: 'b' });
  });
});
