// From a dataset's name to matrices, for the paper's tables, the studies and the benches.

import type { Split } from '@fairfront/core';
import { definedOnly } from '../defined-only.js';
import type { LoadedData } from './data.js';
import { loadData } from './load-data.js';
import { type Layout, type PreparedFit, prepareFit } from './prepare-fit.js';

/** Which rows are trained on: a published split from 0, one drawn with a seed, or the rows of another task. */
export type WhichSplit = { readonly datasetSplit: number } | { readonly seed: number } | Split;

export interface PrepareSplitOptions {
  readonly split: WhichSplit;
  /** Groups in place of the preset's. */
  readonly groups?: string | undefined;
  /** Sparse rows of float64 for linear models, dense ones of float32 for networks. Default sparse. */
  readonly layout?: Layout | undefined;
  /** Whether folds of all rows but the test rows choose models. Default false. */
  readonly byFolds?: boolean | undefined;
}

export interface PrepareDatasetOptions extends PrepareSplitOptions {
  /** A folder where datasets are looked for first. */
  readonly dataDir?: string | undefined;
}

/** Loads a dataset by name, such as `adult:gender`, and prepares its rows for training. */
export async function prepareDataset(
  name: string,
  { dataDir, ...options }: PrepareDatasetOptions,
): Promise<PreparedFit> {
  return prepareSplit(await loadForSplit(name, options.split, dataDir), options);
}

/** Loads a dataset by name, with the split where that is a published one. */
export function loadForSplit(
  name: string,
  split: WhichSplit,
  dataDir: string | undefined,
): Promise<LoadedData> {
  return loadData(name, { ...('datasetSplit' in split ? split : {}), ...definedOnly({ dataDir }) });
}

/** Prepares the rows of a dataset for training. @param data from `loadForSplit` */
export function prepareSplit(
  data: LoadedData,
  { split, groups, layout, byFolds = false }: PrepareSplitOptions,
): PreparedFit {
  const splitting = 'train' in split ? { splitting: { kind: 'given' as const, splits: [split] } } : {};
  return prepareFit(
    { ...data, defaults: { ...data.defaults, ...splitting } },
    { ...('seed' in split ? split : {}), ...definedOnly({ groups }) },
    { layout, byFolds },
  );
}
