// A cell of a study: one trainer on one split, its models judged on the test rows, by themselves and with equalised odds made of them.

import { type GroupMetric, type GroupMetrics, groupMetric, groupMetrics, meanRisks } from '@fairfront/core';
import { fitEqualisedOdds, positiveProbability } from '@fairfront/core/baselines';
import type { DataFolder } from '../../datasets/data-folders.js';
import type { Job } from '../../threads/job.js';
import { scoresOf } from '../../training/compare/compare-methods.js';
import { type LoadedSplit, loadSplit } from './load-split.js';
import { ROWS_OF, studies, type TrainerName } from './table-recipes.js';
import { type CellOptions, type Predict, type Report, trainCell } from './train-cell.js';

export interface TableCell {
  readonly trainer: TrainerName;
  /** From 0. */
  readonly split: number;
}

export interface CellRow {
  readonly method: string;
  /** On test rows. */
  readonly metrics: GroupMetrics;
  /** Accuracy with equalised odds, on test rows, in expectation. */
  readonly equalisedOdds: GroupMetric;
}

export interface CellResult {
  readonly groups: readonly string[];
  readonly rows: readonly CellRow[];
  /** How the training went, in words. */
  readonly detail: string;
  readonly seconds: number;
}

export const cellJob: Job<
  TableCell,
  CellResult,
  CellOptions & { readonly folders: readonly DataFolder[] },
  string
> = {
  worker: new URL('./table-cell-worker.js', import.meta.url),
  isNative: ({ trainer }) => trainer === 'network' || trainer === 'network P',
  run: runCell,
};

async function runCell(
  { trainer, split }: TableCell,
  { study, quick, seed, folders }: CellOptions & { readonly folders: readonly DataFolder[] },
  report: Report,
): Promise<CellResult> {
  const began = performance.now();
  await report('reading data');
  const recipe = studies[study];
  const layout = trainer === 'network' || trainer === 'network P' ? 'dense' : 'sparse';
  const loaded = await loadSplit(recipe, split, folders, layout);
  const { fit } = loaded;
  const trained = await trainCell(loaded, trainer, { study, quick, seed }, report);
  try {
    const rows: CellRow[] = [];
    for (const [i, predict] of trained.predictions.entries()) {
      rows.push({ method: ROWS_OF[trainer][i]!, ...(await judge(loaded, predict)) });
    }
    return {
      groups: fit.parts.train.groups.names,
      rows,
      detail: trained.detail,
      seconds: (performance.now() - began) / 1000,
    };
  } finally {
    await trained.close?.();
  }
}

/** Equalised odds are made on validation rows, by groups that may be known, and judged by the groups of the study. */
async function judge(
  { fit, knowable }: LoadedSplit,
  predict: Predict,
): Promise<Pick<CellRow, 'metrics' | 'equalisedOdds'>> {
  const { labels, groups } = fit.parts.test;
  const probabilities = await predict('test');
  const rule = fitEqualisedOdds(
    scoresOf(await predict('validation')),
    knowable.parts.validation.labels,
    knowable.parts.validation.groups,
  );
  const positive = positiveProbability(rule, scoresOf(probabilities), knowable.parts.test.groups);
  const right = positive.map((chance, row) => (labels[row] === 1 ? chance : 1 - chance));
  return {
    metrics: groupMetrics(probabilities, labels, groups, fit.task.target.classes.length),
    equalisedOdds: groupMetric(meanRisks(right, groups), groups, 'lowest'),
  };
}
