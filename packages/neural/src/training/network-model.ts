// A trained network: its architecture, its parameters, and how its training ended.

import type { Network } from '../network/network.js';

/** A trained network. */
export interface NetworkModel {
  readonly network: Network;
  /** All parameters, as `parameterShapes` lists them. */
  readonly parameters: Float32Array;
  readonly training?: NetworkTraining;
}

/** How the training of a network ended. */
export interface NetworkTraining {
  /**
   * `patience`: too many epochs in a row without improvement; `settled`: the learning rate has decayed to a
   * few roundings of float32; `cancelled`: it was interrupted; `diverged`: the best before risks were no
   * numbers any more.
   */
  readonly status: 'patience' | 'settled' | 'max-epochs' | 'cancelled' | 'diverged';
  readonly epochs: number;
  /** At the end, decayed. */
  readonly learningRate: number;
}
