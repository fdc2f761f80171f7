// What an audit found, in sentences.

import { percent } from '@fairfront/charts';
import { count, listed, type TooSmallGroup } from '@fairfront/core';
import { decimal, percent1 } from '../terminal/numbers.js';
import type { AuditResult } from './audit-result.js';
import { range, TOO_SMALL } from './audit-tables.js';

export interface AuditWords {
  readonly problem: string;
  readonly worst: string;
  readonly decisions: string;
  readonly calibration: string;
  /** Groups too small to be judged. */
  readonly tooSmall: string | undefined;
  readonly intervals: string | undefined;
}

export function auditWords(result: AuditResult): AuditWords {
  return {
    problem: `${result.data}: ${count(result.rows, 'prediction')} of ${result.target} (${listed(result.classes)}) for ${count(result.groups.length, 'group')}.`,
    worst: worstWords(result),
    decisions: decisionWords(result),
    calibration: calibrationWords(result),
    tooSmall: tooSmallWords(result),
    intervals: intervalWords(result),
  };
}

function worstWords({ metrics, groups }: AuditResult): string {
  const { crossEntropy, accuracy, intervals } = metrics;
  const name = (group: number): string => groups[group]!.name;
  const sure =
    intervals === null
      ? ''
      : ` (the worst of all groups: ${range(intervals.crossEntropy.worst, decimal)} with ${percent(intervals.level)} confidence)`;
  const also =
    accuracy.worstGroup === crossEntropy.worstGroup
      ? 'It also has the lowest accuracy'
      : `The lowest accuracy is that of ${name(accuracy.worstGroup)}`;
  return `The model serves ${name(crossEntropy.worstGroup)} worst: cross-entropy ${decimal(crossEntropy.worst)}${sure}, ${decimal(crossEntropy.disparity)} above the best-served group. ${also}, ${percent1(accuracy.worst)}; groups are ${points(accuracy.disparity)} apart.`;
}

/** Of the class with the largest difference where there are several. */
function decisionWords({ metrics, groups, classes }: AuditResult): string {
  const size = ({ parity }: (typeof metrics.rates)[number]): number =>
    parity.equalisedOdds.difference ?? parity.demographicParity.difference ?? 0;
  const rates = metrics.rates.reduce((one, other) => (size(other) > size(one) ? other : one));
  const of = classes[rates.positive]!;
  const ends = (byGroup: readonly (number | null)[]): string => {
    const known = byGroup.flatMap((value, group) => (value === null ? [] : [{ value, group }]));
    const sorted = known.sort((one, other) => one.value - other.value);
    if (sorted.length < 2) return 'cannot be compared: fewer than two groups have it';
    const [low, high] = [sorted[0]!, sorted.at(-1)!];
    return `from ${percent1(low.value)} (${groups[low.group]!.name}) to ${percent1(high.value)} (${groups[high.group]!.name})`;
  };
  return `Decisions for “${of}”: the share selected goes ${ends(rates.selectionRate.byGroup)}; of those who are “${of}”, the share found goes ${ends(rates.tpr.byGroup)}; of those who are not, the share selected all the same goes ${ends(rates.fpr.byGroup)}.`;
}

function calibrationWords({ metrics, groups }: AuditResult): string {
  const { ece, reliability } = metrics;
  const bins = reliability[ece.worstGroup]!;
  const { name, rows } = groups[ece.worstGroup]!;
  const bias =
    bins.reduce((sum, { rows, confidence, accuracy }) => sum + rows * (confidence - accuracy), 0) / rows;
  return `Probabilities are furthest off for ${name}: by ${points(ece.worst)} on average, where the model is ${directionWords(bias, ece.worst)}.`;
}

/** Share of the error that must be of one sign for the whole to be called so. */
const ONE_SIDED = 0.5;

function directionWords(bias: number, error: number): string {
  if (Math.abs(bias) < ONE_SIDED * error) return 'now too sure, now not sure enough';
  return bias > 0 ? 'surer than it should be' : 'less sure than it could be';
}

function points(share: number): string {
  return `${(100 * share).toFixed(1)} percentage points`;
}

function tooSmallWords({ metrics, groups, classes }: AuditResult): string | undefined {
  if (metrics.tooSmall.length === 0) return undefined;
  const told = metrics.tooSmall.map((one) => tooSmallReason(one, groups[one.group]!.name, classes));
  return `${TOO_SMALL} too small to be judged: ${told.join('; ')}. Their figures say more of chance than of the model.`;
}

function tooSmallReason(
  { reason, found, limit, rarestClass }: TooSmallGroup,
  name: string,
  classes: readonly string[],
): string {
  switch (reason) {
    case 'few-rows':
      return `${name} has ${count(found, 'row')}, fewer than ${limit}`;
    case 'few-entities':
      return `${name} has rows of ${found} entities, fewer than ${limit}`;
    case 'few-rows-of-class':
      return `${name} has ${count(found, 'row')} of “${classes[rarestClass!]}”, fewer than ${limit}`;
    case 'wide-interval':
      return `the accuracy of ${name} is known to within ${points(found)} only`;
  }
}

function intervalWords({ metrics: { intervals } }: AuditResult): string | undefined {
  if (intervals === null) return undefined;
  return `Intervals are of ${count(intervals.resamples, 'bootstrap sample')}, drawn within each group. That of a worst group or a difference takes it anew in each sample: it knows that one cannot be sure who is served worst, and leans towards the worse. Those of calibration errors lean upwards too: chance alone makes them larger than 0.`;
}
