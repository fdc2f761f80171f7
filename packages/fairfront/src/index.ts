// The library for Node: the mathematics of @fairfront/core, reading data, datasets by name, the demo and the paper's figures as functions.

export * from '@fairfront/core';
export { type DataFolder, type DatasetPlaces, dataFolders } from './datasets/data-folders.js';
export { type HamImages, loadHamImages } from './datasets/ham10000-images.js';
export {
  type DatasetOptions,
  type LoadedDataset,
  loadDataset,
  loadPublishedSplit,
} from './datasets/load-dataset.js';
export type { Dataset, DatasetRecipe, GroupPreset, Pixels } from './datasets/recipe.js';
export { datasets, parseDatasetName } from './datasets/registry.js';
export { type DemoGroup, type DemoResult, runDemo, type StrategyRun } from './demo/demo.js';
export type { ComparedResult } from './measure/compared-result.js';
export { type FitResult, fitResult, type ModelResult } from './measure/fit-result.js';
export type { FigureContext, FigureProgress } from './paper/experiment/figure-context.js';
export { figure1 } from './paper/figures/figure-1.js';
export { figure2 } from './paper/figures/figure-2.js';
export { figure3 } from './paper/figures/figure-3.js';
export { figure5 } from './paper/figures/figure-5.js';
export { figure6 } from './paper/figures/figure-6.js';
export { publishedTables } from './paper/tables/published-tables.js';
export { publishedName, type TableResult } from './paper/tables/table-result.js';
export { tableMarkdown } from './paper/tables/table-text.js';
export { type ColumnReport, type Reading, type ReadOptions, readTable } from './read/read-table.js';
export { type ModelFile, modelFile, type Predictor, predictorOf } from './runs/model-file.js';
export { type PreparedFit, prepareFit } from './task/prepare-fit.js';
export { BASELINE_BY_NAME, type Baseline } from './training/compare/baselines.js';
export { type ComparedModels, compareMethods } from './training/compare/compare-methods.js';
export type { FitHooks, FitProgress } from './training/fit-hooks.js';
export { fitLinear } from './training/fit-linear.js';
export { fitNetwork } from './training/fit-network.js';
export type { FittedModels } from './training/fitted-models.js';
export { BASELINES, type BaselineName, METHODS, type MethodName } from './training/options/methods.js';
