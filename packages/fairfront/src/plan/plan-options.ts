// The options of a plan: how sure one wants to be, and what is known where there is no run.

import {
  checkOptions,
  checkWithout,
  numberAbove,
  numberBetween,
  numberFrom,
  type OptionKind,
  type OptionKinds,
} from '../option-kinds.js';
import { LABEL_KINDS, type LabelOptions } from '../task/data-options.js';

/** What `plan` takes. `target`, `groups` and what becomes of missing ones are for tables. */
export interface PlanOptions extends LabelOptions {
  /** Groups and their shares of all rows, where there are no data yet; their sum is 1. */
  readonly shares?: Readonly<Record<string, number>>;
  /** With `shares`: the share of rows that is right, or of a class, between 0 and 1. Default 0.5, which takes most rows. */
  readonly rate?: number;
  /** With a run: a risk that every group is to be certified below, above 0. */
  readonly below?: number;
  /** How often no difference is taken for one, between 0 and 0.5. Default 0.05. */
  readonly level?: number;
  /** How often a difference is seen, from 0.5 to below 1. Default 0.8. */
  readonly power?: number;
}

export type ResolvedPlan = PlanOptions & Required<Pick<PlanOptions, 'level' | 'power'>>;

/** Shares of groups that sum to 1: `A=0.7,B=0.3`; what is behind the last = of an item is its share. */
const groupShares: OptionKind = {
  rule: 'shares of two groups or more that sum to 1, such as A=0.7,B=0.3',
  accepts: (value) => {
    if (typeof value !== 'object' || value === null) return false;
    const shares = Object.values(value);
    const isShare = (share: unknown): boolean => typeof share === 'number' && share > 0 && share < 1;
    return (
      shares.length > 1 &&
      shares.every(isShare) &&
      Math.abs(shares.reduce((sum, share) => sum + share, 0) - 1) < 1e-3
    );
  },
  parse: (given) => {
    const items = given.split(',').map((item) => {
      const at = item.lastIndexOf('=');
      return [
        item.slice(0, Math.max(0, at)).trim(),
        Number(item.slice(at + 1).trim() || Number.NaN),
      ] as const;
    });
    const isNamed =
      items.every(([name]) => name !== '') && new Set(items.map(([name]) => name)).size === items.length;
    return isNamed ? Object.fromEntries(items) : undefined;
  },
};

export const PLAN_KINDS: OptionKinds<PlanOptions> = {
  ...LABEL_KINDS,
  shares: groupShares,
  rate: numberBetween(0, 1),
  below: numberAbove(0),
  level: numberBetween(0, 0.5),
  power: numberFrom(0.5, 1),
};

/** Checks the options of a plan and fills in defaults. */
export function resolvePlanOptions(options: PlanOptions): ResolvedPlan {
  checkOptions(options, PLAN_KINDS);
  checkWithout(options, ['weight'], 'a plan counts rows, each once');
  const { level = 0.05, power = 0.8 } = options;
  return { ...options, level, power };
}
