// The AUC as a mean over rows (DeLong, DeLong & Clarke-Pearson 1988): how many rows of the other kind each row is on the
// right side of.
//
//   V_i = share of the negatives below positive i        U_j = share of the positives above negative j        ties: half
//   AUC = mean of V = mean of U
//
// In a resample the AUC is, but for a term of the order 1 / (positives · negatives),
//
//   AUC + mean* (V − AUC) + mean* (U − AUC)
//
// so that of many rows it needs sums alone. By weight where rows have weights.

import type { Predictions } from './row-outcomes.js';

/** The places of some rows among those of the other kind. */
export interface Placements {
  readonly auc: number;
  /** In the order of the rows: V_i of a positive one, U_j of a negative one. */
  readonly places: Float64Array;
}

/**
 * Places rows; undefined where all are positive, or none is: there is no AUC.
 * @param scores by row
 * @param isPositive by row: 1 or 0
 * @param weights by row, > 0; by default 1
 */
export function placeRows(
  scores: Float64Array,
  isPositive: Uint8Array,
  weights?: Float64Array,
): Placements | undefined {
  const [negatives, positives] = [0, 1].map((kind) => new Ladder(scores, isPositive, kind, weights));
  if (!(negatives!.total > 0 && positives!.total > 0)) return undefined;
  const places = new Float64Array(scores.length);
  let sum = 0;
  for (let i = 0; i < scores.length; i++) {
    if (isPositive[i] === 1) {
      places[i] = negatives!.below(scores[i]!) / negatives!.total;
      sum += (weights === undefined ? 1 : weights[i]!) * places[i]!;
    } else {
      places[i] = 1 - positives!.below(scores[i]!) / positives!.total;
    }
  }
  return { auc: sum / positives!.total, places };
}

/** The scores of some rows for a class, and which of them are of it, in the order of the rows. */
export function scoresFor(
  { probabilities, labels, classCount }: Predictions,
  rows: Uint32Array,
  positive: number,
): { readonly scores: Float64Array; readonly isPositive: Uint8Array } {
  const scores = new Float64Array(rows.length);
  const isPositive = new Uint8Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    scores[i] = probabilities[rows[i]! * classCount + positive]!;
    isPositive[i] = labels[rows[i]!] === positive ? 1 : 0;
  }
  return { scores, isPositive };
}

/** Steps of the guide: a score is looked for among those that share its first 16 bits or so. */
const STEPS = 2 ** 16;

/** Scores of one kind of rows in their order, and what lies below each. */
class Ladder {
  readonly #sorted: Float64Array;
  /** By place: the weight of those before it; without weights it is the place. */
  readonly #before: Float64Array | undefined;
  /** By step of the scores from 0 to 1: the first place that is not below it. */
  readonly #guide = new Uint32Array(STEPS + 1);
  readonly total: number;

  constructor(scores: Float64Array, isPositive: Uint8Array, kind: number, weights: Float64Array | undefined) {
    let count = 0;
    for (let i = 0; i < scores.length; i++) if (isPositive[i] === kind) count++;
    const sorted = new Float64Array(count);
    for (let i = 0, next = 0; i < scores.length; i++) if (isPositive[i] === kind) sorted[next++] = scores[i]!;
    sorted.sort();
    for (let step = 0, place = 0; step <= STEPS; step++) {
      while (place < count && sorted[place]! < step / STEPS) place++;
      this.#guide[step] = place;
    }
    this.#sorted = sorted;
    this.total = count;
    if (weights === undefined) return;
    const before = new Float64Array(count + 1); // those of a tie stand at its first place
    for (let i = 0; i < scores.length; i++) {
      if (isPositive[i] === kind) before[this.#firstFrom(scores[i]!) + 1]! += weights[i]!;
    }
    for (let place = 0; place < count; place++) before[place + 1]! += before[place]!;
    this.#before = before;
    this.total = before[count]!;
  }

  /** What lies below a score, and half of what has the same. */
  below(score: number): number {
    const first = this.#firstFrom(score);
    const before = this.#before;
    if (this.#sorted[first] !== score) return before === undefined ? first : before[first]!;
    return before === undefined
      ? (first + this.#firstAbove(score, first)) / 2
      : (before[first]! + before[first + 1]!) / 2;
  }

  /** The first place whose score is not below this one. */
  #firstFrom(score: number): number {
    const sorted = this.#sorted;
    const step = Math.max(0, Math.min(STEPS - 1, Math.floor(score * STEPS)));
    let low = this.#guide[step]!;
    let high = step === STEPS - 1 ? sorted.length : this.#guide[step + 1]!;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (sorted[middle]! < score) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The first place after one whose score is above this one. */
  #firstAbove(score: number, from: number): number {
    const sorted = this.#sorted;
    let low = from + 1;
    let high = sorted.length;
    for (let reach = 1; low < high; reach *= 2) {
      // Ties are few as a rule: twice as far each time, then between.
      if (from + reach < high && sorted[from + reach]! <= score) low = from + reach + 1;
      else {
        high = Math.min(high, from + reach);
        break;
      }
    }
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (sorted[middle]! <= score) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
