import { FairfrontError, type LabelledRows } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import { describeOracle } from '../../../core/test/conformance/oracle-conformance.js';
import { expectError } from '../../../core/test/helpers/errors.js';
import { PATIENCE } from '../../src/boost/boost-together.js';
import { type BoostedOracleOptions, boostedOracle } from '../../src/boost/boosted-oracle.js';
import { roundCount } from '../../src/model/boosted-model.js';
import { COLUMNS, labelledRows } from '../helpers/labelled.js';

const OPTIONS: BoostedOracleOptions = { columns: COLUMNS, classCount: 2, trees: 8, maxDepth: 3 };
const train = labelledRows(1);
const validation = labelledRows(2, { rowCount: 120 });

describeOracle('boosted trees', () => boostedOracle(train, OPTIONS), { maxSolves: 10 });
describeOracle(
  'boosted trees that are stopped by validation rows',
  () => boostedOracle(train, OPTIONS, validation),
  {
    maxSolves: 10,
  },
);
describeOracle(
  'boosted trees of three classes by the Brier score, of three groups',
  () => {
    const size = { classCount: 3, groupCount: 3 };
    const options = { ...OPTIONS, ...size, loss: 'brier', subsample: 0.7, columnSample: 0.6 } as const;
    return boostedOracle(labelledRows(3, size), options, labelledRows(4, size));
  },
  { maxSolves: 10 },
);

/** The mean loss −ln p_y of each group. */
function risksOf(probabilities: Float64Array, { labels, groups }: LabelledRows): number[] {
  const classCount = probabilities.length / labels.length;
  return groups.counts.map((count, group) => {
    let sum = 0;
    labels.forEach((label, row) => {
      if (groups.groups[row] === group) sum -= Math.log(probabilities[row * classCount + label]!);
    });
    return sum / count;
  });
}

describe('boostedOracle', () => {
  it('stops where the value of the weights on the validation rows is lowest, and reports the risks there', () => {
    const mu = [0.3, 0.7];
    const options = { ...OPTIONS, trees: 400, learningRate: 0.3 };
    const oracle = boostedOracle(train, options, validation);
    const { model, risks, trainRisks, converged } = oracle.solve(mu, {});
    const valueAt = (trees: number): number => {
      const { model: cut } = boostedOracle(train, { ...options, trees }).solve(mu, {});
      const [first, second] = risksOf(oracle.predict(cut, validation.features as never), validation);
      return mu[0]! * first! + mu[1]! * second!;
    };
    const rounds = roundCount(model);
    const values = Array.from({ length: rounds + PATIENCE }, (_, i) => valueAt(i + 1));
    expect(rounds).toBeGreaterThan(1);
    expect(values.indexOf(Math.min(...values))).toBe(rounds - 1);
    expect(converged).toBe(true);
    expect(risks).toBeAllClose(risksOf(oracle.predict(model, validation.features as never), validation), {
      relative: 1e-12,
    });
    expect(trainRisks!).toBeAllClose(risksOf(oracle.predict(model, train.features as never), train), {
      relative: 1e-12,
    });
  });

  it('grows all trees without validation rows', () => {
    expect(roundCount(boostedOracle(train, OPTIONS).solve([0.5, 0.5], {}).model)).toBe(8);
  });

  it('ends after a round with risks where it is cancelled at once', () => {
    for (const rows of [undefined, validation]) {
      const { model, risks, converged } = boostedOracle(train, OPTIONS, rows).solve([0.5, 0.5], {
        signal: { aborted: true },
      });
      expect(roundCount(model)).toBe(1);
      expect(risks.every((risk) => risk > 0)).toBe(true);
      expect(converged).toBe(false);
    }
  });

  it('serves a group better that is given more weight', () => {
    const oracle = boostedOracle(train, OPTIONS);
    const [even, first, second] = [
      [0.5, 0.5],
      [0.98, 0.02],
      [0.02, 0.98],
    ].map((mu) => oracle.solve(mu, {}).risks);
    expect(first![0]).toBeLessThan(even![0]!);
    expect(second![1]).toBeLessThan(even![1]!);
  });

  it('says what is wrong with rows, columns and options', () => {
    const make =
      (change: Partial<BoostedOracleOptions>, rows = train) =>
      () =>
        boostedOracle(rows, { ...OPTIONS, ...change });
    expectError(make({ loss: 'squared' as 'brier' }), 'bad-option', 'loss', 'squared');
    expectError(make({ classCount: 1 }), 'bad-option', 'classCount');
    expectError(make({ trees: 0 }), 'bad-option', 'trees', '0');
    expectError(make({ columns: COLUMNS.slice(1) }), 'bad-problem', '5', '4');
    const fewLevels = COLUMNS.map((column) =>
      column.kind === 'numeric' ? column : { ...column, levels: 2 },
    );
    expectError(make({ columns: fewLevels }), 'bad-problem', 'column 3', 'from 0 to 1');
    const sparse = {
      rowCount: train.labels.length,
      columnCount: 5,
      offsets: new Uint32Array(train.labels.length + 1),
      columns: new Uint32Array(0),
      values: new Float64Array(0),
    };
    expectError(make({}, { ...train, features: sparse }), 'bad-problem', 'dense');
    expect(() => boostedOracle(train, OPTIONS, labelledRows(5, { groupCount: 3 }))).toThrow(FairfrontError);
  });

  it('needs weights that are shares', () => {
    const oracle = boostedOracle(train, OPTIONS);
    expectError(() => oracle.solve([0.5, 0.6], {}), 'bad-mu');
    expectError(() => oracle.solve([Number.NaN, 1], {}), 'bad-mu');
  });
});
