import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRandom } from '@fairfront/core';
import { loadWeights, type Network } from '@fairfront/neural';
import { describeFileError } from '../../describe-file-error.js';
import { optionText } from '../../option-text.js';
import { UsageError } from '../../usage-error.js';

/** The parameters that a network starts from. @param seed draws a new last layer */
export function initialWeights(network: Network, file: Uint8Array, seed: number): Float32Array {
  return loadWeights(network, file, createRandom(seed)).parameters;
}

/** The SHA-256 of a file of parameters, by which it is seen whether a path still has the same ones. */
export function weightsSha256(path: string): string {
  return createHash('sha256').update(readWeights(path)).digest('hex');
}

/** Reads a file of parameters. */
export function readWeights(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new UsageError(`${optionText('weights', path)}: ${describeFileError(error)}`);
  }
}
