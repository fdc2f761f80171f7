import { describe, expect, it } from 'vitest';
import { groupIndex } from '../../src/groups/group-index.js';
import { type PermutedLosses, permutationImportance } from '../../src/metrics/permutation-importance.js';
import { createRandom } from '../../src/numeric/random.js';
import { shuffle } from '../../src/numeric/shuffle.js';
import '../helpers/close.js';
import { expectError } from '../helpers/errors.js';

const losses = (...values: number[]): Float64Array => Float64Array.from(values);
const few = () => ({ random: createRandom(1), resamples: 100 });

describe('by hand', () => {
  const rows: PermutedLosses = {
    losses: losses(1, 2, 3, 4, 5),
    permuted: [losses(2, 2, 3, 4, 8), losses(1, 2, 3, 4, 5), losses(0, 1, 3.5, 4.5, 5.5)],
    groups: groupIndex(['a', 'a', 'b', 'b', 'b']),
  };

  it('is the mean rise of the loss, by group and over all rows', () => {
    const found = permutationImportance(rows, few());
    expect(found.map(({ byGroup }) => byGroup.map(({ value }) => value))).toEqual([
      [0.5, 1],
      [0, 0],
      [-1, 0.5],
    ]);
    expect(found.map(({ overall }) => overall.value)).toBeAllClose([4 / 5, 0, -0.5 / 5], { absolute: 1e-15 });
  });

  it('weighs the groups by what each counts for, where it is given', () => {
    const found = permutationImportance({ ...rows, shares: [0.9, 0.1] }, few());
    expect(found.map(({ overall }) => overall.value)).toBeAllClose([0.55, 0, -0.85], { absolute: 1e-15 });
  });

  it('is certain where every row says the same, and holds what resamples can be', () => {
    const [first, unused, third] = permutationImportance(rows, few());
    expect(unused!.byGroup[0]).toEqual({ value: 0, low: 0, high: 0 });
    expect(unused!.overall).toEqual({ value: 0, low: 0, high: 0 });
    expect(third!.byGroup[0]).toEqual({ value: -1, low: -1, high: -1 });
    // Rises of 1 and 0: a resample has one of the means 0, 1/2, 1.
    expect(first!.byGroup[0]).toEqual({ value: 0.5, low: 0, high: 1 });
    // No more than 9/5 and no less than 0 over all rows.
    expect(first!.overall.low).toBeGreaterThanOrEqual(0);
    expect(first!.overall.high).toBeLessThanOrEqual(0.4 * 1 + 0.6 * 3);
    expect(first!.overall.high).toBeGreaterThan(first!.overall.value);
  });

  it('draws whole entities', () => {
    // The rows of entity 7 rise by 1, those of entity 3 by 0: as two entities, the mean is 0, 1/2 or 1.
    const of = (entities?: number[]) =>
      permutationImportance(
        {
          losses: new Float64Array(200),
          permuted: [Float64Array.from({ length: 200 }, (_, row) => (row < 100 ? 1 : 0))],
          groups: groupIndex(new Array<string>(200).fill('a')),
          entities,
        },
        few(),
      )[0]!.byGroup[0]!;
    expect(of(Array.from({ length: 200 }, (_, row) => (row < 100 ? 7 : 3)))).toEqual({
      value: 0.5,
      low: 0,
      high: 1,
    });
    expect(of().high).toBeLessThan(0.65);
  });

  it('is the same again, and leaves what it is given as it was', () => {
    const before = structuredClone(rows);
    expect(permutationImportance(rows, few())).toEqual(permutationImportance(rows, few()));
    expect(rows).toEqual(before);
  });

  it('has nothing to say of no columns', () => {
    expect(permutationImportance({ ...rows, permuted: [] }, few())).toEqual([]);
  });

  it('refuses losses that do not fit, by the column', () => {
    const broken = (permuted: Float64Array) => () =>
      permutationImportance({ ...rows, permuted: [rows.losses, permuted] }, few());
    const rule = 'permuted, column 2: there must be a loss for each of 5 rows; got 2';
    expectError(broken(losses(1, 2)), 'bad-risks', rule);
    expectError(broken(losses(1, 2, Number.NaN, 4, 5)), 'bad-risks', 'permuted, column 2', 'row 3');
    expectError(
      () => permutationImportance({ ...rows, shares: [1] }, few()),
      'bad-groups',
      'shares: there must be one for each of 2 groups; got 1',
    );
  });
});

// x is 0 or 1, y follows it with probability q_a, and the model takes q to be 0.8 for everybody.
// With the Brier score, rows that are told right lose 2·0.2² and the others 2·0.8²; with the x of another row
// half of them are told the opposite:
//   before  2 (q·0.04 + (1 − q)·0.64)       after  (0.08 + 1.28) / 2 = 0.68
// so the importance is 1.2 q − 0.6: for q = 0.8 it is 0.36; for q = 0.4 the column misleads, −0.12.
describe('where the truth is known', () => {
  const follows = [0.4, 0.8];
  const truth = follows.map((q) => 0.68 - 2 * (0.04 * q + 0.64 * (1 - q)));
  const lossOf = (x: number, y: number): number => 2 * (x === y ? 0.2 : 0.8) ** 2;

  function sample(rowCount: number, deals: number, seed: number): PermutedLosses {
    const random = createRandom(seed);
    const group = (row: number): number => row % 2;
    const x = Array.from({ length: rowCount }, () => (random.uniform() < 0.5 ? 0 : 1));
    const y = x.map((own, row) => (random.uniform() < follows[group(row)]! ? own : 1 - own));
    const permuted = new Float64Array(rowCount);
    for (let deal = 0; deal < deals; deal++) {
      const donors = [...x.keys()];
      shuffle(donors, random);
      donors.forEach((donor, row) => {
        permuted[row]! += lossOf(x[donor]!, y[row]!) / deals;
      });
    }
    return {
      losses: Float64Array.from(x, (own, row) => lossOf(own, y[row]!)),
      permuted: [permuted],
      groups: groupIndex(x.map((_, row) => 'ab'[group(row)]!)),
    };
  }

  it('the truth is a benefit for one group and harm for the other', () => {
    expect(truth).toBeAllClose([-0.12, 0.36], { absolute: 1e-12 });
  });

  it('is found', () => {
    const [found] = permutationImportance(sample(40_000, 5, 1), { random: createRandom(1), resamples: 200 });
    found!.byGroup.forEach(({ value, low, high }, group) => {
      expect(high - low).toBeLessThan(0.04);
      expect(Math.abs(value - truth[group]!)).toBeLessThan(high - low);
    });
  });

  it.each([1, 5])('intervals hold it as often as they say, with %d deals', (deals) => {
    const trials = 150;
    const held = follows.map(() => 0);
    let overall = 0;
    for (let trial = 0; trial < trials; trial++) {
      const options = { random: createRandom(trial), resamples: 200 };
      const [found] = permutationImportance(sample(400, deals, 1000 + trial), options);
      found!.byGroup.forEach(({ low, high }, group) => {
        if (low <= truth[group]! && truth[group]! <= high) held[group]!++;
      });
      if (found!.overall.low <= 0.12 && found!.overall.high >= 0.12) overall++;
    }
    // 95% of 150 are 142, with a standard deviation of 2.7.
    for (const count of [...held, overall]) expect(count).toBeGreaterThanOrEqual(132);
  });
});
