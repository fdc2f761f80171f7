// Golden metrics are in golden/, with the script that made them.

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aucs } from '../../src/metrics/auc.js';
import { RATE_NAMES } from '../../src/metrics/decision-rates.js';
import { groupMetrics } from '../../src/metrics/group-metrics.js';
import {
  type AuditMetrics,
  type ClassDecisions,
  type MeasureOptions,
  measure,
} from '../../src/metrics/measure.js';
import type { PartialMetric } from '../../src/metrics/partial-metric.js';
import type { ReliabilityBin } from '../../src/metrics/reliability.js';
import { createRandom } from '../../src/numeric/random.js';
import { permute } from '../helpers/arbitraries.js';
import '../helpers/close.js';
import { expectError } from '../helpers/errors.js';
import { binaryRow, GROUP_NAMES, predictionsOf, type Row, someRows } from './prediction-rows.js';

interface GoldenCase {
  readonly name: string;
  readonly classCount: number;
  readonly probabilities: number[];
  readonly labels: number[];
  readonly groups: number[];
  readonly classes: (ClassDecisions & { auc: PartialMetric })[];
  readonly meanAuc: PartialMetric;
  readonly reliability: ReliabilityBin[][];
}

const golden = JSON.parse(readFileSync(new URL('golden/audit-metrics.json', import.meta.url), 'utf8')) as {
  readonly cases: GoldenCase[];
};

/** Every number of plain data, with what is not a number in its place, so that null is never close to 0. */
function flattened(data: unknown): { numbers: number[]; rest: unknown } {
  const numbers: number[] = [];
  const rest = JSON.parse(JSON.stringify(data), (_, value) =>
    typeof value === 'number' ? numbers.push(value) && 'number' : value,
  );
  return { numbers, rest };
}

function expectClose(found: unknown, expected: unknown): void {
  const [ours, theirs] = [flattened(found), flattened(expected)];
  expect(ours.rest).toEqual(theirs.rest);
  expect(ours.numbers).toBeAllClose(theirs.numbers, { absolute: 1e-13, relative: 1e-13 });
}

const inOrder = ({ positive, selectionRate, tpr, fpr, precision, baseRate, parity }: ClassDecisions) => ({
  positive,
  selectionRate,
  tpr,
  fpr,
  precision,
  baseRate,
  parity,
});

function auditOf(rows: readonly Row[], options?: MeasureOptions, names?: readonly string[]): AuditMetrics {
  const { probabilities, labels, groups, classCount } = predictionsOf(rows, names);
  return measure({ model: probabilities }, labels, groups, classCount, options).models.model;
}

describe('measure', () => {
  it.each(golden.cases)('agrees with the reference: $name', (expected) => {
    const probabilities = Float64Array.from(expected.probabilities);
    const labels = Int32Array.from(expected.labels);
    const counts = Array.from(
      { length: Math.max(...expected.groups) + 1 },
      (_, group) => expected.groups.filter((own) => own === group).length,
    );
    const index = { names: counts.map(String), groups: Int32Array.from(expected.groups), counts };
    const audit = (options?: MeasureOptions): AuditMetrics =>
      measure({ model: probabilities }, labels, index, expected.classCount, options).models.model;
    expected.classes.forEach((theirs, positive) => {
      const { rates, auc } = audit({ positive });
      expect(rates).toHaveLength(1);
      expectClose(inOrder(rates[0]!), inOrder(theirs));
      expectClose(auc, theirs.auc);
    });
    const { rates, auc, reliability, ...rest } = audit();
    const classes = expected.classCount === 2 ? [expected.classes[1]!] : expected.classes;
    expectClose(rates.map(inOrder), classes.map(inOrder));
    expectClose(auc, expected.classCount === 2 ? classes[0]!.auc : expected.meanAuc);
    expectClose(reliability, expected.reliability);
    const metrics = groupMetrics(probabilities, labels, index, expected.classCount);
    expect(rest).toMatchObject(metrics);
    expect(rest.intervals).toBeNull();
  });

  it('comes back from JSON as it was, intervals and small groups included', () => {
    const rows = [binaryRow(0, 1), binaryRow(1, 0), binaryRow(0.5, 1, 'b')];
    const found = auditOf(rows, { intervals: { random: createRandom(1), resamples: 20 } });
    expect(found.tooSmall.map(({ group, reason }) => [group, reason])).toEqual([
      [0, 'few-rows'],
      [1, 'few-rows'],
    ]);
    expect(JSON.parse(JSON.stringify(found))).toEqual(found);
  });

  it('judges small groups by the intervals and the entities that it has', () => {
    const rows = Array.from({ length: 40 }, (_, i) => binaryRow(i % 4 < 2 ? 0.75 : 0.25, i % 2));
    const intervals = { random: createRandom(1), resamples: 200 };
    expect(auditOf(rows).tooSmall).toEqual([]);
    expect(auditOf(rows, { intervals }).tooSmall.map(({ reason }) => reason)).toEqual(['wide-interval']);
    expect(auditOf(rows, { intervals, limits: { maxWidth: 0.5 } }).tooSmall).toEqual([]);
    const entities = rows.map((_, row) => row >> 1);
    expect(auditOf(rows, { intervals: { ...intervals, entities } }).tooSmall).toEqual([
      { group: 0, rows: 40, reason: 'few-entities', found: 20, limit: 30 },
    ]);
  });

  it('refuses what is not a class, a prediction or a group', () => {
    const rows = [binaryRow(0.5, 1), binaryRow(0.5, 0)];
    expectError(() => auditOf(rows, { positive: 2 }), 'bad-option', 'positive', 'from 0 to 1', 'got 2');
    expectError(() => auditOf(rows, { positive: 0.5 }), 'bad-option', 'got 0.5');
    expectError(() => auditOf([{ ...rows[0]!, label: 2 }]), 'bad-target', 'row 1 has 2');
    expectError(() => auditOf(rows, {}, ['a', 'b']), 'bad-groups', 'no rows in group "b"');
  });

  it('leaves what it is handed alone', () => {
    const rows = [binaryRow(0.9, 1), binaryRow(0.1, 0), binaryRow(0.4, 1, 'b'), binaryRow(0.6, 0, 'b')];
    const { probabilities, labels, groups, classCount } = predictionsOf(rows);
    const entities = Int32Array.of(3, 1, 2, 2);
    const intervals = { random: createRandom(1), resamples: 5, entities };
    measure({ one: probabilities, two: probabilities }, labels, groups, classCount, { intervals });
    expect({ probabilities, labels, groups, classCount }).toEqual(predictionsOf(rows));
    expect(entities).toEqual(Int32Array.of(3, 1, 2, 2));
  });
});

describe('properties of the audit', () => {
  it('permutes when the groups are relabelled, and stays the same when every row is there twice', () => {
    fc.assert(
      fc.property(someRows, fc.shuffledSubarray([0, 1, 2], { minLength: 3 }), (rows, order) => {
        const before = auditOf(rows, {}, GROUP_NAMES);
        const after = auditOf(rows, {}, permute(GROUP_NAMES, order));
        const twice = auditOf([...rows, ...rows], {}, GROUP_NAMES);
        expect(twice.rates).toEqual(before.rates);
        expect(twice.auc).toEqual(before.auc);
        const halved = twice.reliability.map((curve) => curve.map((bin) => ({ ...bin, rows: bin.rows / 2 })));
        expectClose(halved, before.reliability);
        expect(after.reliability).toEqual(permute(before.reliability, order));
        expect(after.auc.byGroup).toEqual(permute(before.auc.byGroup, order));
        after.rates.forEach((rates, c) => {
          for (const name of RATE_NAMES) {
            expect(rates[name].byGroup).toEqual(permute(before.rates[c]![name].byGroup, order));
          }
          expect(rates.parity).toEqual(before.rates[c]!.parity);
        });
      }),
    );
  });

  it('has differences and ratios from 0 to 1, and odds never more equal than opportunity', () => {
    fc.assert(
      fc.property(someRows, (rows) => {
        for (const { parity } of auditOf(rows).rates) {
          for (const { difference, ratio } of Object.values(parity)) {
            for (const value of [difference, ratio]) {
              if (value === null) continue;
              expect(value).toBeGreaterThanOrEqual(0);
              expect(value).toBeLessThanOrEqual(1);
            }
          }
          const { equalisedOdds, equalOpportunity } = parity;
          if (equalisedOdds.difference === null) continue;
          expect(equalisedOdds.difference).toBeGreaterThanOrEqual(equalOpportunity.difference!);
          expect(equalisedOdds.ratio).toBeLessThanOrEqual(equalOpportunity.ratio!);
        }
      }),
    );
  });

  it('has the sample mean of tpr over classes in the accuracy: Σ base rate · tpr', () => {
    fc.assert(
      fc.property(someRows, (rows) => {
        const classCount = rows[0]!.probabilities.length;
        const classes = Array.from({ length: classCount }, (_, positive) => auditOf(rows, { positive }));
        classes[0]!.accuracy.byGroup.forEach((accuracy, group) => {
          const sum = classes.reduce((total, { rates }) => {
            const { baseRate, tpr } = rates[0]!;
            return total + baseRate.byGroup[group]! * (tpr.byGroup[group] ?? 0);
          }, 0);
          expect(sum).toBeCloseTo(accuracy, 12);
        });
      }),
    );
  });

  it('has the mean of one-versus-rest AUCs where there are more than two classes', () => {
    fc.assert(
      fc.property(someRows, (rows) => {
        const { probabilities, labels, groups, classCount } = predictionsOf(rows);
        const classes = classCount === 2 ? [1] : [...Array(classCount).keys()];
        const expected = aucs(probabilities, labels, groups, classCount, classes);
        expect(auditOf(rows).auc.byGroup).toEqual(expected);
      }),
    );
  });
});
