// What a fit that finds its groups does on average: with people of their own law, and with none.

import { findColumn, type Table } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import { type FitOptions, fit, Interrupted } from '../../src/index.js';
import { withColumn } from './made-table.js';
import { plantedTable } from './planted-table.js';

const options: FitOptions = { target: 'y', groups: 'auto', rounds: 2, ignore: ['part'], l2: 0.0001 };

it.each([11, 12, 13])(
  'finds those of their own law, and the worst group’s risk falls (seed %i)',
  async (seed) => {
    const { result } = await fit(plantedTable(4000, seed, true), options);
    const { models, discovered, groups } = result;
    const first = discovered!.rounds[0]!.group!;
    expect(first.conditions.map(({ column }) => column)).toEqual(expect.arrayContaining(['age', 'sex']));
    const found = discovered!.rounds.flatMap(({ group }) => (group === null ? [] : [group.name]));
    const worst = (model: 'naive' | 'minimax'): number =>
      Math.max(
        ...models[model].metrics.test.crossEntropy.byGroup.filter((_, group) =>
          found.includes(groups[group]!.name),
        ),
      );
    expect(worst('minimax')).toBeLessThan(0.85 * worst('naive'));
  },
);

it.each([21, 22, 23, 24, 25])('is an ordinary model where all follow one law (seed %i)', async (seed) => {
  const { result } = await fit(plantedTable(4000, seed, false), options);
  expect(result.groups.map(({ name }) => name)).toEqual(['everyone']);
  expect(result.verdict.decision).toBe('keep-naive');
  const risk = (model: 'naive' | 'minimax') => result.models[model].metrics.test.crossEntropy.byGroup;
  expect(risk('minimax')).toEqual(risk('naive'));
});

describe('groups that are found', () => {
  const table = plantedTable(2500, 1, true);

  it('owe nothing to the outcomes of test rows', async () => {
    const { ignore: _, ...asked } = { ...options, splitColumn: 'part', rounds: 1 };
    const found = (await fit(table, asked)).result;
    const other = (await fit(withOtherTest(table), asked)).result;
    expect(other.discovered).toEqual(found.discovered);
    expect(other.models.minimax.metrics.train).toEqual(found.models.minimax.metrics.train);
    expect(other.models.minimax.metrics.test).not.toEqual(found.models.minimax.metrics.test);
  });

  it('are found again by a fit that goes on', async () => {
    const asked = { ...options, rounds: 1 };
    const signal = { aborted: false };
    let [kept, isLast]: [(() => object) | undefined, boolean] = [undefined, false];
    const interrupted = fit(table, asked, {
      signal,
      onProgress: (event) => {
        if (event.kind === 'round' && event.round > event.total) isLast = true;
        if (isLast && event.kind === 'fold' && event.done >= 2) signal.aborted = true;
      },
      onCheckpoint: (progress) => {
        kept = progress;
      },
    });
    await expect(interrupted).rejects.toThrow(Interrupted);
    expect((await fit(table, asked, { resume: kept!() })).result).toEqual((await fit(table, asked)).result);
  });
});

/** The same with every outcome of a test row turned round. */
function withOtherTest(given: Table): Table {
  const part = findColumn(given, 'part', 'test');
  const y = findColumn(given, 'y', 'test');
  if (part.kind !== 'categorical' || y.kind !== 'categorical') throw new Error('they are texts');
  const isTest = (row: number): boolean => part.levels[part.codes[row]!] === 'test';
  return withColumn(given, { ...y, codes: y.codes.map((code, row) => (isTest(row) ? 1 - code : code)) });
}
