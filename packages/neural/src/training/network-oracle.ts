// Networks as an oracle: every solve trains one network for all groups together, by Algorithm 2. It starts
// from the best network so far with its learning rate restored; validation risks choose among the networks.

import {
  createRandom,
  type DenseRows,
  FairfrontError,
  type LabelledRows,
  type Oracle,
  type SparseRows,
} from '@fairfront/core';
import { checkLossOf, checkMu, checkSameShape } from '@fairfront/core/internal';
import { initialParameters } from '../network/initialise.js';
import { checkNetwork, type Network, parameterCount } from '../network/network.js';
import type { Runtime, SessionOptions } from '../session/runtime.js';
import { groupRows } from './batches.js';
import { Evaluator } from './evaluator.js';
import { type EpochReport, type JointProblem, type SolveProgress, solveJointly } from './joint-estimation.js';
import { type JointOptions, resolveJointOptions } from './joint-options.js';
import type { NetworkModel } from './network-model.js';
import { Trainer } from './trainer.js';
import {
  checkTrainingRows,
  standardised,
  standardOf,
  type TrainingRows,
  withLabels,
} from './training-rows.js';

/** How networks are trained, and where. */
export interface NetworkOracleOptions extends JointOptions, SessionOptions {
  /** Is told after every epoch, and waited for. */
  readonly onEpoch?: ((progress: SolveProgress, report: EpochReport) => unknown) | undefined;
  /** The parameters that the first solve starts from. Default: those that the seed decides. */
  readonly initial?: Float32Array | undefined;
  /** Where a solve was interrupted: the solve for the same μ goes on from there. */
  readonly resume?: SolveProgress | undefined;
}

/** An oracle that trains networks. */
export interface NetworkOracle extends Oracle<NetworkModel> {
  readonly network: Network;
  readonly options: Required<JointOptions>;
  /** The probability of each class for every row, rows × classes; or the number that is predicted for each. */
  predict(model: NetworkModel, features: DenseRows | SparseRows): Promise<Float64Array>;
  /** What the last layer gets of every row: rows × `featureWidth`. */
  features(model: NetworkModel, features: DenseRows | SparseRows): Promise<Float32Array>;
  /** Gives its memory back; call it when no more is to be trained or predicted. */
  close(): Promise<void>;
}

/**
 * Opens an oracle that trains networks. Close it when no more is to be solved or predicted.
 * @param train pictures as rows of bytes; else sparse rows, or dense ones of float32 as from `encodeDense`
 * @param validation rows that choose among networks, in the same groups; by default the training rows
 */
export async function networkOracle(
  runtime: Runtime,
  network: Network,
  train: LabelledRows,
  { onEpoch, resume, ...training }: NetworkOracleOptions = {},
  validation: LabelledRows = train,
): Promise<NetworkOracle> {
  const { problem, start, close } = await openTraining(runtime, network, train, validation, training);
  const { options, evaluator } = problem;
  const groupCount = train.groups.names.length;
  let pending = resume;
  return {
    groupCount,
    certifies: 'the risk of a network is not convex in its parameters, so a solve may end in a local minimum',
    network,
    options,
    solve: async (mu, { best, signal }) => {
      checkMu(mu, groupCount);
      const interrupted = pending !== undefined && sameMu(mu, pending.mu) ? pending : undefined;
      if (interrupted !== undefined) pending = undefined; // it goes on once
      const fresh = start(mu, best?.model.parameters);
      if (interrupted !== undefined) checkResume(interrupted, fresh);
      const from = interrupted ?? fresh;
      const { model, risks } = await solveJointly(problem, from, { signal, onEpoch });
      const trainRisks = await evaluator.risks(model.parameters, train, options.loss);
      return { model, risks, trainRisks, converged: model.training?.status !== 'cancelled' };
    },
    predict: ({ parameters }, features) => evaluator.probabilities(parameters, features),
    features: ({ parameters }, features) => evaluator.features(parameters, features),
    close,
  };
}

type OpenOptions = JointOptions & SessionOptions & Pick<NetworkOracleOptions, 'initial'>;

export interface OpenTraining {
  readonly problem: JointProblem;
  /** A solve at its start, from these parameters of a model; by default from the initial ones. */
  start(mu: readonly number[], model?: Float32Array): SolveProgress;
  close(): Promise<void>;
}

/** Checks network, rows and options, and opens what Algorithm 2 runs on. */
export async function openTraining(
  runtime: Runtime,
  network: Network,
  train: TrainingRows,
  validation: TrainingRows,
  { device, threads, initial: given, ...joint }: OpenOptions,
): Promise<OpenTraining> {
  checkNetwork(network);
  if (given !== undefined && given.length !== parameterCount(network)) {
    throw new FairfrontError(
      'bad-option',
      `initial must hold the ${parameterCount(network)} parameters of the network; got ${given.length}`,
    );
  }
  const options = resolveJointOptions(joint);
  checkLossOf(options.loss, network.classes);
  checkTrainingRows(train, network, 'train');
  checkTrainingRows(validation, network, 'validation');
  checkSameShape(withLabels(train), withLabels(validation));
  const session = {
    ...(device === undefined ? {} : { device }),
    ...(threads === undefined ? {} : { threads }),
  };
  const groupCount = train.groups.names.length;
  const trainer = await Trainer.open(runtime, network, train, { ...options, groupCount }, session);
  const evaluator = await Evaluator.open(runtime, network, session).catch(async (error: unknown) => {
    await trainer.close();
    throw error;
  });
  const standard = standardOf(train);
  let initial = given && standard ? standardised(network, given, standard) : given;
  const trainRows = groupRows(train.groups);
  return {
    problem: { network, options, trainer, evaluator, trainRows, validation, standard },
    start: (mu, model) => {
      if (model === undefined) initial ??= initialParameters(network, createRandom(options.seed));
      const parameters = model && standard ? standardised(network, model, standard) : model;
      return {
        mu,
        epoch: 0,
        failures: 0,
        learningRate: options.learningRate,
        settled: false,
        state: trainer.start(parameters ?? initial!),
      };
    },
    close: async () => {
      await trainer.close();
      await evaluator.close();
    },
  };
}

function sameMu(left: readonly number[], right: readonly number[]): boolean {
  return left.length === right.length && left.every((weight, group) => Object.is(weight, right[group]));
}

/** Refuses to go on with a solve of other weights, or of another network. */
export function checkResume({ mu, state }: SolveProgress, start: SolveProgress): void {
  if (sameMu(mu, start.mu) && state.values.length === start.state.values.length) return;
  throw new FairfrontError(
    'bad-state',
    `resume must be of a solve with weights ${start.mu.join(', ')} and ${start.state.values.length} numbers of state; got ${mu.join(', ')} and ${state.values.length}. Leave it out to begin anew`,
  );
}
