// A trained network: what it is made of, its parameters, and how its training ended.

import type { Network } from '../network/network.js';

export interface NetworkModel {
  readonly network: Network;
  /** All of them, as `parameterShapes` lists them. */
  readonly parameters: Float32Array;
  readonly training?: NetworkTraining;
}

export interface NetworkTraining {
  /**
   * `patience`: too many epochs in a row without improvement; `settled`: steps are lost in the rounding of float32, and later ones would be no longer;
   * `cancelled`: it was interrupted.
   */
  readonly status: 'patience' | 'settled' | 'max-epochs' | 'cancelled';
  readonly epochs: number;
  /** At the end, decayed. */
  readonly learningRate: number;
}
