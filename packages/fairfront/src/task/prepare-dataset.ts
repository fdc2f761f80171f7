// From a dataset's name to matrices, for the paper's tables, the studies and the benches.

import type { Split } from '@fairfront/core';
import { definedOnly } from '../defined-only.js';
import { loadData } from './load-data.js';
import { type Layout, type PreparedFit, prepareFit } from './prepare-fit.js';

export interface PrepareDatasetOptions {
  /** Which rows are trained on: a published split from 0, one drawn with a seed, or the rows of another task. */
  readonly split: { readonly datasetSplit: number } | { readonly seed: number } | Split;
  /** Groups in place of the preset's. */
  readonly groups?: string | undefined;
  /** Sparse rows of float64 for linear models, dense ones of float32 for networks. Default sparse. */
  readonly layout?: Layout | undefined;
  /** Whether folds of all rows but the test rows choose models. Default false. */
  readonly byFolds?: boolean | undefined;
  /** A folder where datasets are looked for first. */
  readonly dataDir?: string | undefined;
}

/** Loads a dataset by name, such as `adult:gender`, and prepares its rows for training. */
export async function prepareDataset(
  name: string,
  { split, groups, layout, byFolds = false, dataDir }: PrepareDatasetOptions,
): Promise<PreparedFit> {
  const published = 'datasetSplit' in split ? split : {};
  const data = await loadData(name, { ...published, ...definedOnly({ dataDir }) });
  const splitting = 'train' in split ? { splitting: { kind: 'given' as const, splits: [split] } } : {};
  return prepareFit(
    { ...data, defaults: { ...data.defaults, ...splitting } },
    { ...('seed' in split ? split : {}), ...definedOnly({ groups }) },
    { layout, byFolds },
  );
}
