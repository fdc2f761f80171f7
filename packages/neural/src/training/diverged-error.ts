// The error of training that diverged: in which epoch, in which group, the way out, and the best network
// before that.

import { FairfrontError } from '@fairfront/core';
import type { NetworkModel } from './network-model.js';

/** Training that ended in risks that are no numbers. */
export class DivergedError extends FairfrontError {
  readonly epoch: number;
  readonly group: string;
  /** The best network before the epoch in which training diverged. */
  readonly best: NetworkModel;

  constructor(epoch: number, group: string, learningRate: number, best: NetworkModel) {
    const smaller = Number((learningRate / 10).toPrecision(2));
    super(
      'diverged',
      `training diverged in epoch ${epoch} at learning rate ${learningRate}: risks are no numbers any more, and group "${group}" went first or fared worst; take a smaller learning rate, say ${smaller}, and look for extreme values in the rows of that group`,
    );
    this.name = 'DivergedError';
    this.epoch = epoch;
    this.group = group;
    this.best = best;
  }
}
