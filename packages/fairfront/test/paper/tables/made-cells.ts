// Finished cells made by hand, and tables of them.

import type { GroupMetric, GroupMetrics } from '@fairfront/core';
import type { CellRow } from '../../../src/paper/tables/table-cell.js';
import {
  ROWS_OF,
  SPLITS,
  studies,
  type TableRecipe,
  type TrainerName,
  tables,
} from '../../../src/paper/tables/table-recipes.js';
import {
  type FinishedTableCell,
  type TableResult,
  type TableRow,
  tableResult,
} from '../../../src/paper/tables/table-result.js';

export const recipeOf = (name: string): TableRecipe => tables.find((table) => table.name === name)!;

/** Groups of one size; the lowest is the worst, as of accuracies. */
export function madeMetric(byGroup: readonly number[], given: Partial<GroupMetric> = {}): GroupMetric {
  const mean = byGroup.reduce((sum, value) => sum + value, 0) / byGroup.length;
  const worst = Math.min(...byGroup);
  return {
    byGroup,
    sampleMean: mean,
    groupMean: mean,
    worst,
    worstGroup: byGroup.indexOf(worst),
    disparity: Math.max(...byGroup) - worst,
    ...given,
  };
}

/** The same numbers for every metric that is not given. */
export function madeRow(
  method: string,
  byGroup: readonly number[],
  { equalisedOdds = madeMetric(byGroup), ...metrics }: Partial<GroupMetrics & CellRow> = {},
): CellRow {
  const metric = madeMetric(byGroup);
  return {
    method,
    metrics: { accuracy: metric, brier: metric, crossEntropy: metric, ece: metric, mce: metric, ...metrics },
    equalisedOdds,
  };
}

export function madeCell(
  trainer: TrainerName,
  split: number,
  rows: readonly CellRow[],
  groups: readonly string[] = ['female', 'male'],
): FinishedTableCell {
  return { cell: { trainer, split }, result: { groups, rows, detail: `${trainer} trained`, seconds: split } };
}

/** Every cell of the study behind a table, all methods alike. */
export function allCells(
  { study }: TableRecipe,
  groups: readonly string[],
  byGroup: readonly number[],
): FinishedTableCell[] {
  return studies[study].trainers.flatMap((trainer) =>
    Array.from({ length: SPLITS }, (_, split) =>
      madeCell(
        trainer,
        split,
        ROWS_OF[trainer].map((method) => madeRow(method, byGroup)),
        groups,
      ),
    ),
  );
}

export function made(
  name: string,
  cells: readonly FinishedTableCell[],
  given: Partial<Pick<TableResult, 'quick' | 'seed' | 'splits' | 'only' | 'cellCount'>> = {},
): TableResult {
  return tableResult(recipeOf(name), cells, {
    quick: false,
    seed: 1,
    splits: SPLITS,
    only: null,
    cellCount: cells.length,
    ...given,
  });
}

export function rowOf({ rows }: TableResult, method: string, metric = 'accuracy'): TableRow {
  return rows.find((row) => row.method === method && row.metric === metric)!;
}
