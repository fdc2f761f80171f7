export {
  KAMISHIMA_ETAS,
  type PrejudiceRemover,
  type PrejudiceRemoverOptions,
  type PrejudiceRemoverSolve,
  prejudiceRemover,
} from './baselines/prejudice-remover.js';
export { FELDMAN_LAMBDAS, fitRepair, type Repair, repairTable } from './baselines/repair.js';
export {
  type CovarianceBoundOptions,
  type CovarianceBoundSolve,
  type CovarianceBoundSolver,
  covarianceBoundSolver,
  ZAFAR_BOUNDS,
} from './baselines/zafar.js';
export * from './error.js';
export * from './groups/group-index.js';
export * from './groups/labelled-rows.js';
export * from './groups/loss.js';
export * from './groups/risks.js';
export * from './linear/linear-model.js';
export * from './linear/linear-oracle.js';
export { toBrierScores, toCrossEntropies, toProbabilities } from './linear/softmax.js';
export {
  type LinearOptions,
  type LinearSolve,
  type LinearSolver,
  linearSolver,
  type ResolvedLinearOptions,
} from './linear/solve-linear.js';
export * from './linear/solve-linear-minimax.js';
export * from './metrics/across-splits.js';
export {
  type AuditMetrics,
  type AuditOptions,
  auditMetrics,
  type ClassDecisions,
} from './metrics/audit-metrics.js';
export type { DecisionRates, RateName } from './metrics/decision-rates.js';
export { type GroupMetric, groupMetric } from './metrics/group-metric.js';
export { type GroupMetrics, groupMetrics } from './metrics/group-metrics.js';
export type { SmallGroupLimits, TooSmallGroup, TooSmallReason } from './metrics/groups-too-small.js';
export type {
  DecisionRateIntervals,
  DisparityIntervals,
  GroupMetricIntervals,
  IntervalOptions,
  MetricIntervals,
  PartialEstimate,
  PartialMetricIntervals,
} from './metrics/metric-intervals.js';
export type { Disparity, Parity } from './metrics/parity.js';
export type { PartialMetric } from './metrics/partial-metric.js';
export type { ReliabilityBin } from './metrics/reliability.js';
export { SMALLEST_PROBABILITY } from './metrics/row-outcomes.js';
export * from './numeric/bootstrap.js';
export * from './numeric/log-sum-exp.js';
export * from './numeric/normal.js';
export { createRandom, type RandomSource } from './numeric/random.js';
export * from './numeric/select-rows.js';
export * from './numeric/simplex.js';
export {
  type DenseRows,
  forEachEntry,
  type MatrixValues,
  type Precision,
  type SparseRows,
} from './numeric/sparse-rows.js';
export * from './numeric/sum.js';
export * from './pareto/dominance.js';
export * from './pareto/front.js';
export * from './pareto/oracle.js';
export { type Conditionals, meanMemberships, plugInProbabilities } from './plug-in/conditionals.js';
export {
  findRiskSources,
  type GroupRiskSource,
  type RiskSources,
  type RiskVerdict,
} from './plug-in/decomposition.js';
export * from './plug-in/folds.js';
export * from './plug-in/linear-part.js';
export { foreseeMinimax, type Outlook, type Separability } from './plug-in/outlook.js';
export * from './plug-in/parts.js';
export * from './plug-in/plug-in-oracle.js';
export type { PlugInRows } from './plug-in/plug-in-risks.js';
export * from './plug-in/row-losses.js';
export * from './postprocess/equal-risk.js';
export * from './postprocess/equalised-odds.js';
export * from './postprocess/equalised-odds-decisions.js';
export type { Threshold } from './postprocess/roc-hull.js';
export * from './search/apstar.js';
export { type Certificate, createCertifier, relativeGap } from './search/certificate.js';
export * from './search/cutting-plane.js';
export * from './search/exponential-weights.js';
export * from './search/multiplicative-weights.js';
export * from './search/pareto-refinement.js';
export * from './search/random-search.js';
export * from './search/search-minimax.js';
export * from './search/search-result.js';
export type { SearchState, TraceStep } from './search/search-state.js';
export type { MuSequence, Observation, Strategy, StrategyStart } from './search/strategy.js';
export * from './search/uniform-mixture.js';
export * from './tabular/assign-groups.js';
export * from './tabular/concat-tables.js';
export * from './tabular/decode.js';
export * from './tabular/encode.js';
export * from './tabular/encode-surprises.js';
export type {
  DroppedColumn,
  EncodedColumn,
  Encoder,
  EncoderOptions,
  Feature,
  LevelRows,
} from './tabular/encoder.js';
export * from './tabular/encoder-json.js';
export { entitiesOf } from './tabular/entities.js';
export * from './tabular/entity-split.js';
export * from './tabular/fit-encoder.js';
export * from './tabular/group-expression.js';
export { type LabelledTable, type LabelOptions, labelTable } from './tabular/label-table.js';
export * from './tabular/levels.js';
export * from './tabular/roles.js';
export type { MergedGroups, PartCounts } from './tabular/small-groups.js';
export * from './tabular/split.js';
export * from './tabular/split-column.js';
export * from './tabular/table.js';
export * from './tabular/target.js';
export * from './tabular/task.js';
export * from './tabular/words.js';
export * from './theory/closed-form.js';
export { densityAt } from './theory/gaussian.js';
export * from './theory/limiting-cases.js';
export * from './theory/minimax.js';
export * from './theory/paper-problems.js';
export { problemShares, type TheoryGroup, type TheoryProblem } from './theory/problem.js';
export * from './theory/random-problem.js';
export * from './theory/response-curve.js';
export * from './theory/sample-problem.js';
export * from './theory/simplex-plane.js';
export * from './theory/star-set-trial.js';
export * from './theory/star-sets.js';
