// The rows of the figure of risks by group: the worst-off under naive training at the top, and of many groups
// only the two ends.

import { FairfrontError, type Interval } from '@fairfront/core';
import { isNoticeable } from '@fairfront/core/internal';
import type { ModelName } from '../marks/data.js';
import type { RisksByGroupData } from './data.js';
import { leaveOut, type RowOrCount } from './leave-out.js';

export interface GroupRow {
  readonly name: string;
  readonly share: number;
  readonly naive: number;
  readonly minimax: number;
  /** Left out where there is no such model. */
  readonly balanced?: number;
  /** The paired interval of minimax − naive, where it is known. */
  readonly change?: Interval;
}

export type RowOrGap = RowOrCount<GroupRow>;

/** What minimax does to a group. */
export type Change = 'gains' | 'pays' | 'same';

/** Whether a group gains or pays, or neither noticeably. */
export function changeOf({ naive, minimax, change }: GroupRow): Change {
  if (!isNoticeable({ value: minimax - naive, ...change }, naive)) return 'same';
  return minimax < naive ? 'gains' : 'pays';
}

/** Whether a change can be seen in the figures that are shown, and may yet be chance. */
export function isUnclear(row: GroupRow): boolean {
  const { naive, minimax } = row;
  return changeOf(row) === 'same' && isNoticeable({ value: minimax - naive }, naive);
}

/** Every group, ordered by its naive risk from the highest; equals stay in the order given. */
export function groupRows({ groups, models, changes }: RisksByGroupData): GroupRow[] {
  const risksOf = (name: ModelName) => models.find((model) => model.name === name)?.risks;
  const [naive, balanced, minimax] = [risksOf('naive'), risksOf('balanced'), risksOf('minimax')];
  if (naive === undefined || minimax === undefined) {
    const names = models.map(({ name }) => name).join(', ') || 'none';
    throw new FairfrontError(
      'bad-risks',
      `models: risks by group compare "naive" with "minimax"; got ${names}; add the one that is missing`,
    );
  }
  for (const { name, risks } of models) {
    if (risks.length === groups.length && !risks.some(Number.isNaN)) continue;
    throw new FairfrontError(
      'bad-risks',
      `models: "${name}" needs one risk for each of ${groups.length} groups; got ${risks.join(', ')}`,
    );
  }
  return groups
    .map(({ name, share }, group) => ({
      name,
      share,
      naive: naive[group]!,
      minimax: minimax[group]!,
      ...(balanced ? { balanced: balanced[group]! } : {}),
      ...(changes ? { change: changes[group]! } : {}),
    }))
    .sort((one, other) => (one.naive === other.naive ? 0 : other.naive - one.naive));
}

/**
 * At most `most` rows: from both ends by turns, with the group that is worst off under minimax among them in
 * any case.
 */
export function thinRows(rows: readonly GroupRow[], most: number): RowOrGap[] {
  if (rows.length <= most) return [...rows];
  const worst = rows.reduce((one, other) => (other.minimax > one.minimax ? other : one));
  const kept = new Set([worst]);
  for (let i = 0; kept.size < most; i++) {
    kept.add(rows[i % 2 === 0 ? i / 2 : rows.length - (i + 1) / 2]!);
  }
  return leaveOut(rows, kept);
}
