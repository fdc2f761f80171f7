import { readFileSync } from 'node:fs';
import { createRandom } from '@fairfront/core';
import { loadWeights, type Network } from '@fairfront/neural';
import { describeFileError } from '../../describe-file-error.js';
import { optionText } from '../../option-text.js';
import { UsageError } from '../../usage-error.js';

/** Reads the parameters that a network starts from. @param seed draws a new last layer */
export function initialWeights(network: Network, path: string, seed: number): Float32Array {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new UsageError(`${optionText('weights', path)}: ${describeFileError(error)}`);
  }
  return loadWeights(network, bytes, createRandom(seed)).parameters;
}
