// A cell of a table: one trainer on one split. Its models are judged on the test rows, by themselves and
// after equalised odds.

import { type GroupMetric, type GroupMetrics, groupMetric, groupMetrics, meanRisks } from '@fairfront/core';
import { fitEqualisedOdds, positiveProbability } from '@fairfront/core/baselines';
import { prepareDataset } from '../../task/prepare-dataset.js';
import type { Layout } from '../../task/prepare-fit.js';
import type { Job } from '../../threads/job.js';
import { scoresOf } from '../../training/compare/compare-methods.js';
import { learnsFromPictures } from '../../training/options/kinds.js';
import { isNetworkTrainer, ROWS_OF, type StudyRecipe, studies, type TrainerName } from './table-recipes.js';
import { trainCell } from './train-cell.js';
import type { CellOptions, LoadedSplit, Predict, Report } from './trained.js';

export interface TableCell {
  readonly trainer: TrainerName;
  /** From 0. */
  readonly split: number;
}

/** A model of a cell: one row of the table, for one split. */
export interface CellRow {
  readonly method: string;
  /** On test rows. */
  readonly metrics: GroupMetrics;
  /** Accuracy with equalised odds, on test rows, in expectation; absent with more than two classes. */
  readonly equalisedOdds?: GroupMetric;
}

export interface CellResult {
  readonly groups: readonly string[];
  readonly rows: readonly CellRow[];
  /** How the training went, in words. */
  readonly detail: string;
  readonly seconds: number;
}

type SharedOptions = CellOptions & { readonly dataDir?: string | undefined };

export const tableJob: Job<TableCell, CellResult, SharedOptions, string> = {
  worker: new URL('./table-cell-worker.js', import.meta.url),
  isNative: ({ trainer }) => isNetworkTrainer(trainer),
  run: runCell,
};

async function runCell(
  { trainer, split }: TableCell,
  { dataDir, ...options }: SharedOptions,
  report: Report,
): Promise<CellResult> {
  const began = performance.now();
  await report('reading data');
  const { study } = options;
  const loaded = await loadSplit(studies[study], split, dataDir, layoutOf(trainer, studies[study]));
  const { fit } = loaded;
  const trained = await trainCell(loaded, trainer, options, report);
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

function layoutOf(trainer: TrainerName, { network }: StudyRecipe): Layout {
  if (!isNetworkTrainer(trainer)) return 'sparse';
  return network !== undefined && learnsFromPictures(network.model) ? 'pictures' : 'dense';
}

/** Prepares one split of a study's data. @param split from 0 */
async function loadSplit(
  { dataset, splits, groupsWithoutOutcome }: StudyRecipe,
  split: number,
  dataDir: string | undefined,
  layout: Layout,
): Promise<LoadedSplit> {
  const fit = await prepareDataset(dataset, {
    split: splits === 'published' ? { datasetSplit: split } : { seed: split + 1 },
    layout,
    dataDir,
  });
  if (groupsWithoutOutcome === undefined) return { fit, knowable: fit };
  const groups = groupsWithoutOutcome;
  const knowable = await prepareDataset(dataset, { split: fit.task.splits[0]!, groups, layout, dataDir });
  return { fit, knowable };
}

/**
 * Equalised odds are fitted on validation rows, by groups that may be known, and judged by the groups of the
 * study.
 */
async function judge(
  { fit, knowable }: LoadedSplit,
  predict: Predict,
): Promise<Pick<CellRow, 'metrics' | 'equalisedOdds'>> {
  const { labels, groups } = fit.parts.test;
  const classCount = fit.task.target.classes.length;
  const probabilities = await predict('test');
  const metrics = groupMetrics(probabilities, labels, groups, classCount);
  if (classCount > 2) return { metrics };
  const rule = fitEqualisedOdds(
    scoresOf(await predict('validation')),
    knowable.parts.validation.labels,
    knowable.parts.validation.groups,
  );
  const positive = positiveProbability(rule, scoresOf(probabilities), knowable.parts.test.groups);
  const right = positive.map((chance, row) => (labels[row] === 1 ? chance : 1 - chance));
  return { metrics, equalisedOdds: groupMetric(meanRisks(right, groups), groups, 'lowest') };
}
