// Whether a rule holds. With intervals it passes only where the whole interval satisfies it: what one cannot be sure of
// does not pass.

import type { Interval } from '@fairfront/core';
import { count, listed } from '@fairfront/core/internal';
import { METRIC_KINDS } from '../measure/named-metric.js';
import { moreRows } from '../measure/verdict.js';
import { figureOf } from './figure.js';
import { type Operator, PARITIES, type Rule } from './rule.js';
import { type AnySubject, rowCount } from './subject.js';

/** Why a rule failed. */
export type FailureReason = 'not-so' | 'cannot-be-sure' | 'surely-worse';

/** A rule, and what became of it. */
export interface RuleVerdict {
  /** As it was written. */
  readonly rule: string;
  readonly verdict: 'passed' | 'failed';
  /** null where it passed. */
  readonly reason: FailureReason | null;
  /** What there is to say of it, in a sentence. */
  readonly message: string | null;
  /** The group it is about: the worst one, those at both ends of a difference, or none. */
  readonly groups: readonly string[];
  /** The figure; of `no-worse` its change. null where there is none to compare. */
  readonly value: number | null;
  /** null where the estimate alone was asked for. */
  readonly interval: Interval | null;
  /** About how many more rows like these would make it pass, where it cannot be sure and the figure stays as it is. */
  readonly rowsToTell: number | null;
}

const COMPARE: Readonly<Record<Operator, (value: number, limit: number) => boolean>> = {
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit,
};

/**
 * Judges a rule that is about figures as they are.
 * @param among the groups that rules across groups are about
 * @param point whether the estimate alone decides
 */
export function judgeRule(rule: Rule, subject: AnySubject, among: AnySubject, point: boolean): RuleVerdict {
  const isAcross = ['worst', 'disparity', 'parity'].includes(rule.about.kind);
  const measured = isAcross ? among : subject;
  const { value, interval: own, groups, doubts } = figureOf(rule, measured);
  const interval = point || own === null ? null : { low: own.low, high: own.high };
  const holds = (figure: number): boolean => COMPARE[rule.operator](figure, rule.limit);
  const figures = interval === null ? [value] : [value, interval.low, interval.high];
  const isSure = point || (own !== null && doubts.length === 0);
  const reason = figures.every(holds) && isSure ? null : figures.some(holds) ? 'cannot-be-sure' : 'not-so';
  const rows =
    groups.length === 1 && rule.about.kind === 'group'
      ? measured.groups[groups[0]!]!.rows
      : rowCount(measured);
  const room = Math.abs(value - rule.limit);
  const isBelow = value < rule.limit;
  const rowsToTell =
    reason === 'cannot-be-sure' && interval !== null && doubts.length === 0 && holds(value)
      ? moreRows(rows, isBelow ? interval.high - value : value - interval.low, room)
      : null;
  const whose = rule.about.kind === 'group' ? ' of this group' : '';
  return {
    rule: rule.text,
    verdict: reason === null ? 'passed' : 'failed',
    reason,
    message:
      reason === null
        ? null
        : reason === 'not-so'
          ? 'it is not so'
          : `cannot be sure: ${
              doubts.length > 0
                ? listed(doubts, 3, '; ')
                : own === null
                  ? 'there are too few rows for an interval'
                  : rowsToTell === null
                    ? 'the interval goes past the limit'
                    : `the interval goes past the limit; if it stays so, about ${count(rowsToTell, 'more row')}${whose} would do`
            }`,
    groups: groups.map((group) => measured.groups[group]!.name),
    value,
    interval,
    rowsToTell,
  };
}

/** Says that a rule asks for what is bad, which nobody means: a low accuracy, a large difference. */
export function describeBackward({ text, about, operator }: Rule): string[] {
  if (about.kind !== 'parity' && about.metric === 'bias' && ['group', 'overall'].includes(about.kind)) {
    return [
      `rule “${text}”: a bias has a sign, and any on the other side of 0 passes; add a rule for that side, or take worst bias, which counts both`,
    ];
  }
  const better =
    about.kind === 'parity'
      ? PARITIES[about.parity].of === 'ratio'
        ? 'higher'
        : 'lower'
      : about.kind === 'disparity'
        ? 'lower'
        : about.metric === 'bias' && about.kind !== 'worst'
          ? undefined // it may be too high or too low
          : METRIC_KINDS[about.metric].better;
  const asked = operator.startsWith('<') ? 'lower' : 'higher';
  if (better === undefined || better === asked || about.kind === 'no-worse') return [];
  return [
    `rule “${text}” passes where the figure is bad: the ${better} the better. If that is not meant, turn the comparison round`,
  ];
}
