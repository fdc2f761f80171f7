// What an audit found, in sentences.

import type { TooSmallGroup } from '@fairfront/core';
import {
  count,
  decimal,
  isAboveChance,
  listed,
  percent,
  percent1,
  worstInterval,
} from '@fairfront/core/internal';
import { weightWords } from '../training/task-words.js';
import type { AuditResult } from './audit-result.js';
import { range, TOO_SMALL } from './audit-tables.js';
import { judgedGroups } from './judged-groups.js';

export interface AuditWords {
  readonly problem: string;
  /** Who is served worst, in a few words. */
  readonly headline: string;
  readonly worst: string;
  readonly decisions: string;
  /** How far probabilities can be trusted; left out of decisions alone. */
  readonly calibration: string | undefined;
  /** What the numbers of the first table mean. */
  readonly conventions: string;
  /** Groups too small to be judged. */
  readonly tooSmall: string | undefined;
  readonly intervals: string | undefined;
}

export function auditWords(result: AuditResult): AuditWords {
  return {
    problem: `${result.data}: ${count(result.rows, 'prediction')} of ${result.target} (${listed(result.classes)}) for ${count(result.groups.length, 'group')}. ${columnWords(result)}${weightWords(result.weight)}`,
    headline: headlineWords(result),
    worst: worstWords(result),
    decisions: decisionWords(result),
    calibration: result.decisionsOnly ? undefined : calibrationWords(result),
    conventions: BRIER_CONVENTION,
    tooSmall: tooSmallWords(result),
    intervals: intervalWords(result),
  };
}

/** What was read as what: nobody should have to guess. */
function columnWords({ columns, classes, overall }: AuditResult): string {
  const read = columns.flatMap((column, i) =>
    column === null ? [] : [`${column} is read as the probability of “${classes[i]}”`],
  );
  const auc = overall.auc.byGroup[0];
  const doubt =
    auc !== null && auc !== undefined && auc < 0.5
      ? ` Over all rows that is worse than chance (AUC ${auc.toFixed(3)}): is the column of another class? Say which with class=column.`
      : '';
  return `${read.join(', ')}.${doubt}`;
}

/** Others divide the score by two where there are two classes. */
const BRIER_CONVENTION =
  'The Brier score sums squared errors over all classes, from 0 to 2; with two classes, others often tell half of it.';

function headlineWords(result: AuditResult): string {
  const { metrics, groups, decisionsOnly } = result;
  const { judged } = judgedGroups(result);
  const [highest, lowest] = ends((decisionsOnly ? metrics.accuracy : metrics.crossEntropy).byGroup, judged);
  const { name } = groups[(decisionsOnly ? lowest : highest).group]!;
  return judged.length === 1 ? `Only ${name} can be judged` : `${name} is served worst`;
}

function worstWords(result: AuditResult): string {
  if (result.decisionsOnly) return worstDecisionWords(result);
  const { metrics, groups } = result;
  const { crossEntropy, brier, accuracy } = metrics;
  const { judged } = judgedGroups(result);
  const [worst, best] = ends(crossEntropy.byGroup, judged);
  const [lowest, highest] = ends(accuracy.byGroup, judged).reverse() as [Ranked, Ranked];
  const name = ({ group }: Ranked): string => groups[group]!.name;
  const sure = worstRange(result, 'crossEntropy', 'highest', decimal);
  if (judged.length === 1) {
    return `Only ${name(worst)} has rows enough to be judged: cross-entropy ${decimal(worst.value)}${sure}, accuracy ${percent1(lowest.value)}.`;
  }
  const [byBrier] = ends(brier.byGroup, judged);
  const other =
    brier.byGroup[worst.group] === byBrier.value ? '' : ` By the Brier score it is ${name(byBrier)}.`;
  const also =
    accuracy.byGroup[worst.group] === lowest.value
      ? 'It also has the lowest accuracy'
      : `The lowest accuracy is that of ${name(lowest)}`;
  return `The model serves ${name(worst)} worst: cross-entropy ${decimal(worst.value)}${sure}, ${decimal(worst.value - best.value)} above the best-served group.${other} ${also}, ${percent1(lowest.value)}; groups are ${points(highest.value - lowest.value)} apart.`;
}

/** The same of decisions alone, by their accuracy. */
function worstDecisionWords(result: AuditResult): string {
  const { metrics, groups } = result;
  const { judged } = judgedGroups(result);
  const [highest, lowest] = ends(metrics.accuracy.byGroup, judged);
  const sure = worstRange(result, 'accuracy', 'lowest', percent1);
  const found =
    judged.length === 1
      ? `Only ${groups[lowest.group]!.name} has rows enough to be judged: accuracy ${percent1(lowest.value)}${sure}.`
      : `The model serves ${groups[lowest.group]!.name} worst: accuracy ${percent1(lowest.value)}${sure}; groups are ${points(highest.value - lowest.value)} apart.`;
  return `${found} Every probability is 0 or 1, so these are decisions: groups are compared by the share of right ones. The Brier score is twice the share of errors, and a cross-entropy would say no more.`;
}

/** In brackets, the interval that holds the worst group's figure, whichever of those judged it is. */
function worstRange(
  result: AuditResult,
  name: 'crossEntropy' | 'accuracy',
  worstIs: 'highest' | 'lowest',
  show: (value: number) => string,
): string {
  const { intervals } = result.metrics;
  if (intervals === null) return '';
  const { bands, byGroup } = intervals[name];
  const { judged } = judgedGroups(result);
  const [only, ...others] = judged;
  if (others.length === 0) return ` (${percent(intervals.level)} interval ${range(byGroup[only!]!, show)})`;
  const interval = worstInterval(
    judged.map((group) => bands[group]!),
    worstIs,
  );
  return ` (${percent(intervals.level)} interval ${range(interval, show)}, whichever group is the worst)`;
}

interface Ranked {
  readonly group: number;
  readonly value: number;
}

/** The highest and the lowest of the groups that have it, one at least; the first on a tie. */
function ends(byGroup: readonly (number | null)[], groups: readonly number[]): [Ranked, Ranked] {
  const known = groups.flatMap((group) =>
    byGroup[group] === null ? [] : [{ group, value: byGroup[group]! }],
  );
  return [
    known.reduce((one, other) => (other.value > one.value ? other : one)),
    known.reduce((one, other) => (other.value < one.value ? other : one)),
  ];
}

/** Takes the class with the largest difference where there are several. */
function decisionWords(result: AuditResult): string {
  const { metrics, groups, classes } = result;
  const { judged } = judgedGroups(result);
  const compared = (byGroup: readonly (number | null)[]): boolean =>
    judged.filter((group) => byGroup[group] !== null).length > 1;
  const size = ({ tpr, fpr, selectionRate }: (typeof metrics.rates)[number]): number => {
    const odds = [tpr.byGroup, fpr.byGroup];
    const gaps = (odds.every(compared) ? odds : [selectionRate.byGroup]).map((byGroup) => {
      const [high, low] = ends(byGroup, judged);
      return high.value - low.value;
    });
    return Math.max(...gaps);
  };
  const rates = metrics.rates.reduce((one, other) => (size(other) > size(one) ? other : one));
  const of = classes[rates.positive]!;
  const those = judged.length < groups.length ? 'of the groups that can be judged' : 'groups';
  const told = (what: string, byGroup: readonly (number | null)[]): string => {
    if (!compared(byGroup)) {
      return `${what} cannot be compared, as fewer than two ${those} have it`;
    }
    const [high, low] = ends(byGroup, judged);
    if (high.value === low.value) return `${what} is the same, ${percent1(low.value)}`;
    return `${what} goes from ${percent1(low.value)} (${groups[low.group]!.name}) to ${percent1(high.value)} (${groups[high.group]!.name})`;
  };
  return `Decisions for “${of}”: ${told('the share selected', rates.selectionRate.byGroup)}; of those who are “${of}”, ${told('the share found', rates.tpr.byGroup)}; of those who are not, ${told('the share selected all the same', rates.fpr.byGroup)}.${predictionWords(result)}`;
}

/** The group whose share of the class the model is furthest from on average, where that is not chance. */
function predictionWords(result: AuditResult): string {
  const { metrics, groups, classes, decisionsOnly } = result;
  const [rates, ...others] = metrics.rates;
  if (metrics.intervals === null || decisionsOnly || others.length > 0) return '';
  const { baseRate, meanPrediction, positive } = rates!;
  const known = metrics.intervals.rates[0]!.baseRate.byGroup;
  const distances = meanPrediction.byGroup.map((mean, group) => {
    const { low, high, value } = known[group]!;
    return mean! >= low && mean! <= high ? 0 : Math.abs(mean! - value);
  });
  const [furthest] = ends(distances, judgedGroups(result).judged);
  if (furthest.value === 0) return '';
  const { name } = groups[furthest.group]!;
  return ` On average the model gives ${name} a probability of ${percent1(meanPrediction.byGroup[furthest.group]!)} for “${classes[positive]}”; ${percent1(baseRate.byGroup[furthest.group]!)} of them are.`;
}

function calibrationWords(result: AuditResult): string {
  const { metrics, groups } = result;
  const { ece, eceByChance } = metrics;
  // Small groups have large errors by chance: the worst is the one furthest above that.
  const above = ece.byGroup.map((error, group) => error - eceByChance[group]!);
  const [{ group: furthest }] = ends(above, judgedGroups(result).judged);
  const worst = { group: furthest, value: ece.byGroup[furthest]! };
  const { name, rows } = groups[furthest]!;
  const chance = `chance alone makes ${(100 * eceByChance[furthest]!).toFixed(1)}`;
  if (!isAboveChance(worst.value, eceByChance[furthest]!)) {
    return `No group’s probabilities are clearly off: those of ${name} are off by ${points(worst.value)} on average, and ${chance} on as many rows.`;
  }
  const bias = metrics.reliability[worst.group]!.reduce(
    (sum, { rows: own, share = own / rows, confidence, accuracy }) => sum + share * (confidence - accuracy),
    0,
  );
  return `Probabilities are furthest off for ${name}: by ${points(worst.value)} on average (${chance}), where the model is ${directionWords(bias, worst.value)}.`;
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

function tooSmallWords(result: AuditResult): string | undefined {
  const { groups, classes } = result;
  const { judged, tooSmall, fewOfClass } = judgedGroups(result);
  const leftOut = judged.length < groups.length ? ', and left out of what is said above' : '';
  const told = (found: readonly TooSmallGroup[]): string =>
    found.map((one) => tooSmallReason(one, groups[one.group]!.name, classes)).join('; ');
  const lines = [
    ...(tooSmall.length === 0
      ? []
      : [
          `${TOO_SMALL} too small to be judged${leftOut}: ${told(tooSmall)}. Their figures say more of chance than of the model.`,
        ]),
    ...(fewOfClass.length === 0
      ? []
      : [`Few rows of a class: ${told(fewOfClass)}. The rates and AUC of that class say little there.`]),
  ];
  return lines.length === 0 ? undefined : lines.join('\n');
}

function tooSmallReason(
  { reason, found, limit, rarestClass, effectiveRows }: TooSmallGroup,
  name: string,
  classes: readonly string[],
): string {
  const rows = `${count(Math.floor(found), 'row')}${effectiveRows === undefined ? '' : ' (counted by weight)'}`;
  switch (reason) {
    case 'few-rows':
      return `${name} has ${rows}, fewer than ${limit}`;
    case 'few-entities':
      return `${name} has rows of ${found} entities, fewer than ${limit}`;
    case 'few-rows-of-class':
      return `${name} has ${rows} of “${classes[rarestClass!]}”, fewer than ${limit}`;
    case 'wide-interval':
      return `the interval of ${name}’s accuracy is ${points(found)} wide`;
  }
}

function intervalWords({ metrics: { intervals }, decisionsOnly }: AuditResult): string | undefined {
  if (intervals === null) return undefined;
  return `Intervals are of ${count(intervals.resamples, 'bootstrap sample')}, drawn within each group. A group’s interval, in tables and pictures, is of that group by itself. The worst group’s and those of differences and ratios come from bands that hold all groups at once, so they hold what is true in about ${percent(intervals.level)} of samples or more, whichever groups are at the ends.${decisionsOnly ? '' : ' Chance alone makes calibration errors larger than 0, and their intervals with them.'}`;
}
