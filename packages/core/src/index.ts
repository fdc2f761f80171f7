// @fairfront/core: the search, linear models, metrics, tables. No dependencies, no Node, no DOM.
// The rest stands under @fairfront/core/theory, /baselines and /plug-in.

export { type DecodedCell, decodeRow } from './encoder/decode.js';
export { encodeDense, encodeSparse } from './encoder/encode.js';
export { encodeColumns } from './encoder/encode-columns.js';
export type {
  DroppedColumn,
  EncodedColumn,
  Encoder,
  EncoderOptions,
  Feature,
  LevelRows,
  WordRows,
} from './encoder/encoder.js';
export { parseEncoder } from './encoder/encoder-json.js';
export { fitEncoder } from './encoder/fit-encoder.js';
export { findSurprises, type Surprise } from './encoder/surprises.js';
export { FairfrontError, type FairfrontErrorCode } from './error.js';
export { type GroupIndex, groupIndex, groupShares, meanRisks, rowWeights } from './groups/group-index.js';
export type { LabelledRows } from './groups/labelled-rows.js';
export { type OverlappingGroups, overlappingGroups } from './groups/overlapping-groups.js';
export type { ClassLoss, Loss } from './groups/risks.js';
export { disparity, hasEqualRisks, worstGroup, worstRisk } from './groups/risks.js';
export {
  type DialOptions,
  type DialPoint,
  dialGiveUps,
  type LinearCapped,
  linearDial,
  solveLinearCapped,
} from './linear/linear-dial.js';
export {
  type Lexicographic,
  type LexicographicOptions,
  type LexicographicStage,
  linearLexicographic,
} from './linear/linear-lexicographic.js';
export { type LinearModel, type LinearTraining, predictLinear } from './linear/linear-model.js';
export { type LinearOracle, linearOracle } from './linear/linear-oracle.js';
export {
  type RatioFrontOptions,
  type RatioPoint,
  ratioFront,
  WEIGHT_RATIOS,
} from './linear/ratio-front.js';
export { type BlindModel, type BlindOptions, solveBlind } from './linear/solve-blind.js';
export {
  type LinearOptions,
  type LinearSolve,
  type LinearSolver,
  linearSolver,
  type ResolvedLinearOptions,
} from './linear/solve-linear.js';
export {
  type LinearMinimax,
  type LinearMinimaxOptions,
  type MinimaxStep,
  solveLinearMinimax,
} from './linear/solve-linear-minimax.js';
export {
  acrossSplits,
  type Spread,
  type SpreadMetric,
  type SpreadMetrics,
  spreadOf,
} from './metrics/across-splits.js';
export { chooseModel, type ModelChoice, type ModelChoiceOptions } from './metrics/choose-model.js';
export type { DecisionRates, RateName } from './metrics/decision-rates.js';
export { type GroupMetric, groupMetric } from './metrics/group-metric.js';
export { type GroupMetrics, groupMetrics } from './metrics/group-metrics.js';
export type { SmallGroupLimits, TooSmallGroup, TooSmallReason } from './metrics/groups-too-small.js';
export {
  type AuditMetrics,
  type ClassDecisions,
  type MeasureOptions,
  type Measures,
  measure,
} from './metrics/measure.js';
export {
  type MeasuredNumbers,
  measureNumbers,
  type NumberChanges,
  type NumberIntervals,
  type NumberMeasures,
  type NumberMetricIntervals,
} from './metrics/measure-numbers.js';
export type {
  ChangingRate,
  MetricChange,
  MetricChanges,
  RateChanges,
  RiskChange,
} from './metrics/metric-changes.js';
export type {
  DecisionRateIntervals,
  DisparityIntervals,
  GroupMetricIntervals,
  MetricIntervals,
  PartialEstimate,
  PartialMetricIntervals,
} from './metrics/metric-intervals.js';
export {
  type NumberMetric,
  type NumberMetricName,
  type NumberMetrics,
  numberMetrics,
} from './metrics/number-metrics.js';
export type { Disparity, Parity } from './metrics/parity.js';
export type { PartialMetric } from './metrics/partial-metric.js';
export {
  type ColumnImportance,
  type ImportanceOptions,
  type PermutedLosses,
  permutationImportance,
} from './metrics/permutation-importance.js';
export type { ReliabilityBin } from './metrics/reliability.js';
export type { IntervalOptions } from './metrics/resample-models.js';
export { bootstrapWorstShare, type ResampledShares, worstShareMean } from './metrics/worst-share.js';
export {
  type BootstrapMeans,
  type BootstrapOptions,
  bootstrapMeans,
  type Estimate,
  type Interval,
  percentileInterval,
} from './numeric/bootstrap.js';
export { createRandom, type RandomSource } from './numeric/random.js';
export { projectOntoSimplex, sampleSimplex, simplexGrid, uniformMu, vertexMu } from './numeric/simplex.js';
export type { DenseRows, MatrixValues, Precision, SparseRows } from './numeric/sparse-rows.js';
export { type Combination, combineGroups } from './pareto/combine-groups.js';
export { dominates, nonDominated } from './pareto/dominance.js';
export {
  type FrontOptions,
  type FrontPoint,
  minimaxPoint,
  type ParetoFront,
  paretoFront,
  utopia,
} from './pareto/front.js';
export type { CancelSignal, Oracle, Solve, SolveContext, SyncOracle } from './pareto/oracle.js';
export {
  allWeights,
  boundedRatio,
  type Caps,
  ofMeans,
  type WeightProgram,
  type WeightSet,
  withCaps,
} from './pareto/weight-set.js';
export type { DecisionRule } from './postprocess/decision-rule.js';
export { type ApStarOptions, apStar } from './search/apstar.js';
export type { Certificate } from './search/certificate.js';
export { type CuttingPlaneOptions, cuttingPlane } from './search/cutting-plane.js';
export { type ExponentialWeightsOptions, exponentialWeights } from './search/exponential-weights.js';
export { type MultiplicativeWeightsOptions, multiplicativeWeights } from './search/multiplicative-weights.js';
export {
  type Refinement,
  type RefinementOptions,
  type RefinementStart,
  refinePareto,
} from './search/pareto-refinement.js';
export { type RandomSearchOptions, randomSearch } from './search/random-search.js';
export { type SearchOptions, searchMinimax, searchMinimaxSync } from './search/search-minimax.js';
export {
  type BestModel,
  SearchError,
  type SearchProgress,
  type SearchResult,
  type SearchStep,
  type StopReason,
} from './search/search-result.js';
export type { SearchState, TraceStep } from './search/search-state.js';
export type { MuSequence, Observation, Strategy, StrategyStart } from './search/strategy.js';
export {
  averageProbabilities,
  type Mixture,
  type MixtureOptions,
  mixtureOf,
  searchMixture,
} from './search/uniform-mixture.js';
export { entitySplit } from './split/entity-split.js';
export { assignFolds } from './split/folds.js';
export { splitFromColumn } from './split/split-column.js';
export { PART_NAMES, type PartName, type Split } from './split/split-parts.js';
export { type SplitOptions, stratifiedSplit } from './split/stratified-split.js';
export { concatTables } from './table/concat-tables.js';
export { categoricalColumn, columnOfTexts } from './table/levels.js';
export {
  type CategoricalColumn,
  type Column,
  createTable,
  findColumn,
  type LevelCodes,
  type NumericColumn,
  type Table,
  takeRows,
} from './table/table.js';
export { type AssignedGroups, assignGroups, type MissingGroup } from './task/assign-groups.js';
export type { GroupFamily } from './task/families.js';
export { type GroupExpression, type LevelClass, parseGroups } from './task/group-expression.js';
export { type LabelledTable, type LabelOptions, labelTable } from './task/label-table.js';
export type { RoleOptions } from './task/roles.js';
export type { MergedGroups, PartCounts } from './task/small-groups.js';
export type { MissingTarget, Target } from './task/target.js';
export {
  prepareTask,
  type Splitting,
  type Task,
  type TaskOptions,
  type TaskPart,
  taskPart,
} from './task/task.js';
