export type { BinnedChunks } from './bins/binned-chunks.js';
export type { TreeColumn } from './bins/columns.js';
export type { ColumnBins } from './bins/fit-bins.js';
export type { TreeRows } from './bins/row-blocks.js';
export { treeColumns } from './bins/tree-columns.js';
export { type ComponentRows, fitBoostedComponent } from './boost/boosted-component.js';
export { BOOSTING_DEFAULTS, type BoostingOptions, type ResolvedBoosting } from './boost/boosted-options.js';
export {
  type BoostedOracle,
  type BoostedOracleOptions,
  type BoostedSolve,
  boostedOracle,
  type KeepBins,
} from './boost/boosted-oracle.js';
export type { CategorySplits } from './grow/find-split.js';
export type { CrewMaker } from './grow/grower.js';
export type { BoostedLoss } from './loss/objective.js';
export { type BoostedModel, predictBoosted } from './model/boosted-model.js';
export { type BoostedJson, boostedToJson, parseBoosted, type SplitJson } from './model/model-json.js';
