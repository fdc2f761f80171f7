// Numbers in the notes on deviations are looked up in the results, so that no one can be out of date:
//
//   {{mean FILE; METHOD; METRIC; COLUMN}}               over the splits
//   {{exact FILE; METHOD; METRIC; COLUMN}}              the same, to five digits
//   {{published FILE; METHOD; METRIC; COLUMN}}
//   {{difference FILE; METHOD; OTHER; METRIC; COLUMN}}  in the same splits: mean ± standard deviation
//   {{below FILE; METHOD; OTHER; METRIC; COLUMN}}       in how many splits the method is below the other
//   {{fives FILE; METHOD; METRIC; COLUMN; OTHERS …}}    in how many fives of splits its mean is the lowest
//   {{compared FILE}}                                   how many published figures it has
//   {{apart FILE; METHOD; OTHER; METRIC; COLUMN}}       the largest distance of means of the same five splits

import { spreadOf } from '@fairfront/core';
import type { TableResult } from 'fairfront/internal';
import { mean } from './statistics.js';

type Results = ReadonlyMap<string, TableResult>;

/** Replaces the look-ups in a note by numbers from the results. */
export function fillNote(text: string, results: Results): string {
  return text.replace(/\{\{(\w*)([^}]*)\}\}/g, (whole, name: string, list: string) => {
    const lookUp = LOOK_UPS[name];
    if (lookUp === undefined)
      throw new Error(`${whole}: no such look-up. One of: ${Object.keys(LOOK_UPS).join(', ')}`);
    const [file = '', ...rest] = list.split(';').map((word) => word.trim());
    const result = results.get(file);
    if (result === undefined) throw new Error(`${whole}: there is no result ${file}`);
    return lookUp(result, ...rest);
  });
}

const LOOK_UPS: Readonly<Record<string, (result: TableResult, ...names: string[]) => string>> = {
  mean: (result, method = '', metric = '', column = '') =>
    shown(mean(bySplit(result, method, metric, column)), metric),
  exact: (result, method = '', metric = '', column = '') =>
    mean(bySplit(result, method, metric, column)).toFixed(5),
  published: (result, method = '', metric = '', column = '') => {
    const { published } = tableValue(result, method, metric, column);
    if (published === undefined) throw new Error(`nothing is published of ${method}, ${metric}, ${column}`);
    return shown(published.mean, metric);
  },
  difference: (result, method = '', other = '', metric = '', column = '') => {
    const own = bySplit(result, method, metric, column);
    const theirs = bySplit(result, other, metric, column);
    const { mean: centre, deviation } = spreadOf(own.map((value, split) => value - theirs[split]!));
    return `${centre < 0 ? '−' : ''}${finer(Math.abs(centre), metric)} ± ${finer(deviation!, metric)}`;
  },
  below: (result, method = '', other = '', metric = '', column = '') => {
    const theirs = bySplit(result, other, metric, column);
    const own = bySplit(result, method, metric, column);
    return `${own.filter((value, split) => value < theirs[split]!).length} of ${own.length}`;
  },
  fives: (result, method = '', metric = '', column = '', ...others) => {
    const own = fives(bySplit(result, method, metric, column));
    const theirs = others.map((other) => fives(bySplit(result, other, metric, column)));
    return `${own.filter((value, i) => theirs.every((means) => value < means[i]!)).length} of ${own.length}`;
  },
  compared: ({ rows }) =>
    `${rows.flatMap(({ columns }) => Object.values(columns)).filter(({ published }) => published).length}`,
  apart: (result, method = '', other = '', metric = '', column = '') => {
    const own = fives(bySplit(result, method, metric, column));
    const theirs = fives(bySplit(result, other, metric, column));
    return shown(Math.max(...own.map((value, i) => Math.abs(value - theirs[i]!))), metric);
  },
};

function tableValue({ experiment, rows }: TableResult, method: string, metric: string, column: string) {
  const value = rows.find((row) => row.method === method && row.metric === metric)?.columns[column];
  if (value === undefined) throw new Error(`${experiment} has no ${method}, ${metric}, ${column}`);
  return value;
}

function bySplit(result: TableResult, method: string, metric: string, column: string): readonly number[] {
  return tableValue(result, method, metric, column).bySplit;
}

function fives(values: readonly number[]): number[] {
  return Array.from({ length: Math.floor(values.length / 5) }, (_, i) =>
    mean(values.slice(5 * i, 5 * i + 5)),
  );
}

/** As in the tables. */
function shown(value: number, metric: string): string {
  return metric === 'accuracy' ? (100 * value).toFixed(1) : value.toFixed(3);
}

function finer(value: number, metric: string): string {
  return metric === 'accuracy' ? (100 * value).toFixed(2) : value.toFixed(4);
}
