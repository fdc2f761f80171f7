// What a model's probabilities are worth in each row: whether the guess was right, how sure it was, what it
// lost [MMPF App. A.7].
//
//   guess        ŷ = argmax_c p_c, the first on a tie
//   confidence   p̂ = max_c p_c
//   brier        Σ_c (1[y = c] − p_c)², from 0 to 2
//   crossEntropy −ln p_y, from 0 to 744.44…

/** Probabilities and labels of some rows. */
export interface Predictions {
  /** rows × classes */
  readonly probabilities: Float64Array;
  readonly labels: Int32Array;
  readonly classCount: number;
}

/** By row. */
export interface RowOutcomes {
  /** The most probable class. */
  readonly guesses: Int32Array;
  /** 1 where the guess is the label, 0 elsewhere. */
  readonly hits: Uint8Array;
  readonly confidences: Float64Array;
  readonly brier: Float64Array;
  readonly crossEntropy: Float64Array;
}

/**
 * A probability of 0 counts as the smallest positive double, 2⁻¹⁰⁷⁴, so that its cross-entropy is finite and
 * survives JSON. Any number above it is taken as it is: a floor such as 1e-15 would report less than the risk
 * that a model trained on its logits had, and hide who is served worst among groups with confident errors.
 */
export const SMALLEST_PROBABILITY = Number.MIN_VALUE;

/**
 * Measures each row: guess, hit, confidence and losses.
 * @param probabilities rows × classes, each row a distribution
 */
export function rowOutcomes(
  probabilities: Float64Array,
  labels: Int32Array,
  classCount: number,
): RowOutcomes {
  const rowCount = labels.length;
  const guesses = new Int32Array(rowCount);
  const hits = new Uint8Array(rowCount);
  const confidences = new Float64Array(rowCount);
  const brier = new Float64Array(rowCount);
  const crossEntropy = new Float64Array(rowCount);
  for (let row = 0; row < rowCount; row++) {
    const start = row * classCount;
    const label = labels[row]!;
    let guess = 0;
    let squares = 0;
    for (let c = 0; c < classCount; c++) {
      const probability = probabilities[start + c]!;
      if (probability > probabilities[start + guess]!) guess = c;
      const miss = c === label ? 1 - probability : probability;
      squares += miss * miss;
    }
    guesses[row] = guess;
    hits[row] = guess === label ? 1 : 0;
    // Rounding may leave a probability just above 1: no one is surer than sure, and no loss is below 0.
    confidences[row] = Math.min(1, probabilities[start + guess]!);
    brier[row] = squares;
    const ofLabel = Math.min(1, Math.max(SMALLEST_PROBABILITY, probabilities[start + label]!));
    crossEntropy[row] = 0 - Math.log(ofLabel); // −ln 1 would be −0
  }
  return { guesses, hits, confidences, brier, crossEntropy };
}

/** The outcomes of some rows, in their order. */
export function outcomesOf(
  { probabilities, labels, classCount }: Predictions,
  rows: Uint32Array,
): RowOutcomes {
  const own = new Float64Array(rows.length * classCount);
  const ofRows = new Int32Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const start = rows[i]! * classCount;
    for (let c = 0; c < classCount; c++) own[i * classCount + c] = probabilities[start + c]!;
    ofRows[i] = labels[rows[i]!]!;
  }
  return rowOutcomes(own, ofRows, classCount);
}

/** Rows whose outcomes are held at once. */
export const OUTCOME_ROWS = 2 ** 14;

/** Measures rows block by block, in their order. @param use is handed a block's outcomes and its first row */
export function eachOutcomes(
  { probabilities, labels, classCount }: Predictions,
  use: (outcomes: RowOutcomes, start: number) => void,
): void {
  for (let start = 0; start < labels.length; start += OUTCOME_ROWS) {
    const end = Math.min(labels.length, start + OUTCOME_ROWS);
    const own = probabilities.subarray(start * classCount, end * classCount);
    use(rowOutcomes(own, labels.subarray(start, end), classCount), start);
  }
}
