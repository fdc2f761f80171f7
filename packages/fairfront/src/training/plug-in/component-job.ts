// The training of one part of a plug-in classifier, as a job for a worker thread.

import { FairfrontError, type LabelledRows, type LinearModel, type Loss } from '@fairfront/core';
import { type ComponentTask, fitLinearComponent } from '@fairfront/core/plug-in';
import type { JointOptions, NetworkModel, NetworkShape } from '@fairfront/neural';
import type { BoostedModel, ResolvedBoosting, TreeColumn } from '@fairfront/trees';
import { openShared, type SharedRows } from '../../task/shared-rows.js';
import type { NamedJob } from '../../threads/job.js';
import { componentName } from './component-name.js';

/** The model that all parts are of, and its options. */
export type Learner =
  | { readonly kind: 'linear'; readonly loss: Loss; readonly l2: number }
  | {
      readonly kind: 'boosted';
      readonly loss: Loss;
      readonly columns: readonly TreeColumn[];
      readonly options: ResolvedBoosting;
    }
  | {
      readonly kind: 'network';
      /** The number of classes is that of each part. */
      readonly shape: NetworkShape;
      readonly options: JointOptions & { readonly device?: string };
      /** The parameters to start from, as safetensors or ONNX. */
      readonly weights?: Uint8Array;
    };

export type ComponentModel = LinearModel | BoostedModel | NetworkModel;

export interface ComponentJobData<Rows = LabelledRows> {
  readonly learner: Learner;
  readonly train: Rows;
  readonly validation: Rows;
}

/** After an epoch of a network. */
export interface ComponentProgress {
  readonly epoch: number;
  readonly objective: number;
}

export const componentJob: NamedJob<
  ComponentTask,
  ComponentModel,
  ComponentJobData<SharedRows>,
  ComponentProgress
> = {
  name: 'component',
  worker: new URL('./component-worker.js', import.meta.url),
  run: trainPart,
  isNative: (_, { learner }) => learner.kind === 'network',
};

async function trainPart(
  task: ComponentTask,
  { learner, ...shared }: ComponentJobData<SharedRows>,
  report: (progress: ComponentProgress) => unknown,
): Promise<ComponentModel> {
  const [train, validation] = [openShared(shared.train), openShared(shared.validation)];
  try {
    if (learner.kind === 'linear') return fitLinearComponent(train, task, learner);
    if (learner.kind === 'boosted') {
      const { fitBoostedComponent } = await import('@fairfront/trees');
      return fitBoostedComponent({ train, validation }, task, learner);
    }
    const [{ fitNetworkComponent }, { loadNodeRuntime }, { initialWeights }] = await Promise.all([
      import('@fairfront/neural'),
      import('@fairfront/neural/node'),
      import('../options/initial-weights.js'),
    ]);
    const { shape, options, weights } = learner;
    const network = { ...shape, classes: task.classCount };
    return await fitNetworkComponent(await loadNodeRuntime(), shape, { train, validation }, task, {
      ...options,
      ...(weights && { initial: initialWeights(network, weights, options.seed ?? 1) }),
      threads: 1, // one core for each part is faster than all for one, and gives the same result on any machine
      onEpoch: ({ epoch }, { objective }) => report({ epoch, objective }),
    });
  } catch (error) {
    if (!(error instanceof FairfrontError)) throw error;
    // The cause is left out, as it is from a worker: `DivergedError` has the best network so far, which is
    // kept as the run's model, and a single part must not be kept in the place of the mixture.
    throw new FairfrontError(
      error.code,
      `${componentName(task.group, train.groups.names)}: ${error.message}`,
    );
  }
}
