// A table of the paper as data: ours as mean ± standard deviation over the splits, disparity taken per split, the published figures beside them.

import { type GroupMetric, type GroupMetrics, spreadOf } from '@fairfront/core';
import { VERSION } from '../../version.js';
import { publishedTables } from './published-tables.js';
import type { CellRow } from './table-cell.js';
import { ROWS_OF, type TableRecipe, TRAINERS } from './table-recipes.js';
import type { FinishedCell } from './table-study.js';

export interface Figure {
  readonly mean: number;
  /** null of one split. */
  readonly sd: number | null;
  /** Of the splits that are finished, in their order. */
  readonly bySplit: readonly number[];
}

export interface TableFigure extends Figure {
  readonly published?: { readonly mean: number; readonly sd: number };
  /** Whether mean ± sd of ours and of the published figure do not overlap; nothing is said of one split. */
  readonly apart?: boolean;
}

export interface TableRow {
  readonly method: string;
  readonly metric: keyof GroupMetrics;
  readonly columns: Readonly<Record<string, TableFigure>>;
}

export interface TableResult {
  readonly experiment: string;
  readonly title: string;
  readonly fairfront: string;
  readonly quick: boolean;
  readonly seed: number;
  readonly splits: number;
  /** What was asked for with --only; null for all. */
  readonly only: readonly string[] | null;
  /** Cells that were asked for; fewer are in `cells` if the run was interrupted. */
  readonly cellCount: number;
  readonly rows: readonly TableRow[];
  /** How each cell went. */
  readonly cells: readonly {
    readonly method: string;
    /** From 0. */
    readonly split: number;
    readonly detail: string;
    readonly seconds: number;
  }[];
}

/** Rows: linear models, then networks; those of equalised odds come last. */
const METHODS = [
  'Naive LR',
  'Balanced LR',
  'Zafar',
  'Feldman',
  'Kamishima',
  'MMPF LR',
  'MMPF LR P',
  'Balanced',
  'MMPF',
  'MMPF P',
];

/** Intervals that touch overlap, whatever floating point makes of their ends. */
const ROUNDING = 1e-12;

export function tableResult(
  recipe: TableRecipe,
  finished: readonly FinishedCell[],
  asked: Pick<TableResult, 'quick' | 'seed' | 'splits' | 'only' | 'cellCount'>,
): TableResult {
  const rowsOf = (method: string): CellRow[] =>
    finished.flatMap(({ result }) => result.rows.filter((row) => row.method === method));
  const groups = finished[0]?.result.groups ?? [];
  const rows = recipe.metrics.flatMap((metric): TableRow[] => {
    const own = METHODS.map((method) => ({
      method,
      values: rowsOf(method).map(({ metrics }) => metrics[metric]),
    }));
    const postProcessed =
      recipe.postProcessed && metric === 'accuracy'
        ? METHODS.map((method) => ({
            method: `${method}+H`,
            values: rowsOf(method).map(({ equalisedOdds }) => equalisedOdds),
          }))
        : [];
    return [...own, ...postProcessed]
      .filter(({ values }) => values.length > 0)
      .map(({ method, values }) => ({
        method,
        metric,
        columns: columnsOf(recipe, metric, method, groups, values),
      }));
  });
  return {
    experiment: recipe.name,
    title: recipe.title,
    fairfront: VERSION,
    ...asked,
    rows,
    cells: TRAINERS.flatMap((trainer) =>
      finished
        .filter(({ cell }) => cell.trainer === trainer)
        .map(({ cell, result }) => ({
          method: ROWS_OF[trainer].at(-1)!,
          split: cell.split,
          detail: result.detail,
          seconds: result.seconds,
        })),
    ),
  };
}

function columnsOf(
  { name, columns }: TableRecipe,
  metric: keyof GroupMetrics,
  method: string,
  groups: readonly string[],
  values: readonly GroupMetric[],
): Record<string, TableFigure> {
  const published = publishedTables[name]?.[metric]?.[method];
  const figure = (title: string, of: (metric: GroupMetric) => number): [string, TableFigure] => {
    const bySplit = values.map(of);
    const { mean, deviation } = spreadOf(bySplit);
    const known = published?.[title];
    if (known === undefined) return [title, { mean, sd: deviation, bySplit }];
    const [theirs, spread] = known;
    return [
      title,
      {
        mean,
        sd: deviation,
        bySplit,
        published: { mean: theirs, sd: spread },
        ...(deviation === null ? {} : { apart: Math.abs(mean - theirs) > deviation + spread + ROUNDING }),
      },
    ];
  };
  return Object.fromEntries([
    ...(columns === 'groups'
      ? groups.map((group, i) => figure(publishedName(group), ({ byGroup }) => byGroup[i]!))
      : [
          figure('Sample mean', ({ sampleMean }) => sampleMean),
          figure('Group mean', ({ groupMean }) => groupMean),
          figure('Worst group', ({ worst }) => worst),
        ]),
    figure('disparity', ({ disparity }) => disparity),
  ]);
}

/** "Female · White" is "Female White" in the paper, "female" "Female". */
export function publishedName(group: string): string {
  return group
    .split(' · ')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
