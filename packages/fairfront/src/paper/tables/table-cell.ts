// A cell of a table: one trainer on one split. Its models are judged on the test rows, by themselves and
// after equalised odds.

import {
  type GroupMetric,
  type GroupMetrics,
  groupMetric,
  groupMetrics,
  meanRisks,
  type Split,
  type Task,
} from '@fairfront/core';
import { fitEqualisedOdds, positiveProbability } from '@fairfront/core/baselines';
import { SmallGroupsError } from '@fairfront/core/internal';
import { parseDatasetName } from '../../datasets/registry.js';
import type { LoadedData } from '../../task/data.js';
import { loadForSplit, type PrepareSplitOptions, prepareSplit } from '../../task/prepare-dataset.js';
import type { Layout, PreparedFit } from '../../task/prepare-fit.js';
import type { NamedJob } from '../../threads/job.js';
import { scoresOf } from '../../training/compare/compare-methods.js';
import { learnsFromPictures } from '../../training/options/kinds.js';
import { UsageError } from '../../usage-error.js';
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

export const tableJob: NamedJob<TableCell, CellResult, SharedOptions, string> = {
  name: 'table-cell',
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
  const loaded = await loadSplit({ trainer, split }, options, dataDir);
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

/** Prepares one split of a study's data, which are read once: notes can have gigabytes. */
async function loadSplit(
  { trainer, split }: TableCell,
  { study, quick }: CellOptions,
  dataDir: string | undefined,
): Promise<LoadedSplit> {
  const recipe: StudyRecipe = studies[study];
  const { dataset, splits, needsTexts = false, groupsWithoutOutcome: groups, network } = recipe;
  const layout = layoutOf(trainer, recipe);
  const drawn = splits === 'published' ? { datasetSplit: split } : { seed: split + 1 };
  const data = await loadForSplit(dataset, drawn, dataDir);
  if (needsTexts && data.encoderOptions.text === undefined) throw lacking(data, 'texts');
  if (layout === 'pictures' && data.pictures === undefined) throw lacking(data, 'pictures');
  let fit = prepare(data, { split: drawn, layout });
  const groupRows = quick ? network?.quick?.groupRows : undefined;
  if (groupRows !== undefined) fit = prepare(data, { split: firstRows(fit.task, groupRows), layout });
  if (groups === undefined) return { fit, knowable: fit };
  return { fit, knowable: prepare(data, { split: fit.task.splits[0]!, groups, layout }) };
}

/** A split with so many rows of each group in each part, at most. */
function firstRows({ splits, groups: { names, groups } }: Task, most: number): Split {
  const firstOf = (rows: Uint32Array): Uint32Array => {
    const met = new Uint32Array(names.length);
    return rows.filter((row) => ++met[groups[row]!]! <= most);
  };
  const { train, validation, test } = splits[0]!;
  return { train: firstOf(train), validation: firstOf(validation), test: firstOf(test) };
}

/** Published figures are not shown beside those of a model that learned from something else. */
function lacking({ label }: LoadedData, what: 'texts' | 'pictures'): UsageError {
  return new UsageError(
    `the study learns from the ${what} of ${label}, and there are none. ${gettingIt(label)}`,
  );
}

/** Prepares a split; groups that are too small are refused without the options of `fit`, which tables have not. */
function prepare(data: LoadedData, options: PrepareSplitOptions): PreparedFit {
  try {
    return prepareSplit(data, options);
  } catch (error) {
    if (!(error instanceof SmallGroupsError)) throw error;
    const { label } = data;
    throw new UsageError(
      `${label} has too few rows for the study: ${error.sizes}. Take the whole dataset. ${gettingIt(label)}`,
    );
  }
}

function gettingIt(label: string): string {
  return `Get it: ${parseDatasetName(label).recipe.howToGet}`;
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
