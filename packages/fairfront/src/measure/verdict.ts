// Whether to use the model that was chosen, decided on test rows, which had no say before.
//
//   gain  1 − r_w(chosen) / r_w(naive)        w: the group that naive training serves worst on the rows that chose
//
// A difference of two maxima over groups has a crooked distribution where groups are close; the gain of one group,
// named before test rows are looked at, has not. Its interval is paired: both models are judged by the same rows.
//
//   keep-naive   naive was chosen; or the gain is surely too small to matter; or another group surely ends up worse off
//                than naive's worst
//   use-minimax  the gain is surely above 0, and not surely too small
//   cannot-tell  the interval leaves both open; or the group has too few test rows for an interval to mean anything

import type { Estimate, Interval } from '@fairfront/core';
import { count, listed, percent, percentAbove } from '@fairfront/core/internal';

export type Decision = 'use-minimax' | 'keep-naive' | 'cannot-tell';

/** What a fit comes to for whoever has to decide. */
export interface Verdict {
  readonly decision: Decision;
  /** The group that naive training serves worst, on the rows that chose the model. */
  readonly worstGroup: string;
  /**
   * The share of this group's test risk that the model saves, or of the worst share's where people are not judged by
   * groups; null where naive has no risk to speak of.
   */
  readonly gain: { readonly estimate: number; readonly interval: Interval } | null;
  /** The share of the worst group's risk that a model can save at most on the rows trained on; null if not proved. */
  readonly atMost: number | null;
  /** In sentences. */
  readonly reasons: readonly string[];
  /** How many more test rows of the group would tell, where it cannot be told. */
  readonly rowsToTell: number | null;
}

export interface VerdictEvidence {
  readonly groups: readonly string[];
  /** The group that naive training serves worst, on the rows that chose the model. */
  readonly worstGroup: number;
  /** The relative change of every group's test risk from naive to the chosen model, paired. */
  readonly changes: readonly (Estimate | null)[];
  /** Every group's test risk under the chosen model, with its interval. */
  readonly risks: readonly Estimate[];
  /** The worst test risk of a group under naive, or its largest regret. */
  readonly naiveWorst: number;
  /** By group, what is taken off its risk where regrets count. */
  readonly offsets?: readonly number[] | undefined;
  /** Where the worst share of people judges, its size; the one group is then theirs. */
  readonly share?: number | undefined;
  /** Why no gain would be a reason to use the model. */
  readonly futile?: string | undefined;
  /** Whether naive itself was chosen. */
  readonly isNaive: boolean;
  /** Whether the training of naive was stopped while it may still have learned. Default false. */
  readonly isUnfinished?: boolean;
  readonly testRows: readonly number[];
  /** How many of one weight tell as much, where rows have weights. */
  readonly effectiveTestRows?: readonly number[] | undefined;
  /** The fewest test rows that the worst group has of a class which it has among the rows that chose. */
  readonly rarestClassRows: number;
  readonly atMost: number | null;
  /** A gain below this share is not worth another model. */
  readonly smallestGain: number;
}

/** Decides whether to use the chosen model. */
export function verdictOf(evidence: VerdictEvidence): Verdict {
  const { groups, worstGroup, changes, risks, naiveWorst, isNaive, atMost, smallestGain } = evidence;
  const name = groups[worstGroup]!;
  const change = changes[worstGroup] ?? null;
  const gain = change && {
    estimate: flip(change.value),
    interval: { low: flip(change.high), high: flip(change.low) },
  };
  const known = { worstGroup: name, gain, atMost };
  const keep = (reason: string): Verdict => ({
    ...known,
    decision: 'keep-naive',
    reasons: [reason],
    rowsToTell: null,
  });
  const cannotTell = (reasons: readonly string[], rowsToTell: number | null = null): Verdict => ({
    ...known,
    decision: 'cannot-tell',
    reasons: [...reasons, 'until then, keep the ordinary model'],
    rowsToTell,
  });
  if (groups.length === 1 && evidence.share === undefined)
    return keep('no group was found that another model would serve better');
  if (isNaive) {
    return keep(
      `on the rows that chose, no model served ${evidence.share === undefined ? 'the worst group' : name} better than ordinary training by more than chance${little(atMost, smallestGain)}`,
    );
  }
  if (evidence.futile !== undefined) return keep(evidence.futile);
  if (gain === null) return keep(`ordinary training leaves ${name} no risk that could be lowered`);
  if (evidence.isUnfinished) {
    return cannotTell([
      'ordinary training was stopped while still learning, so that a gain may be due to longer training: raise `maxEpochs`',
    ]);
  }
  const few = fewRows(evidence);
  if (few !== undefined) {
    return cannotTell([`${name} has ${few} to judge by, too few to tell chance from a gain`]);
  }
  const { low, high } = gain.interval;
  const harmed = groups.filter(
    (_, group) => group !== worstGroup && risks[group]!.low - (evidence.offsets?.[group] ?? 0) > naiveWorst,
  );
  if (high < smallestGain || high <= 0) {
    if (high <= 0) return keep(`${name} would ${high < 0 ? 'be served worse' : 'gain nothing'}`);
    return keep(`whatever ${name} gains is surely below ${percent(smallestGain)} of its risk`);
  }
  if (harmed.length > 0) {
    return keep(`${listed(harmed)} would surely be served worse than anybody is by ordinary training`);
  }
  if (low > 0) {
    return {
      ...known,
      decision: 'use-minimax',
      reasons: [`the gain of ${name} is surely above 0 on rows that had no say`],
      rowsToTell: null,
    };
  }
  const { share } = evidence;
  const rowsToTell = rowsToDecide(gain, evidence.testRows[worstGroup]! / (share ?? 1), smallestGain);
  const open = `the test rows leave open whether ${name} ${evidence.share === undefined ? 'gains or loses' : 'gain or lose'}`;
  if (rowsToTell === null) return cannotTell([open]);
  const more = count(rowsToTell, 'more test row');
  return cannotTell(
    [open, `if it stays as it is, about ${more}${share === undefined ? ` of ${name}` : ''} would tell`],
    rowsToTell,
  );
}

/** Fewer test rows of a group, or of a class in it, and resamples miss what no row shows. */
const FEWEST_ROWS = 30;
const FEWEST_CLASS_ROWS = 10;

function fewRows(evidence: VerdictEvidence): string | undefined {
  const { worstGroup, testRows, effectiveTestRows, rarestClassRows } = evidence;
  const rows = (effectiveTestRows ?? testRows)[worstGroup]!;
  const counted = (size: number): string =>
    `${count(Math.floor(size), 'test row')}${effectiveTestRows === undefined ? '' : ' (counted by weight)'}`;
  if (rows < FEWEST_ROWS) return counted(rows);
  return rarestClassRows < FEWEST_CLASS_ROWS ? `${counted(rarestClassRows)} of a class` : undefined;
}

/** −x, and 0 for 0. */
function flip(value: number): number {
  return 0 - value;
}

function little(atMost: number | null, smallestGain: number): string {
  return atMost === null || atMost >= smallestGain
    ? ''
    : `; on the rows trained on no linear model could lower it by more than ${percentAbove(atMost)}`;
}

/** Beyond this a number of rows is no advice. */
const MOST_ROWS = 1e7;

/** How many more rows bring the interval clear of 0, or below what matters. */
function rowsToDecide(
  { estimate, interval }: NonNullable<Verdict['gain']>,
  rows: number,
  smallestGain: number,
): number | null {
  return estimate >= smallestGain
    ? moreRows(rows, estimate - interval.low, estimate)
    : moreRows(rows, interval.high - estimate, smallestGain - estimate);
}

/**
 * How many more rows make one side of an interval as narrow as there is room: its width falls with the root of the
 * rows. null where the estimate is so near the border that no number would.
 * @param width from the estimate to the end of the interval
 * @param room from the estimate to the border
 */
export function moreRows(rows: number, width: number, room: number): number | null {
  const more = Math.ceil(rows * (width / room) ** 2) - rows;
  if (!(more <= MOST_ROWS)) return null;
  const digits = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, more))) - 1);
  return Math.max(1, Math.ceil(more / digits) * digits);
}
