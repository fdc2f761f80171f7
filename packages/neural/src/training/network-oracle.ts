// Networks as an oracle: every solve trains one for the groups together, by Algorithm 2. It starts from the best network so far with its learning
// rate restored; validation risks choose among the networks.

import { createRandom, type DenseRows, type LabelledRows, type Oracle } from '@fairfront/core';
import { checkMu, checkSameShape } from '@fairfront/core/internal';
import { initialParameters } from '../network/initialise.js';
import { checkNetwork, type Network } from '../network/network.js';
import type { Runtime, SessionOptions } from '../session/runtime.js';
import { groupRows } from './batches.js';
import { Evaluator } from './evaluator.js';
import { type JointHooks, type JointProblem, type SolveProgress, solveJointly } from './joint-estimation.js';
import { type JointOptions, resolveJointOptions } from './joint-options.js';
import type { NetworkModel } from './network-model.js';
import { Trainer } from './trainer.js';
import { checkTrainingRows } from './training-rows.js';

export interface NetworkOracleOptions extends JointOptions, SessionOptions {
  readonly onEpoch?: JointHooks['onEpoch'];
  /** Where a solve was interrupted: the one for the same μ goes on from there. */
  readonly resume?: SolveProgress | undefined;
}

export interface NetworkOracle extends Oracle<NetworkModel> {
  readonly network: Network;
  readonly options: Required<JointOptions>;
  /** The probability of each class for every row: rows × classes. */
  predict(model: NetworkModel, features: DenseRows): Promise<Float64Array>;
  close(): Promise<void>;
}

/**
 * @param train dense rows of float32, as `encodeDense` gives them
 * @param validation rows to choose networks by, in the same groups; without them the training rows do
 */
export async function networkOracle(
  runtime: Runtime,
  network: Network,
  train: LabelledRows,
  { onEpoch, resume, device, threads, ...joint }: NetworkOracleOptions = {},
  validation: LabelledRows = train,
): Promise<NetworkOracle> {
  checkNetwork(network);
  const options = resolveJointOptions(joint);
  checkTrainingRows(train, network, 'train');
  checkTrainingRows(validation, network, 'validation');
  checkSameShape(train, validation);
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
  const problem: JointProblem = {
    network,
    options,
    trainer,
    evaluator,
    trainRows: groupRows(train.groups),
    validation,
  };
  let pending = resume;
  let initial: Float32Array | undefined;
  const startFrom = (parameters: Float32Array | undefined): Float32Array => {
    if (parameters !== undefined) return parameters;
    initial ??= initialParameters(network, createRandom(options.seed));
    return initial;
  };
  return {
    groupCount,
    certifies: 'the risk of a network is not convex in its parameters, so a solve may end in a local minimum',
    network,
    options,
    solve: async (mu, { best, signal }) => {
      checkMu(mu, groupCount);
      const interrupted = pending !== undefined && sameMu(mu, pending.mu) ? pending : undefined;
      if (interrupted !== undefined) pending = undefined; // it goes on once
      const from = interrupted ?? {
        mu,
        epoch: 0,
        failures: 0,
        learningRate: options.learningRate,
        settled: false,
        state: trainer.start(startFrom(best?.model.parameters)),
      };
      const { model, risks } = await solveJointly(problem, from, { signal, onEpoch });
      const trainRisks = await evaluator.risks(model.parameters, train, options.loss);
      return { model, risks, trainRisks, converged: model.training?.status !== 'cancelled' };
    },
    predict: ({ parameters }, features) => evaluator.probabilities(parameters, features),
    close: async () => {
      await trainer.close();
      await evaluator.close();
    },
  };
}

function sameMu(left: readonly number[], right: readonly number[]): boolean {
  return left.length === right.length && left.every((weight, group) => Object.is(weight, right[group]));
}
