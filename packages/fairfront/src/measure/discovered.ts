// What a fit says of sub-populations that it found itself: part of result.json.

import type { Estimate } from '@fairfront/core';
import type { Condition, GroupAgainstRest } from '@fairfront/core/discover';

/** Sub-populations that a fit with `groups: 'auto'` took in as groups, round by round. */
export interface DiscoveredGroups {
  /** The chance that any of them is false, all rounds counted in. */
  readonly level: number;
  /** How many rounds there could have been. */
  readonly most: number;
  readonly rounds: readonly DiscoveryRound[];
}

/** One round: what the model so far was found to serve worse. */
export interface DiscoveryRound {
  /** Descriptions that there were, and how many were tested. */
  readonly conjunctions: number;
  readonly tested: number;
  /** The one that became a group; null: none did, and the rounds ended. */
  readonly group: TakenGroup | null;
  /** Those that were confirmed and did not become a group, and why. */
  readonly passedOver: readonly { readonly name: string; readonly why: PassedOver }[];
}

/**
 * - known: most of its rows are those of a group already
 * - too-small: it has too few rows in a part
 * - not-worst: another group is served worse, so that it would change nothing
 * - no-better: a model of its own serves it no better, so that no weight would help
 * - gains-less: another one could gain more in the same round
 */
export type PassedOver = 'known' | 'too-small' | 'not-worst' | 'no-better' | 'gains-less';

/** A sub-population that became a group. */
export interface TakenGroup {
  /** The name of the group: its description. */
  readonly name: string;
  readonly description: string;
  /** All of them must hold. */
  readonly conditions: readonly Condition[];
  /** Under the model of the round before, on rows that had no say in its choice. */
  readonly confirming: GroupAgainstRest;
  /** What a linear model of its own loses on the same rows, trained without them. */
  readonly alone: Estimate;
  /** Holm's adjusted p-value of its round. */
  readonly adjusted: number;
}
