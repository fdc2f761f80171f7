import { createRandom, type DenseRows } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import '../../../core/test/helpers/close.js';
import { resolveBoosting } from '../../src/boost/boosted-options.js';
import type { BoostedLoss } from '../../src/loss/objective.js';
import {
  type BoostedModel,
  firstRounds,
  predictBoosted,
  predictScores,
  roundCount,
} from '../../src/model/boosted-model.js';
import { type BoosterRows, createBooster } from '../helpers/create-booster.js';
import { COLUMNS, type LabelledOptions, labelledRows } from '../helpers/labelled.js';

const CASES: readonly [loss: BoostedLoss, classCount: number][] = [
  ['cross-entropy', 2],
  ['cross-entropy', 3],
  ['brier', 2],
  ['brier', 3],
  ['squared', 1],
];
const OPTIONS = { trees: 20, maxDepth: 4, learningRate: 0.3 };
const MU = [0.4, 0.6];

/** Made-up rows, a quarter of which is held out. */
function rowsOf(loss: BoostedLoss, classCount: number, options?: LabelledOptions): Required<BoosterRows> {
  const { features, labels, groups } = labelledRows(7, { classCount: Math.max(2, classCount), ...options });
  const heldOut = Array.from(labels.keys()).filter((row) => row % 4 === 3);
  return {
    features: features as DenseRows,
    columns: COLUMNS,
    labels,
    groups: groups.groups,
    classCount,
    loss,
    heldOut,
  };
}

function boost(rows: BoosterRows, rounds: number, options = {}, mu: readonly number[] = MU) {
  const { booster } = createBooster(rows, { ...OPTIONS, ...options });
  for (let round = 0; round < rounds; round++) booster.addRound(mu);
  return { booster, model: booster.model() };
}

/** Some of the rows of a matrix. */
function take({ columnCount, values }: DenseRows, rows: readonly number[]): DenseRows {
  const own = rows.flatMap((row) => [...values.subarray(row * columnCount, (row + 1) * columnCount)]);
  return { rowCount: rows.length, columnCount, values: Float64Array.from(own) };
}

describe.each(CASES)('boosting %s of %i classes', (loss, classCount) => {
  const rows = rowsOf(loss, classCount);
  const { booster, model } = boost(rows, 6);

  it('keeps the scores that the model predicts, bit for bit', () => {
    expect(booster.heldOutScores()).toEqual(predictScores(model, take(rows.features, rows.heldOut)));
    expect(booster.rounds).toBe(6);
    expect(roundCount(model)).toBe(6);
  });

  it('sums the losses of what is held out by group, and takes their mean among the trained rows', () => {
    const predicted = predictBoosted(model, rows.features);
    const lossOf = (row: number): number => {
      const label = rows.labels[row]!;
      if (classCount === 1) return (predicted[row]! - label) ** 2;
      const p = [...predicted.subarray(row * classCount, (row + 1) * classCount)];
      if (loss === 'cross-entropy') return -Math.log(p[label]!);
      return p.reduce((sum, own, k) => sum + (own - (k === label ? 1 : 0)) ** 2, 0);
    };
    const all = Array.from({ length: rows.labels.length }, (_, row) => row);
    const lossesOf = (group: number, isHeldOut: boolean): number[] =>
      all.filter((row) => rows.groups[row] === group && rows.heldOut.includes(row) === isHeldOut).map(lossOf);
    const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
    expect(booster.heldOutSums()).toBeAllClose(
      [0, 1].map((group) => sum(lossesOf(group, true))),
      { relative: 1e-9 },
    );
    expect(booster.trainRisks()).toBeAllClose(
      [0, 1].map((group) => sum(lossesOf(group, false)) / lossesOf(group, false).length),
      { relative: 1e-9 },
    );
  });

  it('goes on from a model as if it had never stopped, bit for bit', () => {
    const options = { subsample: 0.6, columnSample: 0.5 };
    const whole = boost(rows, 7, options);
    const { booster: again } = createBooster(rows, { ...OPTIONS, ...options });
    again.resume(firstRounds(whole.model, 4));
    expect(again.rounds).toBe(4);
    for (let round = 4; round < 7; round++) again.addRound(MU);
    expect(again.model()).toEqual(whole.model);
    expect(again.heldOutScores()).toEqual(whole.booster.heldOutScores());
    expect(again.trainRisks()).toEqual(whole.booster.trainRisks());
  });

  it('begins anew after a restart, for other weights', () => {
    const { booster: used } = boost(rows, 3, {}, [0.9, 0.1]);
    used.restart();
    for (let round = 0; round < 6; round++) used.addRound(MU);
    expect(used.model()).toEqual(model);
  });

  it('lowers what it minimises', () => {
    const valueAfter = (rounds: number): number => {
      const risks = boost(rows, rounds).booster.trainRisks();
      return MU[0]! * risks[0]! + MU[1]! * risks[1]!;
    };
    const values = [1, 3, 6, 12].map(valueAfter);
    expect(values).toEqual([...values].sort((a, b) => b - a));
    expect(values[3]).toBeLessThan(0.8 * values[0]!);
  });

  it('does not care how groups are numbered', () => {
    const swapped = { ...rows, groups: Array.from(rows.groups, (group) => 1 - group) };
    const other = boost(swapped, 6, {}, [MU[1]!, MU[0]!]);
    expect(other.model).toEqual(model);
    expect(other.booster.trainRisks()).toEqual([...booster.trainRisks()].reverse());
  });

  it('predicts the same from every row twice, without λ, a least weight of leaves and a penalty of sets', () => {
    const options = { lambda: 0, minChildWeight: 0, setPenalty: 0, maxDepth: 3, bins: 16 };
    const trained = { ...rows, heldOut: [] };
    const twice = Array.from({ length: 2 * rows.labels.length }, (_, i) => Math.floor(i / 2));
    const doubled = {
      ...trained,
      features: take(rows.features, twice),
      labels: twice.map((row) => rows.labels[row]!),
      groups: twice.map((row) => rows.groups[row]!),
    };
    const [once, again] = [boost(trained, 3, options), boost(doubled, 3, options)];
    expect(predictScores(again.model, rows.features)).toBeAllClose(predictScores(once.model, rows.features), {
      absolute: 1e-5,
    });
  });
});

describe('weights', () => {
  const rows = rowsOf('cross-entropy', 2);
  const trained = Array.from({ length: rows.labels.length }, (_, row) => row).filter((row) => row % 4 !== 3);

  it('are μ_a n / n_a: the same as weights of single rows', () => {
    const counts = [0, 1].map((group) => trained.filter((row) => rows.groups[row] === group).length);
    const own = Array.from(rows.groups, (group) => MU[group]! / counts[group]!);
    const alone = boost({ ...rows, groups: [...own.keys()] }, 4, {}, own);
    expect(predictScores(alone.model, rows.features)).toBeAllClose(
      predictScores(boost(rows, 4).model, rows.features),
      { absolute: 1e-6 },
    );
  });

  it('are 1 for naive training, as if all rows were of one group', () => {
    const shares = [0, 1].map(
      (group) => trained.filter((row) => rows.groups[row] === group).length / trained.length,
    );
    const naive = boost(rows, 1, { learningRate: 1, maxDepth: 1 }, shares).model;
    const one = boost(
      { ...rows, groups: Array.from(rows.groups, () => 0) },
      1,
      { learningRate: 1, maxDepth: 1 },
      [1],
    );
    expect(naive.value).toBeAllClose(one.model.value, { relative: 1e-6 });
  });

  it('of 0 leave a group out', () => {
    const isFirst = (row: number): boolean => rows.groups[row] === 0;
    const firsts = Array.from({ length: rows.labels.length }, (_, row) => row).filter(isFirst);
    const options = { lambda: 0, minChildWeight: 0, bins: 255 };
    const whole = boost({ ...rows, heldOut: [] }, 2, options, [1, 0]);
    const alone = boost(
      {
        ...rows,
        heldOut: [],
        features: take(rows.features, firsts),
        labels: firsts.map((row) => rows.labels[row]!),
        groups: firsts.map(() => 0),
      },
      2,
      options,
      [1],
    );
    const scores = (model: BoostedModel): Float64Array => predictScores(model, take(rows.features, firsts));
    expect(scores(whole.model)).toBeAllClose(scores(alone.model), { absolute: 1e-5 });
  });

  it('may change from round to round', () => {
    const { booster } = boost(rows, 3);
    booster.addRound([1, 0]);
    const model = booster.model();
    expect(firstRounds(model, 3)).toEqual(boost(rows, 3).model);
    expect(model).not.toEqual(boost(rows, 4).model);
  });
});

describe('draws', () => {
  const rows = rowsOf('cross-entropy', 3);

  it.each([{ subsample: 0.5 }, { columnSample: 0.4 }])('are the same for the same seed: %o', (options) => {
    const model = boost(rows, 4, options).model;
    expect(boost(rows, 4, options).model).toEqual(model);
    expect(boost(rows, 4, { ...options, seed: 2 }).model).not.toEqual(model);
    expect(boost(rows, 4).model).not.toEqual(model);
  });

  it('give each tree its share of the columns', () => {
    const { features, labels, groups } = rows;
    const noise = createRandom(5);
    const wide = {
      ...rows,
      labels,
      groups,
      columns: Array.from({ length: 10 }, () => ({ kind: 'numeric' }) as const),
      features: {
        rowCount: features.rowCount,
        columnCount: 10,
        values: Float64Array.from({ length: features.rowCount * 10 }, () => noise.uniform()),
      },
    };
    const { model } = boost(wide, 12, { columnSample: 0.3, maxDepth: 6, minChildWeight: 0 });
    const used = new Set<number>();
    for (let tree = 0; tree < model.treeStarts.length - 1; tree++) {
      const own = new Set(model.column.subarray(model.treeStarts[tree], model.treeStarts[tree + 1]));
      own.delete(-1);
      expect(own.size).toBeLessThanOrEqual(3);
      for (const column of own) used.add(column);
    }
    expect(used.size).toBe(10);
  });

  it('do without nothing where a share is 1', () => {
    expect(resolveBoosting()).toMatchObject({ subsample: 1, columnSample: 1 });
    expect(boost(rows, 2, { subsample: 1, columnSample: 1, seed: 9 }).model).toEqual(boost(rows, 2).model);
  });
});

it('is no tree but a number where no split gains anything', () => {
  const features = { rowCount: 4, columnCount: 1, values: Float64Array.of(1, 1, 1, 1) };
  const rows = { features, columns: [{ kind: 'numeric' }] as const, labels: [0, 1, 1, 1], classCount: 2 };
  const { model } = boost(rows, 2, {}, [0.25, 0.25, 0.25, 0.25]);
  expect([...model.column]).toEqual([-1, -1]);
  expect(predictBoosted(model, features)).toBeAllClose([0.25, 0.75, 0.25, 0.75, 0.25, 0.75, 0.25, 0.75], {
    absolute: 1e-6,
  });
});
