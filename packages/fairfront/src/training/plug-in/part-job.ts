// The training of one part of a plug-in classifier, as a job for a worker thread.

import { FairfrontError, type LabelledRows, type LinearModel, type Loss } from '@fairfront/core';
import { fitLinearPart, type PartTask } from '@fairfront/core/plug-in';
import type { JointOptions, Network, NetworkModel } from '@fairfront/neural';
import type { Job } from '../../threads/job.js';
import { partName } from './part-name.js';

/** The model that all parts are of, and its options. */
export type Learner =
  | { readonly kind: 'linear'; readonly loss: Loss; readonly l2: number }
  | {
      readonly kind: 'network';
      /** The number of classes is that of each part. */
      readonly shape: Omit<Network, 'classes'>;
      readonly options: JointOptions & { readonly device?: string };
    };

export type PartModel = LinearModel | NetworkModel;

export interface PartJobData {
  readonly learner: Learner;
  readonly train: LabelledRows;
  readonly validation: LabelledRows;
}

/** After an epoch of a network. */
export interface PartProgress {
  readonly epoch: number;
  readonly objective: number;
}

export const partJob: Job<PartTask, PartModel, PartJobData, PartProgress> = {
  worker: new URL('./part-worker.js', import.meta.url),
  run: trainPart,
  isNative: (_, { learner }) => learner.kind === 'network',
};

async function trainPart(
  task: PartTask,
  { learner, train, validation }: PartJobData,
  report: (progress: PartProgress) => unknown,
): Promise<PartModel> {
  try {
    if (learner.kind === 'linear') return fitLinearPart(train, task, learner);
    const [{ fitNetworkPart }, { loadNodeRuntime }] = await Promise.all([
      import('@fairfront/neural'),
      import('@fairfront/neural/node'),
    ]);
    return await fitNetworkPart(await loadNodeRuntime(), learner.shape, { train, validation }, task, {
      ...learner.options,
      threads: 1, // one core for each part is faster than all for one, and gives the same result on any machine
      onEpoch: ({ epoch }, { objective }) => report({ epoch, objective }),
    });
  } catch (error) {
    if (!(error instanceof FairfrontError)) throw error;
    // The cause is left out, as it is from a worker: `DivergedError` has the best network so far, which is
    // kept as the run's model, and a single part must not be kept in the place of the mixture.
    throw new FairfrontError(error.code, `${partName(task.group, train.groups.names)}: ${error.message}`);
  }
}
