// What a card tells of the model in numbers: metrics over all test rows, in the worst group and in every group, with
// intervals. Calibration errors have none: resampling adds to what chance adds to them, so that they may lie outside.

import type { AuditMetrics, Estimate, Interval } from '@fairfront/core';
import type { FitResult } from '../measure/fit-result.js';

/** One metric of a card. */
export interface Figure {
  readonly type: string;
  readonly slice: Slice;
  readonly value: number;
  readonly interval: Interval | null;
}

/** The rows that a metric is of. */
export type Slice =
  | { readonly of: 'all' }
  | { readonly of: 'worst'; readonly group: string }
  | { readonly of: 'group'; readonly group: string };

/** What others call them. */
const TYPES = {
  accuracy: 'accuracy',
  crossEntropy: 'cross_entropy',
  brier: 'brier_score',
  ece: 'expected_calibration_error',
} as const;

/** The metrics of the chosen model on test rows. */
export function figuresOf({ models, groups, task }: FitResult): Figure[] {
  const { test } = models.minimax.metrics;
  const metrics = (['accuracy', 'crossEntropy', 'brier', 'ece'] as const).flatMap((name): Figure[] => {
    const { sampleMean, worst, byGroup } = test.intervals![name];
    const figure = (slice: Slice, estimate: Estimate): Figure =>
      figureOf(TYPES[name], slice, estimate, name !== 'ece');
    return [
      figure({ of: 'all' }, sampleMean),
      figure({ of: 'worst', group: groups[test[name].worstGroup]!.name }, worst),
      ...byGroup.map((estimate, group) => figure({ of: 'group', group: groups[group]!.name }, estimate)),
    ];
  });
  const recalls = task.classes.flatMap((label, c) =>
    groups.flatMap(({ name }, group): Figure[] => {
      const estimate = recallOf(test, c, group);
      const slice = { of: 'group', group: name } as const;
      return estimate === null ? [] : [figureOf(`recall of ${label}`, slice, estimate)];
    }),
  );
  return [...metrics, ...recalls];
}

function figureOf(type: string, slice: Slice, { value, low, high }: Estimate, isSure = true): Figure {
  return { type, slice, value, interval: isSure ? { low, high } : null };
}

/**
 * Of a group's rows of a class, the share that is recognised: whose most probable class it is. null where the group has
 * no such rows.
 */
export function recallOf({ rates, intervals }: AuditMetrics, label: number, group: number): Estimate | null {
  const place = rates.findIndex(({ positive }) => positive === label);
  if (place >= 0) return intervals!.rates[place]!.tpr.byGroup[group]!;
  const wrong = intervals!.rates[0]!.fpr.byGroup[group]!; // of two classes the other one
  return wrong === null ? null : { value: 1 - wrong.value, low: 1 - wrong.high, high: 1 - wrong.low };
}
