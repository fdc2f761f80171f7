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

/** The place of each row among those of the other kind. */
export interface Placements {
  readonly auc: number;
  /** V_i of a positive row, U_j of a negative one. */
  of(row: number): number;
}

/**
 * Places rows; undefined where all are positive, or none is: there is no AUC.
 * @param rows with a weight above 0
 * @param weights row → what it counts for; by default 1
 */
export function placeRows(
  rows: Uint32Array,
  scoreOf: (row: number) => number,
  isPositive: (row: number) => boolean,
  weights?: Float64Array,
): Placements | undefined {
  const weightOf = weights && ((row: number): number => weights[row]!);
  const negatives = new Ladder(rows, scoreOf, (row) => !isPositive(row), weightOf);
  const positives = new Ladder(rows, scoreOf, isPositive, weightOf);
  if (!(negatives.total > 0 && positives.total > 0)) return undefined;
  const of = (row: number): number =>
    isPositive(row)
      ? negatives.below(scoreOf(row)) / negatives.total
      : 1 - positives.below(scoreOf(row)) / positives.total;
  let sum = 0;
  for (const row of rows) if (isPositive(row)) sum += (weightOf?.(row) ?? 1) * of(row);
  return { auc: sum / positives.total, of };
}

/** Steps of the guide: a score is looked for among those that share its first 16 bits or so. */
const STEPS = 2 ** 16;

/** Scores in their order, and what lies below each. */
class Ladder {
  readonly #sorted: Float64Array;
  /** By place: the weight of those before it; without weights their number. */
  readonly #before: Float64Array | undefined;
  /** By step of the scores from 0 to 1: the first place that is not below it. */
  readonly #guide = new Uint32Array(STEPS + 1);
  readonly total: number;

  constructor(
    rows: Uint32Array,
    scoreOf: (row: number) => number,
    isOne: (row: number) => boolean,
    weightOf: ((row: number) => number) | undefined,
  ) {
    let count = 0;
    for (const row of rows) if (isOne(row)) count++;
    this.#sorted = new Float64Array(count);
    let next = 0;
    for (const row of rows) if (isOne(row)) this.#sorted[next++] = scoreOf(row);
    this.#sorted.sort();
    for (let step = 0, place = 0; step <= STEPS; step++) {
      while (place < count && this.#sorted[place]! < step / STEPS) place++;
      this.#guide[step] = place;
    }
    this.total = count;
    if (weightOf === undefined) return;
    const before = new Float64Array(count + 1); // those of a tie stand at its first place
    for (const row of rows) if (isOne(row)) before[this.#firstFrom(scoreOf(row)) + 1]! += weightOf(row);
    for (let place = 0; place < count; place++) before[place + 1]! += before[place]!;
    this.#before = before;
    this.total = before[count]!;
  }

  /** What lies below a score, and half of what has the same. */
  below(score: number): number {
    const first = this.#firstFrom(score);
    if (this.#sorted[first] !== score) return this.#before?.[first] ?? first;
    if (this.#before !== undefined) return (this.#before[first]! + this.#before[first + 1]!) / 2;
    return (first + this.#search(first, this.#sorted.length, (own) => own <= score)) / 2;
  }

  /** The first place whose score is not below this one. */
  #firstFrom(score: number): number {
    const step = Math.max(0, Math.min(STEPS - 1, Math.floor(score * STEPS)));
    const end = step === STEPS - 1 ? this.#sorted.length : this.#guide[step + 1]!;
    return this.#search(this.#guide[step]!, end, (own) => own < score);
  }

  /** The first place from one to another where a rule no longer holds; it holds up to there. */
  #search(from: number, to: number, holds: (score: number) => boolean): number {
    let [low, high] = [from, to];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (holds(this.#sorted[middle]!)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
