// Networks as the parts of a plug-in classifier: each is trained by Algorithm 2 on rows that form one group.

import type { LabelledRows } from '@fairfront/core';
import { type PartTask, partRows } from '@fairfront/core/plug-in';
import type { Network } from '../network/network.js';
import type { Runtime } from '../session/runtime.js';
import type { NetworkModel } from '../training/network-model.js';
import { type NetworkOracleOptions, networkOracle } from '../training/network-oracle.js';

/** The rows that all parts of a plug-in classifier are trained on. */
export interface PartData {
  readonly train: LabelledRows;
  readonly validation: LabelledRows;
}

/**
 * Trains a network as one part of a plug-in classifier.
 * @param shape of all parts; the number of classes is the task's
 */
export async function fitNetworkPart(
  runtime: Runtime,
  shape: Omit<Network, 'classes'>,
  { train, validation }: PartData,
  task: PartTask,
  options: NetworkOracleOptions,
): Promise<NetworkModel> {
  const rows = partRows(train, task, task.train);
  const chosenBy = task.validation.length === 0 ? rows : partRows(validation, task, task.validation);
  const network = { ...shape, classes: task.classCount };
  const oracle = await networkOracle(runtime, network, rows, options, chosenBy);
  try {
    return (await oracle.solve([1], {})).model;
  } finally {
    await oracle.close();
  }
}
