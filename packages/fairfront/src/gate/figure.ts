// The figure that a rule is about, and how sure it is.

import type { Interval } from '@fairfront/core';
import { count, describeNearest, normalQuantile, quoted, shown } from '@fairfront/core/internal';
import {
  isOfNumbers,
  METRIC_KINDS,
  METRIC_NAMES,
  type MetricName,
  type NamedMetric,
  namedMetric,
  namedNumber,
} from '../measure/named-metric.js';
import { UsageError } from '../usage-error.js';
import { PARITIES, type Rule } from './rule.js';
import { type AnySubject, groupsWithFewRows, predictsNumber, rowCount, type Subject } from './subject.js';

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
export const FEWEST_BEHIND = 10;

/** Finds what a rule is about. A rule that names what is not there is refused. */
export function figureOf(rule: Rule, subject: AnySubject): Figure {
  const { about } = rule;
  if (about.kind === 'parity')
    return parityFigure(rule, about.parity, ofClasses(rule, about.parity, subject));
  const name = about.metric;
  const metric = metricOf(rule, name, subject);
  const { intervals } = metric;
  switch (about.kind) {
    case 'worst':
    case 'disparity': {
      const which = about.kind === 'worst' ? 'worst' : 'difference';
      return {
        value: metric[which] ?? refuseNothing(rule, name),
        interval: intervals?.[which] ?? null,
        groups: about.kind === 'worst' ? [metric.worstGroup!] : ends(metric.byGroup),
        doubts: [...smallWords(subject), ...withoutWords(metric.byGroup, name, subject)],
      };
    }
    case 'group': {
      const names = subject.groups.map((own) => own.name);
      const group = names.indexOf(about.group);
      if (group < 0) {
        throw new UsageError(
          `rule ${quoted([rule.text])}: there is no group ${quoted([about.group])}; ${describeNearest(about.group, names)}`,
        );
      }
      const value = metric.byGroup[group] ?? refuseNothing(rule, name);
      const behind = rowsBehind(rule, name, subject, group);
      const few = `${shown(names[group]!)} has ${count(behind, 'row')} behind its ${name}, fewer than ${FEWEST_BEHIND}`;
      return {
        value,
        interval: widened(value, intervals?.byGroup[group] ?? null, behind, subject, name),
        groups: [group],
        doubts: [...smallWords(subject, group), ...(behind < FEWEST_BEHIND ? [few] : [])].slice(0, 1),
      };
    }
    default: {
      const value = metric.overall!;
      const interval = widened(value, intervals?.overall ?? null, rowCount(subject), subject, name);
      return { value, interval, groups: [], doubts: [] };
    }
  }
}

function metricOf(rule: Rule, name: MetricName, subject: AnySubject): NamedMetric {
  if (!isOfNumbers(name)) {
    const own = ofClasses(rule, name, subject);
    return namedMetric(own.metrics, name, METRIC_KINDS[name].ofClass ? ratesPlace(rule, own) : 0);
  }
  if (predictsNumber(subject)) return namedNumber(subject.metrics, name);
  const others = METRIC_NAMES.filter((own) => !isOfNumbers(own));
  throw new UsageError(
    `rule ${quoted([rule.text])}: ${name} is of numbers that are predicted, and ${shown(subject.label)} predicts classes; take ${others.slice(0, 5).join(', ')}`,
  );
}

/** What is judged, where that has classes. */
function ofClasses(rule: Rule, name: string, subject: AnySubject): Subject {
  if (!predictsNumber(subject)) return subject;
  throw new UsageError(
    `rule ${quoted([rule.text])}: ${name} is for classes only, and ${shown(subject.label)} predicts the number ${quoted([subject.target])}; take ${METRIC_NAMES.filter(isOfNumbers).join(', ')}`,
  );
}

function parityFigure(rule: Rule, name: keyof typeof PARITIES, subject: Subject): Figure {
  const { parity, of } = PARITIES[name];
  const place = ratesPlace(rule, subject);
  const { metrics } = subject;
  const rates = metrics.rates[place]!;
  const compared = {
    demographicParity: [rates.selectionRate],
    equalOpportunity: [rates.tpr],
    equalisedOdds: [rates.tpr, rates.fpr],
  }[parity];
  const widest = compared.reduce((one, other) => (other.difference! > one.difference! ? other : one));
  return {
    value: rates.parity[parity][of] ?? refuseNothing(rule, name),
    interval: metrics.intervals?.rates[place]?.parity[parity][of] ?? null,
    groups: ends(widest.byGroup),
    doubts: [
      ...smallWords(subject),
      ...compared.flatMap(({ byGroup }) => withoutWords(byGroup, 'such rate', subject)),
    ],
  };
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
export function rowsBehind(rule: Rule, name: MetricName, subject: AnySubject, group: number): number {
  const { rows } = subject.groups[group]!;
  if (predictsNumber(subject)) return rows;
  const { rates } = subject.metrics;
  const bases = rates.map(({ baseRate }) => baseRate.byGroup[group]!);
  if (name === 'auc') {
    const rarer = bases.map((base) => Math.min(base, 1 - base)).filter((share) => share > 0);
    return Math.round(rows * Math.min(...rarer));
  }
  if (name !== 'tpr' && name !== 'fpr' && name !== 'precision') return rows;
  const place = ratesPlace(rule, subject);
  const selected = rates[place]!.selectionRate.byGroup[group]!;
  return Math.round(rows * { tpr: bases[place]!, fpr: 1 - bases[place]!, precision: selected }[name]);
}

/** Where all rows are alike no resample differs: a share of 0 or 1 then has Wilson's interval. */
export function widened(
  value: number,
  interval: Interval | null,
  rows: number,
  { metrics }: AnySubject,
  name: MetricName,
): Interval | null {
  if (
    isOfNumbers(name) ||
    interval === null ||
    interval.low < interval.high ||
    METRIC_KINDS[name].highest !== 1
  )
    return interval;
  const square = normalQuantile((1 + metrics.intervals!.level) / 2) ** 2;
  const reach = square / (rows + square);
  if (value === 1) return { low: 1 - reach, high: 1 };
  return value === 0 ? { low: 0, high: reach } : interval;
}

/** Groups with few rows. @param only of this one alone */
function smallWords(subject: AnySubject, only?: number): string[] {
  return groupsWithFewRows(subject)
    .filter(({ group }) => only === undefined || group === only)
    .map(
      ({ group, found, limit, reason }) =>
        `${shown(subject.groups[group]!.name)} has ${count(found, 'row')}${reason === 'few-entities' ? ' of different people' : ''}, fewer than ${limit}`,
    );
}

function withoutWords(byGroup: readonly (number | null)[], name: string, { groups }: AnySubject): string[] {
  return byGroup.flatMap((value, group) =>
    value === null ? [`${shown(groups[group]!.name)} has no ${name}`] : [],
  );
}

function refuseNothing({ text }: Rule, name: string): never {
  throw new UsageError(
    `rule ${quoted([text])}: there is no ${name} to judge: its rows are missing (docs/metrics.md says which rows it is of)`,
  );
}

/** The places of the highest and the lowest. */
function ends(byGroup: readonly (number | null)[]): number[] {
  const known = [...byGroup.keys()].filter((group) => byGroup[group] !== null);
  const highest = known.reduce((one, other) => (byGroup[other]! > byGroup[one]! ? other : one));
  const lowest = known.reduce((one, other) => (byGroup[other]! < byGroup[one]! ? other : one));
  return highest === lowest ? [highest] : [highest, lowest];
}
