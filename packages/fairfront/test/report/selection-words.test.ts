import { describe, expect, it } from 'vitest';
import type { Repeats } from '../../src/measure/repeats.js';
import { repeatTable } from '../../src/report/fit-tables.js';
import { fitText } from '../../src/report/fit-text.js';
import { atMostWords, repeatWords, selectionWords } from '../../src/report/selection-words.js';
import { type MadeResult, madeResult } from './made-result.js';
import { fitHtml } from './read-report.js';

const risks = { naive: [0.5, 0.4], balanced: [0.47, 0.41], minimax: [0.45, 0.42] };
const said = (made: Partial<MadeResult>) => selectionWords(madeResult({ risks, ...made }));
const AMONG = 'Chosen among 3 models by the worst group’s risk on rows out of fold (5 folds): ';

describe('how the model was chosen', () => {
  it.each([
    [{}, 'minimax with penalty 0.001, 0.4500; ordinary training has 0.5000.'],
    [
      { step: 0.5, risks: [0.46, 0.42] },
      '50% of the way from naive to minimax with penalty 0.001, 0.4600; ordinary training has 0.5000.',
    ],
    [
      { step: 0.9, from: 'balanced', l2: 1e-5 },
      '90% of the way from balanced to minimax with penalty 0.00001, 0.4500; ordinary training has 0.5000.',
    ],
    [
      { model: 'balanced', from: 'balanced' },
      'balanced training with penalty 0.001, 0.4700; ordinary training has 0.5000.',
    ],
  ] as const)('%j', (chosen, text) => {
    expect(said({ chosen })).toBe(`${AMONG}${text}`);
  });

  it('is by chance where another model is no better than that', () => {
    const chosen = { model: 'naive' } as const;
    expect(said({ chosen, selection: { gain: { value: 0.004, standardError: 0.006 } } })).toBe(
      `${AMONG}ordinary training with penalty 0.001, 0.5000; the best other one has 0.4960, which is within one standard error (0.0060).`,
    );
    expect(said({ chosen, selection: { gain: { value: 0, standardError: 0 } } })).toBe(
      `${AMONG}ordinary training with penalty 0.001, 0.5000; no other one has less.`,
    );
  });

  it('by the validation part says so, and of a network no penalty', () => {
    const selection = { by: 'validation', folds: null } as const;
    expect(said({ chosen: { l2: null }, selection })).toBe(
      'Chosen among 3 models by the worst group’s risk on validation rows: minimax, 0.4500; ordinary training has 0.5000.',
    );
  });

  it('is not told where what the search found is taken as it is', () => {
    expect(said({})).toBeUndefined();
  });
});

describe('at most to gain', () => {
  const atMost = { worstGroup: 0, worstRisk: 0.4588, lower: 0.43953, share: 0.042, l2: 1e-5 };

  it('names the group, its risk, and what no linear model can do', () => {
    expect(atMostWords(atMost, ['female', 'male'])).toBe(
      'At most to gain: on the rows to train on, ordinary training serves female worst (0.4588 with penalty 0.00001), and no linear model brings every group below 0.4395: at most 4.2% less.',
    );
  });

  it('tells no bound lower than it is', () => {
    const end = (share: number) =>
      / ([\d.]+%) less\.$/.exec(atMostWords({ ...atMost, share }, ['a', 'b']))![1];
    expect([0, 0.00302, 0.003, 0.0421, 0.05, 0.5301].map(end)).toEqual([
      '0%',
      '0.31%',
      '0.3%',
      '4.3%',
      '5%',
      '54%',
    ]);
  });

  it('is nothing for a single group', () => {
    expect(atMostWords(atMost, ['all'])).toBe('At most to gain: nothing, since all is the only group.');
  });
});

describe('what several splits come to', () => {
  const spread = (mean: number, deviation: number | null) => ({ mean, deviation });
  const byModel = <Value>(naive: Value, minimax: Value) => ({ naive, balanced: naive, minimax });
  const repeats: Repeats = {
    splits: 5,
    byGroup: byModel([spread(0.5, 0.01), spread(0.4, 0.01)], [spread(0.44, 0.02), spread(0.43, 0.01)]),
    worst: byModel(spread(0.5, 0.01), spread(0.45, 0.02)),
    all: byModel(spread(0.4, 0.01), spread(0.4, 0.01)),
    change: spread(-0.1, 0.031),
    gained: 4,
    decisions: { 'use-minimax': 3, 'keep-naive': 1, 'cannot-tell': 1 },
  };

  it('is told with means, deviations, and how often', () => {
    expect(repeatWords(madeResult({ risks, repeats }))).toBe(
      'Over 5 splits, mean ± standard deviation on test rows: the worst group’s risk is 0.5000 ± 0.0100 with ordinary training and 0.4500 ± 0.0200 with the chosen model (−10% ± 3.1%); it fell in 4 of 5. Verdicts: use minimax 3, keep the ordinary model 1, cannot tell 1.',
    );
  });

  it('is a table, on the terminal and in the report', () => {
    const result = madeResult({ risks, repeats });
    const { columns, rows } = repeatTable(result)!;
    expect(columns.map(({ title }) => title)).toEqual(['mean of 5 splits', 'naive', 'balanced', 'minimax']);
    expect(rows).toEqual([
      ['A', '0.5000 ± 0.0100', '0.5000 ± 0.0100', '0.4400 ± 0.0200'],
      ['B', '0.4000 ± 0.0100', '0.4000 ± 0.0100', '0.4300 ± 0.0100'],
      ['worst group', '0.5000 ± 0.0100', '0.5000 ± 0.0100', '0.4500 ± 0.0200'],
      ['all rows', '0.4000 ± 0.0100', '0.4000 ± 0.0100', '0.4000 ± 0.0100'],
    ]);
    for (const shown of [fitText(result), fitHtml(result)]) {
      expect(shown).toContain('0.4400 ± 0.0200');
      expect(shown).toContain(repeatWords(result));
    }
    expect(repeatTable(madeResult({ risks }))).toBeUndefined();
  });

  it('has no deviation of one split, and is not told of none', () => {
    const one = { ...repeats, splits: 1, change: spread(-0.1, null) };
    expect(repeatWords(madeResult({ risks, repeats: one }))).toContain(
      'with the chosen model (−10%); it fell',
    );
    expect(repeatWords(madeResult({ risks }))).toBeUndefined();
  });
});
