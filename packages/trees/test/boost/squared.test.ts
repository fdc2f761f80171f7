// Boosted trees that predict a number.

import { createRandom, groupShares, type LabelledRows, worstRisk } from '@fairfront/core';
import { takeLabelledRows } from '@fairfront/core/internal';
import { describe, expect, it } from 'vitest';
import { describeOracle } from '../../../core/test/conformance/oracle-conformance.js';
import { expectError } from '../../../core/test/helpers/errors.js';
import { type BoostedOracleOptions, boostedOracle } from '../../src/boost/boosted-oracle.js';
import { unitOf } from '../../src/loss/objective.js';
import { type BoostedModel, predictBoosted } from '../../src/model/boosted-model.js';
import { boostedToJson, parseBoosted } from '../../src/model/model-json.js';
import { createBooster } from '../helpers/create-booster.js';
import { COLUMNS, labelledRows } from '../helpers/labelled.js';
import '../../../core/test/helpers/close.js';

const OPTIONS: BoostedOracleOptions = {
  columns: COLUMNS,
  classCount: 1,
  loss: 'squared',
  trees: 12,
  maxDepth: 3,
};

/** Rows with a number that follows from the class and the group, and noise that the groups have more or less of. */
function numbered(seed: number, rowCount = 240): LabelledRows {
  const { uniform } = createRandom(seed + 100);
  const rows = labelledRows(seed, { rowCount, classCount: 5 });
  const values = Float64Array.from(rows.labels, (label, row) => {
    const group = rows.groups.groups[row]!;
    return 3 + label * (1 + group) + (1 + group) * (uniform() - 0.5);
  });
  return { ...rows, values };
}

const train = numbered(1);
const validation = numbered(2, 120);
const dense = (rows: LabelledRows) => rows.features as Parameters<typeof predictBoosted>[1];
const inUnits = (rows: LabelledRows, scale: number, shift: number): LabelledRows => ({
  ...rows,
  values: rows.values!.map((value) => value * scale + shift),
});

function risksOf(model: BoostedModel, rows: LabelledRows): number[] {
  const predicted = predictBoosted(model, dense(rows));
  const { groups, counts } = rows.groups;
  return counts.map((count, group) =>
    predicted.reduce(
      (sum, value, row) => sum + (groups[row] === group ? (value - rows.values![row]!) ** 2 / count : 0),
      0,
    ),
  );
}

describeOracle('boosted trees of a number', () => boostedOracle(train, OPTIONS, validation), {
  maxSolves: 10,
});

describe('boosted trees of a number', () => {
  it('begin with the weighted mean, and have the risks of what they predict', () => {
    const mu = [0.3, 0.7];
    const { model, risks, trainRisks } = boostedOracle(train, OPTIONS, validation).solve(mu, {});
    expect(model.classCount).toBe(1);
    const { groups, counts } = train.groups;
    const mean = train.values!.reduce(
      (sum, y, row) => sum + (mu[groups[row]!]! * y) / counts[groups[row]!]!,
      0,
    );
    expect(model.base[0]).toBeCloseTo(mean, 10);
    expect(trainRisks).toBeAllClose(risksOf(model, train), { relative: 1e-10 });
    expect(risks).toBeAllClose(risksOf(model, validation), { relative: 1e-10 });
    const before = train.groups.counts.map((count, a) =>
      train.values!.reduce((sum, y, row) => sum + (groups[row] === a ? (y - mean) ** 2 / count : 0), 0),
    );
    for (const group of [0, 1]) expect(trainRisks[group]).toBeLessThan(0.6 * before[group]!);
  });

  it('serve the worst group better when weights follow the risks', () => {
    const oracle = boostedOracle(train, { ...OPTIONS, trees: 60 }, validation);
    const naive = oracle.solve([0.9, 0.1], {});
    expect(worstRisk(oracle.boostMinimax().risks)).toBeLessThan(worstRisk(naive.risks));
  });

  it('are the same to the bit when the target is measured in another power of 2', () => {
    for (const scale of [2 ** 20, 2 ** -20]) {
      const [own, other] = [
        [train, validation],
        [inUnits(train, scale, 0), inUnits(validation, scale, 0)],
      ].map(([rows, others]) => boostedOracle(rows!, OPTIONS, others).solve([0.5, 0.5], {}));
      expect(other!.model.column).toEqual(own!.model.column);
      expect(other!.model.threshold).toEqual(own!.model.threshold);
      expect(other!.model.value).toEqual(own!.model.value.map((value) => value * scale));
      expect(other!.model.gain).toEqual(own!.model.gain.map((gain) => gain * scale ** 2));
      expect(other!.risks).toEqual(own!.risks.map((risk) => risk * scale ** 2));
    }
  });

  it.each([
    [1e6, 1e9],
    [1e-6, 0],
  ])('are the same but for rounding in units of %d, %d away', (scale, shift) => {
    const own = boostedOracle(train, OPTIONS).solve([0.5, 0.5], {});
    const other = boostedOracle(inUnits(train, scale, shift), OPTIONS).solve([0.5, 0.5], {});
    expect(other.model.column).toEqual(own.model.column);
    const back = predictBoosted(other.model, dense(train)).map((value) => (value - shift) / scale);
    expect(back).toBeAllClose(predictBoosted(own.model, dense(train)), { absolute: 1e-4 });
  });

  it('are written and read where numbers are as large as they may be', () => {
    const { model } = boostedOracle(inUnits(train, 1e29, 0), OPTIONS).solve([0.5, 0.5], {});
    expect(model.gain.every(Number.isFinite)).toBe(true);
    expect(parseBoosted(JSON.parse(JSON.stringify(boostedToJson(model))))).toEqual(model);
  });

  it('grow on a row of weight 2 as on two rows', () => {
    const weights = Float64Array.from(train.labels, (_, row) => 1 + (row % 3));
    const often = [...weights].flatMap((weight, row) => new Array<number>(weight).fill(row));
    const options = { ...OPTIONS, lambda: 0, minChildWeight: 0, setPenalty: 0, trees: 4 };
    const [weighed, repeated] = [
      { ...train, groups: { ...train.groups, weights } },
      takeLabelledRows(train, often),
    ].map((rows) => boostedOracle(rows, options).solve(groupShares(rows.groups), {}));
    expect(weighed!.trainRisks).toBeAllClose(repeated!.trainRisks, { relative: 1e-5 });
  });

  it('are read from JSON as they were, and gone on from', () => {
    const rows = { features: dense(train), columns: COLUMNS, labels: train.values!, classCount: 1 } as const;
    const make = () =>
      createBooster({ ...rows, loss: 'squared', groups: train.groups.groups }, OPTIONS).booster;
    const whole = make();
    for (let round = 0; round < 6; round++) whole.addRound([0.4, 0.6]);
    const half = make();
    for (let round = 0; round < 3; round++) half.addRound([0.4, 0.6]);
    const read = parseBoosted(JSON.parse(JSON.stringify(boostedToJson(half.model()))));
    expect(read).toEqual(half.model());
    const resumed = make();
    resumed.resume(read);
    for (let round = 3; round < 6; round++) resumed.addRound([0.4, 0.6]);
    expect(resumed.model()).toEqual(whole.model());
  });

  it('take a constant, and refuse what is no number', () => {
    const flat = { ...train, values: train.values!.map(() => 1e9) };
    expect(worstRisk(boostedOracle(flat, OPTIONS).solve([0.5, 0.5], {}).trainRisks)).toBeLessThan(1e-6);
    const odd = { ...train, values: train.values!.map((value, row) => (row === 4 ? Number.NaN : value)) };
    expectError(() => boostedOracle(odd, OPTIONS), 'bad-target', 'row 5', 'NaN');
    const { values: _, ...classes } = train;
    expectError(() => boostedOracle(classes, OPTIONS), 'bad-option', 'classCount');
    expectError(() => boostedOracle(train, { ...OPTIONS, loss: 'brier' }), 'bad-option', 'squared');
  });

  it('are measured in the power of 2 next to the standard deviation', () => {
    expect(unitOf('squared', [1e9 - 3, 1e9 + 3])).toBe(4);
    expect(unitOf('squared', [7, 7])).toBe(1);
    expect(unitOf('brier', [0, 100])).toBe(1);
  });
});
