// Of many rows random cells are drawn. With a limit handed in, few rows are many: what then comes out must be what
// drawing rows gives, but for chance.

import { describe, expect, it } from 'vitest';
import { asOneGroup, type GroupIndex, groupIndex } from '../../src/groups/group-index.js';
import { aucs } from '../../src/metrics/auc.js';
import { chooseModel } from '../../src/metrics/choose-model.js';
import { measure } from '../../src/metrics/measure.js';
import { measureNumbers } from '../../src/metrics/measure-numbers.js';
import { placeRows } from '../../src/metrics/placements.js';
import { resampleModels, resolveIntervals } from '../../src/metrics/resample-models.js';
import { aucPlace, METRIC_NAMES, ratePlace } from '../../src/metrics/resampled-metrics.js';
import type { Predictions } from '../../src/metrics/row-outcomes.js';
import { bootstrapWorstShare } from '../../src/metrics/worst-share.js';
import { bootstrapMeans, percentileInterval } from '../../src/numeric/bootstrap.js';
import { standardNormal } from '../../src/numeric/normal.js';
import { createRandom, type RandomSource } from '../../src/numeric/random.js';
import { dealCells, drawBits, MANY, type ManyRows } from '../../src/numeric/resampling.js';
import '../helpers/close.js';

/** Few rows are many, and a cell has a dozen of them. */
const FEW: ManyRows = { rows: 100, cells: 400 };

const sigmoid = (z: number): number => 1 / (1 + Math.exp(-z));

/** Two groups, a model that says σ(z) and one that is too sure of itself and noisy; labels follow σ(z). */
function sample(rowCount: number, random: RandomSource, isSorted = false) {
  const logits = Float64Array.from({ length: rowCount }, () => 1.5 * standardNormal(random) - 1);
  if (isSorted) logits.sort();
  const labels = Int32Array.from(logits, (z) => (random.uniform() < sigmoid(z) ? 1 : 0));
  const said = (sharpness: number, noise: number): Predictions => {
    const own = logits.map((z) => sharpness * z + noise * standardNormal(random));
    return {
      probabilities: Float64Array.from({ length: 2 * rowCount }, (_, i) =>
        sigmoid((i % 2 === 1 ? 1 : -1) * own[i >> 1]!),
      ),
      labels,
      classCount: 2,
    };
  };
  const groups = groupIndex(Array.from({ length: rowCount }, () => (random.uniform() < 0.4 ? 'a' : 'b')));
  return { labels, groups, models: [said(1, 0), said(1.6, 0.5)] };
}

const draw = (models: readonly Predictions[], index: GroupIndex, many: ManyRows, entities?: Uint32Array) =>
  resampleModels(
    models,
    index,
    [1],
    resolveIntervals({ random: createRandom(7), resamples: 600, entities }, index.groups.length),
    many,
  );

const widthOf = (samples: Float64Array): number => {
  const { low, high } = percentileInterval(samples);
  return high - low;
};

describe('cells of many rows', () => {
  it('are as large as each other, keep entities whole, and are no cells where entities are few', () => {
    const rows = Uint32Array.from({ length: 1003 }, (_, i) => i);
    const sizes = new Uint32Array(50);
    const { cells, count, dealt } = dealCells(drawBits(createRandom(1)), rows, undefined, 50);
    for (const cell of cells) sizes[cell]!++;
    expect([count, dealt, Math.min(...sizes), Math.max(...sizes)]).toEqual([50, 1003, 20, 21]);
    const entities = rows.map((row) => row % 400);
    const whole = dealCells(drawBits(createRandom(1)), rows, entities, 50);
    expect(rows.every((row) => whole.cells[row] === whole.cells[row % 400])).toBe(true);
    expect(whole.dealt).toBe(400);
    const few = dealCells(drawBits(createRandom(1)), rows, entities, 400);
    expect(few.count).toBe(400);
    expect(new Set(few.cells).size).toBe(400);
  });
});

describe('intervals of many rows', () => {
  const { groups, models } = sample(8000, createRandom(3), true);
  const weights = Float64Array.from(groups.groups, (_, row) => 0.5 + (row % 7));
  const entities = Uint32Array.from(groups.groups, (_, row) => Math.floor(row / 2));
  const places = [
    ...METRIC_NAMES.map((_, place) => place),
    ...[0, 1, 2, 3, 4, 5].map((rate) => ratePlace(0, rate)),
    aucPlace(1),
  ];

  it.each([
    ['of rows', groups, undefined],
    ['of rows with weights', { ...groups, weights }, undefined],
    ['of entities', groups, entities],
  ])('are as wide as where rows are drawn, of every metric and change: %s', (_, index, whose) => {
    const [rows, cells] = [draw(models, index, MANY, whose), draw(models, index, FEW, whose)];
    const ratios: number[] = [];
    for (const place of places) {
      for (const group of [0, 1]) {
        const of = (drawn: typeof rows, model: number) => drawn.models[model]!.byGroup(group, place);
        const change = (drawn: typeof rows) => of(drawn, 1).map((own, b) => own - of(drawn, 0)[b]!);
        ratios.push(widthOf(of(cells, 1)) / widthOf(of(rows, 1)));
        if (place !== ratePlace(0, 4)) ratios.push(widthOf(change(cells)) / widthOf(change(rows)));
        const middle = (drawn: typeof rows) => of(drawn, 1).reduce((sum, own) => sum + own, 0) / 600;
        expect(Math.abs(middle(cells) - middle(rows)) / widthOf(of(rows, 1))).toBeLessThan(0.05);
      }
    }
    const auc = (drawn: typeof rows) =>
      drawn.models[1]!.overallAucs.map((own, b) => own - drawn.models[0]!.overallAucs[b]!);
    ratios.push(widthOf(auc(cells)) / widthOf(auc(rows)));
    // 600 resamples leave 5% of a width open, on either side, and the deal 3.5%.
    expect(Math.min(...ratios)).toBeGreaterThan(0.8);
    expect(Math.max(...ratios)).toBeLessThan(1.25);
    const mean = ratios.reduce((sum, own) => sum + own, 0) / ratios.length;
    expect(Math.abs(mean - 1)).toBeLessThan(0.04);
  });

  it('are the same from the same seed, and nothing changes from a model to itself', () => {
    const twice = [models[0]!, models[0]!];
    const [one, other] = [draw(twice, groups, FEW), draw(twice, groups, FEW)];
    for (const place of places) {
      expect(one.models[1]!.byGroup(0, place)).toEqual(other.models[0]!.byGroup(0, place));
    }
    expect(one.models[0]!.overallAucs).toEqual(other.models[1]!.overallAucs);
  });

  it('hold the truth as often as they say, of a mean, a rate and the AUC', () => {
    // What is true, by a large sample.
    const truth = sample(200_000, createRandom(99));
    const all = asOneGroup(truth.groups);
    const [said] = truth.models;
    const found = measure({ model: said!.probabilities }, truth.labels, all, 2).models.model;
    const values = [found.brier.byGroup[0]!, found.rates[0]!.tpr.byGroup[0]!, found.auc.byGroup[0]!];
    const held = [0, 0, 0];
    const trials = 80;
    for (let trial = 0; trial < trials; trial++) {
      const own = sample(5000, createRandom(1000 + trial));
      const index = asOneGroup(own.groups);
      const options = resolveIntervals({ random: createRandom(trial), resamples: 200 }, 5000);
      const { models: drawn } = resampleModels([own.models[0]!], index, [1], options, FEW);
      [1, ratePlace(0, 1), aucPlace(1)].forEach((place, i) => {
        const { low, high } = percentileInterval(drawn[0]!.byGroup(0, place));
        if (low <= values[i]! && values[i]! <= high) held[i]!++;
      });
    }
    // 95% of 80 is 76, give or take 2; and 200 resamples make intervals a little short.
    for (const count of held) expect(count).toBeGreaterThan(69);
  });
});

describe('sums of many rows', () => {
  const random = createRandom(5);
  const values = Float64Array.from({ length: 8000 }, () => random.exponential());
  const other = values.map((value) => value + 0.3 * random.uniform());

  it('have the means, and are as wide as where rows are drawn, also where rows are sorted', () => {
    for (const columns of [[values, other], [values.slice().sort()]]) {
      const options = () => ({ random: createRandom(1), resamples: 1000 });
      const rows = bootstrapMeans(columns, options());
      const cells = bootstrapMeans(columns, options(), undefined, undefined, undefined, FEW);
      expect(cells.means).toEqual(rows.means);
      expect([cells.drawCount, cells.size]).toEqual([8000, 8000]);
      const ratio = widthOf(cells.resampled[0]!) / widthOf(rows.resampled[0]!);
      expect(Math.abs(ratio - 1)).toBeLessThan(0.2);
    }
  });

  it('of the worst share are as wide, and have its mean', () => {
    const options = () => ({ random: createRandom(1), resamples: 600 });
    const rows = bootstrapWorstShare([values, other], 0.1, options());
    const cells = bootstrapWorstShare([values, other], 0.1, options(), {}, FEW);
    expect(cells.means).toEqual(rows.means);
    const mean = (samples: Float64Array) => samples.reduce((sum, own) => sum + own, 0) / samples.length;
    expect(mean(cells.resampled[0]!)).toBeCloseTo(rows.means[0]!, 2);
    for (const of of [rows, cells]) expect(widthOf(of.resampled[1]!)).toBeGreaterThan(0);
    expect(Math.abs(widthOf(cells.resampled[0]!) / widthOf(rows.resampled[0]!) - 1)).toBeLessThan(0.2);
    const gain = ({ resampled }: typeof rows) => resampled[1]!.map((own, b) => own - resampled[0]![b]!);
    expect(Math.abs(widthOf(gain(cells)) / widthOf(gain(rows)) - 1)).toBeLessThan(0.2);
  });

  it('of predicted numbers are as wide', () => {
    const index = groupIndex(Array.from(values, (_, row) => 'ab'[row % 2]!));
    const of = (many: ManyRows) =>
      measureNumbers({ model: other }, values, index, { random: createRandom(1) }, many).models.model;
    const [rows, cells] = [of(MANY), of(FEW)];
    for (const name of ['squared', 'rmse', 'mae', 'r2', 'bias'] as const) {
      expect(cells[name]).toEqual(rows[name]);
      const width = ({ intervals }: typeof rows): number => {
        const { low, high } = intervals[name].byGroup[0]!;
        return high - low;
      };
      expect(Math.abs(width(cells) / width(rows) - 1)).toBeLessThan(0.2);
    }
  });
});

describe('places among the other kind', () => {
  it('have the AUC as their mean, with ties and weights', () => {
    const random = createRandom(2);
    const scores = Float64Array.from({ length: 500 }, () => Math.round(40 * random.uniform()) / 40);
    const labels = Int32Array.from(scores, (score) => (random.uniform() < score ? 1 : 0));
    const probabilities = Float64Array.from({ length: 1000 }, (_, i) =>
      i % 2 === 1 ? scores[i >> 1]! : 1 - scores[i >> 1]!,
    );
    const isPositive = Uint8Array.from(labels);
    for (const weights of [
      undefined,
      Float64Array.from(scores, () => 1 + Math.floor(3 * random.uniform())),
    ]) {
      const index = { ...asOneGroup(groupIndex(Array.from(scores, () => 'a'))), ...(weights && { weights }) };
      const { auc, places } = placeRows(scores, isPositive, weights)!;
      expect([auc]).toBeAllClose([aucs(probabilities, labels, index, 2, [1])[0]!], { relative: 1e-12 });
      const negatives = places.reduce(
        (sum, place, i) => sum + (isPositive[i] === 0 ? (weights?.[i] ?? 1) * place : 0),
        0,
      );
      const all = labels.reduce((sum, label, i) => sum + (label === 0 ? (weights?.[i] ?? 1) : 0), 0);
      expect([negatives / all]).toBeAllClose([auc], { relative: 1e-12 });
    }
    expect(placeRows(scores, new Uint8Array(500))).toBeUndefined();
  });
});

describe('a table of more than 100,000 rows', () => {
  it('is measured and chosen by within seconds, the same from the same seed', () => {
    const { labels, groups, models } = sample(200_000, createRandom(11));
    const named = { naive: models[0]!.probabilities, minimax: models[1]!.probabilities };
    const of = () =>
      measure(named, labels, groups, 2, { intervals: { random: createRandom(1), resamples: 10 } });
    const found = of();
    expect(of()).toEqual(found);
    const { value, low, high } = found.changes.minimax!.crossEntropy.byGroup[1]!;
    expect(low).toBeLessThan(value);
    expect(high).toBeGreaterThan(value);
    const losses = models.map(({ probabilities }) =>
      Float64Array.from(labels, (label, row) => -Math.log(probabilities[2 * row + label]!)),
    );
    const { chosen, gain, standardError } = chooseModel(losses, groups, {
      ...{ random: createRandom(1), resamples: 50, reference: 1 },
    });
    expect(chosen).toBe(0);
    expect(gain).toBeGreaterThan(standardError);
  });
});

describe('the interval of a mean over just more rows than the limit', () => {
  const rowCount = MANY.rows + 1000;
  const trials = 100;
  const of = (seed: number): { holds: boolean; width: number; normal: number } => {
    const random = createRandom(seed);
    const losses = Float64Array.from({ length: rowCount }, () => random.exponential()); // mean 1, variance 1
    const { resampled, drawCount } = bootstrapMeans([losses], { random });
    expect(drawCount).toBeGreaterThan(0);
    const { low, high } = percentileInterval(resampled[0]!);
    return { holds: low <= 1 && 1 <= high, width: high - low, normal: (2 * 1.96) / Math.sqrt(rowCount) };
  };

  it('holds the truth 95 times in a hundred, and is as wide as theory says', () => {
    const all = Array.from({ length: trials }, (_, seed) => of(seed + 1));
    const held = all.filter(({ holds }) => holds).length;
    const width = all.reduce((sum, own) => sum + own.width / own.normal, 0) / trials;
    expect(held).toBeGreaterThanOrEqual(88); // 95 expected; fewer than 88 once in a thousand times
    expect(width).toBeGreaterThan(0.98);
    expect(width).toBeLessThan(1.02);
  }, 120_000);
});
