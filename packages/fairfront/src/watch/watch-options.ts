// The options of a watch: which loss, how rarely a false alarm, and where it is remembered.

import { flag, numberBetween, type OptionKinds, oneOf, path } from '../option-kinds.js';
import { LABEL_KINDS } from '../task/data-options.js';

/** What a promise can be about. */
export const WATCHED_LOSSES = ['cross-entropy', 'brier', 'error'] as const;
export type WatchedLoss = (typeof WATCHED_LOSSES)[number];

/** What `watch` takes. */
export interface WatchOptions {
  /** The loss that must not rise. Default: the run's own. */
  readonly loss?: WatchedLoss;
  /** The share of watches that may end in a false alarm, however often one looks; between 0 and 0.5. Default 0.05. */
  readonly level?: number;
  /** How groups are made, as in the fit. Default: what the run was asked for. */
  readonly groups?: string;
  /** A JSON file that remembers the watch from batch to batch; it is made where it is missing. Default: none. */
  readonly state?: string;
  /** Whether a batch that was handed over before is counted again. Default false. */
  readonly force?: boolean;
}

export const WATCH_KINDS: OptionKinds<WatchOptions> = {
  loss: oneOf(WATCHED_LOSSES),
  level: numberBetween(0, 0.5),
  groups: LABEL_KINDS.groups,
  state: path,
  force: flag,
};

export const WATCH_LEVEL = 0.05;
