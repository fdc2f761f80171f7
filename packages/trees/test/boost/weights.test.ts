// Weights of rows: those of 1 change nothing, and a row of weight 2 is grown on as two rows are.

import { createRandom, groupShares, type LabelledRows, meanRisks } from '@fairfront/core';
import { takeLabelledRows } from '@fairfront/core/internal';
import { describe, expect, it } from 'vitest';
import { type BoostedOracleOptions, boostedOracle } from '../../src/boost/boosted-oracle.js';
import { COLUMNS, labelledRows } from '../helpers/labelled.js';
import '../../../core/test/helpers/close.js';

const OPTIONS: BoostedOracleOptions = { columns: COLUMNS, classCount: 2, trees: 8, maxDepth: 3 };
const train = labelledRows(1);
const validation = labelledRows(2, { rowCount: 120 });

function weighed(rows: LabelledRows, weightOf: (row: number) => number): LabelledRows {
  return {
    ...rows,
    groups: { ...rows.groups, weights: Float64Array.from(rows.labels, (_, row) => weightOf(row)) },
  };
}

function repeated(rows: LabelledRows): LabelledRows {
  const { weights: _, ...groups } = rows.groups;
  const often = [...rows.groups.weights!].flatMap((weight, row) => new Array<number>(weight).fill(row));
  return takeLabelledRows({ ...rows, groups }, often);
}

const mu = [0.3, 0.7];
const { uniform } = createRandom(9);
const draws = Array.from(train.labels, () => 1 + Math.floor(3 * uniform()));

describe('boosted trees on rows with weights', () => {
  it.each(['cross-entropy', 'brier'] as const)('are the same to the bit with weights of 1: %s', (loss) => {
    const [plain, ones] = [(rows: LabelledRows) => rows, (rows: LabelledRows) => weighed(rows, () => 1)].map(
      (of) => boostedOracle(of(train), { ...OPTIONS, loss, subsample: 0.8 }, of(validation)),
    );
    expect(ones!.solve(mu, {})).toEqual(plain!.solve(mu, {}));
    expect(ones!.boostMinimax()).toEqual(plain!.boostMinimax());
  });

  it('are the same with equal weights, but for rounding', () => {
    const of = (rows: LabelledRows): LabelledRows => weighed(rows, () => 0.37);
    const [plain, equal] = [
      boostedOracle(train, OPTIONS, validation),
      boostedOracle(of(train), OPTIONS, of(validation)),
    ].map((oracle) => oracle.solve(mu, {}));
    expect(equal!.risks).toBeAllClose(plain!.risks, { relative: 1e-6 });
    expect(equal!.trainRisks).toBeAllClose(plain!.trainRisks, { relative: 1e-6 });
  });

  // λ and the least weight of a leaf are sizes: without them trees know rows by their shares of the weight alone.
  it('take weights for repeated rows', () => {
    const options = { ...OPTIONS, lambda: 0, minChildWeight: 0, setPenalty: 0 };
    const [heavy, chosenBy] = [
      weighed(train, (row) => draws[row]!),
      weighed(validation, (row) => 1 + (row % 2)),
    ];
    const one = boostedOracle(heavy, options, chosenBy);
    const other = boostedOracle(repeated(heavy), options, repeated(chosenBy));
    for (const [found, expected] of [
      [one.solve(mu, {}), other.solve(mu, {})],
      [one.boostMinimax(), other.boostMinimax()],
    ] as const) {
      expect(found.risks).toBeAllClose(expected.risks, { relative: 1e-6 });
      expect(found.trainRisks).toBeAllClose(expected.trainRisks, { relative: 1e-6 });
    }
    const { model } = one.solve(groupShares(heavy.groups), {});
    const losses = [...heavy.labels].map((label, row) => {
      const said = one.predict(model, heavy.features as never);
      return -Math.log(said[2 * row + label]!);
    });
    expect(one.solve(groupShares(heavy.groups), {}).trainRisks).toBeAllClose(
      meanRisks(losses, heavy.groups),
      {
        relative: 1e-9,
      },
    );
  });

  it('have weights of mean 1: with these, λ and the least weight of a leaf mean the same', () => {
    const even = weighed(train, (row) => (row % 4 === 0 ? 0 : row % 4 === 1 ? 2 : 1));
    const [found, expected] = [even, repeated(even)].map((rows) =>
      boostedOracle(rows, { ...OPTIONS, setPenalty: 0 }).solve(groupShares(rows.groups), {}),
    );
    expect(found!.trainRisks).toBeAllClose(expected!.trainRisks, { relative: 1e-6 });
  });

  it('are not those of rows without weights', () => {
    const heavy = boostedOracle(
      weighed(train, (row) => draws[row]! ** 3),
      OPTIONS,
    ).solve(mu, {});
    const plain = boostedOracle(train, OPTIONS).solve(mu, {});
    expect(Math.abs(heavy.trainRisks[0]! - plain.trainRisks[0]!)).toBeGreaterThan(1e-3);
  });
});
