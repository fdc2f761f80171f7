// Networks as the components of a plug-in classifier: each is trained by Algorithm 2 on rows that form one group.

import type { LabelledRows } from '@fairfront/core';
import { type ComponentTask, componentRows } from '@fairfront/core/plug-in';
import type { Network, NetworkShape } from '../network/network.js';
import type { Runtime } from '../session/runtime.js';
import type { NetworkModel } from '../training/network-model.js';
import { type NetworkOracleOptions, networkOracle } from '../training/network-oracle.js';

/** The rows that all components of a plug-in classifier are trained on. */
export interface ComponentData {
  readonly train: LabelledRows;
  readonly validation: LabelledRows;
}

/**
 * Trains a network as one component of a plug-in classifier.
 * @param shape of all components; the number of classes is the task's
 */
export async function fitNetworkComponent(
  runtime: Runtime,
  shape: NetworkShape,
  { train, validation }: ComponentData,
  task: ComponentTask,
  options: NetworkOracleOptions,
): Promise<NetworkModel> {
  const rows = componentRows(train, task, task.train);
  const chosenBy = task.validation.length === 0 ? rows : componentRows(validation, task, task.validation);
  const network: Network = { ...shape, classes: task.classCount };
  const oracle = await networkOracle(runtime, network, rows, options, chosenBy);
  try {
    return (await oracle.solve([1], {})).model;
  } finally {
    await oracle.close();
  }
}
