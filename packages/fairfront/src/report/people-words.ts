// Who gains and who pays, counted in people: of 100 who are of the class how many were recognised, of 100 others how many
// are taken for it; of several classes, how many are classified right.

import type { Estimate } from '@fairfront/core';
import type { FitResult } from '../measure/fit-result.js';
import type { PeopleRow } from './page.js';
import { targetName } from './title-words.js';

/** Of fewer people no share is told: the same as for a verdict. */
const FEWEST_PEOPLE = 30;

/** What changes for people, the largest change first; without those who are too few to speak of. */
export function peopleRows(result: FitResult): PeopleRow[] {
  const rows = result.task.classes.length === 2 ? classRows(result) : accuracyRows(result);
  return rows
    .filter(({ rows }) => rows >= FEWEST_PEOPLE)
    .sort((one, other) => Math.abs(other.after - other.before) - Math.abs(one.after - one.before));
}

/** Of 100 Female with income >50K, 49 were recognised, now 82 (95% interval of the change: +28 to +38). */
export function peopleSentence({ who, what, before, after, change }: PeopleRow, level: number): string {
  return `Of 100 ${who}, ${Math.round(before)} ${what}, now ${Math.round(after)} (${Math.round(100 * level)}% interval of the change: ${changeText(change.low)} to ${changeText(change.high)})`;
}

/** +28, −3, 0. */
export function changeText(people: number): string {
  const whole = Math.round(people);
  return whole > 0 ? `+${whole}` : whole < 0 ? `−${-whole}` : '0';
}

/** Those of the class, and those who are not, of every group that has them. */
function classRows(result: FitResult): PeopleRow[] {
  const { models, changes, groups, task } = result;
  const [before, after] = [models.naive.metrics.test.rates[0]!, models.minimax.metrics.test.rates[0]!];
  const positive = task.classes[before.positive]!;
  const other = task.classes[1 - before.positive]!;
  return groups.flatMap(({ name }, group) => {
    const base = before.baseRate.byGroup[group]!;
    const isPure = base === 0 || base === 1; // the target is part of the group: its name says the class
    const size = sizeOf(result, group);
    const row = (rate: 'tpr' | 'fpr', share: number): PeopleRow[] => {
      const change = changes.minimax.rates[0]![rate].byGroup[group] ?? null;
      const [was, is] = [before[rate].byGroup[group] ?? null, after[rate].byGroup[group] ?? null];
      if (was === null || is === null || change === null) return [];
      const isFound = rate === 'tpr';
      return [
        {
          who: isPure ? name : `${name} whose ${targetName(task.target)} is “${isFound ? positive : other}”`,
          what: isFound ? 'were recognised' : `were wrongly taken for “${positive}”`,
          ...inPeople(was, is, change),
          rows: Math.round(share * size),
          better: isFound ? 'more' : 'fewer',
        },
      ];
    };
    return [...row('tpr', base), ...row('fpr', 1 - base)];
  });
}

function accuracyRows(result: FitResult): PeopleRow[] {
  const { models, changes, groups } = result;
  const share = (model: 'naive' | 'minimax', group: number): number =>
    models[model].metrics.test.accuracy.byGroup[group]!;
  return groups.map(({ name }, group) => ({
    who: name,
    what: 'were classified right',
    ...inPeople(share('naive', group), share('minimax', group), changes.minimax.accuracy.byGroup[group]!),
    rows: Math.round(sizeOf(result, group)),
    better: 'more',
  }));
}

/** Test rows of a group; where rows have weights, how many of one weight tell as much. */
function sizeOf({ groups }: FitResult, group: number): number {
  const { rows, effectiveRows } = groups[group]!;
  return (effectiveRows ?? rows).test;
}

function inPeople(
  before: number,
  after: number,
  { low, high }: Estimate,
): Pick<PeopleRow, 'before' | 'after' | 'change'> {
  return { before: 100 * before, after: 100 * after, change: { low: 100 * low, high: 100 * high } };
}
