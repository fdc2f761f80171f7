// What a run promises each group: the upper end of the interval of its risk on test rows. The intervals of all groups
// hold at once (`bands`), so a promise is rarely too small for any of them by the luck of the test rows.

import { createRandom } from '@fairfront/core';
import {
  bootstrapByGroup,
  DEFAULT_LEVEL,
  groupMoments,
  rowOutcomes,
  simultaneousBands,
} from '@fairfront/core/internal';
import type { FinishedRun } from '../runs/finished-run.js';
import type { WatchedLoss } from './watch-options.js';

/** Outcomes that were given less than this count as if they had been given so much: no row counts without bound. */
const LEAST_PROBABILITY = 0.001;
const LARGEST_CROSS_ENTROPY = -Math.log(LEAST_PROBABILITY);
/** A promise of no loss at all would be broken by a rounding error. */
const SMALLEST_PROMISE = 1e-6;

/** In words, with what is special about it. */
export const LOSS_WORDS: Readonly<Record<WatchedLoss, string>> = {
  'cross-entropy': `cross-entropy (a probability below ${LEAST_PROBABILITY} counts as ${LEAST_PROBABILITY})`,
  brier: 'Brier score',
  error: 'share of errors',
};

/** What was promised a group. */
export interface GroupPromise {
  /** Its risk on the test rows. */
  readonly estimate: number;
  /** The largest risk that keeps the promise. */
  readonly promise: number;
  /** Of the losses of its test rows. */
  readonly variance: number;
}

/** The loss of every row. */
export function watchedLosses(
  loss: WatchedLoss,
  probabilities: Float64Array,
  labels: Int32Array,
  classCount: number,
): Float64Array {
  const { hits, brier, crossEntropy } = rowOutcomes(probabilities, labels, classCount);
  if (loss === 'brier') return brier;
  if (loss === 'error') return Float64Array.from(hits, (hit) => 1 - hit);
  return crossEntropy.map((value) => Math.min(value, LARGEST_CROSS_ENTROPY));
}

/** Reads the promises of a run, group by group. */
export async function promisesOf(
  { result, predictions }: FinishedRun,
  loss: WatchedLoss,
): Promise<GroupPromise[]> {
  const { labels, groups, models, entities } = await predictions('test');
  const losses = watchedLosses(loss, models.minimax, labels, result.task.classes.length);
  const { intervals } = result.models.minimax.metrics.test;
  const uppers = {
    brier: () => intervals!.brier.bands.map(({ high }) => high),
    error: () => intervals!.accuracy.bands.map(({ low }) => 1 - low),
    // result.json has the bands of those that are not clipped
    'cross-entropy': () => {
      const random = createRandom(result.task.seed);
      const drawn = bootstrapByGroup([losses], groups, { random }, entities).map(
        ({ means, resampled, drawCount }) => ({ value: means[0]!, samples: resampled[0]!, size: drawCount }),
      );
      const bands = simultaneousBands(drawn, DEFAULT_LEVEL, 'risk', LARGEST_CROSS_ENTROPY)!;
      return bands.intervals.map(({ high }) => high);
    },
  }[loss]();
  return groupMoments(losses, groups).map(({ mean, variance }, group) => ({
    estimate: mean,
    promise: Math.max(SMALLEST_PROMISE, uppers[group]!),
    variance,
  }));
}
