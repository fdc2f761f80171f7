// The training of one part of a plug-in classifier, as a job for a worker.

import { FairfrontError, type LabelledRows, type LinearModel, type Loss } from '@fairfront/core';
import { fitLinearPart, type PartTask } from '@fairfront/core/plug-in';
import type { JointOptions, Network, NetworkModel } from '@fairfront/neural';
import type { Job } from '../../threads/job.js';
import { partName } from './part-name.js';

/** What trains the parts. */
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

export type PartJob = Job<PartTask, PartModel, PartJobData, PartProgress>;

/** @param kind of learner: networks need processes */
export function partJob(kind: Learner['kind']): PartJob {
  return {
    worker: new URL('./part-worker.js', import.meta.url),
    isolation: kind === 'linear' ? 'thread' : 'process',
    run: trainPart,
  };
}

export const trainPart: PartJob['run'] = async (task, { learner, train, validation }, report) => {
  try {
    if (learner.kind === 'linear') return fitLinearPart(train, task, learner);
    const [{ fitNetworkPart }, { loadNodeRuntime }] = await Promise.all([
      import('@fairfront/neural'),
      import('@fairfront/neural/node'),
    ]);
    return await fitNetworkPart(await loadNodeRuntime(), learner.shape, { train, validation }, task, {
      ...learner.options,
      threads: 1, // a core for each part: faster than all for one, and the same result on any machine
      onEpoch: ({ epoch }, { objective }) => report({ epoch, objective }),
    });
  } catch (error) {
    if (!(error instanceof FairfrontError)) throw error;
    // Without its cause, as from a worker: the best network of a part that diverged is not one to keep in the place of the mixture.
    throw new FairfrontError(error.code, `${partName(task.group, train.groups.names)}: ${error.message}`);
  }
};
