// A table of the paper as data: our metrics as mean ± standard deviation over the splits, with the published
// ones beside them. Disparity is taken in each split.

import { type GroupMetric, type GroupMetrics, spreadOf } from '@fairfront/core';
import { definedOnly } from '../../defined-only.js';
import { VERSION } from '../../version.js';
import type { FinishedCell } from '../experiment/run-cells.js';
import { publishedTables } from './published-tables.js';
import type { CellResult, CellRow, TableCell } from './table-cell.js';
import { ROWS_OF, type StudyRecipe, studies, type TableRecipe, TRAINERS } from './table-recipes.js';

/** A metric in one column of a table. */
export interface TableValue {
  readonly mean: number;
  /** null for one split. */
  readonly sd: number | null;
  /** The value in each finished split, in their order. */
  readonly bySplit: readonly number[];
  readonly published?: { readonly mean: number; readonly sd: number };
  /** True if mean ± sd of ours and of the published value do not overlap. Absent for one split. */
  readonly apart?: boolean;
}

export interface TableRow {
  readonly method: string;
  readonly metric: keyof GroupMetrics;
  readonly columns: Readonly<Record<string, TableValue>>;
}

export interface TableResult {
  readonly experiment: string;
  readonly title: string;
  readonly fairfront: string;
  readonly quick: boolean;
  readonly seed: number;
  readonly splits: number;
  /** What a reader must know who compares it with the paper. */
  readonly note?: string;
  /** The methods that were chosen with `only`; null for all. */
  readonly only: readonly string[] | null;
  /** How many cells the table has; fewer are in `cells` if the run was interrupted. */
  readonly cellCount: number;
  readonly rows: readonly TableRow[];
  /** How the training of each cell went. */
  readonly cells: readonly {
    readonly method: string;
    /** From 0. */
    readonly split: number;
    readonly detail: string;
    readonly seconds: number;
  }[];
}

/** The rows in their order: linear models, then networks. Those of equalised odds come last. */
const METHODS = [
  'Naive LR',
  'Balanced LR',
  ...['Naive', 'Naive CE', 'Naive BS'],
  'Zafar',
  'Feldman',
  'Kamishima',
  'MMPF LR',
  'MMPF LR P',
  ...['Balanced', 'Balanced CE', 'Balanced BS'],
  ...['MMPF', 'MMPF CE', 'MMPF BS'],
  ...['MMPF P', 'MMPF CE P', 'MMPF BS P'],
  'MMPF last layer',
];

/** The name of a row in a table; undefined where the table shows another loss only. */
export function shownName(method: string, loss: TableRecipe['loss']): string | undefined {
  if (loss === undefined) return method;
  const own = / (BS|CE)/.exec(method);
  if (own === null) return method;
  return own[1] === loss ? method.replace(own[0], '') : undefined;
}

export type FinishedTableCell = FinishedCell<TableCell, CellResult>;

/** Intervals that touch overlap, whatever floating point makes of their ends. */
const ROUNDING = 1e-12;

/** Makes a table of the finished cells. */
export function tableResult(
  recipe: TableRecipe,
  finished: readonly FinishedTableCell[],
  asked: Pick<TableResult, 'quick' | 'seed' | 'splits' | 'only' | 'cellCount'>,
): TableResult {
  const rowsOf = (method: string): CellRow[] =>
    finished.flatMap(({ result }) => result.rows.filter((row) => row.method === method));
  const groups = finished[0]?.result.groups ?? [];
  const { note }: StudyRecipe = studies[recipe.study];
  const rows = recipe.metrics.flatMap((metric): TableRow[] => {
    const shown = METHODS.flatMap((method) => {
      const name = shownName(method, recipe.loss);
      return name === undefined ? [] : [{ name, rows: rowsOf(method) }];
    });
    const own = shown.map(({ name, rows: ofMethod }) => ({
      method: name,
      values: ofMethod.map(({ metrics }) => metrics[metric]),
    }));
    const postProcessed =
      recipe.postProcessed && metric === 'accuracy'
        ? shown.map(({ name, rows: ofMethod }) => ({
            method: `${name}+H`,
            values: ofMethod.flatMap(({ equalisedOdds }) => equalisedOdds ?? []),
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
    ...definedOnly({ note }),
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
  { name, columns, study }: TableRecipe,
  metric: keyof GroupMetrics,
  method: string,
  groups: readonly string[],
  values: readonly GroupMetric[],
): Record<string, TableValue> {
  const { groupTitle = publishedName }: StudyRecipe = studies[study];
  const published = publishedTables[name]?.[metric]?.[method];
  const column = (title: string, of: (metric: GroupMetric) => number): [string, TableValue] => {
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
      ? groups.map((group, i) => column(groupTitle(group), ({ byGroup }) => byGroup[i]!))
      : [
          column('Sample mean', ({ sampleMean }) => sampleMean),
          column('Group mean', ({ groupMean }) => groupMean),
          column('Worst group', ({ worst }) => worst),
        ]),
    column('disparity', ({ disparity }) => disparity),
  ]);
}

/** The paper's name of a group: "Female White" for "female · White". */
export function publishedName(group: string): string {
  return group
    .split(' · ')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
