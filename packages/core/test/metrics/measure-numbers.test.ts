import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { measureNumbers } from '../../src/metrics/measure-numbers.js';
import { NUMBER_METRICS, numberMetrics } from '../../src/metrics/number-metrics.js';
import { createRandom } from '../../src/numeric/random.js';
import { expectError } from '../helpers/errors.js';

interface Golden {
  readonly values: number[];
  readonly groups: number[];
  readonly weights: number[] | null;
  readonly models: Record<'naive' | 'minimax', number[]>;
  readonly metrics: Record<
    'naive' | 'minimax',
    Record<string, { readonly byGroup: number[]; readonly overall: number }>
  >;
  readonly intervals: Record<string, [number, number][]>;
  readonly changes: Record<string, [number, number][]>;
}

const GOLDEN: readonly Golden[] = JSON.parse(
  readFileSync(new URL('./golden/number-metrics.json', import.meta.url), 'utf8'),
);

const indexOf = ({ groups, weights }: Pick<Golden, 'groups' | 'weights'>) => ({
  names: [...new Set(groups)].map((group) => `g${group}`),
  groups: Int32Array.from(groups),
  counts: [...new Set(groups)].map((group) => groups.filter((own) => own === group).length),
  ...(weights && { weights: Float64Array.from(weights) }),
});
const drawing = { random: createRandom(3), resamples: 2000 };

describe('numberMetrics', () => {
  it.each(GOLDEN)('agrees with numpy, by group and over all rows', (golden) => {
    for (const model of ['naive', 'minimax'] as const) {
      const found = numberMetrics(
        Float64Array.from(golden.models[model]),
        Float64Array.from(golden.values),
        indexOf(golden),
      );
      for (const name of NUMBER_METRICS) {
        const { byGroup, overall } = golden.metrics[model][name]!;
        [...found[name].byGroup, found[name].overall].forEach((value, group) => {
          const expected = [...byGroup, overall][group]!;
          expect(Math.abs(value! - expected)).toBeLessThan(1e-9 * Math.max(1, Math.abs(expected)));
        });
      }
    }
  });

  it('takes the bias farthest from 0, the lowest r2, and null where a group has one value only', () => {
    const groups = indexOf({ groups: [0, 0, 1, 1, 2, 2], weights: null });
    const { bias, r2, rmse } = numberMetrics(
      Float64Array.of(1, 3, 3, 1, 5, 8),
      Float64Array.of(0, 4, 4, 3, 5, 5),
      groups,
    );
    expect(bias).toEqual({
      byGroup: [0, -1.5, 1.5],
      overall: 0,
      worst: 1.5,
      worstGroup: 1,
      disparity: 3,
    });
    expect(r2.byGroup).toEqual([0.75, -9, null]);
    expect([r2.worst, r2.worstGroup, r2.disparity]).toEqual([-9, 1, 9.75]);
    expect(rmse.overall).toBeCloseTo(Math.sqrt((1 + 1 + 1 + 4 + 9) / 6), 12);
  });

  it('refuses what is not a number for every row', () => {
    const groups = indexOf({ groups: [0, 1], weights: null });
    const one = Float64Array.of(1, 2);
    expectError(() => numberMetrics(Float64Array.of(1), one, groups), 'bad-problem', 'got 1, 2 and 2');
    expectError(() => numberMetrics(Float64Array.of(1, Number.NaN), one, groups), 'bad-problem', 'row 2');
  });
});

describe('measureNumbers', () => {
  it.each(GOLDEN)('has intervals and paired changes as numpy resamples them', (golden) => {
    const models = {
      naive: Float64Array.from(golden.models.naive),
      minimax: Float64Array.from(golden.models.minimax),
    };
    const found = measureNumbers(models, Float64Array.from(golden.values), indexOf(golden), drawing);
    for (const name of ['rmse', 'mae', 'r2', 'bias'] as const) {
      const { byGroup, overall } = found.models.naive.intervals[name];
      const changed = found.changes.minimax[name];
      for (const [group, own] of [...byGroup, overall].entries()) near(own!, golden.intervals[name]![group]!);
      for (const [group, own] of [...changed.byGroup, changed.overall].entries())
        near(own!, golden.changes[name]![group]!);
    }
  });

  it('has a relative change of the risk whatever the units, and none from a risk of 0', () => {
    const values = Float64Array.from({ length: 80 }, (_, row) => Math.sin(row));
    const groups = indexOf({ groups: Array.from(values, (_, row) => row % 2), weights: null });
    const off = (by: number) => values.map((value, row) => value + by * Math.cos(7 * row));
    const relative = (unit: number) =>
      measureNumbers(
        { naive: off(0.2).map((value) => unit * value), minimax: off(0.1).map((value) => unit * value) },
        values.map((value) => unit * value),
        groups,
        { random: createRandom(1) },
      ).changes.minimax.squared.byGroup[0]!.relative!.value;
    expect(relative(1)).toBeCloseTo(-0.75, 10);
    expect(relative(1e-6)).toBeCloseTo(-0.75, 10);
    expect(relative(1e6)).toBeCloseTo(-0.75, 10);
    const exact = measureNumbers({ naive: values, minimax: off(0.1) }, values, groups, drawing);
    expect(exact.changes.minimax.squared.byGroup[0]!.relative).toBeNull();
  });

  it('has intervals of the worst group that hold all groups, and of bias without its sign', () => {
    const [golden] = GOLDEN;
    const values = Float64Array.from(golden!.values);
    const found = measureNumbers(
      { naive: Float64Array.from(golden!.models.naive) },
      values,
      indexOf(golden!),
      drawing,
    ).models.naive;
    for (const name of ['rmse', 'mae', 'bias'] as const) {
      const { worst } = found.intervals[name];
      expect(worst.value).toBe(found[name].worst);
      expect(worst.low).toBeLessThan(worst.value);
      expect(worst.high).toBeGreaterThan(worst.value);
      expect(worst.low).toBeGreaterThanOrEqual(0);
    }
  });

  it('draws whole entities: rows repeated four times tell no more than once', () => {
    const once = Float64Array.from({ length: 60 }, (_, row) => Math.sin(3 * row) + row / 20);
    const repeated = (own: Float64Array) => Float64Array.from({ length: 240 }, (_, row) => own[row >> 2]!);
    const said = once.map((value, row) => value + Math.cos(5 * row));
    const width = (model: Float64Array, values: Float64Array, entities?: number[]): number => {
      const groups = indexOf({ groups: Array.from(values, () => 0), weights: null });
      const { low, high } = measureNumbers({ model }, values, groups, {
        ...{ random: createRandom(1), entities },
      }).models.model.intervals.rmse.overall;
      return high - low;
    };
    const whole = width(said, once);
    const entities = Array.from({ length: 240 }, (_, row) => row >> 2);
    expect(width(repeated(said), repeated(once), entities)).toBeCloseTo(whole, 10);
    expect(width(repeated(said), repeated(once))).toBeLessThan(0.7 * whole);
  });
});

/** Two bootstraps of thousands of draws: within a tenth of the width. */
function near({ low, high }: { readonly low: number; readonly high: number }, [from, to]: [number, number]) {
  const width = to - from;
  expect(Math.abs(low - from)).toBeLessThan(0.12 * width);
  expect(Math.abs(high - to)).toBeLessThan(0.12 * width);
}
