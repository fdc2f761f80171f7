// All metrics of one group of many rows, from how often each cell of its rows was drawn: the rows are summed by cell
// once, and a resample is a pass over the cells (numeric/resampling.ts). What is summed follows from the definitions in
// resampled-metrics.ts; the AUC is taken as a mean over rows (placements.ts).
//
//   of a cell     rows, brier and cross-entropy
//   of a bin      rows, hits and confidence
//   of a class    positives, negatives, selected, true positives, score; places among the other kind, of both
//
// Losses, confidences, scores and places are summed as deviations from their means, so that plain sums are exact enough,
// and a metric that is the same in every row is the same in every resample. Rows with weights are summed by them.

import type { RowCells } from '../numeric/resampling.js';
import { BIN_COUNT, confidenceBin } from './calibration.js';
import { RATE_NAMES } from './decision-rates.js';
import { type Placements, placeRows } from './placements.js';
import { METRIC_NAMES, type ResampledMetrics } from './resampled-metrics.js';
import { OUTCOME_ROWS, outcomesOf, type Predictions, type RowOutcomes } from './row-outcomes.js';

/** Some rows, their cells, and what they count for. */
export interface CellRows {
  readonly rows: Uint32Array;
  readonly cells: RowCells;
  /** Row → what it counts for, > 0; by default 1. */
  readonly weights?: Float64Array | undefined;
}

const BINS_AT = 3; // after rows, brier, cross-entropy
const CLASSES_AT = BINS_AT + 3 * BIN_COUNT;
const CLASS_WIDTH = 5;

/**
 * Prepares the metrics of one group for many resamples of its cells.
 * @param classes of which there are decision rates and, as a mean over those that have it in the data, the AUC
 */
export function cellMetrics(
  predictions: Predictions,
  own: CellRows,
  classes: readonly number[],
): ResampledMetrics {
  const { labels } = predictions;
  const { rows, cells, weights } = own;
  const centre = centreOf(predictions, rows, classes);
  const width = CLASSES_AT + CLASS_WIDTH * classes.length;
  const table = new Float64Array(cells.count * width);
  eachPart(predictions, rows, ({ guesses, hits, confidences, brier, crossEntropy }, start) => {
    for (let i = 0; i < guesses.length; i++) {
      const row = rows[start + i]!;
      const at = cells.cells[start + i]! * width;
      const weight = weights === undefined ? 1 : weights[row]!;
      table[at]! += weight;
      table[at + 1]! += weight * (brier[i]! - centre.brier);
      table[at + 2]! += weight * (crossEntropy[i]! - centre.crossEntropy);
      const bin = confidenceBin(confidences[i]!);
      const atBin = at + BINS_AT + 3 * bin;
      table[atBin]! += weight;
      table[atBin + 1]! += weight * hits[i]!;
      table[atBin + 2]! += weight * (confidences[i]! - centre.confidences[bin]!);
      for (let place = 0; place < classes.length; place++) {
        const c = classes[place]!;
        const atClass = at + CLASSES_AT + CLASS_WIDTH * place;
        const isPositive = labels[row] === c;
        table[atClass + (isPositive ? 0 : 1)]! += weight;
        if (guesses[i] === c) {
          table[atClass + 2]! += weight;
          if (isPositive) table[atClass + 3]! += weight;
        }
        table[atClass + 4]! += weight * (scoreOf(predictions, row, c) - centre.scores[place]!);
      }
    }
  });
  const aucOf = cellAuc(predictions, own, classes);
  const sums = new Float64Array(width);

  return (counts, metrics) => {
    addCells(table, counts, sums);
    const all = sums[0]!;
    let hits = 0;
    let gaps = 0;
    let largest = 0;
    for (let bin = 0; bin < BIN_COUNT; bin++) {
      const at = BINS_AT + 3 * bin;
      const binRows = sums[at]!;
      if (binRows === 0) continue;
      hits += sums[at + 1]!;
      const gap = Math.abs(sums[at + 1]! - sums[at + 2]! - binRows * centre.confidences[bin]!);
      gaps += gap;
      largest = Math.max(largest, gap / binRows);
    }
    metrics[0] = hits / all;
    metrics[1] = centre.brier + sums[1]! / all;
    metrics[2] = centre.crossEntropy + sums[2]! / all;
    metrics[3] = gaps / all;
    metrics[4] = largest;
    let at = METRIC_NAMES.length;
    for (let place = 0; place < classes.length; place++, at += RATE_NAMES.length) {
      const [positives, negatives, selected, truePositives, score] = sums.subarray(
        CLASSES_AT + CLASS_WIDTH * place,
      ) as unknown as number[];
      // In the order of RATE_NAMES; 0 / 0 is NaN.
      metrics[at] = selected! / all;
      metrics[at + 1] = truePositives! / positives!;
      metrics[at + 2] = (selected! - truePositives!) / negatives!;
      metrics[at + 3] = truePositives! / selected!;
      metrics[at + 4] = positives! / all;
      metrics[at + 5] = centre.scores[place]! + score! / all;
    }
    metrics[at] = aucOf(counts);
    metrics[at + 1] = all;
  };
}

/**
 * Prepares the AUC of many rows for resamples of their cells: the mean over the classes that have one in the data. NaN
 * where one of these has none in the resample.
 */
export function cellAuc(
  predictions: Predictions,
  { rows, cells, weights }: CellRows,
  classes: readonly number[],
): (counts: ArrayLike<number>) => number {
  const { labels } = predictions;
  // By class: its AUC, and by cell the positives, the negatives and the deviations of the places of both.
  const areas = classes.flatMap((c) => {
    const isPositive = (row: number): boolean => labels[row] === c;
    const places = placeRows(rows, (row) => scoreOf(predictions, row, c), isPositive, weights);
    return places === undefined ? [] : [{ auc: places.auc, table: placeSums(places, isPositive) }];
  });
  const sums = new Float64Array(4);
  return (counts) => {
    let total = 0;
    for (const { auc, table } of areas) {
      addCells(table, counts, sums);
      const near = auc + sums[1]! / sums[0]! + sums[3]! / sums[2]!;
      total += Number.isNaN(near) ? near : Math.min(1, Math.max(0, near));
    }
    return total / areas.length;
  };

  function placeSums(places: Placements, isPositive: (row: number) => boolean): Float64Array {
    const table = new Float64Array(cells.count * 4);
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i]!;
      const at = cells.cells[i]! * 4 + (isPositive(row) ? 0 : 2);
      const weight = weights === undefined ? 1 : weights[row]!;
      table[at]! += weight;
      table[at + 1]! += weight * (places.of(row) - places.auc);
    }
    return table;
  }
}

/** Σ counts · table over the cells. */
function addCells(table: Float64Array, counts: ArrayLike<number>, sums: Float64Array): void {
  sums.fill(0);
  const { length } = sums;
  for (let cell = 0, at = 0; cell < counts.length; cell++, at += length) {
    const count = counts[cell]!;
    if (count === 0) continue;
    for (let k = 0; k < length; k++) sums[k]! += count * table[at + k]!;
  }
}

interface Centre {
  readonly brier: number;
  readonly crossEntropy: number;
  /** By bin; 0 where it has no rows. */
  readonly confidences: Float64Array;
  /** By class that was asked for. */
  readonly scores: Float64Array;
}

/** Means over the rows, each counting the same: what deviations are from. */
function centreOf(predictions: Predictions, rows: Uint32Array, classes: readonly number[]): Centre {
  let brier = 0;
  let crossEntropy = 0;
  const confidences = new Float64Array(BIN_COUNT);
  const inBins = new Uint32Array(BIN_COUNT);
  const scores = new Float64Array(classes.length);
  eachPart(predictions, rows, (outcomes, start) => {
    for (let i = 0; i < outcomes.guesses.length; i++) {
      brier += outcomes.brier[i]!;
      crossEntropy += outcomes.crossEntropy[i]!;
      const bin = confidenceBin(outcomes.confidences[i]!);
      confidences[bin]! += outcomes.confidences[i]!;
      inBins[bin]!++;
      for (let place = 0; place < classes.length; place++) {
        scores[place]! += scoreOf(predictions, rows[start + i]!, classes[place]!);
      }
    }
  });
  return {
    brier: brier / rows.length,
    crossEntropy: crossEntropy / rows.length,
    confidences: confidences.map((sum, bin) => sum / Math.max(1, inBins[bin]!)),
    scores: scores.map((sum) => sum / rows.length),
  };
}

function scoreOf({ probabilities, classCount }: Predictions, row: number, c: number): number {
  return probabilities[row * classCount + c]!;
}

/** @param use is handed the outcomes of some of the rows, and the place of the first among all */
function eachPart(
  predictions: Predictions,
  rows: Uint32Array,
  use: (outcomes: RowOutcomes, start: number) => void,
): void {
  for (let start = 0; start < rows.length; start += OUTCOME_ROWS) {
    use(outcomesOf(predictions, rows.subarray(start, start + OUTCOME_ROWS)), start);
  }
}
