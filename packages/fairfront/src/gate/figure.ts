// The figure that a rule is about, and how sure it is.

import type {
  AuditMetrics,
  GroupMetric,
  GroupMetricIntervals,
  Interval,
  PartialMetric,
  PartialMetricIntervals,
} from '@fairfront/core';
import { count, describeNearest, normalQuantile, quoted, shown } from '@fairfront/core/internal';
import { UsageError } from '../usage-error.js';
import { type MetricName, PARITIES, ruleMetric } from './metrics.js';
import type { Rule } from './rule.js';
import { groupsWithFewRows, type Subject } from './subject.js';

/** A figure, its interval, and what speaks against trusting it. */
export interface Figure {
  readonly value: number;
  /** null where there is none. */
  readonly interval: Interval | null;
  /** The places of the groups it is of: one, or those at both ends. */
  readonly groups: readonly number[];
  /** Why its interval cannot be trusted, in words. */
  readonly doubts: readonly string[];
}

/** Fewer rows behind a rate let it take steps of more than a tenth. */
const FEWEST_BEHIND = 10;

/** Finds what a rule is about. A rule that names what is not there is refused. */
export function figureOf(rule: Rule, subject: Subject): Figure {
  const { about } = rule;
  const { metrics, groups } = subject;
  if (about.kind === 'parity') return parityFigure(rule, about.parity, subject);
  const name = about.metric;
  const { metric, intervals } = metricOf(rule, name, subject);
  const small = smallWords(subject);
  const refuse = (): never => {
    throw new UsageError(`rule ${quoted([rule.text])}: ${nothingWords(name)}`);
  };
  switch (about.kind) {
    case 'worst':
      return {
        value: metric.worst ?? refuse(),
        interval: intervals?.worst ?? null,
        groups: [metric.worstGroup!],
        doubts: [...small, ...withoutWords(metric.byGroup, name, subject)],
      };
    case 'disparity':
      return {
        value: ('disparity' in metric ? metric.disparity : metric.difference) ?? refuse(),
        interval:
          (intervals && ('disparity' in intervals ? intervals.disparity : intervals.difference)) ?? null,
        groups: ends(metric.byGroup),
        doubts: [...small, ...withoutWords(metric.byGroup, name, subject)],
      };
    case 'group': {
      const group = groups.findIndex((own) => own.name === about.group);
      if (group < 0) {
        const names = groups.map((own) => own.name);
        throw new UsageError(
          `rule ${quoted([rule.text])}: there is no group ${quoted([about.group])}; ${describeNearest(about.group, names)}`,
        );
      }
      const value = metric.byGroup[group] ?? refuse();
      const behind = rowsBehind(rule, name, subject, group);
      const few = `${shown(groups[group]!.name)} has ${count(behind, 'row')} behind its ${name}, fewer than ${FEWEST_BEHIND}`;
      return {
        value,
        interval: widened(value, intervals?.byGroup[group] ?? null, behind, subject, name),
        groups: [group],
        doubts: [...smallWords(subject, group), ...(behind < FEWEST_BEHIND ? [few] : [])].slice(0, 1),
      };
    }
    default: {
      const { sampleMean: value } = metrics[name as 'accuracy'];
      const rows = groups.reduce((sum, own) => sum + own.rows, 0);
      const interval = metrics.intervals?.[name as 'accuracy'].sampleMean ?? null;
      return { value, interval: widened(value, interval, rows, subject, name), groups: [], doubts: [] };
    }
  }
}

function parityFigure(rule: Rule, name: keyof typeof PARITIES, subject: Subject): Figure {
  const { parity, of } = PARITIES[name];
  const place = ratesPlace(rule, subject);
  const rates = subject.metrics.rates[place]!;
  const value = rates.parity[parity][of];
  if (value === null) {
    throw new UsageError(`rule ${quoted([rule.text])}: ${nothingWords(name)}`);
  }
  const wider = (rates.tpr.difference ?? 0) >= (rates.fpr.difference ?? 0) ? 'tpr' : 'fpr';
  const compared = {
    demographicParity: ['selectionRate'],
    equalOpportunity: ['tpr'],
    equalisedOdds: [wider, wider === 'tpr' ? 'fpr' : 'tpr'],
  } as const;
  const [first] = compared[parity];
  return {
    value,
    interval: subject.metrics.intervals?.rates[place]?.parity[parity][of] ?? null,
    groups: ends(rates[first].byGroup),
    doubts: [
      ...smallWords(subject),
      ...compared[parity].flatMap((rate) => withoutWords(rates[rate].byGroup, rate, subject)),
    ],
  };
}

/** A metric and its intervals. */
interface Measured {
  readonly metric: GroupMetric | PartialMetric;
  readonly intervals: GroupMetricIntervals | PartialMetricIntervals | undefined;
}

/** A metric by its name, of the class that a rule names. */
export function metricOf(rule: Rule, name: MetricName, subject: Subject): Measured {
  const { metrics } = subject;
  if (!isRate(name)) return { metric: metrics[name], intervals: metrics.intervals?.[name] };
  const place = ratesPlace(rule, subject);
  return { metric: metrics.rates[place]![name], intervals: metrics.intervals?.rates[place]?.[name] };
}

type RateName = Exclude<keyof AuditMetrics['rates'][number], 'positive' | 'parity'>;

/** Whether a metric is one of the decision rates. */
export function isRate(name: MetricName): name is RateName {
  return ruleMetric(name).ofClass === true;
}

/** Which of the classes that have rates a rule is about. */
export function ratesPlace({ text, ofClass }: Rule, { metrics: { rates }, classes }: Subject): number {
  const names = rates.map(({ positive }) => classes[positive]!);
  if (ofClass === undefined) {
    if (names.length === 1) return 0;
    throw new UsageError(
      `rule ${quoted([text])}: it is about one class; say which, as in ${quoted([`… of "${names[0]}" …`])}: ${quoted(names)}`,
    );
  }
  const place = names.indexOf(ofClass);
  if (place >= 0) return place;
  const wayOut = classes.includes(ofClass)
    ? `rates are of ${quoted(names)} here`
    : describeNearest(ofClass, names);
  throw new UsageError(`rule ${quoted([text])}: there are no rates of class ${quoted([ofClass])}; ${wayOut}`);
}

/** How many rows of a group a metric rests on. */
function rowsBehind(rule: Rule, name: MetricName, subject: Subject, group: number): number {
  const { rows } = subject.groups[group]!;
  const { rates } = subject.metrics;
  const base = (place: number): number => rates[place]!.baseRate.byGroup[group]!;
  if (name === 'auc') {
    const rarer = rates
      .map((_, place) => Math.min(base(place), 1 - base(place)))
      .filter((share) => share > 0);
    return Math.round(rows * Math.min(...rarer));
  }
  if (!isRate(name)) return rows;
  const place = ratesPlace(rule, subject);
  const selected = rates[place]!.selectionRate.byGroup[group]!;
  const shares: Partial<Record<RateName, number>> = {
    tpr: base(place),
    fpr: 1 - base(place),
    precision: selected,
  };
  return Math.round(rows * (shares[name] ?? 1));
}

/** Where all rows are alike no resample differs: a share of 0 or 1 then has Wilson's interval. */
function widened(
  value: number,
  interval: Interval | null,
  rows: number,
  { metrics }: Subject,
  name: MetricName,
): Interval | null {
  if (interval === null || interval.low < interval.high || ruleMetric(name).highest !== 1) return interval;
  const square = normalQuantile((1 + metrics.intervals!.level) / 2) ** 2;
  const reach = square / (rows + square);
  if (value === 1) return { low: 1 - reach, high: 1 };
  return value === 0 ? { low: 0, high: reach } : interval;
}

/** Groups with few rows. @param only of this one alone */
function smallWords(subject: Subject, only?: number): string[] {
  return groupsWithFewRows(subject)
    .filter(({ group }) => only === undefined || group === only)
    .map(
      ({ group, found, limit, reason }) =>
        `${shown(subject.groups[group]!.name)} has ${count(found, 'row')}${reason === 'few-entities' ? ' of different people' : ''}, fewer than ${limit}`,
    );
}

function withoutWords(byGroup: PartialMetric['byGroup'], name: string, { groups }: Subject): string[] {
  return byGroup.flatMap((value, group) =>
    value === null ? [`${shown(groups[group]!.name)} has no ${name}`] : [],
  );
}

function nothingWords(name: string): string {
  return `there is no ${name} to judge: its rows are missing (docs/metrics.md says which rows it is of)`;
}

/** The places of the highest and the lowest. */
function ends(byGroup: PartialMetric['byGroup']): number[] {
  const known = [...byGroup.keys()].filter((group) => byGroup[group] !== null);
  const highest = known.reduce((one, other) => (byGroup[other]! > byGroup[one]! ? other : one));
  const lowest = known.reduce((one, other) => (byGroup[other]! < byGroup[one]! ? other : one));
  return highest === lowest ? [highest] : [highest, lowest];
}
