// A training that left the numbers behind: when, for which group, what to do, and the best network before that.

import { FairfrontError } from '@fairfront/core';
import type { NetworkModel } from './network-model.js';

export class DivergedError extends FairfrontError {
  readonly epoch: number;
  readonly group: string;
  /** As it was before the epoch in which training diverged. */
  readonly best: NetworkModel;

  constructor(epoch: number, group: string, risk: number, learningRate: number, best: NetworkModel) {
    super(
      'diverged',
      `training diverged in epoch ${epoch}: the risk of group "${group}" became ${risk} at learning rate ${learningRate}; take a smaller one, say ${Number((learningRate / 10).toPrecision(2))}, and look for features with extreme values`,
    );
    this.name = 'DivergedError';
    this.epoch = epoch;
    this.group = group;
    this.best = best;
  }
}
