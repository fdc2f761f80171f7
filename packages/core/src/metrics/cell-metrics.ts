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

import { takeWeights } from '../groups/group-index.js';
import type { RowCells } from '../numeric/resampling.js';
import { BIN_COUNT, confidenceBin } from './calibration.js';
import { RATE_NAMES } from './decision-rates.js';
import { placeRows, scoresFor } from './placements.js';
import { type DrawnCounts, METRIC_NAMES, type ResampledMetrics } from './resampled-metrics.js';
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
  const { count } = cells;
  const table = new CellTable(width, count);
  const { sums, values } = table;
  eachPart(predictions, rows, ({ guesses, hits, confidences, brier, crossEntropy }, start) => {
    for (let i = 0; i < guesses.length; i++) {
      const row = rows[start + i]!;
      const cell = cells.cells[start + i]!;
      const weight = weights === undefined ? 1 : weights[row]!;
      values[cell]! += weight;
      values[count + cell]! += weight * (brier[i]! - centre.brier);
      values[2 * count + cell]! += weight * (crossEntropy[i]! - centre.crossEntropy);
      const bin = confidenceBin(confidences[i]!);
      const inBin = (BINS_AT + 3 * bin) * count + cell;
      values[inBin]! += weight;
      values[inBin + count]! += weight * hits[i]!;
      values[inBin + 2 * count]! += weight * (confidences[i]! - centre.confidences[bin]!);
      for (let place = 0; place < classes.length; place++) {
        const c = classes[place]!;
        const ofClass = (CLASSES_AT + CLASS_WIDTH * place) * count + cell;
        const isPositive = labels[row] === c;
        values[isPositive ? ofClass : ofClass + count]! += weight;
        if (guesses[i] === c) {
          values[ofClass + 2 * count]! += weight;
          if (isPositive) values[ofClass + 3 * count]! += weight;
        }
        values[ofClass + 4 * count]! += weight * (scoreOf(predictions, row, c) - centre.scores[place]!);
      }
    }
  });
  const isUsed = Array.from({ length: BIN_COUNT }, (_, bin) => centre.inBins[bin]! > 0);
  const used = Array.from({ length: width }, (_, k) => k).filter(
    (k) => k < BINS_AT || k >= CLASSES_AT || isUsed[Math.floor((k - BINS_AT) / 3)],
  );
  const aucOf = cellAuc(predictions, own, classes);

  return (counts, metrics) => {
    table.sum(counts, used);
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
): (counts: DrawnCounts) => number {
  // By class: its AUC, and by cell positives, negatives, and how far the places of both are from it.
  const areas = classes.flatMap((c) => {
    const { scores, isPositive } = scoresFor(predictions, rows, c);
    const own = weights && takeWeights(weights, rows);
    const placed = placeRows(scores, isPositive, own);
    if (placed === undefined) return [];
    const { auc, places } = placed;
    const { count } = cells;
    const table = new CellTable(4, count);
    for (let i = 0; i < rows.length; i++) {
      const at = cells.cells[i]! + (isPositive[i] === 1 ? 0 : 2) * count;
      const weight = own === undefined ? 1 : own[i]!;
      table.values[at]! += weight;
      table.values[at + count]! += weight * (places[i]! - auc);
    }
    return [{ auc, table }];
  });
  return (counts) => {
    let total = 0;
    for (const { auc, table } of areas) {
      table.sum(counts);
      const [positives, above, negatives, below] = table.sums as unknown as number[];
      const near = auc + above! / positives! + below! / negatives!;
      total += Number.isNaN(near) ? near : Math.min(1, Math.max(0, near));
    }
    return total / areas.length;
  };
}

/** Sums of cells, and their sums over the cells that were drawn. */
class CellTable {
  /** width × cells */
  readonly values: Float64Array;
  readonly sums: Float64Array;
  readonly #count: number;
  readonly #all: readonly number[];

  constructor(width: number, count: number) {
    this.values = new Float64Array(width * count);
    this.sums = new Float64Array(width);
    this.#count = count;
    this.#all = Array.from({ length: width }, (_, k) => k);
  }

  /** Σ counts · values over the cells. @param used the places that are summed */
  sum(counts: DrawnCounts, used = this.#all): void {
    const { values, sums } = this;
    const count = this.#count;
    for (let i = 0; i < used.length; i += 3) {
      // Three at a time: additions that do not wait for each other. At the end some are done again.
      const [one, two, three] = [
        used[i]!,
        used[Math.min(i + 1, used.length - 1)]!,
        used[Math.min(i + 2, used.length - 1)]!,
      ];
      const [a, b, c] = [one * count, two * count, three * count];
      let first = 0;
      let second = 0;
      let third = 0;
      for (let cell = 0; cell < count; cell++) {
        const times = counts[cell]!;
        first += times * values[a + cell]!;
        second += times * values[b + cell]!;
        third += times * values[c + cell]!;
      }
      sums[one] = first;
      sums[two] = second;
      sums[three] = third;
    }
  }
}

interface Centre {
  readonly brier: number;
  readonly crossEntropy: number;
  /** By bin; 0 where it has no rows. */
  readonly confidences: Float64Array;
  /** Rows by bin. */
  readonly inBins: Uint32Array;
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
    inBins,
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
