// The made-up loans as a table made in code, and small fits of every kind of model.

import { type Column, createTable, type Table } from '@fairfront/core';
import type { FitOptions } from '../../src/training/options/fit-options.js';
import { loans } from './run-fit.js';

/** A column of numbers; what is no number is missing. */
export function numbers(name: string, values: readonly (number | undefined)[]): Column {
  return { kind: 'numeric', name, values: Float64Array.from(values, (value) => value ?? Number.NaN) };
}

/** A column of categories; undefined is missing. */
export function categories(name: string, values: readonly (string | undefined)[]): Column {
  const levels = [...new Set(values.filter((value) => value !== undefined))].sort();
  const codes = Uint32Array.from(values, (value) =>
    value === undefined ? levels.length : levels.indexOf(value),
  );
  return { kind: 'categorical', name, levels, codes };
}

/** The same rows as `writeLoans` writes. */
export function loansTable(rowCount: number, seed?: number): Table {
  const [head, ...rows] = loans(rowCount, seed)
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
  return createTable(
    head!.map((name, i) => {
      const cells = rows.map((row) => (['', 'NA'].includes(row[i]!) ? undefined : row[i]!));
      return ['age', 'income'].includes(name)
        ? numbers(
            name,
            cells.map((cell) => (cell === undefined ? undefined : Number(cell))),
          )
        : categories(name, cells);
    }),
  );
}

/** A column of a table, to be changed. */
export function withColumn(table: Table, column: Column): Table {
  const others = table.columns.filter(({ name }) => name !== column.name);
  return createTable([...others, column]);
}

export const LOANS: FitOptions = { target: 'default', groups: 'sex', ignore: ['grade'] };
/** The paper's way: what APStar finds by validation rows is taken as it is. */
export const BY_VALIDATION = { select: 'validation', search: 'apstar' } as const satisfies FitOptions;
const TINY: FitOptions = { hidden: [4], maxEpochs: 2, learningRate: 0.01 };

/** A small fit of each kind of model. */
export const KINDS: Readonly<Record<string, FitOptions>> = {
  linear: { ...LOANS, ...BY_VALIDATION, maxSolves: 8 },
  'linear, chosen by folds': { ...LOANS, model: 'linear' },
  'boosted, chosen by folds': { ...LOANS, model: 'boosted', trees: 15, maxDepth: 3 },
  boosted: { ...LOANS, ...BY_VALIDATION, model: 'boosted', trees: 15, maxDepth: 3, maxSolves: 8 },
  'linear or boosted': { ...LOANS, trees: 15, maxDepth: 3 },
  network: { ...LOANS, ...TINY, model: 'mlp', maxSolves: 3 },
  'plug-in of linear models': { ...LOANS, estimation: 'plug-in', search: 'apstar', folds: 2, maxSolves: 8 },
  'plug-in of trees': {
    ...LOANS,
    estimation: 'plug-in',
    search: 'apstar',
    model: 'boosted',
    trees: 8,
    folds: 0,
    maxSolves: 8,
  },
  'plug-in of networks': {
    ...LOANS,
    ...TINY,
    estimation: 'plug-in',
    search: 'apstar',
    model: 'mlp',
    folds: 0,
    maxSolves: 8,
  },
};
