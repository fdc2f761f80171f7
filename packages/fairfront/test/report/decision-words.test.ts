import { describe, expect, it } from 'vitest';
import { decisionTable, decisionWords } from '../../src/report/decision-words.js';
import { fitWords } from '../../src/report/fit-words.js';
import { type MadeResult, madeResult } from './made-result.js';

const risks = { naive: [0.5, 0.4], minimax: [0.45, 0.42] };
const said = (made: Partial<MadeResult>) => decisionWords(madeResult({ risks, ...made }));
/** Every row is right under naive, by little: a cross-entropy of 0.598. */
const timid = () => 0.55;

describe('what changes in decisions', () => {
  it('names a group that gains in risk and loses accuracy', () => {
    // Mostly sure of itself and right, and of every fifth row wrong by little: 0.244 in the mean.
    const minimax = (group: number, row: number) => (group === 1 ? 0.55 : row % 5 === 0 ? 0.45 : 0.9);
    const words = said({ ownClass: { naive: timid, minimax } });
    expect(words[0]).toMatch(
      /^A gains in risk and loses accuracy, −20\.0 points \(−2\d\.\d to −1\d\.\d\): its probabilities are better, its decisions are worse\.$/,
    );
    expect(words.join()).not.toContain('B gains');
  });

  it('does not where the loss of accuracy may be chance', () => {
    // One row of 400 is wrong.
    const minimax = (_: number, row: number) => (row === 0 ? 0.45 : 0.9);
    expect(said({ ownClass: { naive: timid, minimax } })).toEqual([]);
  });

  it('does not where the gain in risk may be chance', () => {
    // As many rows are nearly right as are wrong, and what they lose the others gain.
    const minimax = (_: number, row: number) => (row % 5 === 0 ? 0.2 : 0.72);
    const result = madeResult({ risks, ownClass: { naive: timid, minimax } });
    const [change] = result.changes.minimax.crossEntropy.byGroup;
    expect(change!.low * change!.high).toBeLessThan(0);
    expect(result.changes.minimax.accuracy.byGroup[0]!.high).toBeLessThan(0);
    expect(decisionWords(result)).toEqual([]);
  });

  it('names the groups of which many more, or fewer, are selected', () => {
    // A: a quarter of the rows of "no" is given "yes"; B: a quarter of those of "yes" is given "no".
    const minimax = (group: number, row: number, label: number) =>
      label === group && row % 4 === 0 ? 0.4 : 0.55;
    expect(said({ ownClass: { naive: timid, minimax } })).toEqual([
      '“yes” is predicted for 62.5% of A (with ordinary training 50.0%), 37.5% of B (with ordinary training 50.0%).',
    ]);
  });

  it('names none of which few are', () => {
    // One row of 25 of "no": 2% of all.
    const minimax = (_: number, row: number, label: number) => (label === 0 && row % 25 === 0 ? 0.4 : 0.55);
    const result = madeResult({ risks, ownClass: { naive: timid, minimax } });
    const selected = result.changes.minimax.rates[0]!.selectionRate.byGroup[0]!;
    expect(selected.value).toBeGreaterThan(0.01);
    expect(decisionWords(result)).toEqual([]);
  });

  it('names none where the interval holds 0', () => {
    const minimax = (_: number, row: number, label: number) => (label === 0 && row % 4 === 0 ? 0.4 : 0.55);
    const result = madeResult({ risks, ownClass: { naive: timid, minimax } });
    expect(decisionWords(result).join()).toContain('“yes” is predicted for 62.5% of A');
    const [rates] = result.changes.minimax.rates;
    const byGroup = rates!.selectionRate.byGroup.map((change) => ({ ...change!, low: -0.01 }));
    const wide = [{ ...rates!, selectionRate: { ...rates!.selectionRate, byGroup } }];
    const changes = { ...result.changes, minimax: { ...result.changes.minimax, rates: wide } };
    expect(decisionWords({ ...result, changes })).toEqual([]);
  });

  it('is part of the words of a fit', () => {
    const minimax = (_: number, row: number, label: number) => (label === 0 && row % 4 === 0 ? 0.4 : 0.55);
    const made = { risks, ownClass: { naive: timid, minimax } };
    expect(fitWords(madeResult(made)).decisions).toEqual(said(made));
    expect(fitWords(madeResult(made)).decisions).toHaveLength(1);
  });
});

describe('the table of decisions', () => {
  const minimax = (group: number, row: number, label: number) =>
    label === 0 && group === 0 && row % 4 === 0 ? 0.4 : 0.55;

  it('has both models of every group, the worst served first, with intervals below', () => {
    const result = madeResult({ risks: { naive: [0.4, 0.5], minimax: [0.4, 0.45] }, ownClass: { minimax } });
    const { columns, rows } = decisionTable(result);
    expect(columns.map(({ title }) => title)).toEqual([
      ...['group', 'model', 'base rate', 'mean prediction', 'selected', 'true positives', 'false positives'],
      'AUC',
    ]);
    expect(rows.map((row) => row.slice(0, 3))).toEqual([
      ['B', 'naive', '50.0%'],
      ['', 'minimax', ''],
      ['A', 'naive', '50.0%'],
      ['', 'minimax', ''],
    ]);
    const [, , , [, , , mean, selected, found, other, auc]] = rows as [
      string[],
      string[],
      string[],
      string[],
    ];
    const { low, high } = result.models.minimax.metrics.test.intervals!.rates[0]!.selectionRate.byGroup[0]!;
    expect(selected).toBe(`62.5%\n${(100 * low).toFixed(1)}% to ${(100 * high).toFixed(1)}%`);
    expect(mean).toMatch(/^51\.9%\n/);
    expect(found).toMatch(/^100\.0%\n/);
    expect(other).toMatch(/^25\.0%\n/);
    expect(auc).toMatch(/^\d\.\d{3}\n\d\.\d{3} to \d\.\d{3}$/);
  });

  it('has the ordinary model once, where it was chosen', () => {
    const { rows } = decisionTable(madeResult({ risks, chosen: { model: 'naive' } }));
    expect(rows.map((row) => row.slice(0, 2))).toEqual([
      ['A', 'naive'],
      ['B', 'naive'],
    ]);
  });
});
