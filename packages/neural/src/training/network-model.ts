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
   * `patience`: too many epochs in a row without improvement; `settled`: an epoch moved the parameters by less than float32 can tell, and later ones would by no more;
   * `cancelled`: it was interrupted.
   */
  readonly status: 'patience' | 'settled' | 'max-epochs' | 'cancelled';
  readonly epochs: number;
  /** At the end, decayed. */
  readonly learningRate: number;
}
