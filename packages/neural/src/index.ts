// Networks for minimax Pareto fairness: train them, predict with them, export them as ONNX files.

export {
  type BackboneOptions,
  backboneFeatures,
  backboneSize,
  openBackbone,
} from './backbone/backbone-features.js';
export { type Backbone, NORMALISATIONS, type Normalisation } from './backbone/join-backbone.js';
export type { ParsedBackbone } from './backbone/parse-backbone.js';
export { type DescribedModel, describedModel } from './export/described-model.js';
export { EXPORT_SCHEMA, exportBoosted, exportLinear, exportNetwork } from './export/export-model.js';
export { exportPlugIn } from './export/export-plug-in.js';
export type { ScoringModel } from './export/model-scores.js';
export {
  type BackboneInput,
  LABEL,
  type ModelInput,
  type PictureInput,
  PREDICTION,
  PROBABILITIES,
  type PredictedTarget,
  predictionInputs,
} from './export/prediction-graph.js';
export type { PictureColumn, RawColumn } from './export/raw-columns.js';
export type { DataType } from './graph/tensor.js';
export { withHead } from './network/head.js';
export { type LoadedWeights, loadWeights } from './network/load-weights.js';
export {
  ACTIVATIONS,
  checkNetwork,
  FULLY_CONNECTED_KINDS,
  type FullyConnectedNetwork,
  featureWidth,
  NETWORK_KINDS,
  type Network,
  type NetworkShape,
  PICTURE_KINDS,
  type PictureNetwork,
  parameterCount,
} from './network/network.js';
export type { ModelDescription } from './onnx/encode-model.js';
export { type DistilData, type DistilOptions, distilNetwork } from './plug-in/distil.js';
export { type ComponentData, fitNetworkComponent } from './plug-in/network-component.js';
export {
  type OnnxRuntime,
  type OnnxSession,
  type OnnxTensor,
  type Runtime,
  runtimeOf,
  type Session,
  type SessionOptions,
  type TensorData,
  type TensorValue,
  type TensorValues,
} from './session/runtime.js';
export { DivergedError } from './training/diverged-error.js';
export { Evaluator } from './training/evaluator.js';
export type { EpochReport, SolveProgress } from './training/joint-estimation.js';
export { JOINT_DEFAULTS, type JointOptions, resolveJointOptions } from './training/joint-options.js';
export type { NetworkModel, NetworkTraining } from './training/network-model.js';
export { type NetworkOracle, type NetworkOracleOptions, networkOracle } from './training/network-oracle.js';
export { OPTIMISERS, type OptimiserName } from './training/optimiser.js';
export type { NetworkState } from './training/trainer.js';
export type { SoftRows, TrainingRows } from './training/training-rows.js';
