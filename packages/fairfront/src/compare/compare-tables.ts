// Runs side by side, metric by metric: a line for each group, a column for each run.

import type { Estimate, GroupMetric, Interval, MetricChange, PartialMetric } from '@fairfront/core';
import { decimal, percent1, signed } from '../report/numbers.js';
import type { TextTable } from '../report/table.js';
import { lossName } from '../training/task-report.js';
import type { ComparedRun, CompareResult } from './compare-result.js';

/** One metric of every run. */
export interface ComparedMetric {
  readonly name: string;
  readonly better: 'higher' | 'lower' | 'neither';
  readonly unit: 'share' | 'number';
  of(run: ComparedRun): MetricOfRun;
}

/** A metric of a run: its figures, their intervals, and what changed. */
export interface MetricOfRun {
  readonly metric: GroupMetric | PartialMetric;
  /** By group. */
  readonly intervals: readonly (Interval | null)[];
  readonly worst: Interval | null;
  readonly apart: Interval | null;
  /** Of all rows, where it is a mean over rows. */
  readonly overall: Estimate | null;
  readonly changes: MetricChange<Estimate | null> | undefined;
}

/** The risks that runs were trained for, accuracy, and the rates of decisions. */
export function comparedMetrics({ runs, classes }: CompareResult): ComparedMetric[] {
  const losses = [...new Set(runs.map(({ loss }) => loss))];
  const mean =
    (name: 'accuracy' | 'brier' | 'crossEntropy') =>
    (run: ComparedRun): MetricOfRun => {
      const own = run.metrics.intervals![name];
      return {
        metric: run.metrics[name],
        intervals: own.byGroup,
        worst: own.worst,
        apart: own.disparity,
        overall: own.sampleMean,
        changes: run.changes?.[name],
      };
    };
  const rates = runs[0]!.metrics.rates.flatMap(({ positive }, place) => {
    const rate = (
      key: 'selectionRate' | 'tpr' | 'fpr',
      name: string,
      better: ComparedMetric['better'],
    ): ComparedMetric => ({
      name: `${name} “${classes[positive]}”`,
      better,
      unit: 'share',
      of: ({ metrics, changes }) => {
        const own = metrics.intervals!.rates[place]![key];
        return {
          metric: metrics.rates[place]![key],
          intervals: own.byGroup,
          worst: own.worst,
          apart: own.difference,
          overall: null,
          changes: changes?.rates[place]?.[key],
        };
      },
    });
    return [
      rate('selectionRate', 'selected as', 'neither'),
      rate('tpr', 'true positives of', 'higher'),
      rate('fpr', 'false positives of', 'lower'),
    ];
  });
  return [
    ...losses.map(
      (loss): ComparedMetric => ({
        name: lossName({ task: { loss } }),
        better: 'lower',
        unit: 'number',
        of: mean(loss === 'brier' ? 'brier' : 'crossEntropy'),
      }),
    ),
    { name: 'accuracy', better: 'higher', unit: 'share', of: mean('accuracy') },
    ...rates,
  ];
}

/** The table of one metric. @param result printable @param between what stands between a figure and how sure it is */
export function comparedTable(
  { runs, groups }: CompareResult,
  compared: ComparedMetric,
  between: string,
): TextTable {
  const show = compared.unit === 'share' ? percent1 : decimal;
  const found = runs.map(compared.of);
  const cell = (
    value: number | null | undefined,
    interval: Interval | null,
    change?: Estimate | null,
  ): string => {
    if (value === null || value === undefined) return '–';
    if (change) return `${show(value)}${between === ' ' ? ', ' : between}${changeText(change, compared)}`;
    return interval === null
      ? show(value)
      : `${show(value)}${between}(${show(interval.low)} to ${show(interval.high)})`;
  };
  const isPartial = found.some(({ overall }) => overall === null);
  return {
    columns: [
      { title: compared.name, align: 'left' },
      ...runs.map(({ folder, changes }, i) => ({
        title: i > 0 && changes === null ? `${folder} (other rows)` : folder,
      })),
    ],
    rows: [
      ...groups.map((name, group) => [
        name,
        ...found.map(({ metric, intervals, changes }) =>
          cell(metric.byGroup[group], intervals[group] ?? null, changes?.byGroup[group]),
        ),
      ]),
      ...(isPartial
        ? []
        : [
            [
              'all rows',
              ...found.map(({ overall, changes }) => cell(overall!.value, overall, changes?.overall)),
            ],
          ]),
      ...(compared.better === 'neither'
        ? []
        : [['worst group', ...found.map(({ metric, worst }) => cell(metric.worst, worst))]]),
      [
        'largest difference',
        ...found.map(({ metric, apart }) =>
          cell('disparity' in metric ? metric.disparity : metric.difference, apart),
        ),
      ],
    ],
  };
}

/** A change with its interval, and what it comes to where that is sure; shares change by percentage points. */
function changeText({ value, low, high }: Estimate, { unit, better }: ComparedMetric): string {
  const show = (change: number): string => {
    const text = unit === 'share' ? pointsOf(change) : signed(change);
    return change > 0 && /[1-9]/.test(text) ? `+${text}` : text;
  };
  const direction = directionOf({ low, high }, better);
  return `${show(value)}${unit === 'share' ? ' points' : ''} (${show(low)} to ${show(high)})${direction === undefined ? '' : ` ${direction}`}`;
}

/** Better or worse, where the interval leaves no doubt. */
export function directionOf(
  { low, high }: Interval,
  better: ComparedMetric['better'],
): 'better' | 'worse' | undefined {
  if (better === 'neither' || (low <= 0 && high >= 0)) return undefined;
  return low > 0 === (better === 'higher') ? 'better' : 'worse';
}

/** One decimal with a true minus; what rounds to 0 has no sign. */
function pointsOf(share: number): string {
  return (Number((100 * share).toFixed(1)) + 0).toFixed(1).replace('-', '−');
}
