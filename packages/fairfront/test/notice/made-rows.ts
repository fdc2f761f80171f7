// Small tables in which nothing is to be noticed, so that a test adds the one thing that is.

import { type Column, createRandom, createTable, type Table } from '@fairfront/core';
import { inspect } from '../../src/inspect/inspection.js';
import type { Warning } from '../../src/notice/warning.js';
import type { TaskOptions } from '../../src/task/data-options.js';
import { categories, numbers } from '../runs/made-table.js';

export const ROWS = 400;
export const TASK: TaskOptions = { target: 'y', groups: 'sex' };

const random = createRandom(7);
const draws = Array.from(
  { length: ROWS },
  () => [random.uniform(), random.uniform(), random.uniform()] as const,
);

/** The class and the group of a row. */
export const isPositive = (row: number): boolean => draws[row]![0] < 0.4;
export const isWoman = (row: number): boolean => draws[row]![1] < 0.5;

/** Even on [0, 1), and independent of class and group. */
export const noise = (row: number): number => draws[row]![2];

/** A column of numbers, by row. */
export const numbersBy = (name: string, value: (row: number) => number | undefined): Column =>
  numbers(
    name,
    Array.from({ length: ROWS }, (_, row) => value(row)),
  );

/** A column of texts, by row. */
export const textsBy = (name: string, value: (row: number) => string | undefined): Column =>
  categories(
    name,
    Array.from({ length: ROWS }, (_, row) => value(row)),
  );

/** A table of class, group, a measured number and these columns, which take the place of those of their name. */
export function tableWith(...columns: readonly Column[]): Table {
  const own = [
    textsBy('y', (row) => (isPositive(row) ? 'yes' : 'no')),
    textsBy('sex', (row) => (isWoman(row) ? 'F' : 'M')),
    numbersBy('weight', noise),
  ];
  const replaced = own.filter(({ name }) => !columns.some((column) => column.name === name));
  return createTable([...replaced, ...columns]);
}

/** The warnings of such a table. */
export function warningsWith(columns: readonly Column[], options: TaskOptions = TASK): readonly Warning[] {
  return inspect(tableWith(...columns), options).warnings;
}
