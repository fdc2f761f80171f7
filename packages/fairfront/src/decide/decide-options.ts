// The options of a decision: what wrong decisions cost, and how many may be selected.

import { describeNearest, quoted } from '@fairfront/core/internal';
import {
  checkOptions,
  flag,
  numbersByName,
  numberWithin,
  type OptionKind,
  type OptionKinds,
  text,
} from '../option-kinds.js';
import { UsageError } from '../usage-error.js';

/** What wrong decisions cost: FP, a row that is selected and should not be; FN, one that should be and is not. */
export interface DecisionCost {
  readonly FP: number;
  readonly FN: number;
}

/** What `decide` takes: a cost, or a limit, or both. */
export interface DecideOptions {
  /** What wrong decisions cost, each from 0 to 1e9 and not both 0. Default 1 each. */
  readonly cost?: Partial<DecisionCost>;
  /** The largest share that may be selected, from 0 to 1: of every group, or of groups by name. Default 1. */
  readonly selectionAtMost?: number | Readonly<Record<string, number>>;
  /** The smallest share that may be selected, from 0 to 1: of every group, or of groups by name. Default 0. */
  readonly selectionAtLeast?: number | Readonly<Record<string, number>>;
  /** The class that rows are selected for. Default the second of the two. */
  readonly positive?: string;
  /** Whether every group has a threshold of its own, so that the group must be known to decide. Default false. */
  readonly byGroup?: boolean;
}

const oneCost = numberWithin(0, 1e9);

const cost: OptionKind = {
  rule: 'what a false positive and a false negative cost, such as FP=1,FN=5: from 0 to 1e9, not both 0',
  accepts: (value) => {
    if (typeof value !== 'object' || value === null) return false;
    const entries = Object.entries(value).filter(([, one]) => one !== undefined);
    const isKnown = entries.every(([name, one]) => ['FP', 'FN'].includes(name) && oneCost.accepts(one));
    const { FP, FN } = { FP: 1, FN: 1, ...(value as Partial<DecisionCost>) };
    return entries.length > 0 && isKnown && (FP > 0 || FN > 0);
  },
  parse: (given) =>
    Object.fromEntries(
      given.split(',').map((item) => {
        const [name = '', value = '', ...rest] = item.split('=');
        return [name.trim().toUpperCase(), rest.length > 0 ? Number.NaN : oneCost.parse(value)];
      }),
    ),
};

const limit = numbersByName(numberWithin(0, 1), true);

export const DECIDE_KINDS: OptionKinds<DecideOptions> = {
  cost,
  selectionAtMost: limit,
  selectionAtLeast: limit,
  positive: text,
  byGroup: flag,
};

/** The least and the largest share of a group that may be selected. */
export interface SelectionLimit {
  readonly group: string;
  readonly atLeast: number;
  readonly atMost: number;
}

/** What a decision is made for, once the groups are known. */
export interface ResolvedDecision {
  readonly cost: DecisionCost;
  /** The class, by its place. */
  readonly positive: number;
  /** One for each group, in their order. */
  readonly limits: readonly SelectionLimit[];
  readonly byGroup: boolean;
}

/** Checks the options of a decision. Call it before a run is read: a mistake there needs none. */
export function checkDecideOptions(options: DecideOptions): void {
  checkOptions(options, DECIDE_KINDS);
  const { cost, selectionAtMost, selectionAtLeast } = options;
  if (cost === undefined && selectionAtMost === undefined && selectionAtLeast === undefined) {
    throw new UsageError(
      'there is nothing to decide by: say with `cost` what wrong decisions cost (FP=1,FN=5: to miss a row is five times as bad as to select one wrongly), or with `selectionAtMost` or `selectionAtLeast` how many may be selected',
    );
  }
}

/** Puts the options of a decision in terms of a run's classes and groups. */
export function resolveDecision(
  { cost, selectionAtMost, selectionAtLeast, positive, byGroup = false }: DecideOptions,
  { target, classes }: { readonly target: string; readonly classes: readonly string[] },
  groups: readonly string[],
): ResolvedDecision {
  if (classes.length !== 2) {
    throw new UsageError(
      `a threshold decides between two classes, and ${quoted([target])} has ${classes.length}: ${quoted(classes)}. Fit with two, as in \`target: 'income>50000'\``,
    );
  }
  const place = positive === undefined ? 1 : classes.indexOf(positive);
  if (place < 0) {
    throw new UsageError(
      `\`positive\`: there is no class ${quoted([positive!])}; ${describeNearest(positive!, classes)}`,
    );
  }
  const atMost = byGroups('selectionAtMost', selectionAtMost, 1, groups);
  const atLeast = byGroups('selectionAtLeast', selectionAtLeast, 0, groups);
  const limits = groups.map((group, i) => ({ group, atLeast: atLeast[i]!, atMost: atMost[i]! }));
  const against = limits.find((own) => own.atLeast > own.atMost);
  if (against !== undefined) {
    throw new UsageError(
      `\`selectionAtLeast\` wants ${against.atLeast} of ${quoted([against.group])} selected and \`selectionAtMost\` no more than ${against.atMost}; loosen one of them`,
    );
  }
  return { cost: { FP: 1, FN: 1, ...cost }, positive: place, limits, byGroup };
}

/** A number for each group. */
function byGroups(
  name: string,
  given: DecideOptions['selectionAtMost'],
  otherwise: number,
  groups: readonly string[],
): number[] {
  if (typeof given !== 'object') return groups.map(() => given ?? otherwise);
  checkGroupNames(name, Object.keys(given), groups);
  return groups.map((group) => (Object.hasOwn(given, group) ? given[group]! : otherwise));
}

/** Refuses groups that there are none of. @param option what names them */
export function checkGroupNames(option: string, names: readonly string[], groups: readonly string[]): void {
  const unknown = names.find((name) => !groups.includes(name));
  if (unknown === undefined) return;
  throw new UsageError(
    `\`${option}\`: there is no group ${quoted([unknown])}; ${describeNearest(unknown, groups)}`,
  );
}
