// Which groups of an audit can be judged, and which of their figures cannot.

import type { TooSmallGroup } from '@fairfront/core';
import type { AuditResult } from './audit-result.js';

export interface JudgedGroups {
  /** Those with rows enough, or all where none has. */
  readonly judged: readonly number[];
  /** Whose figures say more of chance than of the model. */
  readonly tooSmall: readonly TooSmallGroup[];
  /** With rows enough but few of a class: what is said of that class is uncertain. */
  readonly fewOfClass: readonly TooSmallGroup[];
}

export function judgedGroups({ metrics, groups }: Pick<AuditResult, 'metrics' | 'groups'>): JudgedGroups {
  const tooSmall = metrics.tooSmall.filter(({ reason }) => reason !== 'few-rows-of-class');
  const small = new Set(tooSmall.map(({ group }) => group));
  const large = groups.map((_, group) => group).filter((group) => !small.has(group));
  return {
    judged: large.length > 0 ? large : groups.map((_, group) => group),
    tooSmall,
    fewOfClass: metrics.tooSmall.filter(({ reason }) => reason === 'few-rows-of-class'),
  };
}
