// Rows with weights through the whole program: fit, its files, going on with it, front, audit, inspect.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Column, groupMetrics, groupShares, takeRows } from '@fairfront/core';
import { takeGroups } from '@fairfront/core/internal';
import { describe, expect, it } from 'vitest';
import { audit, type FitOptions, fit, front, Interrupted, inspect, openRun } from '../../src/index.js';
import { fitWords } from '../../src/report/fit-words.js';
import { KINDS, numbers, withColumn } from './made-table.js';
import { workFolder } from './run-fit.js';
import { expectSameWithOnes, plain, ROWS, weighed, withoutWeights } from './weighed-table.js';
import '../../../core/test/helpers/close.js';

const folder = workFolder();
const linear: FitOptions = { target: 'grade', groups: 'sex', model: 'linear', l2: 0.01 };
const uneven = (row: number): number => (row % 10 === 3 ? 0 : 0.25 + (row % 4));

describe('fit', () => {
  it('is the same to the bit where every weight is 1', () =>
    expectSameWithOnes(KINDS['linear, chosen by folds']!));

  it('counts rows by weight, leaves those of weight 0 out, and says so', async () => {
    const fitted = await fit(weighed(uneven), { ...linear, weight: 'w' });
    const { result } = fitted;
    const [first] = result.groups;
    expect(first!.effectiveRows!.test).toBeLessThan(0.9 * first!.rows.test);
    expect(result.groups.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
    expect(result.notes).toContain('90 rows left out: their weight is 0');
    expect(fitWords(result).problem).toContain('Rows count by their weight (w), in every figure.');
    expect(JSON.stringify(result.why)).not.toContain('"w"'); // it is no feature
    const out = join(folder, 'uneven');
    await fitted.save(out);
    expect(readFileSync(join(out, 'predictions.csv'), 'utf8')).toMatch(/^row,part,group,weight,grade,/);
    const run = await openRun(out);
    for (const part of ['validation', 'test'] as const) {
      const { models, labels, groups, rows } = await run.predictions(part);
      expect([...groups.weights!]).toEqual(Array.from(rows, uneven));
      const found = groupMetrics(models.minimax, labels, groups, result.task.classes.length);
      expect(found.crossEntropy).toEqual(result.models.minimax.metrics[part].crossEntropy);
      expect(found.ece).toEqual(result.models.minimax.metrics[part].ece);
      // Without the weights the figures would be others.
      const { weights: _, ...without } = groups;
      const others = groupMetrics(models.minimax, labels, without, result.task.classes.length);
      expect(others.crossEntropy.byGroup[0]).not.toBeCloseTo(found.crossEntropy.byGroup[0]!, 4);
    }
    const { weights: _, ...unweighted } = (await run.predictions('validation')).groups;
    expect(result.models.naive.mu).toEqual(groupShares((await run.predictions('validation')).groups));
    expect(result.models.naive.mu).not.toEqual(groupShares(unweighted));
  });

  it('goes on with the same weights only', async () => {
    const options: FitOptions = { target: 'grade', groups: 'sex', model: 'linear', weight: 'w' };
    const table = weighed(uneven);
    const signal = { aborted: false };
    let kept: (() => object) | undefined;
    const interrupted = fit(table, options, {
      signal,
      onProgress: ({ kind, ...event }) => {
        if (kind === 'fold' && 'done' in event && event.done >= 2) signal.aborted = true;
      },
      onCheckpoint: (progress) => {
        kept = progress;
      },
    });
    await expect(interrupted).rejects.toThrow(Interrupted);
    const resume = kept!();
    expect((await fit(table, options, { resume })).result).toEqual((await fit(table, options)).result);
    const others = weighed((row) => 2 * uneven(row) + (row % 2));
    await expect(fit(others, options, { resume })).rejects.toThrow('other data');
  });

  it('refuses methods that do not take weights, by name, before anything is trained', async () => {
    const events: string[] = [];
    const options: FitOptions = { ...linear, weight: 'w', compare: ['kamishima', 'equal-risk'] };
    const compared = fit(weighed(uneven), options, { onProgress: ({ kind }) => events.push(kind) });
    await expect(compared).rejects.toThrow(
      '`compare`: kamishima, equal-risk do not take weights of rows, and "w" has them',
    );
    expect(events).toEqual(['encoding']);
  });

  it.each<[string, (row: number) => number | undefined, Partial<FitOptions>, string]>([
    [
      'a missing weight',
      (row) => (row === 4 ? undefined : 1),
      {},
      'column "w" must be a finite number ≥ 0 in every row; broken in 1 row (row 5): row 5 has no value',
    ],
    ['a negative weight', (row) => (row === 7 ? -1 : 1), {}, 'row 8 has -1'],
    ['all 0', () => 0, {}, 'is 0 in every row of group'],
    ['a column that is not there', () => 1, { weight: 'weihgt' }, 'weight: there is no column "weihgt"'],
    ['a column of texts', () => 1, { weight: 'sex' }, 'column "sex" must hold numbers'],
    [
      'a feature',
      () => 1,
      { features: ['w', 'income'] },
      '"w" cannot be a feature: it has the weights of rows',
    ],
    ['an ignored column', () => 1, { ignore: ['w'] }, 'column "w" is ignored'],
    [
      'one row that is all of a group',
      (row) => (row < 12 ? 1e6 : 1),
      {},
      'counted by weight, fewer than `minGroup: 30`',
    ],
  ])('refuses %s', async (_, weightOf, options, message) => {
    await expect(fit(weighed(weightOf), { ...linear, weight: 'w', ...options })).rejects.toThrow(message);
  });
});

describe('front', () => {
  it('is the same to the bit where every weight is 1, and another where not', async () => {
    const options = { target: 'grade', groups: 'sex', steps: 4 } as const;
    const { result } = await front(plain, options);
    const ones = await front(
      weighed(() => 1),
      { ...options, weight: 'w' },
    );
    expect(ones.result.notes.join()).toMatch(/not kept, since rows have weights/);
    expect(withoutWeights({ ...ones.result, notes: [] })).toEqual(withoutWeights({ ...result, notes: [] }));
    const other = await front(weighed(uneven), { ...options, weight: 'w' });
    expect(other.result.marks.naive.risks[0]).not.toBeCloseTo(result.marks.naive.risks[0]!, 4);
  });
});

describe('audit', () => {
  const said: Column = numbers(
    'p',
    Array.from({ length: ROWS }, (_, row) => ((7 * row) % 97) / 100),
  );
  const options = { target: 'default', groups: 'sex', probabilities: ['p'], resamples: 0 } as const;

  it('takes a row of weight 3 for three rows, and one of weight 0 for none', async () => {
    const weights = Array.from({ length: ROWS }, (_, row) => row % 4);
    const table = withColumn(
      weighed((row) => weights[row]),
      said,
    );
    const often = takeRows(
      table,
      Uint32Array.from(weights.flatMap((times, row) => new Array<number>(times).fill(row))),
    );
    const [one, other] = await Promise.all([
      audit(table, { ...options, weight: 'w' }),
      audit(often, options),
    ]);
    for (const of of ['metrics', 'overall'] as const) {
      for (const name of ['accuracy', 'brier', 'crossEntropy', 'ece', 'mce', 'auc'] as const) {
        expect(one.result[of][name].byGroup as number[]).toBeAllClose(
          other.result[of][name].byGroup as number[],
          {
            relative: 1e-9,
          },
        );
      }
    }
    expect(one.result.groups.map(({ share }) => share)).toBeAllClose(
      other.result.groups.map(({ share }) => share),
      { relative: 1e-12 },
    );
    expect(one.result.rows).toBe(675);
    expect(one.result.weight).toBe('w');
  });
});

describe('inspect', () => {
  it('shows the weight as a role, and shares by weight', () => {
    const { task, columns } = inspect(weighed(uneven), { target: 'grade', groups: 'sex', weight: 'w' });
    expect(columns.find(({ name }) => name === 'w')!.role).toBe('weight');
    expect(task!.features.map(({ column }) => column)).not.toContain('w');
    const sex = plain.columns.find(({ name }) => name === 'sex')!;
    if (sex.kind !== 'categorical') throw new Error('sex is a category');
    const index = {
      names: sex.levels,
      groups: Int32Array.from(sex.codes),
      counts: [],
      weights: Float64Array.from({ length: ROWS }, (_, row) => uneven(row)),
    };
    const all = takeGroups(
      index,
      Array.from({ length: ROWS }, (_, row) => row),
    );
    expect(task!.groups.map(({ share }) => share)).toBeAllClose(groupShares(all), { relative: 1e-12 });
    expect(task!.groups[0]!.effectiveRows).toBeLessThan(task!.groups[0]!.rows);
  });
});
