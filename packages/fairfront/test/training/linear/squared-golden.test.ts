// Adult's hours per week by sex and race, least squares and minimax, against scipy: golden/squared-risks.py made the
// numbers, and says how.

import { readFileSync } from 'node:fs';
import {
  encodeSparse,
  fitEncoder,
  groupIndex,
  groupShares,
  type LabelledRows,
  linearSolver,
  type NumericColumn,
  solveLinearMinimax,
} from '@fairfront/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { adult } from '../../../src/datasets/adult.js';
import { loadRecipe } from '../../../src/datasets/load-dataset.js';
import { insideFolder } from '../../datasets/data.js';

interface Golden {
  readonly groups: readonly string[];
  readonly groupRows: readonly number[];
  readonly features: number;
  readonly problems: readonly {
    readonly l2: number;
    readonly naiveRisks: readonly number[];
    readonly lower: number;
    readonly upper: number;
  }[];
}

const golden = JSON.parse(
  readFileSync(new URL('golden/squared-risks.json', import.meta.url), 'utf8'),
) as Golden;
const NEAR = 1e-6;
const LEFT_OUT = ['fnlwgt', 'race', 'sex', 'hours-per-week'];

describe('hours per week of Adult by sex and race', () => {
  let rows: LabelledRows;
  beforeAll(async () => {
    const { table } = await loadRecipe(adult, [insideFolder]);
    const all = Uint32Array.from({ length: table.rowCount }, (_, row) => row);
    const column = (name: string) => table.columns.find((one) => one.name === name)!;
    const level = (name: string, row: number): string => {
      const own = column(name);
      if (own.kind !== 'categorical') throw new Error(`${name} is not a category`);
      return own.levels[own.codes[row]!]!;
    };
    const names = table.columns.map(({ name }) => name).filter((name) => !LEFT_OUT.includes(name));
    const encoder = fitEncoder(table, names, all, adult.encoderOptions);
    rows = {
      features: encodeSparse(encoder, table, all),
      labels: new Int32Array(table.rowCount),
      values: Float64Array.from((column('hours-per-week') as NumericColumn).values),
      groups: groupIndex(Array.from(all, (row) => `${level('sex', row)} · ${level('race', row)}`)),
    };
  });

  it('is the same problem: groups and features', () => {
    expect(rows.groups.names).toEqual(golden.groups);
    expect(rows.groups.counts).toEqual(golden.groupRows);
    expect(rows.features.columnCount).toBe(golden.features);
  });

  it.each(golden.problems)('is as good as scipy says, l2 = $l2', ({ l2, naiveRisks, lower, upper }) => {
    const options = { classCount: 1, loss: 'squared', l2 } as const;
    const naive = linearSolver(rows, options).solve(groupShares(rows.groups));
    naiveRisks.forEach((risk, a) => {
      expect(Math.abs(naive.risks[a]! / risk - 1)).toBeLessThan(NEAR);
    });
    const { certificate, status } = solveLinearMinimax(rows, { ...options, gap: 1e-8 });
    expect(status).toBe('gap');
    expect(Math.abs(certificate.upper / upper - 1)).toBeLessThan(NEAR);
    expect(certificate.lower).toBeLessThanOrEqual(upper);
    expect(certificate.upper).toBeGreaterThanOrEqual(lower);
  });
});
