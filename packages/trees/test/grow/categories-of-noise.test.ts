// A column of many levels that mean nothing must not spoil a model; one of levels that mean something must help it.

import { createRandom } from '@fairfront/core';
import { expect, it } from 'vitest';
import { boostedOracle } from '../../src/boost/boosted-oracle.js';
import type { BoostedModel } from '../../src/model/boosted-model.js';

const LEVELS = 200;
const COLUMNS = [{ kind: 'numeric' }, { kind: 'numeric' }, { kind: 'categorical', levels: LEVELS }] as const;

/** @param effect of the levels on the log-odds of the second class */
function madeRows(seed: number, rowCount: number, effect: number) {
  const { uniform } = createRandom(seed);
  const values = new Float32Array(rowCount * 3);
  const labels = new Int32Array(rowCount);
  for (let row = 0; row < rowCount; row++) {
    const level = Math.floor(LEVELS * uniform());
    values.set([4 * uniform() - 2, 4 * uniform() - 2, level], 3 * row);
    const score = values[3 * row]! + effect * ((level % 5) - 2);
    labels[row] = uniform() < 1 / (1 + Math.exp(-score)) ? 1 : 0;
  }
  return {
    features: { rowCount, columnCount: 3, values },
    labels,
    groups: { names: ['all'], groups: new Int32Array(rowCount), counts: [rowCount] },
  };
}

const isAsked = ({ column }: BoostedModel): boolean => column.includes(2);

function solve(effect: number, setPenalty?: number) {
  const oracle = boostedOracle(
    madeRows(1, 3000, effect),
    { columns: COLUMNS, classCount: 2, ...(setPenalty === undefined ? {} : { setPenalty }) },
    madeRows(2, 4000, effect),
  );
  return oracle.solve([1], {});
}

it('does not harm where the levels mean nothing', () => {
  const [own, free] = [solve(0), solve(0, 0)];
  expect(own.risks[0]).toBeLessThan(0.97 * free.risks[0]!);
  const { features, labels, groups } = madeRows(1, 3000, 0);
  const columns = COLUMNS.slice(0, 2);
  const without = (rows: typeof features) => ({
    ...rows,
    columnCount: 2,
    values: rows.values.filter((_, i) => i % 3 < 2),
  });
  const other = madeRows(2, 4000, 0);
  const blind = boostedOracle(
    { features: without(features), labels, groups },
    { columns, classCount: 2 },
    { ...other, features: without(other.features) },
  ).solve([1], {});
  expect(own.risks[0]).toBeLessThan(1.005 * blind.risks[0]!);
});

it('is asked for where the levels mean something', () => {
  const own = solve(1);
  expect(isAsked(own.model)).toBe(true);
  expect(own.risks[0]).toBeLessThan(0.85 * solve(1, 1e6).risks[0]!); // which never splits by sets of more than two
});
