// How far decisions are from parity between groups, as fairlearn defines it, over the groups that have the
// rates.
//
//   demographic parity   P(selected | a) the same for all groups
//   equalised odds       tpr and fpr the same (Hardt et al. 2016): the larger difference, the smaller ratio
//   equal opportunity    tpr the same
//
// Deliberately different: a rate that a group does not have is left out (fairlearn takes a tpr over no
// positives for 0), and the ratio of rates that are all 0 is 1, for they are the same (there NaN).

import type { DecisionRates } from './decision-rates.js';

/**
 * Largest difference and smallest ratio between two groups: 0 and 1 are parity. null where fewer than two
 * groups can be compared.
 */
export interface Disparity {
  readonly difference: number | null;
  readonly ratio: number | null;
}

/** How much decisions differ between the groups, in three common ways. */
export interface Parity {
  readonly demographicParity: Disparity;
  /** null where tpr or fpr cannot be compared: the other alone would say too little. */
  readonly equalisedOdds: Disparity;
  readonly equalOpportunity: Disparity;
}

/** Demographic parity, equal opportunity and equalised odds from the decision rates. */
export function parityOf({
  selectionRate,
  tpr,
  fpr,
}: Pick<DecisionRates, 'selectionRate' | 'tpr' | 'fpr'>): Parity {
  return {
    demographicParity: { difference: selectionRate.difference, ratio: selectionRate.ratio },
    equalisedOdds: {
      difference: ofBoth(Math.max, tpr.difference, fpr.difference),
      ratio: ofBoth(Math.min, tpr.ratio, fpr.ratio),
    },
    equalOpportunity: { difference: tpr.difference, ratio: tpr.ratio },
  };
}

function ofBoth(
  choose: (left: number, right: number) => number,
  left: number | null,
  right: number | null,
): number | null {
  return left === null || right === null ? null : choose(left, right);
}
