// Against a baseline: a group that is surely served worse than before fails a gate.
//
// On the same rows both models are measured in the same resamples, and the interval of the change is paired. On other
// rows it is made of both models' own intervals (Zou & Donner 2008), and far wider:
//   low = d − √((θ₁ − l₁)² + (u₀ − θ₀)²),   high = d + √((u₁ − θ₁)² + (θ₀ − l₀)²),   d = θ₁ − θ₀
// Every group is looked at by every rule, so each interval is of level 1 − (1 − level) / (groups × rules) (Bonferroni):
// models that are alike fail no more often than with a single group and a single rule.

import { createRandom, type Interval, type MetricChanges, measure } from '@fairfront/core';
import { normalQuantile, quoted, shown } from '@fairfront/core/internal';
import { type ChangingMetric, METRIC_KINDS, namedChange, namedMetric } from '../measure/named-metric.js';
import { haveSameWeights, joinRows, type RowsDiffer } from '../runs/same-rows.js';
import { UsageError } from '../usage-error.js';
import { FEWEST_BEHIND, ratesPlace, rowsBehind, widened } from './figure.js';
import type { Rule } from './rule.js';
import type { RuleVerdict } from './rule-verdict.js';
import { groupsWithFewRows, positiveOf, type Subject } from './subject.js';

/** Two models, and how they can be compared. */
export interface Compared {
  readonly baseline: Subject;
  /** Why not row by row; null where it is row by row. */
  readonly unpaired: RowsDiffer | 'no-rows' | null;
  /** By group, in the order of the subject's. */
  change(rule: Rule, metric: ChangingMetric): readonly (Change | null)[];
}

interface Change {
  readonly value: number;
  readonly interval: Interval | null;
}

/**
 * Compares a model with a baseline.
 * @param ruleCount how many rules look at every group
 * @param point whether the estimate alone decides
 */
export async function compareWith(
  baseline: Subject,
  subject: Subject,
  ruleCount: number,
  point: boolean,
): Promise<Compared> {
  checkSameTask(baseline, subject);
  const own = subject.metrics.intervals?.level ?? 0;
  const level = 1 - (1 - own) / (subject.groups.length * Math.max(1, ruleCount));
  const paired = point ? null : await pairedChanges(baseline, subject, level);
  const widening = normalQuantile((1 + level) / 2) / normalQuantile((1 + own) / 2);
  const isPaired = paired !== null && typeof paired !== 'string';
  const places = subject.groups.map(({ name }) => baseline.groups.findIndex((own) => own.name === name));
  return {
    baseline,
    unpaired: isPaired ? null : (paired ?? null),
    change: (rule, metric) => {
      const [before, after] = [baseline, subject].map((own) => estimates(rule, metric, own));
      const changes = isPaired ? namedChange(paired, metric, placeOf(rule, metric, subject)) : undefined;
      return after!.map((own, group) => {
        const other = before![places[group]!]!;
        if (own.value === null || other.value === null) return null;
        const value = own.value - other.value;
        if (point) return { value, interval: null };
        if (changes === undefined) return { value, interval: difference(own, other, widening) };
        const change = changes.byGroup[group]!;
        return { value, interval: change && { low: change.low, high: change.high } };
      });
    },
  };
}

/** Judges a rule against the baseline: one verdict for each group. */
export function judgeNoWorse(
  rule: Rule,
  subject: Subject,
  compared: Compared,
  point: boolean,
): RuleVerdict[] {
  const metric = (rule.about as { readonly metric: ChangingMetric }).metric;
  const sign = METRIC_KINDS[metric].better === 'lower' ? 1 : -1;
  const hasFew = (own: Subject, name: string): boolean => {
    const group = own.groups.findIndex((other) => other.name === name);
    return (
      groupsWithFewRows(own).some((small) => small.group === group) ||
      rowsBehind(rule, metric, own, group) < FEWEST_BEHIND
    );
  };
  return compared.change(rule, metric).map((change, group): RuleVerdict => {
    const { name } = subject.groups[group]!;
    const isFew = [subject, compared.baseline].some((own) => hasFew(own, name));
    const isKnown = change !== null && (point || (change.interval !== null && !isFew));
    const ends = change?.interval ? [change.interval.low, change.interval.high] : [change?.value ?? 0];
    const isWorse = isKnown && ends.every((end) => sign * end > rule.limit);
    return {
      rule: rule.text,
      verdict: isWorse ? 'failed' : 'passed',
      reason: isWorse ? (point ? 'not-so' : 'surely-worse') : null,
      message: isWorse
        ? point
          ? 'it is worse than the baseline'
          : 'it is surely worse than the baseline'
        : isKnown
          ? null
          : 'too few rows to tell',
      groups: [name],
      value: change?.value ?? null,
      interval: change?.interval ?? null,
      rowsToTell: null,
    };
  });
}

function checkSameTask(baseline: Subject, subject: Subject): void {
  if (baseline.classes.join('\n') !== subject.classes.join('\n')) {
    throw new UsageError(
      `\`baseline\`: its classes are ${quoted(baseline.classes)}, not ${quoted(subject.classes)}; compare models of the same task`,
    );
  }
  const [theirs, ours] = [baseline, subject].map(({ metrics, classes }) =>
    metrics.rates.map(({ positive }) => classes[positive]!),
  );
  if (theirs!.join('\n') !== ours!.join('\n')) {
    throw new UsageError(
      `\`baseline\`: its rates are of ${quoted(theirs!)}, not of ${quoted(ours!)}; name the same class with \`positive\``,
    );
  }
  const [before, after] = [baseline, subject].map(({ groups }) => groups.map(({ name }) => name));
  if ([...before!].sort().join('\n') === [...after!].sort().join('\n')) return;
  throw new UsageError(
    `\`baseline\`: its groups are ${quoted(before!)}, not ${quoted(after!)}; compare models for the same groups`,
  );
}

async function pairedChanges(
  baseline: Subject,
  subject: Subject,
  level: number,
): Promise<MetricChanges | RowsDiffer | 'no-rows'> {
  const [own, other] = [await subject.readRows?.(), await baseline.readRows?.()];
  if (own === undefined || other === undefined) return 'no-rows';
  if (!haveSameWeights(own, other)) {
    throw new UsageError(
      '`baseline`: one of the two is measured with weights of rows that the other does not have; measure both with the same',
    );
  }
  const joined = joinRows(own, other);
  if (typeof joined === 'string') return joined;
  return measure(
    { baseline: joined, model: own.probabilities },
    own.labels,
    own.groups,
    subject.classes.length,
    {
      positive: positiveOf(subject.metrics),
      intervals: {
        random: createRandom(subject.seed),
        resamples: subject.metrics.intervals!.resamples,
        level,
        entities: own.entities,
      },
    },
  ).changes.model!;
}

interface OwnEstimate {
  readonly value: number | null;
  readonly interval: Interval | null;
}

function estimates(rule: Rule, metric: ChangingMetric, subject: Subject): OwnEstimate[] {
  const { byGroup, intervals } = namedMetric(subject.metrics, metric, placeOf(rule, metric, subject));
  return byGroup.map((value, group) => {
    const interval = intervals?.byGroup[group] ?? null;
    if (value === null || interval === null) return { value, interval };
    return {
      value,
      interval: widened(value, interval, rowsBehind(rule, metric, subject, group), subject, metric),
    };
  });
}

function placeOf(rule: Rule, metric: ChangingMetric, subject: Subject): number {
  return METRIC_KINDS[metric].ofClass ? ratesPlace(rule, subject) : 0;
}

/** The interval of a difference between figures of different rows. @param widening for the level of all at once */
function difference(own: OwnEstimate, other: OwnEstimate, widening: number): Interval | null {
  if (own.interval === null || other.interval === null) return null;
  const [now, before] = [own.value!, other.value!];
  return {
    low: now - before - widening * Math.hypot(now - own.interval.low, other.interval.high - before),
    high: now - before + widening * Math.hypot(own.interval.high - now, before - other.interval.low),
  };
}

/** Says how the models were compared. */
export function describePairing({ unpaired, baseline }: Compared): string[] {
  if (unpaired === null) return [];
  const why = {
    rows: 'its rows are others',
    labels: 'what is true of its rows differs',
    groups: 'its rows are in other groups',
    'no-rows': 'only its figures are known, not its rows',
  }[unpaired];
  return [
    `the baseline ${shown(baseline.label, 200)} is not compared row by row, since ${why}: intervals of changes are made of both models’ own, and are far wider`,
  ];
}
