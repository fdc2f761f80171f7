// Golden metrics are in golden/, with the script that made them.

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GroupMetric } from '../../src/metrics/group-metric.js';
import { type GroupMetrics, groupMetrics } from '../../src/metrics/group-metrics.js';
import { permute } from '../helpers/arbitraries.js';
import '../helpers/close.js';
import { GROUP_NAMES, predictionsOf, type Row, someRows } from './prediction-rows.js';

const METRIC_NAMES = ['accuracy', 'brier', 'crossEntropy', 'ece', 'mce'] as const;

interface GoldenCase {
  readonly name: string;
  readonly classCount: number;
  /** rows × classes */
  readonly probabilities: readonly number[];
  readonly labels: readonly number[];
  readonly groups: readonly number[];
  readonly expected: Record<(typeof METRIC_NAMES)[number], GroupMetric>;
}

const golden = JSON.parse(readFileSync(new URL('golden/group-metrics.json', import.meta.url), 'utf8')) as {
  cases: GoldenCase[];
};

const numbersOf = ({ byGroup, sampleMean, groupMean, worst, disparity }: GroupMetric): number[] => [
  ...byGroup,
  sampleMean,
  groupMean,
  worst,
  disparity,
];

function metricsOf(rows: readonly Row[], names?: readonly string[]): GroupMetrics {
  const { probabilities, labels, groups, classCount } = predictionsOf(rows, names);
  return groupMetrics(probabilities, labels, groups, classCount);
}

describe('groupMetrics', () => {
  it.each(golden.cases)('agrees with the reference: $name', (expected) => {
    const counts = [0, 1, 2].map((group) => expected.groups.filter((own) => own === group).length);
    const metrics = groupMetrics(
      Float64Array.from(expected.probabilities),
      Int32Array.from(expected.labels),
      { names: GROUP_NAMES, groups: Int32Array.from(expected.groups), counts },
      expected.classCount,
    );
    for (const name of METRIC_NAMES) {
      const [ours, theirs] = [metrics[name], expected.expected[name]];
      expect(numbersOf(ours), name).toBeAllClose(numbersOf(theirs), { absolute: 1e-14, relative: 1e-14 });
      expect(ours.worstGroup, name).toBe(theirs.worstGroup);
    }
  });

  it('counts two rows of three as right, and what the wrong one costs', () => {
    const metrics = metricsOf([
      { probabilities: [0.75, 0.25], label: 0, group: 'a' },
      { probabilities: [0.75, 0.25], label: 1, group: 'a' },
      { probabilities: [0, 1], label: 1, group: 'b' },
    ]);
    expect(metrics.accuracy).toEqual({
      byGroup: [0.5, 1],
      sampleMean: 2 / 3,
      groupMean: 0.75,
      worst: 0.5,
      worstGroup: 0,
      disparity: 0.5,
    });
    expect(metrics.brier.byGroup).toEqual([(2 * (0.0625 + 0.5625)) / 2, 0]);
    expect(metrics.brier.worstGroup).toBe(0);
    expect(metrics.crossEntropy.byGroup).toBeAllClose([(Math.log(4 / 3) + Math.log(4)) / 2, 0], {
      relative: 1e-15,
    });
    expect(metrics.ece.byGroup).toEqual([0.25, 0]); // half right, 0.75 sure
    expect(metrics.mce.byGroup).toEqual([0.25, 0]);
  });

  it('takes the sample mean of ECE over the rows by their groups, not over all rows as one group', () => {
    const metrics = metricsOf([
      { probabilities: [0.75, 0.25], label: 0, group: 'a' },
      ...Array.from({ length: 3 }, () => ({ probabilities: [0.75, 0.25], label: 1, group: 'b' })),
    ]);
    expect(metrics.ece.byGroup).toEqual([0.25, 0.75]);
    expect(metrics.ece.sampleMean).toBe(0.625); // as one group: 0.5
    expect(metrics.ece.groupMean).toBe(0.5);
  });

  it('stays finite where the label had no chance, and comes back from JSON as it was', () => {
    const metrics = metricsOf([
      { probabilities: [1, 0], label: 1, group: 'a' },
      { probabilities: [1 - 1e-15, 1e-15], label: 1, group: 'b' },
      { probabilities: [1, 1e-300], label: 1, group: 'c' },
    ]);
    expect(metrics.crossEntropy.byGroup).toBeAllClose(
      [1074, 15 / Math.log10(2), 300 / Math.log10(2)].map((bits) => bits * Math.LN2),
      {
        relative: 1e-14,
      },
    );
    expect(metrics.crossEntropy.worstGroup).toBe(0);
    expect(JSON.parse(JSON.stringify(metrics))).toEqual(metrics);
  });

  it('finds nothing wrong with perfect predictions', () => {
    const rows = [0, 1, 2, 1].map((label, row) => ({
      probabilities: [0, 1, 2].map((c) => (c === label ? 1 : 0)),
      label,
      group: GROUP_NAMES[row % 2]!,
    }));
    const perfect = { sampleMean: 0, groupMean: 0, worst: 0, worstGroup: 0, disparity: 0, byGroup: [0, 0] };
    expect(metricsOf(rows)).toEqual({
      accuracy: { ...perfect, byGroup: [1, 1], sampleMean: 1, groupMean: 1, worst: 1 },
      brier: perfect,
      crossEntropy: perfect,
      ece: perfect,
      mce: perfect,
    });
  });

  it('loses no digits among a million rows', () => {
    const rowCount = 1_000_000;
    const metrics = groupMetrics(
      Float64Array.from({ length: 2 * rowCount }, (_, k) => (k % 2 === 0 ? 0.9 : 0.1)),
      new Int32Array(rowCount),
      { names: ['a'], groups: new Int32Array(rowCount), counts: [rowCount] },
      2,
    );
    expect(metrics.crossEntropy.byGroup).toEqual([-Math.log(0.9)]);
    expect(metrics.brier.byGroup).toEqual([(1 - 0.9) ** 2 + 0.1 ** 2]);
    expect(metrics.ece.byGroup).toBeAllClose([0.1], { absolute: 2 ** -53 });
  });

  it('leaves what it is handed alone', () => {
    const rows: Row[] = [
      { probabilities: [0.5, 0.5000001], label: 1, group: 'a' },
      { probabilities: [0, 1.0000001], label: 0, group: 'b' },
    ];
    const { probabilities, labels, groups, classCount } = predictionsOf(rows);
    groupMetrics(probabilities, labels, groups, classCount);
    expect({ probabilities, labels, groups, classCount }).toEqual(predictionsOf(rows));
  });
});

describe('properties of the metrics', () => {
  const close = { absolute: 1e-13, relative: 1e-13 };

  it('stay within their ranges, and no mean calibration error is above the largest', () => {
    fc.assert(
      fc.property(someRows, (rows) => {
        const metrics = metricsOf(rows);
        const upTo = { accuracy: 1, brier: 2, crossEntropy: -Math.log(Number.MIN_VALUE), ece: 1, mce: 1 };
        for (const name of METRIC_NAMES) {
          for (const value of numbersOf(metrics[name])) {
            expect(value).toBeGreaterThanOrEqual(0);
            expect(value).toBeLessThanOrEqual(upTo[name] + 1e-12);
          }
        }
        metrics.ece.byGroup.forEach((ece, group) => {
          expect(ece).toBeLessThanOrEqual(metrics.mce.byGroup[group]! + 1e-14);
        });
      }),
    );
  });

  it('never have an ECE below the gap between accuracy and mean confidence', () => {
    fc.assert(
      fc.property(someRows, (rows) => {
        const metrics = metricsOf(rows);
        GROUP_NAMES.forEach((name, group) => {
          const own = rows.filter((row) => row.group === name);
          const sure = own.reduce((sum, row) => sum + Math.max(...row.probabilities), 0) / own.length;
          const gap = Math.abs(metrics.accuracy.byGroup[group]! - sure);
          expect(metrics.ece.byGroup[group]).toBeGreaterThanOrEqual(gap - 1e-13);
        });
      }),
    );
  });

  it('permute when the groups are relabelled', () => {
    fc.assert(
      fc.property(someRows, fc.shuffledSubarray([0, 1, 2], { minLength: 3 }), (rows, order) => {
        const before = metricsOf(rows, GROUP_NAMES);
        const after = metricsOf(rows, permute(GROUP_NAMES, order));
        for (const name of METRIC_NAMES) {
          expect(after[name].byGroup).toEqual(permute(before[name].byGroup, order));
          expect(after[name].worst).toBe(before[name].worst);
          expect(after[name].disparity).toBe(before[name].disparity);
          expect(numbersOf(after[name]).slice(3)).toBeAllClose(numbersOf(before[name]).slice(3), close);
        }
      }),
    );
  });

  it('stay the same when every row is there twice, and in any order of the rows', () => {
    fc.assert(
      fc.property(someRows, (rows) => {
        const once = metricsOf(rows);
        for (const other of [metricsOf([...rows, ...rows]), metricsOf([...rows].reverse())]) {
          for (const name of METRIC_NAMES) {
            expect(numbersOf(other[name])).toBeAllClose(numbersOf(once[name]), close);
          }
        }
      }),
    );
  });

  it('of one group are what they were among other groups', () => {
    fc.assert(
      fc.property(someRows, (rows) => {
        const together = metricsOf(rows);
        GROUP_NAMES.forEach((group, a) => {
          const alone = metricsOf(rows.filter((row) => row.group === group));
          for (const name of METRIC_NAMES) {
            const value = together[name].byGroup[a]!;
            expect(alone[name].byGroup).toEqual([value]);
            expect([alone[name].worst, alone[name].worstGroup, alone[name].disparity]).toEqual([value, 0, 0]);
          }
        });
      }),
    );
  });

  it('that are means over rows have the mean over all rows as their sample mean', () => {
    fc.assert(
      fc.property(someRows, (rows) => {
        const byGroups = metricsOf(rows);
        const asOne = metricsOf(rows.map((row) => ({ ...row, group: 'all' })));
        for (const name of ['accuracy', 'brier', 'crossEntropy'] as const) {
          expect([byGroups[name].sampleMean]).toBeAllClose(asOne[name].byGroup, close);
        }
      }),
    );
  });

  it('Brier score and cross-entropy follow the classes when they are renamed', () => {
    fc.assert(
      fc.property(someRows, (rows) => {
        // The others depend on the order of the classes where they tie.
        const before = metricsOf(rows);
        const after = metricsOf(
          rows.map(({ probabilities, label, group }) => ({
            probabilities: [...probabilities].reverse(),
            label: probabilities.length - 1 - label,
            group,
          })),
        );
        expect(after.brier.byGroup).toBeAllClose(before.brier.byGroup, close);
        expect(after.crossEntropy.byGroup).toEqual(before.crossEntropy.byGroup);
      }),
    );
  });
});
