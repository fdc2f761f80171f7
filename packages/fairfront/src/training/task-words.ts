// What a task is called in sentences. A page of a browser needs these too: nothing here knows Node.

import type { Loss } from '@fairfront/core';
import { count, percent } from '@fairfront/core/internal';
import type { FullyConnectedNetwork, PictureNetwork } from '@fairfront/neural';
import type { ResolvedTraining } from './options/fit-options.js';
import type { TaskReport } from './task-report.js';

/** Says that rows count by weight; nothing where they have none. */
export function weightWords(column: string | undefined): string {
  return column === undefined ? '' : ` Rows count by their weight (${column}), in every figure.`;
}

const LOSS_NAMES = {
  'cross-entropy': 'cross-entropy',
  brier: 'Brier score',
  squared: 'squared error',
} as const;

/** In words. */
export function lossName({ task }: { readonly task: { readonly loss: Loss } }): string {
  return LOSS_NAMES[task.loss];
}

/** What a certificate speaks of. */
export function certifiedProblem(task: {
  readonly loss: Loss;
  readonly l2: number;
  readonly blind?: number;
}): string {
  const whom = task.blind === undefined ? 'each group on' : `the worst ${percent(task.blind)} of`;
  return `the mean ${lossName({ task })} of ${whom} the training rows plus the penalty (l2/2)·‖w‖² with l2 = ${task.l2}, over all linear models`;
}

export function estimatedProblem(task: Pick<ResolvedTraining, 'loss'>): string {
  return `the ${lossName({ task })} that each group would have at the training rows were p(A | X) and p(Y | X, a) just as estimated, over all classifiers`;
}

/**
 * "a linear model", "a neural network with hidden layers of 512 and 512 units"; of plug-in estimation, what is mixed.
 */
export function modelName({
  model,
  network,
  estimation,
}: Pick<TaskReport, 'model' | 'network' | 'estimation'>): string {
  if (estimation === 'joint') return kindName({ model, network });
  const plain = model === 'boosted' ? 'boosted trees' : 'linear models';
  const what = network === undefined ? plain : `models, each ${kindName({ model, network })}`;
  return `a mixture of ${what}: one of every group, and one that tells the groups apart`;
}

export function kindName({
  model,
  network,
}: {
  readonly model: TaskReport['model'];
  readonly network?: Pick<FullyConnectedNetwork, 'hidden'> | Pick<PictureNetwork, 'picture'> | undefined;
}): string {
  if (network === undefined) return model === 'boosted' ? 'boosted trees' : 'a linear model';
  if ('picture' in network) {
    const { height, width } = network.picture;
    const name = model === 'densenet121' ? 'DenseNet-121' : 'a small residual network';
    return `${name} of pictures of ${height} × ${width} pixels`;
  }
  const { hidden } = network;
  if (model === 'resnet')
    return `a residual network of ${count(hidden.length, 'block')}, ${hidden[0]} units wide`;
  return hidden.length === 1
    ? `a neural network with a hidden layer of ${hidden[0]} units`
    : `a neural network with hidden layers of ${hidden.slice(0, -1).join(', ')} and ${hidden.at(-1)} units`;
}
