// Measures models that predict a number: every metric with its bootstrap interval, and every change from one model to
// another with a paired one. Groups are redrawn each by itself, rows with their weights, entities as a whole, as
// resample-models.ts does; all models see the same draws.

import { asOneGroup, effectiveRows, type GroupIndex, rowsThatCount } from '../groups/group-index.js';
import { type Estimate, type Interval, percentileInterval } from '../numeric/bootstrap.js';
import { dealCells, drawBits, drawWithReplacement, MANY, type ManyRows } from '../numeric/resampling.js';
import type { MetricChange, RiskChange } from './metric-changes.js';
import { type PartialEstimate, partialEstimate } from './metric-intervals.js';
import {
  addTerms,
  checkNumbers,
  metricsOfSums,
  NUMBER_METRICS,
  type NumberMetricName,
  type NumberMetrics,
  numberMetrics,
  SUM_COUNT,
  spreadOfValues,
} from './number-metrics.js';
import { type IntervalOptions, resolveIntervals } from './resample-models.js';
import { entityCountsByGroup, hasOverlap, rowDraws } from './row-draws.js';
import { differenceInterval, simultaneousBands, worstInterval } from './simultaneous-bands.js';

/** Intervals of a metric of predicted numbers; null where there is no metric. */
export interface NumberIntervals<Value extends Estimate | null = Estimate> {
  readonly byGroup: readonly Value[];
  readonly overall: Value;
  /** From bands that hold all groups at once, so that it holds whichever group is truly the worst. */
  readonly worst: Value;
  readonly disparity: Value;
}

/** Intervals of every metric of predicted numbers. */
export interface NumberMetricIntervals {
  readonly level: number;
  readonly resamples: number;
  readonly squared: NumberIntervals;
  readonly rmse: NumberIntervals;
  readonly mae: NumberIntervals;
  readonly r2: NumberIntervals<PartialEstimate | null>;
  readonly bias: NumberIntervals;
}

/** Metrics of predicted numbers with their intervals. Plain data, safe in JSON. */
export interface MeasuredNumbers extends NumberMetrics {
  readonly intervals: NumberMetricIntervals;
}

/** How the metrics of predicted numbers change from one model to another, paired. */
export interface NumberChanges {
  /** With the change as a share of the reference's risk. */
  readonly squared: MetricChange<RiskChange>;
  readonly rmse: MetricChange<Estimate>;
  readonly mae: MetricChange<Estimate>;
  readonly r2: MetricChange<PartialEstimate | null>;
  readonly bias: MetricChange<Estimate>;
}

/** What `measureNumbers` finds. */
export interface NumberMeasures<Name extends string> {
  readonly models: Readonly<Record<Name, MeasuredNumbers>>;
  /** From the first model to every other. */
  readonly changes: Readonly<Record<Name, NumberChanges>>;
}

/**
 * Measures one model or several on the same rows.
 * @param models by name, their predictions; changes are from the first
 * @param values what was true
 * @param groups every group has rows; their weights, where they have any, count in every figure
 * @param many from how many rows on cells of a group are drawn
 */
export function measureNumbers<Name extends string>(
  models: Readonly<Record<Name, Float64Array>>,
  values: Float64Array,
  groups: GroupIndex,
  options: IntervalOptions,
  many = MANY,
): NumberMeasures<Name> {
  const names = Object.keys(models) as Name[];
  for (const name of names) checkNumbers(models[name], values, groups);
  const metrics = names.map((name) => numberMetrics(models[name], values, groups));
  const drawn = resampleNumbers(
    names.map((name) => models[name]),
    values,
    groups,
    options,
    many,
  );
  const { level, resamples } = drawn;
  const { floor } = spreadOfValues(values);
  const byName = <Value>(of: (model: number) => Value): Record<Name, Value> =>
    Object.fromEntries(names.map((name, model) => [name, of(model)])) as Record<Name, Value>;
  return {
    models: byName((model) => ({
      ...metrics[model]!,
      intervals: { level, resamples, ...intervalsOf(metrics[model]!, drawn, model) },
    })),
    changes: byName((model) => changesOf(metrics, drawn, model, floor)),
  };
}

interface DrawnNumbers {
  readonly level: number;
  readonly resamples: number;
  /** How many rows or entities each group rests on. */
  readonly sizes: readonly number[];
  /** By model, place of a metric and group, the last of which is all rows. */
  samples(model: number, place: number, group: number): Float64Array;
}

/** How some rows are drawn. */
interface Drawing {
  draw(): void;
  /** Adds what was drawn of a model to the sums. */
  add(model: number): void;
}

function resampleNumbers(
  models: readonly Float64Array[],
  values: Float64Array,
  index: GroupIndex,
  options: IntervalOptions,
  many: ManyRows,
): DrawnNumbers {
  const { random, resamples, level, entities } = resolveIntervals(options, values.length);
  const nextBits = drawBits(random);
  const { centre, floor } = spreadOfValues(values);
  const groupCount = index.names.length;
  const width = NUMBER_METRICS.length;
  // models × (groups and all rows) × places → resamples
  const samples = models.map(() =>
    Array.from({ length: (groupCount + 1) * width }, () => new Float64Array(resamples)),
  );
  const overlap = hasOverlap(index, entities);
  const totals = models.map(() => new Float64Array(resamples * SUM_COUNT));
  const sums = new Float64Array(SUM_COUNT);
  const metrics = new Float64Array(width);
  const keep = (model: number, group: number, resample: number, own: Float64Array): void => {
    metricsOfSums(own, floor, metrics);
    metrics.forEach((value, place) => {
      samples[model]![group * width + place]![resample] = value;
    });
  };
  /** Draws rows again and again. @param use is told a model's sums in each resample */
  const resample = (rows: Uint32Array, use: (model: number, resample: number) => void): void => {
    const drawing = rows.length > many.rows ? drawCells(rows) : drawRows(rows);
    for (let resample = 0; resample < resamples; resample++) {
      drawing.draw();
      for (let model = 0; model < models.length; model++) {
        sums.fill(0);
        drawing.add(model);
        use(model, resample);
      }
    }
  };
  const drawRows = (rows: Uint32Array): Drawing => {
    const draw = rowDraws(nextBits, rows, entities);
    const counts = new Uint32Array(rows.length);
    return {
      draw: () => draw(counts),
      add: (model) => {
        for (let i = 0; i < rows.length; i++) {
          if (counts[i] === 0) continue;
          const row = rows[i]!;
          const weight = counts[i]! * (index.weights?.[row] ?? 1);
          addTerms(sums, 0, models[model]![row]!, values[row]!, centre, weight);
        }
      },
    };
  };
  const drawCells = (rows: Uint32Array): Drawing => {
    const { cells, count } = dealCells(nextBits, rows, entities, many.cells);
    const counts = new Uint32Array(count);
    const tables = models.map((predictions) => {
      const table = new Float64Array(count * SUM_COUNT);
      for (let i = 0; i < rows.length; i++) {
        const row = rows[i]!;
        const weight = index.weights?.[row] ?? 1;
        addTerms(table, cells[i]! * SUM_COUNT, predictions[row]!, values[row]!, centre, weight);
      }
      return table;
    });
    return {
      draw: () => drawWithReplacement(nextBits, counts),
      add: (model) => {
        const table = tables[model]!;
        for (let cell = 0, at = 0; cell < count; cell++, at += SUM_COUNT) {
          if (counts[cell] === 0) continue;
          for (let k = 0; k < SUM_COUNT; k++) sums[k]! += counts[cell]! * table[at + k]!;
        }
      },
    };
  };
  rowsThatCount(index).forEach((rows, group) => {
    resample(rows, (model, at) => {
      for (let k = 0; k < SUM_COUNT; k++) totals[model]![at * SUM_COUNT + k]! += sums[k]!;
      keep(model, group, at, sums);
    });
  });
  if (overlap) {
    resample(rowsThatCount(asOneGroup(index))[0]!, (model, at) => keep(model, groupCount, at, sums));
  } else {
    totals.forEach((own, model) => {
      for (let at = 0; at < resamples; at++) {
        keep(model, groupCount, at, own.subarray(at * SUM_COUNT, (at + 1) * SUM_COUNT));
      }
    });
  }
  const counted = effectiveRows(index);
  const ofEntities = entities === undefined ? counted : entityCountsByGroup(index, entities);
  return {
    level,
    resamples,
    sizes: counted.map((rows, group) => Math.min(rows, ofEntities[group]!)),
    samples: (model, place, group) => samples[model]![group * width + place]!,
  };
}

function intervalsOf(
  metrics: NumberMetrics,
  drawn: DrawnNumbers,
  model: number,
): Omit<NumberMetricIntervals, 'level' | 'resamples'> {
  const { level } = drawn;
  const estimate = (value: number | null, name: NumberMetricName, group: number): Estimate =>
    withoutCount(
      name,
      partialEstimate(value, drawn.samples(model, NUMBER_METRICS.indexOf(name), group), level),
    );
  const of = (name: NumberMetricName): NumberIntervals => {
    const { byGroup, overall, worst, disparity } = metrics[name];
    const bands = bandsOf(name, metrics, drawn, model);
    const known = (value: number | null, interval: () => Interval): Estimate =>
      withoutCount(
        name,
        bands === undefined || value === null ? null : { value, ...interval(), leftOut: bands.leftOut },
      );
    return {
      byGroup: byGroup.map((value, group) => estimate(value, name, group)),
      overall: estimate(overall, name, byGroup.length),
      worst: known(worst, () =>
        worstInterval(
          name === 'bias' ? bands!.intervals.map(withoutSign) : bands!.intervals,
          name === 'r2' ? 'lowest' : 'highest',
        ),
      ),
      disparity: known(disparity, () => differenceInterval(bands!.intervals)),
    };
  };
  return {
    squared: of('squared'),
    rmse: of('rmse'),
    mae: of('mae'),
    r2: of('r2') as NumberIntervals<PartialEstimate | null>,
    bias: of('bias'),
  };
}

/** Bands of all groups that have the metric; those of rmse are the roots of those of its square. */
function bandsOf(
  name: NumberMetricName,
  metrics: NumberMetrics,
  drawn: DrawnNumbers,
  model: number,
): ReturnType<typeof simultaneousBands> {
  if (name === 'rmse') {
    const squared = bandsOf('squared', metrics, drawn, model)!;
    const root = ({ low, high }: Interval): Interval => ({ low: Math.sqrt(low), high: Math.sqrt(high) });
    return { ...squared, intervals: squared.intervals.map(root) };
  }
  const groups = (metrics[name].byGroup as readonly (number | null)[]).flatMap((value, group) =>
    value === null
      ? []
      : [
          {
            value,
            samples: drawn.samples(model, NUMBER_METRICS.indexOf(name), group),
            size: drawn.sizes[group]!,
          },
        ],
  );
  const isRisk = name === 'squared' || name === 'mae';
  const [lowest, highest] = isRisk
    ? [0, Number.POSITIVE_INFINITY]
    : [Number.NEGATIVE_INFINITY, name === 'r2' ? 1 : Number.POSITIVE_INFINITY];
  return simultaneousBands(groups, drawn.level, isRisk ? 'risk' : 'plain', highest, lowest);
}

/** How large a value within an interval can be, whatever its sign. */
function withoutSign({ low, high }: Interval): Interval {
  const [one, other] = [Math.abs(low), Math.abs(high)];
  return { low: low <= 0 && high >= 0 ? 0 : Math.min(one, other), high: Math.max(one, other) };
}

/** Only r2 may be missing in a group or a resample: of others nothing is left out, and nothing is said of it. */
function withoutCount(name: NumberMetricName, estimate: PartialEstimate | null): Estimate {
  if (name === 'r2') return estimate as Estimate;
  const { value, low, high } = estimate!;
  return { value, low, high };
}

function changesOf(
  metrics: readonly NumberMetrics[],
  drawn: DrawnNumbers,
  model: number,
  floor: number,
): NumberChanges {
  const { level } = drawn;
  const each = <Change>(
    name: NumberMetricName,
    of: (own: number | null, other: number | null, samples: readonly [Float64Array, Float64Array]) => Change,
  ): MetricChange<Change> => {
    const place = NUMBER_METRICS.indexOf(name);
    const at = (group: number): Change => {
      const value = (own: NumberMetrics): number | null =>
        group === own[name].byGroup.length ? own[name].overall : own[name].byGroup[group]!;
      return of(value(metrics[model]!), value(metrics[0]!), [
        drawn.samples(model, place, group),
        drawn.samples(0, place, group),
      ]);
    };
    const groups = metrics[0]![name].byGroup.length;
    return { byGroup: Array.from({ length: groups }, (_, group) => at(group)), overall: at(groups) };
  };
  const difference = (name: NumberMetricName): MetricChange<Estimate> =>
    each(name, (own, other, [mine, theirs]) =>
      withoutCount(
        name,
        own === null || other === null
          ? null
          : partialEstimate(
              own - other,
              mine.map((value, i) => value - theirs[i]!),
              level,
            ),
      ),
    );
  return {
    squared: each('squared', (own, other, [mine, theirs]) => ({
      value: own! - other!,
      ...percentileInterval(
        mine.map((value, i) => value - theirs[i]!),
        level,
      ),
      relative:
        other! <= floor
          ? null
          : partialEstimate(
              own! / other! - 1,
              mine.map((value, i) => (theirs[i]! <= floor ? Number.NaN : value / theirs[i]! - 1)),
              level,
            ),
    })),
    rmse: difference('rmse'),
    mae: difference('mae'),
    r2: difference('r2') as MetricChange<PartialEstimate | null>,
    bias: difference('bias'),
  };
}
