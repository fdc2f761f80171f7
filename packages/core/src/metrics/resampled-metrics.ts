// All metrics of one group, from how often each of its rows was drawn. Made for many resamples: whatever does
// not depend on the counts is prepared once, and a resample is a pass over the rows and one more for each
// AUC.
//
//   cell         a bin of the confidence, a label and a guess that occur together; rows of a cell differ by their losses alone
//   n_k          Σ counts over the rows of cell k: accuracy, hits in bins and all decision rates follow from these whole numbers
//   brier        mean + Σ counts · (brier − mean) / n, and cross-entropy alike
//   gap of a bin hits − n · mean confidence − Σ counts · (confidence − mean confidence of the bin)
//   mean prediction of a class: mean + Σ counts · (score − mean) / n
//
// Where rows have weights, `counts` are weight times count, and everything else is the same.
//
// Sums are of deviations from the means of the data, so plain sums are exact enough, and a metric that is the
// same in every row is the same in every resample.

import { BIN_COUNT, confidenceBin } from './calibration.js';
import { RATE_NAMES } from './decision-rates.js';
import { countedAuc, rankRows } from './ranked-rows.js';
import { outcomesOf, type Predictions, type RowOutcomes } from './row-outcomes.js';

/** Places of the metrics: these five, the rates of each class, the AUC, and how many rows were drawn. */
export const METRIC_NAMES = ['accuracy', 'brier', 'crossEntropy', 'ece', 'mce'] as const;

/** The place of a decision rate among the metrics of a group. */
export function ratePlace(classPlace: number, rate: number): number {
  return METRIC_NAMES.length + classPlace * RATE_NAMES.length + rate;
}

/** The place of the AUC among the metrics of a group. */
export function aucPlace(classCount: number): number {
  return ratePlace(classCount, 0);
}

/** The place of the number of rows drawn; it is the last. */
export function rowsPlace(classCount: number): number {
  return aucPlace(classCount) + 1;
}

/**
 * Computes all metrics of a group from how often each of its rows was drawn.
 * @param metrics written here; NaN for a metric that these rows do not have
 */
export type ResampledMetrics = (counts: DrawnCounts, metrics: Float64Array) => void;

/** How often each row was drawn, times its weight where it has one. */
export type DrawnCounts = Uint32Array | Float64Array;

/**
 * Prepares the metrics of one group for many resamples.
 * @param rows of the group, at least one, in the order that the counts will have
 * @param classes of which there are decision rates and, as a mean over those that have it in the data, the
 * AUC
 */
export function resampledMetrics(
  predictions: Predictions,
  rows: Uint32Array,
  classes: readonly number[],
): ResampledMetrics {
  const { labels, classCount } = predictions;
  const outcomes = outcomesOf(predictions, rows);
  const { cells, bins, cellLabels, cellGuesses } = findCells(labels, outcomes, rows);
  const brierMean = meanOver(outcomes.brier);
  const entropyMean = meanOver(outcomes.crossEntropy);
  const binMeans = binConfidences(outcomes.confidences);
  const [firstScore, ...otherScores] = classes.map((c) => scoresOf(predictions, rows, c));
  // rows × [brier, cross-entropy, confidence, score of the first class]
  const deviations = new Float64Array(4 * rows.length);
  for (let i = 0; i < rows.length; i++) {
    const confidence = outcomes.confidences[i]!;
    deviations[4 * i] = outcomes.brier[i]! - brierMean;
    deviations[4 * i + 1] = outcomes.crossEntropy[i]! - entropyMean;
    deviations[4 * i + 2] = confidence - binMeans[confidenceBin(confidence)]!;
    deviations[4 * i + 3] = firstScore!.deviations[i]!;
  }
  const aucOf = resampledAuc(predictions, rows, classes);

  const cellCount = bins.length;
  const cellRows = new Float64Array(cellCount);
  const cellConfidences = new Float64Array(cellCount);
  const binRows = new Float64Array(BIN_COUNT);
  const binGaps = new Float64Array(BIN_COUNT);
  const positives = new Float64Array(classCount);
  const selected = new Float64Array(classCount);
  const truePositives = new Float64Array(classCount);

  return (counts, metrics) => {
    cellRows.fill(0);
    cellConfidences.fill(0);
    let brier = 0;
    let entropy = 0;
    let score = 0;
    for (let i = 0, k = 0; i < cells.length; i++, k += 4) {
      const count = counts[i]!;
      const cell = cells[i]!;
      cellRows[cell]! += count;
      brier += count * deviations[k]!;
      entropy += count * deviations[k + 1]!;
      cellConfidences[cell]! += count * deviations[k + 2]!;
      score += count * deviations[k + 3]!;
    }
    for (const sums of [binRows, binGaps, positives, selected, truePositives]) sums.fill(0);
    let all = 0;
    let hits = 0;
    for (let cell = 0; cell < cellCount; cell++) {
      const count = cellRows[cell]!;
      const bin = bins[cell]!;
      const label = cellLabels[cell]!;
      const isHit = label === cellGuesses[cell];
      all += count;
      binRows[bin]! += count;
      binGaps[bin]! += (isHit ? count : 0) - cellConfidences[cell]!;
      positives[label]! += count;
      selected[cellGuesses[cell]!]! += count;
      if (isHit) {
        hits += count;
        truePositives[label]! += count;
      }
    }
    let gaps = 0;
    let largest = 0;
    for (let bin = 0; bin < BIN_COUNT; bin++) {
      if (binRows[bin] === 0) continue;
      const gap = Math.abs(binGaps[bin]! - binRows[bin]! * binMeans[bin]!);
      gaps += gap;
      largest = Math.max(largest, gap / binRows[bin]!);
    }
    metrics[0] = hits / all;
    metrics[1] = brierMean + brier / all;
    metrics[2] = entropyMean + entropy / all;
    metrics[3] = gaps / all;
    metrics[4] = largest;
    let at = METRIC_NAMES.length;
    for (let place = 0; place < classes.length; place++) {
      const c = classes[place]!;
      // In the order of RATE_NAMES; 0 / 0 is NaN.
      metrics[at++] = selected[c]! / all;
      metrics[at++] = truePositives[c]! / positives[c]!;
      metrics[at++] = (selected[c]! - truePositives[c]!) / (all - positives[c]!);
      metrics[at++] = truePositives[c]! / selected[c]!;
      metrics[at++] = positives[c]! / all;
      metrics[at++] =
        place === 0 ? firstScore!.mean + score / all : countedMean(otherScores[place - 1]!, counts, all);
    }
    metrics[at++] = aucOf(counts);
    metrics[at] = all;
  };
}

/**
 * Prepares the AUC of some rows for many resamples: the mean over the classes that have one in the data.
 * NaN where one of these has none in the resample.
 */
export function resampledAuc(
  { probabilities, labels, classCount }: Predictions,
  rows: Uint32Array,
  classes: readonly number[],
): (counts: DrawnCounts) => number {
  const areas = classes.flatMap((positive) => {
    const scoreOf = (row: number): number => probabilities[row * classCount + positive]!;
    const ranked = rankRows(rows, scoreOf, (row) => labels[row] === positive);
    return ranked === undefined ? [] : [ranked];
  });
  return (counts) => {
    let sum = 0;
    for (const ranked of areas) sum += countedAuc(ranked, counts);
    return sum / areas.length;
  };
}

/** The mean probability of a class over some rows, and how far each row is from it. */
interface Scores {
  readonly mean: number;
  readonly deviations: Float64Array;
}

function scoresOf({ probabilities, classCount }: Predictions, rows: Uint32Array, positive: number): Scores {
  const own = Float64Array.from(rows, (row) => probabilities[row * classCount + positive]!);
  const mean = own.reduce((sum, score) => sum + score, 0) / own.length;
  return { mean, deviations: own.map((score) => score - mean) };
}

/** @param all Σ counts */
function countedMean({ mean, deviations }: Scores, counts: DrawnCounts, all: number): number {
  let sum = 0;
  for (let i = 0; i < deviations.length; i++) sum += counts[i]! * deviations[i]!;
  return mean + sum / all;
}

interface Cells {
  /** By row of the group. */
  readonly cells: Uint32Array;
  /** By cell. */
  readonly bins: number[];
  readonly cellLabels: number[];
  readonly cellGuesses: number[];
}

function findCells(labels: Int32Array, { guesses, confidences }: RowOutcomes, rows: Uint32Array): Cells {
  const found: Cells = { cells: new Uint32Array(rows.length), bins: [], cellLabels: [], cellGuesses: [] };
  const known = new Map<string, number>();
  rows.forEach((row, i) => {
    const [bin, label, guess] = [confidenceBin(confidences[i]!), labels[row]!, guesses[i]!];
    const key = `${bin} ${label} ${guess}`;
    let cell = known.get(key);
    if (cell === undefined) {
      cell = known.size;
      known.set(key, cell);
      found.bins.push(bin);
      found.cellLabels.push(label);
      found.cellGuesses.push(guess);
    }
    found.cells[i] = cell;
  });
  return found;
}

function meanOver(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Mean confidence in each bin; 0 for a bin without rows. */
function binConfidences(confidences: Float64Array): Float64Array {
  const sums = new Float64Array(BIN_COUNT);
  const counts = new Uint32Array(BIN_COUNT);
  for (const confidence of confidences) {
    const bin = confidenceBin(confidence);
    sums[bin]! += confidence;
    counts[bin]!++;
  }
  return sums.map((sum, bin) => sum / Math.max(1, counts[bin]!));
}
