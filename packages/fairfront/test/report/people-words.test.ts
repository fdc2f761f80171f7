// Who gains and who pays, in people.

import { describe, expect, it } from 'vitest';
import type { FitResult } from '../../src/measure/fit-result.js';
import { changeText, peopleRows, peopleSentence } from '../../src/report/people-words.js';
import { madeResult } from './made-result.js';

type Rates = readonly (number | null)[];

/** A result of two groups with these rates; every change is known to ±0.05. */
function withRates(
  base: readonly number[],
  tpr: { readonly naive: Rates; readonly minimax: Rates },
  fpr: { readonly naive: Rates; readonly minimax: Rates },
  rows: readonly number[] = [400, 400],
): FitResult {
  const made = madeResult({ risks: { naive: [0.5, 0.4], minimax: [0.45, 0.42] } });
  const own = (byGroup: Rates) => ({ ...made.models.naive.metrics.test.rates[0]!.tpr, byGroup });
  const model = (name: 'naive' | 'minimax') => {
    const { metrics, ...others } = made.models[name];
    const [rates] = metrics.test.rates;
    const changed = { ...rates!, baseRate: own(base), tpr: own(tpr[name]), fpr: own(fpr[name]) };
    return { ...others, metrics: { ...metrics, test: { ...metrics.test, rates: [changed] } } };
  };
  const change = (rate: { readonly naive: Rates; readonly minimax: Rates }) => ({
    ...made.changes.minimax.rates[0]!.tpr,
    byGroup: rate.naive.map((before, group) => {
      const after = rate.minimax[group];
      if (before === null || after === null || after === undefined) return null;
      const value = after - before;
      return { value, low: value - 0.05, high: value + 0.05, leftOut: 0 };
    }),
  });
  const rates = [{ ...made.changes.minimax.rates[0]!, tpr: change(tpr), fpr: change(fpr) }];
  return {
    ...made,
    groups: made.groups.map((group, i) => ({ ...group, rows: { ...group.rows, test: rows[i]! } })),
    models: { ...made.models, naive: model('naive'), minimax: model('minimax') },
    changes: { ...made.changes, minimax: { ...made.changes.minimax, rates } },
  } as FitResult;
}

describe('people', () => {
  it('are those of the class who are recognised, and others who are taken for it, the largest change first', () => {
    const rows = peopleRows(
      withRates(
        [0.25, 0.5],
        { naive: [0.49, 0.7], minimax: [0.82, 0.72] },
        { naive: [0.1, 0.1], minimax: [0.2, 0.16] },
      ),
    );
    expect(rows.map((row) => peopleSentence(row, 0.95))).toEqual([
      'Of 100 A whose outcome is “yes”, 49 were recognised, now 82 (95% interval of the change: +28 to +38)',
      'Of 100 A whose outcome is “no”, 10 were wrongly taken for “yes”, now 20 (95% interval of the change: +5 to +15)',
      'Of 100 B whose outcome is “no”, 10 were wrongly taken for “yes”, now 16 (95% interval of the change: +1 to +11)',
      'Of 100 B whose outcome is “yes”, 70 were recognised, now 72 (95% interval of the change: −3 to +7)',
    ]);
    expect(rows.map((row) => [row.rows, row.better])).toEqual([
      [100, 'more'],
      [300, 'fewer'],
      [200, 'fewer'],
      [200, 'more'],
    ]);
  });

  it('of a group that the target makes are called by its name alone, and have one line', () => {
    const rows = peopleRows(
      withRates(
        [1, 0],
        { naive: [0.5, null], minimax: [0.8, null] },
        { naive: [null, 0.1], minimax: [null, 0.2] },
      ),
    );
    expect(rows.map(({ who, what }) => `${who} ${what}`)).toEqual([
      'A were recognised',
      'B were wrongly taken for “yes”',
    ]);
  });

  it('are not told of where they are too few', () => {
    const few = withRates(
      [0.1, 0.5],
      { naive: [0.5, 0.5], minimax: [0.9, 0.6] },
      { naive: [0.1, 0.1], minimax: [0.2, 0.2] },
      [299, 400],
    );
    // A tenth of 299 rows are 30 people, of 294 rows 29.
    expect(peopleRows(few)).toHaveLength(4);
    const fewer = {
      ...few,
      groups: few.groups.map((group, i) => (i > 0 ? group : withTestRows(group, 294))),
    };
    expect(peopleRows(fewer).map(({ who }) => who)).not.toContain('A whose outcome is “yes”');
  });

  it('of several classes are those who are classified right', () => {
    const made = madeResult({ risks: { naive: [0.5, 0.4], minimax: [0.45, 0.42] } });
    const rows = peopleRows({ ...made, task: { ...made.task, classes: ['a', 'b', 'c'] } });
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      const group = made.groups.findIndex(({ name }) => name === row.who);
      expect(row.what).toBe('were classified right');
      expect(row.before).toBeCloseTo(100 * made.models.naive.metrics.test.accuracy.byGroup[group]!, 12);
    }
  });

  it('change by whole numbers with a sign', () => {
    expect([27.6, -3.2, 0.4, -0.4].map(changeText)).toEqual(['+28', '−3', '0', '0']);
  });
});

function withTestRows<Group extends FitResult['groups'][number]>(group: Group, test: number): Group {
  return { ...group, rows: { ...group.rows, test } };
}
