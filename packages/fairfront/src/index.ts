// The library for Node: the mathematics of @fairfront/core, reading data, datasets by name, the demo and the paper's figures as functions.

export * from '@fairfront/core';
export { type ComparedModels, compareMethods } from './compare/compare-methods.js';
export type { ComparedResult } from './compare/compared-result.js';
export { BASELINES, type BaselineName, METHODS, type MethodName } from './compare/methods.js';
export { type DataFolder, type DatasetPlaces, dataFolders } from './datasets/data-folders.js';
export { type HamImages, loadHamImages } from './datasets/ham10000-images.js';
export { type LoadOptions, loadDataset, loadPublishedSplit } from './datasets/load-dataset.js';
export type { Pixels } from './datasets/pixels.js';
export type { Dataset, DatasetRecipe, GroupPreset } from './datasets/recipe.js';
export { datasets, parseDatasetName } from './datasets/registry.js';
export { type DemoGroup, type DemoResult, runDemo, type StrategyRun } from './demo/demo.js';
export type { FitHooks, FitProgress } from './fit/fit-hooks.js';
export { fitLinear } from './fit/fit-linear.js';
export { fitNetwork } from './fit/fit-network.js';
export { type FitResult, fitResult, type ModelResult } from './fit/fit-result.js';
export type { FittedModels } from './fit/fitted-models.js';
export { type ModelFile, modelFile, type Predictor, predictorOf } from './fit/model-file.js';
export { type PreparedFit, prepareFit } from './fit/prepare-fit.js';
export { figure1 } from './paper/figure-1.js';
export { figure2 } from './paper/figure-2.js';
export { figure3 } from './paper/figure-3.js';
export { figure5 } from './paper/figure-5.js';
export { figure6 } from './paper/figure-6.js';
export type { FigureContext, FigureProgress } from './paper/figure-context.js';
export type { TableResult } from './paper/tables/table-result.js';
export { metricTables, tableMarkdown } from './paper/tables/table-text.js';
export { type ColumnReport, type Reading, type ReadOptions, readTable } from './read/read-table.js';
