// The lines, the table and the sentences of a comparison, on results made by hand.

import { describe, expect, it } from 'vitest';
import type { ComparedResult } from '../../src/measure/compared-result.js';
import { compareTable, comparisonData, methodLines } from '../../src/report/compare-tables.js';
import { compareWords } from '../../src/report/compare-words.js';
import { madeBaseline, madeCompared, madeEqualRisk, madeMetric, madeOdds } from './made-compared.js';
import { type MadeResult, madeResult } from './made-result.js';

const made: MadeResult = { risks: { naive: [0.7, 0.4], minimax: [0.6, 0.5] } };

function wordsOf(parts: Partial<ComparedResult>, of: MadeResult = made): string[] {
  const [result, compared] = [madeResult(of), madeCompared(parts)];
  return compareWords(result, compared, methodLines(result, compared, 'test'));
}

describe('who serves the worst group best', () => {
  it('minimax', () => {
    expect(wordsOf({ baselines: [madeBaseline('zafar', [0.63, 0.3])] })).toEqual([
      'On test rows, minimax serves its worst group best: 0.6000 with minimax, 0.6300 with Zafar, the next (+5%).',
    ]);
  });

  it('another: with what minimax has, and by how much that is less', () => {
    const baselines = [madeBaseline('zafar', [0.55, 0.3]), madeBaseline('kamishima', [0.3, 0.5])];
    expect(wordsOf({ baselines })).toEqual([
      'On test rows, Kamishima serves its worst group best: 0.6000 with minimax, 0.5000 with Kamishima (−17%).',
    ]);
  });

  it('ordinary training', () => {
    const baselines = [madeBaseline('zafar', [0.9, 0.3])];
    const naive: MadeResult = { risks: { naive: [0.5, 0.4], minimax: [0.6, 0.5] } };
    expect(wordsOf({ baselines }, naive)[0]).toMatch(
      /^On test rows, naive serves its worst group best: 0\.6000 with minimax, 0\.5000 with naive /,
    );
  });

  it('by the loss that was minimised', () => {
    const brier: MadeResult = { ...made, loss: 'brier' };
    // Its Brier scores are ten times as large.
    expect(wordsOf({ baselines: [madeBaseline('zafar', [0.05, 0.04])] }, brier)[0]).toMatch(
      /^On test rows, Zafar serves its worst group best: 0\.6000 with minimax, 0\.5000 with Zafar /,
    );
    expect(wordsOf({ baselines: [madeBaseline('zafar', [0.07, 0.04])] }, brier)[0]).toMatch(/minimax serves/);
  });

  it.each([
    ['a little above', 0.605],
    ['the same', 0.6],
    ['a little below', 0.595],
  ])('about equally well within a hundredth: %s', (_, worst) => {
    expect(wordsOf({ baselines: [madeBaseline('zafar', [worst, 0.3])] })).toEqual([
      `On test rows, the best methods serve their worst group about equally well: 0.6000 with minimax, ${worst.toFixed(4)} with Zafar.`,
    ]);
  });

  it.each([
    [0.607, 'minimax'],
    [0.593, 'Zafar'],
  ])('no longer at %d', (worst, best) => {
    const [words] = wordsOf({ baselines: [madeBaseline('zafar', [worst, 0.3])] });
    expect(words).toMatch(new RegExp(`^On test rows, ${best} serves its worst group best: `));
  });

  it('is not said where nothing else was trained, nor of what was made of minimax', () => {
    const [words] = wordsOf({ equalRisk: madeEqualRisk([0.6, 0.6], [0, 0.4]) });
    expect(words).toMatch(/^What equal risk costs/);
    // It is no better than minimax, whatever chance gives it on test rows.
    const [best] = wordsOf({
      baselines: [madeBaseline('zafar', [0.65, 0.3])],
      equalRisk: madeEqualRisk([0.4, 0.4], [0, 0.4]),
    });
    expect(best).toMatch(/^On test rows, minimax serves its worst group best: .* with Zafar/);
  });
});

describe('what equal risk costs', () => {
  it('group by group on validation rows, that decisions stay, and how far apart test rows are then', () => {
    const [words, note, ...more] = wordsOf({
      equalRisk: madeEqualRisk([0.61, 0.57], [0, 0.4], { risk: 0.6 }),
    });
    expect(words).toBe(
      'What equal risk costs, on validation rows: with every group at 0.6000, B +20% (confidence withheld from 40.0%), and no group gains; decisions stay as they are, what is withheld is how sure they are. On test rows groups are then 0.0400 apart (0.1000 before).',
    );
    expect(note).toBe('* must know the group of every person it predicts for; the other models need not.');
    expect(more).toEqual([]);
  });

  it.each([
    ['larger', [0.6, 0.75], '0.1500'],
    ['the same', [0.6, 0.5], '0.1000'],
  ])('that it does not hold on test rows, where the gap is %s', (_, risks, apart) => {
    const [words] = wordsOf({ equalRisk: madeEqualRisk(risks, [0, 0.4], { risk: 0.6 }) });
    expect(words).toMatch(
      /^What equal risk costs, on validation rows: with every group at 0\.6000, B \+20% /,
    );
    expect(words).toContain(
      ` On test rows that does not hold: groups are then ${apart} apart, no less than before (0.1000). Their risks are too close, or too uncertain, to be made equal.`,
    );
  });

  it('costs are of validation rows, though test rows have others', () => {
    const result = madeResult(made);
    const { metrics } = result.models.minimax;
    const elsewhere = { ...metrics.test, crossEntropy: madeMetric([0.9, 0.3]) };
    const minimax = { ...result.models.minimax, metrics: { ...metrics, test: elsewhere } };
    const changed = { ...result, models: { ...result.models, minimax } };
    const compared = madeCompared({ equalRisk: madeEqualRisk([0.9, 0.5], [0, 0.4], { risk: 0.6 }) });
    const [words] = compareWords(changed, compared, methodLines(changed, compared, 'test'));
    expect(words).toContain('with every group at 0.6000, B +20% (');
    expect(words).toContain('On test rows groups are then 0.4000 apart (0.6000 before).');
  });

  it('by the Brier score, where that is minimised', () => {
    const of: MadeResult = { ...made, loss: 'brier' };
    const [words] = wordsOf({ equalRisk: madeEqualRisk([0.6, 0.6], [0, 0.4]) }, of);
    expect(words).toContain('with every group at 0.6000, B +20% (');
    expect(words).toContain('0.0000 apart (0.1000 before).');
  });

  it('where decisions change as well', () => {
    const [words] = wordsOf({ equalRisk: madeEqualRisk([0.9, 0.9], [0, 1], { keepsDecisions: false }) });
    expect(words).toContain(
      'B +80% (confidence withheld from 100.0%), and no group gains; where that is not enough, decisions change as well.',
    );
    expect(words).not.toContain('stay as they are');
  });

  it('nothing where all are equal already', () => {
    expect(wordsOf({ equalRisk: madeEqualRisk([0.6, 0.5], [0, 0]) })[0]).toBe(
      'Equal risk: on validation rows all groups have the same already.',
    );
  });
});

it('equalised odds: the rates of minimax, and that they are means', () => {
  const equalisedOdds = [madeOdds('naive', [0.6, 0.7]), madeOdds('minimax', [0.6, 0.7])];
  const [words, note] = wordsOf({ equalisedOdds });
  expect(words).toContain('(of minimax: 75.0% true positives, 12.5% false positives)');
  expect(note).toMatch(/^\* must know the group/);
});

describe('the lines', () => {
  const result = madeResult(made);
  const compared = madeCompared({
    baselines: [
      madeBaseline('zafar', [0.65, 0.3], { value: 0.046415888336127774 }),
      madeBaseline('feldman', [0.62, 0.3], { value: 0.25, needsGroup: true }),
    ],
    equalisedOdds: [
      madeOdds('naive', [0.6, 0.7]),
      madeOdds('zafar', [0.61, 0.7]),
      madeOdds('minimax', [0.5, 0.7]),
    ],
    equalRisk: madeEqualRisk([0.6, 0.6], [0, 0.4], { accuracies: [1, 1] }),
  });
  const lines = methodLines(result, compared, 'test');

  it('go from ordinary training over baselines to minimax and what is made of it', () => {
    expect(lines.map(({ name, needsGroup }) => [name, needsGroup])).toEqual([
      ['naive', false],
      ['balanced', false],
      ['Zafar', false],
      ['Feldman', true],
      ['minimax', false],
      ['minimax, equal risk', true],
      ['naive + Hardt', true],
      ['Zafar + Hardt', true],
      ['minimax + Hardt', true],
    ]);
    expect(lines.map(({ kind }) => kind)).toEqual([
      ...['ordinary', 'ordinary', 'baseline', 'baseline', 'minimax', 'equal-risk'],
      ...['equalised-odds', 'equalised-odds', 'equalised-odds'],
    ]);
  });

  it('have their figures in the table, and marks where the group must be known', () => {
    const { columns, rows } = compareTable(lines);
    expect(columns.map(({ title }) => title)).toEqual([
      ...['method', 'chosen', 'risk: worst', 'all rows', 'apart'],
      ...['accuracy: worst', 'all rows', 'apart'],
    ]);
    expect(rows[2]).toEqual(['Zafar', 'c = 0.0464', '0.6500', '0.4750', '0.3500', '60.0%', '65.0%', '10.0%']);
    expect(rows[3]!.slice(0, 3)).toEqual(['Feldman *', 'λ = 0.25', '0.6200']);
    expect(rows[4]!.slice(0, 5)).toEqual(['minimax', '', '0.6000', '0.5500', '0.1000']);
    expect(rows[5]!.slice(0, 5)).toEqual(['minimax, equal risk *', '', '0.6000', '0.6000', '0.0000']);
    expect(rows[5]!.slice(5)).toEqual(rows[4]!.slice(5)); // the same decisions
    expect(rows[8]).toEqual(['minimax + Hardt *', '', '–', '–', '–', '50.0%', '60.0%', '20.0%']);
  });

  it('are of the part that is asked for', () => {
    expect(methodLines(result, compared, 'train')[2]!.risk!.byGroup).toEqual([0, 0]);
    expect(methodLines(result, compared, 'validation')[2]!.risk!.byGroup).toEqual([0.65, 0.3]);
  });

  it('are all drawn; without probabilities there is no risk', () => {
    const { methods, groups, loss, part } = comparisonData(result, lines, 'test');
    expect({ groups, loss, part }).toEqual({ groups: result.groups, loss: 'cross-entropy', part: 'test' });
    expect(methods.map(({ name }) => name)).toEqual(lines.map(({ name }) => name));
    expect(methods.at(-1)).toMatchObject({ risks: null, accuracies: [0.5, 0.7], needsGroup: true });
    expect(methods.filter(({ isMinimax }) => isMinimax).map(({ name }) => name)).toEqual(['minimax']);
  });

  it('where decisions change for equal risk, its accuracy is its own', () => {
    const changes = { keepsDecisions: false, accuracies: [0.5, 0.25] };
    const unkept = { ...compared, equalRisk: madeEqualRisk([0.9, 0.9], [0, 1], changes) };
    const changed = methodLines(result, unkept, 'test');
    expect(compareTable(changed).rows[5]!.slice(5)).toEqual(['25.0%', '37.5%', '25.0%']);
    expect(comparisonData(result, changed, 'test').methods[5]).toMatchObject({
      name: 'minimax, equal risk',
      isMinimax: false,
      accuracies: [0.5, 0.25],
    });
  });
});
