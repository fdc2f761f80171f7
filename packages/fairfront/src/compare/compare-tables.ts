// Runs side by side, metric by metric: a line for each group, a column for each run.

import type { Estimate, Interval, MetricChange } from '@fairfront/core';
import { decimal, percent1 } from '@fairfront/core/internal';
import { type ChangingMetric, METRIC_KINDS, namedChange, namedMetric } from '../measure/named-metric.js';
import type { TextTable } from '../report/table.js';
import { lossName } from '../training/task-words.js';
import type { ComparedRun, CompareResult } from './compare-result.js';

/** A metric that runs are compared by. */
export interface ComparedMetric {
  readonly title: string;
  readonly name: ChangingMetric;
  /** Of a rate: which of the classes that have rates. */
  readonly place?: number;
}

/** The risks that runs were trained for, accuracy, and the rates of decisions. */
export function comparedMetrics({ runs, classes }: CompareResult): ComparedMetric[] {
  const losses = [...new Set(runs.map(({ loss }) => loss))];
  return [
    ...losses.map((loss) => ({
      title: lossName({ task: { loss } }),
      name: loss === 'brier' ? ('brier' as const) : ('crossEntropy' as const),
    })),
    { title: 'accuracy', name: 'accuracy' },
    ...runs[0]!.metrics.rates.flatMap(({ positive }, place): ComparedMetric[] => [
      { title: `selected as “${classes[positive]}”`, name: 'selectionRate', place },
      { title: `true positives of “${classes[positive]}”`, name: 'tpr', place },
      { title: `false positives of “${classes[positive]}”`, name: 'fpr', place },
    ]),
  ];
}

/** How a metric changes from the first run; undefined where that is not known. */
export function changeOf(
  { changes }: ComparedRun,
  { name, place }: ComparedMetric,
): MetricChange<Estimate | null> | undefined {
  return changes === null ? undefined : namedChange(changes, name, place);
}

/** The table of one metric. @param result printable @param between what stands between a figure and how sure it is */
export function comparedTable(
  { runs, groups }: CompareResult,
  compared: ComparedMetric,
  between: string,
): TextTable {
  const { title, name, place } = compared;
  const show = isShare(name) ? percent1 : decimal;
  const found = runs.map((run) => ({
    ...namedMetric(run.metrics, name, place),
    changes: changeOf(run, compared),
  }));
  const cell = (
    value: number | null,
    interval: Interval | null | undefined,
    change?: Estimate | null,
  ): string => {
    if (value === null) return '–';
    if (change) return `${show(value)}${between === ' ' ? ', ' : between}${changeText(change, name)}`;
    return interval
      ? `${show(value)}${between}(${show(interval.low)} to ${show(interval.high)})`
      : show(value);
  };
  const line = (label: string, which: 'worst' | 'difference' | 'overall'): string[] => [
    label,
    ...found.map(({ [which]: value, intervals, changes }) =>
      cell(value, intervals?.[which], which === 'overall' ? changes?.overall : undefined),
    ),
  ];
  return {
    columns: [
      { title, align: 'left' },
      ...runs.map(({ folder, differs }) => ({ title: differs === null ? folder : `${folder} (other rows)` })),
    ],
    rows: [
      ...groups.map((group, i) => [
        group,
        ...found.map(({ byGroup, intervals, changes }) =>
          cell(byGroup[i]!, intervals?.byGroup[i], changes?.byGroup[i]),
        ),
      ]),
      ...(found[0]!.overall === null ? [] : [line('all rows', 'overall')]),
      ...(METRIC_KINDS[name].better === undefined ? [] : [line('worst group', 'worst')]),
      line('largest difference', 'difference'),
    ],
  };
}

function isShare(name: ChangingMetric): boolean {
  return METRIC_KINDS[name].highest === 1;
}

/** A change with its interval, and what it comes to where that is sure; shares change by percentage points. */
function changeText({ value, low, high }: Estimate, name: ChangingMetric): string {
  const show = (change: number): string => {
    const text = isShare(name) ? pointsOf(change) : decimal(change);
    return change > 0 && /[1-9]/.test(text) ? `+${text}` : text;
  };
  const direction = directionOf({ low, high }, name);
  return `${show(value)}${isShare(name) ? ' points' : ''} (${show(low)} to ${show(high)})${direction === undefined ? '' : ` ${direction}`}`;
}

/** Better or worse, where the interval leaves no doubt. */
export function directionOf({ low, high }: Interval, name: ChangingMetric): 'better' | 'worse' | undefined {
  const { better } = METRIC_KINDS[name];
  if (better === undefined || (low <= 0 && high >= 0)) return undefined;
  return low > 0 === (better === 'higher') ? 'better' : 'worse';
}

/** One decimal with a true minus; what rounds to 0 has no sign. */
function pointsOf(share: number): string {
  return (Number((100 * share).toFixed(1)) + 0).toFixed(1).replace('-', '−');
}
