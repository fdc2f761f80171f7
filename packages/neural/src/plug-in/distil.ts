// Distillation: one network is fitted to the probabilities that another classifier gives, by Algorithm 2. All
// groups have the same weight, so that a small one is imitated as well as a large one, whatever weights the
// classifier was found for.

import { type CancelSignal, uniformMu } from '@fairfront/core';
import type { Network } from '../network/network.js';
import type { Runtime } from '../session/runtime.js';
import { solveJointly } from '../training/joint-estimation.js';
import type { NetworkModel } from '../training/network-model.js';
import { checkResume, type NetworkOracleOptions, openTraining } from '../training/network-oracle.js';
import type { SoftRows } from '../training/training-rows.js';

/** Rows with the probabilities to imitate. */
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

/** Trains one network that gives the probabilities of `targets`. */
export async function distilNetwork(
  runtime: Runtime,
  network: Network,
  { train, validation }: DistilData,
  { signal, onEpoch, resume, ...training }: DistilOptions = {},
): Promise<NetworkModel> {
  const { problem, start, close } = await openTraining(runtime, network, train, validation, training);
  try {
    const from = start(uniformMu(train.groups.names.length));
    if (resume !== undefined) checkResume(resume, from);
    return (await solveJointly(problem, resume ?? from, { signal, onEpoch })).model;
  } finally {
    await close();
  }
}
