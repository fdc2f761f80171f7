import type { DenseRows } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import '../../../core/test/helpers/close.js';
import { expectError } from '../../../core/test/helpers/errors.js';
import { type BoostedModel, firstRounds, predictBoosted, roundCount } from '../../src/model/boosted-model.js';

const { NaN: MISSING } = Number;

function rowsOf(...rows: readonly (readonly number[])[]): DenseRows {
  return { rowCount: rows.length, columnCount: rows[0]!.length, values: Float64Array.from(rows.flat()) };
}

/** Two trees: x ≤ 1.5 (missing left), on the right the level in {1, 33} (missing right); then a leaf alone. */
const model: BoostedModel = {
  classCount: 1,
  columns: [{ kind: 'numeric' }, { kind: 'categorical', levels: 40 }],
  base: Float64Array.of(100),
  treeStarts: Uint32Array.of(0, 5, 6),
  column: Int32Array.of(0, -1, 1, -1, -1, -1),
  threshold: Float32Array.of(1.5, 0, 0, 0, 0, 0),
  missingLeft: Uint8Array.of(1, 0, 0, 0, 0, 0),
  left: Uint32Array.of(1, 0, 3, 0, 0, 0),
  value: Float32Array.of(0, 1, 0, 2, 4, 8),
  gain: new Float32Array(6),
  levelStarts: Uint32Array.of(0, 0, 0, 2, 2, 2, 2),
  levels: Uint32Array.of(1, 33),
};

describe('predictBoosted', () => {
  it('sends cells by thresholds, levels and what is missing, and adds up the leaves', () => {
    const rows: [cells: [number, number], score: number][] = [
      [[1.5, 0], 109],
      [[MISSING, 1], 109],
      [[-Infinity, 0], 109],
      [[1.5000001, 1], 110],
      [[Infinity, 33], 110],
      [[2, 32], 112],
      [[2, 0], 112],
      [[2, MISSING], 112],
      [[2, 4000], 112], // no level of the training rows
      [[2, -1], 112],
    ];
    expect([...predictBoosted(model, rowsOf(...rows.map(([cells]) => cells)))]).toEqual(
      rows.map(([, score]) => score),
    );
  });

  it('compares in float32, as thresholds are', () => {
    expect([...predictBoosted(model, rowsOf([1.5 + 1e-9, 0]))]).toEqual([109]);
  });

  it('has probabilities of two classes from one score, and of three from three', () => {
    const two = { ...model, classCount: 2, base: Float64Array.of(-9) };
    const p = 1 / (1 + Math.exp(-3));
    expect(predictBoosted(two, rowsOf([2, 32], [1, 0]))).toBeAllClose([1 - p, p, 0.5, 0.5], {
      relative: 1e-12,
    });
    const three: BoostedModel = {
      ...model,
      classCount: 3,
      base: Float64Array.of(0, 1, 2),
      treeStarts: Uint32Array.of(0, 5, 6, 7),
      column: Int32Array.of(...model.column, -1),
      value: Float32Array.of(...model.value, -1),
    };
    const exps = [4, 9, 1].map(Math.exp); // 0 + 4, 1 + 8, 2 − 1
    const sum = exps.reduce((all, own) => all + own, 0);
    expect(predictBoosted(three, rowsOf([2, 32]))).toBeAllClose(
      exps.map((own) => own / sum),
      { relative: 1e-12 },
    );
    expect(roundCount(three)).toBe(1);
  });

  it('stays with probabilities where scores are huge', () => {
    for (const base of [1e6, -1e6, 1e300]) {
      const probabilities = predictBoosted(
        { ...model, classCount: 2, base: Float64Array.of(base) },
        rowsOf([2, 32]),
      );
      expect([...probabilities].sort()).toEqual([0, 1]);
    }
  });

  it('refuses rows with other columns', () => {
    expectError(() => predictBoosted(model, rowsOf([1])), 'bad-problem', '2 columns', 'have 1');
  });
});

it('takes the first rounds of a model, and none', () => {
  expect(roundCount(model)).toBe(2);
  const first = firstRounds(model, 1);
  expect([...first.treeStarts]).toEqual([0, 5]);
  expect([...first.levelStarts]).toEqual([0, 0, 0, 2, 2, 2]);
  expect([...predictBoosted(first, rowsOf([2, 33], [2, 34]))]).toEqual([102, 104]);
  const none = firstRounds(model, 0);
  expect([none.column.length, none.levels.length, roundCount(none)]).toEqual([0, 0, 0]);
  expect([...predictBoosted(none, rowsOf([2, 33]))]).toEqual([100]);
});
