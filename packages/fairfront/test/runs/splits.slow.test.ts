// A fit repeated on several splits: the model is that of the first, and all of them say how much is the split's doing.

import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type FitEvent, fit, Interrupted, startFit } from '../../src/index.js';
import { outcomeOf, summariseSplits } from '../../src/measure/repeats.js';
import type { RunProgress } from '../../src/runs/checkpoint-content.js';
import type { Fitted } from '../../src/runs/fit.js';
import type { FitOptions } from '../../src/training/options/fit-options.js';
import { madeGroups } from '../training/select/made-groups.js';
import { KINDS, loansTable } from './made-table.js';
import { runFiles, workFolder, writeLoans } from './run-fit.js';

const folder = workFolder();
const table = madeGroups({ rowCount: 800, unlike: 0.5 });
const options: FitOptions = { target: 'label', groups: 'group', ignore: ['part'], l2: 1e-3, splits: 3 };

describe('three splits', () => {
  let fitted: Fitted;
  const events: FitEvent[] = [];
  beforeAll(async () => {
    fitted = await fit(table, options, { onProgress: (event) => events.push(event) });
  });

  it('have the model and the figures of the first, which a fit of one split has', async () => {
    const { splits: _, ...once } = options;
    const first = await fit(table, once);
    const { repeats, ...result } = fitted.result;
    expect(result).toEqual(first.result);
    expect(repeats).toBeDefined();
    expect(await fitted.model.predict(table)).toEqual(await first.model.predict(table));
  });

  it('are summed up as mean and standard deviation of test risks, with every verdict counted', () => {
    const { repeats, models, verdict } = fitted.result;
    const { splits, worst, byGroup, all, change, gained, decisions } = repeats!;
    expect(splits).toBe(3);
    expect(decisions['use-minimax'] + decisions['keep-naive'] + decisions['cannot-tell']).toBe(3);
    expect(decisions[verdict.decision]).toBeGreaterThan(0);
    for (const name of ['naive', 'balanced', 'minimax'] as const) {
      const first = models[name].metrics.test.crossEntropy;
      for (const [spread, own] of [
        [worst[name], first.worst],
        [all[name], first.sampleMean],
        ...first.byGroup.map((risk, group) => [byGroup[name][group]!, risk] as const),
      ] as const) {
        expect(spread.deviation).toBeGreaterThan(0);
        // Of three values none is further from their mean than 2/√3 standard deviations.
        expect(Math.abs(spread.mean - own)).toBeLessThanOrEqual(
          (2 / Math.sqrt(3)) * spread.deviation! + 1e-12,
        );
      }
    }
    expect(change.deviation).toBeGreaterThan(0);
    expect([0, 1, 2, 3]).toContain(gained);
  });

  it('tell which of them is worked on', () => {
    const told = events.flatMap((event) => (event.kind === 'split' ? [[event.split, event.total]] : []));
    expect(told).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
    expect(events.filter(({ kind }) => kind === 'measuring')).toHaveLength(3);
  });

  it.each<[string, (event: FitEvent, splits: number) => boolean]>([
    [
      'in the folds of its first work',
      (event, splits) => splits === 1 && event.kind === 'fold' && event.done === 2,
    ],
    ['in the folds of another', (event, splits) => splits === 2 && event.kind === 'fold' && event.done === 3],
    ['between two', (event) => event.kind === 'split' && event.split === 3],
    ['in the last', (event, splits) => splits === 3 && event.kind === 'fold' && event.done === 1],
  ])('cancelled %s and gone on with, end with the same result', async (_, when) => {
    const signal = { aborted: false };
    let splits = 0;
    let kept: (() => RunProgress) | undefined;
    await expect(
      fit(table, options, {
        signal,
        onProgress: (event) => {
          if (event.kind === 'split') splits++;
          signal.aborted ||= when(event, splits);
        },
        onCheckpoint: (progress) => {
          kept = progress;
        },
      }),
    ).rejects.toThrow(Interrupted);
    const again: FitEvent[] = [];
    const resumed = await fit(table, options, {
      resume: structuredClone(kept!()),
      onProgress: (event) => again.push(event),
    });
    expect(resumed.result).toEqual(fitted.result);
    expect(await resumed.model.predict(table)).toEqual(await fitted.model.predict(table));
    expect(again.length).toBeLessThan(events.length);
    const first = again.find((event) => event.kind === 'split')!;
    expect(first.split).toBe(kept!().outcomes!.length + 1);
  });
});

it('a run of several splits, cancelled in each of them and resumed, has the same bytes', async () => {
  const data = writeLoans(folder, 600);
  const asked = { target: 'default', groups: 'sex', ignore: ['grade'], l2: 1e-3, splits: 2 };
  const whole = join(folder, 'whole');
  await startFit({ data, options: asked }, { out: whole }).result;
  const out = join(folder, 'pieces');
  for (let pieces = 1; pieces <= 2; pieces++) {
    const resume = pieces > 1;
    const run = startFit(resume ? {} : { data, options: asked }, { out, resume });
    let split = 0;
    for await (const event of run) {
      if (event.kind === 'split') ({ split } = event);
      if (event.kind === 'fold' && event.done === 4 && split === pieces) run.cancel();
    }
    await expect(run.result).rejects.toThrow(Interrupted);
  }
  await startFit({}, { out, resume: true }).result;
  expect(runFiles(out)).toEqual(runFiles(whole));
});

it.each(['network', 'plug-in of linear models'])('a fit of the kind %s is repeated, too', async (kind) => {
  const { result } = await fit(loansTable(600), { ...KINDS[kind]!, splits: 2 });
  const first = await fit(loansTable(600), { ...KINDS[kind]! });
  expect(result.repeats!.splits).toBe(2);
  expect({ ...result, repeats: undefined }).toEqual({ ...first.result, repeats: undefined });
});

it('other methods are compared with on the first split alone', async () => {
  const seen: string[] = [];
  const { result } = await fit(
    table,
    { ...options, splits: 2, compare: ['feldman'] },
    { onProgress: ({ kind }) => seen.push(kind) },
  );
  expect(result.compared!.baselines).toHaveLength(1);
  expect(seen.lastIndexOf('split')).toBeLessThan(seen.indexOf('compare'));
});

it('a summary of one split has no deviation', () => {
  const metric = (byGroup: readonly number[]) => ({ byGroup, worst: Math.max(...byGroup), sampleMean: 0.4 });
  const model = (byGroup: readonly number[]) => ({ metrics: { test: { crossEntropy: metric(byGroup) } } });
  const outcome = outcomeOf({
    verdict: { decision: 'cannot-tell' },
    models: { naive: model([0.5, 0.3]), balanced: model([0.45, 0.4]), minimax: model([0.4, 0.4]) },
    task: { loss: 'cross-entropy' },
  } as never);
  const { worst, change, gained, decisions } = summariseSplits([outcome]);
  expect(worst.naive).toEqual({ mean: 0.5, deviation: null });
  expect(change.mean).toBeCloseTo(-0.2, 12);
  expect(gained).toBe(1);
  expect(decisions).toEqual({ 'use-minimax': 0, 'keep-naive': 0, 'cannot-tell': 1 });
});
