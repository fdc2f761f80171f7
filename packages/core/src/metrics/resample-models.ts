// Bootstrap resamples of every metric of several models on the same rows, stratified: each group's rows are
// redrawn within the group, each with the same chance and with its weight, so groups keep their sizes. One drawing serves all metrics of all models, so
// differences between them are paired. Of a group of more than `MANY.rows` rows, random cells of these are drawn.

import { FairfrontError } from '../error.js';
import {
  asOneGroup,
  effectiveRows,
  type GroupIndex,
  rowsThatCount,
  takeWeights,
} from '../groups/group-index.js';
import { DEFAULT_LEVEL, DEFAULT_RESAMPLES } from '../numeric/bootstrap.js';
import type { RandomSource } from '../numeric/random.js';
import {
  checkEntityRows,
  dealCells,
  drawBits,
  drawWithReplacement,
  MANY,
  type ManyRows,
} from '../numeric/resampling.js';
import { cellAuc, cellMetrics } from './cell-metrics.js';
import {
  type DrawnCounts,
  type ResampledMetrics,
  resampledAuc,
  resampledMetrics,
  rowsPlace,
} from './resampled-metrics.js';
import { entityCountsByGroup, hasOverlap, rowDraws } from './row-draws.js';
import type { Predictions } from './row-outcomes.js';

/** How bootstrap intervals are drawn. */
export interface IntervalOptions {
  readonly random: RandomSource;
  /** A whole number ≥ 1; default 1,000. */
  readonly resamples?: number | undefined;
  /** In (0, 1); default 0.95. */
  readonly level?: number | undefined;
  /**
   * Row → whose it is, whole numbers ≥ 0; by default every row is by itself. Each group draws its own rows of
   * an entity, even where the entity has rows in several groups.
   */
  readonly entities?: ArrayLike<number> | undefined;
}

/** Interval options with their defaults filled in. */
export interface ResolvedIntervals extends IntervalOptions {
  readonly resamples: number;
  readonly level: number;
}

/** One model's metrics in every resample. */
export interface ResampledModel {
  /** By group and place in `resampledMetrics`; NaN where a resample has none. */
  readonly byGroup: (group: number, place: number) => Float64Array;
  /** The same over all rows, drawn at once, where an entity has rows in several groups. */
  readonly overall?: ((place: number) => Float64Array) | undefined;
  /** The AUC over all rows, redrawn from all of them at once; empty where there is one model only. */
  readonly overallAucs: Float64Array;
}

/** The resamples of several models, and how they were drawn. */
export interface ResampledModels {
  readonly models: readonly ResampledModel[];
  readonly level: number;
  readonly resamples: number;
  /** Rows of each group; where they have weights, how many of one weight tell as much. */
  readonly counts: readonly number[];
  /** Entities of each group, where these were drawn. */
  readonly entityCounts: readonly number[] | undefined;
}

/** Checks interval options and fills in defaults. */
export function resolveIntervals(options: IntervalOptions, rowCount: number): ResolvedIntervals {
  const { resamples = DEFAULT_RESAMPLES, level = DEFAULT_LEVEL, entities } = options;
  if (!(Number.isInteger(resamples) && resamples >= 1)) {
    throw new FairfrontError('bad-option', `resamples must be a whole number ≥ 1; got ${resamples}`);
  }
  if (!(level > 0 && level < 1)) {
    throw new FairfrontError('bad-option', `level must be in (0, 1); got ${level}`);
  }
  if (entities !== undefined) checkEntityRows(entities, rowCount);
  return { ...options, resamples, level };
}

/**
 * Resamples all metrics of all models, each group by itself.
 * @param models their predictions of the same rows; the first has its rows in the order that its AUC is read in
 * @param classes which there are rates of
 * @param many from how many rows on cells of a group are drawn
 */
export function resampleModels(
  models: readonly Predictions[],
  index: GroupIndex,
  classes: readonly number[],
  { random, resamples, level, entities }: ResolvedIntervals,
  many = MANY,
): ResampledModels {
  const nextBits = drawBits(random);
  const placeCount = rowsPlace(classes.length) + 1;
  const own = new Float64Array(placeCount);
  const prepare = (of: GroupIndex, rows: Uint32Array): Drawing =>
    prepareDraws(nextBits, models, of, rows, classes, entities, many);
  /** Models → places × resamples, of some rows. */
  const resampleRows = (of: GroupIndex, rows: Uint32Array): Float64Array[] => {
    const { draw, metrics } = prepare(of, rows);
    const evaluated = models.map((predictions) => ({
      evaluate: metrics(predictions),
      of: new Float64Array(placeCount * resamples),
    }));
    for (let resample = 0; resample < resamples; resample++) {
      const drawn = draw();
      for (const { evaluate, of } of evaluated) {
        evaluate(drawn, own);
        for (let place = 0; place < placeCount; place++) of[place * resamples + resample] = own[place]!;
      }
    }
    return evaluated.map(({ of }) => of);
  };
  // Group by group, so that its rows stay near the processor.
  const groups = rowsThatCount(index).map((rows) => resampleRows(index, rows));
  const isOverlap = hasOverlap(index, entities);
  const whole = models.length > 1 || isOverlap ? asOneGroup(index) : undefined;
  const [allRows] = whole === undefined ? [] : rowsThatCount(whole);
  const resampleAucs = (): Float64Array[] => {
    const { draw, auc } = prepare(whole!, allRows!);
    const aucs = models.map(auc);
    const samples = models.map(() => new Float64Array(resamples));
    for (let resample = 0; resample < resamples; resample++) {
      const drawn = draw();
      aucs.forEach((own, model) => {
        samples[model]![resample] = own(drawn);
      });
    }
    return samples;
  };
  const overallAucs = models.length > 1 ? resampleAucs() : [];
  const all = isOverlap ? resampleRows(whole!, allRows!) : undefined;
  const at = (of: Float64Array, place: number): Float64Array =>
    of.subarray(place * resamples, (place + 1) * resamples);
  return {
    models: models.map((_, model) => ({
      byGroup: (group, place) => at(groups[group]![model]!, place),
      overall: all && ((place) => at(all[model]!, place)),
      overallAucs: overallAucs[model] ?? new Float64Array(0),
    })),
    level,
    resamples,
    counts: effectiveRows(index),
    entityCounts: entities === undefined ? undefined : entityCountsByGroup(index, entities),
  };
}

/** How some rows are drawn, and what a model's metrics are of what was drawn. */
interface Drawing {
  /** Draws anew. */
  draw(): DrawnCounts;
  metrics(predictions: Predictions): ResampledMetrics;
  /** The AUC alone. */
  auc(predictions: Predictions): (counts: DrawnCounts) => number;
}

function prepareDraws(
  nextBits: () => number,
  models: readonly Predictions[],
  index: GroupIndex,
  rows: Uint32Array,
  classes: readonly number[],
  entities: ArrayLike<number> | undefined,
  many: ManyRows,
): Drawing {
  if (rows.length > many.rows) {
    const cells = dealCells(nextBits, rows, entities, many.cells);
    const counts = new Uint32Array(cells.count);
    const drawn = new Float64Array(cells.count);
    const own = { rows, cells, weights: index.weights };
    return {
      draw: () => {
        drawWithReplacement(nextBits, counts);
        drawn.set(counts);
        return drawn;
      },
      metrics: (predictions) => cellMetrics(predictions, own, classes),
      auc: (predictions) => cellAuc(predictions, own, classes),
    };
  }
  const sorted = byScore(rows, models[0]!, classes[0]!);
  const draw = rowDraws(nextBits, sorted, entities);
  const counts = new Uint32Array(sorted.length);
  const weighed = weighedCounts(index, sorted, counts);
  return {
    draw: () => {
      draw(counts);
      return weighed();
    },
    metrics: (predictions) => resampledMetrics(predictions, sorted, classes),
    auc: (predictions) => resampledAuc(predictions, sorted, classes),
  };
}

/** Rows by their score for a class, so that the first AUC reads its counts in order. */
function byScore(
  rows: Uint32Array,
  { probabilities, classCount }: Predictions,
  positive: number,
): Uint32Array {
  const scoreOf = (row: number): number => probabilities[row * classCount + positive]!;
  return rows.slice().sort((left, right) => scoreOf(left) - scoreOf(right));
}

/** What rows count for once they are drawn: how often, times their weight where they have one. */
function weighedCounts({ weights }: GroupIndex, rows: Uint32Array, counts: Uint32Array): () => DrawnCounts {
  if (weights === undefined) return () => counts;
  const own = takeWeights(weights, rows);
  const weighed = new Float64Array(rows.length);
  return () => {
    for (let i = 0; i < weighed.length; i++) weighed[i] = counts[i]! * own[i]!;
    return weighed;
  };
}
