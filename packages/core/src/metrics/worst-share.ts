// The mean loss of the share of people who fare worst, whoever they are: the largest mean that any sub-population of at
// least that share can have (conditional value at risk; Rockafellar and Uryasev 2000).
//
//   max Σ w_i ℓ_i   over 0 ≤ w_i ≤ p_i / share, Σ w_i = 1        p_i: the row's part of all weight
//
// From the largest loss down each row is taken as a whole, the last one in part. The loss t of that one is also where
// t + Σ p_i max(0, ℓ_i − t) / share is least, and the least is the mean: so in resamples of many rows it is that sum for
// the t of the data, but for a term of the order 1 / rows.

import { FairfrontError } from '../error.js';
import { type BootstrapOptions, bootstrapMeans, DEFAULT_RESAMPLES } from '../numeric/bootstrap.js';
import { drawBits, MANY } from '../numeric/resampling.js';
import { CompensatedSum, compensatedSum } from '../numeric/sum.js';
import { rowDraws } from './row-draws.js';

/** Throws unless a share is above 0 and at most 1. */
export function checkShare(share: number): void {
  if (!(share > 0 && share <= 1)) {
    throw new FairfrontError('bad-option', `share must be a number above 0 and at most 1; got ${share}`);
  }
}

/**
 * The mean loss of the share of rows with the largest losses.
 * @param weights row → what it counts for; by default 1
 */
export function worstShareMean(losses: Float64Array, share: number, weights?: Float64Array): number {
  checkShare(share);
  if (weights !== undefined) return meanFromTop(losses, byLoss(losses), share, weights);
  return meanFromTop(losses.slice().sort().reverse(), undefined, share, undefined);
}

/** The worst share's mean loss of several models, of the data and of every resample. */
export interface ResampledShares {
  readonly means: readonly number[];
  /** For each model its mean in every resample. Each has its own worst rows there. */
  readonly resampled: readonly Float64Array[];
}

/**
 * Resamples the worst share's mean loss of several models together: a row comes with the losses of all.
 * @param losses for each model the loss of every row
 * @param entities row → whose it is, drawn with all of its rows; by default every row is by itself
 * @param many from how many rows on cells of them are drawn
 */
export function bootstrapWorstShare(
  losses: readonly Float64Array[],
  share: number,
  { random, resamples = DEFAULT_RESAMPLES }: BootstrapOptions,
  {
    entities,
    weights,
  }: {
    readonly entities?: ArrayLike<number> | undefined;
    readonly weights?: Float64Array | undefined;
  } = {},
  many = MANY,
): ResampledShares {
  if (losses[0]!.length > many.rows) {
    const tails = losses.map((own) => tailOf(own, share, weights));
    const rows = weights && rowsOf(weights, (weight) => weight > 0);
    const { resampled } = bootstrapMeans(tails, { random, resamples }, rows, entities, weights, many);
    return { means: losses.map((own) => worstShareMean(own, share, weights)), resampled };
  }
  const rows = rowsOf(losses[0]!, () => true);
  const orders = losses.map(byLoss);
  const draw = rowDraws(drawBits(random), rows, entities);
  const counts = new Uint32Array(rows.length);
  const drawn = new Float64Array(rows.length);
  const resampled = losses.map(() => new Float64Array(resamples));
  for (let resample = 0; resample < resamples; resample++) {
    draw(counts);
    for (let row = 0; row < drawn.length; row++) drawn[row] = counts[row]! * (weights?.[row] ?? 1);
    losses.forEach((own, model) => {
      resampled[model]![resample] = meanFromTop(own, orders[model], share, drawn);
    });
  }
  return { means: losses.map((own) => worstShareMean(own, share, weights)), resampled };
}

/** t + max(0, ℓ − t) / share by row, whose mean is that of the worst share. */
function tailOf(losses: Float64Array, share: number, weights: Float64Array | undefined): Float64Array {
  const least = leastOfTop(losses, share, weights);
  const tail = new Float64Array(losses.length);
  for (let row = 0; row < tail.length; row++) tail[row] = least + Math.max(0, losses[row]! - least) / share;
  return tail;
}

/** The smallest loss of the worst share. */
function leastOfTop(losses: Float64Array, share: number, weights: Float64Array | undefined): number {
  const sorted = weights === undefined ? losses.slice().sort() : undefined;
  const order = weights && byLoss(losses);
  let left = share * (weights === undefined ? losses.length : compensatedSum(weights));
  for (let i = 0; i < losses.length; i++) {
    left -= weights === undefined ? 1 : weights[order![i]!]!;
    if (left <= 0) return sorted === undefined ? losses[order![i]!]! : sorted[losses.length - 1 - i]!;
  }
  return order === undefined ? sorted![0]! : losses[order.at(-1)!]!;
}

function rowsOf(values: Float64Array, isOne: (value: number) => boolean): Uint32Array {
  let count = 0;
  for (const value of values) if (isOne(value)) count++;
  const rows = new Uint32Array(count);
  for (let row = 0, next = 0; row < values.length; row++) if (isOne(values[row]!)) rows[next++] = row;
  return rows;
}

/** Rows, the largest loss first. */
function byLoss(losses: Float64Array): Uint32Array {
  return rowsOf(losses, () => true).sort((left, right) => losses[right]! - losses[left]!);
}

/** @param order of the rows, the largest loss first; by default they are in it */
function meanFromTop(
  losses: Float64Array,
  order: Uint32Array | undefined,
  share: number,
  weights: Float64Array | undefined,
): number {
  const wanted = share * (weights === undefined ? losses.length : compensatedSum(weights));
  const sum = new CompensatedSum();
  let left = wanted;
  for (let i = 0; i < losses.length && left > 0; i++) {
    const row = order === undefined ? i : order[i]!;
    const taken = Math.min(left, weights === undefined ? 1 : weights[row]!);
    sum.add(taken * losses[row]!);
    left -= taken;
  }
  return sum.value / (wanted - Math.max(0, left));
}
