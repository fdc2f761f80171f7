// People who stand in several groups, once for each family of groups: over all of them intervals are as wide as if each
// stood there once.

import { describe, expect, it } from 'vitest';
import { createRandom, groupIndex, measure, measureNumbers } from '../../src/index.js';

const PEOPLE = 600;
const random = createRandom(5);
const sex = Array.from({ length: PEOPLE }, () => (random.uniform() < 0.4 ? 'women' : 'men'));
const age = Array.from({ length: PEOPLE }, () => (random.uniform() < 0.3 ? 'young' : 'old'));
const region = Array.from({ length: PEOPLE }, () => (random.uniform() < 0.5 ? 'north' : 'south'));
const once = groupIndex(sex);
const copied = groupIndex([...sex, ...age, ...region]);
const entities = Uint32Array.from({ length: 3 * PEOPLE }, (_, row) => row % PEOPLE);
const copies = <Values extends Int32Array | Float64Array>(values: Values, width = 1): Values => {
  const all = new (values.constructor as new (length: number) => Values)(3 * PEOPLE * width);
  for (let copy = 0; copy < 3; copy++) all.set(values, copy * PEOPLE * width);
  return all;
};
const width = ({ low, high }: { readonly low: number; readonly high: number }): number => high - low;

describe('over all rows', () => {
  it('intervals of classes count every person once', () => {
    const labels = Int32Array.from({ length: PEOPLE }, () => (random.uniform() < 0.5 ? 1 : 0));
    const said = (): Float64Array =>
      Float64Array.from(labels).reduce(
        (all, label, row) => {
          const p = 0.05 + 0.9 * random.uniform() ** (label === 1 ? 0.6 : 1.6);
          all[2 * row] = 1 - p;
          all[2 * row + 1] = p;
          return all;
        },
        new Float64Array(2 * PEOPLE),
      );
    const models = { naive: said(), minimax: said() };
    const own = measure(models, labels, once, 2, { intervals: { random: createRandom(1) } });
    const all = measure(
      { naive: copies(models.naive, 2), minimax: copies(models.minimax, 2) },
      copies(labels),
      copied,
      2,
      { intervals: { random: createRandom(1), entities } },
    );
    const [change, changeOfAll] = [own.changes.minimax!, all.changes.minimax!];
    for (const name of ['accuracy', 'brier', 'crossEntropy'] as const) {
      const ratio = width(changeOfAll[name].overall) / width(change[name].overall);
      expect(Math.abs(Math.log(ratio))).toBeLessThan(0.15);
      const [mean, meanOfAll] = [own, all].map(({ models }) => models.minimax.intervals![name].sampleMean);
      expect(Math.abs(Math.log(width(meanOfAll!) / width(mean!)))).toBeLessThan(0.15);
    }
    const rates = [own, all].map(({ changes }) => changes.minimax!.rates[0]!.tpr.overall!);
    expect(Math.abs(Math.log(width(rates[1]!) / width(rates[0]!)))).toBeLessThan(0.15);
  });

  it('intervals of numbers do too', () => {
    const values = Float64Array.from({ length: PEOPLE }, () => 10 * random.uniform());
    const said = (): Float64Array => values.map((value) => value + 4 * (random.uniform() - 0.5));
    const models = { naive: said(), minimax: said() };
    const own = measureNumbers(models, values, once, { random: createRandom(1) });
    const all = measureNumbers(
      { naive: copies(models.naive), minimax: copies(models.minimax) },
      copies(values),
      copied,
      { random: createRandom(1), entities },
    );
    for (const name of ['squared', 'rmse', 'mae', 'bias'] as const) {
      const [mean, meanOfAll] = [own, all].map(({ models }) => models.minimax.intervals[name].overall!);
      expect(Math.abs(Math.log(width(meanOfAll!) / width(mean!)))).toBeLessThan(0.15);
    }
  });
});
