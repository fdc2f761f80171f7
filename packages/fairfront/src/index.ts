// fairfront for Node: read data, train, audit, predict. The mathematics alone is @fairfront/core.

export { type Audit, audit } from './audit/audit.js';
export type { AuditOptions } from './audit/audit-options.js';
export type { AuditResult } from './audit/audit-result.js';
export {
  type BiasAudit,
  type BiasAuditOptions,
  biasAudit,
} from './audit/bias-audit.js';
export type { BiasAuditResult } from './audit/bias-audit-result.js';
export type { Ll144Options } from './audit/ll144-options.js';
export type { Ll144Category, Ll144Result, Ll144Table } from './audit/ll144-result.js';
export {
  cancelRun,
  type ResumeSettings,
  removeRun,
  resumeRun,
  type StartSettings,
  startRun,
} from './background/background-run.js';
export { type FollowOptions, followRun, type NumberedEvent } from './background/follow-run.js';
export type { RunKind, RunState, StartRequest, StudioEvent } from './background/run-files.js';
export {
  type FoundCache,
  type ListOptions,
  listRuns,
  type RunSummary,
  summariseRun,
} from './background/run-summary.js';
export { type ModelCard, modelCard } from './card/model-card.js';
export type { CardOptions, CardResult } from './card/run-card.js';
export type { OpenField } from './card/to-fill.js';
export type { ToolkitCard } from './card/toolkit-card.js';
export type { ComparedRun, CompareResult } from './compare/compare-result.js';
export { type Comparison, compareRuns } from './compare/compare-runs.js';
export type { DatasetRecipe, GroupPreset } from './datasets/recipe.js';
export { datasets } from './datasets/registry.js';
export type { ChooseOptions } from './decide/choose-options.js';
export { choosePoint } from './decide/choose-point.js';
export { type Decided, decide } from './decide/decide.js';
export type { DecideOptions, DecisionCost, SelectionLimit } from './decide/decide-options.js';
export type { DecidedPart, DecisionResult, GroupDecisions } from './decide/decision-result.js';
export {
  type DiscoverControls,
  type Discovered,
  discover,
} from './discover/discover.js';
export type { DiscoverOptions } from './discover/discover-options.js';
export type { DiscoverResult, FoundGroup, TestedGroup } from './discover/discover-result.js';
export { type Check, type Diagnosis, doctor } from './doctor/doctor.js';
export type { FrontControls } from './front/draw-front.js';
export { type ExplorerPoint, exploreFront, type FrontExplorer } from './front/explore-front.js';
export type { FrontEvent } from './front/find-front.js';
export { type Front, front, type NodeFrontControls } from './front/front.js';
export type { FrontOptions } from './front/front-options.js';
export type { FrontResult } from './front/front-result.js';
export { type GateOptions, type GateResult, gate } from './gate/gate.js';
export type { RuleVerdict } from './gate/rule-verdict.js';
export type { Gated } from './gate/subject.js';
export {
  type ColumnInspection,
  type Inspection,
  inspect,
  type TaskInspection,
} from './inspect/inspection.js';
export { Interrupted } from './interrupted.js';
export type { FitResult } from './measure/fit-result.js';
export type { RegressionModel, RegressionResult } from './measure/regression-result.js';
export type { StrongFeature } from './notice/find-warnings.js';
export type { Warning, WarningKind } from './notice/warning.js';
export type {
  ExperimentHooks,
  ExperimentOptions,
  ExperimentProgress,
  ExperimentResult,
  StudyGrid,
} from './paper/experiment/experiment.js';
export { type Experiment, experiments, runExperiment } from './paper/registry.js';
export type { Pictures } from './pictures/pictures.js';
export { type PlannedBound, type PlannedComparison, type PlanResult, plan } from './plan/plan.js';
export type { PlanOptions } from './plan/plan-options.js';
export type { InputReport } from './predict/batches.js';
export { type PredictedFile, predictFile } from './predict/predict-file.js';
export type { PredictControls, PredictFileOptions } from './predict/predict-options.js';
export { type FailedTask, listWorkers, type WorkersReport } from './queue/list-workers.js';
export type { WorkerRecord } from './queue/presence.js';
export type { Workers } from './queue/remote-tasks.js';
export type { QueueWorker, WorkerHooks, WorkerOptions } from './queue/serve-queue.js';
export type { ColumnReport, Reading, ReadOptions, RowCache } from './read/read-options.js';
export { readTable } from './read/read-table.js';
export { checkGain, type OutlookResult } from './runs/check-gain.js';
export type { FitControls, FitEvent } from './runs/find-fit.js';
export { type FinishedRun, openRun } from './runs/finished-run.js';
export { type Fitted, fit, type NodeFitControls } from './runs/fit.js';
export { loadModel } from './runs/model.js';
export type { ModelColumn, Row } from './runs/object-rows.js';
export type { Model, PredictOptions } from './runs/plain-model.js';
export {
  type Run,
  type RunEvent,
  type RunOptions,
  type RunRequest,
  type RunSettings,
  startFit,
} from './runs/run.js';
export type { RunPredictions } from './runs/run-predictions.js';
export type { Data } from './task/data.js';
export type { LabelOptions, ReadingOptions, SourceOptions, TaskOptions } from './task/data-options.js';
export { type LoadOptions, loadData, type Surroundings } from './task/load-data.js';
export type { FitProgress, TrainingEvent } from './training/fit-hooks.js';
export type { FittedModel } from './training/fitted-models.js';
export type {
  FitOptions,
  RegressionOptions,
  SearchOptions,
  TrainingOptions,
} from './training/options/fit-options.js';
export type { NetworkOptions } from './training/options/network-options.js';
export type { PlugInOptions } from './training/options/plug-in-options.js';
export type { Help, Remedy } from './training/what-helps.js';
export { type Watch, watch } from './watch/watch.js';
export type { WatchOptions } from './watch/watch-options.js';
export type { WatchResult } from './watch/watch-result.js';
export { startWorker } from './worker/start-worker.js';
