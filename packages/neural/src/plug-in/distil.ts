// Distillation: one network fitted to the probabilities that another classifier gives, by Algorithm 2. All groups weigh the same, so that a small one
// is imitated as well as a large one, whatever the weights that classifier was found for.

import { type CancelSignal, createRandom, FairfrontError, uniformMu } from '@fairfront/core';
import { checkSameShape } from '@fairfront/core/internal';
import { initialParameters } from '../network/initialise.js';
import { checkNetwork, type Network } from '../network/network.js';
import type { Runtime } from '../session/runtime.js';
import { groupRows } from '../training/batches.js';
import { Evaluator } from '../training/evaluator.js';
import { type SolveProgress, solveJointly } from '../training/joint-estimation.js';
import { resolveJointOptions } from '../training/joint-options.js';
import type { NetworkModel } from '../training/network-model.js';
import type { NetworkOracleOptions } from '../training/network-oracle.js';
import { Trainer } from '../training/trainer.js';
import type { SoftRows } from '../training/training-rows.js';
import { checkTrainingRows, withLabels } from '../training/training-rows.js';

export interface DistilData {
  readonly train: SoftRows;
  /** The rows that choose the network, by the same loss against their targets. */
  readonly validation: SoftRows;
}

/** `resume` is where this distillation was interrupted. */
export interface DistilOptions extends NetworkOracleOptions {
  /** Once it is set, the best network so far is the result: `training.status` says so. */
  readonly signal?: CancelSignal | undefined;
}

export async function distilNetwork(
  runtime: Runtime,
  network: Network,
  { train, validation }: DistilData,
  { signal, onEpoch, resume, device, threads, ...joint }: DistilOptions = {},
): Promise<NetworkModel> {
  checkNetwork(network);
  const options = resolveJointOptions(joint);
  checkTrainingRows(train, network, 'train');
  checkTrainingRows(validation, network, 'validation');
  checkSameShape(withLabels(train), withLabels(validation));
  const session = {
    ...(device === undefined ? {} : { device }),
    ...(threads === undefined ? {} : { threads }),
  };
  const groupCount = train.groups.names.length;
  const trainer = await Trainer.open(runtime, network, train, { ...options, groupCount }, session);
  try {
    const evaluator = await Evaluator.open(runtime, network, session);
    try {
      const start: SolveProgress = {
        mu: uniformMu(groupCount),
        epoch: 0,
        failures: 0,
        learningRate: options.learningRate,
        settled: false,
        state: trainer.start(initialParameters(network, createRandom(options.seed))),
      };
      if (resume !== undefined) checkResume(resume, start);
      const from = resume ?? start;
      const trainRows = groupRows(train.groups);
      const problem = { network, options, trainer, evaluator, trainRows, validation };
      return (await solveJointly(problem, from, { signal, onEpoch })).model;
    } finally {
      await evaluator.close();
    }
  } finally {
    await trainer.close();
  }
}

/** What was interrupted must have been a distillation, and of such a network. */
function checkResume({ mu, state }: SolveProgress, start: SolveProgress): void {
  const sameMu = mu.length === start.mu.length && mu.every((weight, group) => weight === start.mu[group]);
  if (sameMu && state.values.length === start.state.values.length) return;
  throw new FairfrontError(
    'bad-state',
    `resume must be of a distillation with weights ${start.mu.join(', ')} and ${start.state.values.length} numbers of state; got ${mu.join(', ')} and ${state.values.length}. Leave it out to begin anew`,
  );
}
