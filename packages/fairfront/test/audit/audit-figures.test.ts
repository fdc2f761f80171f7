// The figures of an audit against what nine rows give by hand.

import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import '../../../core/test/helpers/close.js';
import type { AuditResult } from '../../src/audit/audit-result.js';
import { auditJson, LABELS, NINE, NO_INTERVALS, workFolder, writeLines } from './run-audit.js';

const folder = workFolder();
const out = ['--out', join(folder, 'out')];
const close = { absolute: 1e-12 };
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const nats = (...probabilities: readonly number[]): number => mean(probabilities.map((p) => -Math.log(p)));

describe('two classes', () => {
  let result: AuditResult;
  beforeAll(async () => {
    const nine = writeLines(folder, 'nine.csv', NINE);
    result = await auditJson(nine, ...LABELS, '--probabilities', 'p', ...NO_INTERVALS, ...out);
  });

  it('names schema, classes, groups, rows and seed', () => {
    const { schema, target, classes, columns, rows, seed, groups, notes } = result;
    expect({ schema, target, classes, columns, rows, seed, notes }).toEqual({
      schema: 'fairfront.audit/1',
      target: 'truth',
      classes: ['no', 'yes'],
      columns: [null, 'p'],
      rows: 9,
      seed: 1,
      notes: [],
    });
    expect(groups).toEqual([
      { name: 'F', rows: 4, share: 4 / 9 },
      { name: 'M', rows: 5, share: 5 / 9 },
    ]);
  });

  it('accuracy, cross-entropy, Brier score and calibration by group', () => {
    const { accuracy, crossEntropy, brier, ece, mce } = result.metrics;
    const women = nats(0.8, 0.4, 0.7, 0.4);
    const men = nats(0.9, 0.7, 0.8, 0.9, 0.6);
    expect(accuracy.byGroup).toBeAllClose([1 / 2, 1], close);
    expect(crossEntropy.byGroup).toBeAllClose([women, men], close);
    expect(crossEntropy.sampleMean).toBeCloseTo((4 * women + 5 * men) / 9, 12);
    expect(crossEntropy).toMatchObject({ worstGroup: 0, worst: crossEntropy.byGroup[0] });
    expect(crossEntropy.disparity).toBeCloseTo(women - men, 12);
    expect(brier.byGroup).toBeAllClose(
      [2 * mean([0.04, 0.36, 0.09, 0.36]), 2 * mean([0.01, 0.09, 0.04, 0.01, 0.16])],
      close,
    );
    // Women: once 0.8 and once 0.7 sure and right, twice 0.6 sure and wrong.
    expect(ece.byGroup).toBeAllClose([mean([0.2, 0.3, 0.6, 0.6]), mean([0.1, 0.3, 0.2, 0.1, 0.4])], close);
    expect(mce.byGroup).toBeAllClose([0.6, 0.4], close);
  });

  it('rates of the second class, and AUC', () => {
    const { rates, auc } = result.metrics;
    expect(rates).toHaveLength(1);
    const { positive, selectionRate, baseRate, tpr, fpr, precision } = rates[0]!;
    expect(positive).toBe(1);
    expect(selectionRate.byGroup).toEqual([2 / 4, 3 / 5]);
    expect(baseRate.byGroup).toEqual([2 / 4, 3 / 5]);
    expect(tpr.byGroup).toEqual([1 / 2, 1]);
    expect(fpr.byGroup).toEqual([1 / 2, 0]);
    expect(precision.byGroup).toEqual([1 / 2, 1]);
    expect(auc.byGroup).toEqual([3 / 4, 1]); // of the women only 0.4 is below 0.6
  });

  it('parity: the largest difference and the smallest ratio', () => {
    const { demographicParity, equalOpportunity, equalisedOdds } = result.metrics.rates[0]!.parity;
    expect(demographicParity.difference).toBeCloseTo(3 / 5 - 2 / 4, 12);
    expect(demographicParity.ratio).toBeCloseTo(5 / 6, 12);
    expect(equalOpportunity).toEqual({ difference: 1 / 2, ratio: 1 / 2 });
    expect(equalisedOdds).toEqual({ difference: 1 / 2, ratio: 0 });
  });

  it('all rows, taken as one group', () => {
    const { overall } = result;
    expect(overall.accuracy.byGroup).toEqual([7 / 9]);
    expect(overall.crossEntropy.byGroup[0]).toBeCloseTo(result.metrics.crossEntropy.sampleMean, 12);
    expect(overall.rates[0]!.tpr.byGroup).toEqual([4 / 5]);
    expect(overall.rates[0]!.fpr.byGroup).toEqual([1 / 4]);
    expect(overall.auc.byGroup).toEqual([18.5 / 20]); // 0.6 against 0.6 is half of a pair
    expect(overall).not.toHaveProperty('intervals');
    expect(overall).not.toHaveProperty('tooSmall');
  });

  it('how often it was right by how sure it was', () => {
    const bins = result.metrics.reliability.map((own) => own.map(({ rows, accuracy }) => [rows, accuracy]));
    expect(bins).toEqual([
      [
        [2, 0],
        [1, 1],
        [1, 1],
      ],
      [
        [1, 1],
        [1, 1],
        [1, 1],
        [2, 1],
      ],
    ]);
  });
});

describe('more than two classes', () => {
  const lines = [
    'sex,grade,pa,pb,pc',
    'F,a,0.5,0.25,0.25',
    'F,b,0.5,0.25,0.25',
    'F,c,0.25,0.25,0.5',
    'M,a,0.75,0.25,0',
    'M,b,0.25,0.5,0.25',
    'M,b,0.25,0.25,0.5',
  ];
  const grades = ['--target', 'grade', '--groups', 'sex', ...NO_INTERVALS, ...out];
  const byClass = 'c=pc,a=pa,b=pb';

  it('have rates each, against the rest', async () => {
    const path = writeLines(folder, 'grades.csv', lines);
    const { classes, columns, metrics } = await auditJson(path, ...grades, '--probabilities', byClass);
    expect(classes).toEqual(['a', 'b', 'c']);
    expect(columns).toEqual(['pa', 'pb', 'pc']);
    expect(metrics.accuracy.byGroup).toBeAllClose([2 / 3, 2 / 3], close);
    expect(metrics.crossEntropy.byGroup).toBeAllClose([nats(0.5, 0.25, 0.5), nats(0.75, 0.5, 0.25)], close);
    expect(metrics.rates.map(({ positive }) => positive)).toEqual([0, 1, 2]);
    const [a, b, c] = metrics.rates;
    expect(a!.selectionRate.byGroup).toEqual([2 / 3, 1 / 3]);
    expect(a!.fpr.byGroup).toEqual([1 / 2, 0]);
    expect(b!.tpr.byGroup).toEqual([0, 1 / 2]);
    expect(b!.precision.byGroup).toEqual([null, 1]); // of no woman it says b
    expect(c!.tpr.byGroup).toEqual([1, null]); // no man has c
    expect(c!.parity.equalOpportunity).toEqual({ difference: null, ratio: null });
  });

  it('have those of --positive alone, where it is said', async () => {
    const path = writeLines(folder, 'grades.csv', lines);
    const { metrics } = await auditJson(path, ...grades, ...['--probabilities', byClass, '--positive', 'b']);
    expect(metrics.rates.map(({ positive }) => positive)).toEqual([1]);
    expect(metrics.rates[0]!.tpr.byGroup).toEqual([0, 1 / 2]);
  });
});

it('a probability of 0 for what was true costs much, and is no infinity', async () => {
  const path = writeLines(folder, 'sure.csv', ['sex,truth,p', 'F,yes,0', 'F,no,0', 'M,yes,1', 'M,no,0']);
  const { metrics } = await auditJson(path, ...LABELS, '--probabilities', 'p', ...NO_INTERVALS, ...out);
  expect(metrics.crossEntropy.byGroup).toBeAllClose([(1074 * Math.LN2) / 2, 0], { absolute: 1e-9 });
});
