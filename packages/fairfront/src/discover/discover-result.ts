// The result of a discovery as plain data: what `discover.json` holds and `--json` prints, schema fairfront.discover/1.

import type { Condition, GroupAgainstRest } from '@fairfront/core/discover';
import type { Asked } from '../task/data-options.js';
import type { Help } from '../training/what-helps.js';
import type { DiscoverLoss, DiscoverSource } from './discover-options.js';

export const DISCOVER_SCHEMA = 'fairfront.discover/1';

export interface DiscoverResult {
  readonly schema: typeof DISCOVER_SCHEMA;
  readonly fairfront: string;
  readonly data: string;
  /** Whose losses they are: those of a linear model trained here, of a run's chosen model, of a file of predictions. */
  readonly source: DiscoverSource;
  readonly target: string;
  readonly classes: readonly string[];
  readonly loss: DiscoverLoss;
  readonly weight?: string;
  readonly seed: number;
  /** Rows that searched, that confirm, and test rows that are left out. */
  readonly rows: { readonly searching: number; readonly confirming: number; readonly test: number };
  /** The columns that people are described by. */
  readonly by: readonly string[];
  readonly conditions: number;
  readonly minShare: number;
  /** Conjunctions that a sub-population could have been, and how many were tested. */
  readonly conjunctions: number;
  readonly tested: number;
  /** The chance that any of those found is false, all tests counted in. */
  readonly level: number;
  /** The level of the intervals. */
  readonly intervalLevel: number;
  /** Those confirmed, that which loses most as a whole first. */
  readonly groups: readonly FoundGroup[];
  /** Those tested and not confirmed. */
  readonly unconfirmed: readonly TestedGroup[];
  readonly notes: readonly string[];
  readonly asked?: Asked;
}

/** A sub-population that was tested. */
export interface TestedGroup {
  /** The conditions in words. */
  readonly description: string;
  /** All of them must hold. */
  readonly conditions: readonly Condition[];
  /** On the half that confirms, which had no say in the choice. */
  readonly confirming: GroupAgainstRest;
  /** Holm's adjusted p-value. */
  readonly adjusted: number;
}

/** A sub-population that is served worse. */
export interface FoundGroup extends TestedGroup {
  /** In both halves. */
  readonly rows: number;
  readonly help: Help;
}
