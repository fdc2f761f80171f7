// The lines of the comparison of methods, by risk or by accuracy: what each gives to its worst-off and to its
// best-off group.

import { FairfrontError, type Interval } from '@fairfront/core';
import { capitalised, decimals, percent1 } from '@fairfront/core/internal';
import { fitSentence } from '../marks/words.js';
import type { ComparedMethod, ComparisonData } from './data.js';

export type Measure = 'risk' | 'accuracy';

export interface MethodRow extends Pick<ComparedMethod, 'detail' | 'isMinimax'> {
  /** With an asterisk where it needs the group. */
  readonly name: string;
  /** The values of groups with rows. */
  readonly values: readonly number[];
  readonly best: number;
  readonly worst: number;
  readonly worstGroup: string;
  /** How sure `worst` is. */
  readonly interval?: Interval;
}

export const NEEDS_GROUP = '*';

/** In the order given; methods that have no such figures are left out. */
export function methodRows({ groups, methods }: ComparisonData, measure: Measure): MethodRow[] {
  return methods.flatMap(({ name, detail, isMinimax, needsGroup, risks, accuracies, worstIntervals }) => {
    const all = (measure === 'risk' ? risks : accuracies) ?? [];
    const told = all.flatMap((value, group) => (Number.isNaN(value) ? [] : [{ value, group }]));
    if (told.length === 0) return [];
    const sign = measure === 'risk' ? 1 : -1;
    const worst = told.reduce((one, other) => (sign * other.value > sign * one.value ? other : one));
    const values = told.map(({ value }) => value);
    return [
      {
        name: needsGroup ? `${name}${NEEDS_GROUP}` : name,
        ...(detail === undefined ? {} : { detail }),
        isMinimax,
        values,
        best: measure === 'risk' ? Math.min(...values) : Math.max(...values),
        worst: worst.value,
        worstGroup: groups[worst.group]!.name,
        ...(worstIntervals === undefined ? {} : { interval: worstIntervals[measure] }),
      },
    ];
  });
}

/**
 * As many decimals for all figures of a panel; those of the first minimax method decide, since others may be
 * far off.
 */
export function measureWords(rows: readonly MethodRow[], measure: Measure): (value: number) => string {
  if (measure === 'accuracy') return percent1;
  const minimax = rows.find(({ isMinimax }) => isMinimax)?.worst ?? 0;
  return decimals(minimax > 0 && Number.isFinite(minimax) ? [minimax] : rows.map(({ worst }) => worst));
}

/**
 * Minimax serves its worst-off group best: risk 0.395; next is Zafar with 0.402.
 */
export function comparisonSentence(rows: readonly MethodRow[], measure: Measure): string {
  const inWords = measureWords(rows, measure);
  const sign = measure === 'risk' ? 1 : -1;
  const byWorst = [...rows].sort((one, other) =>
    one.worst === other.worst ? 0 : sign * (one.worst - other.worst),
  );
  const first = byWorst[0]!;
  const best = inWords(first.worst);
  const ties = byWorst.filter(({ worst }) => inWords(worst) === best);
  const minimax = rows.find(({ isMinimax }) => isMinimax);
  if (rows.length === 1) {
    return fitSentence(
      [first.name] as const,
      ([name]) => `${capitalised(name)} gives its worst-off group ${measure} ${best}`,
    );
  }
  if (ties.length === rows.length) {
    return `${rows.length === 2 ? 'Both' : 'All'} methods serve their worst-off groups alike: ${measure} ${best}`;
  }
  // What looks the same in print is the same.
  const winner = minimax && ties.includes(minimax) ? minimax : first;
  if (ties.length > 1) {
    const others = ties.length === 2 ? ties.find((row) => row !== winner)!.name : `${ties.length - 1} others`;
    return fitSentence(
      [winner.name, others] as const,
      ([name, rest]) =>
        `${capitalised(name)} and ${rest} serve their worst-off groups best: ${measure} ${best}`,
    );
  }
  const held = winner === minimax || minimax === undefined ? byWorst[1]! : minimax;
  return fitSentence([winner.name, held.name] as const, ([name, other]) => {
    const rest = held === minimax ? `${other} has` : `next is ${other} with`;
    return `${capitalised(name)} serves its worst-off group best: ${measure} ${best}; ${rest} ${inWords(held.worst)}`;
  });
}

/** The worst-off group’s risk goes from 0.395 (runs/b) to 0.402 (runs/a). */
export function runsSentence(rows: readonly MethodRow[], measure: Measure): string {
  const inWords = measureWords(rows, measure);
  const [low, high] = [Math.min, Math.max].map((end) => end(...rows.map(({ worst }) => worst)));
  if (inWords(low!) === inWords(high!))
    return `The worst-off group’s ${measure} is ${inWords(low!)} in every run`;
  const runWith = (value: number): string => rows.find(({ worst }) => worst === value)!.name;
  return fitSentence(
    [runWith(low!), runWith(high!)] as const,
    ([one, other]) =>
      `The worst-off group’s ${measure} goes from ${inWords(low!)} (${one}) to ${inWords(high!)} (${other})`,
  );
}

/** Checks that every method has values for every group. */
export function checkComparison({ groups, methods }: ComparisonData): void {
  if (groups.length === 0) {
    throw new FairfrontError('bad-groups', 'groups: a comparison needs at least one; got none');
  }
  if (methods.length === 0) {
    throw new FairfrontError('bad-risks', 'methods: a comparison needs at least one; got none');
  }
  for (const { name, risks, accuracies } of methods) {
    for (const [what, values] of Object.entries({ risks, accuracies })) {
      if (values === null || values.length === groups.length) continue;
      throw new FairfrontError(
        'bad-risks',
        `${what} of "${name}": one for each of ${groups.length} groups; got ${values.length}`,
      );
    }
  }
  const isTold = ({ risks, accuracies }: ComparedMethod): boolean =>
    [...(risks ?? []), ...accuracies].some((value) => !Number.isNaN(value));
  if (methods.some(isTold)) return;
  throw new FairfrontError(
    'bad-risks',
    'methods: a comparison needs a risk or an accuracy of at least one group that has rows; got none',
  );
}
