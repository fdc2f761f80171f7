// German by the penalty: what the published values of MMPF LR tell of how strongly it was regularised [MMPF
// Tables 5 and 12].

import { groupMetrics } from '@fairfront/core';
import {
  fitLinear,
  type PreparedFit,
  prepareDataset,
  publishedTables,
  resolveFitOptions,
} from 'fairfront/internal';
import { mean } from './statistics.js';

const PENALTIES = [1e-6, 1e-4, 1e-3, 1e-2, 3e-2];
const SPLITS = 100;
const METRICS = ['crossEntropy', 'ece'] as const;
const COLUMNS = METRICS.flatMap((metric) =>
  ['Female', 'Male', 'disparity'].map((column) => ({ metric, column })),
);
const METHODS = ['Naive LR', 'Balanced LR', 'MMPF LR'];

/** Trains the linear models of German at several penalties, beside the published values. */
export async function studyPenalty(): Promise<object> {
  const fits: PreparedFit[] = [];
  for (let split = 0; split < SPLITS; split++)
    fits.push(await prepareDataset('german:gender', { split: { seed: split + 1 } }));
  const rows: object[] = [];
  for (const l2 of PENALTIES) {
    const bySplit: number[][][] = [];
    for (const fit of fits) bySplit.push(await methodValues(fit, l2));
    METHODS.forEach((method, i) => {
      rows.push(
        row(
          `l2 = ${l2}`,
          method,
          COLUMNS.map((_, column) => mean(bySplit.map((methods) => methods[i]![column]!))),
        ),
      );
    });
  }
  for (const method of METHODS) {
    rows.push(
      row(
        'published',
        method,
        COLUMNS.map(({ metric, column }) => publishedTables['table-12']![metric]![method]![column]![0]),
      ),
    );
  }
  const title = `German, gender, test rows, mean of ${SPLITS} drawn splits`;
  process.stdout.write(`${title}\n`);
  console.table(rows);
  return { tables: { [title]: rows } };
}

/** The value of each column, for each method. */
async function methodValues(fit: PreparedFit, l2: number): Promise<number[][]> {
  const { naive, balanced, minimax, predict } = (await fitLinear(
    fit,
    resolveFitOptions({
      model: 'linear',
      select: 'validation',
      search: 'apstar',
      l2,
      maxSolves: 20,
      refine: false,
    }),
  ))!;
  const { labels, groups } = fit.parts.test;
  return [naive, balanced, minimax.model].map((model) => {
    const metrics = groupMetrics(predict(model, 'test') as Float64Array, labels, groups, 2);
    return METRICS.flatMap((metric) => [...metrics[metric].byGroup, metrics[metric].disparity]);
  });
}

function row(penalty: string, method: string, values: readonly number[]): Record<string, string> {
  return {
    penalty,
    method,
    ...Object.fromEntries(
      COLUMNS.map(({ metric, column }, i) => [`${metric}, ${column}`, values[i]!.toFixed(3)]),
    ),
  };
}
