// Predictions made to measure: so many rows of each group, of which so many are judged right.

import { createTable, type Table } from '@fairfront/core';
import { categories, numbers } from '../runs/made-table.js';

export interface MadeGroup {
  readonly rows: number;
  readonly right: number;
  /** Rows that are yes; default: every other one. */
  readonly yes?: number;
  /** How sure the model is; default 0.9. */
  readonly sure?: number;
}

/** Columns sex, truth and p, the probability of yes; the rows judged right come last. */
export function predictions(groups: Readonly<Record<string, MadeGroup>>): Table {
  const rows = Object.entries(groups).flatMap(([sex, { rows, right, yes, sure = 0.9 }]) =>
    Array.from({ length: rows }, (_, i) => {
      const isYes = yes === undefined ? i % 2 === 0 : i < yes;
      const isRight = i >= rows - right;
      return { sex, truth: isYes ? 'yes' : 'no', p: isYes === isRight ? sure : 1 - sure };
    }),
  );
  return createTable([
    categories(
      'sex',
      rows.map(({ sex }) => sex),
    ),
    categories(
      'truth',
      rows.map(({ truth }) => truth),
    ),
    numbers(
      'p',
      rows.map(({ p }) => p),
    ),
  ]);
}

/** The columns of the table. */
export const COLUMNS = { target: 'truth', groups: 'sex', probabilities: ['p'] };
